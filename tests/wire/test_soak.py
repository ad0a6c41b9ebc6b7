"""Soak tests with page after page, and a whole evening: memory, open files and tasks stay constant.

`SOAK_MINUTES` sets how long the evening lasts, `SOAK_PACE` how much faster than a clock its people
sleep, look and play, `SOAK_BATCHES` how often 250 pages are loaded. Each line of figures is printed
with `-s`.
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import urlopen

import pytest

from tests.wire.client import browser
from tests.wire.conftest import OTHER, Running, _running
from tests.wire.soak_server import TABLES

PHONES = 12
PACE = float(os.environ.get("SOAK_PACE", "1"))
_SETTLED = 75.0
"""Seconds after which no session is left of a page that has gone."""


@contextmanager
def _server(folder: Path) -> Iterator[Running]:
    words = [sys.executable, "-m", "tests.wire.soak_server", str(folder / "datos"), OTHER]
    with contextmanager(_running)(words, folder) as running:
        yield running


async def _asked(running: Running, path: str) -> Any:
    def ask() -> Any:
        with urlopen(running.url + path, timeout=30) as answer:
            return json.load(answer)

    return await asyncio.to_thread(ask)


async def _loads(running: Running, count: int) -> None:
    """Load so many pages, each of a device that never was here, four at a time."""
    turn = asyncio.Semaphore(4)

    async def load() -> None:
        async with turn, browser(running.url) as client:
            await client.until(lambda: len(client.text()) > 60, "a screen")

    await asyncio.gather(*(load() for _ in range(count)))


async def _settled(running: Running) -> Any:
    async with asyncio.timeout(_SETTLED):
        while (measures := await _asked(running, "medidas"))["sessions"] > 0:
            await asyncio.sleep(2)
    return measures


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_thousand_page_loads_leak_no_memory_files_or_tasks(tmp_path: Path) -> None:
    """Measure after a thousand loads equal those after the first quarter."""

    async def whole(running: Running) -> list[Any]:
        measures = []
        for loads in [250] * int(os.environ.get("SOAK_BATCHES", "4")):
            await _loads(running, loads)
            measures.append(await _settled(running))
            print(json.dumps(measures[-1]), flush=True)
        return measures

    with _server(tmp_path) as running:
        first, *_, last = asyncio.run(whole(running))
    assert last["kb"] - first["kb"] < 4_000
    assert (last["files"], last["tasks"]) <= (first["files"] + 2, first["tasks"] + 2)


class Phone:
    """Phone at a table, which looks, sleeps and comes back."""

    def __init__(self, number: int, running: Running, until: float) -> None:
        self.number = number
        self.running = running
        self.until = until
        self.rng = Random(number)
        self.kept: dict[str, Any] = {"device_key": f"clave-{number}"}
        self.session: str | None = None
        self.returns = 0

    async def lives(self, url: str) -> None:
        """Live until the evening is over."""
        while time.monotonic() < self.until:
            tables = (await _asked(self.running, "abrir"))["tables"]
            table = tables[self.number % TABLES]
            self.kept["invitation"] = table["code"]
            screen = self.rng.choice(("mesa", "acta", "marcador", "reglas"))
            route = f"/partida/{table['match']}/{screen}"
            address, before = f"127.0.1.{self.number + 1}", self.session
            async with browser(
                url, route, preferences=self.kept, address=address, session=before
            ) as client:
                await client.until(lambda c=client: len(c.text()) > 40, "a screen")  # type: ignore[misc]
                self.session = client.session
                self.returns += 1
                await asyncio.sleep(self.rng.uniform(2, 40) / PACE)
                if self.rng.random() < 0.5:
                    # The phone goes to sleep and closes without a message.
                    client.connection.transport.abort()
            await asyncio.sleep(self.rng.choice((0.5, 3, 20, 70)) / PACE)


async def _plays(running: Running, until: float) -> None:
    number = 0
    while time.monotonic() < until:
        number += 1
        await _asked(running, f"jugar/{number % TABLES}")
        await asyncio.sleep(1.2 / PACE)


async def _measures(running: Running, until: float) -> list[Any]:
    measures, began = [], time.monotonic()
    while time.monotonic() < until:
        measures.append(await _asked(running, "medidas"))
        print(round((time.monotonic() - began) * PACE), json.dumps(measures[-1]), flush=True)
        await asyncio.sleep(30)
    return measures


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_evening_of_play_leaks_no_memory_files_or_tasks(tmp_path: Path) -> None:
    """Four tables, a dozen phones that sleep and return; reports, undo and corrections."""
    minutes = float(os.environ.get("SOAK_MINUTES", "8"))

    async def whole(running: Running) -> list[Any]:
        until = time.monotonic() + minutes * 60 / PACE
        url = (await _asked(running, "abrir"))["url"]
        phones = [Phone(n, running, until) for n in range(PHONES)]
        lives = asyncio.gather(*(phone.lives(url) for phone in phones), _plays(running, until))
        measures = await _measures(running, until)
        await lives
        print("returns", sum(phone.returns for phone in phones))
        return measures

    with _server(tmp_path) as running:
        measures = asyncio.run(whole(running))
        assert "a session has failed" not in running.logged()
    half = [f["kb"] for f in measures[len(measures) // 3 :]]
    early, late = max(half[: len(half) // 2 + 1]), max(half[len(half) // 2 :])
    assert late - early < 20_000
    assert max(f["files"] for f in measures) < 100
    assert max(f["tasks"] for f in measures) < 250
