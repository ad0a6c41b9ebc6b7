"""What each card and place of a game does, with the numbers of the box that is played with."""

from functools import partial

import flet as ft

from companion.games import GAMES
from companion.ui import widgets
from companion.ui.screens.rules.presenter import PieceView, pieces
from companion.ui.screens.rules.reader import Reader
from companion.ui.shell import page


def title(reader: Reader) -> str:
    """What the sheet is called; empty in a game whose cards and places say nothing by lines."""
    return reader.wording.own("pieces.title") if GAMES[reader.data.id].lines else ""


def pieces_page(reader: Reader) -> ft.Control:
    """The sheet on a screen of its own."""
    return page(reader.ctx, title(reader), [_sheet(reader)], back=reader.index)


def beside(reader: Reader) -> list[ft.Control]:
    """The sheet beside the index."""
    return [widgets.heading(title(reader), 26), _sheet(reader)]


def _sheet(reader: Reader) -> ft.Control:
    listed = pieces(GAMES[reader.data.id], reader.wording, reader.facts)
    return ft.Column(
        [_piece(reader, piece) for piece in listed],
        spacing=12,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _piece(reader: Reader, piece: PieceView) -> ft.Control:
    """One of them; touched, its section opens, where it has one."""
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
