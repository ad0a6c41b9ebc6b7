"""Rate and connection limits for everything that is received.

Measured: a session of the app takes 0.3 to 0.6 MB, and one that has lost its client is kept so that
it can come back. What guests can make this program keep is therefore bounded by the sockets
that may be open plus the sessions kept for those that are not, some 170 MB at the very most.
"""

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha1
from typing import Any

from flet_web.fastapi import app_manager
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.server import frames
from companion.server.visitors import Door, Visitor, current_visitor
from companion.toolkit.session_guard import has_failed

log = logging.getLogger(__name__)

_CLOSED = (OSError, RuntimeError)
"""What sending ends in once the socket is closed, also by the server itself."""
_OWN = 64
"""So many sessions of the host are remembered before it is looked which of them are left."""
NORMAL, UNSUPPORTED, INVALID, POLICY, TOO_BIG, FAILED = 1000, 1003, 1007, 1008, 1009, 1011


@dataclass(frozen=True)
class Allowance:
    """What one socket may send: the size of a frame, and how many."""

    frame_bytes: int
    per_second: float
    burst: int


@dataclass(frozen=True)
class Limits:
    """What is allowed. A phone at a table stays far below all of it."""

    own: Allowance = Allowance(1 << 20, 400, 2000)
    guest: Allowance = Allowance(64 << 10, 40, 200)
    connections_each: int = 48
    """Of any kind, open at once, for each guest address."""
    connections: int = 640
    """Of all guests, as far as this machine lets the program have so many (`listening.py`)."""
    frames_per_second: float = 80
    """Of any kind, also empty and control frames, for each socket of a guest."""
    frames_burst: int = 400
    silent_seconds: float = 10
    """Until a guest's connection has said what it wants."""
    sockets_each: int = 16
    """Open at once, for each guest address."""
    sockets: int = 256
    """Open at once, for all guests."""
    arrivals_per_minute: int = 60
    """New sockets, for each guest address."""
    kept_each: int = 4
    """Sessions without a client, for each guest address."""
    kept: int = 32
    body_bytes: int = 1024
    """Of a request: guests send nothing that has one."""
    first_frame_seconds: float = 10


LIMITS = Limits()


@dataclass
class TokenBucket:
    """A token bucket: so many at once, then so many a second."""

    burst: float
    per_second: float
    clock: Callable[[], float] = time.monotonic
    left: float = field(init=False)
    since: float = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.burst
        self.since = self.clock()

    def take(self) -> bool:
        """Takes one token, if there is one."""
        self._refill()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether the bucket is full again, so that it need not be kept."""
        self._refill()
        return self.left >= self.burst

    def _refill(self) -> None:
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.since) * self.per_second)
        self.since = now


@dataclass
class ConnectionLimiter:
    """Counts the open sockets of guests, and limits how fast new ones come, by address."""

    limits: Limits
    clock: Callable[[], float] = time.monotonic
    here: dict[str, int] = field(default_factory=dict)
    arrivals: dict[str, TokenBucket] = field(default_factory=dict)

    @contextmanager
    def admitted(self, visitor: Visitor) -> Iterator[bool]:
        """Whether one more socket may be opened; it counts until the end."""
        if visitor.door is Door.OWN:
            yield True
            return
        address = visitor.address
        if not self._has_room(address):
            yield False
            return
        self.here[address] = self.here.get(address, 0) + 1
        try:
            yield True
        finally:
            self.here[address] -= 1
            if not self.here[address]:
                del self.here[address]

    def _has_room(self, address: str) -> bool:
        limits = self.limits
        if not self._arrival(address).take():
            return False
        few = self.here.get(address, 0) < limits.sockets_each
        return few and sum(self.here.values()) < limits.sockets

    def _arrival(self, address: str) -> TokenBucket:
        if address not in self.arrivals:
            # Evicts idle buckets: a full one says nothing that a new one would not.
            self.arrivals = {a: b for a, b in self.arrivals.items() if not b.full}
            often = self.limits.arrivals_per_minute
            self.arrivals[address] = TokenBucket(often, often / 60, self.clock)
        return self.arrivals[address]


@dataclass
class Sessions:
    """Bounds the sessions that the toolkit keeps.

    It keeps one for a while after its client has gone. For guests only the last few are kept; a
    phone whose session was let go begins a new one, and finds all that matters as it was.
    """

    limits: Limits
    own: dict[str, str] = field(default_factory=dict)
    """Those of the host, by their ids, with the key: nobody goes on with one through another
    door."""
    left: OrderedDict[str, str] = field(default_factory=OrderedDict)
    """Guests' sessions without a client, the oldest first, with the address."""

    def may_resume(self, session: str, visitor: Visitor) -> bool:
        """Whether one may ask for the session at this door."""
        return visitor.door is Door.OWN or session not in self.own

    def begun(self, session: str, key: str, visitor: Visitor) -> None:
        """Somebody has begun the session, or taken it up again."""
        if visitor.door is Door.OWN:
            self.own[session] = key
        self.left.pop(key, None)

    async def ended(self, key: str, visitor: Visitor) -> None:
        """Its client has gone."""
        if visitor.door is Door.OWN:
            await self._forget_gone()
            return
        self.left[key] = visitor.address
        of_one = [kept for kept, address in self.left.items() if address == visitor.address]
        if len(of_one) > self.limits.kept_each:
            await self._forget(of_one[0])
        elif len(self.left) > self.limits.kept:
            await self._forget(next(iter(self.left)))

    async def _forget_gone(self) -> None:
        """Evicts ended sessions of the host once there are many."""
        if len(self.own) > _OWN:
            for session, key in tuple(self.own.items()):
                if await app_manager.get_session(key) is None:
                    del self.own[session]

    async def forget_if_failed(self, key: str) -> None:
        """Lets go of a session that failed while its client was away."""
        session = await app_manager.get_session(key)
        if session is not None and has_failed(session):
            self.left.pop(key, None)
            await app_manager.delete_session(key)

    async def _forget(self, key: str) -> None:
        del self.left[key]
        await app_manager.delete_session(key)


def session_key(session: str, scope: Scope) -> str:
    """The key under which the toolkit keeps a session: of one client at one address."""
    address = scope["client"][0] if scope.get("client") else ""
    if address in ("127.0.0.1", "::1"):
        address = ""
    agent = Headers(scope=scope).get("user-agent", "")
    return f"_{session}_{sha1(f'{address}{agent}'.encode()).hexdigest()}"


class ConnectionGuard:
    """ASGI middleware that checks frames, limits rates and bounds connections."""

    def __init__(self, app: ASGIApp, limits: Limits = LIMITS, failed: str = "") -> None:
        """Wraps the application.

        Args:
            app: the application.
            limits: what is allowed.
            failed: what a client is told instead of a traceback.
        """
        self.app = app
        self.limits = limits
        self.failed = frames.pack(frames.CRASHED, {"message": failed})
        self.crowd = ConnectionLimiter(limits)
        self.sessions = Sessions(limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one socket."""
        visitor = current_visitor()
        if scope["type"] == "websocket":
            with self.crowd.admitted(visitor) as admitted:
                if admitted:
                    await Conversation(self, scope, receive, send, visitor).run()
                else:
                    await send({"type": "websocket.close", "code": POLICY})
            return
        refusal = self._refusal(scope, visitor) if scope["type"] == "http" else None
        if refusal:
            await Response(status_code=refusal)(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _refusal(self, scope: Scope, visitor: Visitor) -> int | None:
        if visitor.door is Door.OWN:
            return None
        if scope["method"] not in ("GET", "HEAD"):
            return 405
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        small = length.isdecimal() and int(length[:9]) <= self.limits.body_bytes
        return None if small and "transfer-encoding" not in headers else 413


class Conversation:
    """One socket, between the server and the toolkit.

    The toolkit is not begun before its client has introduced itself: a socket that says nothing, or
    something else, would leave a task behind that never ends. And it is never told that sending has
    failed, after which it would never let go of the session; only that the client has gone.
    """

    def __init__(
        self, guard: ConnectionGuard, scope: Scope, receive: Receive, send: Send, visitor: Visitor
    ) -> None:
        self.guard = guard
        self.scope = scope
        self.visitor = visitor
        self._receive = receive
        self._send = send
        own = visitor.door is Door.OWN
        self.allowed = guard.limits.own if own else guard.limits.guest
        self.bucket = TokenBucket(self.allowed.burst, self.allowed.per_second)
        self.waiting: deque[Message] = deque()
        """What the toolkit is handed first."""
        self.over: Message | None = None
        self.asked = ""
        """The key of the session that it would take up again."""
        self.key = ""
        """That of the session it has."""

    async def run(self) -> None:
        """From the opening of the socket to its end."""
        opening = await self._receive()
        await self._send({"type": "websocket.accept"})
        hello = await self._introduction()
        if hello["type"] == "websocket.disconnect":
            return
        self.waiting.extend((opening, hello))
        try:
            await self.guard.app(self.scope, self.receive, self.send)
        except Exception:
            log.exception("a socket ended before its time")
            await self._end(FAILED)
        finally:
            await self._leave()
        await self._end(NORMAL)

    async def _introduction(self) -> Message:
        try:
            seconds = self.guard.limits.first_frame_seconds
            hello = await asyncio.wait_for(self._next(first=True), seconds)
        except TimeoutError:
            return await self._end(POLICY)
        if hello["type"] == "websocket.disconnect":
            return hello
        session = frames.asked_session(hello["bytes"])
        if not self.guard.sessions.may_resume(session, self.visitor):
            return await self._end(POLICY)
        if session:
            self.asked = session_key(session, self.scope)
            await self.guard.sessions.forget_if_failed(self.asked)
        return hello

    async def _leave(self) -> None:
        if self.key:
            await self.guard.sessions.ended(self.key, self.visitor)
        elif self.asked and self.over is None:
            # It could not even be taken up: who comes again is to get another one.
            await app_manager.delete_session(self.asked)

    async def receive(self) -> Message:
        """What the toolkit is told next."""
        if self.waiting:
            return self.waiting.popleft()
        return self.over or await self._next(first=False)

    async def _next(self, *, first: bool) -> Message:
        """The next frame that may be passed on, or the end."""
        while True:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                self.over = message
                return message
            problem, frame = self._judged(message, first=first)
            if problem:
                return await self._end(problem)
            if frame:
                return {"type": "websocket.receive", "bytes": frame}

    def _judged(self, message: Message, *, first: bool) -> tuple[int, bytes]:
        """A code to close with, or else what may be passed on. An empty frame only says «here»."""
        frame = message.get("bytes")
        if not self.bucket.take():
            return POLICY, b""
        if frame is None:
            return UNSUPPORTED, b""
        if len(frame) > self.allowed.frame_bytes:
            return TOO_BIG, b""
        try:
            return 0, frames.checked(frame, first=first) if frame else b""
        except frames.Malformed:
            return INVALID, b""

    async def _end(self, code: int) -> Message:
        """Closes the socket, unless it is."""
        if self.over is None:
            self.over = {"type": "websocket.disconnect", "code": code}
            with suppress(*_CLOSED):
                await self._send({"type": "websocket.close", "code": code})
        return self.over

    async def send(self, message: Message) -> None:
        """What the toolkit sends; once the client has gone, nowhere."""
        if self.over is not None or message["type"] == "websocket.accept":
            return
        if message["type"] == "websocket.close":
            await self._end(message.get("code", NORMAL))
            return
        action = frames.sent_action(message.get("bytes") or b"")
        with suppress(*_CLOSED):
            await self._send(self._seen(message, action))
        if action == frames.CRASHED:
            await self._forget()

    async def _forget(self) -> None:
        """The session is over: nobody goes on with it."""
        key, self.key = self.key, ""
        await app_manager.delete_session(key)
        await self._end(FAILED)

    def _seen(self, message: Message, action: int | None) -> Message:
        """Notes which session has begun, and keeps tracebacks here."""
        frame: Any = message.get("bytes") or b""
        if action == frames.REGISTER and not self.key:
            session = frames.session_of(frame)
            self.key = session_key(session, self.scope)
            self.guard.sessions.begun(session, self.key, self.visitor)
        if action == frames.CRASHED and not frames.failed_at(frame):
            return {**message, "bytes": self.guard.failed}
        return message
