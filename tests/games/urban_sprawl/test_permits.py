"""Permits: named by what is known; remedies are found whenever a payment is, and change least."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from companion.games.urban_sprawl import GAME
from companion.games.urban_sprawl.components import PERMITS, ZONE_SETS
from companion.games.urban_sprawl.grid import FOOTPRINTS, ZONES
from companion.kernel import legality
from companion.kernel.advice import remedies
from companion.kernel.advice.remedies import draft_of
from companion.kernel.box.facts import FactValue
from companion.kernel.form import Draft, OpenBag
from companion.rulebook.wording import Wording
from companion.ui.panels.own_copy import name_offer
from tests.games.urban_sprawl.sample import lay
from tests.seeds import how_much

_CODES = ("not_your_permits", "wrong_zone", "permits_short")
_BLOCK = "block.1.1"


def _given(rng: Random) -> dict[str, Any]:
    some = rng.sample(PERMITS, 8)
    facts: dict[str, Any] = {f"{permit}.zones": rng.choice(tuple(ZONE_SETS)) for permit in some}
    facts |= {f"{permit}.size": rng.choice((1, 1, 2, 3, 4)) for permit in some}
    facts |= {f"{permit}.payout": rng.randint(0, 12) for permit in some}
    facts |= {"town.t9.zone": rng.choice(ZONES), "town.t9.size": rng.randint(1, 4)}
    held = some[: rng.randint(0, 6)]
    return {
        "city": "empty", "facts": facts, "rails": {"rail.c1": "town.t9"},
        "cards": {"0": held, "1": some[6:7]},
    }  # fmt: skip


def _report(rng: Random, given: dict[str, Any]) -> dict[str, Any]:
    facts = given["facts"]
    there = (*given["cards"]["0"], *given["cards"]["1"])
    lots = rng.choice(FOOTPRINTS[_BLOCK][facts["town.t9.size"]])
    return {
        "kind": "build", "seat": 0, "place": "rail.c1", "zone": facts["town.t9.zone"],
        "block": _BLOCK, "lots": "+".join(sorted(lots)),
        "pay": rng.sample(there, rng.randint(0, min(3, len(there)))),
    }  # fmt: skip


def _payments(given: dict[str, Any]) -> list[set[str]]:
    """Return every payment out of the hand of which no card could be left out."""
    facts, held = given["facts"], given["cards"]["0"]
    zone, size = facts["town.t9.zone"], facts["town.t9.size"]
    fitting = [permit for permit in held if zone in ZONE_SETS[facts[f"{permit}.zones"]]]
    payments: list[set[str]] = []
    for number in range(1, len(fitting) + 1):
        for some in combinations(fitting, number):
            worth = [facts[f"{permit}.size"] for permit in some]
            if sum(worth) >= size > sum(worth) - min(worth):
                payments.append(set(some))
    return payments


def _check(seed: int) -> bool:
    """Check one report; return whether it was refused for its permits while some would do."""
    rng = Random(seed)
    given = _given(rng)
    state = lay(given)
    action: Any = GAME.read_action(_report(rng, given))
    refusal = legality.check(GAME, state, action)
    if refusal is None or refusal.code not in _CODES:
        return False
    ways = remedies.find_remedies(GAME, state, draft_of(action), refusal).remedies
    paid = [set(way.draft.values["pay"]) for way in ways if "pay" in (way.remedy.change or {})]
    possible = _payments(given)
    if not possible:
        assert not paid
        return False
    laid = set(action.pay)
    least = min(len(laid ^ some) for some in possible)
    assert paid, (given, action)
    assert paid[0] in possible, (given, action, paid)
    assert len(laid ^ paid[0]) == least, (given, action, paid)
    return True


@how_much("reports", everyday=60, before_release=1000)
def test_wrong_permits_are_answered_with_those_that_would_do(reports: int) -> None:
    assert sum(map(_check, range(reports))) > reports // 6


@pytest.mark.campaign
@pytest.mark.timeout(7200)
def test_fifty_thousand_wrong_permits_are_answered_with_those_that_would_do() -> None:
    checked = seed = 0
    while checked < 50_000:
        checked += _check(seed)
        seed += 1
    print(checked, "of", seed)


@pytest.mark.parametrize(
    ("held", "size", "only"),
    [
        (("permit.p1",), None, True),
        (("permit.p1",), 2, True),
        (("permit.p1",), 1, False),
        (("permit.p1", "permit.p2"), 2, False),
        ((), None, True),
    ],
)
def test_only_permit_that_may_pay_is_not_asked_for(
    held: tuple[str, ...], size: int | None, *, only: bool
) -> None:
    facts: dict[str, Any] = {} if size is None else {"zones": "civic-residential", "size": size}
    given = {
        "city": "empty", "rails": {"rail.c1": "town.t9"}, "cards": {"0": held},
        "facts": {f"permit.p1.{name}": value for name, value in facts.items()},
        "unknown": () if facts else ("permit.p1.zones", "permit.p1.size"),
    }  # fmt: skip
    lots = {"lots": "+".join(sorted(FOOTPRINTS[_BLOCK][2][0])), "block": _BLOCK}
    draft = Draft("build", 0, {"place": "rail.c1", "zone": "civic", **lots})
    asked = GAME.candidates(lay(given), draft, "pay")
    assert isinstance(asked, OpenBag)
    assert asked.only == only
    assert not only or asked.proposals == (held,)


@pytest.mark.parametrize(
    ("facts", "named"),
    [
        ({}, "Licencia 4"),
        ({"payout": 3}, "Licencia 4 (riqueza 3)"),
        ({"zones": "civic-residential", "ballot": "yes"}, "Licencia 4 (CIV/RES, urna)"),
        ({"size": 2, "payout": 0, "ballot": "no"}, "Licencia 4 (×2, riqueza 0)"),
    ],
)
def test_unnamed_permit_is_told_by_what_is_known_of_it(
    facts: dict[str, FactValue], named: str
) -> None:
    known = {f"permit.p4.{field}": value for field, value in facts.items()}
    wording = Wording("urban_sprawl", ("Ana", "Beto"), {}, known)
    assert wording.term("permit.p4") == named
    assert name_offer(wording, "permit.p4") == f"Poner nombre a la {named}"


def test_block_too_dear_is_answered_before_the_payment_is_chosen() -> None:
    facts = {"town.t9.zone": "commercial", "town.t9.size": 1}
    facts |= {f"permit.p{n}.zones": "commercial" for n in (1, 2)}
    facts |= {f"permit.p{n}.size": 1 for n in (1, 2)}
    facts |= {"permit.p1.payout": 9, "permit.p2.payout": 0}
    state = lay({
        "city": "empty", "facts": facts, "rails": {"rail.c1": "town.t9"},
        "cards": {"0": ["permit.p1", "permit.p2"]}, "wealth": {"0": 0},
    })  # fmt: skip
    build = {"place": "rail.c1", "zone": "commercial", "block": _BLOCK}
    draft = Draft("build", 0, build)
    refusal = legality.check_draft(GAME, state, draft)
    assert refusal
    advised = remedies.find_remedies(GAME, state, draft, refusal).remedies
    assert [way.remedy.code for way in advised] == ["invest_first"]
