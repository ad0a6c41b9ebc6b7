"""Frame around the screens of one match: its tabs, and signals of the device."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import flet as ft

from companion.kernel.game import Game
from companion.rulebook.search import preparing
from companion.toolkit.services import register_together
from companion.toolkit.session_guard import invoke_method
from companion.ui import routes, widgets
from companion.ui.boards.contract import game_screen
from companion.ui.boards.parts import coloured
from companion.ui.context import AppContext, use_app
from companion.ui.hooks import OpenMatch, current_page, in_page, read_match, use_heard
from companion.ui.layout import Layout
from companion.ui.match_loader import use_opened
from companion.ui.panels.failing_entry import failing_notice
from companion.ui.panels.shared_table import unreadable
from companion.ui.scheduler import use_idle_work
from companion.ui.shell import Component, noticed, opening, screen, view
from companion.ui.theme import DressedView
from companion.ui.views.table.consequences import is_moment
from companion.ui.views.table.status import last_step

TABS: tuple[tuple[str, str, ft.IconData, ft.IconData], ...] = (
    ("mesa", "nav.table", ft.Icons.GRID_VIEW_OUTLINED, ft.Icons.GRID_VIEW_ROUNDED),
    ("marcador", "nav.score", ft.Icons.LEADERBOARD_OUTLINED, ft.Icons.LEADERBOARD),
    ("acta", "nav.acta", ft.Icons.HISTORY_EDU_OUTLINED, ft.Icons.HISTORY_EDU),
    ("reglas", "nav.rules", ft.Icons.MENU_BOOK_OUTLINED, ft.Icons.MENU_BOOK),
)
BAR = 66
"""Height of the bar, which reduces the room above it."""
_BELONGS = {"final": "marcador", "llevar": "acta", "cuadre": "acta", "disputa": "reglas"}


def match_frame(board: Callable[[AppContext, str, int], ft.Control]) -> Component:
    """Build the tabs of a match around the open one; a bar on a phone, else a rail.

    Args:
        board: builds the match screen, which stays while another screen covers it. It gets the
            match, and how many times it was opened.
    """

    @ft.component
    def MatchFrame() -> ft.View:
        ctx, params = use_app(), ft.use_route_params()
        match_id = params.get("match_id", "")
        location = ft.use_route_location()
        open_tab, shown = _tab_of(location), routes.is_board(location)
        outlet = ft.use_route_outlet()
        visit = _use_visit(match_id, shown)
        _, set_gone = ft.use_state(False)
        ft.use_effect(ctx.gestures.tell, [shown])
        route = f"/partida/{match_id}"
        if not use_opened(ctx, match_id):
            return _around(ctx, match_id, open_tab, opening(ctx))
        opened = read_match(ctx, match_id)
        if opened.match is None:
            return view(route, unreadable(ctx, opened))
        signals = Signals(ctx, match_id, opened.match.game, set_gone, key=f"signals:{match_id}")
        inside: list[ft.Control] = [signals]
        if visit:
            screen_ = board(ctx, match_id, visit)
            inside.append(ft.Container(screen_, visible=shown, expand=True, key="board"))
        if not shown:
            inside.append(ft.Container(outlet, expand=True, key="outlet"))
        cause = failing_notice(ctx, opened.match)
        column = ft.Column(inside, spacing=0, expand=True)
        around = _around(ctx, match_id, open_tab, column, cause)
        return coloured(around, opened.match.game.id, ctx.settings.theme)

    return MatchFrame


def _use_visit(match_id: str, shown: bool) -> int:
    """Return how many times the match screen was opened; 0: not yet."""
    before: ft.MutableRef[tuple[str, int, bool]] = ft.use_ref(("", 0, False))
    of_match, count, was_shown = before.current or ("", 0, False)
    if of_match != match_id:
        count, was_shown = 0, False
    if shown and not was_shown:
        count += 1
    before.current = match_id, count, shown
    return count


def _around(
    ctx: AppContext,
    match_id: str,
    open_tab: int,
    inside: ft.Control,
    cause: Sequence[ft.Control] = (),
) -> DressedView:
    route = f"/partida/{match_id}"
    if ctx.layout is Layout.PHONE:
        return view(route, noticed(ctx, inside, cause), _bar(ctx, match_id, open_tab))
    rail = _rail(ctx, match_id, open_tab)
    row = ft.Row([rail, ft.VerticalDivider(width=1), inside], spacing=0, expand=True)
    return view(route, noticed(ctx, row, cause))


def _tab_of(location: str) -> int:
    """Return the tab of a route."""
    name = routes.open_screen(location)
    names = [tab[0] for tab in TABS]
    name = _BELONGS.get(name, name)
    return names.index(name) if name in names else 0


def _go(ctx: AppContext, match_id: str, index: int | None) -> None:
    # The index comes from the client, so it may be invalid.
    chosen = next((tab for n, tab in enumerate(TABS) if n == index), TABS[0])
    ctx.go(routes.match(match_id, chosen[0]))


def _bar(ctx: AppContext, match_id: str, open_tab: int) -> ft.NavigationBar:
    return ft.NavigationBar(
        height=BAR,
        selected_index=open_tab,
        destinations=[
            ft.NavigationBarDestination(icon=icon, selected_icon=chosen, label=ctx.words(word))
            for _, word, icon, chosen in TABS
        ],
        on_change=lambda event: _go(ctx, match_id, event.control.selected_index),
    )


def _rail(ctx: AppContext, match_id: str, open_tab: int) -> ft.Control:
    home = widgets.icon_button(
        ft.Icons.HOME_OUTLINED, ctx.words("nav.home"), lambda _e: ctx.go(routes.HOME), key="home"
    )
    low = ctx.layout is Layout.LANDSCAPE
    return ft.NavigationRail(
        selected_index=open_tab,
        leading=home,
        label_type=ft.NavigationRailLabelType.ALL,
        scrollable=True,
        min_width=80,
        group_alignment=-1 if low else -0.8,
        destinations=[
            ft.NavigationRailDestination(icon=icon, selected_icon=chosen, label=ctx.words(word))
            for _, word, icon, chosen in TABS
        ],
        on_change=lambda event: _go(ctx, match_id, event.control.selected_index),
    )


@screen
def Signals(
    ctx: AppContext, match_id: str, game: Game[Any], set_gone: Callable[[bool], None]
) -> ft.Control:
    """Keep the screen awake, and signal a change of turn or a moment by vibration and sound.

    The component is invisible. It tells the frame when this device can no longer see the match,
    and makes the search of the rules ready before anybody asks.
    """
    page = current_page()
    device = ft.use_memo(lambda: Device(page), [])
    before: ft.MutableRef[_Signalled] = ft.use_ref(None)

    async def awake() -> None:
        if ctx.settings.keep_awake:
            await device.stay_awake()

    def heard(opened: OpenMatch) -> None:
        now, last = _Signalled(opened.match is None, _turn(opened), _moment(opened)), before.current
        # An undo leads back to an earlier moment. That is not a new moment, so keep the latest one.
        before.current = now._replace(moment=max(now.moment, last.moment if last else 0))
        if last is None or now.gone != last.gone:
            set_gone(now.gone)
        if last is None or opened.match is None:
            return
        great, changed = now.moment > last.moment, now.turn != last.turn
        if not (changed or great):
            return
        if ctx.settings.haptics:
            device.shake(great)
        if ctx.settings.sound:
            in_page(page, device.ring, great)
        if changed and now.turn:
            names = tuple(opened.match.options.players[seat] for seat in now.turn)
            device.say(ctx.words("a11y.turn_changed", seat=names))

    use_heard(ctx, match_id, heard)
    use_idle_work(partial(preparing, game), game.id, _AT_REST)
    ft.use_effect(awake, [ctx.settings.keep_awake, ctx.connection], cleanup=device.may_sleep)
    return ft.Container(height=0, width=0)


_AT_REST = 4.0
"""Seconds after which a match is opened, and its rules can be made ready for a search."""


class _Signalled(NamedTuple):
    """Facts of a match that cause signals."""

    gone: bool
    turn: tuple[int, ...]
    moment: int


def _moment(opened: OpenMatch) -> int:
    """Return the number of the last entry if it caused a moment, else 0."""
    match = opened.match
    step = last_step(match) if match else None
    if match is None or step is None or match.broken:
        return 0
    return step.item.entry.seq if is_moment(step, game_screen(match.game.id).moments) else 0


def _turn(opened: OpenMatch) -> tuple[int, ...]:
    match = opened.match
    if match is None or match.broken:
        return ()
    awaiting: tuple[int, ...] = match.game.awaiting(match.state)
    return awaiting


class Device:
    """Actuators of a phone. A browser may refuse any of them, or never answer."""

    def __init__(self, page: ft.Page) -> None:
        register_together(page, self._made)

    def _made(self) -> None:
        self.wakelock = ft.Wakelock()
        self.haptics = ft.HapticFeedback()
        self.reader = ft.SemanticsService()
        self.preferences = ft.SharedPreferences()

    async def stay_awake(self) -> None:
        """Keep the screen on."""
        await _quietly(self.wakelock.enable())  # type: ignore[no-untyped-call]

    async def may_sleep(self) -> None:
        """Let the screen turn off."""
        await _quietly(self.wakelock.disable())  # type: ignore[no-untyped-call]

    def shake(self, great: bool) -> None:
        """Vibrate once, longer at a great moment."""
        invoke_method(self.haptics, "heavy_impact" if great else "medium_impact")

    async def ring(self, great: bool) -> None:
        """Play two soft notes, three at a great moment.

        A script of the page plays them when this value is stored.
        """
        await _quietly(self.preferences.set("chime", 2 if great else 1))

    def say(self, text: str) -> None:
        """Let a screen reader say something."""
        politely = {"rtl": False, "assertiveness": ft.Assertiveness.POLITE}
        invoke_method(self.reader, "announce_message", {"message": text, **politely})


async def _quietly(call: Awaitable[object]) -> None:
    with contextlib.suppress(Exception):
        await asyncio.wait_for(call, 3)
