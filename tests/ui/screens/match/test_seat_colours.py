"""Seat colours: every screen of a match uses those that the table chose."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion.games import GAMES
from companion.match.entries import Started
from companion.match.fold import Match
from companion.ui.layout import Layout
from companion.ui.screens.acta import screen as acta
from companion.ui.screens.match import screen as table
from companion.ui.screens.preparation import screen as preparation
from companion.ui.screens.recount import screen as recount
from companion.ui.screens.replay import screen as replay
from companion.ui.screens.result import screen as ending
from companion.ui.screens.score import screen as score
from companion.ui.theme import SEATS
from tests.ui.drawn import drawn
from tests.ui.tables import OneMatch, actas, context, new_hub, read, situations, unchanged

SCREENS: dict[str, Callable[..., ft.Control]] = {
    "mesa": table.Screen,
    "marcador": score.Screen,
    "acta": acta.Screen,
    "cuadre": recount.Screen,
    "repaso": replay.Screen,
    "preparacion": preparation.Screen,
}
_COLOURS = {look.colour.lower(): n for n, look in enumerate(SEATS)}


def _in_colours(match: Match, colours: tuple[int, ...]) -> Match:
    header = match.entries[0]
    assert isinstance(header.body, Started)
    started = header.body.model_copy(update={"colours": colours})
    entries = (header.model_copy(update={"body": started}), *match.entries[1:])
    return replace(match, started=started, entries=entries)


def _used(value: Any) -> Iterator[int]:
    """Yield the seat colours that appear in something sent."""
    if isinstance(value, dict):
        for each in value.values():
            yield from _used(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _used(each)
    elif isinstance(value, str):
        yield from (n for colour, n in _COLOURS.items() if colour in value.lower())


async def _shown(folder: Path, match: Match, screen: str) -> set[int]:
    hub = new_hub(folder)
    client = OneMatch(hub, match, unchanged, range(len(match.options.players)))
    ctx = context(client, f"device-{screen}", Layout.PHONE)
    view = await drawn(SCREENS[screen], ctx, match.started.match)
    colours = set(_used(view.news()))
    view.close()
    return colours


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("screen", SCREENS)
def test_screen_shows_only_colours_of_seated_players(
    game: str, screen: str, tmp_path: Path
) -> None:
    """Positions within a match are drawn too, so that there are pieces on the board."""
    shown: set[int] = set()
    for n, match in enumerate((*situations(game)[:2], *map(read, actas(game)[:1]))):
        count = len(match.options.players)
        colours = tuple(range(len(SEATS) - 1, len(SEATS) - 1 - count, -1))
        if count > len(SEATS) // 2:
            colours = tuple((seat + 2) % len(SEATS) for seat in range(count))
        used = asyncio.run(_shown(tmp_path / str(n), _in_colours(match, colours), screen))
        assert used <= set(colours), (match.started.match, used - set(colours))
        shown |= used
    assert shown


def test_result_screen_uses_the_colours_of_the_table(tmp_path: Path) -> None:
    match = next(m for m in map(read, actas("santiago_de_cuba")) if m.outcome)
    count = len(match.options.players)
    colours = tuple((seat + 2) % len(SEATS) for seat in range(count))

    async def ended() -> set[int]:
        client = OneMatch(new_hub(tmp_path), _in_colours(match, colours), unchanged, range(count))
        view = await drawn(ending.Screen, context(client, "here"), match.started.match)
        used = set(_used(view.news()))
        view.close()
        return used

    assert asyncio.run(ended()) == set(colours)
