"""Rate and connection limits for everything that is received.

Measured: a session of the app takes 0.3 to 0.6 MB, and is kept for a while after losing its client.
The memory that guests can use is therefore bounded by the open sockets plus the sessions kept
without one, some 170 MB at most.
"""

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha1
from typing import Any, Final

from flet_web.fastapi import app_manager
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.server import frame_validation
from companion.server.doors import Door, Visitor, current_visitor
from companion.toolkit.session_guard import has_failed

log = logging.getLogger(__name__)

_CLOSED = (OSError, RuntimeError)
"""Errors of sending on a closed socket, also one closed by the server itself."""
_OWN = 64
"""Number of remembered host sessions above which ended ones are evicted."""
_TURN: Final = 0.05
"""Seconds between two looks whether a guest may be answered."""
NORMAL, UNSUPPORTED, INVALID, POLICY, TOO_BIG, FAILED = 1000, 1003, 1007, 1008, 1009, 1011


@dataclass(frozen=True)
class SocketLimits:
    """Limits of one socket: frame size and frame rate."""

    frame_bytes: int
    per_second: float
    burst: int


@dataclass(frozen=True)
class Limits:
    """Limits of the server. A phone at a table stays far below all of them."""

    own: SocketLimits = SocketLimits(2 << 20, 400, 2000)
    """A backup that the host brings back comes in pieces (`companion/ui/device/page_files.py`)."""
    guest: SocketLimits = SocketLimits(64 << 10, 40, 200)
    connections_each: int = 48
    """Open connections of any kind, for each guest address."""
    connections: int = 640
    """Open connections of all guests, if the machine allows so many (`listener.py`)."""
    frames_per_second: float = 80
    """Frames of any kind, also empty and control frames, for each socket of a guest."""
    frames_burst: int = 400
    silent_seconds: float = 10
    """Seconds until a guest's connection must have sent its request."""
    sockets_each: int = 16
    """Open sockets, for each guest address."""
    sockets: int = 256
    """Open sockets of all guests."""
    arrivals_per_minute: int = 60
    """New sockets, for each guest address."""
    answered: tuple[int, int] = (80, 400)
    """Frames a second that are answered of one guest address, and how many at once."""
    answered_together: tuple[int, int] = (200, 1000)
    """The same for all guests together. What is more has to wait: the table goes first."""
    kept_each: int = 4
    """Sessions without a client, for each guest address."""
    kept: int = 32
    body_bytes: int = 1024
    """Bytes of a request body: guests send no requests with one."""
    first_frame_seconds: float = 10


LIMITS = Limits()


@dataclass
class TokenBucket:
    """Token bucket: a burst, then a number per second."""

    burst: float
    per_second: float
    clock: Callable[[], float] = time.monotonic
    left: float = field(init=False)
    since: float = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.burst
        self.since = self.clock()

    def take(self) -> bool:
        """Take one token, if there is one."""
        self._refill()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def full(self) -> bool:
        """Return whether the bucket is full again, so that it can be evicted."""
        self._refill()
        return self.left >= self.burst

    def _refill(self) -> None:
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.since) * self.per_second)
        self.since = now


@dataclass
class Buckets:
    """Token buckets by address."""

    burst: float
    per_second: float
    clock: Callable[[], float]
    known: dict[str, TokenBucket] = field(default_factory=dict)

    def of(self, address: str) -> TokenBucket:
        """Return the bucket of an address."""
        if address not in self.known:
            # Evict idle buckets: a full bucket is equivalent to a new one.
            self.known = {a: b for a, b in self.known.items() if not b.full}
            self.known[address] = TokenBucket(self.burst, self.per_second, self.clock)
        return self.known[address]


@dataclass
class ConnectionLimiter:
    """Counter of the open sockets of guests and rate limiter of new ones, per address."""

    limits: Limits
    clock: Callable[[], float] = time.monotonic
    here: dict[str, int] = field(default_factory=dict)
    arrivals: Buckets = field(init=False)
    answers: Buckets = field(init=False)
    answers_together: TokenBucket = field(init=False)

    def __post_init__(self) -> None:
        limits, clock = self.limits, self.clock
        often, (each, burst) = limits.arrivals_per_minute, limits.answered
        together, whole_burst = limits.answered_together
        self.arrivals = Buckets(often, often / 60, clock)
        self.answers = Buckets(burst, each, clock)
        self.answers_together = TokenBucket(whole_burst, together, clock)

    @contextmanager
    def admitted(self, visitor: Visitor) -> Iterator[bool]:
        """Yield whether one more socket may be opened; it counts until the context ends."""
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
        if not self.arrivals.of(address).take():
            return False
        few = self.here.get(address, 0) < limits.sockets_each
        return few and sum(self.here.values()) < limits.sockets

    async def turn(self, visitor: Visitor) -> None:
        """Wait until another frame of a guest may be answered."""
        if visitor.door is Door.OWN:
            return
        for bucket in (self.answers.of(visitor.address), self.answers_together):
            while not bucket.take():
                await asyncio.sleep(_TURN)


@dataclass
class Sessions:
    """Bound on the sessions that the toolkit keeps.

    The toolkit keeps a session for a while after its client has gone. Of guests only the last few
    are kept; a phone whose session was evicted begins a new one, and finds everything that matters.
    """

    limits: Limits
    own: dict[str, str] = field(default_factory=dict)
    """Host sessions by id, with their key: none can be resumed through the other listener."""
    left: OrderedDict[str, str] = field(default_factory=OrderedDict)
    """Guests' sessions without a client, oldest first, with the address."""

    def may_resume(self, session: str, visitor: Visitor) -> bool:
        """Return whether this visitor may resume the session."""
        return visitor.door is Door.OWN or session not in self.own

    def begun(self, session: str, key: str, visitor: Visitor) -> None:
        """Register a session that was started or resumed."""
        if visitor.door is Door.OWN:
            self.own[session] = key
        self.left.pop(key, None)

    async def ended(self, key: str, visitor: Visitor) -> None:
        """Register that the client of a session has gone, and evict excess sessions."""
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
        """Evict ended sessions of the host once there are many."""
        if len(self.own) > _OWN:
            for session, key in tuple(self.own.items()):
                if await app_manager.get_session(key) is None:
                    del self.own[session]

    async def forget_if_failed(self, key: str) -> None:
        """Delete a session that crashed while its client was away."""
        session = await app_manager.get_session(key)
        if session is not None and has_failed(session):
            self.left.pop(key, None)
            await app_manager.delete_session(key)

    async def _forget(self, key: str) -> None:
        del self.left[key]
        await app_manager.delete_session(key)


def session_key(session: str, scope: Scope) -> str:
    """Return the toolkit's key of a session, specific to client and address."""
    address = scope["client"][0] if scope.get("client") else ""
    if address in ("127.0.0.1", "::1"):
        address = ""
    agent = Headers(scope=scope).get("user-agent", "")
    return f"_{session}_{sha1(f'{address}{agent}'.encode()).hexdigest()}"


class ConnectionGuard:
    """ASGI middleware that checks frames, limits rates and bounds connections."""

    def __init__(self, app: ASGIApp, limits: Limits = LIMITS, failed: str = "") -> None:
        """Wrap the application.

        Args:
            app: the application.
            limits: of what is received.
            failed: message sent to a client instead of a traceback.
        """
        self.app = app
        self.limits = limits
        self.failed = frame_validation.pack(frame_validation.CRASHED, {"message": failed})
        self.crowd = ConnectionLimiter(limits)
        self.sessions = Sessions(limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or socket."""
        visitor = current_visitor()
        if scope["type"] == "websocket":
            with self.crowd.admitted(visitor) as admitted:
                if admitted:
                    await SocketSession(self, scope, receive, send, visitor).run()
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


class SocketSession:
    """Socket session between client and toolkit.

    The toolkit starts only after the client has registered: a socket that sends nothing, or
    something else, would leave a task behind that never ends. The toolkit is never notified that
    sending failed, after which it would never release the session; only that the client has gone.
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
        """Messages that the toolkit receives first."""
        self.over: Message | None = None
        self.asked = ""
        """Key of the session that the client wants to resume."""
        self.key = ""
        """Key of the current session."""

    async def run(self) -> None:
        """Run the session from the opening of the socket to its end."""
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
        session = frame_validation.asked_session(hello["bytes"])
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
            # The session could not even be resumed. Delete it, so that the next connection gets a
            # new one.
            await app_manager.delete_session(self.asked)

    async def receive(self) -> Message:
        """Return the next message for the toolkit."""
        if self.waiting:
            return self.waiting.popleft()
        return self.over or await self._next(first=False)

    async def _next(self, *, first: bool) -> Message:
        """Return the next frame that may be passed on, or the disconnect message."""
        while True:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                self.over = message
                return message
            problem, frame = self._judged(message, first=first)
            if problem:
                return await self._end(problem)
            if frame:
                await self.guard.crowd.turn(self.visitor)
                return {"type": "websocket.receive", "bytes": frame}

    def _judged(self, message: Message, *, first: bool) -> tuple[int, bytes]:
        """Return a code to close with, or the frame to pass on.

        An empty frame is only a heartbeat.
        """
        frame = message.get("bytes")
        if not self.bucket.take():
            return POLICY, b""
        if frame is None:
            return UNSUPPORTED, b""
        if len(frame) > self.allowed.frame_bytes:
            return TOO_BIG, b""
        try:
            return 0, frame_validation.checked(frame, first=first) if frame else b""
        except frame_validation.MalformedFrame:
            return INVALID, b""

    async def _end(self, code: int) -> Message:
        """Close the socket if it is open."""
        if self.over is None:
            self.over = {"type": "websocket.disconnect", "code": code}
            with suppress(*_CLOSED):
                await self._send({"type": "websocket.close", "code": code})
        return self.over

    async def send(self, message: Message) -> None:
        """Send a message of the toolkit; discard it once the client has gone."""
        if self.over is not None or message["type"] == "websocket.accept":
            return
        if message["type"] == "websocket.close":
            await self._end(message.get("code", NORMAL))
            return
        action = frame_validation.sent_action(message.get("bytes") or b"")
        with suppress(*_CLOSED):
            await self._send(self._filter_message(message, action))
        if action == frame_validation.CRASHED:
            await self._forget()

    async def _forget(self) -> None:
        """Delete the session, so that it cannot be resumed."""
        key, self.key = self.key, ""
        await app_manager.delete_session(key)
        await self._end(FAILED)

    def _filter_message(self, message: Message, action: int | None) -> Message:
        """Register a session that has begun, and withhold tracebacks from the client."""
        frame: Any = message.get("bytes") or b""
        if action == frame_validation.REGISTER and not self.key:
            session = frame_validation.session_of(frame)
            self.key = session_key(session, self.scope)
            self.guard.sessions.begun(session, self.key, self.visitor)
        if action == frame_validation.CRASHED and not frame_validation.failed_at(frame):
            return {**message, "bytes": self.guard.failed}
        return message
