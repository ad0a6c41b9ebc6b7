"""Hub on the toy game, with a clock and ids that repeat from run to run."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from companion.match.entries import Body, Consent, FactsEntered, Reported
from companion.match.fold import Match
from companion.match.resumable import done
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Answer, NewMatch, Submission
from companion.services.storage.sqlite_store import SqliteStore
from companion.services.transfer.incoming_data import (
    IncomingData,
    accepting,
    received,
    received_file,
)
from tests.games.pebbles.game import GAME
from tests.match.catalog import CATALOG


@dataclass
class Clock:
    """Clock that advances one second at each call."""

    now: datetime = datetime(2025, 3, 1, 18, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the next second."""
        self.now += timedelta(seconds=1)
        return self.now


@dataclass
class Ids:
    """Source of ids: `id-0001`, `id-0002` and so on."""

    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def __call__(self) -> str:
        """Return the next id."""
        return f"id-{next(self.numbers):04}"


def new_hub(
    folder: Path, ids: Ids | None = None, clock: Callable[[], datetime] | None = None
) -> Hub:
    """Return a hub on a folder."""
    now = clock or Clock()
    return Hub(SqliteStore(folder), {GAME.id: GAME}, lambda _: CATALOG, now, ids or Ids())


@pytest.fixture
def hub(tmp_path: Path) -> Hub:
    """Return a hub on an empty folder."""
    return new_hub(tmp_path)


@dataclass
class Table:
    """Match on a hub, with short ways to submit entries."""

    hub: Hub
    match_id: str
    taps: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def match(self) -> Match:
        """Return the match as it stands."""
        return self.hub.matches.open(self.match_id)

    def send(
        self,
        body: Body,
        *,
        id: str = "",
        device: str = "phone",
        seen: int | None = None,
        anyway: bool = False,
        values: FactsEntered | None = None,
        first: tuple[Reported, ...] = (),
    ) -> Answer:
        """Submit an entry."""
        tap = id or f"tap-{next(self.taps):04}"
        return done(
            self.hub.matches.submit(
                self.match_id, Submission(tap, body, "Ana", device, seen, anyway, values, first)
            )
        )

    def take(self, seat: int, amount: int, consent: str = "", **how: object) -> Answer:
        """Report that a seat took pebbles."""
        return self.send(taken(seat, amount, consent), **how)  # type: ignore[arg-type]


def taken(seat: int, amount: int, consent: str = "") -> Reported:
    """Return the report that a seat took pebbles."""
    action = {"kind": "take", "seat": seat, "amount": amount}
    return Reported(action=action, consent=Consent(by=consent) if consent else None)


def brought(client: Client, arrivals: IncomingData, text: str) -> IncomingData:
    """Return the incoming data after a link or code, accepted if it waits."""
    return _wanted(client, received(client, arrivals, text))


def brought_file(client: Client, arrivals: IncomingData, data: bytes) -> IncomingData:
    """Return the incoming data after a file, accepted if it waits."""
    return _wanted(client, received_file(client, arrivals, data))


def _wanted(client: Client, arrivals: IncomingData) -> IncomingData:
    newest = arrivals.items[:1]
    waits = newest and newest[0].waits
    return done(accepting(client, lambda: arrivals, newest[0])) if waits else arrivals


def new_match(hub: Hub, pile: int = 12, **more: object) -> Match:
    """Return a match of two players on a hub."""
    options = {"players": ("Ana", "Luis"), "pile": pile}
    made = hub.matches.create(NewMatch("pebbles", options, **more))  # type: ignore[arg-type]
    assert isinstance(made, Match), made
    return made


@pytest.fixture
def table(hub: Hub) -> Table:
    """Return a match just begun."""
    return Table(hub, new_match(hub).started.match)
