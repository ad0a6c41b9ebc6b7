"""Phase 2 on the market: offerings to the obelisk."""

from collections.abc import Iterator
from typing import Literal

from companion.games.blue_moon_city import terms
from companion.games.blue_moon_city.acts.common import (
    NEXT_TURN,
    NONE,
    OUT_OF_STONES,
    Act,
    Deed,
    additions_on,
    cards_in_hand,
    has_stone,
    no_stones_left,
)
from companion.games.blue_moon_city.acts.move import MoveFigure
from companion.games.blue_moon_city.acts.turn import OWN_TURN
from companion.games.blue_moon_city.components import COURTYARD
from companion.games.blue_moon_city.play import Play, after_moving, discard, in_turn, say_if_over
from companion.games.blue_moon_city.state import CRYSTAL, OBELISK, Phase, State, hand, stone
from companion.kernel.form import choice
from companion.kernel.pieces.ledger import SUPPLY, Transfer
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Remedy
from companion.kernel.values import Counted, Params, SeatRef

YELLOWS = ("yellow:1", "yellow:2")


class MakeOffering(Deed):
    """Payment of crystals for the obelisk's next space."""

    kind: Literal["make_offering"] = "make_offering"
    card: Literal["none", "yellow:1", "yellow:2"] = "none"
    """Yellow card that allows an additional offering."""


OFFERING = Act(
    MakeOffering,
    *OWN_TURN,
    fields={"card": choice((NONE, *YELLOWS), terms.card_or_none, sentence=None, optional=True)},
)


def _price(state: State) -> int:
    return state.next_price or 0


def _cost(state: State, act: MakeOffering) -> int:
    """Return the price of the next space, with the surcharge of a yellow card."""
    return _price(state) + state.facts.surcharge.get(act.card, 0)


@OFFERING.sentence_params
def _sentence_params(state: State, act: MakeOffering) -> Params:
    return {"price": _cost(state, act)}


# Place and means


def _go_to_market(state: State, act: MakeOffering) -> Iterator[Remedy]:
    if state.turn_of(act.seat).phase is not Phase.MOVE:
        return
    steps = state.distance(state.standing(act.seat), COURTYARD)
    for cards in ((), ("grey:2",), ("grey:1",)):
        move = MoveFigure(seat=act.seat, to=COURTYARD, cards=cards)
        params: Params = {"steps": Counted(steps, "paso"), "cards": terms.counted(cards)}
        yield Remedy("go_to_market_with" if cards else "go_to_market", params, first=move)


@OFFERING.rule(
    "offering.where", code="away_from_market", requires="no_such_seat", suggest=_go_to_market
)
def away_from_market(state: State, act: MakeOffering) -> Finding:
    """Offerings are made by a figure that ended its movement on the market."""
    here = state.standing(act.seat)
    if here == COURTYARD:
        return None
    params: Params = {"tile": terms.place(here), "seat": SeatRef(act.seat)}
    # After building, the figure stays where it is for the rest of the turn.
    stays = state.turn_of(act.seat).phase is Phase.BUILD
    return Failure(params, until=NEXT_TURN if stays else None)


@OFFERING.rule("offering.order", code="obelisk_full", kind=ConditionKind.EXISTENCE)
def obelisk_full(state: State, _act: MakeOffering) -> Finding:
    """One stone for each space."""
    if state.next_price is not None:
        return None
    return Failure(cites=("setup.obelisk.two_players",) if state.players == 2 else ())


def _offers_without_stones(state: State) -> bool:
    """Return whether a seat without stones may still make an offering (2007)."""
    return additions_on(state) and state.rulings[OUT_OF_STONES] == "yes"


def may_offer(state: State) -> bool:
    """Return whether the seat whose turn it is could make an offering on the market."""
    stones = has_stone(state, state.turn.seat) or _offers_without_stones(state)
    return stones and state.next_price is not None


OFFERING.also(no_stones_left("offering.stone", lifted=_offers_without_stones))

# Number of offerings in a turn, and yellow cards


def _use_yellow(_state: State, _act: MakeOffering) -> Iterator[Remedy]:
    for card in YELLOWS:
        yield Remedy("use_card", {"card": terms.card(card)}, {"card": card})


def _without_card(_state: State, act: MakeOffering) -> Iterator[Remedy]:
    if act.card != NONE:
        yield Remedy("offer_without_card", change={"card": NONE})


def _offer_normally(_state: State, act: MakeOffering) -> Iterator[Remedy]:
    yield Remedy("offer_normally", first=MakeOffering(seat=act.seat))
    yield Remedy("offer_without_card", change={"card": NONE})


@OFFERING.rule(
    "offering.one",
    "powers.yellow",
    code="second_normal_offering",
    fields="card",
    suggest=_use_yellow,
)
def second_normal_offering(state: State, act: MakeOffering) -> Finding:
    """One offering a turn; each further one takes a yellow card."""
    if act.card != NONE or unlimited_offerings(state):
        return NOT_APPLICABLE
    if state.turn_of(act.seat).offerings == 0:
        return None
    # Any card in the hand may be a yellow one.
    until = None if state.hand_size(act.seat) else NEXT_TURN
    return Failure({"seat": SeatRef(act.seat)}, until=until)


def unlimited_offerings(state: State) -> bool:
    """Return whether any number of offerings is allowed now, by ruling in the finale."""
    return state.turn.phase is Phase.FINALE and state.rulings["finale_offerings"] == "any_number"


@OFFERING.rule("powers.yellow", code="yellow_before_normal", fields="card", suggest=_offer_normally)
def yellow_before_normal(state: State, act: MakeOffering) -> Finding:
    """A yellow card allows an additional offering: by ruling, the normal one comes first."""
    ruling = "yellow_needs_a_normal_offering_first"
    if act.card == NONE or state.rulings[ruling] == "no":
        return NOT_APPLICABLE
    if state.turn_of(act.seat).offerings > 0:
        return None
    return Failure({"card": terms.card(act.card)}, ruling=ruling)


OFFERING.also(*cards_in_hand("card", "powers.yellow"))


@OFFERING.rule(
    "powers.yellow",
    "end.offerings",
    code="winning_with_yellow",
    fields="card",
    requires="no_such_seat",
    suggest=_without_card,
)
def winning_with_yellow(state: State, act: MakeOffering) -> Finding:
    """Whether the winning offering may be an additional one is a ruling."""
    ruling = "winning_with_a_yellow_offering"
    required = state.required_offerings
    wins = state.offerings(act.seat) + 1 >= required
    if not wins or state.rulings[ruling] == "yes":
        return NOT_APPLICABLE
    if act.card == NONE:
        return None
    params: Params = {"card": terms.card(act.card), "required": Counted(required, "ofrenda")}
    return Failure(params, ruling=ruling)


# Price


@OFFERING.rule(
    "offering.payment",
    "offering.order",
    code="crystals_short",
    fields="card",
    requires=("no_such_seat", "obelisk_full"),
    kind=ConditionKind.SHORTAGE,
    private=True,
    suggest=_without_card,
)
def crystals_short(state: State, act: MakeOffering) -> Finding:
    """The offering costs the number of its space; change may be taken from the supply."""
    cost, held = _cost(state, act), state.crystals(act.seat)
    if held >= cost:
        return None
    params: Params = {
        "cost": Counted(cost, "cristal"),
        "held": Counted(held, "cristal"),
        "short": cost - held,
        "price": _price(state),
    }
    return Failure(params, cites=() if act.card == NONE else ("powers.yellow",))


@OFFERING.play
def _offer(play: Play, act: MakeOffering) -> None:
    state, seat, normal = play.state, act.seat, act.card == NONE
    price, cost = _price(state), _cost(state, act)
    if not normal:
        discard(play, seat, (act.card,), "powers.yellow")
    # A stone that is not there is owed: the first one that comes back pays it.
    owes = not has_stone(state, seat)
    play.do(
        Transfer(CRYSTAL, cost, hand(seat), SUPPLY, "offering.payment"),
        Transfer(stone(seat), 1, SUPPLY if owes else hand(seat), OBELISK, "offering.stone"),
    )
    if owes:
        play.say("offered_without_stone", "additions.out_of_stones", seat)
    number = Counted(play.state.offerings(seat), "ofrenda")
    rule = "offering.one" if normal else "powers.yellow"
    play.say("offered", rule, seat, price=price, cost=Counted(cost, "cristal"), number=number)
    turn = state.turn
    offerings, yellow = turn.offerings + normal, turn.yellow + (not normal)
    in_turn(play, seat, phase=after_moving(turn), offerings=offerings, yellow=yellow)
    play.change(quiet_turns=0)
    say_if_over(play)


# Another space than the next


class OfferElsewhere(Deed):
    """Offering in another space than the next one, which the rules never allow."""

    kind: Literal["offer_elsewhere"] = "offer_elsewhere"


ELSEWHERE = Act(OfferElsewhere, *OWN_TURN, obelisk_full)


def _offer_in_order(_state: State, act: OfferElsewhere) -> Iterator[Remedy]:
    yield Remedy("offer_in_next_space", instead=MakeOffering(seat=act.seat))


@ELSEWHERE.rule(
    "offering.order",
    code="space_chosen",
    requires="obelisk_full",
    kind=ConditionKind.EXISTENCE,
    suggest=_offer_in_order,
)
def space_chosen(state: State, _act: OfferElsewhere) -> Finding:
    """Spaces are filled from the lowest number to the highest; nobody chooses."""
    return Failure({"price": _price(state)})
