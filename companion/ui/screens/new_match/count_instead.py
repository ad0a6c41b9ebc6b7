"""Offer to count a match of a game without a referee, with what is filled in so far."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import flet as ft

from companion.games import GAMES
from companion.kernel.duties import ScoreLine
from companion.kernel.game import Game
from companion.kernel.pieces.ledger import ItemSpec
from companion.rulebook import loader
from companion.rulebook.names import seat_of
from companion.rulebook.templates import capitalised
from companion.rulebook.wording import Wording
from companion.ui import routes, widgets
from companion.ui.boards.contract import game_screen
from companion.ui.boards.setup import game_setup
from companion.ui.screens.new_match.presenter import MatchPlan
from companion.ui.screens.new_match.setup_service import Setup, keep_draft

_SEAT = "seat"
"""Sort of account of what a person holds."""
_FEW_KINDS = 5
"""Greatest number of kinds of an item that are counted one by one."""


@cache
def counting_game() -> str | None:
    """Return the game that only counts, or None; the last one is the likeliest."""
    return next((name for name in reversed(list(GAMES)) if not GAMES[name].judged), None)


def offer(setup: Setup) -> list[ft.Control]:
    """Build the button that sets up a count of this game, if it has a referee."""
    counting = counting_game()
    if counting is None or not setup.game.judged:
        return []
    info = loader.info(counting)
    button = widgets.text_button(
        setup.ctx.words("new.count_instead", count=info.name),
        lambda _e: _open(setup, counting),
        icon=ft.Icons.EXPOSURE_PLUS_1,
        key="count-instead",
    )
    return [widgets.in_own_row(button)]


def _open(setup: Setup, counting: str) -> None:
    plan = counted_plan(setup.plan, setup.game, counting)
    keep_draft(setup.ctx, counting, plan)
    setup.ctx.go(routes.new_match(counting))


def counted_plan(plan: MatchPlan, game: Game[Any], counting: str) -> MatchPlan:
    """Return the plan of a count of this game, with the same people in the same colours."""
    own, wording = game_setup(counting), Wording(game.id)
    assert own.of_game
    options = own.of_game(wording.data.info.name, tuple(countable(game, wording)))
    filled = {**own.options, **options}
    return replace(plan, title="", box=None, rulings={}, options=filled, drawn=False)


def countable(game: Game[Any], wording: Wording) -> Iterator[str]:
    """Yield what people have in a game: what decides it, then every item that a seat can hold."""
    screen = game_screen(game.id)
    yield wording.score_label(screen.charted)
    source = screen.source_of(ScoreLine(0, screen.charted, 0, ""))
    decides = set(source[1]) if source else set()
    for spec in game.items:
        if (not spec.places or _SEAT in spec.places) and spec.family not in decides:
            yield from (capitalised(wording.item_label(item)) for item in _items(spec))


def _items(spec: ItemSpec) -> tuple[str, ...]:
    """Return the kinds of an item, if they are few and nobody owns them, else the whole item."""
    apart = 0 < len(spec.kinds) <= _FEW_KINDS and not any(map(_is_owned, spec.kinds))
    return tuple(sorted(spec.kinds)) if apart else (spec.family,)


def _is_owned(item: str) -> bool:
    return seat_of(item) is not None
