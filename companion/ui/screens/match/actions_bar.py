"""Actions bar below the board: the primary actions in fixed places, and all others."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import flet as ft

from companion.kernel import legality
from companion.kernel.box import by_hand
from companion.kernel.memo import memoised
from companion.match.fold import Match
from companion.services.privacy import visibility
from companion.ui import routes
from companion.ui.boards.contract import GameScreen, Quick, game_screen
from companion.ui.panels.control.edit_entry import on_branch
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.due_list import due_list_title, open_due_list
from companion.ui.panels.shared_table import idle, table_view
from companion.ui.screens.match.arrangement import Sizes, current_controller, sizes_of
from companion.ui.theme import GAP, TOUCH
from companion.ui.views.report.interaction import Due, Mode, Panel, Start
from companion.ui.views.report.interaction_events import Press
from companion.ui.views.report.report_form import PrimaryAction, has_defaults, likely
from companion.ui.views.table.status import (
    KindButton,
    MatchStatus,
    kind_buttons,
    left_unread,
)
from companion.ui.widgets import cached_part, outline, primary, sign, tappable

_NOBODY = -1
_END = 132
"""Width of the button that ends a turn."""


@dataclass(frozen=True)
class _Foot:
    """Content of the bar, compared to decide whether it must render again."""

    due_list: tuple[Due, ...]
    """Due reports that are recorded together; they are then the first act."""
    acts: tuple[PrimaryAction | None, ...]
    quick: tuple[tuple[Quick, ...], ...]
    """Quick buttons of each act."""
    seat: int
    """Seat of the acts; `_NOBODY`: there are none."""
    waits: bool
    """True if other seats have to act."""
    touched: bool
    """True if something can be done only by touching the board."""
    doubt: bool
    unread: bool
    """True if the table does by hand what nobody has read."""
    sizes: Sizes
    large: bool

    @property
    def high(self) -> float:
        """Return the height of the primary actions."""
        return self.sizes.acts * self.sizes.scale


def foot(controller: MatchController, screen: GameScreen, view: MatchStatus) -> ft.Control:
    """Build the actions available when nothing is open."""
    if view.over and not on_branch(controller):
        words, route = controller.ctx.words, routes.match(controller.match_id, "final")
        return primary(
            words("table.see_outcome"),
            lambda _e: controller.ctx.go(route),
            icon=ft.Icons.EMOJI_EVENTS,
        )
    if not controller.mine:
        table = table_view(controller.ctx, controller.match)
        of = controller.ctx, controller.match_id, table.lost
        return cached_part("idle", lambda *_: idle(controller), *of)
    return cached_part("foot", partial(_button_rows, controller), _content(controller, screen))


def _content(controller: MatchController, screen: GameScreen) -> _Foot:
    game, match = controller.match.game, controller.match
    kinds = _possible(
        controller,
        screen,
        kind_buttons(match, controller.wording, controller.seat, controller.mine),
    )
    acts = likely(kinds, screen.likely, lambda kind: has_defaults(game, kind))
    quick = (
        screen.quick(match, controller.wording, controller.seat, act.kind) if act else ()
        for act in acts
    )
    here = {act.kind for act in acts if act}
    doubts = controller.interaction.mode is Mode.DOUBT
    return _Foot(
        () if doubts else screen.due_list(match, controller.seat),
        acts,
        tuple(quick),
        controller.seat if any(acts) else _NOBODY,
        controller.seat not in game.awaiting(match.state),
        any(kind.refusal is None and kind.kind not in here for kind in kinds),
        doubts,
        not doubts and left_unread(match) is not None,
        sizes_of(controller.ctx),
        controller.ctx.settings.large_text,
    )


def _possible(
    controller: MatchController, screen: GameScreen, kinds: tuple[KindButton, ...]
) -> tuple[KindButton, ...]:
    """Return the kinds without those that certainly have no legal report."""
    match, seat = controller.match, controller.seat
    private = visibility.private_for(match, controller.mine, seat)
    return tuple(
        kind
        for kind in kinds
        if kind.refusal
        or kind.kind not in screen.fully_enumerated
        or memoised(match, _has_legal, seat, kind.kind, private)
    )


def _has_legal(match: Match, seat: int, kind: str, private: bool) -> bool:
    """Return whether any report of a kind is legal, as far as the device may know."""
    legal = legality.legal_of_kind(match.game, match.state, seat, kind, private=private)
    return next(legal, None) is not None


def _button_rows(controller: MatchController, of: _Foot) -> ft.Control:
    first, second, last = (*of.acts, None, None, None)[:3]
    row = [_first(controller, of, first), _end(controller, of, last)]
    ways = [
        _second(controller, of, second),
        _other(controller, of),
        *([_doubt(controller, of)] if controller.match.game.judged else []),
        _tools(controller, of),
    ]
    # With large text, each row becomes two rows.
    rows = [row[:1], row[1:], ways[:2], ways[2:]] if of.large else [row, ways]
    return ft.Column(
        [ft.Row(each, spacing=GAP) for each in rows], spacing=of.sizes.space, tight=True
    )


def _second(controller: MatchController, of: _Foot, act: PrimaryAction | None) -> ft.Control:
    if act is None and of.unread:
        way = _ActionButton("by_hand:open", controller.ctx.words("by_hand.title"), ft.Icons.EDIT)
        return _cached_button(of, way, lambda _e: current_controller().show(Panel.BY_HAND))
    if act is None:
        return ft.Container(expand=1, key="second")
    icon = game_screen(controller.match.game.id).signs.get(act.kind, ft.Icons.PLAY_ARROW)
    spoken = _spoken(controller, act)
    way = _ActionButton(_key(of, act.kind), _short(controller, act), icon, spoken)
    return _cached_button(of, way, _opening(act))


def _opening(act: PrimaryAction, *, thorough: bool = False) -> Callable[[object], None]:
    if act.kind == by_hand.KIND:
        return lambda _e: current_controller().show(Panel.BY_HAND)
    return lambda _e: current_controller().open(Start(act.kind), thorough=thorough)


def _key(of: _Foot, kind: str) -> str:
    # The key includes the seat, so that touching twice does not end the turn of the next seat too.
    return f"kind:{kind}:{of.seat}"


def _first(controller: MatchController, of: _Foot, act: PrimaryAction | None) -> ft.Control:
    """Build the first primary action: one button, or one per quick value."""
    if of.due_list:
        return ft.Container(_together(controller, of), expand=True)
    if act is None:
        return _hint(controller, of)
    if of.quick[0]:
        return ft.Row(
            [_quick(controller, of, act, each) for each in of.quick[0]],
            spacing=GAP / 2,
            expand=True,
        )
    return _act(controller, of, act, expand=True)


def _together(controller: MatchController, of: _Foot) -> ft.Control:
    back, ink = _colours(of)
    text = due_list_title(controller, of.due_list)
    return tappable(
        _text(text, ink, 17),
        text,
        lambda _e: open_due_list(current_controller()),
        key=f"due_list:{controller.seat}",
        height=of.high,
        padding=ft.Padding.symmetric(horizontal=6),
        bgcolor=back,
        alignment=ft.Alignment.CENTER,
        expand=1,
    )


def _hint(controller: MatchController, of: _Foot) -> ft.Control:
    """Build the hint shown instead of an action: wait, or touch the board."""
    if not (of.waits or of.touched):
        return ft.Container(key="hint", expand=True, height=of.high)
    faint = ft.Colors.ON_SURFACE_VARIANT
    text = controller.ctx.words("mesa.wait_turn" if of.waits else "mesa.touch_board")
    icon = ft.Icons.HOURGLASS_EMPTY if of.waits else ft.Icons.TOUCH_APP
    said = ft.Text(text, size=16, color=faint, expand=True)
    row = ft.Row([ft.Icon(icon, size=22 * of.sizes.scale, color=faint), said], spacing=8)
    return ft.Container(
        row,
        key="hint",
        expand=True,
        height=of.high,
        padding=ft.Padding.symmetric(horizontal=10),
        alignment=ft.Alignment.CENTER_LEFT,
    )


def _quick(
    controller: MatchController,
    of: _Foot,
    act: PrimaryAction,
    quick: Quick,
    *,
    titled: bool = False,
) -> ft.Control:
    """Build the button for one value of an act, titled if the value alone is not clear."""
    start = Start(act.kind, {quick.field: quick.value})
    # With large text or three long values there is no room for an icon beside several letters.
    narrow = of.large or any(len(each) > _ROOMY for each in of.quick)
    face = quick_face(quick, bare=narrow and len(quick.text) > _BARE)
    if titled:
        face = ft.Column(
            [_text(_short(controller, act), quick.ink, 12), face],
            spacing=0,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
    return tappable(
        face,
        f"{act.label} · {quick.label}",
        lambda _e: current_controller().open(start),
        key=f"{_key(of, act.kind)}:{quick.value}",
        height=of.high,
        bgcolor=quick.back,
        border=outline(1, ft.Colors.OUTLINE),
        alignment=ft.Alignment.CENTER,
        padding=0,
        expand=1,
    )


_BARE, _ROOMY = 3, 2
"""Text length that fits beside an icon, and number of quick buttons with room for any text."""


def quick_face(quick: Quick, *, bare: bool = False) -> ft.Control:
    """Build the icon and number of a quick button, or only the number if `bare`."""
    return ft.Row(
        [
            *([] if bare else [sign(quick.icon, 22, quick.ink)]),
            ft.Text(
                quick.text,
                size=_size(quick.text),
                weight=ft.FontWeight.BOLD,
                color=quick.ink,
                max_lines=1,
            ),
        ],
        spacing=2,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )


_SIZES = ((3, 24), (4, 20), (6, 16))
"""Font size by greatest text length, so that three buttons fit side by side."""


def _size(text: str) -> float:
    return next((size for most, size in _SIZES if len(text) <= most), 14)


def _act(
    controller: MatchController, of: _Foot, act: PrimaryAction, *, expand: bool = False
) -> ft.Control:
    """Build an act, with a button for the fields that a quick report leaves at their defaults."""
    back, ink = _colours(of)
    main = tappable(
        _text(_short(controller, act), ink, 17),
        _spoken(controller, act),
        _opening(act),
        key=_key(of, act.kind),
        height=of.high,
        padding=ft.Padding.symmetric(horizontal=6),
        bgcolor=back,
        alignment=ft.Alignment.CENTER,
        expand=1,
    )
    if not act.more:
        return ft.Container(main, expand=expand)
    more = tappable(
        ft.Icon(ft.Icons.MORE_HORIZ, size=22, color=ink),
        controller.ctx.words("mesa.more_of", action=act.label),
        _opening(act, thorough=True),
        key=f"more:{act.kind}:{of.seat}",
        height=of.high,
        width=TOUCH,
        bgcolor=back,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Row([main, more], spacing=2, expand=expand)


def _end(controller: MatchController, of: _Foot, act: PrimaryAction | None) -> ft.Control:
    inside = _act(controller, of, act, expand=of.large) if act else None
    if act and of.quick[2]:
        values = [_quick(controller, of, act, each, titled=True) for each in of.quick[2]]
        inside = ft.Row(values, spacing=GAP / 4, expand=of.large)
    if of.large:
        return ft.Row([inside] if inside else [], expand=True, key="end")
    return ft.Container(inside, width=_END * of.sizes.scale, height=of.high, key="end")


def _short(controller: MatchController, act: PrimaryAction) -> str:
    """Return the game's short word for an act, or its name."""
    if act.kind == by_hand.KIND:
        return controller.ctx.words("by_hand.title")
    key, own = f"short.{act.kind}", controller.wording.own
    return own(key) if key in own else act.label


def _spoken(controller: MatchController, act: PrimaryAction) -> str:
    """Return the name of an act, after its short word unless it begins with that."""
    short = _short(controller, act)
    return act.label if act.label.startswith(short) else f"{short}: {act.label}"


def _colours(of: _Foot) -> tuple[str, str]:
    if of.doubt:
        return ft.Colors.TERTIARY_CONTAINER, ft.Colors.ON_TERTIARY_CONTAINER
    return ft.Colors.PRIMARY_CONTAINER, ft.Colors.ON_PRIMARY_CONTAINER


def _text(text: str, ink: str, size: float) -> ft.Control:
    return ft.Text(
        text,
        size=size if len(text) <= 18 else size - 3,
        weight=ft.FontWeight.W_600,
        color=ink,
        text_align=ft.TextAlign.CENTER,
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
        style=ft.TextStyle(height=1.1),
    )


@dataclass(frozen=True)
class _ActionButton:
    """Secondary action: its icon above its name."""

    key: str
    text: str
    icon: ft.IconData
    label: str = ""
    lit: bool = False


def _other(controller: MatchController, of: _Foot) -> ft.Control:
    way = _ActionButton("kinds", controller.ctx.words("mesa.more_kinds"), ft.Icons.MORE_HORIZ)
    return _cached_button(of, way, lambda _e: current_controller().show(Panel.KINDS))


def _doubt(controller: MatchController, of: _Foot) -> ft.Control:
    words = controller.ctx.words
    text = words("mesa.doubt_off" if of.doubt else "table.doubt")
    label = text if of.doubt else words("mesa.doubt_spoken")
    way = _ActionButton("doubt", text, ft.Icons.HELP_OUTLINE, label, of.doubt)
    return _cached_button(of, way, lambda _e: current_controller().send(Press.SWITCH_DOUBT))


def _tools(controller: MatchController, of: _Foot) -> ft.Control:
    way = _ActionButton("tools", controller.ctx.words("tools.title"), ft.Icons.HANDYMAN_OUTLINED)
    return _cached_button(of, way, lambda _e: current_controller().show(Panel.TOOLS))


def _cached_button(of: _Foot, way: _ActionButton, on_tap: Callable[[object], None]) -> ft.Control:
    return cached_part(f"way:{way.key}", partial(_way_drawn, on_tap), way, of.sizes)


def _way_drawn(on_tap: Callable[[object], None], way: _ActionButton, sizes: Sizes) -> ft.Control:
    ink = ft.Colors.ON_TERTIARY if way.lit else ft.Colors.ON_SURFACE
    visual = ft.Column(
        [ft.Icon(way.icon, size=20 * sizes.scale, color=ink), _text(way.text, ink, 12)],
        spacing=0,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return tappable(
        visual,
        way.label or way.text,
        on_tap,
        key=way.key,
        height=sizes.ways * sizes.scale,
        padding=ft.Padding.symmetric(horizontal=2),
        bgcolor=ft.Colors.TERTIARY if way.lit else ft.Colors.SURFACE_CONTAINER_HIGHEST,
        alignment=ft.Alignment.CENTER,
        expand=1,
    )
