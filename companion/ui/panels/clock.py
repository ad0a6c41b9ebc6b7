"""Turn clock: at the table, if it was put there, and the times of all seats at the end."""

import asyncio
from datetime import UTC, datetime

import flet as ft

from companion.match.entries import Clocked, fresh_id
from companion.match.fold import Match
from companion.match.resumable import done
from companion.match.turn_clock import Clock, clock, standing
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.services.matches.results import Submission
from companion.ui.context import AppContext
from companion.ui.hooks import current_page
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.shell import screen
from companion.ui.theme import TOUCH, seat_look
from companion.ui.views.table import clock as presenter
from companion.ui.views.table.clock import ClockFace, TimeRow
from companion.ui.widgets import Tone, message, seat_chip, secondary, section, tappable

TICK = 1.0
"""Seconds between two renders of the running time; only the clock is rendered again."""


def put_clock(hub: Client, match: Match) -> None:
    """Add the clock to a new match, unless it has one. It stands still until play begins."""
    if standing(match) is None:
        done(
            hub.matches.submit(match.started.match, Submission(fresh_id(), Clocked(running=False)))
        )


def start_clock(hub: Client, match: Match) -> None:
    """Start the clock at the first turn, if the match has one that was never started."""
    if standing(match) is False and not any(_started(entry.body) for entry in match.entries):
        done(hub.matches.submit(match.started.match, Submission(fresh_id(), Clocked(running=True))))


def _started(body: object) -> bool:
    return isinstance(body, Clocked) and body.running


def may_put_clock(controller: MatchController) -> bool:
    """Return whether the match has no clock and this device could add one."""
    over = controller.match.outcome is not None
    return standing(controller.match) is None and not over and bool(controller.mine)


def put_beside(controller: MatchController) -> None:
    """Add the clock to a match that has none, and start it."""
    controller.submit(fresh_id(), Clocked(running=True))


def clock_beside(controller: MatchController, said: ft.Control) -> ft.Control:
    """Build a row of a control and, at its right, the running clock."""
    face = ClockFaceView(controller.ctx, controller, key="clock")
    row = ft.Row(
        [ft.Container(said, expand=True), face],
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    return ft.Column(
        [row, IdleQuestion(controller.ctx, controller, key="clock-idle")], spacing=4, tight=True
    )


def _use_now(ctx: AppContext, runs: bool, every: float) -> datetime:
    """Return the current time, updated every `every` seconds while something runs."""
    page = current_page()
    _, set_ticks = ft.use_state(0)

    async def tick() -> None:
        # A disconnected client receives no updates. The effect starts again when it reconnects.
        while runs and page.session.connection is not None:
            await asyncio.sleep(every)
            set_ticks(lambda count: count + 1)

    # An effect with a cleanup is cancelled when the screen is left.
    ft.use_effect(tick, [runs, ctx.connection], cleanup=lambda: None)
    return datetime.now(UTC)


def _runs(turn_clock: Clock | None) -> bool:
    return turn_clock is not None and turn_clock.running and bool(turn_clock.acting)


@screen
def ClockFaceView(ctx: AppContext, controller: MatchController) -> ft.Control:
    """Render the running time; a touch pauses or resumes the clock."""
    turn_clock = clock(controller.match)
    now = _use_now(ctx, _runs(turn_clock), TICK)
    if turn_clock is None:
        return ft.Container(width=0, height=0)
    face = presenter.face(turn_clock, controller.wording, ctx.words, now)
    return _face(ctx, controller, face)


def _face(ctx: AppContext, controller: MatchController, face: ClockFace) -> ft.Control:
    ink = ft.Colors.ON_SURFACE if face.running else ft.Colors.ON_TERTIARY_CONTAINER
    icon = ft.Icons.PAUSE if face.running else ft.Icons.PLAY_ARROW
    time: ft.Control = ft.Text(face.time, size=18, weight=ft.FontWeight.BOLD, color=ink)
    if face.total:
        total = ft.Text(face.total, size=12, color=ink)
        time = ft.Column([time, total], spacing=0, tight=True)
    visual = ft.Row(
        [ft.Icon(icon, size=20, color=ink), time],
        spacing=6,
        tight=True,
    )

    def touched(_event: object) -> None:
        controller.live.submit(fresh_id(), Clocked(running=not face.running))

    return tappable(
        visual,
        face.spoken,
        touched if controller.mine else None,
        key="clock:touch",
        padding=ft.Padding.symmetric(horizontal=10, vertical=4),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH if face.running else ft.Colors.TERTIARY_CONTAINER,
        alignment=ft.Alignment.CENTER,
        height=None if ctx.settings.large_text else TOUCH,
        radius=12,
    )


@screen
def IdleQuestion(ctx: AppContext, controller: MatchController) -> ft.Control:
    """Ask whether the clock was forgotten, if nothing was recorded for very long."""
    turn_clock = clock(controller.match)
    kept, set_kept = ft.use_state(-1)
    now = _use_now(ctx, _runs(turn_clock), 30)
    version = len(controller.match.entries)
    if turn_clock is None or kept == version or not controller.mine:
        return ft.Container(height=0)
    face = presenter.face(turn_clock, controller.wording, ctx.words, now)
    if not face.idle:
        return ft.Container(height=0)
    since = Clocked(running=False, since=turn_clock.since)
    stop = secondary(
        ctx.words("clock.idle_off"),
        lambda _e: controller.live.submit(fresh_id(), since),
        icon=ft.Icons.TIMER_OFF_OUTLINED,
        key="clock:idle-off",
    )
    go_on = secondary(ctx.words("clock.idle_on"), lambda _e: set_kept(version), key="clock:idle-on")
    return message(face.idle, Tone.CARE, actions=(stop, go_on), key="clock:idle")


def times_section(ctx: AppContext, match: Match, wording: Wording) -> list[ft.Control]:
    """Build the section with the time of each seat, if there was a clock."""
    turn_clock = clock(match)
    if turn_clock is None:
        return []
    view = presenter.times(turn_clock, wording, ctx.words, datetime.now().astimezone())
    rows = [_row(wording, row) for row in view.rows]
    remarks = [ft.Text(text, size=14, color=ft.Colors.ON_SURFACE_VARIANT) for text in view.remarks]
    return [section(ctx.words("clock.times"), [*rows, *remarks], key="times")]


def _row(wording: Wording, row: TimeRow) -> ft.Control:
    total = ft.Text(row.total, size=22, weight=ft.FontWeight.BOLD)
    bar = ft.ProgressBar(
        value=row.share,
        bar_height=10,
        border_radius=5,
        color=seat_look(wording.colour(row.seat)).colour,
    )
    drawn = ft.Column(
        [
            ft.Row(
                [
                    ft.Container(
                        seat_chip(wording.colour(row.seat), wording.player(row.seat), size=16),
                        expand=True,
                    ),
                    total,
                ]
            ),
            bar,
            ft.Text(row.turns, size=14),
        ],
        spacing=4,
        tight=True,
    )
    return ft.Semantics(
        label=row.spoken,
        container=True,
        content=ft.Semantics(exclude_semantics=True, content=drawn),
        key=f"time:{row.seat}",
    )
