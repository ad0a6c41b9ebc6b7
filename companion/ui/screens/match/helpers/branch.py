"""Unrecorded branch of a match: its banner on the match screen and its outcome."""

import flet as ft

from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.corrections.correction import consequences
from companion.ui.panels.step_panel import step_panel
from companion.ui.theme import BRANCH, ON_BRANCH
from companion.ui.views.report.interaction import Panel
from companion.ui.views.report.interaction_events import Press
from companion.ui.widgets import icon_button, outline, primary, secondary, text_button


def branch_bar(controller: MatchController) -> ft.Control:
    """Build the banner that says nothing here is recorded, with the ways out."""
    words = controller.ctx.words
    said = ft.Semantics(
        live_region=True,
        content=ft.Text(
            words("what_if.banner"), size=16, weight=ft.FontWeight.BOLD, color=ON_BRANCH
        ),
    )
    see = icon_button(
        ft.Icons.BALANCE,
        words("what_if.see"),
        lambda _e: controller.live.show(Panel.CONSEQUENCES),
        key="what_if:see",
        colour=ON_BRANCH,
    )
    throw = icon_button(
        ft.Icons.CLOSE,
        words("what_if.throw"),
        lambda _e: controller.live.send(Press.THROW_AWAY),
        key="what_if:throw",
        colour=ON_BRANCH,
    )
    icon = ft.Icon(ft.Icons.ALT_ROUTE, color=ON_BRANCH, size=24)
    return ft.Container(
        ft.Row([icon, ft.Container(said, expand=True), see, throw], spacing=6),
        key="branch",
        bgcolor=BRANCH,
        padding=ft.Padding.only(left=12, right=2),
    )


def framed(content: ft.Control) -> ft.Control:
    """Frame a screen that shows a branch."""
    # Draw the frame over the content, so that it takes no room: the content is laid out for the
    # whole window.
    frame = ft.BoxDecoration(border=outline(5, BRANCH))
    return ft.Container(content, foreground_decoration=frame, expand=True, key="framed")


def consequences_panel(controller: MatchController) -> ft.Control:
    """Build the consequences of a branch, with the choice to record or discard it."""
    words, edits = controller.ctx.words, controller.interaction.edits
    body, fits = consequences(controller, edits) if edits else ([_nothing(controller)], False)
    take = primary(
        words("what_if.apply"),
        lambda _e: controller.amend(edits),
        icon=ft.Icons.CHECK,
        key="what_if:apply",
    )
    go_on = secondary(words("what_if.back"), lambda _e: controller.close(), key="what_if:back")
    throw = text_button(
        words("what_if.throw"),
        lambda _e: controller.send(Press.THROW_AWAY),
        icon=ft.Icons.DELETE_OUTLINE,
        key="what_if:drop",
    )
    return step_panel(
        words("what_if.title"), body, [*([take] if fits else []), go_on, throw], key="consequences"
    )


def _nothing(controller: MatchController) -> ft.Control:
    return ft.Text(controller.ctx.words("what_if.nothing"), size=17)
