"""Phase 2 on a building: conditions on the payment of a section."""

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from companion.games.blue_moon_city import payment, payment_options, terms
from companion.games.blue_moon_city.acts.build import (
    PLACE,
    SECTION_FREE,
    PlaceStone,
    other_sections,
    where,
)
from companion.games.blue_moon_city.components import ANY, COLOUR_OF, PALACE
from companion.games.blue_moon_city.payment import PLAIN_AT_PALACE, Payment, Terms, UseKind
from companion.games.blue_moon_city.state import State
from companion.kernel.box.facts import Known, Unknown, settled
from companion.kernel.conditions import memoise_per_report
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    Failure,
    Finding,
    Remark,
    Remedy,
    Unverified,
)
from companion.kernel.values import Params, Term

# Demand of the section, and obstacles to a payment


def _need(state: State, act: PlaceStone) -> Known[int]:
    return state.need(state.standing(act.seat), act.section)


def _asking(state: State, act: PlaceStone, need: int) -> Terms:
    return state.terms_of(state.standing(act.seat), need)


def _least(state: State, act: PlaceStone) -> Terms:
    """Return the terms of the section, with its least possible value if unknown."""
    need = _need(state, act)
    return _asking(state, act, min(need.among) if isinstance(need, Unknown) else need)


def _most(state: State, act: PlaceStone) -> Terms:
    """Return the terms of the section, with its greatest possible value if unknown."""
    return state.dearest_terms(state.standing(act.seat), act.section)


def _pays(state: State, act: PlaceStone, need: int) -> bool:
    return payment.best(act.cards, _asking(state, act, need)).enough


@memoise_per_report
def _forbidding(state: State, act: PlaceStone) -> Known[str | None]:
    """Return the code of the obstacle to the payment, or None.

    Unknown if it depends on an unknown value.
    """
    need = _need(state, act)
    if not isinstance(need, Unknown):
        return payment.obstacle(act.cards, _asking(state, act, need))
    if act.edition == 1:
        # In version 1 the table decided whether cards pay an unknown value.
        return need
    # A payment too small for the lowest possible value is refused. One that is enough for the
    # highest is legal.
    pays = settled(need, lambda value: _pays(state, act, value))
    if isinstance(pays, Unknown):
        return pays
    return None if pays else payment.obstacle(act.cards, _least(state, act))


@memoise_per_report
def _best_use(state: State, act: PlaceStone) -> Payment:
    """Return the best use of the cards for the greatest possible value of the section."""
    return payment.best(act.cards, _most(state, act))


def _reached(state: State, act: PlaceStone) -> Params:
    """Return the sentence parameters on the value reached and the shortfall."""
    asked = _least(state, act)
    paid = payment.best(act.cards, asked)
    unknown = isinstance(_need(state, act), Unknown)
    return {
        **where(state, act),
        "played": paid.value,
        "need": Term(f"at_least.{asked.need}") if unknown else asked.need,
        "short": asked.need - paid.value,
        "colour": terms.colour(paid.colour if paid.value else asked.colour),
        "palace": int(asked.colour == ANY),
        "unused": terms.cards(paid.unused),
        "why": Term(f"unused.{_why_unused(paid, asked)}"),
        "limit": asked.white_one_cards,
    }


_SMALL_BROWNS: Final = ("brown:1", "brown:2")


def _why_unused(paid: Payment, asked: Terms) -> str:
    """Return the reason why cards of a payment do not count."""
    if asked.colour == ANY:
        special = any(COLOUR_OF[card] in PLAIN_AT_PALACE for card in paid.unused)
        return "palace_plain" if special and not asked.palace_wilds else "palace"
    if any(use.way in (UseKind.POWER_ONE, UseKind.POWER_TWO) for use in paid.uses):
        return "beyond_white"
    if all(card in _SMALL_BROWNS for card in paid.unused):
        return "lone_brown"
    return "colour"


def _functions(act: PlaceStone) -> tuple[str, ...]:
    """Return the sections of the functions that these cards have in a payment."""
    cards = act.cards
    uses = {
        "powers.green": "green:1" in cards,
        "powers.brown_pair": sum(card in _SMALL_BROWNS for card in cards) > 1,
        "powers.white_one": "white:1" in cards,
        "powers.white_two": "white:2" in cards,
    }
    return tuple(section for section, there in uses.items() if there)


def _other_payments(state: State, act: PlaceStone) -> Iterator[Remedy]:
    """Propose cards in place of those that do not count, cards to add, and other sections."""
    asked = _most(state, act)
    yield from islice(_swaps(act, asked), 2)
    for added in payment_options.additions(act.cards, asked):
        cards = tuple(sorted((*act.cards, *added)))
        yield Remedy("add_cards", {"cards": terms.counted(added)}, {"cards": cards})
    yield from other_sections(state, act)


def _swaps(act: PlaceStone, asked: Terms) -> Iterator[Remedy]:
    """Yield the cards that pay in place of those that do not count."""
    idle = payment.best(act.cards, asked).unused
    counting = payment.taken_from(act.cards, idle)
    for added in payment_options.additions(counting, asked) if idle else ():
        if not set(added) & set(idle):
            some = any(kind in counting for kind in idle)
            params: Params = {"back": terms.counted(idle), "cards": terms.counted(added)}
            code = "swap_some" if some else "swap_cards"
            yield Remedy(code, params, {"cards": tuple(sorted((*counting, *added)))})


# Presence of a payment

_PAID: Final = ("section", "cards")


def _payments_proposed(state: State, act: PlaceStone) -> Iterator[Remedy]:
    for cards in payment_options.proposals(_most(state, act))[:3]:
        yield Remedy("pay_with", {"cards": terms.counted(cards)}, {"cards": cards})


def _once_more(state: State, act: PlaceStone) -> tuple[str, ...]:
    """Cite the section on several stones, if one was placed in this turn."""
    return ("place_stone.several",) if state.turn_of(act.seat).stones > 0 else ()


@PLACE.rule(
    "place_stone.payment",
    code="no_cards_played",
    fields=_PAID,
    requires=SECTION_FREE,
    suggest=_payments_proposed,
    legal_basis=(),
)
def no_cards_played(state: State, act: PlaceStone) -> Finding:
    """Every stone is paid with cards of its own: one payment does not do for two."""
    return None if act.cards else Failure(cites=_once_more(state, act))


_CARDS_THERE: Final = (
    *SECTION_FREE,
    "hand_too_small",
    "more_of_people_than_exist",
    "no_cards_played",
)

# Forbidden uses of cards


class Restriction(NamedTuple):
    """Restriction on payments; its condition fails if it is what forbids one."""

    code: str
    """Code of the condition, and of the result of `payment.obstacle`."""
    rules: tuple[str, ...]
    cards: tuple[str, ...] = ()
    """Cards of which a forbidden payment contains at least one."""
    ways: tuple[UseKind, ...] | None = None
    """Uses that it concerns; None: all of them."""
    ruling: str | None = None
    """Ruling it depends on, if any; it applies when read "no"."""
    palace: bool = False
    """True if it applies only at the palace."""
    by_function: bool = False
    """True if it concerns functions of cards, whose sections it cites."""

    def concerns(self, payment: Payment) -> bool:
        """Return whether it is relevant to a valid payment."""
        if self.code == "palace_without_wilds":
            return not payment.unused
        return self.ways is None or any(use.way in self.ways for use in payment.uses)


_PAIRS: Final = (UseKind.PAIR,)
_WHITES: Final = (UseKind.POWER_ONE, UseKind.POWER_TWO)
_PAYMENT: Final = "place_stone.payment"
_PALACE: Final = "place_stone.palace"

RESTRICTIONS: Final = (
    Restriction("brown_three_in_pair", ("powers.brown_pair.no_threes",), ("brown:3",), _PAIRS),
    Restriction(
        "brown_pair_on_brown",
        ("powers.brown_pair",),
        _SMALL_BROWNS,
        _PAIRS,
        "brown_pair_on_brown_section",
    ),
    Restriction(
        "second_brown_pair",
        ("powers.brown_pair",),
        _SMALL_BROWNS,
        _PAIRS,
        "several_brown_pairs_in_one_section",
    ),
    Restriction(
        "substitutions_combined",
        (_PAYMENT,),
        ways=(UseKind.WILD, UseKind.PAIR, *_WHITES),
        ruling="substitutions_combined",
        by_function=True,
    ),
    Restriction(
        "palace_without_wilds",
        (_PALACE,),
        ruling="palace_takes_wilds_and_white_brown_green",
        palace=True,
    ),
    Restriction(
        "white_one_over_limit", ("powers.white_one", _PAYMENT), ("white:1",), (UseKind.POWER_ONE,)
    ),
    Restriction(
        "white_used_twice",
        ("cards.power_or_value",),
        ("white:1", "white:2"),
        _WHITES,
        by_function=True,
    ),
    Restriction("palace_two_colours", (_PALACE, _PAYMENT), palace=True, by_function=True),
)


def _restrict(one: Restriction) -> None:
    """Declare a condition for a restriction."""
    code, cards, ruling, palace = one.code, one.cards, one.ruling, one.palace

    @PLACE.rule(
        *one.rules,
        code=code,
        fields=_PAID,
        requires=_CARDS_THERE,
        suggest=_other_payments,
        legal_basis=(),
    )
    def _(state: State, act: PlaceStone) -> Finding:
        if ruling is not None and state.rulings[ruling] == "yes":
            return NOT_APPLICABLE
        if palace and state.standing(act.seat) != PALACE:
            return NOT_APPLICABLE
        if cards and not any(card in act.cards for card in cards):
            return NOT_APPLICABLE
        forbidding = _forbidding(state, act)
        if forbidding == code:
            cites = _functions(act) if one.by_function else ()
            return Failure(_reached(state, act), cites=cites, ruling=ruling)
        if forbidding is not None:
            return NOT_APPLICABLE
        return None if one.concerns(_best_use(state, act)) else NOT_APPLICABLE


for _one in RESTRICTIONS:
    _restrict(_one)

# Colour and amount


def _helping(state: State, act: PlaceStone) -> tuple[str, ...]:
    """Return the sections that explain why some of the cards do not count."""
    asked = _least(state, act)
    unused = payment.best(act.cards, asked).unused
    palace = (_PALACE,) if asked.colour == ANY else ()
    pair = ("powers.brown_pair",) if any(card in _SMALL_BROWNS for card in unused) else ()
    whites = tuple(rule for rule in _functions(act) if rule.startswith("powers.white"))
    return (*palace, *whites, *pair)


@PLACE.rule(
    _PAYMENT,
    code="cards_of_other_colours",
    fields=_PAID,
    requires=_CARDS_THERE,
    suggest=_other_payments,
    legal_basis=(),
)
def cards_of_other_colours(state: State, act: PlaceStone) -> Finding:
    """Cards count in the section's colour: by their own, or by a function."""
    forbidding = _forbidding(state, act)
    if forbidding == "cards_of_other_colours":
        return Failure(_reached(state, act), cites=_helping(state, act))
    if isinstance(forbidding, Unknown):
        return NOT_APPLICABLE
    paid = payment.best(act.cards, _least(state, act)) if forbidding else _best_use(state, act)
    return NOT_APPLICABLE if paid.unused else None


def _paid_by_rule(state: State, act: PlaceStone) -> tuple[str, ...]:
    """Return the sections by which these cards pay in their best use."""
    asked, paid = _most(state, act), _best_use(state, act)
    palace = (_PALACE,) if asked.colour == ANY else ()
    functions = tuple(payment.SECTION_OF[use.way] for use in paid.uses)
    over = ("place_stone.overpay",) if paid.value > asked.need else ()
    return tuple(dict.fromkeys((_PAYMENT, *palace, *functions, *over)))


@PLACE.rule(
    _PAYMENT,
    code="payment_short",
    fields=_PAID,
    requires=_CARDS_THERE,
    suggest=_other_payments,
    legal_basis=_paid_by_rule,
)
def payment_short(state: State, act: PlaceStone) -> Finding:
    """The cards reach the section's value in its colour; more may be paid, never less."""
    forbidding = _forbidding(state, act)
    if isinstance(forbidding, Unknown):
        played = _best_use(state, act).value
        return Unverified({**where(state, act), "played": played}, forbidding.fact)
    if forbidding is None:
        return None
    return Failure(_reached(state, act), cites=_once_more(state, act))


# Overpayment

_ENOUGH: Final = (*_CARDS_THERE, "payment_short")


def _paid_needs(state: State, act: PlaceStone) -> Known[int]:
    """Return the value of the section; if unknown, the values that these cards pay."""
    need = _need(state, act)
    if not isinstance(need, Unknown):
        return need
    return Unknown(need.fact, tuple(value for value in need.among if _pays(state, act, value)))


def _spare(state: State, act: PlaceStone, need: int) -> tuple[str, ...]:
    return payment.superfluous(act.cards, _asking(state, act, need))


def _take_back(state: State, act: PlaceStone) -> Iterator[Remedy]:
    asked = _most(state, act)
    for card in payment.superfluous(act.cards, asked):
        kept = payment.minimal_payment(payment.without(act.cards, card), asked)
        back = terms.counted(payment.taken_from(act.cards, kept))
        yield Remedy("take_back", {"cards": back}, {"cards": kept})


@PLACE.rule(
    "place_stone.overpay",
    code="superfluous_card",
    fields=_PAID,
    requires=_ENOUGH,
    suggest=_take_back,
    legal_basis=(),
)
def superfluous_card(state: State, act: PlaceStone) -> Finding:
    """More may be paid; whether a card may be laid down that nothing needs is a ruling."""
    need, ruling = _paid_needs(state, act), "superfluous_card_in_payment"
    if isinstance(need, Unknown) and act.edition == 1:
        return NOT_APPLICABLE
    spare = settled(need, lambda value: bool(_spare(state, act, value)))
    refuses = state.rulings[ruling] == "refused"
    if isinstance(spare, Unknown):
        return Unverified(where(state, act), spare.fact) if refuses else NOT_APPLICABLE
    if not spare:
        return None
    most = max(need.among) if isinstance(need, Unknown) else need
    params: Params = {
        **where(state, act),
        "cards": terms.cards(_spare(state, act, most)),
        "unknown": int(not _pays(state, act, _most(state, act).need)),
    }
    return Failure(params, ruling=ruling) if refuses else Remark(params, ruling, wasteful=True)


@PLACE.rule("place_stone.overpay", code="overpaid", fields=_PAID, requires=_ENOUGH, legal_basis=())
def overpaid(state: State, act: PlaceStone) -> Finding:
    """Without the exact value more may be paid; hands are hidden, so this only reminds."""
    ruling = "overpay_when_exact_possible"
    if state.rulings[ruling] == "yes" or isinstance(_need(state, act), Unknown):
        return NOT_APPLICABLE
    paid = _best_use(state, act)
    if paid.value <= paid.need:
        return None
    return Remark({**where(state, act), "played": paid.value, "need": paid.need}, ruling)


BUILDING: Final = PLACE
"""Act of building, with all conditions on its payment."""
