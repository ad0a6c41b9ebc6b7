"""Home of each card, building or citizen: few files of its game's code name it.

Its row of data, its particular rules, and its picture: three files at most. All other code reads
what it does, not which it is. Strings and names count, prose does not.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import companion
from companion.games.blue_moon import catalogue
from companion.games.blue_moon_city import components as city
from companion.games.kingdom_of_solomon import components as kingdom
from companion.games.santiago_de_cuba import buildings
from companion.games.urban_sprawl import components as sprawl

MOST = 3

NAMES: dict[str, tuple[str, ...]] = {
    "blue_moon": tuple(catalogue.CARDS),
    "blue_moon_city": (*city.BUILDINGS, *city.DRAGONS),
    "kingdom_of_solomon": (
        *kingdom.CARDS,
        *kingdom.FORTUNES,
        *kingdom.ACTIONS,
        *kingdom.TERRITORIES,
        *kingdom.BONUSES,
    ),
    "santiago_de_cuba": (*buildings.BUILDINGS, *buildings.CITIZENS),
    "urban_sprawl": (
        *sprawl.PERMITS,
        *sprawl.EVENTS,
        *sprawl.ALL_CONTRACTS,
        *sprawl.VOCATIONS,
    ),
}
"""Pieces by game, where there are many with something of their own."""

MODULES: dict[str, tuple[ModuleType, ...]] = {
    "blue_moon": (catalogue,),
    "blue_moon_city": (city,),
    "kingdom_of_solomon": (kingdom,),
    "santiago_de_cuba": (buildings,),
    "urban_sprawl": (sprawl,),
}
"""Modules whose constants may stand for one of these pieces."""


def _files(game: str) -> Iterator[Path]:
    root = Path(companion.__file__).parent
    for folder in (root / "games" / game, root / "ui" / "games" / game):
        yield from sorted(folder.rglob("*.py"))


def _plain(word: str) -> str:
    """Return a name as it would be written in data: `UseBank` is `use_bank`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()


def _words(tree: ast.Module) -> Iterator[str]:
    """Yield every string and name of some code, without its prose."""
    left_out = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Attribute(attr="Icons")):
                pass  # What the toolkit calls its pictures.
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner[0].isupper():
                yield name.lower()  # Of an enumeration: no constant of that name.
            case ast.Constant(value=str(text)) if node not in left_out:
                yield text
            case ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Load()) | ast.alias(name=name):
                yield name


@cache
def _constants(game: str) -> dict[str, str]:
    """Return the pieces by the constant that stands for each."""
    every = (item for module in MODULES[game] for item in vars(module).items())
    return {name: each for name, each in every if isinstance(each, str) and each in NAMES[game]}


@cache
def _pattern(game: str) -> re.Pattern[str]:
    # Longest first: "harbour office" must not also count as "office".
    either = "|".join(map(re.escape, sorted(NAMES[game], key=len, reverse=True)))
    return re.compile(rf"(?<![a-z0-9])(?:{either})(?![a-z0-9])")


def _named(game: str, word: str) -> set[str]:
    pieces = set(_pattern(game).findall(_plain(word)))
    return pieces | {_constants(game)[word]} if word in _constants(game) else pieces


def _named_in(game: str, code: str) -> set[str]:
    return {name for word in _words(ast.parse(code)) for name in _named(game, word)}


def naming(game: str) -> dict[str, set[str]]:
    """Return the files that name each piece."""
    files: dict[str, set[str]] = defaultdict(set)
    for path in _files(game):
        for name in _named_in(game, path.read_text(encoding="utf-8")):
            files[name].add(f"{path.parent.name}/{path.name}")
    return files


@pytest.mark.deep
@pytest.mark.parametrize("game", sorted(MODULES))
def test_each_piece_is_named_in_three_files_at_most(game: str) -> None:
    assert {name: files for name, files in naming(game).items() if len(files) > MOST} == {}


def test_names_are_recognised_in_code_but_not_in_prose() -> None:
    """Strings, classes, constants and acts count; prose and longer names do not."""
    code = (
        'class UseBank: ...\nPABLO\nuse("give_to_zorro")\n"""The cafe."""\nx = "harbour_office"\n'
    )
    assert _named_in("santiago_de_cuba", code) == {"bank", "pablo", "zorro", "harbour_office"}
    # Every piece is named somewhere; otherwise the search found nothing at all.
    assert set(naming("santiago_de_cuba")) == set(NAMES["santiago_de_cuba"])
