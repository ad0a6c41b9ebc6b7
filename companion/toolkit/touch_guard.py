"""Guard against touches on something that has just moved under the finger.

A double touch means one thing. If the touched control stays in place, the second touch hits it
again. If it has gone or moved, something else may be there, so touches are ignored for a fraction
of a second, in which nobody could intend one. Controls that stay can be touched at any speed.

A touch that led to another screen has done its work. On a slow network the old screen still stands
until the page has followed, so touches on it are ignored until then.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from itertools import pairwise
from typing import Any, TypeAlias

import flet as ft
from flet.components.public_utils import unwrap_component
from flet.controls.base_control import BaseControl
from flet.messaging.session import Session

from companion.toolkit.session_guard import find_control

SETTLING = 0.2
"""Seconds after a change is sent during which touches are ignored."""
FOLLOWS = 10.0
"""Seconds until a page that does not follow to another screen is no longer waited for."""

_ACTS = ("click", "submit")
"""Events by which a person acts: a touch, and Enter in a text field."""

Spot: TypeAlias = tuple[object, ...]
"""Name of a control and its position within its ancestors."""


def guard(page: ft.Page, clock: Callable[[], float] = time.monotonic) -> None:
    """Ignore touches on what has just come under the finger, in the session of a page."""
    session = page.session
    touches = Touches(session, clock)
    of_flet: Any = session
    of_flet.dispatch_event = touches.passed_on(session.dispatch_event)
    of_flet.patch_control = touches.noticing(session.patch_control)
    of_flet.invoke_method = touches.following(session.invoke_method)


class Touches:
    """Last touch of a session, and whether something else has taken its place."""

    def __init__(self, session: Session, clock: Callable[[], float]) -> None:
        self._session = session
        self._clock = clock
        self._last: tuple[BaseControl, Spot] | None = None
        self._moved = float("-inf")
        self._left = float("-inf")
        """When this screen was left for another one that the page has not reached."""
        self._address: Any = session.page.route
        """Route that the page reported last."""
        self._asked: list[str] = []
        """Routes that the page was led to and has not reported."""

    def passed_on(
        self, dispatch: Callable[[int, str, Any], Awaitable[None]]
    ) -> Callable[[int, str, Any], Awaitable[None]]:
        """Wrap the dispatch, to drop touches that come too soon."""

        async def passed(control_id: int, name: str, data: Any) -> None:
            if name == "route_change" and self._is_overtaken(data):
                return
            if name not in _ACTS or self._take(control_id, name):
                await dispatch(control_id, name, data)

        return passed

    def noticing(self, patch: Callable[..., None]) -> Callable[..., None]:
        """Wrap the patch, to check after each change the control touched last."""

        def patched(*args: Any, **kwargs: Any) -> None:
            patch(*args, **kwargs)
            # Rendered controls get their place only after the patch was sent, so check then.
            asyncio.get_running_loop().call_soon(self._look)

        return patched

    def following(
        self, invoke: Callable[..., Awaitable[object]]
    ) -> Callable[..., Awaitable[object]]:
        """Wrap the calls of the page, to note when it is led to another screen."""

        async def invoked(control_id: int, method: str, args: Any, *more: Any) -> object:
            if method == "push_route" and args["route"] != self._address:
                self._asked.append(args["route"])
                self._left = self._clock()
            return await invoke(control_id, method, args, *more)

        return invoked

    def _is_overtaken(self, data: Any) -> bool:
        """Note the route that the page reports; return whether it was led to another one since."""
        route = data.get("route") if isinstance(data, dict) else None
        self._address = route
        if route in self._asked and route != self._asked[-1]:
            return True
        self._asked.clear()
        self._left = float("-inf")
        return False

    def _look(self) -> None:
        if self._last is None:
            return
        touched, where = self._last
        # A rendered control keeps its number. A removed one is not searched for elsewhere.
        here = self._session.index.get(touched._i, touched)
        if spot(self._session, here) != where:
            self._last, self._moved = None, self._clock()

    def _take(self, control_id: int, name: str) -> bool:
        if self._clock() - self._left < FOLLOWS:
            return False
        if name != "click":
            return True
        if self._clock() - self._moved < SETTLING:
            return False
        touched = find_control(self._session, control_id)
        where = spot(self._session, touched) if touched else None
        self._last = (touched, where) if touched and where else None
        return True


def spot(session: Session, control: BaseControl) -> Spot | None:
    """Return the name and position of a control on screen, or None if it is not there."""
    lineage = tuple(_lineage(control))
    places = tuple(_place(inner, outer) for inner, outer in pairwise(lineage))
    on_page = lineage[-1] is session.page and _is_on_top(lineage, session.page)
    return (_name(lineage), *places) if on_page and None not in places else None


def _lineage(control: BaseControl) -> Iterator[BaseControl]:
    """Yield a control and its ancestors."""
    inside: BaseControl | None = control
    while inside is not None:
        yield inside
        inside = inside.parent


def _is_on_top(lineage: tuple[BaseControl, ...], page: Any) -> bool:
    """Return whether no other screen covers it."""
    views = unwrap_component(page.views)
    top = unwrap_component(views[-1]) if isinstance(views, list) and views else None
    return all(c is top for c in lineage if isinstance(c, ft.View))


def _name(lineage: tuple[BaseControl, ...]) -> str:
    """Return the accessible name of a control."""
    own = lineage[0]
    for said in (getattr(own, "content", None), getattr(own, "tooltip", None)):
        if isinstance(said, str):
            return said
    labels = (getattr(c, "label", None) for c in lineage[1:4])
    return next((label for label in labels if isinstance(label, str)), "")


def _place(inner: BaseControl, outer: BaseControl) -> int | None:
    """Return how many visible siblings precede a control, or None if it is not visible.

    A removed control still knows its parent, so the parent has to contain it too.
    """
    if not getattr(inner, "visible", True):
        return None
    for name in held_by(outer):
        held = getattr(outer, name, None)
        if held is inner:
            return 0
        if isinstance(held, list) and any(each is inner for each in held):
            seen = (each for each in held if getattr(each, "visible", True))
            return next(n for n, each in enumerate(seen) if each is inner)
    return None


def held_by(control: BaseControl) -> tuple[str, ...]:
    """Return the names of the fields that can contain controls."""
    fields: frozenset[str] = getattr(type(control), "_structural_fields", frozenset())
    return (*fields, *vars(control)["_values"])


async def report_route(page: ft.Page, route: str) -> None:
    """Let a session take a route as if the page had reported it."""
    session = page.session
    session.apply_patch(page._i, {"route": route})
    # Not by its own attribute, where what listens to the page is hung in.
    await Session.dispatch_event(session, page._i, "route_change", {"route": route})


def hear(page: ft.Page, callback: Callable[[str, Any], None]) -> None:
    """Call back with the name and data of each event of a session before it is dispatched."""
    session: Any = page.session
    dispatch = session.dispatch_event

    async def dispatched(control_id: int, name: str, data: Any) -> None:
        callback(name, data)
        await dispatch(control_id, name, data)

    session.dispatch_event = dispatched
