"""Start of a game: a copy of the template, in a checkout of the program."""

import argparse
import keyword
import re
import shutil
from pathlib import Path

import companion
from companion.cli.output import CannotDo, say

TEMPLATE = "pebbles"
_TESTS = Path("tests/games")
_GAMES = Path("companion/games")
_REGISTRY = re.compile(r"(?m)^_NAMES = \((.*?),?\s*\)$", re.DOTALL)
_TITLE = re.compile(r'(?m)^name = ".*"$')
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def new_game(given: argparse.Namespace) -> int:
    """Write a game that runs, and offer it.

    Raises:
        CannotDo: it is no usable name, the name is taken, or this is no checkout.
    """
    root, name = Path(companion.__file__).parents[1], str(given.name)
    template, home, tests = root / _TESTS / TEMPLATE, root / _GAMES / name, root / _TESTS / name
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise CannotDo(say("cli.bad_game_name", name=name))
    if not template.is_dir():
        raise CannotDo(say("cli.no_checkout"))
    if home.exists() or tests.exists() or tests.with_suffix(".py").exists():
        raise CannotDo(say("cli.game_exists", name=name))
    shutil.copytree(template, tests, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.move(tests / "game", home)
    for path in (*home.rglob("*.*"), *tests.rglob("*.*")):
        path.write_text(_renamed(path.read_text("utf-8"), name), encoding="utf-8")
    page = home / "data" / "game.toml"
    title = f'name = "{name.replace("_", " ").capitalize()}"'
    page.write_text(_TITLE.sub(title, page.read_text("utf-8")), encoding="utf-8")
    (tests / f"test_{TEMPLATE}.py").rename(tests / f"test_{name}.py")
    _register(root / _GAMES / "__init__.py", name)
    print(say("cli.game_written", name=name))
    return 0


def _renamed(text: str, name: str) -> str:
    """Return a text of the template for the game of that name."""
    return (
        text.replace(f"tests.games.{TEMPLATE}.game", f"companion.games.{name}")
        .replace(f"tests.games.{TEMPLATE}", f"tests.games.{name}")
        .replace(f'"{TEMPLATE}"', f'"{name}"')
        .replace("PebbleOptions", f"{name.title().replace('_', '')}Options")
    )


def _register(registry: Path, name: str) -> None:
    """Add the name to the games that are offered, one on each line."""
    text = registry.read_text("utf-8")
    written = _REGISTRY.search(text)
    assert written
    names = (*re.findall(r'"(\w+)"', written[1]), name)
    listed = "".join(f'    "{each}",\n' for each in names)
    registry.write_text(_REGISTRY.sub(f"_NAMES = (\n{listed})", text), encoding="utf-8")
