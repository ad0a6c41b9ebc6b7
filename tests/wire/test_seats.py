"""What reaches each seat, byte by byte: its own hidden holdings, and nobody else's."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator

import msgpack
import pytest

from tests.cli.conftest import environment
from tests.wire.client import CALL, REGISTER, Client, browser, texts
from tests.wire.twins import KEYS, ONE, OTHER

GAMES = ("blue_moon_city", "santiago_de_cuba")
PEEK = "Toca para ver"
"""What covers the holdings of one's own seat says."""
TABS = ("mesa", "marcador", "acta", "reglas", "final", "compartir", "sitio", "preparacion")


@pytest.fixture(scope="module", params=GAMES)
def guests(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The URL by which guests come in."""
    folder = tmp_path_factory.mktemp("gemelas")
    words = [sys.executable, "-m", "tests.wire.twins", str(folder / "datos"), request.param]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment(folder))
    try:
        assert process.stdout
        url = json.loads(process.stdout.readline())["guests"]
        # A screen that nobody has opened yet is read from the disk first: now all come soon.
        asyncio.run(_seen(url, "onlooker", ONE, "127.0.3.3"))
        yield url
    finally:
        process.terminate()
        process.wait(20)
        assert process.stdout
        process.stdout.close()


async def _seen(url: str, who: str, match_id: str, address: str) -> list[str]:
    """Every text that a device is sent while it looks at every screen of a match."""
    found: list[str] = []
    for tab in TABS:
        keys = {"dispositivo": KEYS[who]}
        route = f"/partida/{match_id}/{tab}"
        async with browser(url, route, preferences=keys, address=address) as client:
            await client.until(lambda client=client: _drawn(client), tab)  # type: ignore[misc]
            await _still(client)
            if any(PEEK in name for _, names in client.handled("on_click") for name in names):
                await client.click(PEEK)
                await _still(client)
            found += [text.replace(OTHER, ONE) for text in _said(client)]
    return sorted(set(found))


def _said(client: Client) -> Iterator[str]:
    """What it was sent, but for the names that the toolkit gives to sessions and calls."""
    for frame in client.received:
        action, body = msgpack.unpackb(frame[1:], strict_map_key=False)
        if action == CALL:
            del body["call_id"]
        elif action == REGISTER:
            del body["session_id"], body["page_patch"]["_services"]["_internals"]
        yield from texts(body)


def _drawn(client: Client) -> bool:
    return len(client.text()) > 40


async def _still(client: Client) -> None:
    """Waits until nothing more comes."""
    while True:
        before = len(client.received)
        await asyncio.sleep(0.3)
        if len(client.received) == before:
            return


@pytest.mark.parametrize("who", ["seat", "onlooker"])
def test_what_others_hide_never_reaches_a_device(guests: str, who: str) -> None:
    """Two tables that differ in nothing else are the same to it, on every screen."""
    one = asyncio.run(_seen(guests, who, ONE, "127.0.3.1"))
    other = asyncio.run(_seen(guests, who, OTHER, "127.0.3.1"))
    assert len(one) > 100
    assert one == other


def test_the_twin_is_none_to_the_seat_whose_it_is(guests: str) -> None:
    """The near twin of that test: the seat that holds something else sees that it does."""
    one = asyncio.run(_seen(guests, "owner", ONE, "127.0.3.2"))
    other = asyncio.run(_seen(guests, "owner", OTHER, "127.0.3.2"))
    assert one != other
