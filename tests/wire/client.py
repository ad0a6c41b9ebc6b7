"""A client of the wire, written from the protocol alone: it shares no code with the app's toolkit.

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
"""Seconds that it takes to see what has appeared, and to touch it."""
_WORDS = ("value", "label", "tooltip", "text", "content", "semantics_label", "title", "hint_text")


class WireClient:
    """One browser, as far as the server can tell."""

    def __init__(self, connection: ClientConnection, preferences: dict[str, Any]) -> None:
        self.connection = connection
        self.preferences = preferences
        """What this device keeps; the server reads and writes it."""
        self.page: Node = {}
        self.route = "/"
        self.session = ""
        self.received: list[bytes] = []
        self.strings: list[str] = []
        """Every text that it was ever sent, shown or not."""
        self.closed: int | None = None
        """The code with which the server ended it."""
        self.failed: Exception | None = None
        """Why it could not take in what came."""
        self._changed = asyncio.Condition()

    async def hello(
        self, route: str = "/", session: str | None = None, size: tuple[int, int] = (412, 915)
    ) -> None:
        """Registers, and waits for the answer."""
        self.route = route
        page = {"route": route, "width": float(size[0]), "height": float(size[1]), "web": True}
        body = {"session_id": session, "page_name": "", "page": page | {"platform": "android"}}
        await self.send(REGISTER, body)
        await self.until(lambda: bool(self.session) or self.closed is not None, "an answer")

    async def send(self, action: object, body: object) -> None:
        """One frame; the protocol's, if the body is."""
        await self.raw(b"\x00" + msgpack.packb([action, body]))

    async def raw(self, data: bytes | str) -> None:
        """Anything at all. Whether the server still listens is not its business."""
        with suppress(ConnectionClosed):
            await asyncio.wait_for(self.connection.send(data), PATIENCE)

    # What a person does

    async def click(self, name: str) -> None:
        """Touches what has that name, once it is there and a person could have seen it."""
        await self._named(name, "on_click")
        await asyncio.sleep(_EYE)
        await self.event(await self._named(name, "on_click"), "click", None)

    async def fill(self, label: str, text: str) -> None:
        """Types into the field with that label."""
        field = await self._named(label, "on_change")
        field["value"] = text
        await self.send(PROPERTIES, {"id": field["_i"], "props": {"value": text}})
        await self.event(field, "change", text)

    async def choose(self, bar: str, index: int) -> None:
        """Touches a place of the bar that has a control type, such as `NavigationBar`."""
        await self.until(lambda: any(n.get("_c") == bar for n in self.nodes()), bar)
        found = next(node for node in self.nodes() if node.get("_c") == bar)
        await self.send(PROPERTIES, {"id": found["_i"], "props": {"selected_index": index}})
        await self.event(found, "change", index)

    async def go(self, route: str) -> None:
        """Opens a route, as the address of the page does."""
        self.route = self.page["route"] = route
        await self.send(PROPERTIES, {"id": PAGE, "props": {"route": route}})
        await self.send(EVENT, {"target": PAGE, "name": "route_change", "data": {"route": route}})

    async def event(self, node: Node, name: str, data: object) -> None:
        """Something happens to a control."""
        await self.send(EVENT, {"target": node["_i"], "name": name, "data": data})

    async def _named(self, name: str, handler: str) -> Node:
        await self.until(lambda: self._find(name, handler) is not None, f"{handler} of {name!r}")
        found = self._find(name, handler)
        assert found is not None
        return found

    def _find(self, name: str, handler: str) -> Node | None:
        """The control with the handler whose name it is, or else the first whose name holds it."""
        candidates = [(node, names) for node, names in self.handled(handler) if names]
        for node, names in candidates:
            if name in names:
                return node
        return next((node for node, names in candidates if name in " ".join(names)), None)

    # What is there

    async def until(self, holds: Callable[[], bool], what: str) -> None:
        """Waits for it; what was said last is in the error if it does not come."""
        try:
            async with asyncio.timeout(PATIENCE), self._changed:
                await self._changed.wait_for(lambda: self.failed is not None or holds())
        except TimeoutError:
            raise AssertionError(f"{what} did not come; there is: {self.text()}") from None
        if self.failed:
            raise AssertionError("what came could not be taken in") from self.failed

    async def sees(self, text: str) -> None:
        """Waits until a text is on the screen."""
        await self.until(lambda: text in self.text(), repr(text))

    async def is_closed(self) -> int:
        """Waits until the server has ended it: the code."""
        await self.until(lambda: self.closed is not None, "the end")
        assert self.closed is not None
        return self.closed

    def text(self) -> str:
        """Everything that the screen says now."""
        words = "\n".join(word for node in self.nodes() for word in _own_words(node))
        return words.replace("\N{NO-BREAK SPACE}", " ")

    def nodes(self) -> Iterator[Node]:
        """The controls on the screen."""
        return _controls(_shown(self.page))

    def handled(self, handler: str) -> Iterator[tuple[Node, list[str]]]:
        """The controls that take that event, each with the words that name it."""
        yield from _handled(_shown(self.page), handler, ())

    # What the server sends

    async def listen(self) -> None:
        """Takes in what comes, until the end."""
        try:
            async for data in self.connection:
                frame = data.encode() if isinstance(data, str) else data
                self.received.append(frame)
                await self._take(frame)
        except ConnectionClosed:
            # What it answers may meet the server's goodbye, which is then still to be read.
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
        """Puts a change of the screen in its place."""
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
        found = _control(self.page, control)
        return str(found.get("_c")) if found else ""

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
    """A client that has come in.

    Args:
        url: of the server, at one of its doors.
        route: where it begins.
        preferences: what the device keeps; shared between clients that are the same device.
        address: of this machine, from which it comes.
        host: the name by which it asks, if not that of the URL.
        session: one that it had before.
        register: whether it says who it is, as every client has to first.
        made: the kind of client.
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


# The tree


def _shown(page: Node) -> Node:
    """The page with the view on top alone: the others lie under it."""
    views = _body(page.get("views", []))
    return {**page, "views": views[-1:] if isinstance(views, list) else views}


def _body(value: Any) -> Any:
    """What a component is drawn as."""
    while isinstance(value, dict) and value.get("_c") == "C":
        value = value.get("_b")
    return value


def _controls(value: Any) -> Iterator[Node]:
    """A control and all within it, from the top down."""
    left = [value]
    while left:
        value = left.pop()
        if isinstance(value, dict):
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
    """What a control is called is what it holds, and the label of what is around it alone."""
    if isinstance(value, list):
        for inside in value:
            yield from _handled(inside, handler, () if len(value) > 1 else above)
    elif isinstance(value, dict):
        named = (*above, value["label"]) if isinstance(value.get("label"), str) else above
        if value.get(handler) is True:
            inner = [word for node in _controls(value) for word in _own_words(node)]
            yield value, [*named, *inner]
        for name, inside in value.items():
            if name != "_internals":
                yield from _handled(inside, handler, named)


def texts(value: Any) -> Iterator[str]:
    """Every text within what was sent."""
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
    found: Any = root
    for step in path:
        found = found[step]
    return found
