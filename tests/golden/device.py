"""Run the app for one device within this process: what it shows, and touches by name."""

import asyncio
from collections.abc import Callable
from typing import Any

import flet as ft
import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page
from flet.messaging import protocol
from flet.messaging.connection import Connection
from flet.messaging.protocol import Message, MessageAction
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from tests.golden.spoken import Line, spoken
from tests.golden.still import let_time_pass
from tests.wire.client import WireClient

PHONE, TABLET = (412, 900), (1280, 800)
_WHILE = 60.0
"""Seconds after which nothing is said any more of what was done."""


class _Wire(Connection):
    """A connection that draws what it is sent, and answers as a page does."""

    def __init__(self, preferences: dict[str, Any]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.loop = asyncio.get_running_loop()
        self.page_url = "http://localhost"
        self.crashed = ""
        self.drawn: tuple[Line, ...] | None = None
        """What the screen says, as long as nothing has been sent since."""
        self.pubsubhub = PubSubHub(self.loop)
        self.client = WireClient(None, preferences)  # type: ignore[arg-type]
        self.answer: Callable[[dict[str, Any]], None] = lambda _call: None

    def send_message(self, message: Message) -> None:
        """Take in a message."""
        encode = protocol.configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]
        packed = msgpack.packb([message.action, message.body], default=encode)
        action, body = msgpack.unpackb(packed, strict_map_key=False)
        if action == MessageAction.SESSION_CRASHED.value:
            self.crashed = str(body)
        if action == MessageAction.INVOKE_METHOD.value:
            self.loop.call_soon(self.answer, body)
        self.drawn = None
        self.client.shows(action, body)

    def dispose(self) -> None:
        """Let go of nothing."""


class Device:
    """One device with the app open on it."""

    def __init__(self, wire: _Wire, session: Session) -> None:
        self._wire = wire
        self._session = session
        self._jobs: set[asyncio.Task[None]] = set()

    @classmethod
    async def start(
        cls,
        main: Callable[[ft.Page], None],
        key: dict[str, str],
        size: tuple[int, int] = PHONE,
        route: str = "/",
    ) -> "Device":
        """Open the app on a device of a size that keeps this."""
        wire = _Wire({**key})
        session = Session(wire)
        device = cls(wire, session)
        wire.answer = device._answer
        page = session.page
        _context_page.set(page)
        about = {"route": route, "width": float(size[0]), "height": float(size[1]), "web": True}
        session.apply_page_patch({**about, "platform": "android"})
        encode = protocol.configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]
        first = msgpack.packb(session.get_page_patch(), default=encode)  # type: ignore[no-untyped-call]
        wire.client.page.update(msgpack.unpackb(first, strict_map_key=False))
        main(page)
        await session.after_event(page)
        await settle()
        return device

    def _answer(self, call: dict[str, Any]) -> None:
        name, given = call["name"], call.get("args") or {}
        result: Any = None
        if name == "push_route":
            self._follow(given["route"])
        elif name in ("get", "set", "remove", "contains_key"):
            result = self._wire.client._preference(name, given)
        self._session.handle_invoke_method_results(
            call["control_id"], call["call_id"], result, None
        )

    def _follow(self, route: str) -> None:
        page = self._session.page._i
        self._session.apply_patch(page, {"route": route})
        self._wire.client.page["route"] = route
        job = asyncio.create_task(
            self._session.dispatch_event(page, "route_change", {"route": route})
        )
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)

    async def go(self, route: str) -> None:
        """Open a route, as the address of the page does, a while after what was done before."""
        let_time_pass(_WHILE)
        await settle()
        self._follow(route)
        await settle()

    @property
    def route(self) -> str:
        """Return the route that is open."""
        return str(self._session.page.route)

    def lines(self) -> tuple[Line, ...]:
        """Return what the screen says now."""
        assert not self._wire.crashed, f"the session has crashed: {self._wire.crashed}"
        if self._wire.drawn is None:
            self._wire.drawn = spoken(self._wire.client.page)
        return self._wire.drawn

    def find(self, name: str, event: str = "on_click") -> Line | None:
        """Return what can be touched by that name, or else the first that begins with it."""
        every = self.targets(event)
        exact = (line for line in every if line.said == name)
        begun = (line for line in every if line.said.startswith(name))
        return next(exact, None) or next(begun, None)

    def targets(self, event: str = "on_click") -> tuple[Line, ...]:
        """Return what can be touched now, from the top down."""
        return tuple(line for top in self.lines() for line in top.every() if line.target(event))

    async def touch(self, line: Line) -> None:
        """Touch something that is on the screen."""
        control = line.target("on_click")
        assert control is not None
        await self._session.dispatch_event(control, "click", None)
        await settle()

    async def tap(self, name: str) -> None:
        """Touch what has a name, which has to be there."""
        target = self.find(name)
        assert target is not None, f"{name!r} cannot be touched"
        await self.touch(target)

    async def type(self, line: Line, text: str) -> None:
        """Type into a field."""
        control = line.target("on_change")
        assert control is not None
        self._session.apply_patch(control, {"value": text})
        await self._session.dispatch_event(control, "change", text)
        await settle()

    async def close(self) -> None:
        """End the session."""
        self._session.close()  # type: ignore[no-untyped-call]
        await settle()


async def settle() -> None:
    """Wait until nothing is left to do but what waits for time to pass."""
    ready: Any = vars(asyncio.get_running_loop())["_ready"]
    await asyncio.sleep(0)
    while ready:
        await asyncio.sleep(0)
