"""Arrangement of the match screen. The board never moves, whatever is open.

On a phone the order is: header, seats, board, last action, actions bar. An open panel covers the
lower part, no taller than its content. On wider screens the board has a side of its own.
"""

from dataclasses import dataclass

import flet as ft

from companion.kernel.memo import ById
from companion.ui.context import AppContext
from companion.ui.hooks import CurrentScreenCallback
from companion.ui.layout import PAD, Layout, beside_board, board_side
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.widgets import cached_part, reading_group


@dataclass(frozen=True, slots=True)
class Sizes:
    """Heights in logical pixels, at 100 % text."""

    head: float
    race: float
    last: float
    acts: float
    """Row of the primary actions."""
    ways: float
    """Row of the secondary actions."""
    space: float
    scale: float
    """Text scale, 1 for 100 %."""
    low: bool = False
    """True if the screen is low."""

    @property
    def fixed(self) -> float:
        """Return the total height of the fixed parts."""
        rows = self.head + self.race + self.last + self.acts + self.ways
        return rows * self.scale + 3 * self.space + 18


_LOW = 800
"""Height below which the parts are as low as a touch target allows."""


def sizes_of(ctx: AppContext) -> Sizes:
    """Return the sizes for the height of the screen."""
    scale = ctx.settings.grown
    if (ft.context.page.height or 915) < _LOW:
        return Sizes(52, 50, 48, 50, 50, 4, scale, low=True)
    return Sizes(58, 58, 56, 60, 54, 6, scale)


_BAR = 66
"""Height of the tabs below the screen."""
_LARGE_HEAD = 1.3
"""Factor for the header height with large text, which takes more lines."""
_NOTICE = 58
"""Usual height of a notice. With a taller one, the board scrolls a little."""
_HIGHEST = 75
"""Greatest height of an open panel, in percent of the screen."""
_HIGHEST_OF_LARGE = 90
"""The same with large text, whose header leaves little of the board in view."""


@dataclass(frozen=True)
class BoardRoom:
    """Space for the board, in logical pixels."""

    width: float
    height: float
    side: float = 0
    """Width of the board's own side; 0: it has none."""
    sight: float = 0
    """Visible height if everything scrolls; 0: the whole height."""


@dataclass(frozen=True)
class ScreenParts:
    """Parts of the screen, each with a key, so that opening a panel renders none of them again."""

    head: list[ft.Control]
    race: ft.Control
    board: ft.Control
    moment: ft.Control | None
    """Card with the consequences of the last act, if notable. It covers the foot of the board."""
    notices: list[ft.Control]
    last: ft.Control
    in_full: list[ft.Control]
    """All consequences of the last act, if there is room."""
    foot: ft.Control
    panel: ft.Control | None
    """Open panel, if any."""


def keyed(key: str, control: ft.Control, *, visible: bool = True) -> ft.Container:
    """Wrap a control with a key, so that it is recognised wherever it is placed."""
    return ft.Container(control, key=key, visible=visible)


def room_of(ctx: AppContext, notices: int) -> BoardRoom:
    """Return the space left for the board, with that number of notices."""
    page = ft.context.page
    width, height = float(page.width or 412), float(page.height or 915)
    if ctx.layout is not Layout.PHONE:
        side, high = board_side(ctx.layout, width), height - 2 * PAD
        if ctx.settings.large_text:
            return BoardRoom(side - 2 * PAD, float("inf"), side, sight=high)
        return BoardRoom(side - 2 * PAD, high, side)
    if ctx.settings.large_text:
        sizes = sizes_of(ctx)
        seen = height - _BAR - sizes.head * sizes.scale * _LARGE_HEAD - 2 * sizes.space
        return BoardRoom(width - 2 * PAD, float("inf"), sight=seen)
    left = height - _BAR - sizes_of(ctx).fixed - _NOTICE * notices
    return BoardRoom(width - 2 * PAD, left)


def width_beside(ctx: AppContext) -> float:
    """Return the width for the parts beside the board, or above and below it."""
    return beside_board(ctx.layout, float(ft.context.page.width or 412))


def arrange(ctx: AppContext, room: BoardRoom, parts: ScreenParts) -> ft.Control:
    """Arrange the parts for the layout."""
    if ctx.layout is not Layout.PHONE:
        column = _large_column(parts) if ctx.settings.large_text else _column(parts)
        return _beside(room, parts, column)
    return _large(parts) if ctx.settings.large_text else _phone(parts)


def _phone(of: ScreenParts) -> ft.Control:
    idle = of.panel is None
    board = ft.Column(
        [of.board],
        key="scroll",
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    column = ft.Column(
        [
            *of.head,
            of.race,
            ft.Container(board, expand=True, padding=ft.Padding.symmetric(horizontal=PAD)),
            _below_board(of, idle=idle),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return _under(column, of.panel)


def _below_board(of: ScreenParts, *more: ft.Control, idle: bool) -> ft.Control:
    """Build what an open panel hides.

    It has a column of its own: the client builds all children of a column again when one of them is
    shown, hidden, put in or taken out, and the board takes longest.
    """
    return ft.Column(
        [
            *([of.moment] if of.moment and idle else []),
            _stacked(of.notices, visible=idle),
            _last(of.last, visible=idle),
            _foot(of.foot, visible=idle),
            *more,
        ],
        key="below-board",
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _large(of: ScreenParts) -> ft.Control:
    """Arrange the parts in one scrolled column, the board first."""
    idle = of.panel is None
    column = ft.Column(
        [
            padded(of.board),
            # The seats are hidden while a place is asked for. Then nothing is left to scroll, and
            # the board stays in view.
            _below_board(of, ft.Container(_alone(of.race), key="race-at", visible=idle), idle=idle),
        ],
        key="scroll",
        scroll=ft.ScrollMode.AUTO,
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    screen = ft.Column([*of.head, column], spacing=0, expand=True)
    return _under(screen, of.panel, _HIGHEST_OF_LARGE)


def _beside(room: BoardRoom, of: ScreenParts, column: ft.LayoutControl) -> ft.Control:
    board = ft.Column(
        [of.board],
        key="scroll",
        scroll=ft.ScrollMode.AUTO,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Row(
        [
            ft.Container(board, width=room.side, padding=PAD, alignment=ft.Alignment.CENTER),
            ft.VerticalDivider(width=1),
            ft.Container(_under(column, of.panel), expand=True),
        ],
        spacing=0,
        expand=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _column(of: ScreenParts) -> ft.LayoutControl:
    """Build the column beside the board, with as much of the last action as fits."""
    idle = of.panel is None
    details = ft.Column(
        _last_details(of),
        key="beside",
        scroll=ft.ScrollMode.AUTO,
        spacing=8,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return ft.Column(
        [
            *of.head,
            of.race,
            *([of.moment] if of.moment and idle else []),
            ft.Container(
                details, padding=ft.Padding.symmetric(horizontal=16), expand=True, visible=idle
            ),
            _last(of.last, visible=idle),
            _foot(of.foot, visible=idle),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _large_column(of: ScreenParts) -> ft.LayoutControl:
    """Build the same column with large text: scrolled, with the actions first."""
    idle = of.panel is None
    details = ft.Column(
        _last_details(of), spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )
    scrolled = ft.Column(
        [
            *([of.moment] if of.moment and idle else []),
            _last(of.last, visible=idle),
            _foot(of.foot, visible=idle),
            of.race,
            ft.Container(details, padding=ft.Padding.symmetric(horizontal=16), visible=idle),
        ],
        key="beside",
        scroll=ft.ScrollMode.AUTO,
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return ft.Column([*of.head, scrolled], spacing=0, expand=True)


def _last_details(of: ScreenParts) -> list[ft.Control]:
    return [_stacked(of.notices, visible=True), *of.in_full]


def padded(control: ft.Control) -> ft.Container:
    """Add the standard margin around a control."""
    return ft.Container(control, padding=ft.Padding.symmetric(horizontal=PAD, vertical=3))


def _stacked(parts: list[ft.Control], *, visible: bool) -> ft.Control:
    return _notices(visible, *parts) if parts else cached_part("notices", _notices, visible)


def _notices(visible: bool, *parts: ft.Control) -> ft.Control:
    return ft.Container(
        ft.Column(
            [*parts], spacing=4, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
        ),
        key="notices",
        visible=visible,
        padding=ft.Padding.symmetric(horizontal=PAD),
    )


def _last(inside: ft.Control, *, visible: bool) -> ft.Control:
    return ft.Container(
        _alone(inside),
        key="last-at",
        visible=visible,
        padding=ft.Padding.symmetric(horizontal=PAD, vertical=3),
    )


def _foot(inside: ft.Control, *, visible: bool) -> ft.Control:
    return cached_part("actions", _around_foot, ById(inside), visible)


def _around_foot(inside: ById[ft.Control], visible: bool) -> ft.Control:
    return ft.Container(
        _alone(inside.thing),
        key="actions",
        visible=visible,
        padding=ft.Padding.symmetric(horizontal=PAD, vertical=6),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
    )


def _alone(part: ft.Control) -> ft.Control:
    """Wrap a cached part in a list of its own."""
    return ft.Column([part], tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _under(
    screen: ft.LayoutControl, panel: ft.Control | None, highest: int = _HIGHEST
) -> ft.Control:
    """Place a screen under the open panel, which is no taller than its content.

    What is over the screen stays when no panel is open, so that opening one builds no board again.
    """
    screen.left = screen.top = screen.right = screen.bottom = 0
    inside: list[ft.Control] = []
    if panel is not None:
        sheet = ft.Container(reading_group(panel), key="panel", expand=highest, expand_loose=True)
        inside = [ft.Container(expand=100 - highest), sheet]
    over = ft.Column(
        inside,
        key="over",
        spacing=0,
        alignment=ft.MainAxisAlignment.END,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        left=0,
        top=0,
        right=0,
        bottom=0,
    )
    return ft.Stack([screen, over], expand=True)


TOUCHED, TURN, OPEN, PEEK, TICK, COUNTED = (
    CurrentScreenCallback(name) for name in ("touched", "turn", "open", "peek", "tick", "counted")
)
"""Callbacks of the current screen.

In order: touch a place of the board, turn it, open a part of it, touch a seat, tick a handout,
touch a counter.
"""
CONTROLLER = CurrentScreenCallback("controller")


def current_controller() -> MatchController:
    """Return the match controller of the screen being touched."""
    controller = CONTROLLER()
    assert isinstance(controller, MatchController)
    return controller
