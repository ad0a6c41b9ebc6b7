"""Phase 2 on the market: offerings to the obelisk."""

from collections.abc import Iterator

from companion.games.blue_moon_city import terms
from companion.games.blue_moon_city.actions import MakeOffering, MoveFigure
from companion.games.blue_moon_city.components import COURTYARD
from companion.games.blue_moon_city.legality.common import (
    NEXT_TURN,
    OWN_TURN,
    Rule,
    cards_in_hand,
    no_stones_left,
)
from companion.games.blue_moon_city.state import Phase, State
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Kind, Remedy
from companion.kernel.values import Counted, Params, SeatRef


def offering_cost(state: State, card: str) -> int:
    """The price of the next space, with the surcharge of a yellow card."""
    return (state.next_price or 0) + state.facts.surcharge.get(card, 0)


def _away_from_market(state: State, action: MakeOffering) -> Finding:
    # Offerings are made by a figure that ended its movement on the market.
    here = state.standing(action.seat)
    if here == COURTYARD:
        return None
    params: Params = {"tile": terms.place(here), "seat": SeatRef(action.seat)}
    # Once something was built, the figure stays where it is for the turn.
    stays = state.turn_of(action.seat).phase is Phase.BUILD
    return Failure(params, until=NEXT_TURN if stays else None)


def _go_to_market(state: State, action: MakeOffering) -> Iterator[Remedy]:
    if state.turn_of(action.seat).phase is not Phase.MOVE:
        return
    steps = state.distance(state.standing(action.seat), COURTYARD)
    for cards in ((), ("grey:2",), ("grey:1",)):
        move = MoveFigure(seat=action.seat, to=COURTYARD, cards=cards)
        params: Params = {"steps": Counted(steps, "paso"), "cards": terms.counted(cards)}
        yield Remedy("go_to_market_with" if cards else "go_to_market", params, first=move)


def _obelisk_full(state: State, _action: MakeOffering) -> Finding:
    # One stone for each space.
    if state.next_price is not None:
        return None
    return Failure(cites=("setup.obelisk.two_players",) if state.players == 2 else ())


def _crystals_short(state: State, action: MakeOffering) -> Finding:
    # The offering costs the number of its space; change may be taken from the supply.
    cost, held = offering_cost(state, action.card), state.crystals(action.seat)
    if held >= cost:
        return None
    params: Params = {
        "cost": Counted(cost, "cristal"),
        "held": Counted(held, "cristal"),
        "short": cost - held,
        "price": state.next_price or 0,
    }
    return Failure(params, cites=() if action.card == "none" else ("powers.yellow",))


def _without_card(_state: State, action: MakeOffering) -> Iterator[Remedy]:
    if action.card != "none":
        yield Remedy("offer_without_card", change={"card": "none"})


def _unlimited(state: State) -> bool:
    """In the finale, where the table reads that any number of offerings is made at once."""
    return state.turn.phase is Phase.FINALE and state.rulings["finale_offerings"] == "any_number"


def _second_normal_offering(state: State, action: MakeOffering) -> Finding:
    # One offering a turn; each further one takes a yellow card.
    if action.card != "none" or _unlimited(state):
        return NOT_APPLICABLE
    if state.turn_of(action.seat).offerings == 0:
        return None
    return Failure({"seat": SeatRef(action.seat)}, until=NEXT_TURN)


def _use_yellow(_state: State, _action: MakeOffering) -> Iterator[Remedy]:
    for card in ("yellow:1", "yellow:2"):
        yield Remedy("use_card", {"card": terms.card(card)}, {"card": card})


def _yellow_before_normal(state: State, action: MakeOffering) -> Finding:
    # A yellow card allows an additional offering: the normal one comes first.
    ruling = "yellow_needs_a_normal_offering_first"
    if action.card == "none" or state.rulings[ruling] == "no":
        return NOT_APPLICABLE
    if state.turn_of(action.seat).offerings > 0:
        return None
    return Failure({"card": terms.card(action.card)}, ruling=ruling)


def _offer_normally(_state: State, action: MakeOffering) -> Iterator[Remedy]:
    yield Remedy("offer_normally", first=MakeOffering(seat=action.seat))
    yield Remedy("offer_without_card", change={"card": "none"})


def _winning_with_yellow(state: State, action: MakeOffering) -> Finding:
    # Whether the winning offering may be an additional one is a ruling.
    ruling = "winning_with_a_yellow_offering"
    required = state.required_offerings
    wins = state.offerings(action.seat) + 1 >= required
    if not wins or state.rulings[ruling] == "yes":
        return NOT_APPLICABLE
    if action.card == "none":
        return None
    params: Params = {"card": terms.card(action.card), "required": Counted(required, "ofrenda")}
    return Failure(params, ruling=ruling)


def _offering_cards(action: MakeOffering) -> tuple[str, ...]:
    return () if action.card == "none" else (action.card,)


MAKE_OFFERING = (
    *OWN_TURN,
    Rule(
        "away_from_market",
        ("offering.where",),
        _away_from_market,
        presumes=("no_such_seat",),
        mend=_go_to_market,
    ),
    Rule(
        "obelisk_full",
        ("offering.order",),
        _obelisk_full,
        kind=Kind.EXISTENCE,
    ),
    no_stones_left("offering.stone"),
    Rule(
        "second_normal_offering",
        ("offering.one", "powers.yellow"),
        _second_normal_offering,
        ("card",),
        mend=_use_yellow,
    ),
    Rule(
        "yellow_before_normal",
        ("powers.yellow",),
        _yellow_before_normal,
        ("card",),
        mend=_offer_normally,
    ),
    *cards_in_hand("card", _offering_cards, "powers.yellow"),
    Rule(
        "winning_with_yellow",
        ("powers.yellow", "end.offerings"),
        _winning_with_yellow,
        ("card",),
        ("no_such_seat",),
        mend=_without_card,
    ),
    Rule(
        "crystals_short",
        ("offering.payment", "offering.order"),
        _crystals_short,
        ("card",),
        ("no_such_seat", "obelisk_full"),
        Kind.SHORTAGE,
        private=True,
        mend=_without_card,
    ),
)
