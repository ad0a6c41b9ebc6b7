"""Host's own door and LAN listener: who comes in where, and when the second one is closed."""

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgpack
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from companion.server.doors import Door, Entrance, Visitor, current_visitor

OTHER = "127.0.0.2"
"""Loopback address of every Linux machine, as good as one on a network."""


class Doorway:
    """Small app in a process of its own."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout
        self.process = process
        self.lines = process.stdout
        self.url = self.lines.readline().strip()
        self.port = urlsplit(self.url).port

    def ask(self, path: str, url: str = "", **headers: str) -> Any:
        """Return the answer of a route."""
        request = Request(f"{url or self.url}{path}", headers=headers)
        with urlopen(request, timeout=10) as answer:
            return json.load(answer)


@contextmanager
def _doorway(host: str = OTHER) -> Iterator[Doorway]:
    command = [sys.executable, "-m", "tests.server.doorway", host]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        try:
            yield Doorway(running)
            running.terminate()
            running.wait(20)
            assert running.stderr
            assert running.stderr.read() == ""
        finally:
            running.kill()


@pytest.fixture(scope="module")
def shared() -> Iterator[Doorway]:
    """Yield a doorway with the LAN listener open, for tests that leave it as it was."""
    with _doorway() as doorway:
        doorway.ask("abrir")
        yield doorway


def _socket(url: str, host: str = "") -> ClientConnection:
    parts = urlsplit(url)
    sock = socket.create_connection((parts.hostname or "", parts.port or 0), 10)
    return connect(f"ws://{host or parts.netloc}/ws", sock=sock)


def _greeted(connection: ClientConnection) -> str:
    """Return what the page of a new session says."""
    body = {"session_id": None, "page_name": "", "page": {"route": "/", "width": 400}}
    connection.send(b"\x00" + msgpack.packb([1, body]))
    while True:
        frame = connection.recv(10)
        assert isinstance(frame, bytes)
        text = frame.decode(errors="replace")
        if "<" in text:
            return text[text.index("<") + 1 : text.index(">")]


def _ended(connection: ClientConnection) -> bool:
    """Return whether the server ends the connection, after what was still on its way."""
    try:
        while True:
            connection.recv(10)
    except ConnectionClosed:
        return True


def test_request_to_the_own_address_is_the_host(shared: Doorway) -> None:
    answer = shared.ask("puerta")
    assert (answer["door"], answer["address"]) == ("own", "127.0.0.1")
    assert shared.ask("puerta", f"http://localhost:{shared.port}/")["door"] == "own"


def test_request_to_the_lan_listener_on_the_same_port_is_a_guest(shared: Doorway) -> None:
    url = shared.ask("abrir")["url"]
    assert url == f"http://{OTHER}:{shared.port}/"
    answer = shared.ask("puerta", url)
    assert answer["door"] == "guest"
    assert answer["address"].startswith("127.0.0.")


@pytest.mark.parametrize(
    "host", ["mesa.example", "mesa.example:8550", "127.0.0.1.example", "[", ""]
)
def test_host_header_of_another_machine_makes_a_guest(shared: Doorway, host: str) -> None:
    assert shared.ask("puerta", Host=host)["door"] == "guest"


def test_localhost_header_on_the_lan_listener_stays_a_guest(shared: Doorway) -> None:
    assert shared.ask("puerta", shared.ask("abrir")["url"], Host="localhost")["door"] == "guest"


def test_forwarded_headers_do_not_change_the_address(shared: Doorway) -> None:
    headers = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Host": "mesa.example"}
    assert shared.ask("puerta", **headers)["address"] == "127.0.0.1"


def test_socket_session_knows_its_door_and_address(shared: Doorway) -> None:
    with _socket(shared.url) as own:
        assert _greeted(own) == "own 127.0.0.1"
    with _socket(shared.ask("abrir")["url"]) as guest:
        assert _greeted(guest).startswith("guest 127.0.0.")
    with _socket(shared.url, "mesa.example") as rebound:
        assert _greeted(rebound) == "guest 127.0.0.1"


def test_lan_listener_accepts_connections_only_while_open() -> None:
    with _doorway() as doorway:
        answer = doorway.ask("puerta")
        assert (answer["url"], answer["possible"], answer["problem"]) == (None, True, None)
        with pytest.raises(OSError, match="refused"):
            socket.create_connection((OTHER, doorway.port or 0), 5)
        url = doorway.ask("abrir")["url"]
        assert doorway.ask("abrir")["url"] == url
        assert doorway.lines.readline() == f"opened {url}\n"
        with _socket(url) as guest, _socket(doorway.url) as own:
            _greeted(guest)
            assert doorway.ask("cerrar")["url"] is None
            assert _ended(guest)
            with pytest.raises(URLError):
                doorway.ask("puerta", url)
            assert _greeted(own) == "own 127.0.0.1"
        assert doorway.ask("abrir")["url"] == url
        assert doorway.ask("puerta", url)["door"] == "guest"


@pytest.mark.deep
def test_lan_listener_with_its_port_taken_uses_another_and_keeps_it() -> None:
    with _doorway() as doorway, socket.create_server((OTHER, doorway.port or 0)):
        url = doorway.ask("abrir")["url"]
        assert url.startswith(f"http://{OTHER}:")
        assert urlsplit(url).port != doorway.port
        doorway.ask("cerrar")
        assert doorway.ask("abrir")["url"] == url


@pytest.mark.deep
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_server_on_a_loopback_host_cannot_open_the_lan_listener(host: str) -> None:
    with _doorway(host) as doorway:
        answer = doorway.ask("abrir")
        assert (answer["url"], answer["possible"], answer["problem"]) == (None, False, "private")


@pytest.mark.parametrize(
    ("host", "door"),
    [
        (b"localhost", Door.OWN),
        (b"LOCALHOST:80", Door.OWN),
        (b"[::1]:8550", Door.OWN),
        (b"127.0.0.1:1", Door.OWN),
        (b"localhost.", Door.GUEST),
        (b"a@localhost.example", Door.GUEST),
        (b"[::1", Door.GUEST),
        (b"\xff", Door.GUEST),
    ],
)
def test_host_header_names_this_machine_or_makes_a_guest(host: bytes, door: Door) -> None:
    visitors: list[Visitor] = []

    async def app(*_given: object) -> None:
        visitors.append(current_visitor())

    async def nothing(*_given: object) -> Any:
        raise AssertionError

    scope = {"type": "http", "headers": [(b"host", host)], "client": None}
    asyncio.run(Entrance(app, Door.OWN)(scope, nothing, nothing))
    assert visitors == [Visitor(door, "")]


def test_visitor_without_an_entrance_is_a_guest() -> None:
    assert current_visitor() == Visitor(Door.GUEST, "")
