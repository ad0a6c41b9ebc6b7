"""Redacted log: places in the code without any values."""

import logging
import sys
import traceback

import pytest

from companion.redacted_log import RedactingFormatter, configure_logging, where

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
