"""Board of the moment that a correction or a question is about, and which moment it is."""

import flet as ft

from companion.kernel.form import OpenBag
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.services.privacy.redaction import redacted_for_all
from companion.ui.boards.contract import BoardInput, game_screen
from companion.ui.context import AppContext
from companion.ui.hooks import current_page
from companion.ui.layout import PAD, RAIL, board_alone
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.theme import GAP, RADIUS
from companion.ui.views.entries.entry_lines import moment_text
from companion.ui.views.report.interaction import Mode

_ICONS = {
    Mode.AMEND: ft.Icons.EDIT,
    Mode.INSERT: ft.Icons.PLAYLIST_ADD,
    Mode.DOUBT: ft.Icons.HELP_OUTLINE,
}


def past_entry(controller: MatchController) -> str | None:
    """Return the entry at whose moment the open form or question is; None: it is about now."""
    return controller.interaction.entry if controller.interaction.open else None


def past_bar(controller: MatchController) -> ft.Control | None:
    """Build the banner that says which moment it is, and what is being changed there."""
    entry, mode = past_entry(controller), controller.interaction.mode
    what = moment_text(controller.shown, entry, controller.wording) if entry else ""
    if not what or mode not in _ICONS:
        return None
    words, ink = controller.ctx.words, ft.Colors.ON_SECONDARY_CONTAINER
    said = ft.Column(
        [
            ft.Text(words(f"past.at.{mode}", what=what), size=16, weight=ft.FontWeight.BOLD),
            ft.Text(words("past.table_then"), size=14),
        ],
        spacing=0,
        tight=True,
        expand=True,
    )
    return ft.Container(
        ft.Row([ft.Icon(_ICONS[mode], size=24, color=ink), said], spacing=10),
        key="past",
        bgcolor=ft.Colors.SECONDARY_CONTAINER,
        border_radius=RADIUS,
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
    )


_ON_PHONE, _OVER_PIECES, _BESIDE = 0.36, 0.24, 0.42
"""Share of the height that the board takes above a panel on a phone, above a panel in which
pieces are picked, and beside the acta."""
_EDGE, _BAR = 16, 80
"""Margin of a column of a page, and height of the banner."""
_LEAST = 200
"""Height below which no board can be read."""


def over_the_past(controller: MatchController, panel: ft.Control) -> ft.Control:
    """Build a panel at the foot of a phone, below the board of the moment it is about."""
    page = current_page()
    width = board_alone(controller.ctx.layout, float(page.width or 412))
    view = controller.view()
    picks = view is not None and isinstance(view.field, OpenBag)
    height = float(page.height or 915) * (_OVER_PIECES if picks else _ON_PHONE)
    below = ft.Container(panel, expand=True, alignment=ft.Alignment.BOTTOM_CENTER)
    return ft.Container(
        ft.Column(
            [*_past_board(controller, width, height), below],
            spacing=GAP,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        expand=True,
        padding=PAD,
    )


def beside_the_past(
    controller: MatchController, panel: ft.Control, room: float
) -> list[ft.Control]:
    """Build the board of the moment and the panel below it, in a column of that height."""
    width, height = (float(current_page().width or 840) - RAIL) / 2 - 2 * _EDGE, room * _BESIDE
    then = _past_board(controller, width, height)
    left = room - (len(then) > 1) * height - len(then[:1]) * _BAR
    return [*then, ft.Container(panel, height=left, alignment=ft.Alignment.TOP_CENTER)]


def _past_board(controller: MatchController, width: float, height: float) -> list[ft.Control]:
    """Build the banner and the board of that moment, which is only shown; empty if it is now.

    Where the panel needs the room, the banner stands alone.
    """
    bar, entry = past_bar(controller), past_entry(controller)
    if bar is None or entry is None:
        return []
    if controller.ctx.settings.large_text or height < _LEAST:
        return [bar]
    whole = redacted_for_all(controller.shown)
    then, ctx = whole.before(entry), controller.ctx
    about = controller.interaction.mode is Mode.AMEND and then is not whole
    after = whole.before_step(len(then.steps) + 1) if about else None
    board = still_board(ctx, then, controller.seat, width, height, after)
    inside = ft.Column(
        [ft.Container(board, ignore_interactions=True)],
        key="past:scroll",
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    # Its places answer nothing, so it is told as one picture, and the panel comes next.
    picture = ft.Semantics(
        image=True,
        label=ctx.words("past.table_then"),
        content=ft.Semantics(exclude_semantics=True, content=inside),
    )
    return [bar, ft.Container(picture, key="past:board", height=height)]


def still_board(
    ctx: AppContext,
    match: Match,
    seat: Seat,
    width: float,
    height: float,
    after: Match | None = None,
) -> ft.Control:
    """Build the board of a match on which nothing can be touched.

    Args:
        ctx: context of the screen.
        match: match whose board it is.
        seat: seat that would report.
        width: available width.
        height: available height.
        after: match after the step whose places are marked, if not the last one.
    """
    return game_screen(match.game.id).board(
        BoardInput(
            match=match,
            wording=ctx.wording(match),
            layout=ctx.layout,
            width=width,
            height=height,
            visible_height=height,
            text_scale=ctx.settings.text_scale,
            seat=seat,
            offers=None,
            on_touch=_only_shown,
            still=True,
            after=after,
        )
    )


def _only_shown(_place: str) -> None:
    """Ignore touches: the board of the past is a picture."""
