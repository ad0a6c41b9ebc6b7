"""Every word that the interface asks for by a fixed key is there."""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import flet_web
import pytest
from PIL import ImageFont

import companion
import rules_data
from companion.rulebook.loader import app_words

PROGRAM = Path(companion.__file__).parent
SHOWN = ("ui", "server", "page", "site", "toolkit")
"""Where something may come to a screen from."""
ASKED = re.compile(r"(?:words|\.app)\(\s*\"([a-z0-9_.]+)\"")


def _files() -> list[Path]:
    return sorted(file for folder in SHOWN for file in (PROGRAM / folder).rglob("*.py"))


def _asked() -> list[tuple[str, str]]:
    return [
        (str(file.relative_to(PROGRAM)), key)
        for file in _files()
        for key in ASKED.findall(file.read_text(encoding="utf-8"))
    ]


def test_screens_ask_for_words() -> None:
    assert len(_asked()) > 100


@pytest.mark.parametrize(("file", "key"), _asked())
def test_a_word_that_is_asked_for_is_there(file: str, key: str) -> None:
    assert key in app_words(), f"{file} asks for {key}"


FONT = Path(flet_web.__file__).parent / "web" / "assets" / "fonts" / "roboto.woff2"
NOWHERE = "\U0010fffe"
"""Belongs to no font: what is drawn for it is what is drawn for whatever a font lacks."""


@lru_cache
def _drawn(character: str) -> tuple[float, bytes]:
    font = _font()
    return font.getlength(character), bytes(font.getmask(character))


@lru_cache
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT), 40)


def _is_lacking(character: str) -> bool:
    return character.isprintable() and _drawn(character) == _drawn(NOWHERE)


def _literals(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _texts() -> Iterator[tuple[str, str]]:
    """What may come to a screen: everything in the data, and every text in the screens' code."""
    data = Path(rules_data.__file__).parent
    for file in sorted((*data.rglob("*.toml"), *data.rglob("*.txt"))):
        yield file.relative_to(data).as_posix(), file.read_text(encoding="utf-8")
    for file in (*_files(), PROGRAM / "rulebook" / "templates.py"):
        yield file.name, "".join(_literals(file))


def test_a_character_that_the_font_lacks_is_noticed() -> None:
    assert _is_lacking("→")
    assert not any(map(_is_lacking, "aÑ¿«½−"))


def test_the_font_that_is_shipped_has_every_character() -> None:
    """For what it lacks the client asks its host for another font, which is not there."""
    lacking = {
        (name, character)
        for name, text in _texts()
        for character in set(text)
        if _is_lacking(character)
    }
    assert lacking == set()
