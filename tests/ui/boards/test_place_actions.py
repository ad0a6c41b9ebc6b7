"""Acts that a touch on a board begins: each of them can be reported, and none gives something up.

The only legal meaning of a touch is recorded at once, and nobody touches a thing to leave it.
"""

import asyncio
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.form import BadDraft, Draft
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import game_screen
from tests.ui.drawn_board import drawn_board
from tests.ui.tables import everywhere, situations

_GIVING_UP = ("Renunciar", "Pasar", "No ", "Dejar", "Terminar", "Acabar", "Retirarse")
"""First words of acts by which one does without something."""


async def _touched(match: Match, touch: Any, opened: str = "") -> set[str]:
    """Touch everything on a board that can be; return the parts of it that open."""
    opens = set[str]()
    view = await drawn_board(match, touch, opens.add, opened, 400)
    for key in dict.fromkeys(view.touchable()):
        await view.touch(key)
    view.close()
    return opens


async def _touched_all(match: Match, touch: Any) -> None:
    """Touch everything on a board, and in each part of it that opens."""
    for part in await _touched(match, touch):
        await _touched(match, touch, part)


def _readable(match: Match) -> int:
    """Return how many reports begin by touching a board; fail if one of them cannot be read."""
    game, places, begun = match.game, set[str](), 0
    name_of = Wording(game.id, match.options.players).action_label
    asyncio.run(_touched_all(match, places.add))
    for place in sorted(places):
        for seat in range(len(match.options.players)):
            for start in game_screen(game.id).starts(match, seat, place):
                begun += 1
                assert not name_of(start.kind).startswith(_GIVING_UP), (place, start)
                try:
                    legality.read_draft(game, Draft(start.kind, seat, start.values))
                except BadDraft as error:
                    pytest.fail(f"{match.started.match}: {place} begins {start} ({error})")
    return begun


@pytest.mark.parametrize("game", GAMES)
def test_every_act_begun_on_a_board_can_be_reported(game: str) -> None:
    assert sum(map(_readable, situations(game))) > 0


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_acts_begun_on_a_board_at_random_positions_can_be_reported(game: str) -> None:
    for match in islice(everywhere(game, Random(game)), 60):
        _readable(match)
