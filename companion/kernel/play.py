"""Play of an action, effect by effect, inside one `apply`, which stays pure."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Generic, Protocol, TypeVar

from companion.kernel.pieces.ledger import (
    Effect,
    Happening,
    Ledger,
    Reveal,
    Transfer,
    made,
)
from companion.kernel.rulings import Rulings
from companion.kernel.values import NO_PARAMS, Seat, Value


class WithLedger(Protocol):
    """Protocol of a state with a ledger."""

    @property
    def ledger(self) -> Ledger:
        """Return the ledger of all countable things."""


class WithRulings(Protocol):
    """Protocol of a state with the readings of its table."""

    @property
    def rulings(self) -> Rulings:
        """Return the readings in force."""


T = TypeVar("T")
S = TypeVar("S", bound=WithLedger)
R = TypeVar("R", bound=WithRulings)


def frozen(mapping: Mapping[str, T]) -> Mapping[str, T]:
    """Return an immutable copy of the mapping, for a state."""
    return MappingProxyType(dict(mapping))


def evolved(value: T, changes: dict[str, Any]) -> T:
    """Return a frozen value with some parts changed, like a faster `dataclasses.replace`.

    Args:
        value: a frozen dataclass without slots.
        changes: new values by field name.

    Raises:
        TypeError: there is no such field.
    """
    had = value.__dict__
    parts = had | changes
    if len(parts) != len(had):
        raise TypeError(f"no such part: {sorted(changes.keys() - had.keys())}")
    new = _new(type(value))
    # Set `__dict__` directly: the mapping was just built, so it need not be copied again.
    _set(new, "__dict__", parts)
    return new


def read_as(state: R, ruling: str, reading: str) -> R:
    """Return the same table under another reading of one ruling.

    Nothing that was worked out from the rulings is worked out again; `Game.with_rulings` does that.
    """
    return evolved(state, {"rulings": frozen({**state.rulings, ruling: reading})})


_new: Final = object.__new__
_set: Final = object.__setattr__


class Play(Generic[S]):
    """State before an action, state so far, and effects.

    `S` is a frozen dataclass without slots, with a `ledger`. The state so far is a mutable copy: it
    changes with the play, no object is rebuilt for a single effect, and `finished` hands it over.
    The state before the action is `before`.
    """

    __slots__ = ("_books", "_parts", "before", "effects", "laid", "state")

    def __init__(self, state: S) -> None:
        self.before = state
        """State before the action."""
        self.state = _new(type(state))
        """State so far. It changes with the play, so no caller may keep it."""
        self._parts = state.__dict__.copy()
        _set(self.state, "__dict__", self._parts)
        self.effects: list[Effect] = []
        self._books: Ledger | None = None
        """Ledger so far, once something was posted to it."""
        self.laid = 0
        """Number of tasks pushed on the agenda so far, if there is one."""

    def change(self, **parts: Any) -> None:
        """Set some parts of the state.

        Raises:
            TypeError: there is no such part.
        """
        had = self._parts
        number = len(had)
        had |= parts
        if len(had) != number:
            raise TypeError(f"no such part: {list(had)[number:]}")

    def change_in(self, part: str, **parts: Any) -> None:
        """Set some fields of a part of the state, which is a frozen dataclass without slots."""
        self._parts[part] = evolved(self._parts[part], parts)

    def do(self, *effects: Effect) -> None:
        """Carry out some effects."""
        self.effects += effects
        (self._books or self._opened()).take(effects)

    def move(
        self,
        item: str,
        amount: int,
        source: str,
        target: str,
        rule: str,
        automatic: bool = False,
        cause: "Value | None" = None,
    ) -> None:
        """Carry out a `Transfer`."""
        parts = (item, amount, source, target, rule, automatic, cause)
        self.effects.append(made(Transfer, parts))
        (self._books or self._opened()).move(item, amount, source, target)

    def reveal(self, hidden: str, shown: str, amount: int, account: str, rule: str) -> None:
        """Carry out a `Reveal`."""
        self.effects.append(made(Reveal, (hidden, shown, amount, account, rule)))
        (self._books or self._opened()).uncover(hidden, shown, amount, account)

    def say(self, code: str, rule: str, seat: Seat | None = None, **params: Any) -> None:
        """Add a happening, which moves nothing in the ledger."""
        self.effects.append(made(Happening, (code, params or NO_PARAMS, rule, seat)))

    def balance(self, account: str, item: str) -> int:
        """Return the amount of an item in an account now."""
        amount: int = self._parts["ledger"].balance(account, item)
        return amount

    def finished(self) -> tuple[S, tuple[Effect, ...]]:
        """Return the final state, which no longer changes, and the effects in order."""
        if self._books is not None:
            self._books.close()
        return self.state, tuple(self.effects)

    def _opened(self) -> Ledger:
        books: Ledger = self._parts["ledger"].opened()
        self._books = self._parts["ledger"] = books
        return books
