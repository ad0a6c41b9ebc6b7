"""Remedies for a contract that cannot be built: other permits, or an act before it."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from companion.games.urban_sprawl import permits, terms
from companion.games.urban_sprawl.acts.turn import Invest, TakeCard
from companion.games.urban_sprawl.components import PLANNING_ROW, RENEWAL, SITES
from companion.games.urban_sprawl.state import State
from companion.kernel.box.facts import Unknown
from companion.kernel.refusal import Remedy
from companion.kernel.values import Params

_Proposals: TypeAlias = Callable[[State, Any], Iterator[Remedy]]


def other_permits(state: State, act: Any) -> Iterator[Remedy]:
    """Propose the payment nearest to the plan, or a permit to be taken first."""
    if act.seat >= state.players:
        return
    held, size = state.permits(act.seat), len(SITES[act.lots])
    best = permits.nearest(state, held, act.zone, size, act.pay)
    if best:
        yield _instead_of(act.pay, best)
        return
    for place in PLANNING_ROW:
        card = state.card_at(place)
        if card is None or card == RENEWAL:
            continue
        pay = permits.nearest(state, (*held, card), act.zone, size, act.pay)
        if pay:
            others = terms.several(tuple(permit for permit in pay if permit != card))
            named: Params = {
                "card": terms.term(card), "place": terms.term(place), "others": others
            }  # fmt: skip
            first = TakeCard(seat=act.seat, place=place)
            yield Remedy("take_permit_first", named, {"pay": pay}, first)
            # The places are in the order of their price: the others cost more.
            return


def _instead_of(laid: tuple[str, ...], pay: tuple[str, ...]) -> Remedy:
    """Return the remedy that turns one payment into another."""
    added = tuple(permit for permit in pay if permit not in laid)
    taken = tuple(permit for permit in laid if permit not in pay)
    code = "pay_without" if not added else "swap_permits" if taken else "add_permits"
    return Remedy(
        code, {"added": terms.several(added), "taken": terms.several(taken)}, {"pay": pay}
    )


def renewal_first(state: State, act: Any) -> Iterator[Remedy]:
    """Propose to take an Urban Renewal that lies open."""
    place = next((place for place in PLANNING_ROW if state.card_at(place) == RENEWAL), None)
    if place is not None:
        first = TakeCard(seat=act.seat, place=place)
        yield Remedy("take_renewal_first", {"place": terms.term(place)}, first=first)


def investment_first(
    price: Callable[[State, Any], int],
) -> Callable[[State, Any], Iterator[Remedy]]:
    """Return the proposals to invest the cheapest permit that brings what is missing.

    Args:
        price: function that returns what the report costs.
    """

    def proposals(state: State, act: Any) -> Iterator[Remedy]:
        if act.seat >= state.players:
            return
        short = price(state, act) - state.wealth(act.seat)
        spare = (permit for permit in state.permits(act.seat) if permit not in act.pay)
        known = ((state.printed_on(permit, "payout"), permit) for permit in spare)
        enough = sorted(
            (value, permit)
            for value, permit in known
            if not isinstance(value, Unknown) and value >= short
        )
        for value, permit in enough[:1]:
            named: Params = {"permit": terms.term(permit), "value": terms.wealth(value)}
            first = Invest(seat=act.seat, permit=permit, value=value)
            yield Remedy("invest_first", named, first=first)

    return proposals
