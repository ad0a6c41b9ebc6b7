"""Payments: cubes, and fortune cards that show goods."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.acts.common import (
    NOTHING,
    Rule,
    goods_short,
    held_cubes,
    shortfall,
)
from companion.games.kingdom_of_solomon.components import (
    FORTUNES,
    Fortunes,
    Heap,
    cost,
    cubes,
    heap,
    lines,
    lines_of,
)
from companion.games.kingdom_of_solomon.effects import MOST_OFFERED, goods_on
from companion.games.kingdom_of_solomon.play import Play
from companion.games.kingdom_of_solomon.state import (
    DISCARD,
    FORTUNE,
    SEATS,
    State,
)
from companion.kernel import acts
from companion.kernel.acts import Names, rule
from companion.kernel.box.facts import Known, Unknown
from companion.kernel.form import Draft, OpenBag, Pick, bag
from companion.kernel.pieces.ledger import Transfer
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
    Remark,
    Unverified,
)
from companion.kernel.values import Counted, Params, Seat, SeatRef, Term, Value


def cards_laid(price_of: Callable[[State, Draft], Known[Heap] | None]) -> Pick[State]:
    """Make a field for fortune cards used to pay."""

    def field(state: State, draft: Draft) -> OpenBag:
        return cards_field(state, draft, paid=_is_paid(price_of(state, draft), draft))

    return bag(field, terms.term, label_in=card_label)


def cards_field(state: State, draft: Draft, *, paid: bool) -> OpenBag:
    """Return the fortune cards that may pay; a seat without any, or that has paid, is not asked."""
    there = () if paid else goods_cards(state, draft.seat)
    one_each = tuple((card,) for card in there[:MOST_OFFERED])
    items = tuple((card, state.fortunes(draft.seat)) for card in there)
    return OpenBag(items, maximum=9, proposals=((), *one_each), only=not there)


def _is_paid(price: Known[Heap] | None, draft: Draft) -> bool:
    """Return whether the cubes alone pay the price, so that no card is needed."""
    if price is None or isinstance(price, Unknown):
        return False
    return heap(draft.values.get("pay", ())) == heap(cubes(price))


def card_label(state: State, _draft: Draft, card: str) -> Value:
    """Return the label of a card of a deck; unknown ones share one label."""
    return Term(card if state.knows(card) else "card.without_name")


def goods_cards(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the fortune cards that a seat may use as goods, including unknown ones."""
    if seat >= state.players or not state.fortunes(seat):
        return ()
    choices = ((card, state.lines_of(card)) for card in state.distinguishable(FORTUNES))
    return tuple(
        card for card, effect in choices if isinstance(effect, Unknown) or goods_on(effect)
    )


def unread(draft: Draft) -> tuple[str, ...]:
    """Return the fact ids of the effects of the fortune cards laid down."""
    return tuple(map(lines, draft.values.get("cards", ())))


@rule(
    "fortune.goods",
    code="fortunes_short",
    fields="cards",
    requires="no_such_seat",
    kind=ConditionKind.SHORTAGE,
)
def fortunes_short(state: State, act: Any) -> Finding:
    """One lays down cards that one holds."""
    if not act.cards:
        return NOT_APPLICABLE
    held = state.fortunes(act.seat)
    if held >= len(act.cards):
        return None
    return Failure({"seat": SeatRef(act.seat), "held": Counted(held, FORTUNE)})


@rule("fortune.goods", code="card_without_goods", fields="cards")
def card_without_goods(state: State, act: Any) -> Finding:
    """Only cards of goods pay."""
    if not act.cards:
        return NOT_APPLICABLE
    for card in act.cards:
        printed = state.lines_of(card)
        if isinstance(printed, Unknown):
            return Unverified({"card": terms.term(card)}, printed.fact)
        if goods_on(printed) is None:
            return Failure({"card": terms.term(card)})
    return None


def payment_conditions(
    price_of: Callable[[State, Any], Known[Heap] | None],
    fact_of: Callable[[State, Any], str],
    section: str,
    *fields: str,
    requires: Names = (),
    shows_price: Callable[[State, Any], bool] = lambda _state, _act: True,
) -> tuple[Rule, ...]:
    """Return the conditions on a payment of cubes and fortune cards.

    Args:
        price_of: getter of the cost; it may be unknown, and None is printed on this thing alone.
        fact_of: getter of the fact id of the cost.
        section: section that demands it.
        fields: fields that the cost depends on.
        requires: conditions that come first.
        shows_price: tells if what is paid shows the cost of the next such thing too.
    """
    wanted = (*fields, "pay", "cards")

    @rule(
        section,
        code="cost_unmet",
        fields=wanted,
        requires=("card_without_goods", *acts.names(requires)),
    )
    def cost_unmet(state: State, act: Any) -> Finding:
        """A payment is the printed one; of a card of goods something may be left over."""
        price = price_of(state, act)
        if price is None:
            return NOT_APPLICABLE
        if isinstance(price, Unknown):
            told = act.pay and not act.cards and shows_price(state, act)
            shows = lines_of("pay", heap(act.pay)) if told else None
            return Unverified({"card": ()}, fact_of(state, act), shows)
        laid, worth = heap(act.pay), worth_of(state, act.cards)
        if isinstance(worth, Unknown):
            card = worth.fact.removesuffix(".lines")
            return Unverified({"card": terms.term(card)}, worth.fact)
        short = shortfall(laid + worth, price)
        # Cubes have to pay the exact price: no change is given.
        left = {g: max(0, n - worth.get(g, 0)) for g, n in price.items()}
        over = shortfall(left, laid)
        if not short and not over:
            return None
        params: Params = {
            "cost": terms.heap(price),
            "short": terms.heap(short),
            "over": terms.heap(over),
        }
        return Failure(params)

    def pays(state: State, act: Any, worth: Heap) -> bool | None:
        price = price_of(state, act)
        laid = Counter(heap(act.pay)) + Counter(worth)
        if price is None or isinstance(price, Unknown):
            return None
        return not shortfall(laid, price)

    needless = needless_card(section, *fields, "pay", requires="cost_unmet", pays=pays)
    short = goods_short("pay", section)
    return (fortunes_short, card_without_goods, cost_unmet, short, needless)


def needless_card(
    section: str, *fields: str, requires: str, pays: Callable[[State, Any, Heap], bool | None]
) -> Rule:
    """Return the condition that notes a card of goods that the payment does without.

    Args:
        section: section that asks for the payment.
        fields: fields of what is paid for, and of the payment.
        requires: code of the condition that it is paid.
        pays: tells if the cubes laid pay together with what some cards are worth; None if nobody
            has said the price.
    """

    @rule(
        "fortune.goods",
        section,
        code="needless_card",
        fields=(*fields, "cards"),
        requires=requires,
        legal_basis=(),
        sections=lambda _state, _act: (section, "fortune.goods"),
    )
    def needless(state: State, act: Any) -> Finding:
        """More cards may be laid than needed, and no change is given."""
        if not act.cards or isinstance(worth_of(state, act.cards), Unknown):
            return NOT_APPLICABLE
        for place, card in enumerate(act.cards):
            worth = worth_of(state, (*act.cards[:place], *act.cards[place + 1 :]))
            paid = None if isinstance(worth, Unknown) else pays(state, act, worth)
            if paid is None:
                return NOT_APPLICABLE
            if paid:
                return Remark({"card": terms.term(card)}, wasteful=True)
        return None

    return needless


def worth_of(state: State, cards: Fortunes) -> Known[Counter[str]]:
    """Return the cubes that the fortune cards stand for; a card that is none stands for nothing."""
    total: Counter[str] = Counter()
    for card in cards:
        printed = state.lines_of(card)
        if isinstance(printed, Unknown):
            return printed
        total.update(goods_on(printed) or {})
    return total


def printed_cost(state: State, thing: str) -> Known[Heap]:
    """Return the cost of a building card or a block of a part of the Temple."""
    price: Known[Heap] = state.printed[cost(thing)]
    return price


def cost_of(field: str) -> Callable[[State, Draft], Known[Heap] | None]:
    """Return a getter of the cost of the thing in a field, None until it is filled in."""

    def printed(state: State, draft: Draft) -> Known[Heap] | None:
        thing = draft.values.get(field)
        return None if thing is None else printed_cost(state, thing)

    return printed


def payment(price_of: Callable[[State, Draft], Known[Heap] | None]) -> Pick[State]:
    """Make a field for the cubes paid, offering the printed price, as far as a seat has it."""

    def field(state: State, draft: Draft) -> OpenBag:
        seat = draft.seat
        if seat >= state.players:
            return NOTHING
        price = price_of(state, draft)
        if price is None or isinstance(price, Unknown):
            return held_cubes(state, SEATS[seat])
        if not state.fortunes(seat):
            return held_cubes(state, SEATS[seat], cubes(price), only=True)
        # Fortune cards may pay instead of the cubes that are missing.
        there = state.heap(SEATS[seat])
        held = {good: min(n, max(there.get(good, 0), 0)) for good, n in price.items()}
        return held_cubes(state, SEATS[seat], cubes(held))

    return bag(field, terms.good, sentence=terms.cubes)


def lay_down(play: Play, seat: Seat, cards: Fortunes, rule_id: str) -> None:
    """Discard fortune cards, which the table can name from now on."""
    for card in cards:
        moved = Transfer(FORTUNE, 1, SEATS[seat], DISCARD, rule_id, cause=terms.term(card))
        play.do(moved)
    if not play.state.met.issuperset(cards):
        play.change(met=play.state.met.union(cards))
