"""Sheet of the effects of each card and place of a game, with the numbers of the box in use."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

import flet as ft

from companion.games import GAMES
from companion.ui import widgets
from companion.ui.boards.contract import game_screen
from companion.ui.screens.rules.presenter import PieceView, card_views, matching, pieces
from companion.ui.screens.rules.reader import Reader
from companion.ui.shell import page
from companion.ui.widgets import Option

_MOST: Final = 60
"""Greatest number of pieces shown at once."""


def title(reader: Reader) -> str:
    """Return the title of the sheet, or an empty text in a game without effect lines."""
    game = reader.data.id
    content = GAMES[game].lines or game_screen(game).card_list
    return reader.wording.own("pieces.title") if content else ""


def pieces_page(reader: Reader) -> ft.Control:
    """Build the sheet as a screen of its own."""
    return page(reader.ctx, title(reader), [_sheet(reader)], back=reader.index)


def beside(reader: Reader) -> list[ft.Control]:
    """Build the sheet for the pane beside the index."""
    return [widgets.heading(title(reader), 26), _sheet(reader)]


def _sheet(reader: Reader) -> ft.Control:
    wording = reader.wording
    listed = game_screen(reader.data.id).card_list
    if listed:
        grouped: Callable[..., ft.Control] = GroupedPieces
        return grouped(reader, card_views(listed(wording), wording), key="pieces:grouped")
    return _column(reader, pieces(GAMES[reader.data.id], wording, reader.facts))


def _column(reader: Reader, listed: Iterable[PieceView]) -> ft.Control:
    return ft.Column(
        [_piece(reader, piece) for piece in listed],
        spacing=12,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@ft.component
def GroupedPieces(reader: Reader, listed: tuple[PieceView, ...]) -> ft.Control:
    """Render a long list of pieces: one group at a time, or the results of a search."""
    groups = tuple(dict.fromkeys(piece.group for piece in listed))
    shown, set_shown = ft.use_state(groups[0])
    query, set_query = ft.use_state("")
    picks = [Option(group, group, selected=group == shown and not query) for group in groups]

    def choose(group: str) -> None:
        set_query("")
        set_shown(group)

    results = matching(listed, query) if query.strip() else [p for p in listed if p.group == shown]
    words = reader.ctx.words
    parts = [
        widgets.search_field(words("rules.search"), query, set_query, key="pieces-search"),
        widgets.choices(picks, choose, key="pieces-group"),
        _column(reader, results[:_MOST])
        if results
        else ft.Text(words("rules.no_results"), size=16),
    ]
    return ft.Column(parts, spacing=12, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _piece(reader: Reader, piece: PieceView) -> ft.Control:
    """Build one piece. A touch opens its rule section, if it has one."""
    name = widgets.heading(piece.name, 20, level=3)
    lines = [ft.Text(line, size=17) for line in piece.lines]
    if piece.rule is None:
        return widgets.card([name, *lines], key=f"piece:{piece.id}", padding=16, spacing=6)
    arrow = ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20, color=ft.Colors.ON_SURFACE_VARIANT)
    name.expand = True
    return widgets.tappable(
        ft.Column(
            [ft.Row([name, arrow], spacing=8), *lines],
            spacing=6,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        " ".join((f"{piece.name}.", *piece.lines)),
        partial(reader.open, piece.rule.id),
        key=f"piece:{piece.id}",
        padding=16,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )
