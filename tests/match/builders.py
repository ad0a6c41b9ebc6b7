"""Short ways to build actas of the toy game."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from companion.kernel.game import Game
from companion.match.entries import Body, Consent, Entry, Reported, Started
from companion.match.fold import Match, append, fold
from tests.games.pebbles.game import GAME
from tests.games.random_play import sample_of
from tests.match.catalog import CATALOG

GAMES: Mapping[str, Game[Any]] = {GAME.id: GAME}
BEGINNING = datetime(2025, 3, 1, 18, 0, tzinfo=UTC)


def header(pile: int = 12, players: int = 2, **more: Any) -> Entry:
    """Return the header of a match."""
    names = ["Ana", "Luis", "Eva", "Noé"][:players]
    body = Started(
        match="match-1",
        game="pebbles",
        rules_version=1,
        options={"players": names, "pile": pile},
        facts=more.pop("facts", {}),
        rulings=more.pop("rulings", CATALOG.default_rulings),
        **more,
    )
    return Entry(seq=0, id="entry-0", at=BEGINNING, body=body)


def random_header(game: Game[Any], rng: Random, at: datetime = BEGINNING) -> Entry:
    """Return the header of a match of any game, on a random table."""
    options, facts, rulings = sample_of(game).table(rng)
    body = Started(
        match="match-1",
        game=game.id,
        rules_version=game.version,
        options=options.model_dump(mode="json"),
        facts=dict(facts),
        rulings=dict(rulings),
    )
    return Entry(seq=0, id="entry-0", at=at, body=body)


def taken(seat: int, amount: int, consent: str = "") -> Reported:
    """Return the report that a seat took pebbles."""
    action = {"kind": "take", "seat": seat, "amount": amount}
    return Reported(action=action, consent=Consent(by=consent) if consent else None)


def cashed(seat: int) -> Reported:
    """Return the report that a seat gave three pebbles back."""
    return Reported(action={"kind": "cash", "seat": seat})


def entries_of(*bodies: Body, first: Entry | None = None) -> tuple[Entry, ...]:
    """Return an acta with these bodies: `entry-0` is the header, then `entry-1` and so on."""
    numbered = enumerate(bodies, 1)
    made = (
        Entry(seq=n, id=f"entry-{n}", at=BEGINNING + timedelta(minutes=n), body=body)
        for n, body in numbered
    )
    return (first or header(), *made)


def match_of(*bodies: Body, first: Entry | None = None) -> Match:
    """Return the match of these bodies."""
    return fold(GAMES, entries_of(*bodies, first=first))


def added(match: Match, body: Body) -> Match:
    """Return the match with one entry more."""
    n = len(match.entries)
    at = BEGINNING + timedelta(minutes=n)
    return append(match, Entry(seq=n, id=f"entry-{n}", at=at, body=body))


def turns(amounts: tuple[int, ...]) -> Iterator[Reported]:
    """Yield the reports of two players who take pebbles in turn."""
    return (taken(seat % 2, amount) for seat, amount in zip(count(), amounts, strict=False))
