"""Export of finished matches: CSV for spreadsheets, JSON for other programs."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from companion.rulebook import loader
from companion.rulebook.loader import AppWords, RulebookError
from companion.rulebook.wording import Wording
from companion.services.statistics.figures import (
    FinishedMatches,
    Played,
    Seated,
    game_of,
    played_of,
)

FORMAT = 1
"""Format version of the JSON."""

COLUMNS = (
    "match",
    "game",
    "title",
    "begun",
    "ended",
    "seconds",
    "turns",
    "entries",
    "players",
    "seat",
    "name",
    "won",
    "end",
    "gave_up",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""First characters of a formula in a spreadsheet, also in full width."""


def as_csv(played: Sequence[Played], words: AppWords) -> bytes:
    """Export one row per seat of a match, with a column per score line of each game.

    UTF-8 with a byte order mark, semicolons between cells: as spreadsheets in Spanish expect it.
    Times are in UTC. An apostrophe precedes a text that would be a formula.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    lines = _lines(played)
    heads = [_label(game, code) for game, code in lines]
    writer.writerow([*(words(f"stats.column.{name}") for name in COLUMNS), *map(plain_cell, heads)])
    for one in played:
        for seat, seated in enumerate(one.seats):
            writer.writerow(_row(one, seat, seated, lines, words))
    return text.getvalue().encode("utf-8-sig")


def _row(
    one: Played,
    seat: int,
    seated: Seated,
    lines: Sequence[tuple[str, str]],
    words: AppWords,
) -> list[str | int]:
    amounts = dict(seated.scores)
    return [
        plain_cell(one.id),
        plain_cell(game_name(one.game)),
        plain_cell(one.title),
        one.begun.strftime("%Y-%m-%d %H:%M:%S"),
        one.ended.strftime("%Y-%m-%d %H:%M:%S"),
        one.seconds,
        one.turns,
        one.entries,
        len(one.seats),
        seat + 1,
        plain_cell(seated.name),
        words("app.yes" if seated.won else "app.no"),
        words(f"stats.end_{one.end}"),
        words("app.yes" if seated.gave_up else "app.no"),
        *(amounts.get(code, "") if game == one.game else "" for game, code in lines),
    ]


def plain_cell(text: str) -> str:
    """Escape a text that a spreadsheet would take for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def _lines(played: Sequence[Played]) -> list[tuple[str, str]]:
    """Return every score line, game by game."""
    pairs = dict.fromkeys(
        (one.game, code) for one in played for seat in one.seats for code, _ in seat.scores
    )
    return sorted(pairs, key=lambda line: line[0])


def _label(game: str, code: str) -> str:
    return f"{game_name(game)}: {score_name(game, code)}"


def game_name(game: str) -> str:
    """Return the name of a game, or its id where its data is missing.

    What was played, where the table told it, comes first.
    """
    name = _known(lambda: loader.info(game_of(game)).name, game_of(game))
    return " · ".join(filter(None, (played_of(game), name)))


def score_name(game: str, code: str) -> str:
    """Return the name of a score line of a game, or its code where the data is missing."""
    return _known(lambda: Wording(game_of(game)).score_label(code), code)


def _known(find: Callable[[], str], otherwise: str) -> str:
    try:
        return find()
    except RulebookError:
        return otherwise


def as_json(finished: FinishedMatches, made: datetime) -> bytes:
    """Export the same data for programs: codes instead of words.

    An object with `format` (1), `made` (when), `left_out` (how many matches do not count:
    `playing`, `examples`, `broken`, `unreadable`) and `matches`, the last one first. Each match has
    `id`, `game`, `title`, `begun`, `ended` (ISO 8601, UTC), `seconds` (without stretches of more
    than half an hour in which nothing was recorded), `turns`, `entries`, `end` (`rules`,
    `agreed`, `gave_up` or `retold`) and `seats`, in their order, each with `name`, `won`,
    `gave_up` and `scores` (an amount by code).
    """
    out = finished.left_out
    content: dict[str, Any] = {
        "format": FORMAT,
        "made": made.isoformat(),
        "left_out": {
            "playing": out.playing,
            "examples": out.examples,
            "broken": out.broken,
            "unreadable": out.unreadable,
        },
        "matches": [_match(one) for one in finished.played],
    }
    return (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode()


def _match(one: Played) -> dict[str, Any]:
    return {
        "id": one.id,
        "game": game_of(one.game),
        "title": one.title,
        "begun": one.begun.isoformat(),
        "ended": one.ended.isoformat(),
        "seconds": one.seconds,
        "turns": one.turns,
        "entries": one.entries,
        "end": one.end,
        "seats": [
            {
                "name": seat.name,
                "won": seat.won,
                "gave_up": seat.gave_up,
                "scores": dict(seat.scores),
            }
            for seat in one.seats
        ],
    }
