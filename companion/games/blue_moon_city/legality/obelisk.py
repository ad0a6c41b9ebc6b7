"""Phase 2 on the market: offerings to the obelisk."""

from companion.games.blue_moon_city import terms
from companion.games.blue_moon_city.actions import MakeOffering
from companion.games.blue_moon_city.components import COURTYARD
from companion.games.blue_moon_city.legality.common import (
    NO_STONES_LEFT,
    OWN_TURN,
    Rule,
    cards_in_hand,
)
from companion.games.blue_moon_city.state import Phase, State
from companion.kernel.refusal import Failure, Finding, Kind, Remedy
from companion.kernel.values import Counted, Params, SeatRef


def offering_cost(state: State, card: str) -> int:
    """The price of the next space, with the surcharge of a yellow card."""
    return (state.next_price or 0) + state.facts.surcharge.get(card, 0)


def _away_from_market(state: State, action: MakeOffering) -> Finding:
    # Offerings are made by a figure that ended its movement on the market.
    here = state.standing(action.seat)
    if here == COURTYARD:
        return None
    steps = Counted(state.distance(here, COURTYARD), "paso")
    remedies = (Remedy("go_to_market", {"steps": steps}),)
    return Failure({"tile": terms.place(here), "seat": SeatRef(action.seat)}, remedies)


def _obelisk_full(state: State, _action: MakeOffering) -> Finding:
    # One stone for each space.
    return Failure() if state.next_price is None else None


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
    remedies = [Remedy("earn_crystals", {"short": Counted(cost - held, "cristal")})]
    if action.card != "none" and held >= offering_cost(state, "none"):
        remedies.append(Remedy("offer_without_card"))
    return Failure(params, tuple(remedies))


def _unlimited(state: State) -> bool:
    """In the finale, where the table reads that any number of offerings is made at once."""
    return state.turn.phase is Phase.FINALE and state.rulings["finale_offerings"] == "any_number"


def _second_normal_offering(state: State, action: MakeOffering) -> Finding:
    # One offering a turn; each further one takes a yellow card.
    if action.card != "none" or state.turn.offerings == 0 or _unlimited(state):
        return None
    return Failure({"seat": SeatRef(action.seat)}, (Remedy("use_yellow"), Remedy("next_turn")))


def _yellow_before_normal(state: State, action: MakeOffering) -> Finding:
    # A yellow card allows an additional offering: the normal one comes first.
    if action.card == "none" or state.turn.offerings > 0:
        return None
    ruling = "yellow_needs_a_normal_offering_first"
    if state.rulings[ruling] == "no":
        return None
    return Failure({"card": terms.card(action.card)}, (Remedy("offer_normally"),), ruling=ruling)


def _winning_with_yellow(state: State, action: MakeOffering) -> Finding:
    # Whether the winning offering may be an additional one is a ruling.
    ruling = "winning_with_a_yellow_offering"
    if action.card == "none" or state.rulings[ruling] == "yes":
        return None
    required = state.required_offerings
    if state.offerings(action.seat) + 1 < required:
        return None
    params: Params = {"card": terms.card(action.card), "required": Counted(required, "ofrenda")}
    return Failure(params, (Remedy("win_normally"),), ruling=ruling)


def _offering_cards(action: MakeOffering) -> tuple[str, ...]:
    return () if action.card == "none" else (action.card,)


MAKE_OFFERING = (
    *OWN_TURN,
    Rule(
        "away_from_market",
        ("offering.where",),
        _away_from_market,
        presumes=("no_such_seat",),
    ),
    Rule(
        "obelisk_full",
        ("offering.order", "setup.obelisk.two_players"),
        _obelisk_full,
        kind=Kind.EXISTENCE,
    ),
    NO_STONES_LEFT,
    Rule(
        "second_normal_offering",
        ("offering.one", "powers.yellow"),
        _second_normal_offering,
        ("card",),
        ("not_your_turn",),
    ),
    Rule(
        "yellow_before_normal",
        ("powers.yellow",),
        _yellow_before_normal,
        ("card",),
        ("not_your_turn",),
    ),
    *cards_in_hand("card", _offering_cards),
    Rule(
        "winning_with_yellow",
        ("powers.yellow", "end.offerings"),
        _winning_with_yellow,
        ("card",),
        ("no_such_seat",),
    ),
    Rule(
        "crystals_short",
        ("offering.payment", "offering.change", "offering.order"),
        _crystals_short,
        ("card",),
        ("no_such_seat", "obelisk_full"),
        Kind.SHORTAGE,
        private=True,
    ),
)
