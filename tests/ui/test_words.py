"""Texts that the interface requests by a fixed key: all of them exist."""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import get_args

import flet_web
import pytest
from PIL import ImageFont

import companion
import rules_data
from companion.games import GAMES
from companion.rulebook.loader import app_words, load
from companion.ui.boards.contract import Offer, game_screen
from companion.ui.boards.parts import game_setup, module_of
from companion.ui.context import Settings
from companion.ui.session import read_settings
from tests.games.elsewhere import is_small

PROGRAM = Path(companion.__file__).parent
SHOWN = ("ui", "server", "page", "site", "toolkit")
"""Packages from which something may come to a screen."""
GAMES_OWN = PROGRAM / "ui" / "games"
ASKED = re.compile(r"(?:words|\.app)\(\s*\"([a-z0-9_.]+)\"")


def _files() -> list[Path]:
    return sorted(file for folder in SHOWN for file in (PROGRAM / folder).rglob("*.py"))


def _asked() -> list[tuple[str, str]]:
    return [
        (str(file.relative_to(PROGRAM)), key)
        for file in _files()
        if file.parent.parent != GAMES_OWN
        for key in ASKED.findall(file.read_text(encoding="utf-8"))
    ]


def test_every_requested_text_key_exists() -> None:
    asked = _asked()
    assert len(asked) > 100
    assert [(file, key) for file, key in asked if key not in app_words()] == []


def test_every_kind_of_board_offer_has_a_text() -> None:
    offers = [offer for offer in get_args(Offer) if offer != "none"]
    assert [offer for offer in offers if f"board.{offer}" not in app_words()] == []


def _own_keys(game: str) -> set[str]:
    """Return the keys of its own texts in the code of a game's screens."""
    tables = {key.partition(".")[0] for key in load(game).interface.texts}
    key = re.compile(rf"(?:{'|'.join(tables)})(?:\.[a-z_]+)+")
    folder = Path(str(getattr(module_of(game, "screen"), "__file__", ""))).parent
    literals = (text for file in folder.glob("*.py") for text in _literals(file))
    return {text for text in literals if key.fullmatch(text)}


@pytest.mark.parametrize("game", GAMES)
def test_text_keys_in_the_code_of_a_game_exist(game: str) -> None:
    asked = _own_keys(game)
    assert len(asked) > (0 if is_small(GAMES[game]) else 10)
    assert asked - load(game).interface.texts.keys() == set()


@pytest.mark.parametrize("game", GAMES)
def test_texts_that_all_screens_ask_of_a_game_exist(game: str) -> None:
    own = load(game).interface
    if game_setup(game).panel:
        assert game_setup(game).title in own
    if game_screen(game).helper:
        assert {"helper.button", "helper.title"} <= own.texts.keys()


@pytest.mark.parametrize("game", GAMES)
def test_every_habit_matches_the_readings_of_its_ruling(game: str) -> None:
    data = load(game)
    for ruling, habit in data.habits.items():
        assert set(habit.words) == set(data.rulings_by_id[ruling].readings)
        assert next(iter(habit.words)) == data.rulings_by_id[ruling].default
        assert habit.kept not in vars(Settings())


def test_habits_are_stored_by_name_in_the_settings() -> None:
    """Devices have stored them so since before there were several games."""
    (habit,) = load("blue_moon_city").habits.values()
    kept = read_settings('{"theme": "dark", "crystals": "open", "sound": true}', 100)
    assert (kept.theme, kept.sound, kept.habit(habit)) == ("dark", True, "open")
    assert dict(kept.with_habit(habit, "hidden")) == {"crystals": "hidden"}
    assert Settings().habit(habit) == "hidden"
    assert read_settings('{"crystals": "gone"}', 100).habit(habit) == "hidden"


FONT = Path(flet_web.__file__).parent / "web" / "assets" / "fonts" / "roboto.woff2"
NOWHERE = "\U0010fffe"
"""Character in no font: it is drawn like any character that a font lacks."""


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
    """Yield what may come to a screen: all the data, and every text in the code of the screens."""
    data = Path(rules_data.__file__).parent
    for file in sorted((*data.rglob("*.toml"), *data.rglob("*.txt"))):
        yield file.relative_to(data).as_posix(), file.read_text(encoding="utf-8")
    for file in (*_files(), PROGRAM / "rulebook" / "templates.py"):
        yield file.name, "".join(_literals(file))


def test_check_for_missing_characters_finds_one() -> None:
    assert _is_lacking("→")
    assert not any(map(_is_lacking, "aÑ¿«½−"))


def test_shipped_font_has_every_character_used() -> None:
    """Clients request another font from their host for what it lacks, which is not there."""
    lacking = {
        (name, character)
        for name, text in _texts()
        for character in set(text)
        if _is_lacking(character)
    }
    assert lacking == set()
