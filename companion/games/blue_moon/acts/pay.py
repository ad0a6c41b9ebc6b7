"""Conditions on payments with cards from a hand: enough, and by ruling none superfluous."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from companion.games.blue_moon import terms
from companion.games.blue_moon.acts.common import Rule
from companion.games.blue_moon.catalogue import CARDS
from companion.games.blue_moon.payments import Price
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import State
from companion.kernel.acts import Names, rule
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Remark, Remedy
from companion.kernel.values import Params, Term


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
