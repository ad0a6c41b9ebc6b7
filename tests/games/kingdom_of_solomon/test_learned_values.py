"""Values that a harvest showed are in force; a report that shows another one is asked about.

Every printed value here is invented.
"""

from typing import Any

import pytest

from companion.games.kingdom_of_solomon import GAME
from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.box.facts import TypedLine, Unknown
from companion.match.entries import (
    Amended,
    Consent,
    ConsentTo,
    FactsEntered,
    Insert,
    Remove,
    Replace,
    Reported,
    Undone,
)
from companion.match.fold import Match
from companion.match.value_conflicts import ValueConflict, value_conflicts
from tests.games.kingdom_of_solomon.test_typed_later import (
    ANA,
    BETO,
    begun,
    placed,
    recorded,
    reported,
    typed,
)

YIELDS = "territory.t5.yields"
GOLD, FOOD = ((TypedLine("gain", 1, f"cube:{good}"),) for good in ("gold", "food"))


def harvest(seat: int, *take: str) -> dict[str, Any]:
    """Return the report that a seat collects these cubes from territory 5."""
    return {"kind": "harvest", "seat": seat, "territory": "territory.t5", "take": take}


def on_five(match: Match, seat: int) -> Match:
    """Return the match with a pawn of a seat on territory 5, to be resolved."""
    return placed(placed(match, "phase", "resolution"), "pawn.territory.t5", str(seat))


def gold_shown(*, learns: bool = True) -> Match:
    """Return a match in which Ana collected gold from territory 5, and then Beto stands there."""
    match = reported(on_five(begun(learns=learns), ANA), harvest(ANA, "gold"))
    return on_five(match, BETO)


def conflicts(match: Match, report: dict[str, Any]) -> tuple[ValueConflict, ...]:
    """Return the conflicts of a report with what was shown or typed."""
    return value_conflicts(match, draft_of(GAME.read_action(report)))


def refused(match: Match, report: dict[str, Any]) -> bool:
    """Return whether a report is refused now."""
    return legality.check(GAME, match.state, GAME.read_action(report)) is not None


def test_shown_yield_is_in_force_from_the_next_report_on() -> None:
    match = gold_shown()
    assert match.known[YIELDS] == GOLD
    harvested = next(n for n, step in enumerate(match.steps) if step.shows)
    before = match.before_step(harvested)
    assert isinstance(before.state.printed[YIELDS], Unknown)
    assert YIELDS not in before.known
    assert match.steps[harvested].judgement.verdict == "unverifiable"
    assert not refused(match, harvest(BETO, "gold"))
    after = reported(match, harvest(BETO, "gold"))
    assert after.steps[-1].judgement.verdict == "legal"


@pytest.mark.parametrize("learns", [True, False])
def test_collecting_everything_uses_what_was_shown(*, learns: bool) -> None:
    match = gold_shown(learns=learns)
    report = {"kind": "collect_all", "seat": BETO, "spaces": ["territory.t5"]}
    assert refused(match, report) != learns
    if learns:
        before = match.state.ledger.balance("seat:1", "cube:gold")
        after = reported(match, report).state.ledger.balance("seat:1", "cube:gold")
        assert after == before + 1


def test_other_harvest_is_a_conflict_with_the_report_that_showed_it() -> None:
    match = gold_shown()
    assert refused(match, harvest(BETO, "food"))
    (conflict,) = conflicts(match, harvest(BETO, "food"))
    assert conflict == ValueConflict(YIELDS, GOLD, match.learned[YIELDS].item, False, FOOD)
    assert conflicts(match, harvest(BETO, "gold")) == ()


def test_report_that_is_refused_anyway_conflicts_with_nothing() -> None:
    match = placed(gold_shown(), "pawn.territory.t5", "nobody")
    assert refused(match, harvest(BETO, "food"))
    assert conflicts(match, harvest(BETO, "food")) == ()


def test_harvest_beside_a_typed_yield_names_the_entry_that_typed_it() -> None:
    match = on_five(typed(begun(learns=True), YIELDS, GOLD), BETO)
    (conflict,) = conflicts(match, harvest(BETO, "food"))
    assert isinstance(conflict.source.body, FactsEntered)
    assert (conflict.typed, conflict.instead) == (True, FOOD)
    assert conflicts(match, harvest(BETO, "gold")) == ()


def test_earlier_report_may_be_corrected() -> None:
    match = gold_shown()
    action = GAME.read_action(harvest(ANA, "food")).model_dump(mode="json")
    edit = Replace(target=match.learned[YIELDS].item.id, body=Reported(action=action))
    after = recorded(match, Amended(edits=(edit,)))
    assert after.broken is None
    assert after.known[YIELDS] == FOOD
    assert not refused(after, harvest(BETO, "food"))
    # Before that correction it was gold, and it is again without it.
    back = recorded(after, Undone(to=after.entries[-1].id))
    assert back.known[YIELDS] == GOLD


def test_value_may_be_what_the_later_report_shows() -> None:
    match = gold_shown()
    (conflict,) = conflicts(match, harvest(BETO, "food"))
    values = Insert(id="typing", before=None, body=FactsEntered(facts={YIELDS: FOOD}))
    alone = recorded(match, Amended(edits=(values,)))
    assert alone.broken is not None
    assert alone.broken.item.id == conflict.source.id
    consent = ConsentTo(target=conflict.source.id, consent=Consent(by="Ana"))
    after = recorded(match, Amended(edits=(values, consent)))
    assert after.broken is None
    assert reported(after, harvest(BETO, "food")).known[YIELDS] == FOOD


@pytest.mark.parametrize("way", ["undo", "remove", "consent"])
def test_value_goes_with_the_report_that_showed_it(way: str) -> None:
    match = gold_shown()
    target = match.learned[YIELDS].item.id
    bodies = {
        "undo": Undone(to=target),
        "remove": Amended(edits=(Remove(target=target),)),
        "consent": Amended(edits=(ConsentTo(target=target, consent=Consent(by="Ana")),)),
    }
    after = recorded(match, bodies[way])
    assert YIELDS not in after.known
    assert isinstance(after.state.printed[YIELDS], Unknown)


def test_twelfth_site_is_not_learned() -> None:
    """Eleven territories have a site, so a building on a twelfth shows that a report was wrong."""
    sites = {f"territory.t{n}.plot": "yes" for n in range(6, 17)}

    def built(known: dict[str, Any]) -> Match:
        match = placed(begun(known, learns=True), "phase", "build")
        report = {
            "kind": "build_card",
            "seat": ANA,
            "card": "building.c1",
            "site": "territory.t3",
            "pay": ["stone"],
        }
        return reported(match, report)

    assert "territory.t3.plot" in built({}).learned
    assert "territory.t3.plot" in built(dict(list(sites.items())[:10])).learned
    assert "territory.t3.plot" not in built(sites).learned


def test_learned_value_moves_with_the_box_when_another_is_typed() -> None:
    """Values typed later replay only what read them, and what was learned stays in between."""
    match = gold_shown()
    after = typed(match, "price.timber-1.points", 6)
    assert after.known[YIELDS] == GOLD
    assert after.state.printed[YIELDS] == match.state.printed[YIELDS]
    yields = [step.state.printed[YIELDS] for step in match.steps]
    assert [step.state.printed[YIELDS] for step in after.steps[:-1]] == yields


def test_header_says_whether_reports_teach() -> None:
    for learns in (True, False):
        header = begun(learns=learns).started.model_dump(mode="json")
        assert ("learns" in header) == learns


@pytest.mark.parametrize("learns", [True, False])
def test_artisan_repeats_what_was_shown(*, learns: bool) -> None:
    again = {"action.artisan.lines": (TypedLine("again", 1, ""),)}
    match = reported(on_five(begun(again, learns=learns), ANA), harvest(ANA, "gold"))
    match = placed(on_five(match, BETO), "pawn.action.artisan", str(BETO))
    use = {"kind": "use_space", "seat": BETO, "space": "action.artisan", "at": "territory.t5"}
    assert not refused(match, {**use, "take": ["gold"]})
    assert refused(match, {**use, "take": ["food"]}) == learns
