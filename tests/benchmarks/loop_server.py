"""Server of the loop run: it measures for how long each operation blocks the event loop.

It takes a folder and a game. It prints one line of JSON with its address and its content; then it
carries out what each line on its input asks for, and answers with the longest stretch since the
line before.
"""

import asyncio
import gc
import json
import os
import sys
import threading
import time
from asyncio.events import Handle
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from companion.bootstrap import ServerEvents, new_id, own_hub, serve
from companion.match.entries import Amended, Body, Noted, Remove, Reported, Undone
from companion.match.resumable import Resumable
from companion.rulebook import loader
from companion.services.client import Client
from companion.services.disputes.dispute_builder import DisputeQuestion
from companion.services.hub import Hub
from companion.services.matches.results import Imported, Submission
from companion.ui.scheduler import run_in_slices
from tests.benchmarks.long import long_file
from tests.games.random_play import legal_action
from tests.ui.tables import PLAYTHROUGHS

MATCHES = 100
GUEST = "127.0.0.2"
_SAMPLE = 0.004
_DEEP = 5
_OURS = str(Path(__file__).parents[2] / "companion")


class Stretches:
    """Time the loop runs without a pause: each of its steps, by this thread's own time."""

    def __init__(self) -> None:
        self._main = threading.get_ident()
        self._began: float | None = None
        self._seen: Counter[str] = Counter()
        self.longest = self.clock = 0.0
        self.where: Counter[str] = Counter()
        self.swept = 0.0
        """Time of the collector within the longest stretch."""
        self._sweeping = self._swept = 0.0

    def watch(self) -> None:
        """Measure every step of every loop from now on."""
        run, mine = Handle._run, self

        def measured(handle: Handle) -> None:
            mine._seen, mine._swept = Counter(), 0.0
            mine._began, worked = time.perf_counter(), time.thread_time()
            try:
                run(handle)
            finally:
                took, clock = time.thread_time() - worked, time.perf_counter() - mine._began
                mine._began = None
                mine.clock = max(mine.clock, clock)
                if took > mine.longest:
                    mine.longest, mine.where, mine.swept = took, mine._seen, mine._swept

        def sweeps(phase: str, _info: object) -> None:
            now = time.thread_time()
            if phase == "start":
                mine._sweeping = now
            else:
                mine._swept += now - mine._sweeping

        gc.callbacks.append(sweeps)
        Handle._run = measured  # type: ignore[method-assign, assignment]
        threading.Thread(target=self._sample, daemon=True).start()

    def _sample(self) -> None:
        while True:
            time.sleep(_SAMPLE)
            frame = sys._current_frames().get(self._main) if self._began else None
            names: list[str] = []
            while frame:
                if frame.f_code.co_filename.startswith(_OURS):
                    names.append(f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_name}")
                frame = frame.f_back
            if names:
                self._seen["<".join(names[:_DEEP])] += 1

    def report(self) -> dict[str, Any]:
        """Return the longest stretch since the last call, in milliseconds, and where it was."""
        where = [f"{n} {name}" for name, n in self.where.most_common(3)]
        stretch = {
            "ms": round(self.longest * 1000, 1),
            "clock": round(self.clock * 1000, 1),
            "gc": round(self.swept * 1000, 1),
            "where": where,
        }
        self.longest, self.clock, self.swept, self.where = 0.0, 0.0, 0.0, Counter()
        return stretch


class Matches:
    """Long match among many others."""

    def __init__(self, hub: Hub, game: str) -> None:
        self.hub, self.rng = hub, Random(3)
        made = hub.files.import_acta(long_file(game, "the-long-one"))
        assert isinstance(made, Imported), made
        self.match = made.match.started.match
        client = Client(hub, "host", owner=True)
        client.seating.open_table(self.match, (0,))
        actas = [p.read_bytes() for p in sorted((PLAYTHROUGHS / game).glob("*.acta"))]
        for n in range(MATCHES - 1):
            # A copy follows from its file: a blank line more makes another one.
            hub.files.import_acta(actas[n % len(actas)] + b"\n" * (n // len(actas)), as_copy=True)
        box, other = hub.boxes.new(game, "La de casa", {}), hub.boxes.new(game, "La de Nora", {})
        for each in (box, other):
            hub.boxes.save(each)
        section = next(iter(loader.load(game).rulebook)).id
        asked = DisputeQuestion(game, "¿Vale?", "Ana", self.match, section=section)
        entries = made.match.timeline.items
        self.given = {
            "match_id": self.match,
            "game_id": game,
            "box_id": box.id,
            "merging": other.id,
            "dispute_id": client.disputes.open(asked).id,
            "section_id": section,
            "entry_id": entries[len(entries) // 2].id,
            "about": section,
            "problem": "",
        }
        (Path(sys.argv[1]) / "long.acta").write_bytes(long_file(game, "another-long-one"))
        hub.matches.cache.drop_all()

    def doing(self, what: str) -> Resumable[None]:
        """Do what another phone does, or what time does."""
        match what:
            case "mark" | "ping":
                return
            case "forget":
                self.hub.matches.cache.drop_all()
                self.hub.matches.previews.clear()
            case _:
                body = self._body(what)
                if body:
                    sent = Submission(new_id(), body, device="there")
                    yield from self.hub.matches.submit(self.match, sent)

    def _body(self, what: str) -> Body | None:
        match = self.hub.matches.open(self.match)
        if what == "undo":
            return Undone(to=match.timeline.past[-1].entry.id)
        if what == "amend":
            return Amended(edits=(Remove(target=match.timeline.items[3].id),))
        if what == "unamend":
            return Undone(
                to=next(e.id for e in reversed(match.entries) if e.body.type == "amended")
            )
        if what == "report" and not match.broken:
            action = legal_action(match.game, match.state, self.rng)
            return Reported(action=action.model_dump(mode="json")) if action else None
        return Noted(text="Otra nota")


def say(what: object) -> None:
    """Print one line for the process that started this one."""
    print(json.dumps(what), flush=True)


def main(folder: str, game: str) -> None:
    """Serve until the process is ended."""
    # Disable uvloop: its steps cannot be measured.
    sys.modules["uvloop"] = None  # type: ignore[assignment]
    stretches = Stretches()
    with own_hub(Path(folder)) as hub:
        matches = Matches(hub, game)
        guests: list[str] = []
        asked: set[asyncio.Future[None]] = set()
        stretches.watch()

        def ready(url: str) -> None:
            loop = asyncio.get_running_loop()
            loop.add_reader(sys.stdin.fileno(), read)
            loop.call_later(
                2, lambda: say({"url": url, "guests": guests[0], "given": matches.given})
            )

        async def obey(line: str) -> None:
            report = stretches.report() if line == "mark" else {}
            await run_in_slices(matches.doing(line))
            say(report)

        def read() -> None:
            # No queue is needed: a client sends the next command only after the answer to the last
            # one.
            for line in os.read(sys.stdin.fileno(), 1 << 16).split():
                asked.add(asyncio.ensure_future(obey(line.decode())))

        events = ServerEvents(ready=ready, opened=guests.append, invited=lambda _link: None)
        serve(hub, Path(folder), GUEST, 0, events)


if __name__ == "__main__":
    main(*sys.argv[1:])
