"""Rule cases of the folder `cases`; every refusal code has one."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.kingdom_of_solomon import GAME
from companion.games.kingdom_of_solomon.state import State
from tests.games import cases
from tests.games.kingdom_of_solomon.sample import DATA, lay

CASES = cases.load(Path(__file__).parent / "cases")
NEVER_REFUSES = {
    "price_unknown",
    "card_points_unknown",
    "site_points_unknown",
    "block_points_unknown",
    "yield_unknown",
    "gain_lost",
    "needless_card",
    "paid_for_less",
}
"""Conditions that only report unknown values, or remark upon something."""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_rule_case_gets_its_verdict(case: cases.Case) -> None:
    cases.run(GAME, lay, case)
    if case.verdict == "refused":
        return
    after, _ = GAME.apply(lay(case.given), GAME.read_action(case.report))
    _check_table(after, case.expected.get("after", {}))
    for seat, total in case.expected.get("score", {}).items():
        assert sum(line.amount for line in GAME.score(after) if line.seat == int(seat)) == total


def _check_table(state: State, expected: dict[str, Any]) -> None:
    table_values = {
        "phase": state.phase,
        "awaited": list(state.awaited),
        "waiting": list(state.due.seats),
        "order": list(state.order),
        "next_order": list(state.next_order),
        "priest": state.priest,
        "priest_used": state.priest_used,
        "round": state.round,
    }
    assert {key: table_values[key] for key in expected} == expected


def _codes() -> set[str]:
    return {c.code for listed in GAME.conditions.values() for c in listed} - NEVER_REFUSES


def test_every_refusal_code_has_a_case_that_triggers_it() -> None:
    assert {case.code for case in CASES if case.code and not case.twin} == _codes()


def test_every_refusal_code_has_a_near_twin_that_is_not_refused_for_it() -> None:
    assert {case.code for case in CASES if case.twin} == _codes()


def test_every_condition_with_an_unknown_value_has_a_case() -> None:
    noted = {note for case in CASES for note in case.expected.get("notes", ())}
    assert noted >= NEVER_REFUSES | {"cost_unmet", "wrong_harvest"}


def test_every_reading_of_a_ruling_has_a_case() -> None:
    """Default readings apply in the cases that name none."""
    named = {pair for case in CASES for pair in case.given.get("rulings", {}).items()}
    others = {(r.id, one) for r in DATA.rulings for one in r.readings if one != r.default}
    assert others <= named


def test_every_situation_of_the_design_has_a_case() -> None:
    named = {word.strip(",:") for case in CASES for word in case.title.split()}
    assert {f"S{n}" for n in range(1, 16)} <= named


def test_case_titles_are_unique() -> None:
    titles = [case.title for case in CASES]
    assert len(titles) == len(set(titles))
