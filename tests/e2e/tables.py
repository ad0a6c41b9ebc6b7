"""Matches in their middle for browser tests: made through the hub before serving."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.bootstrap import new_id, own_hub, reading_hub
from companion.games.blue_moon_city.components import EXAMPLE_CITY, WORKED_TURN_CITY
from companion.match.entries import Adjusted, Setting
from companion.match.files import acta_file
from companion.match.fold import Match
from companion.match.resumable import done
from companion.rulebook import loader
from companion.services.hub import Hub
from companion.services.matches.results import Imported, NewMatch, Recorded, Submission
from tests.e2e.browser import Server

GAME = "blue_moon_city"
RECORDED = Path(__file__).parents[1] / "playthroughs"
"""Folder of complete matches of every game."""

WORKED_TURN = (
    ("finished.fire_temple", "yes"),
    ("finished.market_hall", "yes"),
    ("figure.0", "hospice"),
    ("dragon.terrah", "university"),
    ("section.university.1", "1"),
)
"""Settings before the rulebook's worked turn: grey is seat 1."""


@dataclass
class Tables:
    """Matches ready to be played, and the server that shows them."""

    folder: Path
    server: Server
    fresh: list[str]
    """Matches of two players at the start, with the city of the set-up picture."""
    worked: list[str]
    """Matches just before the worked turn."""

    def match(self, match_id: str) -> Match:
        """Return a match as it is on disk now."""
        with reading_hub(self.folder) as hub:
            return hub.matches.open(match_id)

    def recorded(self, match_id: str) -> int:
        """Return the number of entries of its acta."""
        return len(self.match(match_id).entries)


@contextmanager
def tables(folder: Path, fresh: int = 0, worked: int = 0) -> Iterator[Tables]:
    """Yield so many matches of each kind, served."""
    with own_hub(folder) as hub:
        starts = [new_match(hub, EXAMPLE_CITY, ("Ana", "Beto")) for _ in range(fresh)]
        turns = [_worked_turn(hub) for _ in range(worked)]
    server = Server(folder).start()
    try:
        yield Tables(folder, server, starts, turns)
    finally:
        server.stop()


def interrupted(hub: Hub, acta: str, entries: int) -> str:
    """Return a recorded match as it stood after so many entries."""
    path = RECORDED / acta
    kept = acta_file.loads(path.read_bytes())[:entries]
    answer = hub.files.import_acta(acta_file.dumps(kept).encode())
    assert isinstance(answer, Imported), answer
    return answer.match.started.match


def new_match(hub: Hub, layout: tuple[str, ...], players: tuple[str, ...]) -> str:
    """Return a match that has just begun."""
    options = {"players": list(players), "layout": list(layout)}
    facts = loader.load(GAME).default_facts()
    match = hub.matches.create(NewMatch(GAME, options, facts=facts))
    assert isinstance(match, Match), match
    return match.started.match


def _worked_turn(hub: Hub) -> str:
    match_id = new_match(hub, WORKED_TURN_CITY, ("Púrpura", "Gris"))
    settings = tuple(Setting(code=code, value=value) for code, value in WORKED_TURN)
    answer = done(hub.matches.submit(match_id, Submission(new_id(), Adjusted(settings=settings))))
    assert isinstance(answer, Recorded), answer
    return match_id
