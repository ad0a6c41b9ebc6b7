"""Values of the box typed after they mattered: the acta is judged again with them.

Every printed number here is invented.
"""

from collections.abc import Mapping
from typing import Any

from companion.bootstrap import catalog
from companion.games import GAMES
from companion.games.kingdom_of_solomon.components import SolomonOptions
from companion.kernel.box.facts import FactValue, TypedLine
from companion.match.entries import Adjusted, Entry, FactsEntered, Reported, Setting, Started
from companion.match.files.value_catalog import CheckedGames
from companion.match.fold import Match, append, fold
from companion.match.reconcile import posted
from tests.games.kingdom_of_solomon.sample import DATA, GAME_ID, NAMES
from tests.playthroughs.actas import FIRST

ANA, BETO = 0, 1


def begun(known: Mapping[str, FactValue] | None = None, *, learns: bool = False) -> Match:
    """Return a match of two in the market; each has a cube of stone and a cube of timber."""
    options = SolomonOptions(players=NAMES[:2])
    started = Started(
        match="match-1",
        game=GAME_ID,
        rules_version=GAMES[GAME_ID].version,
        options=options.model_dump(mode="json"),
        facts=DATA.default_facts() | dict(known or {}),
        rulings=DATA.default_rulings(),
        learns=learns,
    )
    games = CheckedGames(GAMES, catalog)
    match = fold(games, (Entry(seq=0, id="start", at=FIRST, body=started),))
    for n in range(1, 5):
        match = reported(match, {"kind": "turn_up", "seat": ANA, "card": f"building.c{n}"})
    for seat, space in ((ANA, "territory.t1"), (BETO, "territory.t2")):
        match = reported(match, {"kind": "place_pawn", "seat": seat, "space": space})
    match = placed(match, "phase", "resolution")
    for seat, space in ((ANA, "territory.t1"), (BETO, "territory.t2")):
        match = reported(match, {"kind": "collect_all", "seat": seat, "spaces": [space]})
    assert match.state.phase == "market"
    return match


def recorded(match: Match, body: Any) -> Match:
    """Return the match after one more entry."""
    number = len(match.entries)
    return append(match, Entry(seq=number, id=f"entry-{number}", at=FIRST, body=body))


def reported(match: Match, report: Mapping[str, Any]) -> Match:
    """Return the match after a legal report."""
    action = match.game.read_action(report)
    match_after = recorded(match, Reported(action=action.model_dump(mode="json")))
    assert match_after.broken is None, report
    return match_after


def placed(match: Match, code: str, value: str) -> Match:
    """Return the match after something was set by hand."""
    return recorded(match, Adjusted(settings=(Setting(code=code, value=value),)))


def typed(match: Match, fact: str, value: FactValue) -> Match:
    """Return the match after a value was typed."""
    return recorded(match, FactsEntered(facts={fact: value}))


SOLD = {"kind": "sell", "seat": BETO, "place": "price.timber-1"}


def test_price_typed_later_gives_the_points_of_the_sale() -> None:
    match = reported(begun(), SOLD)
    assert match.state.points(BETO) == 10
    assert typed(match, "price.timber-1.points", 6).state.points(BETO) == 16
    # The price of another place does not change it.
    assert typed(match, "price.timber-2.points", 6).state.points(BETO) == 10


def test_points_that_were_counted_stay_whatever_price_is_typed_later() -> None:
    match = reported(begun(), SOLD)
    there = (f"seat:{BETO}", "point")
    counted = recorded(match, Adjusted(postings=(posted(match.state, there, 5),)))
    assert (counted.state.points(BETO), counted.state.points_lack(BETO)) == (15, ())
    for price in (0, 5, 6):
        assert typed(counted, "price.timber-1.points", price).state.points(BETO) == 15
    # A count of what lacks nothing is a difference to what the app thinks.
    other = (f"seat:{ANA}", "point")
    sure = Adjusted(postings=(posted(match.state, other, 5),))
    assert sure.postings[0].lies is None
    assert recorded(match, sure).state.points_lack(BETO) == ("price.timber-1.points",)


def test_conflicting_yield_typed_later_breaks_the_harvest() -> None:
    """Report stay as they are; the table sees which one no longer holds."""
    options = {"kind": "harvest", "seat": ANA, "territory": "territory.t5", "take": ["gold"]}
    match = begun()
    match = placed(placed(match, "phase", "resolution"), "pawn.territory.t5", str(ANA))
    match = reported(match, options)
    same = typed(match, "territory.t5.yields", (TypedLine("gain", 1, "cube:gold"),))
    assert same.broken is None
    other = typed(match, "territory.t5.yields", (TypedLine("gain", 1, "cube:food"),))
    assert other.broken is not None
    assert other.broken.refusal is not None
    assert other.broken.refusal.code == "wrong_harvest"


def test_conflicting_cost_typed_later_breaks_the_payment() -> None:
    built = {
        "kind": "build_card",
        "seat": ANA,
        "card": "building.c1",
        "site": "territory.t3",
        "pay": ["stone"],
    }
    match = reported(placed(begun(), "phase", "build"), built)
    stone, gold = (TypedLine("pay", 1, f"cube:{good}") for good in ("stone", "gold"))
    assert typed(match, "building.c1.cost", (stone,)).broken is None
    other = typed(match, "building.c1.cost", (gold,)).broken
    assert other is not None
    assert other.refusal is not None
    assert other.refusal.code == "cost_unmet"
