"""Client of the wire, written from the protocol alone, without code of the app's toolkit.

It keeps every byte that it is sent, so that a test can say what never reached it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Node: TypeAlias = dict[Any, Any]

REGISTER, PATCH, EVENT, PROPERTIES, CALL, CRASHED = 1, 2, 3, 4, 5, 6
REPLACE, ADD, REMOVE = 0, 1, 2
PAGE = 1
PATIENCE = 20.0
_EYE = 0.4
"""Seconds that a person takes to see what has appeared, and to touch it."""
_WORDS = ("value", "label", "tooltip", "text", "content", "semantics_label", "title", "hint_text")


class WireClient:
    """Browser, as far as the server can tell."""

    def __init__(self, connection: ClientConnection, preferences: dict[str, Any]) -> None:
        self.connection = connection
        self.preferences = preferences
        """Values stored on this device, which the server reads and writes."""
        self.page: Node = {}
        self.route = "/"
        self.session = ""
        self.received: list[bytes] = []
        self.strings: list[str] = []
        """Texts that it was ever sent, shown or not."""
        self.closed: int | None = None
        """Code with which the server ended the connection."""
        self.failed: Exception | None = None
        """Error that kept it from applying what came."""
        self._changed = asyncio.Condition()

    async def hello(
        self, route: str = "/", session: str | None = None, size: tuple[int, int] = (412, 915)
    ) -> None:
        """Register, and wait for the answer."""
        self.route = route
        page = {"route": route, "width": float(size[0]), "height": float(size[1]), "web": True}
        body = {"session_id": session, "page_name": "", "page": page | {"platform": "android"}}
        await self.send(REGISTER, body)
        await self.until(lambda: bool(self.session) or self.closed is not None, "an answer")

    async def send(self, action: object, body: object) -> None:
        """Send one frame, which follows the protocol if the body does."""
        await self.raw(b"\x00" + msgpack.packb([action, body]))

    async def raw(self, data: bytes | str) -> None:
        """Send anything at all, whether or not the server still listens."""
        with suppress(ConnectionClosed):
            await asyncio.wait_for(self.connection.send(data), PATIENCE)

    # Actions of a person

    async def click(self, name: str) -> None:
        """Touch what has that name, once it is there and a person could have seen it."""
        await self._named(name, "on_click")
        await asyncio.sleep(_EYE)
        await self.event(await self._named(name, "on_click"), "click", None)

    async def fill(self, label: str, text: str) -> None:
        """Type into the field with that label."""
        field = await self._named(label, "on_change")
        field["value"] = text
        await self.send(PROPERTIES, {"id": field["_i"], "props": {"value": text}})
        await self.event(field, "change", text)

    async def choose(self, bar: str, index: int) -> None:
        """Touch a place of the bar that has a control type, such as `NavigationBar`."""
        await self.until(lambda: any(n.get("_c") == bar for n in self.nodes()), bar)
        control = next(node for node in self.nodes() if node.get("_c") == bar)
        await self.send(PROPERTIES, {"id": control["_i"], "props": {"selected_index": index}})
        await self.event(control, "change", index)

    async def go(self, route: str) -> None:
        """Open a route, as the address of the page does."""
        self.route = self.page["route"] = route
        await self.send(PROPERTIES, {"id": PAGE, "props": {"route": route}})
        await self.send(EVENT, {"target": PAGE, "name": "route_change", "data": {"route": route}})

    async def event(self, node: Node, name: str, data: object) -> None:
        """Send an event of a control."""
        await self.send(EVENT, {"target": node["_i"], "name": name, "data": data})

    async def _named(self, name: str, handler: str) -> Node:
        await self.until(lambda: self._find(name, handler) is not None, f"{handler} of {name!r}")
        node = self._find(name, handler)
        assert node is not None
        return node

    def _find(self, name: str, handler: str) -> Node | None:
        """Return the control with that handler and name, or the first whose names contain it."""
        candidates = [(node, names) for node, names in self.handled(handler) if names]
        for node, names in candidates:
            if name in names:
                return node
        return next((node for node, names in candidates if name in " ".join(names)), None)

    # Content of the screen

    async def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait for a condition; the error shows the last screen if it does not come true."""
        try:
            async with asyncio.timeout(PATIENCE), self._changed:
                await self._changed.wait_for(lambda: self.failed is not None or holds())
        except TimeoutError:
            raise AssertionError(f"{what} did not come; there is: {self.text()}") from None
        if self.failed:
            raise AssertionError("what came could not be taken in") from self.failed

    async def sees(self, text: str) -> None:
        """Wait until a text is on the screen."""
        await self.until(lambda: text in self.text(), repr(text))

    async def is_closed(self) -> int:
        """Wait until the server has ended the connection, and return the code."""
        await self.until(lambda: self.closed is not None, "the end")
        assert self.closed is not None
        return self.closed

    def text(self) -> str:
        """Return everything that the screen says now."""
        words = "\n".join(word for node in self.nodes() for word in _own_words(node))
        return words.replace("\N{NO-BREAK SPACE}", " ")

    def nodes(self) -> Iterator[Node]:
        """Return the controls on the screen."""
        return _controls(_shown(self.page), visible=True)

    def handled(self, handler: str) -> Iterator[tuple[Node, list[str]]]:
        """Yield the controls that handle that event, each with the words that name it."""
        yield from _handled(_shown(self.page), handler, ())

    # Data from the server

    async def listen(self) -> None:
        """Take in what comes, until the end."""
        try:
            async for data in self.connection:
                frame = data.encode() if isinstance(data, str) else data
                self.received.append(frame)
                await self._take(frame)
        except ConnectionClosed:
            # An answer of the client may meet the server's close frame, which still has to be read.
            await self.connection.wait_closed()
        except Exception as error:
            self.failed = error
        finally:
            async with self._changed:
                self.closed = self.connection.close_code or 1006
                self._changed.notify_all()

    async def _take(self, frame: bytes) -> None:
        assert frame[:1] == b"\x00"
        action, body = msgpack.unpackb(frame[1:], strict_map_key=False)
        async with self._changed:
            self.strings.extend(texts(body))
            if action == REGISTER:
                self.session = body["session_id"]
                self.page.update(body["page_patch"])
            self.shows(action, body)
            self._changed.notify_all()
        if action == CALL:
            await self._answer(body)

    def shows(self, action: int, body: Any) -> None:
        """Apply a patch of the screen."""
        if action == PATCH:
            self._patch(body["id"], body["patch"])

    async def _answer(self, call: Node) -> None:
        name, given = call["name"], call.get("args") or {}
        result: Any = None
        if name == "push_route":
            await self.go(given["route"])
        elif self._type(call["control_id"]) == "SharedPreferences":
            result = self._preference(name, given)
        answer = {"control_id": call["control_id"], "call_id": call["call_id"]}
        await self.send(CALL, {**answer, "result": result, "error": None})

    def _type(self, control: int) -> str:
        node = _control(self.page, control)
        return str(node.get("_c")) if node else ""

    def _preference(self, name: str, given: Node) -> Any:
        key = given.get("key", "")
        if name == "set":
            self.preferences[key] = given["value"]
            return True
        if name == "remove":
            return self.preferences.pop(key, None) is not None
        return key in self.preferences if name == "contains_key" else self.preferences.get(key)

    def _patch(self, control: int, patch: list[Any]) -> None:
        root = _control(self.page, control)
        if root is None:
            return
        paths = dict(_paths(patch[0], ()))
        for operation in patch[1:]:
            _apply(root, paths, operation)


@asynccontextmanager
async def browser(
    url: str,
    route: str = "/",
    *,
    preferences: dict[str, Any] | None = None,
    address: str = "127.0.0.1",
    host: str = "",
    session: str | None = None,
    register: bool = True,
    made: type[WireClient] = WireClient,
) -> AsyncIterator[WireClient]:
    """Yield a client that has come in.

    Args:
        url: of the server, at one of its doors.
        route: initial route.
        preferences: values stored on the device; shared between clients that are the same device.
        address: local address from which it connects.
        host: name in the Host header, if not that of the URL.
        session: earlier session to resume.
        register: whether it registers, as every client has to first.
        made: class of the client.
    """
    parts = urlsplit(url)
    way: dict[str, Any] = {"host": parts.hostname, "port": parts.port, "local_addr": (address, 0)}
    named = f"ws://{host or parts.netloc}/ws"
    async with connect(named, **way, max_size=None, open_timeout=PATIENCE) as connection:
        client = made(connection, {} if preferences is None else preferences)
        listening = asyncio.create_task(client.listen())
        try:
            if register:
                await client.hello(route, session)
            yield client
        finally:
            await asyncio.wait_for(connection.close(), PATIENCE)
            await asyncio.wait_for(listening, PATIENCE)


# Control tree


def _shown(page: Node) -> Node:
    """Return the page with only the view on top: the others lie under it."""
    views = _body(page.get("views", []))
    return {**page, "views": views[-1:] if isinstance(views, list) else views}


def _body(value: Any) -> Any:
    """Return what a component is rendered as."""
    while isinstance(value, dict) and value.get("_c") == "C":
        value = value.get("_b")
    return value


def _controls(value: Any, *, visible: bool = False) -> Iterator[Node]:
    """Yield a control and all within it, from the top down; only the visible ones if so asked."""
    left = [value]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            if visible and value.get("visible") is False:
                continue
            if "_i" in value:
                yield value
            within = [inside for name, inside in value.items() if name != "_internals"]
        else:
            within = value
        left += [each for each in reversed(within) if isinstance(each, dict | list)]


def _control(page: Node, control: int) -> Node | None:
    return next((node for node in _controls(page) if node["_i"] == control), None)


def _own_words(node: Node) -> list[str]:
    return [node[name] for name in _WORDS if isinstance(node.get(name), str)]


def _handled(value: Any, handler: str, above: tuple[str, ...]) -> Iterator[tuple[Node, list[str]]]:
    """Yield controls with that handler, named by what they hold and by the label around them."""
    if isinstance(value, list):
        for inside in value:
            yield from _handled(inside, handler, () if len(value) > 1 else above)
    elif isinstance(value, dict) and value.get("visible") is not False:
        named = (*above, value["label"]) if isinstance(value.get("label"), str) else above
        if value.get(handler) is True:
            inner = [word for node in _controls(value) for word in _own_words(node)]
            yield value, [*named, *inner]
        for name, inside in value.items():
            if name != "_internals":
                yield from _handled(inside, handler, named)


def texts(value: Any) -> Iterator[str]:
    """Yield every text within what was sent."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, bytes | msgpack.ExtType):
        data = value if isinstance(value, bytes) else value.data
        yield data.decode(errors="replace")
    elif isinstance(value, dict):
        for pair in value.items():
            for each in pair:
                yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)


def _paths(node: list[Any], path: tuple[Any, ...]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    yield node[0], path
    for step, child in (node[1] if len(node) > 1 else {}).items():
        yield from _paths(child, (*path, step))


def _apply(root: Node, paths: dict[int, tuple[Any, ...]], operation: list[Any]) -> None:
    kind, where, key, *rest = operation
    target = _at(root, paths[where])
    if kind == REPLACE:
        target[key] = rest[0]
    elif kind == ADD and isinstance(target, list):
        target.insert(key, rest[0])
    elif kind == ADD:
        target[key] = rest[0]
    elif kind == REMOVE:
        target.pop(key)
    else:
        moved, (there, place) = target.pop(key), rest
        goal = _at(root, paths[there])
        if isinstance(goal, list):
            goal.insert(place, moved)
        else:
            goal[place] = moved


def _at(root: Node, path: tuple[Any, ...]) -> Any:
    value: Any = root
    for step in path:
        value = value[step]
    return value
