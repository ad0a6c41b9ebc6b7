"""Server with two open tables, alike but for what everybody except seat 1 hides.

Takes a folder and a game. Says in one line of JSON where guests come in.
"""

import json
import sys
from pathlib import Path

from companion.bootstrap import ServerEvents, own_hub, serve
from companion.match.files import acta_file
from companion.match.fold import Match
from companion.services.hub import Hub
from companion.services.matches.results import Imported
from companion.services.privacy.visibility import hides
from companion.services.sharing.shared_tables import Member, device_id, new_code
from tests.ui.tables import actas, changed, changes, read, until

ONE, OTHER = "twin-1", "twin-2"
SEAT = 1
KEYS = {"seat": "key of seat 1", "owner": "key of seat 0", "onlooker": "key of nobody"}


def begin(hub: Hub, match: Match, match_id: str) -> Match:
    """Open a table of a match under another id, with guests in two of its seats and an onlooker."""
    body = match.started.model_copy(update={"match": match_id})
    entries = (match.entries[0].model_copy(update={"body": body}), *match.entries[1:])
    made = hub.files.import_acta(acta_file.dumps(entries).encode())
    assert isinstance(made, Imported), made
    seats = {"seat": (SEAT,), "owner": (0,), "onlooker": ()}
    members = tuple(
        Member(id=device_id(key), name=who, seats=seats[who]) for who, key in KEYS.items()
    )
    table = hub.tables.of(match_id)
    hub.tables.keep(table.model_copy(update={"code": new_code(), "members": members}))
    return made.match


def main(folder: str, game: str) -> None:
    """Serve until asked to stop."""
    with own_hub(Path(folder)) as hub:
        recorded = (read(path) for path in actas(game))
        match = until(next(m for m in recorded if len(m.steps) > 60 and hides(until(m, 60))), 60)
        begin(hub, match, ONE)
        other = begin(hub, match, OTHER)
        others = tuple(n for n in range(len(match.options.players)) if n != SEAT)
        twin = changed(other, list(changes(match, others))[1])
        # The hub reads a match only once: from now on its cache holds the twin.
        hub.matches.cache.put(twin)

        def opened(url: str) -> None:
            print(json.dumps({"guests": url}), flush=True)

        events = ServerEvents(ready=lambda _url: None, opened=opened, invited=lambda _link: None)
        serve(hub, Path(folder), "127.0.0.2", 0, events)


if __name__ == "__main__":
    main(*sys.argv[1:])
