"""Server of the load run: many open tables, each with a recorded match that goes on at a command.

It takes a folder, the number of tables, of screens, and the game if it is to be one alone. It
prints one line of JSON with its address and its matches. Then it reads the number of a table per
line, records the next entry of its match, and prints when it was asked to and when that was done.
At `?` it prints the time spent so far, and when it last sent a frame.
"""

import asyncio
import json
import os
import sys
import time
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

from flet_web.fastapi.flet_app import FletApp

from companion.bootstrap import ServerEvents, own_hub, serve
from companion.games import GAMES
from companion.match.entries import Started
from companion.match.files import acta_file
from companion.match.resumable import done
from companion.services.hub import Hub
from companion.services.matches.results import Imported, Recorded, Submission
from companion.services.sharing.shared_tables import Member, device_id, new_code

LONG = 150
ACTAS = sorted(
    path
    for path in Path(__file__).parents[1].glob("playthroughs/*/*_[234].acta")
    if len(path.read_text("utf-8").splitlines()) > LONG
    and (path.stem[-1] != "2" or max(GAMES[path.parent.name].players) == 2)
)
"""Long matches of three or four, and of two where no more can play."""
PLAYED = 20
"""Number of entries of each match at the start."""
GUEST = "127.0.0.2"


def key_of(table: int, screen: int) -> str:
    """Return the key of the device of one screen."""
    return f"key-of-{table}-{screen}"


class Tables:
    """Matches, with the entries still to come of each."""

    def __init__(self, hub: Hub, count: int, screens: int, game: str = "") -> None:
        self.hub = hub
        self.ids: list[str] = []
        self.coming: list[list[Submission]] = []
        actas = [path for path in ACTAS if game in ("", path.parent.name)]
        for number, path in zip(range(count), cycle(actas), strict=False):
            self._begin(number, path, screens)

    def _begin(self, number: int, path: Path, screens: int) -> None:
        entries = acta_file.loads(path.read_bytes())
        header = entries[0]
        assert isinstance(header.body, Started)
        match_id = f"load-{number:03}"
        body = header.body.model_copy(update={"match": match_id})
        first = (header.model_copy(update={"body": body}), *entries[1:PLAYED])
        made = self.hub.files.import_acta(acta_file.dumps(first).encode())
        assert isinstance(made, Imported), made
        players = len(body.options["players"])
        members = tuple(
            Member(
                id=device_id(key_of(number, n)),
                name=f"Pantalla {n}",
                seats=(n - 1,) if n <= players else (),
            )
            for n in range(1, screens)
        )
        table = self.hub.tables.of(match_id)
        self.hub.tables.keep(table.model_copy(update={"code": new_code(), "members": members}))
        self.ids.append(match_id)
        self.coming.append(
            [Submission(e.id, e.body) for e in entries[PLAYED:] if not isinstance(e.body, Started)]
        )

    def go_on(self, number: int) -> None:
        """Record the next entry, and print when."""
        asked, spent = time.monotonic(), time.process_time()
        if not self.coming[number]:
            say({"table": number, "over": True})
            return
        answer = done(
            self.hub.matches.submit(self.ids[number], replace(self.coming[number].pop(0)))
        )
        ended = time.monotonic()
        say(
            {
                "table": number,
                "asked": asked,
                "spent": spent,
                "done": ended,
                "ok": isinstance(answer, Recorded),
            }
        )


class Sent:
    """Time at which the last frame was handed to a socket, and processor time spent by then."""

    def __init__(self) -> None:
        self.last, self.spent, self.frames = 0.0, 0.0, 0
        send = FletApp.send_message

        def noted(app: FletApp, message: Any) -> None:
            send(app, message)
            self.last, self.spent = time.monotonic(), time.process_time()
            self.frames += 1

        FletApp.send_message = noted

    def figures(self) -> dict[str, float]:
        """Return all figures, and the time spent until now."""
        return {
            "last": self.last,
            "spent": self.spent,
            "frames": self.frames,
            "all": time.process_time(),
        }


def say(what: object) -> None:
    """Print one line of JSON."""
    print(json.dumps(what), flush=True)


def main(folder: str, count: str, screens: str, game: str = "") -> None:
    """Serve until the input ends."""
    sent = Sent()
    with own_hub(Path(folder)) as hub:
        tables = Tables(hub, int(count), int(screens), game)
        guests: list[str] = []

        def ready(url: str) -> None:
            loop = asyncio.get_running_loop()
            loop.add_reader(sys.stdin.fileno(), partial(read, loop))
            loop.call_later(2, lambda: say({"url": url, "guests": guests[0], "ids": tables.ids}))

        def read(loop: asyncio.AbstractEventLoop) -> None:
            data = os.read(sys.stdin.fileno(), 1 << 16)
            if not data:
                loop.remove_reader(sys.stdin.fileno())
            # Each line is short and written at once, so none is split between two reads.
            for line in data.split():
                if line == b"?":
                    say({"sent": sent.figures()})
                else:
                    tables.go_on(int(line))

        events = ServerEvents(ready=ready, opened=guests.append, invited=lambda _link: None)
        serve(hub, Path(folder), GUEST, 0, events)


if __name__ == "__main__":
    main(*sys.argv[1:])
