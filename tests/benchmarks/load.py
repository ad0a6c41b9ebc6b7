"""Load run: tables of several screens, one action a table at intervals, then faster.

`python -m tests.benchmarks.load [tables] [screens]` runs it whole, in about five minutes; its
output goes into README.md. Everything is on 127.0.0.0/8, bounded, and stops by itself.
"""

import asyncio
import json
import math
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

from tests.benchmarks.load_server import key_of
from tests.wire import client as wire
from tests.wire.client import CALL, PATCH, WireClient

LATE = 1.0
"""Seconds of p95 from which on the server counts as saturated."""
SETTLE = 3.0


class Light(WireClient):
    """Client that, once it has its screen, only records when something arrives."""

    light = False

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.heard: list[float] = []

    async def _take(self, frame: bytes) -> None:
        if not self.light:
            await super()._take(frame)
            return
        self.received.clear()
        if frame[1:3] == bytes([0x92, PATCH]):
            self.heard.append(time.monotonic())
        elif frame[1:3] == bytes([0x92, CALL]):
            await super()._take(frame)


@dataclass
class Server:
    """Process of the server, and its output."""

    process: Process
    said: dict[str, Any]
    done: list[dict[str, Any]] = field(default_factory=list)
    reports: asyncio.Queue[dict[str, float]] = field(default_factory=asyncio.Queue)

    async def listen(self) -> None:
        """Read the output until it ends."""
        assert self.process.stdout
        while line := await self.process.stdout.readline():
            said = json.loads(line)
            if "sent" in said:
                self.reports.put_nowait(said["sent"])
            else:
                self.done.append(said)

    async def sent(self) -> dict[str, float]:
        """Return when the last frame was sent, the number of frames, and the time spent."""
        assert self.process.stdin
        self.process.stdin.write(b"?\n")
        return await self.reports.get()

    async def calm(self, while_: float = 0.15) -> dict[str, float]:
        """Return the same, once nothing has been sent for a while."""
        before, after = -1.0, await self.sent()
        while before != after["frames"]:
            before = after["frames"]
            await asyncio.sleep(while_)
            after = await self.sent()
        return after

    def go_on(self, table: int) -> None:
        """Let a match go on by one entry."""
        assert self.process.stdin
        self.process.stdin.write(f"{table}\n".encode())

    def memory(self) -> float:
        """Return the memory of the server in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024


@asynccontextmanager
async def serving(tables: int, screens: int, game: str = "") -> AsyncIterator[Server]:
    """Yield the server on a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["-m", "tests.benchmarks.load_server", folder, str(tables), str(screens), game]
        process = await asyncio.create_subprocess_exec(
            sys.executable, *words, stdin=PIPE, stdout=PIPE, limit=1 << 20
        )
        try:
            assert process.stdout
            server = Server(process, json.loads(await process.stdout.readline()))
            listening = asyncio.create_task(server.listen())
            yield server
        finally:
            process.terminate()
            await asyncio.wait_for(process.wait(), 30)
        await listening


@dataclass(frozen=True)
class Figures:
    """Figures of one pace."""

    wanted: float
    """Actions a second."""
    done: int
    seconds: float
    p50: float
    p95: float
    unheard: int
    """Number of screens that received nothing of an action."""

    def __str__(self) -> str:
        rate = self.done / self.seconds
        return (
            f"{self.wanted:6.1f}/s wanted, {rate:6.1f}/s done ({self.done}), report to last screen "
            f"p50 {self.p50 * 1000:5.0f} ms, p95 {self.p95 * 1000:5.0f} ms, unheard {self.unheard}"
        )


async def pace(server: Server, screens: list[list[Light]], every: float, seconds: float) -> Figures:
    """Let each table go on at an interval for a while."""
    first, begun = len(server.done), time.monotonic()
    marks = [[len(client.heard) for client in table] for table in screens]
    turns = int(seconds / every)
    gap = every / len(screens)
    for turn in range(turns):
        for table in range(len(screens)):
            due = begun + (turn * len(screens) + table) * gap
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            server.go_on(table)
    asked = turns * len(screens)
    end = time.monotonic() + 60
    while len(server.done) < first + asked and time.monotonic() < end:
        await asyncio.sleep(0.02)
    took = time.monotonic() - begun
    await asyncio.sleep(SETTLE)
    delays, unheard = [], 0
    done = [each for each in server.done[first:] if each.get("ok")]
    for table, mine in enumerate(screens):
        asked_at = [each["asked"] for each in done if each["table"] == table]
        for asked_now, following in zip(asked_at, [*asked_at[1:], math.inf], strict=True):
            # Take the last frame that each screen received before the next action: by then it is
            # fully rendered.
            heard = [
                max((at for at in client.heard[mark:] if asked_now <= at < following), default=None)
                for client, mark in zip(mine, marks[table], strict=True)
            ]
            unheard += heard.count(None)
            if None not in heard:
                delays.append(max(at for at in heard if at) - asked_now)
    cuts = quantiles(delays, n=20)
    return Figures(1 / gap, len(done), took, cuts[9], cuts[18], unheard)


async def arriving(stack: AsyncExitStack, server: Server, table: int, screen: int) -> Light:
    """Return a screen of a table that has just arrived."""
    url = server.said["url"] if screen == 0 else server.said["guests"]
    match_id = server.said["ids"][table]
    client = await stack.enter_async_context(
        wire.browser(
            url,
            f"/partida/{match_id}/mesa",
            preferences={"device_key": key_of(table, screen)},
            address="127.0.0.1" if screen == 0 else f"127.1.{table}.{screen}",
            made=Light,
        )
    )
    assert isinstance(client, Light)
    return client


async def main(tables: int = 50, per_table: int = 4) -> None:
    """Run everything."""
    async with serving(tables, per_table) as server, AsyncExitStack() as stack:
        empty = server.memory()
        screens: list[list[Light]] = []
        for table in range(tables):
            row = [await arriving(stack, server, table, screen) for screen in range(per_table)]
            for client in row:
                await client.sees("Turno de")
                client.light = True
            screens.append(row)
        count = tables * per_table
        full = server.memory()
        each = (full - empty) / count
        print(f"{count} screens: {full:.0f} MB, {empty:.0f} without, {each:.2f} each")
        print(await pace(server, screens, 10, 120), flush=True)
        every = 5.0
        while True:
            figures = await pace(server, screens, every, 20)
            print(figures, flush=True)
            if figures.p95 > LATE or figures.done / figures.seconds < 0.9 * figures.wanted:
                break
            every /= 1.5
        print(f"at the end {server.memory():.0f} MB")
        lost = [each for each in server.done if not each.get("ok") and not each.get("over")]
        print(f"refused or lost: {len(lost)}")


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
