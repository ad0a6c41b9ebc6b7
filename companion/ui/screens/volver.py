"""Undo and redo: the list of steps, and jumping to any of them."""

from collections.abc import Callable, Sequence

import flet as ft

from companion.ui import routes
from companion.ui.presenters.desk import Panel
from companion.ui.presenters.mesa import UndoLine, redo_lines, undo_lines
from companion.ui.screens.clerk import Clerk
from companion.ui.screens.mending import what_if
from companion.ui.screens.paso import step_panel
from companion.ui.screens.reloj import clock_switch
from companion.ui.theme import RADIUS
from companion.ui.widgets import heading, icon_button, seat_badge, secondary, tappable


def undo_panel(clerk: Clerk) -> ft.Control:
    """Every step that can be undone or redone, the last one first."""
    words = clerk.ctx.words
    closing = icon_button(
        ft.Icons.CLOSE, words("button.close"), lambda _e: clerk.close(), key="undo:close"
    )
    redo = redo_lines(clerk.match, clerk.wording)
    undo = undo_lines(clerk.match, clerk.wording)
    body: list[ft.Control] = []
    if redo:
        body.append(heading(words("undo.redo_title"), 16, level=3))
        body += _lines(clerk, tuple(reversed(redo)), "undo.redo_to", ft.Icons.REDO, clerk.redo)
    body.append(heading(words("undo.undo_title"), 16, level=3))
    if undo:
        body += _lines(clerk, undo, "undo.undo_to", ft.Icons.UNDO, clerk.undo)
    else:
        body.append(ft.Text(words("acta.empty"), size=15))
    adjust = secondary(
        words("undo.adjust"),
        lambda _e: clerk.show(Panel.ADJUST),
        icon=ft.Icons.TUNE,
        key="adjust:open",
    )
    count = secondary(
        words("cuadre.open"),
        lambda _e: clerk.ctx.go(routes.match(clerk.match_id, "cuadre")),
        icon=ft.Icons.BALANCE,
        key="cuadre:open",
    )
    branch = secondary(
        words("what_if.start"),
        lambda _e: what_if(clerk),
        icon=ft.Icons.ALT_ROUTE,
        key="what_if:start",
    )
    dispute = secondary(
        words("dispute.open"),
        lambda _e: clerk.ctx.go(routes.open_dispute(clerk.match_id)),
        icon=ft.Icons.GAVEL,
        key="dispute:open",
    )
    actions = [count, adjust, branch, dispute, *clock_switch(clerk)]
    return step_panel(words("undo.list"), body, actions, close=closing, key="undo_panel")


def _lines(
    clerk: Clerk,
    lines: Sequence[UndoLine],
    word: str,
    icon: ft.IconData,
    act: Callable[[str], None],
) -> list[ft.Control]:
    return [_line(clerk, line, word, icon, act) for line in lines]


def _line(
    clerk: Clerk, line: UndoLine, word: str, icon: ft.IconData, act: Callable[[str], None]
) -> ft.Control:
    seat: list[ft.Control] = []
    if line.seat is not None:
        seat.append(seat_badge(line.seat, clerk.wording.player(line.seat), 24))
    visual = ft.Row(
        [ft.Icon(icon, size=20), *seat, ft.Text(line.text, size=16, expand=True)], spacing=8
    )
    return tappable(
        visual,
        clerk.ctx.words(word, what=line.text),
        lambda _e: act(line.id),
        key=f"{word}:{line.id}",
        padding=ft.Padding.symmetric(horizontal=12, vertical=12),
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        radius=RADIUS,
    )
