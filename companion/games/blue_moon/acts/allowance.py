"""Allowance of a turn: boosters and supports, and remedies that leave out some of the cards."""

from collections.abc import Callable, Iterator
from itertools import combinations
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, TypeAlias

from companion.games.blue_moon import power, terms
from companion.games.blue_moon.acts.common import Act, own_turn
from companion.games.blue_moon.catalogue import (
    BOOSTER,
    ON_TABLE,
    SUPPORT,
    Card,
    CardId,
)
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import State
from companion.games.blue_moon.units import (
    counting,
    units,
)
from companion.kernel.refusal import Failure, Remedy
from companion.kernel.values import Seat


class Allowance(NamedTuple):
    """Boosters and supports of a turn, compared with the limit."""

    over: int
    """Number of plays beyond the extra ones that cards allow."""
    limit: int
    """One; zero in the turn that opens a fight, unless a ruling allows a pair there."""
    grants: tuple[CardId, ...]
    """Cards that allow extra plays."""


def grants_with(laid: Cards, card_type: str, plays: Allowance) -> Cards:
    """Return the cards that allow extra plays, also those among the cards laid."""
    more = (name for name in laid if _grants(ON_TABLE[name], card_type))
    return tuple(dict.fromkeys((*plays.grants, *more)))


def silenced(state: State, seat: Seat, card_type: str) -> tuple[Card, Card] | None:
    """Return an active card that would allow extra plays, and the one that silences it."""
    for one in power.resolve_active(state.active(seat), state.active(1 - seat)):
        by = one.ignored_by("text")
        if by is not None and _grants(one.card, card_type):
            return one.card, by
    return None


def _grants(card: Card, card_type: str) -> bool:
    return any(line.do == "extra_play" and line.concerns(card_type) for line in card.lines)


def allowance(state: State, seat: Seat, card_type: str, more: Cards) -> Allowance:
    """Return the allowance of a turn after some more cards of one type."""
    turn = state.turn
    limit = _limit(state, seat, more)
    over, grants = 0, list[CardId]()
    more = counting(state, seat, more)
    for each in (BOOSTER, SUPPORT):
        before = turn.counted(each) if turn.seat == seat else ()
        number = units(state, seat, (*before, *more) if each == card_type else before)
        extra = 0
        for card, line in state.in_force(seat, "extra_play"):
            if line.concerns(each):
                extra += number if line.n == "any" else line.amount
                grants.append(card.id)
        over += max(0, number - extra)
    return Allowance(over, limit, tuple(grants))


def _limit(state: State, seat: Seat, more: Cards) -> int:
    if not opens(state, seat):
        return 1
    allowed = state.rulings["booster_pair_opening"] == "allowed"
    return int(allowed and one_pair(state, seat, more))


def opens(state: State, seat: Seat) -> bool:
    """Return whether a seat is in the turn that opens the fight."""
    fight = state.fight
    return fight.opening and fight.starter == seat


def one_pair(state: State, seat: Seat, more: Cards) -> bool:
    """Return whether the boosters of a turn, with some more, form one pair."""
    before = state.turn.counted(BOOSTER) if own_turn(state, seat) else ()
    laid = (*before, *(name for name in more if ON_TABLE[name].type == BOOSTER))
    return len(laid) == 2 and units(state, seat, laid) == 1


_Proposals: TypeAlias = Callable[[State, Any], Iterator[Remedy]]


_MOST_NAMED: Final = 7
"""Number of named cards up to which some are left out."""


_MOST_ALIKE: Final = 3
"""Number of alternatives that are worth naming; of more, none is better than another."""


def without_some(code: str, reported: Act[Any], failed: str) -> _Proposals:
    """Return the proposals to name fewer cards, as many as a condition allows.

    Args:
        code: code of the remedy.
        reported: act that names cards.
        failed: code of its condition, which holds for what is left.
    """

    def proposals(state: State, act: Any) -> Iterator[Remedy]:
        test = next(one.test for one in reported.conditions if one.code == failed)
        cards: tuple[str, ...] = getattr(act, "cards", ())
        named = cards if len(cards) <= _MOST_NAMED else ()
        for number in range(len(named) - 1, 0, -1):
            kept = [
                some
                for some in dict.fromkeys(combinations(named, number))
                if not isinstance(test(state, _with_cards(act, some)), Failure)
            ]
            if kept:
                for some in kept if len(kept) <= _MOST_ALIKE else ():
                    yield Remedy(code, {"cards": terms.cards(some)}, {"cards": some})
                return

    return proposals


def _with_cards(act: Any, cards: tuple[str, ...]) -> Any:
    return SimpleNamespace(**{**vars(act), "cards": cards})
