"""Header above the board: whose turn it is, what may be done, undo and navigation."""

from functools import partial

import flet as ft

from companion.kernel.values import Seat
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.layout import PAD, Layout, column_beside
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.shared_table import share_button, table_view
from companion.ui.screens.match.arrangement import current_controller, sizes_of
from companion.ui.theme import seat_look
from companion.ui.views.shared_table import away
from companion.ui.views.table.status import MatchStatus
from companion.ui.widgets import cached_part, icon_button, seat_badge


def head(controller: MatchController, view: MatchStatus) -> ft.Control:
    """Build the header: turn, possible actions, home, shared table and undo."""
    table = table_view(controller.ctx, controller.match)
    share = (table.is_open, away(table, controller.ctx.words))
    names, ctx = controller.match.options.players, controller.ctx
    past = controller.may_undo
    said = (view.headline, view.now, view.acting, names, controller.match.colours)
    room = (ctx.layout, _room(ctx, len(view.acting[:2])), shows_the_table(ctx), sizes_of(ctx))
    shown = (*said, share, past, *room, ctx.settings.large_text)
    return cached_part("head", lambda *_: _header_row(controller, view, share, past), *shown)


_NARROW = 400
"""Width below which the shared table button is among the tools."""


def shows_the_table(ctx: AppContext) -> bool:
    """Return whether there is room for the shared table button."""
    width = column_beside(ctx.layout, ft.context.page.width or 320)
    return ctx.layout is not Layout.PHONE or (width >= _NARROW and not ctx.settings.large_text)


def _header_row(
    controller: MatchController, view: MatchStatus, share: tuple[bool, str], past: bool
) -> ft.Control:
    ctx, names, sizes = controller.ctx, controller.match.options.players, sizes_of(controller.ctx)
    colours = controller.match.colours
    badges = [
        cached_part(f"badge:{seat}", seat_badge, colours[seat], names[seat], 36)
        for seat in view.acting[:2]
    ]
    bare, large_text = ctx.layout is not Layout.PHONE and not badges, ctx.settings.large_text
    row = ft.Row(
        [
            *([cached_part("home", lambda: _home(ctx))] if ctx.layout is Layout.PHONE else []),
            *badges,
            ft.Container(_status_lines(controller, view), expand=True),
            *([cached_part("share", partial(_share, ctx), *share)] if shows_the_table(ctx) else []),
            cached_part("undo", partial(_undo, ctx), past),
        ],
        spacing=4,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Container(
        row,
        height=None if large_text else sizes.head * sizes.scale,
        # Without buttons, the text is aligned with the content below. Large text makes the header
        # as high as needed, with padding to keep it off the edges.
        padding=ft.Padding.only(
            left=PAD if bare else 4, right=2, top=2 * large_text, bottom=2 * large_text
        ),
        border=ft.Border.only(
            bottom=ft.BorderSide(3, _colour(tuple(colours[seat] for seat in view.acting)))
        ),
    )


def _home(ctx: AppContext) -> ft.Control:
    return icon_button(
        ft.Icons.HOME_OUTLINED, ctx.words("nav.home"), lambda _e: _go(routes.HOME), key="home"
    )


def _go(route: str) -> None:
    current_controller().ctx.go(route)


def _share(ctx: AppContext, is_open: bool, away_: str) -> ft.Control:
    def go() -> None:
        _go(routes.match(current_controller().match_id, "compartir"))

    return share_button(ctx.words, go, is_open=is_open, away=away_)


def _undo(ctx: AppContext, past: bool) -> ft.Control:
    return icon_button(
        ft.Icons.UNDO,
        ctx.words("button.undo"),
        lambda _e: current_controller().undo(),
        key="undo",
        disabled=not past,
    )


def _colour(acting: tuple[Seat, ...]) -> str:
    return seat_look(acting[0]).colour if len(acting) == 1 else ft.Colors.OUTLINE_VARIANT


_LETTER = 0.56
"""Width of a bold letter, relative to its size."""
_NARROW_LETTER = 0.5
"""Width of any other letter, relative to its size."""
_BUTTON = 52
"""Width of a button beside the text, including its spacing."""


def _room(ctx: AppContext, badges: int) -> float:
    """Return the width left for the text."""
    buttons = (ctx.layout is Layout.PHONE) + shows_the_table(ctx) + 1
    wide = column_beside(ctx.layout, float(ft.context.page.width or 320))
    return wide - _BUTTON * buttons - 40 * badges - 6


def _fitting(view: MatchStatus, room: float, most: float) -> tuple[float, int]:
    """Return the title size and line count: as large as fits one line, else small on more."""
    wide = _LETTER * len(view.headline)
    if not view.now:
        return (most, 2) if wide * most <= _FILLED * 2 * room else (_SMALLEST, 3)
    size = min(most, room / max(_LETTER, wide))
    return (size, 1) if size >= _SMALLEST else (_SMALLEST, 2)


_FILLED = 0.85
"""Share of two lines that words fill, as they are not broken."""
_SMALLEST = 14
"""Smallest title size, still larger than the text under it."""


def _status_lines(controller: MatchController, view: MatchStatus) -> ft.Control:
    """Build two short lines: whose turn it is, and what may be done."""
    large, low = controller.ctx.settings.large_text, sizes_of(controller.ctx).low
    room = _room(controller.ctx, len(view.acting[:2]))
    size, lines = _fitting(view, room, 17 if low else 18)
    small = 13 if low else 14
    if low and not large and len(view.now) * small * _NARROW_LETTER > room:
        # Three lines have to fit in the room of two.
        size, small = min(size, 15), 12
    title = ft.Semantics(
        heading_level=1,
        live_region=True,
        content=ft.Text(
            view.headline,
            size=size,
            weight=ft.FontWeight.BOLD,
            max_lines=4 if large else lines,
            overflow=ft.TextOverflow.ELLIPSIS,
            style=ft.TextStyle(height=1.15),
        ),
    )
    now = ft.Text(
        view.now,
        size=small,
        max_lines=3 if large else max(1, 3 - lines),
        overflow=ft.TextOverflow.ELLIPSIS,
        style=ft.TextStyle(height=1.15),
    )
    return ft.Column([title, *([now] if view.now else [])], spacing=0, tight=True)
