"""Rule cases of the folder `cases`; every refusal code has one."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.santiago_de_cuba import GAME
from companion.games.santiago_de_cuba.state import State
from companion.kernel import legality
from companion.kernel.pieces.ledger import Happening
from tests.games import cases
from tests.games.santiago_de_cuba.sample import lay

CASES = cases.load(Path(__file__).parent / "cases")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_rule_case_gets_its_verdict(case: cases.Case) -> None:
    cases.run(GAME, lay, case)
    _check_rules(case)
    _check_consent(case)
    if "after" in case.expected or "score" in case.expected:
        after, _ = GAME.apply(lay(case.given), GAME.read_action(case.report))
        _check_table(after, case.expected.get("after", {}))
        _check_score(after, case.expected.get("score", {}))


def _check_rules(case: cases.Case) -> None:
    """Check the sections that must not be cited: `not_rules`."""
    refusal = legality.check(GAME, lay(case.given), GAME.read_action(case.report))
    if refusal is not None:
        assert set(case.expected.get("not_rules", ())).isdisjoint(refusal.rules)


def _check_consent(case: cases.Case) -> None:
    """Check `consented`, the state after a consent, and `beyond`, what no consent allows."""
    state, action = lay(case.given), GAME.read_action(case.report)
    beyond = legality.beyond_consent(GAME, state, action)
    if "beyond" in case.expected:
        assert beyond is not None
        assert beyond.code == case.expected["beyond"]
    if "consented" not in case.expected:
        return
    assert beyond is None, beyond
    expected = case.expected["consented"]
    after, effects = GAME.apply(state, action)
    assert GAME.invariants(after) == ()
    happened = {effect.code for effect in effects if isinstance(effect, Happening)}
    assert set(expected.get("effects", ())) <= happened
    for key, amount in expected.get("balances", {}).items():
        account, item = key.split()
        assert after.ledger.balance(account, item) == amount, (key, effects)
    _check_table(after, expected.get("after", {}))


def _check_table(state: State, expected: dict[str, Any]) -> None:
    """Compare everything open on the table with the case."""
    view = GAME.public_view(state, None)
    table_values = {
        "phase": view.turn.phase,
        "seat": view.turn.seat,
        "using": state.using,
        "waiting": list(view.turn.waiting),
        "ship": view.ship.number,
        "flag": view.ship.flag,
        "rolled": view.ship.rolled,
        "demand": view.ship.demand,
        "inactive": sorted(view.inactive),
        "owners": view.owners,
    }
    assert {key: table_values[key] for key in expected} == expected


def _check_score(state: State, expected: dict[str, int]) -> None:
    lines = GAME.score(state)
    for seat, total in expected.items():
        assert sum(line.amount for line in lines if line.seat == int(seat)) == total


def _codes() -> set[str]:
    return {c.code for listed in GAME.conditions.values() for c in listed}


def test_every_refusal_code_has_a_case_that_triggers_it() -> None:
    assert {case.code for case in CASES if case.code and not case.twin} == _codes()


def test_every_refusal_code_has_a_near_twin_that_is_not_refused_for_it() -> None:
    assert {case.code for case in CASES if case.twin} == _codes()


def test_every_ruling_is_read_both_ways_in_some_case() -> None:
    # One case uses the default reading, one the other. Hidden holdings have their own test.
    others = {ruling for case in CASES for ruling in case.given.get("rulings", {})}
    assert others | {"hidden_holdings"} == set(lay({}).rulings)


def test_edge_cases_of_the_facts_are_cases() -> None:
    named = {word.strip(",:") for case in CASES for word in case.title.split()}
    assert {f"E{n}" for n in range(1, 26)} <= named
    assert {
        "T1",
        "T4",
        "T6",
        "T7",
        "T8",
        "T10",
        "T11",
        "T12",
        "D1",
        "D3",
        "D4",
        "D5",
        "D8",
    } <= named


def test_case_titles_are_unique() -> None:
    titles = [case.title for case in CASES]
    assert len(titles) == len(set(titles))
