"""Plays for programs that log them: a link for BG Stats, and CSV as BoardGameGeek names things."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, timedelta
from typing import Any
from urllib.parse import quote

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.loader import RulebookError, info
from companion.services.matches.results import MatchEnd
from companion.services.matches.summary import end_time, playing_time
from companion.services.statistics.figures import Played, game_of
from companion.services.statistics.same_people import person_id
from companion.services.statistics.statistics_export import game_name, plain_cell

_CREATE_PLAY = "bgstats://app.bgstatsapp.com/createPlay.html?data="
_LONGEST = 8_000
"""Length below which a link stays whole on its way, in letters."""

COLUMNS = (
    "date",
    "game",
    "objectid",
    "quantity",
    "length",
    "incomplete",
    "nowinstats",
    "name",
    "score",
    "win",
)
"""Columns as the plays of BoardGameGeek name them; `length` is in minutes."""


def create_play(
    match: Match, game: str, source: str, points: Mapping[Seat, int], *, highest: bool
) -> str:
    """Return the link that hands a match over to BG Stats; empty if nobody is known to have won.

    Args:
        match: the finished match.
        game: name of what was played.
        source: name of this app.
        points: points by seat, as far as they are known.
        highest: whether the most points win.
    """
    if match.outcome is None or not match.outcome.winners:
        return ""
    bgg = info(match.game.id).bgg
    play = {
        "sourceName": source,
        "sourcePlayId": match.started.match,
        "playDate": end_time(match).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": game,
            "sourceGameId": match.game.id,
            **({"bggId": bgg} if bgg else {}),
            "highestWins": highest,
        },
        "durationMin": playing_time(match) // timedelta(minutes=1),
        "players": _players(match, match.outcome.winners, points),
    }
    link = _CREATE_PLAY + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), "")
    return link if len(link) < _LONGEST else ""


def _players(
    match: Match, winners: Sequence[Seat], points: Mapping[Seat, int]
) -> list[dict[str, Any]]:
    starts = _starts(match)
    return [
        {
            "name": name,
            # The same person has the same one in every match.
            "sourcePlayerId": person_id(name),
            **({"score": points[seat]} if seat in points else {}),
            "winner": seat in winners,
            "startPlayer": seat == starts,
        }
        for seat, name in enumerate(match.options.players)
    ]


def _starts(match: Match) -> Seat | None:
    """Return who has the first turn, or None if several act at once."""
    chosen: Seat | None = getattr(match.options, "first_seat", None)
    acting = match.game.awaiting(match.start)
    return chosen if chosen is not None else acting[0] if len(acting) == 1 else None


def plays_csv(played: Sequence[Played], ranked: Mapping[str, Sequence[str]]) -> bytes:
    """Return a row for each person of each match, with commas, in UTF-8.

    Args:
        played: the matches.
        ranked: by game, the score lines that add up to the points.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for one in played:
        game = game_of(one.game)
        head = [
            one.ended.astimezone(UTC).strftime("%Y-%m-%d"),
            plain_cell(game_name(one.game)),
            _bgg(game),
            1,
            one.seconds // 60,
            int(one.end is MatchEnd.AGREED),
            0,
        ]
        for seat, score in zip(one.seats, _scores(one, ranked.get(game, ())), strict=True):
            writer.writerow([*head, plain_cell(seat.name), score, int(seat.won)])
    return text.getvalue().encode()


def _bgg(game: str) -> int | str:
    try:
        return info(game).bgg or ""
    except RulebookError:
        return ""


def _scores(one: Played, codes: Sequence[str]) -> list[int | str]:
    """Return the points of each seat; empty where their first line rests on unknown values.

    Lines that the table has named itself are none of `codes`: the first of them counts.
    """
    scores = [dict(seat.scores) for seat in one.seats]
    if not any(code in held for held in scores for code in codes):
        return [next(iter(held.values()), "") for held in scores]
    return [sum(held.get(code, 0) for code in codes) if codes[0] in held else "" for held in scores]
