"""Loop run: the longest time for which each operation blocks the event loop.

`python -m tests.benchmarks.loop [game] [touches] [part of a route]` opens every screen on a match
of two thousand entries, twice, draws it again while another phone records, and touches random
controls on it. It prints what took longest, and where; the figures are in README.md.
"""

import asyncio
import json
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.games import GAMES
from tests.wire import client as wire
from tests.wire.client import Node, WireClient
from tests.wire.full_app import patterns

QUIET = 0.25
"""Seconds without a frame after which an operation is done."""
LIMIT = 12.0
TOUCHES = 12
NOT_TOUCHED = ("delete", "close", "expel", "leave", "empty")


@dataclass
class Run:
    """Process of the server, and the longest stretch of each operation done there."""

    process: Process
    said: dict[str, Any]
    longest: dict[str, dict[str, Any]] = field(default_factory=dict)

    async def ask(self, what: str) -> dict[str, Any]:
        """Send a command to the server and return its answer."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{what}\n".encode())
        answer: dict[str, Any] = json.loads(await self.process.stdout.readline())
        return answer

    def route(self, pattern: str) -> str:
        """Return a route with its parameters filled in."""
        given = self.said["given"]
        parts = (given[p[1:].rstrip("?")] if p.startswith(":") else p for p in pattern.split("/"))
        return "/".join(parts) or "/"

    async def note(self, name: str, client: WireClient) -> None:
        """Wait until nothing arrives any more, and record the longest stretch meanwhile."""
        await self.quiet(client)
        report = await self.ask("mark")
        if report["ms"] >= self.longest.get(name, {"ms": -1})["ms"]:
            self.longest[name] = report

    async def quiet(self, client: WireClient) -> None:
        """Wait until nothing is done any more."""
        heard, end = -1, time.monotonic() + LIMIT
        while heard != len(client.received) and time.monotonic() < end:
            heard = len(client.received)
            await asyncio.sleep(QUIET / 2)
            await self.ask("ping")
            await asyncio.sleep(QUIET / 2)


@asynccontextmanager
async def running(game: str) -> AsyncIterator[Run]:
    """Yield the server on a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["-m", "tests.benchmarks.loop_server", folder, game]
        process = await asyncio.create_subprocess_exec(
            sys.executable, *words, stdin=PIPE, stdout=PIPE, limit=1 << 20
        )
        try:
            assert process.stdout
            yield Run(process, json.loads(await process.stdout.readline()))
        finally:
            process.terminate()
            await asyncio.wait_for(process.wait(), 30)


async def every_screen(run: Run, touches: int, part: str) -> None:
    """Open every screen at first and again, draw it anew, and touch its controls."""
    device = {"device_key": "key-of-the-first"}
    async with wire.browser(run.said["url"], "/acerca", preferences=device) as client:
        # Warm up: modules and game data are loaded only once.
        for pattern in dict.fromkeys(patterns()):
            await client.go(run.route(pattern))
            await run.quiet(client)
    for pattern in (
        route_pattern for route_pattern in dict.fromkeys(patterns()) if part in route_pattern
    ):
        route, rng = run.route(pattern), Random(pattern)
        device = {"device_key": f"key-{pattern}"}
        await run.ask("forget")
        await run.ask("mark")
        async with wire.browser(run.said["url"], "/acerca", preferences=device) as client:
            await run.note("session", client)
            await client.go(route)
            await run.note(f"{pattern} first", client)
            await client.go("/acerca")
            await run.quiet(client)
            await run.ask("mark")
            await client.go(route)
            await run.note(f"{pattern} again", client)
            if ":match_id" in pattern:
                for what in ("note", "report", "undo", "amend", "unamend"):
                    await run.ask(what)
                    await run.note(f"{pattern} while another records: {what}", client)
            for _ in range(touches):
                await _touch(run, client, route, pattern, rng)
        print(pattern, flush=True)


async def _touch(run: Run, client: WireClient, route: str, pattern: str, rng: Random) -> None:
    """Touch a random control; a link is followed and left again."""
    if client.route != route:
        await client.go(route)
        await run.note(f"{pattern} again", client)
    here = [(node, _kind(node)) for node, _ in client.handled("on_click") if _touchable(node)]
    if not here:
        return
    kind = rng.choice(sorted({kind for _, kind in here}))
    node = rng.choice([node for node, own in here if own == kind])
    await client.event(node, "click", None)
    await run.note(f"{pattern} touching {kind}", client)


def _touchable(node: Node) -> bool:
    return not node.get("disabled") and not any(w in str(node.get("key")) for w in NOT_TOUCHED)


def _kind(node: Node) -> str:
    return str(node.get("key") or node.get("tooltip") or node.get("_c")).partition(":")[0]


async def main(game: str = "", touches: str = str(TOUCHES), part: str = "") -> None:
    """Run everything."""
    for name in [game] if game else list(GAMES):
        async with running(name) as run:
            await every_screen(run, int(touches), part)
        print(f"\n{name}")
        for what, report in sorted(run.longest.items(), key=lambda pair: -pair[1]["ms"]):
            if report["ms"] >= 25:
                aside = f"(clock {report['clock']:.0f}, collector {report['gc']:.0f})"
                print(f"{report['ms']:8.1f} ms {aside}  {what}")
                for where in report["where"] if report["ms"] >= 40 else ():
                    print(f"             {where}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
