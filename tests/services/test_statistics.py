"""Statistics of finished matches: what counts, totals, and exported files."""

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.match.entries import Noted, Undone
from companion.rulebook.loader import app_words
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches import cache
from companion.services.matches.results import MatchEnd, MatchResult, MatchSummary, ScoreAmount
from companion.services.sharing.shared_tables import device_id
from companion.services.statistics.figures import (
    FinishedMatches,
    LeftOut,
    Only,
    by_game,
    by_player,
    chosen,
    gathered,
    names,
    same_name,
)
from companion.services.statistics.statistics_export import COLUMNS, as_csv, as_json
from companion.services.storage.sqlite_store import SqliteStore
from companion.services.storage.store import StoreError
from tests.games.elsewhere import opened
from tests.services.conftest import Table, new_hub, new_match

BEGUN = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)


def finished(
    name: str,
    players: tuple[str, ...] = ("Ana", "Luis"),
    points: tuple[int, ...] = (5, 3),
    *,
    game: str = "pebbles",
    day: int = 0,
    seconds: int = 600,
    **more: object,
) -> MatchSummary:
    """Return a finished match, won by the most points."""
    scores = tuple(ScoreAmount(seat, "points", n) for seat, n in enumerate(points))
    begun = BEGUN + timedelta(days=day)
    result = MatchResult(begun, begun + timedelta(seconds=seconds), seconds, 10, 20, scores)
    winners = tuple(seat for seat, n in enumerate(points) if n == max(points))
    return MatchSummary(
        name,
        game,
        players=players,
        winners=winners,
        result=result,
        count=9,
        **more,  # type: ignore[arg-type]
    )


def statistics_of(*summaries: MatchSummary) -> FinishedMatches:
    """Return the finished matches of these summaries."""
    return gathered(summaries)


# From the acta to the summary


def played(hub: Hub, *, pile: int = 3, title: str = "") -> Table:
    """Return a match of the toy game that Ana won with its only move."""
    table = Table(hub, new_match(hub, pile=pile, title=title).started.match)
    table.take(0, 3)
    return table


def test_finished_match_has_scores_turns_and_times(hub: Hub) -> None:
    table = Table(hub, new_match(hub, pile=4).started.match)
    table.take(0, 1)
    assert hub.matches.list.results()[0].result is None
    table.take(1, 3)
    (line,) = hub.matches.list.results()
    result = line.result
    assert result
    assert result.scores == (ScoreAmount(0, "points", 1), ScoreAmount(1, "points", 3))
    assert (result.turns, result.entries) == (2, 2)
    assert result.begun == table.match.entries[0].at
    assert result.ended == table.match.entries[-1].at
    assert result.seconds == 2
    table.send(Noted(text="¡Otra!"))
    assert hub.matches.list.results()[0].result == result, (
        "what is noted afterwards is not the match"
    )


def test_match_taken_up_again_has_no_result(hub: Hub) -> None:
    table = played(hub)
    table.send(Undone(to=table.match.entries[1].id))
    assert hub.matches.list.results()[0].result is None


def test_breaks_and_backward_clocks_are_not_played_time(tmp_path: Path) -> None:
    times = iter([0, 60, 60 + 1900, 60 + 1900 - 500, 60 + 1900 + 10])
    hub = new_hub(tmp_path, clock=lambda: BEGUN + timedelta(seconds=next(times)))
    table = Table(hub, new_match(hub, pile=7).started.match)
    for seat, amount in ((0, 1), (1, 1), (0, 2), (1, 3)):
        table.take(seat, amount)
    result = hub.matches.list.results()[0].result
    assert result
    assert result.seconds == 60 + 510


def test_summary_of_an_older_program_is_written_again_for_results(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(hub)
    store = SqliteStore(tmp_path)
    old = json.loads(store.head(table.match_id).digest)
    del old["result"]
    store.write_digest(table.match_id, json.dumps(old))
    fresh = new_hub(tmp_path)
    assert fresh.matches.list.all()[0].result is None, "a list alone does not play the match"
    assert fresh.matches.list.all()[0].finished
    assert fresh.matches.list.results() == hub.matches.list.results()

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(cache, "folding_own", never)
    assert new_hub(tmp_path).matches.list.results() == hub.matches.list.results(), (
        "once made, it is kept"
    )


def test_result_is_available_where_nothing_can_be_written(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(hub)
    SqliteStore(tmp_path).write_digest(table.match_id, "")

    def refused(*_: object) -> None:
        raise StoreError("read_only")

    monkeypatch.setattr(SqliteStore, "write_digest", refused)
    assert new_hub(tmp_path).matches.list.results() == hub.matches.list.results()


def test_unreadable_match_is_counted_as_left_out(hub: Hub, tmp_path: Path) -> None:
    broken, _ = played(hub), played(hub)
    new_match(hub)
    new_match(hub, example=True)
    (tmp_path / "matches" / f"match-{broken.match_id}.sqlite").write_bytes(b"?" * 9999)
    statistics = gathered(new_hub(tmp_path).matches.list.results())
    assert len(statistics.played) == 1
    assert statistics.left_out == LeftOut(playing=1, examples=1, unreadable=1)


def test_statistics_are_for_the_host_only(hub: Hub) -> None:
    played(hub)
    assert len(Client(hub, device_id("host"), owner=True).matches.results()) == 1
    assert Client(hub, device_id("guest"), owner=False).matches.results() == ()


# Totals


def test_names_are_compared_without_case_accents_or_blanks() -> None:
    alike = {same_name(name) for name in ("José", "jose", " JOSÉ ", "Jose\u0301")}
    assert alike == {"jose"}
    assert same_name("Peña") != same_name("Pena"), "ñ is a letter of its own"
    assert same_name("Pen\u0303a") == same_name("PEÑA")
    assert same_name("Ana  María") == same_name("ana maria")


def test_player_is_shown_with_the_latest_spelling() -> None:
    statistics = statistics_of(
        finished("m1", ("jose", "Luis")), finished("m2", ("Luis", "José"), day=1)
    )
    assert names(statistics.played) == {"luis": "Luis", "jose": "José"}
    totals = {one.key: one for one in by_player(statistics.played)}
    assert (totals["jose"].name, totals["jose"].matches, totals["jose"].wins) == ("José", 2, 1)
    assert totals["luis"].wins == 1


def test_shared_win_counts_for_each_winner() -> None:
    totals = by_player(statistics_of(finished("m1", points=(4, 4))).played)
    assert [one.wins for one in totals] == [1, 1]


def test_totals_by_game_give_times_means_and_the_first_best() -> None:
    statistics = statistics_of(
        finished("m1", points=(5, 3), seconds=600),
        finished("m2", points=(2, 9), day=1, seconds=1200),
        finished("m3", ("Eva", "Noé", "Ana"), (9, 1, 2), day=2, seconds=900),
        finished("m4", game="other", points=(1, 0), day=3),
    )
    first, second = by_game(statistics.played)
    assert (first.game, first.matches, second.game) == ("pebbles", 3, "other")
    assert (first.seconds, first.shortest, first.longest) == (900, 600, 1200)
    (line,) = first.lines
    assert (line.best, line.by) == (9, "Luis"), "the first to reach it"
    assert line.mean == pytest.approx(31 / 7)


def test_best_amount_shared_within_a_match_has_no_holder() -> None:
    shared = by_game(statistics_of(finished("m1", points=(0, 0))).played)[0].lines[0]
    assert (shared.best, shared.by) == (0, "")
    alone = by_game(statistics_of(finished("m1", points=(1, 0))).played)[0].lines[0]
    assert (alone.best, alone.by) == (1, "Ana")


def test_totals_of_a_player_are_separate_by_game() -> None:
    statistics = statistics_of(finished("m1"), finished("m2", game="other", points=(1, 8), day=1))
    luis = next(one for one in by_player(statistics.played) if one.key == "luis")
    assert (luis.matches, luis.wins) == (2, 1)
    assert [(one.game, one.matches, one.wins) for one in luis.games] == [
        ("other", 1, 1),
        ("pebbles", 1, 0),
    ]
    assert [one.lines[0].best for one in luis.games] == [8, 3]


def test_filter_selects_matches_by_game_player_and_seats() -> None:
    matches = statistics_of(
        finished("m1"),
        finished("m2", ("Ána", "Eva", "Noé"), (1, 2, 3), day=1),
        finished("m3", game="other", day=2),
    ).played

    def ids(**only: object) -> list[str]:
        return [one.id for one in chosen(matches, Only(**only))]  # type: ignore[arg-type]

    assert ids() == ["m3", "m2", "m1"]
    assert ids(game="pebbles") == ["m2", "m1"]
    assert ids(player="eva") == ["m2"]
    assert ids(player="ana", seats=2) == ["m3", "m1"]
    assert ids(game="other", seats=3) == []


def test_no_match_has_no_totals() -> None:
    assert (by_game(()), by_player(()), names(())) == ((), (), {})


# Files


def rows(data: bytes) -> list[dict[str, str]]:
    """Return the rows of a CSV as a spreadsheet reads it."""
    text = data.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=";"))


def test_csv_has_a_row_per_seat() -> None:
    words = app_words()
    statistics = statistics_of(
        finished("m1", title="Cena; con «amigos»"),
        finished("m2", ("Eva", "Noé"), game="other", points=(1, 8), day=1),
    )
    with opened("pebbles"):
        data = as_csv(statistics.played, words)
    assert data.startswith(b"\xef\xbb\xbf")
    lines = rows(data)
    assert list(lines[0])[: len(COLUMNS)] == [words(f"stats.column.{name}") for name in COLUMNS]
    assert [line["Quién"] for line in lines] == ["Eva", "Noé", "Ana", "Luis"]
    assert [line["Gana"] for line in lines] == ["No", "Sí", "Sí", "No"]
    assert [line["Sitio"] for line in lines] == ["1", "2", "1", "2"]
    assert lines[2]["Nombre"] == "Cena; con «amigos»"
    assert [line["Piedras: Puntos"] for line in lines] == ["", "", "5", "3"]
    assert [line["other: points"] for line in lines] == ["1", "8", "", ""]
    assert lines[2]["Empieza (UTC)"] == "2026-03-01 18:00:00"


@pytest.mark.parametrize(
    "name",
    ["=1+1", "+34 600", "-x", "@SUM(A1)", "\t=1", "\r=1", "  =HYPERLINK(1)", "＝1", "\n=1"],
)
def test_name_like_a_formula_is_quoted_in_csv(name: str) -> None:
    statistics = statistics_of(finished("m1", (name, "Ana"), title=name))
    text = as_csv(statistics.played, app_words()).decode("utf-8-sig")
    first = next(csv.DictReader(io.StringIO(text, newline=""), delimiter=";"))
    assert first["Quién"] == f"'{name}"
    assert first["Nombre"] == f"'{name}"
    assert json.loads(as_json(statistics, BEGUN))["matches"][0]["seats"][0]["name"] == name


def test_other_name_stays_as_it_is_in_csv() -> None:
    for name in ("Ana-María", "D'Artagnan", "María=", "1+1", "«=»"):
        statistics = statistics_of(finished("m1", (name, "Luis")))
        assert rows(as_csv(statistics.played, app_words()))[0]["Quién"] == name


def test_json_export_has_its_documented_shape() -> None:
    statistics = statistics_of(
        finished("m1", title="Cena"), MatchSummary("m2", damaged="store.damaged")
    )
    assert json.loads(as_json(statistics, BEGUN)) == {
        "format": 1,
        "made": "2026-03-01T18:00:00+00:00",
        "left_out": {"playing": 0, "examples": 0, "broken": 0, "unreadable": 1},
        "matches": [
            {
                "id": "m1",
                "game": "pebbles",
                "title": "Cena",
                "begun": "2026-03-01T18:00:00+00:00",
                "ended": "2026-03-01T18:10:00+00:00",
                "seconds": 600,
                "turns": 10,
                "entries": 20,
                "end": "rules",
                "seats": [
                    {"name": "Ana", "won": True, "gave_up": False, "scores": {"points": 5}},
                    {"name": "Luis", "won": False, "gave_up": False, "scores": {"points": 3}},
                ],
            }
        ],
    }


def test_no_match_makes_empty_files() -> None:
    assert rows(as_csv((), app_words())) == []
    assert json.loads(as_json(statistics_of(), BEGUN))["matches"] == []


def test_how_matches_ended_is_counted() -> None:
    """An end by agreement and somebody who gave up are told apart from an end by the rules."""
    plain = finished("m-1")
    assert plain.result is not None
    agreed = replace(plain, id="m-2", result=replace(plain.result, end=MatchEnd.AGREED))
    given_up = replace(plain.result, end=MatchEnd.GAVE_UP, gave_up=(1,))
    ends = (agreed, replace(plain, id="m-3", result=given_up))
    played = gathered((plain, *ends)).played
    (game,) = by_game(played)
    assert game.ends == {MatchEnd.RULES: 1, MatchEnd.AGREED: 1, MatchEnd.GAVE_UP: 1}
    given = {one.name: one.gave_up for one in by_player(played)}
    assert given == {"Ana": 0, "Luis": 1}
    rows = list(
        csv.DictReader(io.StringIO(as_csv(played, app_words()).decode("utf-8-sig")), delimiter=";")
    )
    assert [row["Se rinde"] for row in rows if row["Quién"] == "Luis"] == ["No", "No", "Sí"]
