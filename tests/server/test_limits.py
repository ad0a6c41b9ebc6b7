"""Limits on size, rate and number of connections, tried on an application of three lines."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgpack
import pytest
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from companion.server.asgi import build
from companion.server.doors import AT_HOME, Door, Visitor, receive_visitor
from companion.server.limits import (
    LIMITS,
    ConnectionGuard,
    ConnectionLimiter,
    Limits,
    Sessions,
    SocketLimits,
    TokenBucket,
)
from tests.ui.gallery import WORDS, main

GUEST = Visitor(Door.GUEST, "192.0.2.7")
HELLO = b"\x00" + msgpack.packb([1, {"session_id": None, "page_name": "", "page": {}}])
CLICK = b"\x00" + msgpack.packb([3, {"target": 5, "name": "click", "data": None}])
ANSWER = b"\x00" + msgpack.packb([1, {"session_id": "s1", "page_patch": {}, "error": ""}])
GONE = {"type": "websocket.disconnect", "code": 1005}
Body = Callable[[Receive, Send], Awaitable[None]]


class Clock:
    """Clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def _frames(*frames: bytes) -> list[Message]:
    return [{"type": "websocket.receive", "bytes": frame} for frame in frames]


class Line:
    """Socket of a client: its messages, the answers, and what the toolkit receives."""

    def __init__(self, guard: ConnectionGuard | None = None, visitor: Visitor = GUEST) -> None:
        self.guard = guard or ConnectionGuard(self.toolkit)
        self.guard.app = self.toolkit
        self.visitor = visitor
        self.heard: list[Message] = []
        self.seen: list[Message] = []
        self.deaf = False

    def says(self, *messages: Message) -> "Line":
        """Run the session to its end; the client stays silent after its messages."""
        scope = {"type": "websocket", "headers": [], "client": (self.visitor.address, 1)}
        asyncio.run(self._run(scope, [{"type": "websocket.connect"}, *messages]))
        return self

    async def _run(self, scope: Scope, messages: list[Message]) -> None:
        receive_visitor(self.visitor)
        coming = iter(messages)

        async def receive() -> Message:
            for message in coming:
                return message
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: Message) -> None:
            if self.deaf and message["type"] == "websocket.send":
                raise OSError("the client has gone")
            self.heard.append(message)

        await self.guard(scope, receive, send)

    async def toolkit(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the first frame, and end when the client has gone."""
        await send({"type": "websocket.accept"})
        while True:
            self.seen.append(await receive())
            if self.seen[-1]["type"] == "websocket.disconnect":
                return
            if len(self.seen) == 2:
                await send({"type": "websocket.send", "bytes": ANSWER})

    @property
    def closed(self) -> int:
        """Return the code with which the client was disconnected."""
        assert self.heard[0]["type"] == "websocket.accept"
        assert self.heard[-1]["type"] == "websocket.close"
        code: int = self.heard[-1]["code"]
        return code


def test_token_bucket_allows_a_burst_and_refills_by_the_second() -> None:
    clock = Clock()
    bucket = TokenBucket(3, 2, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    clock.now = 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_sockets_are_limited_per_address_and_in_total() -> None:
    crowd = ConnectionLimiter(Limits(sockets_each=2, sockets=3), Clock())
    one, two, three = (Visitor(Door.GUEST, f"192.0.2.{n}") for n in (1, 2, 3))
    with crowd.admitted(one) as first, crowd.admitted(one) as second:
        assert (first, second) == (True, True)
        with crowd.admitted(one) as third:
            assert not third
        with crowd.admitted(two) as other:
            assert other
            with crowd.admitted(three) as too_many, crowd.admitted(AT_HOME) as host:
                assert (too_many, host) == (False, True)
        with crowd.admitted(three) as again:
            assert again
    assert crowd.here == {}


@pytest.mark.parametrize(
    ("limits", "free"),
    [
        (Limits(answered=(1, 3), answered_together=(100, 100)), True),
        (Limits(answered=(100, 100), answered_together=(1, 3)), False),
    ],
)
def test_guests_wait_for_their_turn(limits: Limits, free: bool) -> None:
    """The host never does; another address does where all guests together are too many."""
    clock = Clock()
    crowd = ConnectionLimiter(limits, clock)

    async def answered(visitor: Visitor) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(0.12):
                await crowd.turn(visitor)
                return True
        return False

    async def come() -> None:
        one, two = (Visitor(Door.GUEST, f"192.0.2.{n}") for n in (1, 2))
        assert [await answered(one) for _ in range(4)] == [True, True, True, False]
        assert await answered(two) is free
        assert await answered(AT_HOME)
        clock.now = 1
        assert [await answered(one) for _ in range(2)] == [True, False]

    asyncio.run(come())


def test_new_connections_per_minute_are_limited_per_address() -> None:
    clock = Clock()
    crowd = ConnectionLimiter(Limits(arrivals_per_minute=2), clock)

    def comes(address: str) -> bool:
        with crowd.admitted(Visitor(Door.GUEST, address)) as admitted:
            return admitted

    assert [comes("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert comes("192.0.2.2")
    clock.now = 30
    assert [comes("192.0.2.1") for _ in range(2)] == [True, False]
    clock.now = 1000
    comes("192.0.2.3")
    assert set(crowd.arrivals.known) == {"192.0.2.3"}


def test_connection_beyond_the_limit_is_closed_without_accepting() -> None:
    line = Line()
    line.guard.crowd.limits = Limits(sockets=0)
    assert line.says().heard == [{"type": "websocket.close", "code": 1008}]


def test_well_formed_frames_reach_the_toolkit() -> None:
    line = Line().says(*_frames(HELLO, b"", CLICK), GONE)
    assert [m.get("bytes") for m in line.seen] == [None, HELLO, CLICK, None]
    assert [m["type"] for m in line.heard] == ["websocket.accept", "websocket.send"]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "websocket.receive", "text": "hola"}, 1003),
        ({"type": "websocket.receive", "bytes": None, "text": "hola"}, 1003),
        ({"type": "websocket.receive", "bytes": b"\x00" * (64 << 10) + b"\x00"}, 1009),
        ({"type": "websocket.receive", "bytes": b"\x01abc"}, 1007),
        ({"type": "websocket.receive", "bytes": HELLO}, 1007),
    ],
)
def test_malformed_message_closes_the_socket(message: Message, code: int) -> None:
    line = Line().says(*_frames(HELLO), message, *_frames(CLICK))
    assert line.closed == code
    assert line.seen[-1] == {"type": "websocket.disconnect", "code": code}
    assert CLICK not in [m.get("bytes") for m in line.seen]


def test_host_may_send_larger_frames() -> None:
    big = {"target": 5, "name": "change", "data": "x" * (100 << 10)}
    frame = b"\x00" + msgpack.packb([3, big])
    line = Line(visitor=AT_HOME).says(*_frames(HELLO, frame), GONE)
    assert line.seen[-2]["bytes"] == frame


def test_too_many_frames_close_the_socket() -> None:
    few = replace(LIMITS, guest=SocketLimits(64 << 10, 0.001, 5))
    line = Line(ConnectionGuard(Line().toolkit, few)).says(*_frames(HELLO, *[CLICK] * 10))
    assert line.closed == 1008
    assert [m.get("bytes") for m in line.seen].count(CLICK) == 4
    assert Line(ConnectionGuard(Line().toolkit, few)).says(*_frames(*[b""] * 10)).closed == 1008


@pytest.mark.parametrize("first", [CLICK, b"\x00", b"nada"])
def test_toolkit_is_not_started_without_a_registration(first: bytes) -> None:
    line = Line().says(*_frames(first, HELLO))
    assert line.closed == 1007
    assert line.seen == []


def test_toolkit_is_not_started_for_a_client_that_stays_silent() -> None:
    assert Line().says(GONE).seen == []
    silent = Line(ConnectionGuard(Line().toolkit, replace(LIMITS, first_frame_seconds=0)))
    assert silent.says().closed == 1008
    assert silent.seen == []


def test_failed_send_is_hidden_from_the_toolkit() -> None:
    line = Line()
    line.deaf = True
    assert line.says(*_frames(HELLO, CLICK), GONE).seen[-1] == GONE


def test_failing_toolkit_closes_one_socket_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    line = Line()

    async def fails(_scope: Scope, receive: Receive, _send: Send) -> None:
        await receive()
        raise RuntimeError

    line.guard.app = fails
    assert line.says(*_frames(HELLO)).closed == 1011
    assert [record.name for record in caplog.records] == ["companion.server.limits"]


FAILED = "Algo ha fallado."


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ('File "secret.py", line 3', FAILED),
        ("/partida/../x\nFile", FAILED),
        ("/partida/ab1/marcador", "/partida/ab1/marcador"),
    ],
)
def test_crash_message_reveals_only_the_route(said: str, expected: str) -> None:
    guard = ConnectionGuard(Line().toolkit, failed=FAILED)
    line = Line(guard)
    crash = b"\x00" + msgpack.packb([6, {"message": said}])

    async def crashes(_scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.send", "bytes": crash})

    guard.app = crashes
    line.says(*_frames(HELLO))
    sent = next(m for m in line.heard if m["type"] == "websocket.send")
    assert msgpack.unpackb(sent["bytes"][1:]) == [6, {"message": expected}]


def _asking(session: str) -> bytes:
    body = {"session_id": session, "page_name": "", "page": {}}
    packed: bytes = msgpack.packb([1, body])
    return b"\x00" + packed


def test_guest_cannot_resume_a_session_of_the_host() -> None:
    own = Line(visitor=AT_HOME).says(*_frames(HELLO), GONE)
    guest = Line(own.guard).says(*_frames(_asking("s1")))
    assert guest.closed == 1008
    assert guest.seen == []
    again = Line(own.guard, AT_HOME).says(*_frames(_asking("s1")), GONE)
    assert again.seen[-1] == GONE
    unknown = Line(own.guard).says(*_frames(_asking("s2")), GONE)
    assert unknown.seen[-1] == GONE


def test_only_the_latest_sessions_of_guests_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    let_go: list[str] = []

    class Manager:
        async def delete_session(self, key: str) -> None:
            let_go.append(key)

    monkeypatch.setattr("companion.server.limits.app_manager", Manager())
    sessions = Sessions(Limits(kept_each=2, kept=3))

    async def come_and_go() -> None:
        for key in ("a1", "a2", "a3"):
            await sessions.ended(key, Visitor(Door.GUEST, "192.0.2.1"))
        assert let_go == ["a1"]
        sessions.begun("a2", "a2", Visitor(Door.GUEST, "192.0.2.1"))
        for address in ("192.0.2.2", "192.0.2.3", "192.0.2.4"):
            await sessions.ended(address, Visitor(Door.GUEST, address))
        await sessions.ended("own", AT_HOME)

    asyncio.run(come_and_go())
    assert let_go == ["a1", "a3"]
    assert list(sessions.left) == ["192.0.2.2", "192.0.2.3", "192.0.2.4"]


@pytest.mark.parametrize(
    ("method", "options", "status"),
    [
        ("POST", {}, 405),
        ("PUT", {"content": b"x"}, 405),
        ("OPTIONS", {}, 405),
        ("GET", {"content": b"x" * 2000}, 413),
        ("GET", {"headers": {"transfer-encoding": "chunked"}}, 413),
        ("GET", {"headers": {"content-length": "-1"}}, 413),
        ("GET", {}, 200),
        ("HEAD", {}, 200),
    ],
)
def test_http_requests_other_than_plain_reads_are_refused(
    method: str, options: dict[str, Any], status: int
) -> None:
    with TestClient(build(main, WORDS)) as client:
        answer = client.request(method, "/health", **options)
    assert answer.status_code == status
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_oauth_callback_route_serves_the_page() -> None:
    with TestClient(build(main, WORDS)) as client:
        assert "<html" in client.get("/oauth_callback?state=x&code=y").text
