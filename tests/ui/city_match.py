"""A match of Blue Moon City for the presenters, played without a store."""

from datetime import UTC, datetime, timedelta
from typing import Any

from companion.games import GAMES
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.match.entries import Body, Entry, Reported, Started
from companion.match.fold import Match, append, fold
from companion.rulebook import loader
from companion.rulebook.wording import Wording

GAME_ID = "blue_moon_city"
GAME = GAMES[GAME_ID]
BEGINNING = datetime(2026, 1, 2, 18, 0, tzinfo=UTC)


def opened(*players: str) -> Match:
    """Return a match that has just begun, between Ana and Beto if nobody is named."""
    data = loader.load(GAME_ID)
    started = Started(
        match="m-0001",
        game=GAME_ID,
        rules_version=GAME.version,
        options={"players": list(players or ("Ana", "Beto")), "layout": list(EXAMPLE_CITY)},
        facts=data.default_facts(),
        rulings=data.default_rulings(),
    )
    return fold(GAMES, (Entry(seq=0, id="e-0000", at=BEGINNING, body=started),))


def then(match: Match, *bodies: Body) -> Match:
    """Return the match after more entries, `e-0001` and so on."""
    for body in bodies:
        seq = len(match.entries)
        at = BEGINNING + timedelta(minutes=seq)
        match = append(match, Entry(seq=seq, id=f"e-{seq:04}", at=at, author="Ana", body=body))
    return match


def report(kind: str, seat: int = 0, **fields: Any) -> Reported:
    """Build a report."""
    return Reported(action={"kind": kind, "seat": seat, **fields})


def built() -> Match:
    """Return a match in which Ana walked to the Fire Temple, built its 5 and ended her turn."""
    return then(
        opened(),
        report("move_figure", to="fire_temple"),
        report("place_stone", section=0, cards=["black:2", "black:3"]),
        report("finish_turn", discards=["card"]),
    )


def wording(match: Match) -> Wording:
    """Build its wording."""
    return Wording(GAME_ID, match.options.players, match.rulings)
