"""Act of building roads between adjacent territories."""

from typing import Any, ClassVar, Literal

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.acts.common import Act, Deed, asked, step
from companion.games.kingdom_of_solomon.acts.payment import (
    cards_laid,
    lay_down,
    payment,
    payment_conditions,
    unread,
)
from companion.games.kingdom_of_solomon.components import (
    NO,
    TERRITORIES,
    WAYS,
    YES,
    Cubes,
    Fortunes,
    Heap,
    Territory,
    heap,
    joined,
)
from companion.games.kingdom_of_solomon.play import Play, give
from companion.games.kingdom_of_solomon.state import ON, ROAD, Phase, State
from companion.kernel.box.facts import Unknown
from companion.kernel.form import Draft, choice
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Unverified
from companion.kernel.values import SeatRef

# Roads


class BuildRoad(Deed):
    """Road built between two adjacent territories."""

    kind: Literal["build_road"] = "build_road"
    payments: ClassVar[frozenset[str]] = frozenset({"cards", "pay"})
    one: Territory
    other: Territory
    pay: Cubes
    cards: Fortunes = ()


def _road_cost(state: State) -> Heap:
    counted = {"timber": state.facts["road.timber"], "food": state.facts["road.food"]}
    return {good: n for good, n in counted.items() if n}


BUILD_ROAD = Act(
    BuildRoad,
    *step(Phase.BUILD, any_turn=True),
    fields={
        "one": choice(TERRITORIES, terms.term),
        "other": choice(TERRITORIES, terms.term),
        "pay": payment(lambda state, _draft: _road_cost(state)),
        "cards": cards_laid(lambda state, _draft: _road_cost(state)),
    },
)


def _road_between(one: str, other: str) -> str | None:
    return WAYS.get(frozenset((one, other)))


@BUILD_ROAD.asks_facts
def _wants_border(state: State, draft: Draft) -> tuple[str, ...]:
    way = _road_between(draft.values.get("one", ""), draft.values.get("other", ""))
    return asked(state, *(() if way is None else (joined(way),)), *unread(draft))


@BUILD_ROAD.rule("roads.supply", code="roads_gone", kind=ConditionKind.SHORTAGE)
def roads_gone(state: State, _act: BuildRoad) -> Finding:
    """There are twelve."""
    return None if state.ledger.balance(SUPPLY, ROAD) > 0 else Failure()


@BUILD_ROAD.rule(
    "roads",
    code="same_territory",
    fields=("one", "other"),
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
)
def same_territory(_state: State, act: BuildRoad) -> Finding:
    """A road joins two territories."""
    return Failure({"territory": terms.term(act.one)}) if act.one == act.other else None


_ENDS = ("one", "other")


def _both(act: BuildRoad) -> dict[str, Any]:
    return {"one": terms.term(act.one), "other": terms.term(act.other)}


@BUILD_ROAD.rule(
    "roads",
    code="road_exists",
    fields=_ENDS,
    requires="same_territory",
    legal_basis=(),
)
def road_exists(state: State, act: BuildRoad) -> Finding:
    """One road between two territories: a deduction, which the table may overrule."""
    way = _road_between(act.one, act.other)
    return Failure(_both(act)) if way is not None and state.road(way) else None


@BUILD_ROAD.rule(
    "roads", code="not_adjacent", fields=_ENDS, requires="same_territory", legal_basis=()
)
def not_adjacent(state: State, act: BuildRoad) -> Finding:
    """A road crosses one border."""
    touching = state.touch(act.one, act.other)
    if isinstance(touching, Unknown):
        return Unverified(_both(act), touching.fact, YES)
    return None if touching else Failure(_both(act))


@BUILD_ROAD.rule("roads.ends", code="no_own_end", fields=_ENDS, requires="no_such_seat")
def no_own_end(state: State, act: BuildRoad) -> Finding:
    """At one end there is a building of one's own."""
    if act.seat in (state.piece_on(act.one), state.piece_on(act.other)):
        return None
    return Failure({"seat": SeatRef(act.seat), **_both(act)})


@BUILD_ROAD.rule("roads.forbidden", code="rival_end", fields=_ENDS, requires="no_such_seat")
def rival_end(state: State, act: BuildRoad) -> Finding:
    """No road leads to somebody else's building."""
    for end in (act.one, act.other):
        owner = state.piece_on(end)
        if owner is not None and owner != act.seat:
            return Failure({"territory": terms.term(end), "owner": SeatRef(owner)})
    return None


@BUILD_ROAD.rule("roads.forbidden", code="empty_site_end", fields=_ENDS)
def empty_site_end(state: State, act: BuildRoad) -> Finding:
    """No road leads to a building site without a building."""
    open_ends = [end for end in (act.one, act.other) if state.piece_on(end) is None]
    for end in open_ends:
        has_site = state.has_site(end)
        if isinstance(has_site, Unknown):
            return Unverified({"territory": terms.term(end)}, has_site.fact, NO)
        if has_site:
            return Failure({"territory": terms.term(end)})
    return None if open_ends else NOT_APPLICABLE


BUILD_ROAD.also(
    *payment_conditions(
        lambda state, _act: _road_cost(state), lambda _state, _act: "", "roads.cost"
    )
)


@BUILD_ROAD.play
def _build_road(play: Play, act: BuildRoad) -> None:
    seat, way = act.seat, _road_between(act.one, act.other)
    assert way is not None
    lay_down(play, seat, act.cards, "fortune.goods")
    give(play, seat, heap(act.pay), "roads.cost")
    play.move(ROAD, 1, SUPPLY, ON[way], "roads")
