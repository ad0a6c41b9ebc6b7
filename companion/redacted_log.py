"""Log of errors and their places, without any data, so that typed text stays private."""

import logging
import re
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable
from types import TracebackType
from typing import Final, TypeAlias

Failure: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


_PAUSE: Final = 60.0
_IN_A_MINUTE: Final = 60
"""Greatest number of records in that time."""
_FRAME = re.compile(r'^  File "([^"\n]+)", line (\d+), in (\w+|<\w+>)$', re.MULTILINE)


class RedactingFormatter(logging.Formatter):
    """Formatter that logs the type of an exception and its lines, not its message.

    Messages of other packages are replaced by the place of the call.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Format a record, followed by the lines of its traceback if any."""
        said = record.getMessage() if _is_ours(record) else f"{record.module}, line {record.lineno}"
        lines = [f"{record.levelname} {record.name}: {said}"]
        if record.exc_info and record.exc_info[0]:
            lines.append(self.formatException(record.exc_info))
        return "\n".join(lines)

    def formatException(self, ei: Failure) -> str:
        """Format the type of an exception and the lines of its traceback."""
        kind, _, trace = ei
        frames = (
            f"  {frame.filename}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(trace)
        )
        return "\n".join((kind.__name__ if kind else "", *frames))


def where(traceback_text: str) -> str:
    """Return the lines of a traceback given as text."""
    return "\n".join(
        f"  {frame[1]}:{frame[2]} {frame[3]}" for frame in _FRAME.finditer(traceback_text)
    )


class RepeatFilter(logging.Filter):
    """Filter of one record a minute per place, and of so many in all.

    Anybody can cause some messages, as often as they like.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: OrderedDict[object, float] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is written."""
        place, now = _place(record), self._clock()
        while self._said and now - next(iter(self._said.values())) >= _PAUSE:
            self._said.popitem(last=False)
        if place in self._said or len(self._said) >= _IN_A_MINUTE:
            return False
        self._said[place] = now
        return True


def _place(record: logging.LogRecord) -> object:
    """Return the place of the record and of its exception, and what it says if it is ours."""
    kind, _, trace = record.exc_info or (None, None, None)
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    raised = trace and (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
    own = record.getMessage() if _is_ours(record) else ""
    return record.name, record.pathname, record.lineno, kind, raised, own


def _is_ours(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] == "companion"


def configure_logging() -> None:
    """Send redacted logs to stderr, unless logging is already configured."""
    root = logging.getLogger()
    if not root.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(RedactingFormatter())
        handler.addFilter(RepeatFilter())
        root.addHandler(handler)
