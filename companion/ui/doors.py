"""By which door a visitor came in: the host's own, or the one that is open to the network."""

from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "::1", "localhost")


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


class Entrance:
    """ASGI middleware of one listener: notes by which door each connection came in.

    The listener decides, since no client can forge which one it reached. The host's own is that of
    the host only under a name of this machine: a page of another site that makes its own name point
    here (DNS rebinding) is a guest.
    """

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self.app = app
        self.door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one socket."""
        if scope["type"] != "lifespan":
            at_home = self.door is Door.OWN and _names_this_machine(scope)
            address = scope["client"][0] if scope.get("client") else ""
            receive_visitor(Visitor(Door.OWN if at_home else Door.GUEST, address))
        await self.app(scope, receive, send)


def _names_this_machine(scope: Scope) -> bool:
    host = Headers(scope=scope).get("host", "")
    try:
        return urlsplit(f"//{host}").hostname in LOOPBACK
    except ValueError:
        return False
