"""Moment of the past: what was done there, what was possible, where an entry belongs."""

import flet as ft

from companion.ui.context import AppContext
from companion.ui.panels.control.edit_entry import place_before
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.report.action_kinds import kinds_grid
from companion.ui.panels.report.form_head import ACCENTS, whose
from companion.ui.panels.step_panel import step_panel
from companion.ui.shell import screen
from companion.ui.theme import RADIUS
from companion.ui.views.entries.entry_moves import EntryPosition, places
from companion.ui.views.report.interaction import Mode
from companion.ui.views.table.status import kind_buttons
from companion.ui.widgets import icon_button, outline, secondary, tappable

NEAR = 5
"""Number of positions shown at first to either side of an entry."""


def moment_panel(controller: MatchController) -> ft.Control:
    """Build the panel of all kinds of action at that moment, for any seat."""
    words, mode = controller.ctx.words, controller.interaction.mode
    kinds = kind_buttons(
        controller.match, controller.wording, controller.seat, controller.mine, controller.state
    )
    seats = tuple(range(len(controller.match.options.players)))
    instead = "past.instead" if controller.interaction.target else "past.what"
    return step_panel(
        words("past.doubt" if mode is Mode.DOUBT else instead),
        [*whose(controller, seats, controller.seat), kinds_grid(controller, kinds)],
        [],
        close=_closing(controller),
        key="moment",
        accent=ACCENTS[mode],
    )


@screen
def PlacesPanel(ctx: AppContext, controller: MatchController) -> ft.Control:
    """Render the positions to which the entry may move, the nearest first."""
    reach, set_reach = ft.use_state(NEAR)
    words = ctx.words
    shown, more = places(
        controller.shown,
        controller.wording,
        controller.seen,
        controller.interaction.target or "",
        reach,
    )
    wider = secondary(
        words("past.more_places"),
        lambda _e: set_reach(reach + 2 * NEAR),
        icon=ft.Icons.UNFOLD_MORE,
        key="places:more",
    )
    return step_panel(
        words("past.where"),
        [_place(controller, place) for place in shown],
        [wider] if more else [],
        close=_closing(controller),
        key="places",
        accent=ACCENTS[Mode.AMEND],
    )


def _closing(controller: MatchController) -> ft.Control:
    label = controller.ctx.words("button.cancel")
    return icon_button(ft.Icons.CLOSE, label, lambda _e: controller.close(), key="moment:close")


def _place(controller: MatchController, place: EntryPosition) -> ft.Control:
    icon = ft.Icons.PUSH_PIN if place.here else ft.Icons.SUBDIRECTORY_ARROW_LEFT
    text = ft.Text(place.text, size=16, expand=True)
    row = ft.Row([ft.Icon(icon, size=20), text], spacing=8)
    if place.here:
        back = ft.Colors.SURFACE_CONTAINER_HIGHEST
        return ft.Container(row, padding=12, bgcolor=back, border_radius=RADIUS)
    return tappable(
        row,
        place.text,
        lambda _e: place_before(controller, place.before),
        key=f"place:{place.before or 'end'}",
        padding=ft.Padding.symmetric(horizontal=12, vertical=13),
        border=outline(1, ft.Colors.OUTLINE),
        radius=RADIUS,
    )
