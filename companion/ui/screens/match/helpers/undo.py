"""Undo and redo: the list of steps, with jumps to any of them."""

from collections.abc import Callable, Sequence

import flet as ft

from companion.ui.context import AppContext
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.step_panel import step_panel
from companion.ui.shell import screen
from companion.ui.theme import RADIUS
from companion.ui.views.table.status import STEPS, UndoLine, redo_lines, undo_lines
from companion.ui.widgets import heading, icon_button, outline, seat_badge, secondary, tappable


@screen
def UndoPanel(ctx: AppContext, controller: MatchController) -> ft.Control:
    """Render the steps that can be undone or redone, latest first."""
    words, past = ctx.words, controller.match.timeline.past
    first, set_first = ft.use_state(0)
    first = first if first < len(past) else 0
    closing = icon_button(
        ft.Icons.CLOSE, words("button.close"), lambda _e: controller.close(), key="undo:close"
    )
    redo = () if first else redo_lines(controller.match, controller.wording)
    undo = undo_lines(controller.match, controller.wording, first)
    body: list[ft.Control] = []
    if redo:
        body.append(heading(words("undo.redo_title"), 16, level=3))
        body += _lines(
            controller, tuple(reversed(redo)), "undo.redo_to", ft.Icons.REDO, controller.redo
        )
    body.append(heading(words("undo.undo_title"), 16, level=3))
    if undo:
        body += _lines(controller, undo, "undo.undo_to", ft.Icons.UNDO, controller.undo)
    else:
        body.append(ft.Text(words("acta.empty"), size=15))
    ways = []
    if first:
        ways.append(
            _range_button(
                ctx, "acta.newer", ft.Icons.ARROW_UPWARD, lambda: set_first(first - STEPS)
            )
        )
    if first + STEPS < len(past):
        ways.append(
            _range_button(
                ctx, "acta.older", ft.Icons.ARROW_DOWNWARD, lambda: set_first(first + STEPS)
            )
        )
    if ways:
        body.append(ft.Row(ways, wrap=True, spacing=8, run_spacing=4))
    return step_panel(words("undo.list"), body, [], close=closing, key=f"undo_panel:{first}")


def _range_button(
    ctx: AppContext, word: str, icon: ft.IconData, act: Callable[[], None]
) -> ft.Control:
    return secondary(ctx.words(word), lambda _e: act(), icon=icon, key=f"undo:{word}")


def _lines(
    controller: MatchController,
    lines: Sequence[UndoLine],
    word: str,
    icon: ft.IconData,
    act: Callable[[str], None],
) -> list[ft.Control]:
    return [_line(controller, line, word, icon, act) for line in lines]


def _line(
    controller: MatchController,
    line: UndoLine,
    word: str,
    icon: ft.IconData,
    act: Callable[[str], None],
) -> ft.Control:
    seat: list[ft.Control] = []
    if line.seat is not None:
        seat.append(
            seat_badge(
                controller.wording.colour(line.seat), controller.wording.player(line.seat), 24
            )
        )
    visual = ft.Row(
        [ft.Icon(icon, size=20), *seat, ft.Text(line.text, size=16, expand=True)], spacing=8
    )
    return tappable(
        visual,
        controller.ctx.words(word, what=line.text),
        lambda _e: act(line.id),
        key=f"{word}:{line.id}",
        padding=ft.Padding.symmetric(horizontal=12, vertical=12),
        border=outline(1, ft.Colors.OUTLINE_VARIANT),
        radius=RADIUS,
    )
