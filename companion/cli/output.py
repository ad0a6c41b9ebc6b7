"""Shared helpers of the commands: texts, files and errors."""

import sys
from pathlib import Path

from companion.games import GAMES
from companion.kernel.values import Value
from companion.rulebook import loader
from companion.rulebook.loader import app_words
from companion.services.statistics.figures import FinishedMatches, Only
from companion.ui.screens.statistics.presenter import StatisticsTotal, statistics


class CannotDo(Exception):
    """Command failure, with the sentence that explains it."""


def say(key: str, **params: Value) -> str:
    """Return a text of the app."""
    return loader.app_words()(key, **params)


def write(data: bytes) -> None:
    """Write bytes to the standard output."""
    sys.stdout.buffer.write(data)
    sys.stdout.flush()


def read(name: str, limit: int) -> bytes:
    """Return the content of a file.

    Raises:
        CannotDo: it is missing, unreadable or too large.
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
    """Return the id of a game, checked.

    Raises:
        CannotDo: there is no game by that name.
    """
    if name not in GAMES:
        raise CannotDo(say("cli.no_such_game", game=name, games=tuple(GAMES)))
    return name


def lines(finished: FinishedMatches) -> list[str]:
    """Return the content of the statistics screen as lines of text."""
    words = app_words()
    view = statistics(finished, Only(), words)
    rows = [view.count, *view.left_out]
    for key, totals in (("by_game", view.games), ("by_player", view.players)):
        if totals:
            rows += ["", words(f"stats.{key}")]
            rows += [line for total in totals for line in _total(total)]
    return rows


def _total(total: StatisticsTotal) -> list[str]:
    return [f"  {total.title}", *(f"    {line}" for line in total.lines)]
