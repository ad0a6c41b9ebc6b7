"""Doors by which devices come in, and the visitors behind them."""

from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


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


LOOPBACK = ("127.0.0.1", "::1", "localhost")


class Entrance:
    """ASGI middleware of one listener that registers the listener of each connection.

    The listener decides, since no client can forge which one it reached. The own listener
    identifies the host only under a name of this machine: a page of another site that makes its own
    name point here (DNS rebinding) is a guest.
    """

    def __init__(self, app: "ASGIApp", door: Door) -> None:
        self.app = app
        self.door = door

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Handle one request or socket."""
        if scope["type"] != "lifespan":
            at_home = self.door is Door.OWN and _names_this_machine(scope)
            address = scope["client"][0] if scope.get("client") else ""
            receive_visitor(Visitor(Door.OWN if at_home else Door.GUEST, address))
        await self.app(scope, receive, send)


def _names_this_machine(scope: "Scope") -> bool:
    # The phone alone has no web server.
    from starlette.datastructures import Headers

    host = Headers(scope=scope).get("host", "")
    try:
        return urlsplit(f"//{host}").hostname in LOOPBACK
    except ValueError:
        return False
