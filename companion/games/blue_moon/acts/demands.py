"""Demands of the opponent's active cards, and conditions on the cards that pay for something."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeAlias

from pydantic import Field

from companion.games.blue_moon import terms
from companion.games.blue_moon.acts.common import (
    OWN_TURN,
    SEAT,
    Act,
    Bag,
    Rule,
    card_label,
    from_hand,
    in_decks,
    laid_cards,
    nothing_laid,
)
from companion.games.blue_moon.catalogue import CARDS, SUPPORT, Card, CardId
from companion.games.blue_moon.demands import Demand, Price, compulsory_demands, unmet_demands
from companion.games.blue_moon.play import Play, discard
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import HAND, State
from companion.kernel.acts import Names, rule
from companion.kernel.form import Draft, choice
from companion.kernel.models import Action
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Remark, Remedy
from companion.kernel.values import Params, Seat, SeatRef, Term


class RequiredPayment(NamedTuple):
    """Payment required by a text."""

    cards: Cards
    """Card that requires it, and any that raises it."""
    price: Price


Asked: TypeAlias = Callable[[State, Any], RequiredPayment | None]
"""Function returning the required payment, or None if the act pays nothing."""


def payment_conditions(asked: Asked, fields: Names, requires: Names) -> tuple[Rule, ...]:
    """Return the conditions that a payment is enough and has no superfluous card."""

    @rule("cards.payment", code="pays_too_little", fields=fields, requires=requires, legal_basis=())
    def pays_too_little(state: State, act: Any) -> Finding:
        """What is paid is worth at least as much as the text asks for."""
        asking = asked(state, act)
        if asking is None:
            return NOT_APPLICABLE
        (name, *_), price = asking
        if price.met(act.cards):
            return None
        characters = price.cost == "characters"
        params: Params = {
            "card": terms.card(name),
            "paid": price.paid(act.cards),
            "fire": Price("printed_fire", 0).paid(act.cards),
            "earth": Price("printed_earth", 0).paid(act.cards),
            "plain": int(price.cost in ("printed_fire", "printed_earth")),
            "apart": int(price.cost == "printed_both"),
            "price": price.least,
            "characters": price.least if characters else 0,
            "cost": Term(f"paid_in.{price.cost}"),
        }
        return Failure(params, cites=tuple(CARDS[each].section for each in asking.cards))

    def without(state: State, act: Any) -> Iterator[Remedy]:
        asking = asked(state, act)
        cards = tuple(getattr(act, "cards", ()))
        needless = None if asking is None else asking.price.needless(cards)
        if needless is not None:
            fewer = tuple(name for name in cards if name != needless)
            yield Remedy("pay_without", {"card": terms.card(needless)}, {"cards": fewer})

    @rule(
        "cards.payment",
        code="superfluous",
        fields=fields,
        requires="pays_too_little",
        legal_basis=(),
        suggest=without,
    )
    def superfluous(state: State, act: Any) -> Finding:
        """A payment that would do without one of its cards: remarked upon, or refused by ruling."""
        asking = asked(state, act)
        needless = None if asking is None else asking.price.needless(act.cards)
        if asking is None or needless is None:
            return NOT_APPLICABLE
        (name, *_), price = asking
        params: Params = {
            "card": terms.card(needless), "asks": terms.card(name), "price": price.least
        }  # fmt: skip
        ruling = "superfluous_payment"
        if state.rulings[ruling] == "refuse":
            return Failure(params, ruling=ruling)
        return Remark(params, ruling=ruling, wasteful=True)

    return (pays_too_little, superfluous)


_MOST_OFFERED = 12


def _asks_for_cards(card: Card) -> bool:
    line = card.line("demand")
    return line is not None and line.cost is not None


class MeetDemand(Action):
    """Discard demanded by an active card of the opponent."""

    kind: Literal["meet_demand"] = "meet_demand"
    payments: ClassVar[frozenset[str]] = frozenset({"cards"})
    card: Annotated[str, Field(max_length=40)]
    """Card that makes the demand."""
    cards: Bag


def _open(state: State, seat: Seat) -> dict[CardId, Demand]:
    """Return the demands that a seat can still pay, by card."""
    if seat >= state.players:
        return {}
    return {d.card.id: d for d in unmet_demands(state, seat) if d.price is not None}


def _cards(state: State, draft: Draft) -> tuple[str, ...]:
    if draft.seat >= state.players:
        return ()
    # With no demand in force, a hypothetical report may still name a card of the opponent that
    # makes one.
    deck = state.decks[1 - draft.seat]
    asking = tuple(name for name in deck if _asks_for_cards(CARDS[name]))
    return tuple(_open(state, draft.seat)) or asking or deck


def _offered(state: State, draft: Draft) -> tuple[Cards, ...]:
    demand = _open(state, draft.seat).get(draft.values.get("card", ""))
    price = None if demand is None else demand.price
    if price is None:
        return ()
    return tuple(islice(price.offers(state.playable(draft.seat)), _MOST_OFFERED))


def _among(state: State, draft: Draft) -> Cards:
    return state.playable(draft.seat)


MEET_DEMAND = Act(
    MeetDemand,
    *OWN_TURN,
    available=in_decks(_asks_for_cards),
    fields={
        "card": choice(_cards, card_label),
        "cards": laid_cards(_offered, _among, lambda state, draft: state.hand(draft.seat)),
    },
)


@MEET_DEMAND.rule(
    "cards.demands",
    code="nothing_demanded",
    requires=SEAT,
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
)
def nothing_demanded(state: State, act: MeetDemand) -> Finding:
    """Some active card of the opponent demands that something is discarded."""
    return None if _open(state, act.seat) else Failure({"seat": SeatRef(act.seat)})


@MEET_DEMAND.rule(
    "cards.demands",
    code="no_such_demand",
    fields="card",
    requires="nothing_demanded",
    kind=ConditionKind.EXISTENCE,
    legal_basis=("cards.demands",),
)
def no_such_demand(state: State, act: MeetDemand) -> Finding:
    """Something is discarded for an active card of the opponent that demands it."""
    if act.card in _open(state, act.seat):
        return None
    return Failure({"card": card_label(act.card), "seat": SeatRef(act.seat)})


MEET_DEMAND.also(nothing_laid, *from_hand())


def _required_payment(state: State, act: Any) -> RequiredPayment | None:
    demand = _open(state, act.seat).get(getattr(act, "card", ""))
    if demand is None or demand.price is None:
        return None
    return RequiredPayment(_cards_behind(demand), demand.price)


def _cards_behind(demand: Demand) -> Cards:
    """Return the demanding card and the one that doubles it, if any."""
    return (demand.card.id, *(card.id for card in (demand.doubled_by,) if card))


_CARDS = ("no_such_demand", "nothing_laid", "card_not_in_deck", "card_laid_twice")

MEET_DEMAND.also(*payment_conditions(_required_payment, ("card", "cards"), _CARDS))


@MEET_DEMAND.play
def _meet(play: Play, act: MeetDemand) -> None:
    card = CARDS[act.card]
    discard(play, act.seat, act.cards, HAND, card.section, terms.card(card.id))
    if play.state.turn.seat == act.seat:
        play.in_turn(met=(*play.state.turn.met, card.id))


# Unmet demands at the announcement


def _demand_params(demand: Demand) -> Params:
    line = demand.line
    price = demand.price
    return {
        "card": terms.card(demand.card.id),
        "play": terms.card_type(line.play or SUPPORT),
        "price": 0 if price is None else price.least,
        "cost": Term(f"paid_in.{line.cost or 'printed_fire'}"),
    }


def nothing_owed() -> Rule:
    """Return the condition that no compulsory demand is left."""

    @rule("cards.demands", code="demand_unmet", requires=SEAT, legal_basis=())
    def demand_unmet(state: State, act: Any) -> Finding:
        """What the opponent's cards demand is done before the power is announced."""
        left = compulsory_demands(state, act.seat)
        if not left:
            return None
        sections = tuple(CARDS[name].section for name in _cards_behind(left[0]))
        return Failure({"seat": SeatRef(act.seat), **_demand_params(left[0])}, cites=sections)

    return demand_unmet


def nothing_owed_in_dragons(
    from_there: Callable[[State, Any], State] = lambda state, _act: state,
) -> Rule:
    """Return the condition that remarks upon a demand whose omission costs a dragon.

    Args:
        from_there: table from which the act is carried out.
    """

    @rule("cards.demands", code="dragon_owed", requires=SEAT, legal_basis=())
    def dragon_owed(state: State, act: Any) -> Finding:
        """What gives the opponent a dragon may be left undone."""
        for demand in unmet_demands(from_there(state, act), act.seat):
            if demand.line.otherwise == "dragon":
                rival = SeatRef(1 - act.seat)
                return Remark({"card": terms.card(demand.card.id), "rival": rival})
        return NOT_APPLICABLE

    return dragon_owed
