"""Traces of a count: its title, statistics by what was played, and the order of the people."""

from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import new_id, own_hub
from companion.games.scorekeeping import GAME
from companion.match.entries import Reported
from companion.match.fold import Match
from companion.match.resumable import done
from companion.services.hub import Hub
from companion.services.matches.results import NewMatch, Recorded, Submission
from companion.services.statistics.figures import by_game, gathered
from companion.services.statistics.statistics_export import game_name, score_name
from companion.ui.context import wording_of
from companion.ui.screens.new_match.presenter import MatchPlan, new_match
from companion.ui.screens.result import presenter

COUNTS = (("Ana", 4), ("Beto", 9), ("Clara", 2))


def _played(hub: Hub, **options: Any) -> Match:
    """Play a match in which everybody is counted once."""
    names = [name for name, _ in COUNTS]
    made = hub.matches.create(NewMatch(GAME.id, {"players": names, **options}))
    assert isinstance(made, Match)
    counted = (
        {"kind": "change_count", "seat": 0, "who": who, "thing": "n1", "amount": amount}
        for who, (_, amount) in enumerate(COUNTS)
    )
    for action in (*counted, {"kind": "finish_match", "seat": 0}):
        sent = Submission(new_id(), Reported(action=action))
        answer = done(hub.matches.submit(made.started.match, sent))
        assert isinstance(answer, Recorded), answer
    return hub.matches.open(made.started.match)


def test_statistics_tell_apart_what_was_played(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        for name, thing in (("Oca", "Casillas"), ("Oca", "Casillas"), ("", "Puntos")):
            _played(hub, name=name, things=[thing])
        games = by_game(gathered(hub.matches.list.results()).played)
    told = [
        (game_name(one.game), one.matches, score_name(one.game, one.lines[0].code)) for one in games
    ]
    assert told == [("Oca · Solo la cuenta", 2, "Casillas"), ("Solo la cuenta", 1, "Puntos")]


@pytest.mark.parametrize(("fewest", "order"), [(False, "Beto Ana Clara"), (True, "Clara Ana Beto")])
def test_places_follow_from_who_wins(tmp_path: Path, fewest: bool, order: str) -> None:
    with own_hub(tmp_path) as hub:
        match = _played(hub, fewest=fewest)
    assert match.outcome
    winners, wording = match.outcome.winners, wording_of(match)
    steps = presenter.podium(match, wording, ("notch.n1",), winners, fewest=fewest)
    assert [step.name for step in steps] == order.split()
    lines = presenter.series(match, "notch.n1")
    said = presenter.curve(lines, "Puntos", wording, number=1, steady=True, fewest=fewest)
    assert order.split()[0] in said.split(". ")[-1]


def test_chart_of_a_single_turn_has_a_point_for_each_change(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        match = _played(hub)
    lines = presenter.series(match, "notch.n1")
    assert [one.points for one in lines] == [(0, 4, 4, 4), (0, 0, 9, 9), (0, 0, 0, 2)]
    assert presenter.turns(match) == 1
    # Ana was ahead until Beto was counted, though within one turn.
    steady, wording = presenter.steady(match, ("notch.n1",)), wording_of(match)
    said = presenter.curve(lines, "Puntos", wording, number=1, steady=steady)
    assert said.replace("\u00a0", " ") == (
        "Puntos, en 1 turno. Acaban Beto con 9, Ana con 4 y Clara con 2."
    )


@pytest.mark.parametrize(("typed", "title"), [("", "Oca"), ("La revancha", "La revancha")])
def test_match_has_the_name_of_what_is_played(typed: str, title: str) -> None:
    options = {"name": " Oca ", "things": ("Puntos",), "fewest": False}
    plan = MatchPlan(("Ana", "Beto"), title=typed, options=options)
    assert new_match(plan, GAME, {}, "", "here").title == title
