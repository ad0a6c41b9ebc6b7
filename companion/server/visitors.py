"""Visitor of a session, as far as the network identifies it."""

from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum


class Door(StrEnum):
    """Listener that accepted a connection."""

    OWN = "own"
    """Connection from this machine, at its own address: the host."""
    GUEST = "guest"


@dataclass(frozen=True)
class Visitor:
    """Client at the other end of a connection, as far as the network identifies it."""

    door: Door
    address: str
    """Network address; empty without a network in between."""


AT_HOME = Visitor(Door.OWN, "")
NOBODY = Visitor(Door.GUEST, "")
_visitor: ContextVar[Visitor] = ContextVar("visitor")


def current_visitor() -> Visitor:
    """Return the visitor of the running task; tasks it starts inherit it.

    A connection that passed no entrance gets the lowest permissions.
    """
    return _visitor.get(NOBODY)


def receive_visitor(visitor: Visitor) -> None:
    """Set the visitor of the running task and of those it starts."""
    _visitor.set(visitor)
