"""Who is at the other end of a screen, as far as the network tells."""

from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum


class Door(StrEnum):
    """Where a connection came in."""

    OWN = "own"
    """From this machine, at its own address: the host."""
    GUEST = "guest"


@dataclass(frozen=True)
class Visitor:
    """Who is at the other end of a connection, as far as the network tells."""

    door: Door
    address: str
    """Empty where there is no network between."""


AT_HOME = Visitor(Door.OWN, "")
NOBODY = Visitor(Door.GUEST, "")
_visitor: ContextVar[Visitor] = ContextVar("visitor")


def current_visitor() -> Visitor:
    """The visitor that the running task serves; tasks that it begins inherit it.

    Whoever did not come through an entrance is taken for the least that one can be.
    """
    return _visitor.get(NOBODY)


def receive_visitor(visitor: Visitor) -> None:
    """From here on the running task, and those that it begins, serve this visitor."""
    _visitor.set(visitor)
