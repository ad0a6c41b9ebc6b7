"""Every word that the interface asks for by a fixed key is there."""

import re
from pathlib import Path

import pytest

import companion.ui
from companion.rulebook.loader import app_words

HERE = Path(companion.ui.__file__).parent
ASKED = re.compile(r"(?:words|\.app)\(\s*\"([a-z0-9_.]+)\"")


def _asked() -> list[tuple[str, str]]:
    return [
        (str(file.relative_to(HERE)), key)
        for file in sorted(HERE.rglob("*.py"))
        for key in ASKED.findall(file.read_text(encoding="utf-8"))
    ]


def test_screens_ask_for_words() -> None:
    assert len(_asked()) > 100


@pytest.mark.parametrize(("file", "key"), _asked())
def test_a_word_that_is_asked_for_is_there(file: str, key: str) -> None:
    assert key in app_words(), f"{file} asks for {key}"
