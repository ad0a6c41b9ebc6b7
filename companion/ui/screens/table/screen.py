"""The table at a glance: whose turn, what is due, what just happened, and how to report."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from companion.kernel.form import OpenBag
from companion.kernel.refusal import Refusal
from companion.match.clock import standing
from companion.ui import routes
from companion.ui.boards.contract import BoardInput, GameScreen, game_screen
from companion.ui.context import AppContext
from companion.ui.drafts.shelf import shelve, shelved, tick, ticks
from companion.ui.hooks import use_match
from companion.ui.layout import Layout
from companion.ui.panels.action_kinds import action_grid, kinds_panel, large_text
from companion.ui.panels.adjustment import AdjustPanel
from companion.ui.panels.broken_entry import broken_banner
from companion.ui.panels.clerk import Clerk
from companion.ui.panels.clock import clock_beside
from companion.ui.panels.correction import preview_panel
from companion.ui.panels.going_back import use_way_back
from companion.ui.panels.keeping import box_offer
from companion.ui.panels.mending import on_branch
from companion.ui.panels.peek import use_peek
from companion.ui.panels.proposals import proposal_lines
from companion.ui.panels.questions import question_panel, starts_panel
from companion.ui.panels.report_form import form_panel
from companion.ui.panels.ruling_card import ruling_panel
from companion.ui.panels.together import idle, presence, seatless
from companion.ui.panels.unreadable import unreadable
from companion.ui.screens.table.branch import branch_bar, consequences_panel, framed
from companion.ui.screens.table.hand import HandHelper
from companion.ui.screens.table.numbers import Number, number_panel
from companion.ui.screens.table.parts import due, happened, seat_strip, turn_header
from companion.ui.screens.table.problems import unsound_line, unsound_panel
from companion.ui.screens.table.undo import UndoPanel
from companion.ui.shell import screen
from companion.ui.views.desk import Desk, Panel
from companion.ui.views.glance import MesaView, at_hand, kind_buttons, mesa
from companion.ui.views.sharing import news
from companion.ui.widgets import primary

RAIL = 84
"""The room that the rail takes beside the screen, in logical pixels."""


_NOTHING: Number | None = None


@screen
def Screen(ctx: AppContext, match_id: str) -> ft.Control:
    """The match screen."""
    found = use_match(ctx, match_id)
    _, redraw = ft.use_state(0)
    opened, set_opened = ft.use_state(ctx.layout is Layout.WIDE)
    since = ft.use_ref(found.version)
    peek = use_peek(found.match)
    peeking, set_peeking = ft.use_state(-1)
    asked, set_asked = ft.use_state(_NOTHING)
    touch: ft.MutableRef[Callable[[str], None]] = ft.use_ref(None)
    on_touch = ft.use_callback(lambda place: touch.current(place) if touch.current else None, [])
    last: ft.MutableRef[Clerk] = ft.use_ref(None)
    latest = ft.use_callback(lambda: last.current, [])
    use_way_back(ctx, shelved(ctx.device, match_id), last)
    if found.match is None:
        return unreadable(ctx, found)

    def put(desk: Desk) -> None:
        shelve(ctx.device, match_id, desk)
        redraw(lambda count: count + 1)

    def ticked(key: str) -> None:
        tick(ctx.device, match_id, frozenset({key}))
        redraw(lambda count: count + 1)

    game = game_screen(found.match.game.id)
    now = partial(shelved, ctx.device, match_id)
    wording = ctx.wording(found.match)
    match = found.match.held_by(peek.seat)
    clerk = _branch(Clerk(ctx, match, wording, now(), put, now, latest=latest, peek=peek))
    last.current = clerk
    touch.current = lambda place: _touched(clerk, game, place)
    view = mesa(clerk.match, clerk.wording, clerk.mine, game.nouns, clerk.seen)
    number = number_panel(clerk, game, peeking, asked, lambda: set_asked(None))
    on_desk = _panel(clerk, game)
    parts = _Parts(
        panel=on_desk or number,
        due=keyed("due", _due(clerk, view)),
        seats=keyed(
            "seats",
            seat_strip(
                clerk,
                game,
                view,
                peeking,
                lambda seat: set_peeking(-1 if seat == peeking else seat),
                None if on_desk else lambda seat, source: set_asked((seat, source)),
            ),
        ),
        happened=keyed(
            "last",
            happened(
                clerk,
                view,
                ticks(ctx.device, match_id),
                ticked,
                opened,
                lambda: set_opened(not opened),
                news(found.match, ctx.device, since.current or 0, ctx.words),
            ),
        ),
        broken=[keyed("broken_at", broken_banner(clerk))] if clerk.match.broken else [],
        unsound=[
            *(keyed("unsound_at", line) for line in unsound_line(clerk)),
            *proposal_lines(ctx, clerk.recorded, clerk.wording),
        ],
        offer=[keyed("offer", line) for line in box_offer(ctx, clerk.recorded, clerk.set)],
        board=keyed("board", _board(clerk, game, on_touch)),
    )
    phone = ctx.layout is Layout.PHONE
    drawn = (_one_column if phone else _two_columns)(clerk, game, view, parts)
    return framed(drawn) if on_branch(clerk) else keyed("framed", drawn)


def _branch(clerk: Clerk) -> Clerk:
    """The clerk of the branch that is shown, if there is one."""
    if not on_branch(clerk):
        return clerk
    match = clerk.shown
    return replace(clerk, match=match, wording=clerk.ctx.wording(match), base=clerk.match)


def _head(clerk: Clerk, view: MesaView) -> list[ft.Control]:
    bar = [branch_bar(clerk)] if on_branch(clerk) else []
    return [*bar, keyed("head", turn_header(clerk, view))]


@dataclass(frozen=True)
class _Parts:
    """What the screen is made of. Each has a key: opening a panel draws none of it again."""

    panel: ft.Control | None
    """What has the attention beside the board, if anything has."""
    due: ft.Control
    seats: ft.Control
    happened: ft.Control
    broken: list[ft.Control]
    unsound: list[ft.Control]
    """That something does not hold, and what is proposed."""
    offer: list[ft.Control]
    """What was typed and can be kept in a box."""
    board: ft.Control


def keyed(key: str, control: ft.Control, *, visible: bool = True) -> ft.Container:
    """A control that is known again among its neighbours, wherever it stands."""
    return ft.Container(control, key=key, visible=visible)


def _due(clerk: Clerk, view: MesaView) -> ft.Control:
    """What is due, with the turn clock beside it where there is one."""
    said = ft.Column([due(view), *presence(clerk)], spacing=2, tight=True)
    if standing(clerk.match) is None or view.over or on_branch(clerk):
        return said
    return clock_beside(clerk, said)


def _touched(clerk: Clerk, game: GameScreen, place: str) -> None:
    """A touch on the board: an answer for the open form, or the beginning of a report."""
    if seatless(clerk):
        clerk.ctx.notify(seatless(clerk))
    elif clerk.desk.form:
        clerk.place(place)
    else:
        clerk.touch(game.starts(clerk.match, clerk.seat, place))


def _board(clerk: Clerk, game: GameScreen, on_touch: Callable[[str], None]) -> ft.Control:
    ctx = clerk.ctx
    return game.board(
        BoardInput(
            match=clerk.match,
            wording=clerk.wording,
            layout=ctx.layout,
            width=_room(ctx),
            text_scale=ctx.settings.text_scale,
            seat=clerk.seat,
            offers=_offers(clerk),
            on_touch=on_touch,
        )
    )


def _room(ctx: AppContext) -> float:
    width = ft.context.page.width or 412
    if ctx.layout is Layout.PHONE:
        return width - 16
    share = 0.5 if ctx.layout is Layout.LANDSCAPE else 0.58
    return (width - RAIL) * share - 24


def _offers(clerk: Clerk) -> dict[object, Refusal | None] | None:
    """What the board can answer: the values of the field being asked."""
    view = clerk.view()
    if view is None or not view.choices or clerk.desk.card:
        return None
    return {choice.value: choice.refusal for choice in view.choices}


def _one_column(clerk: Clerk, game: GameScreen, view: MesaView, of: _Parts) -> ft.Control:
    height = ft.context.page.height or 800
    panel = of.panel
    resting = _resting(clerk, game, view, 2 if large_text(clerk.ctx) else 3)
    inside = [keyed("actions", resting)] if large_text(clerk.ctx) else []
    # With a panel open, the board keeps what room is left.
    above = ft.Column(
        [of.due, *of.broken, *of.unsound, of.seats, of.happened, *of.offer, *inside],
        spacing=6,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    scroll = ft.Column(
        [
            ft.Container(
                ft.Column([keyed("above", above, visible=panel is None), of.board], spacing=6),
                padding=8,
            )
        ],
        key="scroll",
        scroll=ft.ScrollMode.AUTO,
        expand=True,
    )
    parts: list[ft.Control] = [*_head(clerk, view), scroll]
    if not inside:
        foot = keyed("actions", resting, visible=panel is None)
        foot.padding, foot.bgcolor = 8, ft.Colors.SURFACE_CONTAINER
        parts.append(foot)
    if panel is not None:
        parts.append(ft.Container(panel, height=round(height * _share(clerk)), key="panel"))
    return ft.Column(parts, spacing=0, expand=True)


def _share(clerk: Clerk) -> float:
    """How much of the height a panel takes: less while the board answers it."""
    if clerk.desk.panel in (Panel.HELPER, Panel.ADJUST, Panel.UNSOUND):
        return 0.78
    view = None if clerk.desk.card else clerk.view()
    return 0.72 if view and isinstance(view.field, OpenBag) else 0.56


def _two_columns(clerk: Clerk, game: GameScreen, view: MesaView, of: _Parts) -> ft.Control:
    low = clerk.ctx.layout is Layout.LANDSCAPE
    left = ft.Container(
        ft.Column(
            [of.board] if low else [of.seats, of.board],
            scroll=ft.ScrollMode.AUTO,
            spacing=8,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        padding=8,
        width=_room(clerk.ctx) + 24,
    )
    panel = of.panel
    beside = ft.Column(
        [of.due, *of.broken, *of.unsound, of.happened, *of.offer, *([of.seats] if low else [])],
        spacing=8,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    middle = ft.Column(
        [ft.Container(beside, padding=8)],
        key="beside",
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        visible=panel is None,
    )
    actions = keyed("actions", _resting(clerk, game, view, 3), visible=panel is None)
    actions.padding = 8
    parts: list[ft.Control] = [*_head(clerk, view), middle, actions]
    if panel is not None:
        parts.append(ft.Container(panel, key="panel", expand=True))
    right = ft.Column(parts, spacing=0, expand=True)
    return ft.Row(
        [left, ft.VerticalDivider(width=1), right],
        spacing=0,
        expand=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _resting(clerk: Clerk, game: GameScreen, view: MesaView, columns: int) -> ft.Control:
    """What can be done when nothing is open."""
    if view.over and not on_branch(clerk):
        words, route = clerk.ctx.words, routes.match(clerk.match_id, "final")
        return primary(
            words("table.see_outcome"), lambda _e: clerk.ctx.go(route), icon=ft.Icons.EMOJI_EVENTS
        )
    if not clerk.mine:
        return idle(clerk)
    kinds = kind_buttons(clerk.match, clerk.wording, clerk.seat, clerk.mine)
    shown = at_hand(clerk.match, clerk.seat, kinds)
    return action_grid(
        clerk, shown, columns, more=len(shown) < len(kinds), helper=game.helper is not None
    )


def _panel(clerk: Clerk, game: GameScreen) -> ft.Control | None:
    """What the desk has open."""
    desk = clerk.desk
    if desk.question:
        return question_panel(clerk, desk.question)
    if desk.card:
        return ruling_panel(clerk, desk.card)
    if desk.form:
        return form_panel(clerk, game)
    if desk.starts:
        return starts_panel(clerk, desk.starts)
    if on_branch(clerk) and desk.panel in (Panel.CONSEQUENCES, Panel.UNDO):
        return consequences_panel(clerk)
    if desk.edits and not on_branch(clerk):
        return preview_panel(clerk, desk.edits)
    if desk.panel is Panel.UNSOUND:
        return unsound_panel(clerk)
    if desk.panel is Panel.ADJUST:
        return AdjustPanel(clerk.ctx, clerk, key=f"adjust:{clerk.match_id}")
    if desk.panel is Panel.UNDO:
        return UndoPanel(clerk.ctx, clerk, key="undo")
    if desk.panel is Panel.KINDS:
        kinds = kind_buttons(clerk.match, clerk.wording, clerk.seat, clerk.mine)
        return kinds_panel(clerk, kinds)
    if desk.panel is Panel.HELPER and game.hand and game.helper:
        return HandHelper(clerk.ctx, clerk, key=f"hand:{clerk.match_id}")
    return None
