"""Whole app in this process, so that a test can break it, with an example of everything."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import flet as ft
import uvicorn

from companion.bootstrap import own_hub
from companion.match.files import acta_file
from companion.rulebook import loader
from companion.server.doors import Door, Entrance
from companion.services.client import Client
from companion.services.disputes.dispute_builder import DisputeQuestion
from companion.services.hub import Hub
from companion.services.matches.keepsakes import NewKeepsake
from companion.services.matches.results import Imported
from companion.ui import app, router
from companion.ui.context import Installation
from tests.ui.tables import PLAYTHROUGHS, read, until

CITY = "blue_moon_city"
_START = 20.0
_STEPS = 9


@dataclass(frozen=True)
class House:
    """Content of the app, and where it is served."""

    hub: Hub
    url: str
    given: dict[str, str]
    """Values that the parameters of routes can have."""

    def route(self, pattern: str) -> str:
        """Return a route with all its parameters filled in."""
        parts = (self._part(part) for part in pattern.split("/"))
        return "/".join(parts) or "/"

    def _part(self, part: str) -> str:
        return self.given[part[1:].rstrip("?")] if part.startswith(":") else part


def patterns(routes: list[ft.Route] | None = None, above: str = "") -> Iterator[str]:
    """Yield every route that the app knows, as it is written there."""
    for route in router.table() if routes is None else routes:
        path = f"{above}/{route.path.strip('/')}" if route.path else above
        yield path.replace("//", "/") or "/"
        yield from patterns(route.children or [], path.rstrip("/"))


def furnished(hub: Hub) -> dict[str, str]:
    """Fill a hub with a match, a box and a dispute; return what names each of them in a route."""
    whole = read(PLAYTHROUGHS / CITY / "offerings_made_2.acta")
    begun = acta_file.dumps(until(whole, _STEPS).entries)
    made = hub.files.import_acta(begun.encode())
    assert isinstance(made, Imported), made
    match_id = made.match.started.match
    client = Client(hub, "host", owner=True)
    client.seating.open_table(match_id, (0,))
    box, other = hub.boxes.new(CITY, "La de casa", {}), hub.boxes.new(CITY, "La de Nora", {})
    for each in (box, other):
        hub.boxes.save(each)
    client.keepsakes.add(match_id, NewKeepsake("kept-0001", "Así quedó"))
    section = next(iter(loader.load(CITY).rulebook)).id
    asked = DisputeQuestion(CITY, "¿Vale?", "Ana", match_id, section=section)
    return {
        "match_id": match_id,
        "like": match_id,
        "game_id": CITY,
        "box_id": box.id,
        "merging": other.id,
        "dispute_id": client.disputes.open(asked).id,
        "section_id": section,
        "entry_id": made.match.entries[1].id,
        "about": section,
        "problem": "",
        "person": "Ana",
        "keepsake_id": "kept-0001",
    }


@asynccontextmanager
async def house(folder: Path, door: Door = Door.OWN) -> AsyncIterator[House]:
    """Yield a filled app, served at one door, by default the host's own."""
    with own_hub(folder) as hub:
        given = furnished(hub)
        async with served(app.build(hub, Installation(str(folder))), door) as url:
            yield House(hub, url, given)


@asynccontextmanager
async def served(asgi: Any, door: Door = Door.OWN) -> AsyncIterator[str]:
    """Yield the URL of an application while it is served by the loop of the test."""
    sock = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        Entrance(asgi, door), log_config=None, ws="websockets-sansio", lifespan="on"
    )
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    running = asyncio.create_task(server.serve(sockets=[sock]))
    try:
        async with asyncio.timeout(_START):
            while not server.started:
                await asyncio.sleep(0.01)
        yield f"http://127.0.0.1:{sock.getsockname()[1]}/"
    finally:
        server.should_exit = True
        await asyncio.wait_for(running, _START)
