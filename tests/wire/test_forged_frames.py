"""Malformed, forged or excessive input: it ends at most the connection that sent it."""

import asyncio
import socket
from contextlib import AsyncExitStack, ExitStack, suppress
from typing import Any
from urllib.parse import urlsplit

import msgpack
import pytest
from websockets.exceptions import InvalidStatus

from tests.wire.client import CALL, EVENT, PAGE, PROPERTIES, REGISTER, WireClient, browser
from tests.wire.conftest import Running

SECRET = "K7QM-3F9T-XW2P"
"""Text in everything that is sent here: it must come out nowhere."""


def _frame(action: object, body: object) -> bytes:
    packed: bytes = msgpack.packb([action, body])
    return b"\x00" + packed


def _event(target: object = PAGE, name: object = "route_change", data: object = SECRET) -> bytes:
    return _frame(EVENT, {"target": target, "name": name, "data": data})


def _props(control: int, **props: Any) -> bytes:
    return _frame(PROPERTIES, {"id": control, "props": props})


def _hello(session: object = None) -> bytes:
    page = {"route": f"/{SECRET}", "width": 412.0}
    return _frame(REGISTER, {"session_id": session, "page_name": SECRET, "page": page})


MALFORMED: dict[str, tuple[bytes | str, int]] = {
    "text": (SECRET, 1003),
    "no frame": (SECRET.encode(), 1007),
    "the wrong type": (b"\x01" + _event()[1:], 1007),
    "an unknown type": (b"\x7f" + SECRET.encode(), 1007),
    "cut off": (_event()[:-4], 1007),
    "an unknown action": (_frame(99, {"text": SECRET}), 1007),
    "an action of the server": (_frame(2, {"id": PAGE, "patch": [SECRET]}), 1007),
    "a number for a body": (_frame(EVENT, 5), 1007),
    "a body of other keys": (_frame(EVENT, {SECRET: 1}), 1007),
    "a target that is text": (_event(target=SECRET), 1007),
    "a name that is a sentence": (_event(name=f"click {SECRET}"), 1007),
    "deep nesting": (b"\x00" + b"\x91" * 50_000, 1007),
    "private keys": (_event(data={"__class__": SECRET}), 1007),
    "a date that is none": (_event(data=msgpack.ExtType(1, SECRET.encode())), 1007),
    "a second registration": (_hello(), 1007),
    "too much at once": (_event(data=SECRET * 6000), 1009),
    "far too much": (b"\x00" * (3 << 20), 1009),
}
SURVIVED: dict[str, bytes] = {
    "nothing": b"",
    "an event for nobody": _event(target=99_999),
    "an event that there is not": _event(name="no_such_event"),
    "an event with other data": _event(data={"route": {"a": SECRET}}),
    "a place that is none": _event(name="view_pop", data={"route": SECRET}),
    "properties of nobody": _props(99_999, value=SECRET),
    "the page made another": _props(PAGE, client_ip=SECRET, title=SECRET, views=[{"_c": SECRET}]),
    "private properties": _props(PAGE, _i=5, __dict__={SECRET: 1}, __class__=SECRET),
    "keys of another language": _props(PAGE, __proto__={SECRET: 1}, constructor=SECRET),
    "a width that is none": _props(PAGE, width=SECRET),
    "an answer that was not asked": _frame(
        CALL, {"control_id": PAGE, "call_id": SECRET, "result": SECRET, "error": SECRET}
    ),
}


def _leaks(*clients: WireClient) -> str:
    """Return what was sent to them and should not have been."""
    sent = "\n".join(text for client in clients for text in client.strings)
    return "\n".join(leak for leak in (SECRET, "Traceback", ".py", "site-packages") if leak in sent)


@pytest.mark.parametrize("kind", MALFORMED)
def test_malformed_frame_ends_only_the_connection_that_sent_it(program: Running, kind: str) -> None:
    data, code = MALFORMED[kind]

    async def client() -> None:
        async with (
            browser(program.url) as host,
            browser(program.url, host="mesa.example", address="127.0.0.3") as guest,
        ):
            await guest.raw(data)
            assert await guest.is_closed() == code
            await host.sees("Blue Moon City")
            await host.go("/reglas/blue_moon_city")
            await host.sees("Buscar en las reglas")
            assert _leaks(host, guest) == ""

    asyncio.run(client())
    assert program.logged() == ""


@pytest.mark.parametrize("kind", SURVIVED)
def test_frame_about_unknown_things_changes_nothing(program: Running, kind: str) -> None:
    async def client() -> None:
        async with (
            browser(program.url) as host,
            browser(program.url, host="mesa.example", address="127.0.0.4") as guest,
        ):
            await guest.raw(SURVIVED[kind])
            await host.go("/reglas/blue_moon_city")
            await host.sees("Buscar en las reglas")
            assert _leaks(host, guest) == ""
            assert "client_ip" not in guest.page or guest.page["client_ip"] == "127.0.0.4"

    asyncio.run(client())
    assert SECRET not in program.logged()


@pytest.mark.parametrize("first", [b"\x00", _event(), _frame(99, {}), SECRET])
def test_client_that_does_not_register_is_disconnected(
    program: Running, first: bytes | str
) -> None:
    async def client() -> None:
        async with browser(program.url, register=False, address="127.0.0.5") as nobody:
            await nobody.raw(first)
            assert await nobody.is_closed() in (1003, 1007)
            assert nobody.received == []
        # A client that leaves without a word leaves nothing behind either.
        async with browser(program.url, register=False):
            pass

    asyncio.run(client())
    assert program.logged() == ""


def test_flood_of_frames_ends_only_its_connection(lan: str) -> None:
    async def client() -> None:
        async with (
            browser(lan, address="127.0.0.6") as flood,
            browser(lan, address="127.0.0.6") as calm,
        ):
            for _ in range(400):
                await flood.raw(_event(target=99_999))
            assert await flood.is_closed() == 1008
            await calm.sees("<guest 127.0.0.6>")
            assert calm.closed is None

    asyncio.run(client())


def test_sockets_per_address_are_limited(lan: str) -> None:
    async def client() -> None:
        async with AsyncExitStack() as here:
            for _ in range(16):
                await here.enter_async_context(browser(lan, address="127.0.0.7", register=False))
            with pytest.raises(InvalidStatus):
                await here.enter_async_context(browser(lan, address="127.0.0.7"))
            async with browser(lan, address="127.0.0.8") as other:
                await other.sees("<guest 127.0.0.8>")
        async with browser(lan, address="127.0.0.7") as again:
            await again.sees("<guest 127.0.0.7>")

    asyncio.run(client())


def test_connections_per_minute_and_address_are_limited(lan: str) -> None:
    async def client() -> int:
        for count in range(200):
            try:
                async with browser(lan, address="127.0.0.10", register=False):
                    pass
            except InvalidStatus:
                return count
        return 200

    # Allow for a few more, since the calls take time.
    assert 60 <= asyncio.run(client()) < 120


def _calls(url: str, address: str) -> socket.socket:
    parts = urlsplit(url)
    return socket.create_connection((parts.hostname or "", parts.port or 0), 20, (address, 0))


def test_open_connections_per_address_are_limited(lan: str) -> None:
    with ExitStack() as here:
        silent = [here.enter_context(_calls(lan, "127.0.0.11")) for _ in range(49)]
        # The server has answered the last of them before it accepts another one.
        with _calls(lan, "127.0.0.12") as other:
            other.sendall(b"GET /health HTTP/1.1\r\nHost: mesa\r\nConnection: close\r\n\r\n")
            assert b" 200 OK" in other.recv(1000)
        assert _is_dropped(silent[-1])
        silent[0].sendall(b"GET /health HTTP/1.1\r\nHost: mesa\r\n\r\n")
        assert b" 200 OK" in silent[0].recv(1000)


def _is_dropped(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_endless_headers_are_refused(lan: str, doorway: Running) -> None:
    for url in (lan, doorway.url):
        with _calls(url, "127.0.0.13") as endless, suppress(ConnectionError):
            endless.sendall(b"GET / HTTP/1.1\r\nX: " + SECRET.encode() * 20_000)
            assert b" 400 " in endless.recv(1000)
    assert doorway.logged() == ""
