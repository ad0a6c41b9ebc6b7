"""What the real screens say of a game, drawn and touched without a browser."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.bootstrap import own_hub
from companion.kernel.game import Game
from companion.kernel.models import Options
from companion.match.fold import Match
from companion.services.client import Client
from companion.services.matches.results import NewMatch
from companion.ui.screens.home import screen as home
from companion.ui.screens.match import screen as table
from tests.ui.drawn import drawn, texts
from tests.ui.tables import context

Table = tuple[Options, Mapping[str, Any], Mapping[str, str]]
"""Options, box and rulings of a match."""


async def said_at_home(folder: Path) -> tuple[str, ...]:
    """Return what the home screen says."""
    with own_hub(folder) as hub:
        screen = await drawn(home.Screen, context(Client(hub, "here", owner=True), "here"))
        return tuple(texts(screen.client.page))


async def said_on_screen(
    folder: Path, game: Game[Any], given: Table, touches: tuple[str, ...] = ()
) -> list[tuple[str, ...]]:
    """Return what the screen of a new match says, and what each touch adds."""
    options, facts, rulings = given
    with own_hub(folder) as hub:
        made = hub.matches.create(
            NewMatch(game.id, options.model_dump(mode="json"), dict(rulings), dict(facts))
        )
        assert isinstance(made, Match), made
        plain = context(Client(hub, "here", owner=True), "here")
        ctx = replace(plain, subscribe=hub.matches.subscribe)
        screen = await drawn(table.Screen, ctx, made.started.match, size=(412, 915), watched=True)
        said = [tuple(texts(screen.client.page))]
        screen.news()
        for key in touches:
            assert key in screen.touchable(), screen.touchable()
            await screen.touch(key)
            said.append(tuple(texts(screen.news())))
        screen.close()
    return said
