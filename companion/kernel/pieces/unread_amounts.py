"""Amounts that moved on the table and are in no ledger, because nobody has read what they are.

They are no zeros: a balance with one of them lies between two bounds, and whoever judges by it
looks at both.
"""

from collections.abc import Iterator
from math import inf
from typing import Any, NamedTuple, Protocol

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


def lacking(state: WithUnposted, account: str, item: str) -> tuple[str, ...]:
    """Return the printed values that a balance lacks, each once."""
    return tuple(dict.fromkeys(one.fact for one in _of(state, account, item)))


def _of(state: WithUnposted, account: str, item: str) -> Iterator[Unposted]:
    return (one for one in state.unposted if one.account == account and one.item == item)


def leave_unposted(play: Play[Any], *some: Unposted) -> None:
    """Note amounts that nobody has read."""
    play.change(unposted=(*play.state.unposted, *some))
