"""Bytes that reach each seat: its own hidden holdings, and nobody else's."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass

import msgpack
import pytest

from tests.cli.conftest import environment
from tests.processes import wanted
from tests.wire.client import CALL, REGISTER, WireClient, browser, texts
from tests.wire.twins import KEYS, ONE, OTHER

GAMES = ("blue_moon_city", "santiago_de_cuba")
PEEK = "Toca para ver"
"""Text that covers the holdings of one's own seat."""
TABS = (
    "mesa",
    "marcador",
    "acta",
    "repaso",
    "reglas",
    "final",
    "compartir",
    "sitio",
    "preparacion",
)


@dataclass(frozen=True)
class House:
    """Server with both tables on it."""

    url: str
    """URL by which guests come in."""
    process: int


@pytest.fixture(scope="module", params=GAMES)
def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    """Yield a server where both tables of a game are looked at."""
    folder = tmp_path_factory.mktemp("gemelas")
    words = [sys.executable, "-m", "tests.wire.twins", str(folder / "datos"), request.param]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment(folder))
    try:
        assert process.stdout
        server = House(json.loads(process.stdout.readline())["guests"], process.pid)
        # Open a screen once: the first one is read from disk, and later ones appear quickly.
        asyncio.run(_seen(server, "onlooker", ONE, "127.0.3.3"))
        yield server
    finally:
        process.terminate()
        process.wait(20)
        assert process.stdout
        process.stdout.close()


async def _seen(
    house: House, who: str, match_id: str, address: str, tabs: Collection[str] = TABS
) -> list[str]:
    """Return every text that a device is sent while it looks at the screens of a match."""
    seen: list[str] = []
    for tab in tabs:
        keys = {"device_key": KEYS[who]}
        route = f"/partida/{match_id}/{tab}"
        async with browser(house.url, route, preferences=keys, address=address) as client:
            await client.until(lambda client=client: _drawn(client), tab)  # type: ignore[misc]
            await _still(client, house)
            if any(PEEK in name for _, names in client.handled("on_click") for name in names):
                await client.click(PEEK)
                await _still(client, house)
            seen += [text.replace(OTHER, ONE) for text in _said(client)]
    return sorted(set(seen))


def _said(client: WireClient) -> Iterator[str]:
    """Yield what it was sent, without the names that the toolkit gives to sessions and calls."""
    for frame in client.received:
        action, body = msgpack.unpackb(frame[1:], strict_map_key=False)
        if action == CALL:
            del body["call_id"]
        elif action == REGISTER:
            del body["session_id"], body["page_patch"]["_services"]["_internals"]
        yield from texts(body)


def _drawn(client: WireClient) -> bool:
    return len(client.text()) > 40


async def _still(client: WireClient, house: House) -> None:
    """Wait until nothing more comes, and the server has nothing more to do."""
    while True:
        before, worked = len(client.received), wanted(house.process)
        await asyncio.sleep(0.3)
        if len(client.received) == before and wanted(house.process) <= worked + 0.05:
            return


def _both(
    house: House, who: str, address: str, tabs: Collection[str] = TABS
) -> tuple[list[str], ...]:
    """Return what a device is sent of either table."""

    async def both() -> tuple[list[str], ...]:
        looks = (_seen(house, who, match_id, address, tabs) for match_id in (ONE, OTHER))
        return tuple(await asyncio.gather(*looks))

    return asyncio.run(both())


@pytest.mark.parametrize("who", ["seat", "onlooker"])
def test_hidden_items_of_others_are_never_sent_to_a_device(house: House, who: str) -> None:
    """Tables that differ in nothing else look the same to it, on every screen."""
    one, other = _both(house, who, "127.0.3.1")
    assert len(one) > 100
    assert one == other


def test_owner_of_hidden_items_is_sent_the_difference(house: House) -> None:
    """Counterpart of that test: the seat that holds something else sees that it does."""
    one, other = _both(house, "owner", "127.0.3.2", ["mesa"])
    assert one != other
