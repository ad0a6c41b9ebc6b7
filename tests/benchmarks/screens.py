"""Time from a touch to every screen: ``python -m tests.benchmarks.screens [tables] [only]``.

First one table of six screens for each game; then many tables of four, all arriving at once, going
on as fast as they are drawn, and at a pace. The cost of a screen is processor time of the server
alone, so it nearly holds on a machine that does other things too; a fixed piece of work, measured
beside each figure, shows how much slower that makes the processor. ``only`` leaves out what it does
not name: `one`, `many`. ``tests.benchmarks.start`` prints how long the site takes to start.
"""

import asyncio
import sys
import time
from contextlib import AsyncExitStack
from statistics import median, quantiles

from tests.benchmarks.load import Light, Server, arriving, pace, serving
from tests.benchmarks.load_server import ACTAS
from tests.wire import client as wire

SCREENS, ACTS = 6, 60
PER_TABLE, ROUNDS, PACE = 4, 6, 40
AT_REST = 9.0
"""Seconds after which open screens have nothing left to do."""
WORDS = "Turno de"
wire.PATIENCE = 180.0


def yardstick() -> str:
    """Return the time of a fixed piece of work just now: the median of seven."""

    def once() -> float:
        begun, kept = time.process_time(), dict[int, tuple[int, int]]()
        for n in range(300_000):
            kept[n % 1000] = (n, len(kept))
        return time.process_time() - begun

    return f"[yardstick {1000 * median(once() for _ in range(7)):.0f} ms]"


async def one_table(game: str) -> None:
    """Measure six screens of one table: cost of each act, and when the last screen has it."""
    async with serving(1, SCREENS, game) as server, AsyncExitStack() as stack:
        for screen in range(SCREENS):
            client = await arriving(stack, server, 0, screen)
            await client.sees(WORDS)
            client.light = True
        # A screen at rest makes its rules ready for a search; that is no part of an act.
        await asyncio.sleep(AT_REST)
        for _ in range(5):
            await _act(server)
        figures = [await _act(server) for _ in range(ACTS)]
    until, whole = ([1000 * each[n] for each in figures] for n in (0, 1))
    print(
        f"{game}: report to last of {SCREENS} screens p50 {median(until):.0f} ms, "
        f"p95 {quantiles(until, n=20)[18]:.0f} ms of processor; "
        f"{sum(whole) / ACTS / SCREENS:.1f} ms a screen {yardstick()}",
        flush=True,
    )


async def _act(server: Server) -> tuple[float, float]:
    """Return the seconds of processor until the last screen was sent it, and in all."""
    done = len(server.done)
    server.go_on(0)
    while len(server.done) == done:
        await asyncio.sleep(0.005)
    after = await server.calm()
    begun = server.done[-1]["spent"]
    return after["spent"] - begun, after["all"] - begun


async def many_tables(tables: int) -> None:
    """Measure screens that all arrive at once, go on as fast as drawn, and at a pace."""
    async with serving(tables, PER_TABLE) as server, AsyncExitStack() as stack:
        count = tables * PER_TABLE
        empty, before, begun = server.memory(), await server.sent(), time.monotonic()

        async def come(table: int, screen: int) -> Light:
            client = await arriving(stack, server, table, screen)
            await client.sees(WORDS)
            client.light = True
            return client

        jobs = [come(table, screen) for table in range(tables) for screen in range(PER_TABLE)]
        clients = await asyncio.gather(*jobs)
        took, after = time.monotonic() - begun, await server.sent()
        print(
            f"{count} screens arriving at once: the last after {took:.1f} s, "
            f"{after['spent'] - before['all']:.1f} s of processor {yardstick()}",
            flush=True,
        )
        await server.calm(1.0)
        print(f"memory: {(server.memory() - empty) / count:.2f} MB a screen", flush=True)
        rows = [list(clients[n : n + PER_TABLE]) for n in range(0, count, PER_TABLE)]
        start = await server.calm()
        for _ in range(ROUNDS):
            done = len(server.done)
            for table in range(tables):
                server.go_on(table)
            while len(server.done) < done + tables:
                await asyncio.sleep(0.01)
            end = await server.calm()
        spent, drawn = end["all"] - start["all"], ROUNDS * count
        print(
            f"{count} screens open: {1000 * spent / drawn:.1f} ms of processor a screen, "
            f"{drawn / spent:.0f} a second {yardstick()}",
            flush=True,
        )
        print(await pace(server, rows, tables / PACE, 8), flush=True)


async def main(tables: int = 50, only: str = "one many") -> None:
    """Run everything."""
    if "one" in only:
        for game in sorted({path.parent.name for path in ACTAS}):
            await one_table(game)
    if "many" in only:
        await many_tables(tables)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else 50, *sys.argv[2:]))
