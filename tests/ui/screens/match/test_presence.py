"""Presence at a shared table: shown without moving anything of the board."""

import asyncio
from itertools import count
from pathlib import Path

from companion.bootstrap import own_hub
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.match.fold import Match
from companion.rulebook import loader
from companion.services.client import Client
from companion.services.matches.results import NewMatch
from companion.ui.screens.match import screen as table
from tests.ui.drawn import drawn, texts
from tests.ui.tables import context

CITY = "blue_moon_city"
AWAY = "No mira ahora la mesa: Beto"
_DEVICES = count(1)


def _said(folder: Path, size: tuple[int, int], *, looking: bool) -> tuple[str, ...]:
    """Return the texts of the host's screen, with or without a guest looking at the table."""
    with own_hub(folder) as hub:
        options = {"players": ["Ana", "Beto"], "layout": list(EXAMPLE_CITY)}
        match = hub.matches.create(NewMatch(CITY, options, facts=loader.load(CITY).default_facts()))
        assert isinstance(match, Match)
        match_id = match.started.match
        host = Client(hub, "host", owner=True)
        host.seating.open_table(match_id, frozenset({0}))
        guest = Client(hub, "guest", owner=False, address="g")
        guest.seating.join(host.seating.table(match).code)
        assert guest.seating.sit(match_id, 1)
        host.seating.arrive(match_id)
        if looking:
            guest.seating.arrive(match_id)

        async def session() -> tuple[str, ...]:
            ctx = context(host, f"device-{next(_DEVICES)}")
            screen = await drawn(table.Screen, ctx, match_id, size=size)
            said = tuple(texts(screen.news()))
            screen.close()
            return said

        return asyncio.run(session())


def test_absent_guest_is_named_by_the_table_icon_on_a_phone(tmp_path: Path) -> None:
    there = _said(tmp_path / "there", (412, 915), looking=True)
    gone = _said(tmp_path / "gone", (412, 915), looking=False)
    assert f"Mesa compartida. {AWAY}" in gone
    assert "presence" not in gone
    assert AWAY not in "\n".join(there)
    assert "Mesa compartida" in there


def test_absent_guest_is_named_in_a_line_on_a_narrow_phone(tmp_path: Path) -> None:
    gone = _said(tmp_path, (360, 740), looking=False)
    assert AWAY in gone
