"""A log that says what went wrong and where, and never with what: what is typed stays private."""

import logging
import re
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable
from types import TracebackType
from typing import TypeAlias

Failure: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


_PAUSE, _PLACES = 60.0, 256
_FRAME = re.compile(r'^  File "([^"\n]+)", line (\d+), in (\w+|<\w+>)$', re.MULTILINE)


class RedactingFormatter(logging.Formatter):
    """Names the kind of an exception and the lines it came through; its words may quote anybody.

    The messages of other packages are not repeated either, only where they were written.
    """

    def format(self, record: logging.LogRecord) -> str:
        """One record, on one line or with the lines that led to it."""
        ours = record.name.partition(".")[0] == "companion"
        said = record.getMessage() if ours else f"{record.module}, line {record.lineno}"
        lines = [f"{record.levelname} {record.name}: {said}"]
        if record.exc_info and record.exc_info[0]:
            lines.append(self.formatException(record.exc_info))
        return "\n".join(lines)

    def formatException(self, ei: Failure) -> str:
        """The kind of an exception and the lines it came through."""
        kind, _, trace = ei
        frames = (
            f"  {frame.filename}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(trace)
        )
        return "\n".join((kind.__name__ if kind else "", *frames))


def where(traceback_text: str) -> str:
    """Of a traceback that comes as text, the lines it came through."""
    return "\n".join(
        f"  {found[1]}:{found[2]} {found[3]}" for found in _FRAME.finditer(traceback_text)
    )


class RepeatFilter(logging.Filter):
    """Of what other packages say of what comes in, one line a minute for each place it comes from.

    Anybody can make them say it, as often as they like.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: OrderedDict[object, float] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is written."""
        if record.name.partition(".")[0] == "companion":
            return True
        place, now = _place(record), self._clock()
        if now - self._said.get(place, -_PAUSE) < _PAUSE:
            return False
        self._said[place] = now
        self._said.move_to_end(place)
        if len(self._said) > _PLACES:
            self._said.popitem(last=False)
        return True


def _place(record: logging.LogRecord) -> object:
    """Where it was said, and what had been raised where."""
    kind, _, trace = record.exc_info or (None, None, None)
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    raised = trace and (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
    return record.name, record.pathname, record.lineno, kind, raised


def configure_logging() -> None:
    """From here on the log goes to the standard error like this, unless it goes elsewhere."""
    root = logging.getLogger()
    if not root.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(RedactingFormatter())
        handler.addFilter(RepeatFilter())
        root.addHandler(handler)
