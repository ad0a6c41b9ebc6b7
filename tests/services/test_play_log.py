"""Plays for programs that log them: the link for BG Stats, and the CSV of plays."""

import csv
import io
import json
from dataclasses import replace
from datetime import UTC
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from companion.games import GAMES
from companion.match.fold import Match
from companion.rulebook.loader import info
from companion.services.statistics.play_log import COLUMNS, create_play, plays_csv
from tests.services.test_statistics import finished, statistics_of
from tests.ui.tables import actas, read

ENDED = [pytest.param(path, id=path.stem) for game in GAMES for path in actas(game)]
BEGINNING = "bgstats://app.bgstatsapp.com/createPlay.html?data="


def _link(match: Match, points: dict[int, int] | None = None, *, highest: bool = True) -> str:
    name = info(match.game.id).name
    return create_play(match, name, "Compañero de mesa", points or {}, highest=highest)


def _play(match: Match, points: dict[int, int] | None = None, *, highest: bool = True) -> Any:
    link = _link(match, points, highest=highest)
    assert link.startswith(BEGINNING)
    return json.loads(unquote(link.removeprefix(BEGINNING)))


@pytest.mark.parametrize("path", ENDED)
def test_every_player_of_a_play_says_whether_it_won_and_started(path: Path) -> None:
    match = read(path)
    assert match.outcome is not None
    if not match.outcome.winners:
        assert _link(match) == ""
        return
    play = _play(match)
    assert [one["name"] for one in play["players"]] == [*match.options.players]
    won = [seat for seat, one in enumerate(play["players"]) if one["winner"]]
    assert won == sorted(match.outcome.winners)
    assert sum(one["startPlayer"] for one in play["players"]) <= 1
    assert len(_link(match)) < 8_000


def test_play_has_the_time_in_utc_the_length_and_the_number_of_the_game() -> None:
    match = read(actas("santiago_de_cuba")[0])
    play = _play(match, {0: 67, 1: -2})
    ended = match.entries[-1].at.astimezone(UTC)
    assert play["playDate"] == ended.strftime("%Y-%m-%d %H:%M:%S")
    assert (play["sourceName"], play["sourcePlayId"]) == ("Compañero de mesa", match.started.match)
    assert play["game"] == {
        "name": "Santiago de Cuba",
        "sourceGameId": "santiago_de_cuba",
        "bggId": 104347,
        "highestWins": True,
    }
    assert play["durationMin"] == 147
    assert [one["score"] for one in play["players"]] == [67, -2]
    # The other one acts first there: it rolls the dice.
    assert (match.options.first_seat, match.game.awaiting(match.start)) == (0, (1,))  # type: ignore[attr-defined]
    assert [one["startPlayer"] for one in play["players"]] == [True, False]


def test_what_is_not_known_is_left_out_of_a_play() -> None:
    match = read(actas("urban_sprawl")[0])
    play = _play(match, {0: 3}, highest=False)
    assert "bggId" not in play["game"]
    assert play["game"]["highestWins"] is False
    assert ["score" in one for one in play["players"]][:2] == [True, False]


def test_one_person_has_one_mark_in_every_play() -> None:
    one, other = (_play(read(path)) for path in actas("blue_moon_city")[:2])
    marks = [{p["name"]: p["sourcePlayerId"] for p in play["players"]} for play in (one, other)]
    both = marks[0].keys() & marks[1].keys()
    assert both
    assert all(marks[0][name] == marks[1][name] for name in both)
    assert len({*marks[0].values()}) == len(marks[0])


def _rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode())))


def test_plays_have_a_row_for_each_person_with_their_points() -> None:
    matches = statistics_of(
        finished("m1", ("Ana", "=José"), (6, 4), game="blue_moon_city", seconds=3661),
        finished("m2", ("Eva", "Ana"), (1, 2), game="scorekeeping", day=1),
    )
    data = plays_csv(matches.played, {"blue_moon_city": ("points",), "scorekeeping": ("notch.n1",)})
    rows = _rows(data)
    assert tuple(rows[0]) == COLUMNS
    named = [(row["name"], row["score"], row["win"]) for row in rows]
    assert named == [("Eva", "1", "0"), ("Ana", "2", "1"), ("Ana", "6", "1"), ("'=José", "4", "0")]
    assert [row["objectid"] for row in rows] == ["", "", "21882", "21882"]
    assert (rows[2]["date"], rows[2]["length"], rows[2]["quantity"]) == ("2026-03-01", "61", "1")


def test_points_that_rest_on_unknown_values_stay_empty() -> None:
    (one,) = statistics_of(finished("m1", ("Ana", "Eva"), (6, 4), game="kingdom_of_solomon")).played
    short = type(one.seats[0])("Eva", False, (("priest", 3),))
    rows = _rows(
        plays_csv(
            [replace(one, seats=(one.seats[0], short))],
            {"kingdom_of_solomon": ("points", "priest")},
        )
    )
    assert [row["score"] for row in rows] == ["6", ""]
