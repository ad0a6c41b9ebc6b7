"""Broken invariants of the table: a line on the match screen, and the list it opens."""

from functools import partial

import flet as ft

from companion.match.entries import fresh_id
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.control.peek import peek_bar
from companion.ui.panels.shared_table import seatless
from companion.ui.panels.step_panel import step_panel
from companion.ui.theme import RADIUS
from companion.ui.views.report.interaction import Panel
from companion.ui.views.report.interaction_events import ToolOpened
from companion.ui.views.table import problems as presenter
from companion.ui.views.table.problems import MendLine, ProblemLine
from companion.ui.widgets import close_button, secondary, tappable, text_button


def unsound_line(controller: MatchController) -> list[ft.Control]:
    """Build the line that says the table is inconsistent, or nothing while it is sound."""
    text = presenter.headline(
        controller.match, controller.wording, controller.mine, controller.seen
    )
    if not text:
        return []
    ink = ft.Colors.ON_TERTIARY_CONTAINER
    said = ft.Text(
        text, size=14, color=ink, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS, expand=True
    )
    visual = ft.Row(
        [ft.Icon(ft.Icons.RULE, size=20, color=ink), said, ft.Icon(ft.Icons.CHEVRON_RIGHT)],
        spacing=8,
    )
    return [
        tappable(
            visual,
            text,
            lambda _e: controller.show(Panel.UNSOUND),
            key="unsound",
            padding=ft.Padding.symmetric(horizontal=12, vertical=14),
            bgcolor=ft.Colors.TERTIARY_CONTAINER,
            radius=RADIUS,
        )
    ]


def unsound_panel(controller: MatchController) -> ft.Control:
    """Build the list of broken invariants, each with its fixes."""
    words = controller.ctx.words
    closing = close_button(words("button.close"), controller.close, key="unsound:close")
    problems = presenter.lines(
        controller.match, controller.wording, controller.mine, controller.seen
    )
    body = [ft.Text(words("sound.hint"), size=15)]
    cards = [_problem(controller, number, line) for number, line in enumerate(problems)]
    return step_panel(words("sound.title"), [*body, *cards], [], close=closing, key="unsound-list")


def _problem(controller: MatchController, number: int, line: ProblemLine) -> ft.Control:
    parts: list[ft.Control] = [ft.Text(line.text, size=16, weight=ft.FontWeight.W_600)]
    if not seatless(controller):
        parts += [
            ft.Row(
                [_mend(controller, fix, f"mend:{number}:{n}") for n, fix in enumerate(line.fixes)],
                wrap=True,
                spacing=8,
                run_spacing=8,
            ),
            *(
                peek_bar(controller.ctx, controller.wording, seat, controller.peek)
                for seat in line.owners
            ),
            *_look(controller, number, line),
        ]
    return ft.Container(
        ft.Column(parts, spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        key=f"problem:{number}",
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST,
        border_radius=RADIUS,
        padding=12,
    )


def _mend(controller: MatchController, fix: MendLine, key: str) -> ft.Control:
    return secondary(fix.text, partial(_mended, controller, fix), icon=ft.Icons.CHECK, key=key)


def _mended(controller: MatchController, fix: MendLine, _event: object) -> None:
    controller.submit(fresh_id(), fix.body)


def _look(controller: MatchController, number: int, line: ProblemLine) -> list[ft.Control]:
    words = controller.ctx.words
    said = [ft.Text(line.look_at, size=14)] if line.look_at else []
    button = text_button(
        words("sound.look"),
        lambda _e: controller.send(ToolOpened(Panel.ADJUST, line.look)),
        icon=ft.Icons.TUNE,
        key=f"look:{number}",
    )
    return [ft.Row([*said, button], wrap=True, spacing=8)]
