"""Rule cases of the folder `cases`; every refusal code has one."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.urban_sprawl import GAME
from companion.games.urban_sprawl.state import State
from tests.games import cases
from tests.games.urban_sprawl.sample import DATA, lay

CASES = cases.load(Path(__file__).parent / "cases")
NEVER_REFUSES = {"superfluous"}
"""Conditions that are only remarks."""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_rule_case_gets_its_verdict(case: cases.Case) -> None:
    cases.run(GAME, lay, case)
    if case.verdict == "refused":
        return
    after, _ = GAME.apply(lay(case.given), GAME.read_action(case.report))
    _check_table(after, case.expected.get("after", {}))


def _check_table(state: State, expected: dict[str, Any]) -> None:
    buildings, markers = state.city.buildings, state.city.markers
    table_values = {
        "phase": state.phase,
        "awaited": list(state.awaited),
        "points": state.turn.points,
        "turn": state.turn.seat,
        "pawn": state.track,
        "active": list(state.active),
        "due": {name: value for name, value in state.due.about if name in ("deck", "place")},
        "over": state.over,
        "shuffles": state.shuffles,
    }
    for name, owner in expected.pop("owners", {}).items():
        assert buildings[name].owner == (None if owner == "nobody" else owner), name
    for name in expected.pop("gone", ()):
        assert name not in buildings
    for circle, marker in expected.pop("markers", {}).items():
        assert markers.get(circle, "none") == marker
    for place, card in expected.pop("rails", {}).items():
        assert state.card_at(place) == (None if card == "nothing" else card), place
    assert {key: table_values[key] for key in expected} == expected


def _codes() -> set[str]:
    return {c.code for listed in GAME.conditions.values() for c in listed} - NEVER_REFUSES


def test_every_refusal_code_has_a_case_that_triggers_it() -> None:
    assert {case.code for case in CASES if case.code and not case.twin} == _codes()


def test_every_refusal_code_has_a_near_twin_that_is_not_refused_for_it() -> None:
    assert {case.code for case in CASES if case.twin and case.code} >= _codes()


def test_every_condition_with_an_unknown_value_has_a_case() -> None:
    words = DATA.words.conditions
    doubted = {case.code for case in CASES if case.verdict == "unverifiable" and case.twin}
    doubted |= {note for case in CASES for note in case.expected.get("notes", ())}
    assert {code for code, texts in words.items() if texts.unverified} <= doubted
