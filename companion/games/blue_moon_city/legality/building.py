"""Phase 2 on a building: whether the cards pay the section."""

from collections.abc import Callable, Iterator
from typing import Final

from companion.games.blue_moon_city import payment, terms
from companion.games.blue_moon_city.actions import PlaceStone
from companion.games.blue_moon_city.components import ANY, COLOUR_OF, PALACE
from companion.games.blue_moon_city.legality.common import (
    FINALE_ONLY_OFFERINGS,
    OWN_TURN,
    Rule,
    cards_in_hand,
)
from companion.games.blue_moon_city.legality.sections import (
    A_FREE_SECTION,
    SECTION_FREE,
    other_sections,
    where,
)
from companion.games.blue_moon_city.payment import PLAIN_AT_PALACE, Payment, Terms, Way
from companion.games.blue_moon_city.state import State
from companion.kernel.facts import Known, Unknown, settled
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    Failure,
    Finding,
    Remark,
    Remedy,
    Unverified,
)
from companion.kernel.values import Params, Term


def _need(state: State, action: PlaceStone) -> Known[int]:
    return state.need(state.standing(action.seat), action.section)


def _asking(state: State, action: PlaceStone, need: int) -> Terms:
    return state.terms_of(state.standing(action.seat), need)


def _forbidding(state: State, action: PlaceStone) -> Known[str | None]:
    """The code of what forbids the payment, or None; unknown where that hangs on the value."""
    need = _need(state, action)
    if not isinstance(need, Unknown):
        return payment.obstacle(action.cards, _asking(state, action, need))
    if action.edition == 1:
        # Version 1 let the table say whether any cards pay what nobody knows.
        return need
    # What cannot pay the least is refused, what pays the most is legal.
    pays = settled(need, lambda value: _pays(state, action, value))
    if isinstance(pays, Unknown):
        return pays
    return None if pays else payment.obstacle(action.cards, _least(state, action))


def _pays(state: State, action: PlaceStone, need: int) -> bool:
    return payment.best(action.cards, _asking(state, action, need)).enough


def _least(state: State, action: PlaceStone) -> Terms:
    """What the section asks for, or the least that it can ask for."""
    need = _need(state, action)
    return _asking(state, action, min(need.among) if isinstance(need, Unknown) else need)


def _most(state: State, action: PlaceStone) -> Terms:
    """What the section asks for, or the most that it can ask for."""
    return state.dearest_terms(state.standing(action.seat), action.section)


_RULINGS: Final = {
    "brown_pair_on_brown": "brown_pair_on_brown_section",
    "second_brown_pair": "several_brown_pairs_in_one_section",
    "substitutions_combined": "substitutions_combined",
    "palace_without_wilds": "palace_takes_wilds_and_white_brown_green",
}
"""The ruling that a restriction rests on, where it is one; it restricts when read "no"."""

_SMALL_BROWNS: Final = ("brown:1", "brown:2")
_ONLY_WITH: Final = {
    "brown_three_in_pair": ("brown:3",),
    "brown_pair_on_brown": _SMALL_BROWNS,
    "second_brown_pair": _SMALL_BROWNS,
    "white_one_over_limit": ("white:1",),
    "white_used_twice": ("white:1", "white:2"),
}
"""The cards without which a restriction cannot be what forbids a payment."""


def _paid_by(*ways: Way) -> Callable[[Payment], bool]:
    return lambda found: any(use.way in ways for use in found.uses)


_CONCERNS: Final[dict[str, Callable[[Payment], bool]]] = {
    "brown_three_in_pair": _paid_by(Way.PAIR),
    "brown_pair_on_brown": _paid_by(Way.PAIR),
    "second_brown_pair": _paid_by(Way.PAIR),
    "substitutions_combined": _paid_by(Way.WILD, Way.PAIR, Way.POWER_ONE, Way.POWER_TWO),
    "palace_without_wilds": lambda found: not found.unused,
    "white_one_over_limit": _paid_by(Way.POWER_ONE),
    "white_used_twice": _paid_by(Way.POWER_ONE, Way.POWER_TWO),
}
"""The payments that a restriction has anything to do with, where it is not all of them."""


def _restricted(code: str, rule: str, *also: str, palace: bool = False) -> Rule:
    """A restriction on payments: it fails when that is what forbids this one.

    Args:
        code: of the condition, and of what `payment.obstacle` finds.
        rule: a section that states it.
        also: other sections.
        palace: whether it restricts the palace alone.
    """
    ruling, cards = _RULINGS.get(code), _ONLY_WITH.get(code)
    concerns = _CONCERNS.get(code)

    def test(state: State, action: PlaceStone) -> Finding:
        if ruling is not None and state.rulings[ruling] == "yes":
            return NOT_APPLICABLE
        if palace and state.standing(action.seat) != PALACE:
            return NOT_APPLICABLE
        if cards and not any(card in action.cards for card in cards):
            return NOT_APPLICABLE
        forbidding = _forbidding(state, action)
        if forbidding == code:
            cites = _functions(action) if code in _OF_FUNCTIONS else ()
            return Failure(_reached(state, action), cites=cites, ruling=ruling)
        if forbidding is not None:
            return NOT_APPLICABLE
        found = payment.best(action.cards, _most(state, action))
        return None if concerns is None or concerns(found) else NOT_APPLICABLE

    needs = ("section", "cards")
    return Rule(code, (rule, *also), test, needs, _CARDS_THERE, mend=_other_payments, grounds=())


_OF_FUNCTIONS: Final = frozenset(
    {"substitutions_combined", "white_used_twice", "palace_two_colours"}
)
"""The restrictions on cards laid down for their function: whichever of them cites its own rule."""


def _functions(action: PlaceStone) -> tuple[str, ...]:
    """The sections of the functions that these cards have in a payment."""
    cards = action.cards
    found = {
        "powers.green": "green:1" in cards,
        "powers.brown_pair": sum(card in _SMALL_BROWNS for card in cards) > 1,
        "powers.white_one": "white:1" in cards,
        "powers.white_two": "white:2" in cards,
    }
    return tuple(section for section, there in found.items() if there)


def _reached(state: State, action: PlaceStone) -> Params:
    """How far the cards go, and by how much they fall short."""
    asked = _least(state, action)
    found = payment.best(action.cards, asked)
    unknown = isinstance(_need(state, action), Unknown)
    return {
        **where(state, action),
        "played": found.value,
        "need": Term(f"at_least.{asked.need}") if unknown else asked.need,
        "short": asked.need - found.value,
        "colour": terms.colour(found.colour if found.value else asked.colour),
        "unused": terms.cards(found.unused),
        "why": Term(f"unused.{_why_unused(found, asked)}"),
        "limit": asked.white_one_cards,
    }


def _why_unused(found: Payment, asked: Terms) -> str:
    """Why cards of a payment count for nothing."""
    if asked.colour == ANY:
        special = any(COLOUR_OF[card] in PLAIN_AT_PALACE for card in found.unused)
        return "palace_plain" if special and not asked.palace_wilds else "palace"
    if any(use.way in (Way.POWER_ONE, Way.POWER_TWO) for use in found.uses):
        return "beyond_white"
    if all(card in _SMALL_BROWNS for card in found.unused):
        return "lone_brown"
    return "colour"


def _other_payments(state: State, action: PlaceStone) -> Iterator[Remedy]:
    """Cards to add that would pay the section, and sections that these cards would pay."""
    for added in payment.additions(action.cards, _most(state, action)):
        cards = tuple(sorted((*action.cards, *added)))
        yield Remedy("add_cards", {"cards": terms.counted(added)}, {"cards": cards})
    yield from other_sections(state, action)


def _no_cards_played(state: State, action: PlaceStone) -> Finding:
    # Every stone is paid with cards of its own: one payment does not do for two.
    if action.cards:
        return None
    again = state.turn_of(action.seat).stones > 0
    return Failure(cites=("place_stone.several",) if again else ())


def _payments_proposed(state: State, action: PlaceStone) -> Iterator[Remedy]:
    for cards in payment.proposals(_most(state, action))[:3]:
        yield Remedy("pay_with", {"cards": terms.counted(cards)}, {"cards": cards})


def _other_colours(state: State, action: PlaceStone) -> Finding:
    # Cards count in the section's colour: by their own, or by a function.
    forbidding = _forbidding(state, action)
    if forbidding == "cards_of_other_colours":
        return Failure(_reached(state, action), cites=_helping(state, action))
    if isinstance(forbidding, Unknown):
        return NOT_APPLICABLE
    asked = _least(state, action) if forbidding else _most(state, action)
    return NOT_APPLICABLE if payment.best(action.cards, asked).unused else None


def _helping(state: State, action: PlaceStone) -> tuple[str, ...]:
    """The sections that decide why some of these cards do not count."""
    asked = _least(state, action)
    unused = payment.best(action.cards, asked).unused
    palace = ("place_stone.palace",) if asked.colour == ANY else ()
    pair = ("powers.brown_pair",) if any(card in _SMALL_BROWNS for card in unused) else ()
    whites = tuple(rule for rule in _functions(action) if rule.startswith("powers.white"))
    return (*palace, *whites, *pair)


def _payment_short(state: State, action: PlaceStone) -> Finding:
    # The cards reach the section's value in its colour; more may be paid, never less.
    forbidding = _forbidding(state, action)
    if isinstance(forbidding, Unknown):
        found = payment.best(action.cards, _most(state, action))
        return Unverified({**where(state, action), "played": found.value}, forbidding.fact)
    if forbidding is None:
        return None
    again = state.turn_of(action.seat).stones > 0
    cites = ("place_stone.several",) if again else ()
    return Failure(_reached(state, action), cites=cites)


def _paid_by_rule(state: State, action: PlaceStone) -> tuple[str, ...]:
    """The sections by which these cards pay, as they are best used."""
    asked = _most(state, action)
    found = payment.best(action.cards, asked)
    palace = ("place_stone.palace",) if asked.colour == ANY else ()
    functions = tuple(payment.SECTION_OF[use.way] for use in found.uses)
    over = ("place_stone.overpay",) if found.value > asked.need else ()
    return tuple(dict.fromkeys(("place_stone.payment", *palace, *functions, *over)))


def _superfluous_card(state: State, action: PlaceStone) -> Finding:
    # More may be paid; whether a card may be laid down that nothing needs is a ruling.
    need, ruling = _paid_needs(state, action), "superfluous_card_in_payment"
    if isinstance(need, Unknown) and action.edition == 1:
        return NOT_APPLICABLE
    spare = settled(need, lambda value: bool(_spare(state, action, value)))
    refuses = state.rulings[ruling] == "refused"
    if isinstance(spare, Unknown):
        return Unverified(where(state, action), spare.fact) if refuses else NOT_APPLICABLE
    if not spare:
        return None
    most = max(need.among) if isinstance(need, Unknown) else need
    cards = terms.cards(_spare(state, action, most))
    params: Params = {**where(state, action), "cards": cards}
    return Failure(params, ruling=ruling) if refuses else Remark(params, ruling)


def _paid_needs(state: State, action: PlaceStone) -> Known[int]:
    """What the section asks for; where nobody knows, any of the values that these cards pay."""
    need = _need(state, action)
    if not isinstance(need, Unknown):
        return need
    paid = tuple(value for value in need.among if _pays(state, action, value))
    return Unknown(need.fact, paid)


def _spare(state: State, action: PlaceStone, need: int) -> tuple[str, ...]:
    return payment.superfluous(action.cards, _asking(state, action, need))


def _take_back(state: State, action: PlaceStone) -> Iterator[Remedy]:
    asked = _most(state, action)
    for card in payment.superfluous(action.cards, asked):
        kept = payment.lean(payment.without(action.cards, card), asked)
        back = terms.counted(payment.taken_from(action.cards, kept))
        yield Remedy("take_back", {"cards": back}, {"cards": kept})


def _overpaid(state: State, action: PlaceStone) -> Finding:
    # Without the exact value more may be paid; hands are hidden, so this is only a reminder.
    ruling = "overpay_when_exact_possible"
    if state.rulings[ruling] == "yes" or isinstance(_need(state, action), Unknown):
        return NOT_APPLICABLE
    asked = _most(state, action)
    found = payment.best(action.cards, asked)
    if found.value <= asked.need:
        return None
    return Remark({**where(state, action), "played": found.value, "need": asked.need}, ruling)


def _stone_cards(action: PlaceStone) -> tuple[str, ...]:
    return action.cards


_CARDS_THERE = (*SECTION_FREE, "hand_too_small", "more_of_people_than_exist", "no_cards_played")
_PAID = ("section", "cards")

PLACE_STONE = (
    *OWN_TURN,
    FINALE_ONLY_OFFERINGS,
    *A_FREE_SECTION,
    *cards_in_hand("cards", _stone_cards, "place_stone.payment"),
    Rule(
        "no_cards_played",
        ("place_stone.payment",),
        _no_cards_played,
        _PAID,
        SECTION_FREE,
        mend=_payments_proposed,
        grounds=(),
    ),
    _restricted("brown_three_in_pair", "powers.brown_pair.no_threes"),
    _restricted("brown_pair_on_brown", "powers.brown_pair"),
    _restricted("second_brown_pair", "powers.brown_pair"),
    _restricted("substitutions_combined", "place_stone.payment"),
    _restricted("palace_without_wilds", "place_stone.palace", palace=True),
    _restricted("white_one_over_limit", "powers.white_one", "place_stone.payment"),
    _restricted("white_used_twice", "cards.power_or_value"),
    _restricted("palace_two_colours", "place_stone.palace", "place_stone.payment", palace=True),
    Rule(
        "cards_of_other_colours",
        ("place_stone.payment",),
        _other_colours,
        _PAID,
        _CARDS_THERE,
        mend=_other_payments,
        grounds=(),
    ),
    Rule(
        "payment_short",
        ("place_stone.payment",),
        _payment_short,
        _PAID,
        _CARDS_THERE,
        mend=_other_payments,
        grounds=_paid_by_rule,
    ),
    Rule(
        "superfluous_card",
        ("place_stone.overpay",),
        _superfluous_card,
        _PAID,
        (*_CARDS_THERE, "payment_short"),
        mend=_take_back,
        grounds=(),
    ),
    Rule(
        "overpaid",
        ("place_stone.overpay",),
        _overpaid,
        _PAID,
        (*_CARDS_THERE, "payment_short"),
        grounds=(),
    ),
)
