"""Uninvited devices at the LAN listener: whatever they do, the table goes on."""

import asyncio
import socket
import struct
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from companion.server.doors import Door
from companion.server.limits import LIMITS
from companion.services.client import Client
from companion.services.sharing.shared_tables import TRIES
from tests.wire.client import browser
from tests.wire.conftest import OTHER, Running, _running
from tests.wire.full_app import house

HEALTHY = 0.5
"""Seconds within which the server has to answer the health route."""
PING, EMPTY, CONTINUED, PONG = 0x89, 0x82, 0x00, 0x8A


def _socket(url: str, address: str) -> socket.socket:
    parts = urlsplit(url)
    assert parts.hostname
    assert parts.port
    return socket.create_connection((parts.hostname, parts.port), 10, (address, 0))


def _upgraded(url: str, address: str) -> socket.socket:
    """Return a socket of the wire, as far as the handshake."""
    sock = _socket(url, address)
    head = (
        f"GET /ws HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    sock.sendall(head.encode())
    assert b" 101 " in sock.recv(4096)
    return sock


def _flood(url: str, address: str, kind: int, seconds: float) -> bool:
    """Send empty frames of a kind without end; return whether the server ended the connection."""
    until = time.monotonic() + seconds
    frames = struct.pack("!BBI", kind, 0x80, 0) * 20_000
    with _upgraded(url, address) as sock, suppress(OSError):
        sock.settimeout(seconds)
        while time.monotonic() < until:
            sock.sendall(frames)
        return False
    return True


def _health(url: str) -> float:
    """Return the seconds that the health route takes to answer."""
    began = time.monotonic()
    with urlopen(url + "health", timeout=20) as answer:
        answer.read()
    return time.monotonic() - began


@pytest.mark.parametrize("kind", [PING, EMPTY, CONTINUED, PONG])
def test_flood_of_empty_frames_is_cut_off(kind: int, doorway: Running, lan: str) -> None:
    sent_away: list[bool] = []

    def attack(n: int) -> None:
        sent_away.append(_flood(lan, f"127.0.2.{n}", kind, 5))

    attacks = [threading.Thread(target=attack, args=(n,)) for n in range(1, 5)]
    for each in attacks:
        each.start()
    slowest = 0.0
    while any(each.is_alive() for each in attacks):
        slowest = max(slowest, _health(doorway.url))
        time.sleep(0.02)
    for each in attacks:
        each.join()
    assert sent_away == [True] * 4
    assert slowest < HEALTHY


BAD = (
    b"GET / HTTP/1.1\r\n\r\n",
    b"\x00\x01\x02\r\n\r\n",
    b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n\r\n",
    b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n",
    b"GET /nada HTTP/9.9\r\nHost: x\r\n\r\n",
)


def test_repeated_bad_requests_are_logged_once(doorway: Running, lan: str) -> None:
    before = len(doorway.logged())
    for n in range(120):
        with _socket(lan, f"127.0.3.{n % 20 + 1}") as sock, suppress(OSError):
            sock.sendall(BAD[n % len(BAD)])
            sock.recv(4096)
        with _upgraded(lan, f"127.0.3.{n % 20 + 1}") as sock, suppress(OSError):
            # Send a text frame that is not valid text.
            sock.sendall(b"\x81\x82\x00\x00\x00\x00\xff\xfe")
            sock.recv(4096)
    assert len(doorway.logged()) - before < 3000


def test_slow_second_request_is_cut_off(lan: str) -> None:
    whole = f"GET /health HTTP/1.1\r\nHost: {urlsplit(lan).netloc}\r\n\r\n".encode()
    with _socket(lan, "127.0.4.1") as sock:
        sock.sendall(whole)
        assert b"200" in sock.recv(4096)
        began = time.monotonic()
        closed = False
        sock.settimeout(0.5)
        with suppress(ConnectionError):
            while time.monotonic() - began < LIMITS.silent_seconds * 2 and not closed:
                letter = int((time.monotonic() - began) * 2)
                sock.sendall(whole[letter : letter + 1])
                with suppress(TimeoutError):
                    closed = sock.recv(10) == b""
        assert time.monotonic() - began < LIMITS.silent_seconds + 3


@contextmanager
def _few_files(folder: Path) -> Iterator[Running]:
    program = f"ulimit -n 256; exec {sys.executable} -m tests.server.doorway {OTHER}"
    with contextmanager(_running)(["sh", "-c", program], folder) as running:
        yield running


def test_six_addresses_at_their_limit_leave_room_for_others(tmp_path: Path) -> None:
    """Files are limited as on a machine where a program may have 256 files open."""
    with _few_files(tmp_path) as running, ExitStack() as stack:
        url = running.ask("abrir")["url"]
        for n in range(1, 7):
            for _ in range(50):
                stack.enter_context(_socket(url, f"127.0.5.{n}"))
        time.sleep(0.5)
        assert _health(running.url) < HEALTHY

        async def comes() -> None:
            async with browser(url, address="127.0.5.99") as guest:
                await guest.sees("<guest 127.0.5.99>")

        asyncio.run(comes())


def test_guest_with_the_code_joins_while_strangers_guess_codes(tmp_path: Path) -> None:
    """Thirty addresses try all they may; a device that has the code has tries of its own."""

    async def evening() -> None:
        async with house(tmp_path, Door.GUEST) as home:
            match_id = home.given["match_id"]
            host = Client(home.hub, "host", owner=True)
            code = host.seating.table(home.hub.matches.open(match_id)).code
            async with browser(home.url, "/unirse", address="127.0.6.1") as stranger:
                for _ in range(TRIES):
                    await stranger.fill("Código de la invitación", "AAAA-AAAA-AAAA")
                    await stranger.click("Unirse")
                await stranger.fill("Código de la invitación", code)
                await stranger.click("Unirse")
                await stranger.sees("Demasiados intentos")
            for n in range(TRIES * 30):
                home.hub.tables.join("AAAA-AAAA-AAAA", f"stranger {n}", f"127.0.6.{n % 30 + 1}")
            kept = {"invitation": code}
            async with browser(home.url, preferences=kept, address="127.0.6.99") as guest:
                await guest.sees("¿Quién eres?")

    asyncio.run(evening())
