"""Market, in reverse turn order: selling or buying one cube at a time, or passing."""

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.acts.common import (
    BEFORE,
    NEXT_ROUND,
    Act,
    Deed,
    Rule,
    VersionedDeed,
    asked,
    no_fortune,
    step,
)
from companion.games.kingdom_of_solomon.acts.payment import card_label, goods_cards, lay_down
from companion.games.kingdom_of_solomon.components import (
    PLACES,
    FortuneId,
    Place,
    good_of,
    lines,
    points,
)
from companion.games.kingdom_of_solomon.effects import goods_on
from companion.games.kingdom_of_solomon.play import Play, score_printed
from companion.games.kingdom_of_solomon.state import CUBE, ON, SEATS, Phase, State
from companion.kernel.acts import rule
from companion.kernel.advice.proven_remedies import other_answer
from companion.kernel.box.facts import Unknown
from companion.kernel.form import Draft, Pick, choice
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
    Remedy,
    Unverified,
)
from companion.kernel.values import Params, SeatRef, Value


@rule(
    "market.pass", code="already_passed", requires=BEFORE, kind=ConditionKind.PHASE, legal_basis=()
)
def already_passed(state: State, act: Any) -> Finding:
    """Whoever has passed buys and sells nothing more in a round."""
    if state.phase != Phase.MARKET:
        return NOT_APPLICABLE
    if act.seat in state.due.seats:
        return None
    return Failure({"seat": SeatRef(act.seat)}, until=NEXT_ROUND)


def _in_market(section: str) -> tuple[Rule, ...]:
    """Return the conditions on seat, end, passing, turn and due task."""
    seat, over, *others = step(Phase.MARKET, legal_basis=(section,))
    return (seat, over, already_passed, *others)


_MARKET = _in_market("market.order")


def _place(*, taken: bool) -> Pick[State]:
    """Return the field of a place, taken or free."""

    def there(state: State, _draft: Draft) -> tuple[Place, ...]:
        return tuple(place for place in PLACES if state.taken(place) is taken)

    return choice(PLACES, terms.term, there=there)


def _wants(state: State, draft: Draft) -> tuple[str, ...]:
    place = draft.values.get("place")
    return () if place is None else asked(state, points(place))


def price_unknown(section: str) -> Rule:
    """Return the condition that the price of the place is known."""

    @rule(section, code="price_unknown", fields="place")
    def price_unknown(state: State, act: Any) -> Finding:
        """Every place has its price."""
        price = state.printed[points(act.place)]
        if isinstance(price, Unknown):
            return Unverified({"place": terms.term(act.place)}, price.fact)
        return None

    return price_unknown


def _elsewhere(taken: bool) -> Callable[[State, Any], Iterator[Remedy]]:
    """Return the proposals of the other places of a good: of those with known prices, the best.

    Args:
        taken: True for those with a cube, of which the cheapest is the best.
    """

    def suggest(state: State, act: Any) -> Iterator[Remedy]:
        best: Place | None = None
        for place in PLACES:
            if good_of(place) != good_of(act.place) or state.taken(place) is not taken:
                continue
            price = state.printed[points(place)]
            if isinstance(price, Unknown):
                yield other_answer(act, "place", place, terms.term(place))
            elif best is None or (price < state.printed[points(best)]) is taken:
                best = place
        if best is not None:
            yield other_answer(act, "place", best, terms.term(best))

    return suggest


SELL_CARDS: Final = "sell_fortune_good"
"""Ruling on whether a fortune card of goods can be sold."""


class Sell(VersionedDeed):
    """Sale of a cube to an empty place of its good, for the points shown there."""

    kind: Literal["sell"] = "sell"
    place: Place
    card: FortuneId | None = None
    """Fortune card of goods sold in place of a cube, if the table allows it."""


def _card_sold(state: State, draft: Draft, card: str | None) -> Value:
    return terms.term("nothing") if card is None else card_label(state, draft, card)


SELL = Act(
    Sell,
    *_MARKET,
    fields={
        "place": _place(taken=False),
        "card": choice(
            lambda state, draft: (None, *goods_cards(state, draft.seat)),
            sentence=None,
            optional=True,
            label_in=_card_sold,
        ),
    },
)


@SELL.sentence_params
def _sentence_params(_state: State, act: Sell) -> Params:
    return {"card": () if act.card is None else terms.several((act.card,))}


@SELL.asks_facts
def _wants_card(state: State, draft: Draft) -> tuple[str, ...]:
    card = draft.values.get("card")
    return (*_wants(state, draft), *(() if card is None else asked(state, lines(card))))[:1]


@SELL.rule(
    "market.sell",
    code="place_taken",
    fields="place",
    kind=ConditionKind.EXISTENCE,
    suggest=_elsewhere(False),
)
def place_taken(state: State, act: Sell) -> Finding:
    """There is one cube on a place, and four places for each good."""
    taken = state.taken(act.place)
    return Failure({"place": terms.term(act.place)}, acts_first=False) if taken else None


@SELL.rule(
    "market.sell",
    code="none_to_sell",
    fields=("place", "card"),
    requires="no_such_seat",
    kind=ConditionKind.SHORTAGE,
)
def none_to_sell(state: State, act: Sell) -> Finding:
    """One sells what one has."""
    if act.card is not None:
        return NOT_APPLICABLE
    good = good_of(act.place)
    if state.cubes(act.seat, good):
        return None
    return Failure({"seat": SeatRef(act.seat), "good": terms.good(good)})


@SELL.rule("market.sell", code="fortune_not_sold", fields="card")
def fortune_not_sold(state: State, act: Sell) -> Finding:
    """Whether a fortune card of goods can be sold is a ruling."""
    if act.card is None:
        return NOT_APPLICABLE
    reading = state.rulings[SELL_CARDS]
    if reading == "ask":
        return Unverified({"card": terms.term(act.card)})
    return None if reading == "yes" else Failure({"card": terms.term(act.card)}, ruling=SELL_CARDS)


SELL.also(no_fortune("card"))


@SELL.rule("fortune.goods", code="other_goods", fields=("place", "card"))
def other_goods(state: State, act: Sell) -> Finding:
    """The card stands for a cube of the good of that place."""
    if act.card is None:
        return NOT_APPLICABLE
    printed, good = state.lines_of(act.card), good_of(act.place)
    if isinstance(printed, Unknown):
        return Unverified({"card": terms.term(act.card), "good": terms.good(good)}, printed.fact)
    if (goods_on(printed) or {}).get(good):
        return None
    return Failure({"card": terms.term(act.card), "good": terms.good(good)})


@SELL.rule(
    "resolution.supply",
    code="no_cube_to_lay",
    fields=("place", "card"),
    kind=ConditionKind.SHORTAGE,
)
def no_cube_to_lay(state: State, act: Sell) -> Finding:
    """What a card stands for is laid on the market as a cube of the supply."""
    if act.card is None:
        return NOT_APPLICABLE
    good = good_of(act.place)
    there = state.ledger.balance(SUPPLY, CUBE[good])
    return None if there > 0 else Failure({"good": terms.good(good)})


SELL.also(price_unknown("market.sell"))


@SELL.play
def _sell(play: Play, act: Sell) -> None:
    seat, place, cause = act.seat, act.place, terms.term(act.place)
    source = SEATS[seat]
    if act.card is not None:
        lay_down(play, seat, (act.card,), "market.sell")
        source = SUPPLY
    play.move(CUBE[good_of(place)], 1, source, ON[place], "market.sell", cause=cause)
    score_printed(play, act, points(place), "market.sell", cause)
    _next(play, seat)


class Buy(VersionedDeed):
    """Purchase of a cube from the market for the points shown under it."""

    kind: Literal["buy"] = "buy"
    place: Place


BUY = Act(Buy, *_MARKET, fields={"place": _place(taken=True)})
BUY.asks_facts(_wants)


@BUY.rule(
    "market.buy",
    code="place_empty",
    fields="place",
    kind=ConditionKind.EXISTENCE,
    suggest=_elsewhere(True),
)
def place_empty(state: State, act: Buy) -> Finding:
    """One buys what lies there."""
    if state.taken(act.place):
        return None
    return Failure({"place": terms.term(act.place)}, acts_first=False)


BUY.also(price_unknown("market.buy"))


@BUY.rule(
    "market.buy",
    code="points_short",
    fields="place",
    requires="no_such_seat",
    kind=ConditionKind.SHORTAGE,
)
def points_short(state: State, act: Buy) -> Finding:
    """By ruling nobody goes below zero."""
    price = state.printed[points(act.place)]
    if isinstance(price, Unknown) or state.rulings["points_below_zero"] == "yes":
        return NOT_APPLICABLE
    held, unread = state.points_between(act.seat), state.points_lack(act.seat)
    if held.least >= price:
        return None
    params: Params = {"seat": SeatRef(act.seat), "price": terms.points(price)}
    if held.most >= price:
        return Unverified({**params, "held": terms.points(state.points(act.seat))}, unread[0])
    most = terms.points(int(held.most))
    return Failure(
        {**params, "held": most, "unread": int(bool(unread))}, ruling="points_below_zero"
    )


@BUY.play
def _buy(play: Play, act: Buy) -> None:
    seat, place, cause = act.seat, act.place, terms.term(act.place)
    play.move(CUBE[good_of(place)], 1, ON[place], SEATS[seat], "market.buy", cause=cause)
    score_printed(play, act, points(place), "market.buy", cause, paid=True)
    _next(play, seat)


def _next(play: Play, seat: int) -> None:
    if play.state.is_due(seat, Phase.MARKET):
        play.to_the_back(seat)


class PassMarket(Deed):
    """Decision to buy or sell nothing more in this round."""

    kind: Literal["pass_market"] = "pass_market"


PASS = Act(PassMarket, *_in_market("market.pass"))


@PASS.play
def _pass(play: Play, act: PassMarket) -> None:
    play.say("passed_market", "market.pass", act.seat)
    if play.state.is_due(act.seat, Phase.MARKET):
        play.stop_waiting_for(act.seat)
