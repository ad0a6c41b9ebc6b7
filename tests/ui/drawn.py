"""Screen rendered without a browser: messages sent to it, and touches by key."""

import asyncio
import weakref
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import cache
from typing import Any

import flet as ft
import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page
from flet.messaging import protocol
from flet.messaging.connection import Connection
from flet.messaging.protocol import Message
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from companion.toolkit import fast_flet, render_order, session_guard
from companion.toolkit.render_order import OutermostFirst, in_order
from tests.wire.client import WireClient

# Install the patches, as the app does.
fast_flet.install()
render_order.install()

_ROUNDS = 10
"""Number of turns of the loop for effects, and what they render again, to be done."""


def _packed(value: Any) -> bytes:
    """Return a value as it is sent; Flet finds changes since it was last packed."""
    encode = protocol.configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]
    sent: bytes = msgpack.packb(value, default=encode)
    return sent


def _unpacked(sent: bytes) -> Any:
    """Return a value as the other side unpacks it."""
    return msgpack.unpackb(sent, strict_map_key=False)


class Wire(Connection):
    """Connection that keeps what is sent, as it would go over the network."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.loop = asyncio.get_running_loop()
        self.pubsubhub = PubSubHub(self.loop)
        self.sent: list[bytes] = []
        self.client = WireClient(None, {})  # type: ignore[arg-type]
        self.refused: Exception | None = None
        """Error of the client on a message that it could not apply; the session hides it."""

    def send_message(self, message: Message) -> None:
        """Keep a message."""
        sent = _packed([message.action, message.body])
        try:
            self.client.shows(*_unpacked(sent))
        except (LookupError, TypeError, AttributeError) as error:
            self.refused = error
            raise
        self.sent.append(sent)

    def dispose(self) -> None:
        """Do nothing: there is nothing to release."""


class Drawn:
    """Screen in a session of its own."""

    may_fail = False
    """True in a test of screens that fail."""

    def __init__(self, wire: Wire, session: Session) -> None:
        self._wire = wire
        self._session = session
        self._numbers: dict[int, int] = {}
        self._told_of = 0

    @property
    def page(self) -> ft.Page:
        """Return its page."""
        page: ft.Page = self._session.page
        return page

    @property
    def client(self) -> WireClient:
        """Return the client with everything that it was sent applied."""
        return self._wire.client

    def news(self) -> Any:
        """Return what was sent since the last time, its controls numbered in order."""
        if self._wire.refused:
            raise self._wire.refused
        self._works()
        sent, self._wire.sent = self._wire.sent, []
        return self._numbered([_unpacked(each) for each in sent])

    def _works(self) -> None:
        """Check that nothing has failed: a screen then shows a sentence, and its twin as well."""
        assert self.may_fail or not session_guard.has_failed(self._session), "the screen failed"

    def _numbered(self, value: Any) -> Any:
        match value:
            case dict():
                return {key: self._numbered_item(key, inner) for key, inner in value.items()}
            case list():
                return [self._numbered(inner) for inner in value]
            case _:
                return value

    def _numbered_item(self, key: Any, inner: Any) -> Any:
        if key == "_i" and isinstance(inner, int):
            # A control that is sent whole is new, even if its number was used before.
            self._numbers[inner] = self._told_of = self._told_of + 1
        known = key in ("_i", "id") and isinstance(inner, int)
        return self._numbers.get(inner, 0) if known else self._numbered(inner)

    def controls(self) -> tuple[BaseControl, ...]:
        """Return all its controls, from the top of the screen down."""
        return tuple(control for control, _ in _tree(self.page))

    def touchable(self) -> tuple[str, ...]:
        """Return the keys of everything that can be touched now, sorted."""
        return tuple(sorted(self._targets()))

    def in_order(self) -> tuple[str, ...]:
        """Return the keys of everything that can be touched now, from the top down."""
        targets = {control._i: key for key, control in self._targets().items()}
        return tuple(targets[c._i] for c in self.controls() if c._i in targets)

    def scrolls(self, key: str) -> bool:
        """Return whether a touchable control moves with a scrolling container around it."""
        return any(getattr(around, "scroll", None) for around in _lineage(self._targets()[key]))

    async def touch(self, key: str) -> None:
        """Touch something by its key."""
        await self._session.dispatch_event(self._targets()[key]._i, "click", None)
        await settled()

    async def type_in(self, key: str, text: str) -> None:
        """Type something into a field."""
        fields = [c for c in self._session.index.values() if isinstance(c, ft.TextField)]
        (field,) = (c for c in fields if _in_sight(c) and _key(c) == key)
        self._session.apply_patch(field._i, {"value": text})
        await self._session.dispatch_event(field._i, "change", text)
        await settled()

    async def enter(self, key: str) -> None:
        """Press Enter in a field."""
        fields = [c for c in self._session.index.values() if isinstance(c, ft.TextField)]
        (field,) = (c for c in fields if _in_sight(c) and _key(c) == key)
        await self._session.dispatch_event(field._i, "submit", field.value)
        await settled()

    async def came(self, route: str) -> None:
        """Let the page reach a route."""
        await self._session.dispatch_event(self.page._i, "route_change", {"route": route})
        await settled()

    async def hold(self, key: str) -> None:
        """Press something and keep it pressed."""
        await self._session.dispatch_event(self._holds()[key]._i, "tap_down", None)
        await settled()

    async def let_go(self, key: str) -> None:
        """Release what is held."""
        await self._session.dispatch_event(self._holds()[key]._i, "tap_up", None)
        await settled()

    def holdable(self) -> tuple[str, ...]:
        """Return the keys of everything that can be held now, sorted."""
        return tuple(sorted(self._holds()))

    def _stand_here(self) -> None:
        """Set the parents of all controls to those on this screen; others may show them too."""
        for control, parent in _tree(self.page):
            if parent is not None:
                control._parent = weakref.ref(parent)  # type: ignore[attr-defined]

    def _holds(self) -> dict[str, BaseControl]:
        self._stand_here()
        controls = [c for c in self._session.index.values() if getattr(c, "on_tap_down", None)]
        return {_key(c): c for c in sorted(controls, key=lambda c: c._i) if _in_sight(c)}

    async def touch_at_once(
        self, keys: Iterable[str], after: Callable[[], object] | None = None
    ) -> None:
        """Touch several controls as they are on the screen now, whatever happens before."""
        targets = self._targets()
        controls = [targets[key]._i for key in keys]
        if after:
            after()
        for control in controls:
            await self._session.dispatch_event(control, "click", None)
        await settled()

    def _targets(self) -> dict[str, BaseControl]:
        self._works()
        self._stand_here()
        controls = [c for c in self._session.index.values() if getattr(c, "on_click", None)]
        return {_key(c): c for c in sorted(controls, key=lambda c: c._i) if _in_sight(c)}

    def close(self) -> None:
        """End the session."""
        self._session.close()  # type: ignore[no-untyped-call]


def _lineage(control: Any) -> Iterator[BaseControl]:
    while control is not None:
        yield control
        control = control.parent


_ASIDE = ("_parent", "parent")
"""Fields that lead back up the tree."""

_PLAIN = frozenset({str, int, float, bool, type(None)})


def _tree(page: ft.Page) -> list[tuple[BaseControl, BaseControl | None]]:
    """Return a page and all controls in it with their parents, in the order of the screen."""
    tree = dict[int, tuple[BaseControl, BaseControl | None]]()
    _add_to(tree, page, None)
    return list(tree.values())


def _add_to(
    tree: dict[int, tuple[BaseControl, BaseControl | None]], value: Any, parent: BaseControl | None
) -> None:
    if isinstance(value, list | tuple | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            _add_to(tree, inner, parent)
    elif hasattr(value, "__dataclass_fields__") and id(value) not in tree:
        if isinstance(value, BaseControl):
            tree[id(value)] = value, parent
            parent = value
        for name in _fields(value.__class__):
            inner = getattr(value, name, None)
            if type(inner) not in _PLAIN:
                _add_to(tree, inner, parent)


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a type that may hold controls."""
    kept = (each for each in fields(kind) if not each.metadata.get("skip"))
    return tuple(each.name for each in kept if each.name not in _ASIDE)


def _in_sight(control: BaseControl) -> bool:
    lineage = list(_lineage(control))
    shown = all(getattr(c, "visible", True) for c in lineage)
    return shown and isinstance(lineage[-1], ft.Page) and not getattr(control, "disabled", False)


def _key(control: BaseControl) -> str:
    """Return the key of a control, or of what it is the touchable part of."""
    keys = (getattr(c, "key", None) for c in _lineage(control))
    return next((str(key) for key in keys if key), "")


def texts(news: Any) -> Iterator[str]:
    """Yield every text in what was sent, read out or drawn."""
    match news:
        case str():
            yield news
        case dict() | list():
            for inner in news.values() if isinstance(news, dict) else news:
                yield from texts(inner)


async def settled() -> None:
    """Let effects run, and what they render again."""
    for _ in range(_ROUNDS):
        await asyncio.sleep(0)


class InnermostFirst(OutermostFirst):
    """Reverse order: each part is rendered before what stands around it knows of a touch."""

    def __iter__(self) -> Iterator[BaseControl]:
        return reversed(tuple(super().__iter__()))


async def drawn(
    component: Callable[..., ft.Control],
    *args: Any,
    size: tuple[int, int] = (412, 900),
    order: Callable[[], OutermostFirst] = OutermostFirst,
    watched: bool = False,
) -> Drawn:
    """Render a component in a window of that size; a watched one as a session of the app is."""
    wire = Wire()
    session = Session(wire)
    page = session.page
    in_order(page, order)
    _context_page.set(page)
    wire.client.page.update(_unpacked(_packed(session.get_page_patch())))  # type: ignore[no-untyped-call]
    page.width, page.height = size
    if watched:
        session_guard.watch(page, str)
    page.render(component, *args)
    if watched:
        session_guard.begun(page)
    await settled()
    return Drawn(wire, session)
