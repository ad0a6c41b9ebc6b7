"""What every command does alike: its sentences, its files, and saying that it cannot."""

import sys
from pathlib import Path

from companion.games import GAMES
from companion.kernel.values import Value
from companion.rulebook import loader


class CannotDo(Exception):
    """A command that cannot be carried out: the sentence that says why."""


def say(key: str, **params: Value) -> str:
    """A text of the app."""
    return loader.app_words()(key, **params)


def write(data: bytes) -> None:
    """Writes bytes to the standard output."""
    sys.stdout.buffer.write(data)
    sys.stdout.flush()


def read(name: str, limit: int) -> bytes:
    """The content of a file.

    Raises:
        CannotDo: it is not there, cannot be read or is too large.
    """
    try:
        with Path(name).open("rb") as file:
            data = file.read(limit + 1)
    except FileNotFoundError as error:
        raise CannotDo(say("cli.no_file", path=name)) from error
    except (OSError, ValueError) as error:
        raise CannotDo(say("cli.unreadable_file", path=name)) from error
    if len(data) > limit:
        raise CannotDo(say("cli.file_too_big", path=name))
    return data


def known_game(name: str) -> str:
    """The id of a game.

    Raises:
        CannotDo: there is none of that name.
    """
    if name not in GAMES:
        raise CannotDo(say("cli.no_such_game", game=name, games=tuple(GAMES)))
    return name
