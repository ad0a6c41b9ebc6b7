"""Pieces of the match screen: whose turn, the seats, what just happened."""

from collections.abc import Callable

import flet as ft

from companion.kernel.values import Seat
from companion.ui import routes
from companion.ui.boards.contract import GameScreen, Holding
from companion.ui.context import AppContext
from companion.ui.layout import Layout
from companion.ui.panels.action_kinds import large_text
from companion.ui.panels.clerk import Clerk
from companion.ui.panels.mending import on_branch
from companion.ui.panels.peek import hides_from_others, peek_bar
from companion.ui.panels.ruling_card import note_line
from companion.ui.panels.together import news_line, table_button
from companion.ui.screens.table.numbers import number_chips, numbers_of
from companion.ui.theme import GAP, RADIUS, seat_look
from companion.ui.views.desk import Panel
from companion.ui.views.glance import Handout, MesaView
from companion.ui.views.origins import Source
from companion.ui.widgets import Drawing, icon_button, seat_badge, still, tappable


def turn_header(clerk: Clerk, view: MesaView) -> ft.Control:
    """Whose turn it is, big, and the way back from any slip."""
    ctx = clerk.ctx
    home = icon_button(
        ft.Icons.HOME_OUTLINED, ctx.words("nav.home"), lambda _e: ctx.go(routes.HOME), key="home"
    )
    names = clerk.match.options.players
    badges = [seat_badge(seat, names[seat], 44) for seat in view.acting[:2]]
    size = 18 if large_text(ctx) else 26 if ctx.layout is Layout.WIDE else 22
    title = ft.Semantics(
        heading_level=1,
        live_region=True,
        content=ft.Text(
            view.headline,
            size=size,
            weight=ft.FontWeight.BOLD,
            max_lines=2,
            overflow=ft.TextOverflow.ELLIPSIS,
        ),
    )
    acting = view.acting[0] if len(view.acting) == 1 else None
    return ft.Container(
        ft.Row(
            [
                *([home] if ctx.layout is Layout.PHONE else []),
                *badges,
                ft.Container(title, expand=True),
                _way_back(clerk),
            ],
            spacing=2 if ctx.layout is Layout.PHONE else 6,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        padding=ft.Padding.only(left=6, right=2, top=4, bottom=4),
        border=ft.Border.only(
            bottom=ft.BorderSide(
                4, seat_look(acting).colour if acting is not None else ft.Colors.OUTLINE_VARIANT
            )
        ),
    )


def _way_back(clerk: Clerk) -> ft.Control:
    """The table panel, undo and redo."""
    timeline, words = clerk.recorded.timeline, clerk.ctx.words
    branch = on_branch(clerk)
    past = bool(clerk.desk.edits if branch else timeline.past)
    future = bool(timeline.future) and not branch

    def draw() -> ft.Control:
        undo = icon_button(
            ft.Icons.UNDO,
            words("button.undo"),
            lambda _e: clerk.live.undo(),
            key="undo",
            disabled=not past,
        )
        redo = icon_button(
            ft.Icons.REDO,
            words("button.redo"),
            lambda _e: clerk.live.redo(),
            key="redo",
            disabled=not future,
        )
        return ft.Row(
            [table_button(clerk), undo, redo],
            spacing=2 if clerk.ctx.layout is Layout.PHONE else 6,
            tight=True,
        )

    is_open = clerk.ctx.hub.table(clerk.match).is_open
    return still(Drawing((is_open, past, future, clerk.ctx.layout), draw), key="way-back")


def due(view: MesaView) -> ft.Control:
    """What is due now."""
    texts = [duty.text for duty in view.duties if not duty.optional]
    return ft.Column(
        [ft.Text(text, size=15, weight=ft.FontWeight.W_600) for text in texts],
        spacing=2,
        tight=True,
    )


def optional_duties(ctx: AppContext, view: MesaView) -> list[ft.Control]:
    """What may be done besides."""
    texts = [duty.text for duty in view.duties if duty.optional]
    if not texts:
        return []
    title = ft.Text(ctx.words("table.optional_due"), size=14, weight=ft.FontWeight.W_600)
    return [title, *(ft.Text(f"• {text}", size=14) for text in texts)]


def happened(
    clerk: Clerk,
    view: MesaView,
    ticked: frozenset[str],
    tick: Callable[[str], None],
    opened: bool,
    switch: Callable[[], None],
    news: str = "",
) -> ft.Control:
    """What was done last, what to hand out, and on demand every consequence.

    It stands out while it is `news`: what another device recorded since this one looks on.
    """
    ctx = clerk.ctx
    lines: list[ft.Control] = [news_line(news)] if news else []
    lines.append(_happened_head(clerk, view, opened, switch))
    if opened:
        lines += [ft.Text(text, size=15) for text in view.happened]
    lines += [note_line(ctx, clerk.match.game.id, note) for note in view.notes]
    shown = [h for h in view.handouts if opened or h.key not in ticked]
    if shown:
        lines.append(ft.Text(ctx.words("table.hand_out"), size=14, weight=ft.FontWeight.W_600))
        lines += [_handout(handout, handout.key in ticked, tick) for handout in shown]
    if opened:
        lines += optional_duties(ctx, view)
    return ft.Container(
        ft.Column(lines, spacing=6, tight=True),
        bgcolor=ft.Colors.PRIMARY_CONTAINER if news else ft.Colors.SURFACE_CONTAINER_LOW,
        border=ft.Border.all(2, ft.Colors.PRIMARY) if news else None,
        border_radius=RADIUS,
        padding=ft.Padding.only(left=12, right=4, top=6 if news else 2, bottom=6),
        key="happened",
    )


def _handout(handout: Handout, done: bool, tick: Callable[[str], None]) -> ft.Control:
    """One thing to hand out, to be ticked off."""
    icon = ft.Icons.CHECK_BOX if done else ft.Icons.CHECK_BOX_OUTLINE_BLANK
    return tappable(
        ft.Row([ft.Icon(icon, size=24), ft.Text(handout.text, size=17, expand=True)], spacing=10),
        handout.text,
        lambda _e: tick(handout.key),
        key=f"handout:{handout.key}",
        selected=done,
        padding=ft.Padding.symmetric(horizontal=10, vertical=12),
        bgcolor=None if done else ft.Colors.SURFACE_CONTAINER_HIGH,
        radius=12,
    )


def _happened_head(
    clerk: Clerk, view: MesaView, opened: bool, switch: Callable[[], None]
) -> ft.Control:
    ctx = clerk.ctx
    more = bool(view.happened or view.handouts or view.duties)
    word = ctx.words("a11y.collapse" if opened else "a11y.expand")
    buttons: list[ft.Control] = [
        icon_button(
            ft.Icons.HISTORY,
            ctx.words("undo.list"),
            lambda _e: clerk.show(Panel.UNDO),
            key="undo:list",
        )
    ]
    if more:
        icon = ft.Icons.EXPAND_LESS if opened else ft.Icons.EXPAND_MORE
        buttons.insert(0, icon_button(icon, word, lambda _e: switch(), key="happened:switch"))
    text = ft.Semantics(
        live_region=True,
        content=ft.Text(view.last, size=16, weight=ft.FontWeight.W_600),
    )
    return ft.Row(
        [ft.Container(text, expand=True), *buttons],
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def seat_strip(
    clerk: Clerk,
    screen: GameScreen,
    view: MesaView,
    peeking: Seat | None,
    peek: Callable[[Seat], None],
    ask: Callable[[Seat, Source], None] | None,
) -> ft.Control:
    """The seats side by side, with what lies in front of each.

    Below them stands what lies in front of the one that was touched, each number to be touched by
    itself where `ask` can tell what made it.
    """
    strip = ft.Row(
        [
            _seat(clerk, screen, line.seat, line.acting, peeking == line.seat, peek)
            for line in view.seats
        ],
        spacing=GAP,
        run_spacing=GAP,
        wrap=large_text(clerk.ctx),
    )
    numbers = numbers_of(clerk, screen, peeking) if ask is not None else ()
    if ask is None or peeking is None or not (numbers or covered_here(clerk, peeking)):
        return strip
    # What is held stands above what it shows, and keeps its place.
    bar = [peek_bar(clerk.ctx, clerk.wording, peeking, clerk.peek)] * covered_here(clerk, peeking)
    return ft.Column(
        [strip, *bar, number_chips(clerk, peeking, numbers, ask)], spacing=GAP, tight=True
    )


def covered_here(clerk: Clerk, seat: Seat) -> bool:
    """Whether this device covers what a seat hides until its owner looks."""
    return hides_from_others(clerk.match, clerk.mine, seat)


def _seat(
    clerk: Clerk,
    screen: GameScreen,
    seat: Seat,
    acting: bool,
    open_: bool,
    peek: Callable[[Seat], None],
) -> ft.Control:
    found = screen.holdings(clerk.match, clerk.wording, seat, clerk.seen)
    wraps = large_text(clerk.ctx)
    width = (ft.context.page.width or 320) - 40 if wraps else None

    def draw() -> ft.Control:
        return _seat_card(clerk, seat, acting, open_, found, peek, width)

    content = (seat, clerk.match.options.players, clerk.mine, acting, open_, found, width)
    return ft.Container(
        still(Drawing(content, draw), key=f"seat:{seat}"), expand=None if wraps else 1
    )


def _seat_card(
    clerk: Clerk,
    seat: Seat,
    acting: bool,
    open_: bool,
    found: tuple[Holding, ...],
    peek: Callable[[Seat], None],
    width: float | None,
) -> ft.Control:
    words, name = clerk.ctx.words, clerk.wording.player(seat)
    covered = any(holding.hidden for holding in found)
    said = [h.label for h in found if not h.closed and (open_ or not h.hidden)]
    label = words("mesa.seat", name=name, holdings=", ".join(said))
    if covered and not open_:
        label = words("mesa.seat_peek", seat=label)
    if any(holding.closed for holding in found):
        key = "mesa.seat_hold" if covered_here(clerk, seat) and not open_ else "mesa.seat_closed"
        label = words(key, seat=label)
    look = seat_look(seat)
    visual = ft.Column(
        [
            ft.Row(
                [
                    seat_badge(seat, name, 21),
                    ft.Text(
                        name,
                        size=14,
                        weight=ft.FontWeight.BOLD if acting else ft.FontWeight.W_500,
                        max_lines=1,
                        overflow=ft.TextOverflow.ELLIPSIS,
                        expand=True,
                    ),
                ],
                spacing=3,
            ),
            ft.Row(
                _holdings(found, open_),
                spacing=8 if len(clerk.match.options.players) < 4 else 5,
                run_spacing=0,
                wrap=True,
            ),
        ],
        spacing=2,
        tight=True,
    )
    return tappable(
        visual,
        label,
        lambda _e: peek(seat),
        selected=open_,
        padding=ft.Padding.symmetric(horizontal=6, vertical=5),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH if acting else ft.Colors.SURFACE_CONTAINER_LOW,
        border=ft.Border.all(
            3 if acting else 1, look.colour if acting else ft.Colors.OUTLINE_VARIANT
        ),
        radius=12,
        width=width,
    )


def _holdings(found: tuple[Holding, ...], open_: bool) -> list[ft.Control]:
    """What is in sight in full; what is covered, however much it is, behind one closed eye."""
    covered = [h for h in found if h.closed or (h.hidden and not open_)]
    marks = [_holding(holding) for holding in found if holding not in covered]
    if covered:
        icons = [ft.Icon(holding.icon, size=14) for holding in covered[:2]]
        eye = ft.Icon(ft.Icons.VISIBILITY_OFF, size=15)
        marks.append(ft.Row([*icons, eye], spacing=1, tight=True))
    return marks


def _holding(holding: Holding) -> ft.Control:
    number = ft.Text(holding.text, size=16, weight=ft.FontWeight.BOLD)
    return ft.Row([ft.Icon(holding.icon, size=14), number], spacing=1, tight=True)
