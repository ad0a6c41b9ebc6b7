"""Shared table of a match, for any screen."""

from collections.abc import Callable
from functools import lru_cache

import flet as ft

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.loader import AppWords
from companion.services.storage.store import StoreError
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.hooks import OpenMatch
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.join_form import ShutOut
from companion.ui.shell import dead_end
from companion.ui.views import shared_table as presenter
from companion.ui.views.shared_table import SeatRequestView, SharedTableView, view
from companion.ui.widgets import (
    Tone,
    cached_part,
    in_own_row,
    message,
    primary,
    secondary,
    text_button,
)

_KEPT = 256
"""Number of cached view models; a table seldom changes."""
_viewed = lru_cache(maxsize=_KEPT)(view)


def table_view(ctx: AppContext, match: Match) -> SharedTableView:
    """Return the table of a match, as this device sees it."""
    names, colours = match.options.players, match.colours
    return _viewed(ctx.client.seating.table(match), names, colours, ctx.client.owner, ctx.words)


def share_button(
    words: AppWords, go: Callable[[], None], *, is_open: bool = False, away: str = ""
) -> ft.Control:
    """Build the button of the table panel.

    It is highlighted while the table is open, and shows who is away.
    """
    title = words("share.title")
    here = ft.Icons.GROUPS if is_open else ft.Icons.GROUP_ADD_OUTLINED
    return widgets.icon_button(
        ft.Icons.GROUP_OFF_OUTLINED if away else here,
        f"{title}. {away}" if away else title,
        lambda _e: go(),
        key="share",
        colour=ft.Colors.PRIMARY if is_open else None,
    )


def trying(ctx: AppContext, act: Callable[[], object]) -> bool:
    """Run an action on a table, and notify if it could not be saved; return whether it was."""
    try:
        act()
    except StoreError as error:
        ctx.notify(ctx.words(f"store.{error.code}"))
        return False
    return True


def presence(controller: MatchController) -> list[ft.Control]:
    """Build the line of absent participants, while the table is open."""
    ctx = controller.ctx
    text = presenter.away(table_view(ctx, controller.match), ctx.words)
    return [cached_part("presence", _away, text)] if text else []


def seat_requests(ctx: AppContext, match: Match) -> list[ft.Control]:
    """Build each seat that somebody asks this host for, to be given with one touch."""
    words, seating, match_id = ctx.words, ctx.client.seating, match.started.match

    def answered(
        act: Callable[[str, Seat, str], None], request: SeatRequestView
    ) -> Callable[[object], None]:
        def answer(_event: object) -> None:
            trying(ctx, lambda: act(match_id, request.seat, request.device))

        return answer

    def line(request: SeatRequestView) -> ft.Control:
        actions = (
            primary(
                words("share.give"),
                answered(seating.give_seat, request),
                icon=ft.Icons.CHECK,
                key=f"give:{request.device}",
            ),
            text_button(
                words("share.refuse"),
                answered(seating.refuse_seat, request),
                icon=ft.Icons.CLOSE,
                key=f"refuse:{request.device}",
            ),
        )
        return message(request.text, Tone.CARE, actions=actions, key=f"asks:{request.device}")

    return [line(request) for request in table_view(ctx, match).requests]


def successor_line(ctx: AppContext, match: Match) -> list[ft.Control]:
    """Build the way to the match with which the table went on, for a guest taken along."""
    successor = ctx.client.seating.table(match).successor
    if not successor:
        return []
    go = primary(
        ctx.words("share.follow"),
        lambda _e: ctx.go(routes.match(successor)),
        icon=ft.Icons.ARROW_FORWARD,
        key="follow",
    )
    return [message(ctx.words("share.goes_on"), Tone.CARE, actions=(go,), key="goes_on")]


def _away(text: str) -> ft.Control:
    faint = ft.Colors.ON_SURFACE_VARIANT
    return ft.Row(
        [
            ft.Icon(ft.Icons.CIRCLE_OUTLINED, size=12, color=faint),
            ft.Text(text, size=13, color=faint, expand=True),
        ],
        spacing=6,
    )


def news_line(text: str) -> ft.Control:
    """Build the line of the entry that has just arrived."""
    ink = ft.Colors.ON_PRIMARY_CONTAINER
    return ft.Row(
        [
            ft.Icon(ft.Icons.CAMPAIGN, size=20, color=ink),
            ft.Text(text, size=14, weight=ft.FontWeight.BOLD, color=ink, expand=True),
        ],
        spacing=6,
    )


def idle(controller: MatchController) -> ft.Control:
    """Build the message in place of the actions, on a device without a seat."""
    ctx, words = controller.ctx, controller.ctx.words
    if ctx.client.owner:
        text, button = words("share.nothing_here"), table_link(controller)
    else:
        text, button = _watching(controller)
    said = ft.Text(text, size=17, weight=ft.FontWeight.W_600)
    if ctx.settings.large_text:
        return ft.Container(ft.Column([said, in_own_row(button)], spacing=8, tight=True), padding=8)
    return ft.Container(ft.Row([ft.Container(said, expand=True), button], spacing=16), padding=8)


def _watching(controller: MatchController) -> tuple[str, ft.Control]:
    """Return what a guest without a seat is told, and the button that leads to one."""
    ctx, words, match_id = controller.ctx, controller.ctx.words, controller.match_id
    lost = table_view(ctx, controller.match).lost
    if lost is None or lost.holder is presenter.Holder.FREE:
        take = primary(
            words("share.take_one"),
            lambda _e: ctx.go(routes.match(match_id, "sitio")),
            icon=ft.Icons.EVENT_SEAT,
            key="take-seat",
        )
        return words("share.freed", name=lost.name) if lost else words("share.watching"), take
    seating, seat = ctx.client.seating, lost.seat
    act, word = (seating.withdraw, "withdraw") if lost.asked else (seating.ask_for, "ask")
    said = words("join.asked" if lost.asked else "share.lost", name=lost.name, holder=lost.text)

    def do(_event: object) -> None:
        trying(ctx, lambda: act(match_id, seat))

    button = (text_button if lost.asked else primary)(
        words(f"join.{word}"),
        do,
        icon=ft.Icons.BACK_HAND_OUTLINED,
        key="ask-seat",
    )
    return said, button


def who_mends(controller: MatchController) -> list[ft.Control]:
    """Describe who may undo and correct, and who may export, if the table is or was open."""
    ctx, words = controller.ctx, controller.ctx.words
    table = table_view(ctx, controller.match)
    if not table.known:
        return []
    texts = [words(f"share.mending_line.{table.mending}")]
    if not ctx.client.files.may_export(controller.match):
        texts.append(words("share.export.denied"))
    faint = ft.Colors.ON_SURFACE_VARIANT
    return [
        ft.Column(
            [ft.Text(text, size=15, color=faint) for text in texts],
            spacing=4,
            tight=True,
            key="mending",
        )
    ]


def table_link(controller: MatchController) -> ft.Control:
    """Build the button that opens the table panel, with its name."""
    ctx = controller.ctx
    return secondary(
        ctx.words("share.title"),
        lambda _e: ctx.go(routes.match(controller.match_id, "compartir")),
        icon=ft.Icons.GROUPS,
        key="to-table-panel",
    )


def seatless(controller: MatchController) -> str:
    """Return why this device cannot report anything; empty if it can."""
    if controller.mine:
        return ""
    key = "share.nothing_here" if controller.ctx.client.owner else "share.not_allowed.spectator"
    return controller.ctx.words(key)


def carry_button(ctx: AppContext, route: str, key: str = "carry") -> ft.Control:
    """Build the button that opens the transfer."""
    return widgets.secondary(
        ctx.words("carry.title"),
        lambda _e: ctx.go(route),
        icon=ft.Icons.SEND_TO_MOBILE,
        key=key,
    )


def receive_button(ctx: AppContext) -> ft.Control:
    """Build the button that opens the receiving screen."""
    return widgets.secondary(
        ctx.words("receive.title"),
        lambda _e: ctx.go(routes.RECEIVE),
        icon=ft.Icons.INSTALL_MOBILE,
        key="receive",
    )


def unreadable(ctx: AppContext, opened: OpenMatch) -> ft.Control:
    """Build the screen of a missing, damaged or newer match: the reason, and the way home."""
    key = opened.problem or "error.no_match"
    if key == "store.not_found" and not ctx.client.owner:
        return ShutOut(ctx, key="shut-out")
    text = ctx.words("error.no_match") if key == "store.not_found" else ctx.words(key)
    return dead_end(ctx, ctx.words("error.title"), text)
