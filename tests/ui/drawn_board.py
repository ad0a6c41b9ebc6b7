"""Board alone, rendered as on a small phone."""

from collections.abc import Callable

import flet as ft

from companion.match.fold import Match
from companion.ui.boards.contract import BoardInput, game_screen
from companion.ui.context import wording_of
from companion.ui.layout import Layout
from tests.ui.drawn import Drawn, drawn


async def drawn_board(
    match: Match,
    on_touch: Callable[[str], None],
    opens: Callable[[str], None],
    opened: str,
    height: float,
) -> Drawn:
    """Render the board of a match at a height, with the part of it that is open."""

    @ft.component
    def board() -> ft.Control:
        given = BoardInput(
            match=match,
            wording=wording_of(match),
            layout=Layout.PHONE,
            width=344,
            height=height,
            text_scale=100,
            seat=0,
            mine=tuple(range(len(match.options.players))),
            offers=None,
            on_touch=on_touch,
            opened=opened,
            open=opens,
        )
        return game_screen(match.game.id).board(given)

    return await drawn(board)
