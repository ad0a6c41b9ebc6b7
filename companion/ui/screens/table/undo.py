"""Undo and redo: the list of steps, and jumping to any of them."""

from collections.abc import Callable, Sequence

import flet as ft

from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.panels.clerk import Clerk
from companion.ui.panels.clock import may_put_clock, put_beside
from companion.ui.panels.mending import what_if
from companion.ui.panels.step import step_panel
from companion.ui.shell import screen
from companion.ui.theme import RADIUS
from companion.ui.views.desk import Panel
from companion.ui.views.glance import STEPS, UndoLine, redo_lines, undo_lines
from companion.ui.widgets import heading, icon_button, seat_badge, secondary, tappable


@screen
def UndoPanel(ctx: AppContext, clerk: Clerk) -> ft.Control:
    """The steps that can be undone or redone, the last ones first."""
    words, past = ctx.words, clerk.match.timeline.past
    first, set_first = ft.use_state(0)
    first = first if first < len(past) else 0
    closing = icon_button(
        ft.Icons.CLOSE, words("button.close"), lambda _e: clerk.close(), key="undo:close"
    )
    redo = () if first else redo_lines(clerk.match, clerk.wording)
    undo = undo_lines(clerk.match, clerk.wording, first)
    body: list[ft.Control] = []
    if redo:
        body.append(heading(words("undo.redo_title"), 16, level=3))
        body += _lines(clerk, tuple(reversed(redo)), "undo.redo_to", ft.Icons.REDO, clerk.redo)
    body.append(heading(words("undo.undo_title"), 16, level=3))
    if undo:
        body += _lines(clerk, undo, "undo.undo_to", ft.Icons.UNDO, clerk.undo)
    else:
        body.append(ft.Text(words("acta.empty"), size=15))
    ways = []
    if first:
        ways.append(
            _way(ctx, "acta.newer", ft.Icons.ARROW_UPWARD, lambda: set_first(first - STEPS))
        )
    if first + STEPS < len(past):
        ways.append(
            _way(ctx, "acta.older", ft.Icons.ARROW_DOWNWARD, lambda: set_first(first + STEPS))
        )
    if ways:
        body.append(ft.Row(ways, wrap=True, spacing=8, run_spacing=4))
    return step_panel(
        words("undo.list"), body, [], close=closing, key=f"undo_panel:{first}", strip=_tools(clerk)
    )


def _way(ctx: AppContext, word: str, icon: ft.IconData, act: Callable[[], None]) -> ft.Control:
    return secondary(ctx.words(word), lambda _e: act(), icon=icon, key=f"undo:{word}")


def _tools(clerk: Clerk) -> ft.Control:
    """What else can be done where table and acta, or players, do not agree."""
    go, match_id = clerk.ctx.go, clerk.match_id
    found = [
        _tool(
            clerk,
            "cuadre.open",
            ft.Icons.BALANCE,
            "cuadre:open",
            lambda: go(routes.match(match_id, "cuadre")),
        ),
        _tool(
            clerk,
            "undo.adjust",
            ft.Icons.TUNE,
            "adjust:open",
            lambda: clerk.show(Panel.ADJUST),
        ),
        _tool(clerk, "what_if.start", ft.Icons.ALT_ROUTE, "what_if:start", lambda: what_if(clerk)),
        _tool(
            clerk,
            "dispute.open",
            ft.Icons.GAVEL,
            "dispute:open",
            lambda: go(routes.open_dispute(match_id)),
        ),
    ]
    if may_put_clock(clerk):
        found.append(
            _tool(
                clerk,
                "clock.put",
                ft.Icons.TIMER_OUTLINED,
                "clock:put",
                lambda: put_beside(clerk),
            )
        )
    return ft.Row(found, spacing=6, run_spacing=6, wrap=clerk.ctx.settings.large_text)


def _tool(
    clerk: Clerk, word: str, icon: ft.IconData, key: str, act: Callable[[], None]
) -> ft.Control:
    """One of them: its picture over a short word; its whole name is read out."""
    words, large = clerk.ctx.words, clerk.ctx.settings.large_text
    short = ft.Text(
        words(f"{word}_short"),
        size=13,
        weight=ft.FontWeight.W_600,
        text_align=ft.TextAlign.CENTER,
    )
    return tappable(
        ft.Column(
            [ft.Icon(icon, size=24), short],
            spacing=2,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        words(word),
        lambda _e: act(),
        key=key,
        padding=ft.Padding.symmetric(horizontal=4, vertical=8),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        radius=RADIUS,
        alignment=ft.Alignment.CENTER,
        expand=None if large else 1,
    )


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
