"""Server with four tables that play when asked to, and that can be measured from outside.

`python -m tests.wire.soak_server FOLDER HOST`: it prints where it listens.
"""

import asyncio
import gc
import os
import resource
import sys
from contextlib import suppress
from ctypes import CDLL
from functools import partial
from pathlib import Path
from random import Random

from flet_web.fastapi import app_manager
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.match.entries import Amended, Noted, Remove, Reported, Undone, fresh_id
from companion.match.fold import Match
from companion.match.resumable import done
from companion.rulebook.loader import app_words
from companion.server.asgi import build
from companion.server.listener import LanListener, serve
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import NewMatch, Recorded, Submission
from companion.ui.app import page_words, starter
from companion.ui.context import Installation
from tests.games.random_play import legal_action, sample_of

TABLES = 4
_LONG = 120
"""Number of entries of a match until its table begins another one."""
say = partial(print, flush=True)


class Evening:
    """Four tables, and what happened at them."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.rng = Random(7)
        self.host = Client(hub, "host", owner=True)
        self.tables = [self._begun(n) for n in range(TABLES)]
        self.done = {"reports": 0, "undone": 0, "corrected": 0, "matches": TABLES}

    def _begun(self, number: int) -> str:
        name = sorted(GAMES)[number % len(GAMES)]
        options, facts, rulings = sample_of(GAMES[name]).table(self.rng)
        new = NewMatch(name, options.model_dump(mode="json"), dict(rulings), dict(facts))
        made = self.hub.matches.create(new)
        assert isinstance(made, Match), made
        self.host.seating.open_table(made.started.match)
        return made.started.match

    def invitations(self) -> list[dict[str, str]]:
        """Return, for each table, its match and its code."""
        codes = []
        for match_id in self.tables:
            code = self.host.seating.table(self.hub.matches.open(match_id)).code
            codes.append({"match": match_id, "code": code})
        return codes

    def play(self, number: int) -> None:
        """Let one more thing happen at a table."""
        match = self.hub.matches.open(self.tables[number])
        if len(match.entries) > _LONG or match.outcome is not None or match.broken:
            self.host.matches.delete(match.started.match)
            self.host.matches.empty_bin()
            self.tables[number] = self._begun(number)
            self.done["matches"] += 1
            return
        last = match.timeline.past[-1].entry.id if match.timeline.past else None
        chance = self.rng.random()
        if last and chance < 0.08:
            self._send(match, Undone(to=last), "undone")
        elif match.timeline.items and chance < 0.16:
            edits = (Remove(target=match.timeline.items[-1].id),)
            self._send(match, Amended(edits=edits), "corrected")
        else:
            action = legal_action(match.game, match.state, self.rng)
            body = Reported(action=action.model_dump(mode="json")) if action else Noted(text="…")
            self._send(match, body, "reports")

    def _send(self, match: Match, body: object, what: str) -> None:
        sent = Submission(fresh_id(), body)  # type: ignore[arg-type]
        if isinstance(done(self.hub.matches.submit(match.started.match, sent)), Recorded):
            self.done[what] += 1


def _measured() -> dict[str, int]:
    """Return what is held, without what could be freed at any time; and the most that ever was."""
    gc.collect()
    with suppress(OSError, AttributeError):
        CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {
        "kb": pages * os.sysconf("SC_PAGE_SIZE") // 1024,
        "most_kb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        "files": len(list(Path("/proc/self/fd").iterdir())),
        "tasks": len(asyncio.all_tasks()),
        "sessions": len(vars(app_manager)["_FletAppManager__sessions"]),
    }


def main(folder: str, host: str) -> None:
    """Serve until asked to stop."""
    with own_hub(Path(folder)) as hub:
        evening = Evening(hub)
        lan = LanListener(host)

        async def opened(_request: Request) -> Response:
            return JSONResponse({"url": await lan.open(), "tables": evening.invitations()})

        async def played(request: Request) -> Response:
            evening.play(int(request.path_params["number"]))
            return JSONResponse(evening.invitations())

        async def measured(_request: Request) -> Response:
            return JSONResponse({**_measured(), **evening.done})

        routes = [
            Route("/abrir", opened),
            Route("/jugar/{number:int}", played),
            Route("/medidas", measured),
        ]
        words = app_words()
        begin = starter(hub, Installation(folder), words, lan)
        serve(build(begin, page_words(words), routes), lan, on_ready=lambda url: say("listo", url))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
