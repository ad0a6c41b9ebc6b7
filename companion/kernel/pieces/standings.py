"""Standings: who leads and who wins, also where amounts rest on values that nobody has read.

They are no zeros: a balance with one of them lies between two bounds, and whoever judges by it
looks at both.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import Any, Final, NamedTuple, Protocol, Self

from companion.kernel.duties import Outcome, ScoreLine
from companion.kernel.pieces.ledger import Ledger
from companion.kernel.play import Play


class Unposted(NamedTuple):
    """Amount that an account gained or lost, as an unknown printed value says."""

    account: str
    item: str
    fact: str
    """Printed value that says how much."""
    gained: bool = True


class Bounds(NamedTuple):
    """Least and greatest value that a number can have, possibly infinite."""

    least: float
    most: float

    @property
    def certain(self) -> bool:
        """Return whether the number is known."""
        return self.least == self.most

    def plus(self, amount: int) -> "Bounds":
        """Return the bounds of the sum with a known amount."""
        return Bounds(self.least + amount, self.most + amount)


def total_between(lines: Iterable[ScoreLine]) -> Bounds:
    """Return the bounds of the sum of some score lines."""
    least = most = 0.0
    for line in lines:
        least += -inf if line.unread in ("−", "±") else line.amount
        most += inf if line.unread in ("+", "±") else line.amount
    return Bounds(least, most)


def sign_of(between: Bounds) -> str:
    """Return the sign of what a known amount lacks: "+", "−", "±", or empty if it is certain."""
    match between.least == -inf, between.most == inf:
        case True, True:
            return "±"
        case True, False:
            return "−"
        case False, True:
            return "+"
        case _:
            return ""


class WithUnposted(Protocol):
    """Protocol of a state that knows what its ledger lacks."""

    @property
    def ledger(self) -> Ledger:
        """Return the ledger of all countable things."""

    @property
    def unposted(self) -> tuple[Unposted, ...]:
        """Return the amounts that the ledger lacks."""

    def settled(self, account: str, item: str) -> Self:
        """Return the state whose ledger lacks nothing of an item in an account."""


def of_state(state: Any) -> tuple[Unposted, ...]:
    """Return the amounts that the ledger of a state of any game lacks."""
    some: tuple[Unposted, ...] = getattr(state, "unposted", ())
    return some


def bounds(state: WithUnposted, account: str, item: str) -> Bounds:
    """Return the bounds of a balance."""
    least = most = float(state.ledger.balance(account, item))
    for one in _of(state, account, item):
        least, most = (least, inf) if one.gained else (-inf, most)
    return Bounds(least, most)


def sign_at(state: Any, account: str, item: str) -> str:
    """Return the sign of what the ledger of a state of any game lacks of an item in an account."""
    return sign_of(bounds(state, account, item)) if of_state(state) else ""


def lacking(state: WithUnposted, account: str, item: str) -> tuple[str, ...]:
    """Return the printed values that a balance lacks, each once."""
    return tuple(dict.fromkeys(one.fact for one in _of(state, account, item)))


def fits(state: Any, account: str, item: str, counted: int) -> bool:
    """Return whether a balance may be this amount, for all that nobody has read of it."""
    if not of_state(state):
        return False
    least, most = bounds(state, account, item)
    return least < most and least <= counted <= most


def settle(state: Any, account: str, item: str) -> Any:
    """Return the state of any game whose ledger lacks nothing of an item in an account."""
    return state.settled(account, item) if of_state(state) else state


def _of(state: WithUnposted, account: str, item: str) -> Iterator[Unposted]:
    return (one for one in state.unposted if one.account == account and one.item == item)


def leave_unposted(play: Play[Any], *some: Unposted) -> None:
    """Note amounts that nobody has read."""
    play.change(unposted=(*play.state.unposted, *some))


CERTAIN: Final = "certain"
"""Reason of an end with a certain winner, whatever values are unknown."""
UNDECIDED: Final = "undecided"
"""Reason of an end whose winner rests on unknown values."""


class Standing(NamedTuple):
    """Leaders, compared key by key."""

    winners: tuple[int, ...]
    """Winners by position; several if they tie on every key."""
    decided: int | None
    """Number of keys needed to leave a single leader; None: they tie on all of them."""


def standing(keys: Sequence[tuple[Any, ...]]) -> Standing:
    """Return the leaders by the first key, then, among ties, by the next, and so on.

    Args:
        keys: by position, the values to compare, in order. At least one.
    """
    top = max(keys)
    winners = tuple(i for i, held in enumerate(keys) if held == top)
    alone = (n for n in range(1, len(top) + 1) if sum(k[:n] == top[:n] for k in keys) == 1)
    return Standing(winners, next(alone, None))


def compared(
    keys: Sequence[tuple[int, ...]], codes: Sequence[str], rule: str, decided: int | None
) -> tuple[ScoreLine, ...]:
    """Return what was compared as score lines, up to the key that decided.

    Args:
        keys: by seat, the values compared, in order.
        codes: score line of each value.
        rule: section that says who wins.
        decided: number of keys needed to leave a single leader; None: all of them.
    """
    return tuple(
        ScoreLine(seat, code, held[nth], rule)
        for nth, code in enumerate(codes[:decided])
        for seat, held in enumerate(keys)
    )


def places(counts: Sequence[int]) -> tuple[int, ...]:
    """Return by position how many have more: 0 for the first place, the same for ties."""
    return tuple(sum(other > count for other in counts) for count in counts)


def paid_by_place(
    counts: Sequence[int], worth: Callable[[int, int], int], *, least: int = 1
) -> tuple[int, ...]:
    """Return by position the payment for its place.

    Args:
        counts: amount of each.
        worth: payment to each of so many who tie on a place.
        least: minimum amount that is paid anything.
    """
    place = places(counts)
    return tuple(
        worth(at, place.count(at)) if count >= least else 0
        for at, count in zip(place, counts, strict=True)
    )


def shared_places(counts: Sequence[int], amounts: Sequence[int]) -> tuple[int, ...]:
    """Return by position the payment, where ties share what their places are worth.

    A remainder is not paid, and an amount of zero gets nothing.

    Args:
        counts: amount of each.
        amounts: worth of each place, the first one first.
    """
    return paid_by_place(counts, lambda at, tied: sum(amounts[at : at + tied]) // tied)


def contest(
    keys: Sequence[tuple[Bounds, ...]], totals: tuple[ScoreLine, ...], rule: str
) -> Outcome | None:
    """Return the outcome where values are unknown; None if the unknown ones change nothing.

    Args:
        keys: by position, the bounds of the values to compare, in order. At least one.
        totals: what is compared first, as score lines, with the unknown values that they lack.
        rule: section that says who wins.
    """
    lacks = tuple(dict.fromkeys(fact for total in totals for fact in total.lacks))
    left = tuple(range(len(keys)))
    for nth in range(len(keys[0])):
        highest = max(keys[i][nth].least for i in left)
        left = tuple(i for i in left if keys[i][nth].most >= highest)
        if len(left) == 1:
            return Outcome(left, CERTAIN, rule, lacks=lacks, compared=totals)
        if not all(keys[i][nth].certain for i in left):
            return Outcome((), UNDECIDED, rule, lacks=lacks, contenders=left, compared=totals)
    return None
