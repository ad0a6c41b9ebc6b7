"""Phase 2 on a building: which section, and whether the cards pay it."""

from collections.abc import Callable
from typing import Final

from companion.games.blue_moon_city import payment, terms
from companion.games.blue_moon_city.actions import PlaceStone
from companion.games.blue_moon_city.components import ANY, COURTYARD
from companion.games.blue_moon_city.legality.common import (
    FINALE_ONLY_OFFERINGS,
    NO_STONES_LEFT,
    OWN_TURN,
    Rule,
    cards_in_hand,
)
from companion.games.blue_moon_city.payment import Payment, Terms
from companion.games.blue_moon_city.rewards import unknown_rewards, would_finish
from companion.games.blue_moon_city.state import State
from companion.kernel.facts import Unknown
from companion.kernel.refusal import Failure, Finding, Kind, Remark, Remedy, Unverified
from companion.kernel.values import Counted, Params, SeatRef, Value


def _nothing_built_on_market(state: State, action: PlaceStone) -> Finding:
    # The market has no sections: offerings are made there.
    if state.standing(action.seat) != COURTYARD:
        return None
    return Failure({}, (Remedy("offer_instead"), Remedy("move_to_building")))


def _tile_finished(state: State, action: PlaceStone) -> Finding:
    # A finished building is turned over: nothing is left to build.
    tile = state.standing(action.seat)
    if tile not in state.finished:
        return None
    return Failure({"tile": terms.place(tile)}, (Remedy("move_to_building"),))


def _no_such_section(state: State, action: PlaceStone) -> Finding:
    # One to three sections; the palace has four.
    tile = state.standing(action.seat)
    count = len(state.stones[tile])
    if action.section < count:
        return None
    return Failure({"tile": terms.place(tile), "count": Counted(count, "seccion")})


def _section_taken(state: State, action: PlaceStone) -> Finding:
    # Each section takes one stone.
    tile = state.standing(action.seat)
    owner = state.stones[tile][action.section]
    if owner is None:
        return None
    params = {**_where(state, action), "owner": SeatRef(owner)}
    free = _free_sections(state, tile)
    return Failure(params, (Remedy("other_section", {"sections": free}),) if free else ())


def _free_sections(state: State, tile: str) -> tuple[Value, ...]:
    return tuple(
        terms.section(state, tile, index)
        for index, owner in enumerate(state.stones[tile])
        if owner is None
    )


def _reward_unknown(state: State, action: PlaceStone) -> Finding:
    # Nothing can be handed out before somebody reads what the tile gives.
    tile = state.standing(action.seat)
    if not would_finish(state.stones[tile], action.section):
        return None
    missing = unknown_rewards(state, tile)
    if not missing:
        return None
    return Failure({"tile": terms.place(tile)}, (Remedy("type_reward"),))


def _where(state: State, action: PlaceStone) -> dict[str, Value]:
    tile = state.standing(action.seat)
    return {"tile": terms.place(tile), "section": terms.section(state, tile, action.section)}


def _asked(state: State, action: PlaceStone) -> Terms | Unknown:
    return state.terms(state.standing(action.seat), action.section)


_RULINGS: Final = {
    "brown_pair_on_brown": "brown_pair_on_brown_section",
    "second_brown_pair": "several_brown_pairs_in_one_section",
    "substitutions_combined": "substitutions_combined",
    "palace_without_wilds": "palace_takes_wilds_and_white_brown_green",
}
"""The ruling that a restriction rests on, where it is one; it restricts when read "no"."""

_ONLY_WITH: Final = {"brown_three_in_pair": "brown:3", "white_one_over_limit": "white:1"}
"""The card without which a restriction cannot be what forbids a payment."""


def _forbidden(
    code: str, facts: Callable[[State, PlaceStone, Terms], Failure]
) -> Callable[[State, PlaceStone], Finding]:
    """The test of a condition on payments: it fails when that is what forbids this one."""
    ruling, card = _RULINGS.get(code), _ONLY_WITH.get(code)

    def test(state: State, action: PlaceStone) -> Finding:
        if (ruling and state.rulings[ruling] == "yes") or (card and card not in action.cards):
            return None
        asked = _asked(state, action)
        if isinstance(asked, Unknown) or payment.obstacle(action.cards, asked) != code:
            return None
        return facts(state, action, asked)

    return test


def _restricted(code: str, rule: str, *also: str) -> Rule:
    def facts(state: State, action: PlaceStone, asked: Terms) -> Failure:
        params = {**_where(state, action), **_reached(action, asked)}
        remedies = _remedies(state, action, asked)
        return Failure(params, remedies, ruling=_RULINGS.get(code))

    return Rule(code, (rule, *also), _forbidden(code, facts), ("section", "cards"), _CARDS_THERE)


def _reached(action: PlaceStone, asked: Terms) -> dict[str, Value]:
    """How far the cards go, and by how much they fall short."""
    found = payment.best(action.cards, asked)
    return {
        "played": found.value,
        "need": asked.need,
        "short": asked.need - found.value,
        "colour": terms.colour(found.colour if found.value else asked.colour),
        "unused": terms.cards(found.unused),
        "limit": asked.white_one_cards,
    }


def _remedies(state: State, action: PlaceStone, asked: Terms) -> tuple[Remedy, ...]:
    """What would pay the section, or which other section these cards would pay."""
    found = payment.best(action.cards, asked)
    colour = found.colour if found.value or asked.colour != ANY else ANY
    short = asked.need - found.value
    remedies = [_add_value(short, colour, asked)]
    for card in ("white:2", "white:1"):
        if found.unused and payment.best(_with(action.cards, card), asked).enough:
            remedies.append(Remedy("add_white", {"card": terms.card(card)}))
    if payment.best(_with(action.cards, "brown:1", "brown:1"), asked).enough and colour != "brown":
        remedies.append(Remedy("add_brown_pair"))
    others = _payable_sections(state, action)
    if others:
        remedies.append(Remedy("other_section", {"sections": others}))
    return tuple(remedies)


def _add_value(short: int, colour: str, asked: Terms) -> Remedy:
    params: dict[str, Value] = {"short": short, "colour": terms.colour(colour)}
    wilds = asked.colour != ANY or asked.palace_wilds
    return Remedy("add_value_or_green" if wilds else "add_value", params)


def _with(cards: tuple[str, ...], *more: str) -> tuple[str, ...]:
    return tuple(sorted((*cards, *more)))


def _payable_sections(state: State, action: PlaceStone) -> tuple[Value, ...]:
    """The other free sections of the tile that these cards would pay."""
    tile = state.standing(action.seat)
    found: list[Value] = []
    for index, owner in enumerate(state.stones[tile]):
        asked = state.terms(tile, index)
        if owner is not None or index == action.section or isinstance(asked, Unknown):
            continue
        if payment.best(action.cards, asked).enough:
            found.append(terms.section(state, tile, index))
    return tuple(dict.fromkeys(found))


def _no_cards_played(_state: State, action: PlaceStone) -> Finding:
    # Every stone is paid with cards.
    return None if action.cards else Failure()


def _payment_short(state: State, action: PlaceStone) -> Finding:
    # The cards reach the section's value in its colour; more may be paid, never less.
    asked = _asked(state, action)
    if isinstance(asked, Unknown):
        return Unverified(_where(state, action), asked.fact)
    if payment.obstacle(action.cards, asked) is None:
        return None
    params = {**_where(state, action), **_reached(action, asked)}
    return Failure(params, _remedies(state, action, asked))


def _other_colours(state: State, action: PlaceStone, asked: Terms) -> Failure:
    params = {**_where(state, action), **_reached(action, asked)}
    return Failure(params, _remedies(state, action, asked))


def _superfluous_card(state: State, action: PlaceStone) -> Finding:
    # More may be paid; whether a card may be laid down that nothing needs is a ruling.
    asked = _asked(state, action)
    if isinstance(asked, Unknown):
        return None
    spare = payment.superfluous(action.cards, asked)
    if not spare:
        return None
    params: Params = {**_where(state, action), "cards": terms.cards(spare)}
    ruling = "superfluous_card_in_payment"
    if state.rulings[ruling] == "noted":
        return Remark(params, ruling)
    remedies = (Remedy("take_back", {"cards": terms.cards(spare)}),)
    return Failure(params, remedies, ruling=ruling)


def _overpaid(state: State, action: PlaceStone) -> Finding:
    # Without the exact value more may be paid; hands are hidden, so this is only a reminder.
    if state.rulings["overpay_when_exact_possible"] == "yes":
        return None
    asked = _asked(state, action)
    if isinstance(asked, Unknown):
        return None
    found: Payment = payment.best(action.cards, asked)
    if found.value <= asked.need:
        return None
    params = {**_where(state, action), "played": found.value, "need": asked.need}
    return Remark(params, "overpay_when_exact_possible")


def _stone_cards(action: PlaceStone) -> tuple[str, ...]:
    return action.cards


_AT_A_SECTION = ("no_such_seat", "nothing_built_on_market", "no_such_section")
_SECTION_FREE = (*_AT_A_SECTION, "tile_finished", "section_taken")
_CARDS_THERE = (*_SECTION_FREE, "hand_too_small", "more_of_people_than_exist")
_PAID = ("section", "cards")

PLACE_STONE = (
    *OWN_TURN,
    FINALE_ONLY_OFFERINGS,
    Rule(
        "nothing_built_on_market",
        ("tiles.market",),
        _nothing_built_on_market,
        presumes=("no_such_seat",),
        kind=Kind.EXISTENCE,
    ),
    Rule(
        "tile_finished",
        ("place_stone.finished", "place_stone.where"),
        _tile_finished,
        presumes=("no_such_seat",),
        kind=Kind.EXISTENCE,
    ),
    Rule(
        "no_such_section",
        ("tiles.sections",),
        _no_such_section,
        ("section",),
        ("no_such_seat", "nothing_built_on_market"),
        Kind.EXISTENCE,
    ),
    Rule(
        "section_taken",
        ("place_stone.free_section",),
        _section_taken,
        ("section",),
        _AT_A_SECTION,
        Kind.EXISTENCE,
    ),
    NO_STONES_LEFT,
    Rule(
        "reward_unknown",
        ("tiles.rewards",),
        _reward_unknown,
        ("section",),
        _SECTION_FREE,
        Kind.EXISTENCE,
    ),
    *cards_in_hand("cards", _stone_cards),
    Rule("no_cards_played", ("place_stone.payment",), _no_cards_played, ("cards",)),
    _restricted("brown_three_in_pair", "powers.brown_pair.no_threes"),
    _restricted("brown_pair_on_brown", "powers.brown_pair"),
    _restricted("second_brown_pair", "powers.brown_pair"),
    _restricted("substitutions_combined", "powers.green", "powers.brown_pair", "powers.white_one"),
    _restricted("palace_without_wilds", "place_stone.palace"),
    _restricted("white_one_over_limit", "powers.white_one"),
    _restricted("palace_two_colours", "place_stone.palace"),
    Rule(
        "cards_of_other_colours",
        ("place_stone.payment", "powers.green", "powers.white_two", "cards.power_or_value"),
        _forbidden("cards_of_other_colours", _other_colours),
        _PAID,
        _CARDS_THERE,
    ),
    Rule(
        "payment_short",
        ("place_stone.payment", "place_stone.several"),
        _payment_short,
        _PAID,
        _CARDS_THERE,
    ),
    Rule(
        "superfluous_card",
        ("place_stone.overpay",),
        _superfluous_card,
        _PAID,
        (*_CARDS_THERE, "payment_short"),
    ),
    Rule(
        "overpaid",
        ("place_stone.overpay",),
        _overpaid,
        _PAID,
        (*_CARDS_THERE, "payment_short"),
    ),
)
