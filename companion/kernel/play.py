"""An action being played out, effect by effect. Used inside one `apply`, which stays pure."""

from collections.abc import Mapping
from dataclasses import replace
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


class Play(Generic[S]):
    """The state so far and its effects. `S` is a frozen dataclass with a `ledger`.

    Changes are gathered, and the state is built when somebody asks for it.
    """

    __slots__ = ("_changes", "_state", "effects")

    def __init__(self, state: S) -> None:
        self._state = state
        self._changes: dict[str, Any] = {}
        self.effects: list[Effect] = []

    @property
    def state(self) -> S:
        """The state so far."""
        if self._changes:
            self._state = replace(self._state, **self._changes)  # type: ignore[type-var]
            self._changes = {}
        return self._state

    def now(self, part: str) -> Any:
        """One part of the state so far."""
        changes = self._changes
        return changes[part] if part in changes else getattr(self._state, part)

    def change(self, **parts: Any) -> None:
        """Set some parts of the state."""
        self._changes |= parts

    def do(self, *effects: Effect) -> None:
        """Carry out some effects."""
        self.effects += effects
        ledger: Ledger = self.now("ledger")
        self._changes["ledger"] = ledger.post(effects)

    def say(self, code: str, rule: str, seat: Seat | None = None, **params: object) -> None:
        """Note something that moves nothing in the ledger."""
        self.effects.append(happening(code, rule, seat, **params))

    def balance(self, account: str, item: str) -> int:
        """How much of an item lies in an account now."""
        ledger: Ledger = self.now("ledger")
        return ledger.balance(account, item)
