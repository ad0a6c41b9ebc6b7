"""Redacted log: places in the code without any values."""

import logging
import sys
import traceback

import pytest

from companion.redacted_log import RedactingFormatter, RepeatFilter, configure_logging, where

SECRET = "K7QM-3F9T-XW2P"


def _logged(name: str, message: str, *args: object) -> str:
    try:
        raise ValueError(SECRET)
    except ValueError:
        failure = sys.exc_info()
    record = logging.LogRecord(name, logging.ERROR, "a.py", 7, message, args, failure)
    return RedactingFormatter().format(record)


def test_exception_is_logged_without_its_message() -> None:
    said = _logged("companion.ui", "no se pudo %s", "dibujar")
    assert said.startswith("ERROR companion.ui: no se pudo dibujar\nValueError\n")
    assert "test_redacted_log.py" in said
    assert SECRET not in said


@pytest.mark.parametrize("name", ["flet_web.fastapi", "asyncio", "companionable"])
def test_messages_of_other_packages_are_not_logged(name: str) -> None:
    said = _logged(name, f"loop error: {SECRET}")
    assert said.startswith(f"ERROR {name}: a, line 7\nValueError\n")
    assert SECRET not in said


def test_configuring_the_log_twice_adds_one_handler(monkeypatch: pytest.MonkeyPatch) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    configure_logging()
    configure_logging()
    (handler,) = root.handlers
    assert isinstance(handler.formatter, RedactingFormatter)


def test_textual_traceback_is_reduced_to_its_places() -> None:
    try:
        raise ValueError(SECRET)
    except ValueError:
        text = f"{SECRET}\n{traceback.format_exc()}"
    said = where(text)
    assert SECRET not in said
    assert "test_redacted_log.py:" in said
    assert said.endswith(" test_textual_traceback_is_reduced_to_its_places")


def _record(name: str, text: str, line: int = 7) -> logging.LogRecord:
    return logging.LogRecord(name, logging.ERROR, "/a.py", line, text, (), None)


@pytest.mark.parametrize(
    ("name", "of_another_text"), [("companion.toolkit", True), ("flet_web.fastapi", False)]
)
def test_record_is_written_once_a_minute(name: str, of_another_text: bool) -> None:
    """Of other packages only the place is written, so another text says nothing new."""
    now = [0.0]
    log = RepeatFilter(lambda: now[0])
    assert log.filter(_record(name, "failed"))
    assert not log.filter(_record(name, "failed"))
    assert log.filter(_record(name, "failed otherwise")) is of_another_text
    assert log.filter(_record(name, "failed", line=8))
    now[0] = 59.9
    assert not log.filter(_record(name, "failed"))
    now[0] = 60.0
    assert log.filter(_record(name, "failed"))


def test_a_minute_has_a_greatest_number_of_records() -> None:
    now = [0.0]
    log = RepeatFilter(lambda: now[0])
    written = [log.filter(_record("companion.toolkit", f"failed at {n}")) for n in range(500)]
    assert written == [True] * 60 + [False] * 440
    now[0] = 60.0
    assert log.filter(_record("companion.toolkit", "failed at 3"))
