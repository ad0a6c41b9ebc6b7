"""Rule cases of the folder `cases`; every refusal code has one."""

from pathlib import Path

import pytest

from companion.games import GAMES
from companion.kernel.refusal import ConditionKind
from tests.games import cases
from tests.games.blue_moon_city.sample import GAME_ID, lay

GAME = GAMES[GAME_ID]
CASES = cases.load(Path(__file__).parent / "cases")

NEVER_REFUSED = {"overpaid", "needless_grey"}
"""Code never refused: hands are hidden, so paying too much is only remarked upon."""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_rule_case_gets_its_verdict(case: cases.Case) -> None:
    cases.run(GAME, lay, case)


def _codes() -> set[str]:
    return {c.code for listed in GAME.conditions.values() for c in listed} - NEVER_REFUSED


def test_every_refusal_code_has_a_case_that_triggers_it() -> None:
    assert {case.code for case in CASES if case.code and not case.twin} == _codes()


def test_every_refusal_code_has_a_near_twin_that_is_not_refused_for_it() -> None:
    assert {case.code for case in CASES if case.twin} == _codes()


def test_every_ruling_is_read_both_ways_in_some_case() -> None:
    # One case uses the default reading, one the other. Set-up rulings have their own test.
    others = {ruling for case in CASES for ruling in case.given.get("rulings", {})} | {
        "temple_sides",
        "crystals_secret",
    }
    assert others == set(lay({}).rulings)


def test_case_titles_are_unique() -> None:
    titles = [case.title for case in CASES]
    assert len(titles) == len(set(titles))


def test_shortages_cannot_be_overruled() -> None:
    for listed in GAME.conditions.values():
        for condition in listed:
            if condition.code in ("hand_too_small", "crystals_short", "no_stones_left"):
                assert condition.kind is ConditionKind.SHORTAGE
