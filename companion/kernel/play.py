"""An action being played out, effect by effect. Used inside one `apply`, which stays pure."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from companion.kernel.effects import Effect, happening
from companion.kernel.ledger import Ledger
from companion.kernel.values import Seat

S = TypeVar("S")
T = TypeVar("T")


def frozen(mapping: Mapping[str, T]) -> Mapping[str, T]:
    """A copy of the mapping that nobody can change, for a state."""
    return MappingProxyType(dict(mapping))


def evolved(state: S, changes: Mapping[str, Any]) -> S:
    """A state with some parts changed: `dataclasses.replace`, several times as fast.

    Args:
        state: a frozen dataclass without slots.
        changes: by the name of a field.

    Raises:
        TypeError: there is no such field.
    """
    had = vars(state)
    parts = {**had, **changes}
    if len(parts) != len(had):
        raise TypeError(f"no such part of a state: {sorted(changes.keys() - vars(state).keys())}")
    new = object.__new__(type(state))
    # What was just put together is taken as it is, not copied once more.
    object.__setattr__(new, "__dict__", parts)
    return new


class Play(Generic[S]):
    """The state so far and its effects. `S` is a frozen dataclass without slots, with a `ledger`.

    Changes are gathered, and the state is built when somebody asks for it; so are postings.
    """

    __slots__ = ("_changes", "_postings", "_state", "effects")

    def __init__(self, state: S) -> None:
        self._state = state
        self._changes: dict[str, Any] = {}
        self._postings: list[Effect] = []
        self.effects: list[Effect] = []

    @property
    def state(self) -> S:
        """The state so far."""
        self._gather()
        if self._changes:
            self._state = evolved(self._state, self._changes)
            self._changes = {}
        return self._state

    def now(self, part: str) -> Any:
        """One part of the state so far."""
        if self._postings and part == "ledger":
            self._post()
        changes = self._changes
        return changes[part] if part in changes else getattr(self._state, part)

    def change(self, **parts: Any) -> None:
        """Set some parts of the state."""
        self._changes |= parts

    def do(self, *effects: Effect) -> None:
        """Carry out some effects."""
        self.effects += effects
        self._postings += effects

    def say(self, code: str, rule: str, seat: Seat | None = None, **params: object) -> None:
        """Note something that moves nothing in the ledger."""
        self.effects.append(happening(code, rule, seat, **params))

    @property
    def ledger(self) -> Ledger:
        """The ledger so far."""
        found: Ledger = self.now("ledger")
        return found

    def balance(self, account: str, item: str) -> int:
        """How much of an item lies in an account now."""
        return self.ledger.balance(account, item)

    def _gather(self) -> None:
        """What is kept apart so far becomes part of the changes."""
        if self._postings:
            self._post()

    def _post(self) -> None:
        """Bring the ledger up to what was done so far."""
        postings, self._postings = self._postings, []
        self._changes["ledger"] = self.now("ledger").post(postings)
