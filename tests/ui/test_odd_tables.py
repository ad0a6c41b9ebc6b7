"""Screens of tables that no play leads to: whatever a file brings, a match can be shown."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.match.entries import Entry
from companion.match.fold import Match, append
from companion.services.hub import Hub
from companion.ui.context import AppContext
from companion.ui.layout import Layout
from tests.contract.test_odd_adjustments import odd
from tests.seeds import how_much
from tests.ui.drawn import drawn
from tests.ui.tables import OneMatch, actas, context, new_hub, read, unchanged
from tests.ui.test_hidden import SCREENS, SIZES

SAMPLES = how_much("sample", everyday=3, before_release=60)
"""Number of tables of each game."""
BESIDE = ("marcador", "acta", "cuadre", "repaso")
ACTS = ("kind:", "score", "supply")
"""Keys of what asks the game most."""


@pytest.fixture
def hub(tmp_path: Path) -> Hub:
    """Return a hub without matches."""
    return new_hub(tmp_path)


def _odd_match(game: str, rng: Random) -> Match:
    """Return a recorded match at some moment, with odd adjustments at its end."""
    match = read(rng.choice(actas(game)))
    match = match.before_step(rng.randrange(1, len(match.steps) + 1))
    for n in range(rng.choice((1, 1, 2))):
        body = odd(match.game, match.state, rng)
        entry = Entry(seq=len(match.entries), id=f"odd-{n}", at=match.entries[-1].at, body=body)
        longer = append(match, entry)
        match = match if longer.broken else longer
    return match


@SAMPLES
@pytest.mark.parametrize("game", sorted(GAMES))
def test_match_with_odd_adjustments_is_shown(hub: Hub, game: str, sample: int) -> None:
    for number in range(sample):
        rng = Random(f"{game} {number}")
        match = _odd_match(game, rng)
        everyone = tuple(range(len(match.options.players)))
        mine, layout = rng.choice([(), (0,), everyone]), rng.choice([Layout.PHONE, Layout.WIDE])
        for name in ("mesa", rng.choice(BESIDE)):
            ctx = context(OneMatch(hub, match, unchanged, mine), f"{number} {name}", layout)
            asyncio.run(_walk(name, ctx, match, rng))


async def _walk(name: str, ctx: AppContext, match: Match, rng: Random) -> None:
    """Draw a screen, and touch two things that ask the game."""
    view = await drawn(SCREENS[name], ctx, match.started.match, size=SIZES[ctx.layout])
    assert view.news()
    keys = [key for key in view.touchable() if key.startswith(ACTS)]
    for key in rng.sample(keys, min(2, len(keys))):
        if key in view.touchable():
            await view.touch(key)
            view.news()
    view.close()
