"""Head of a form: what is done, and by whom."""

from collections.abc import Sequence

import flet as ft

from companion.kernel.values import Seat
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.theme import seat_look
from companion.ui.views.report.interaction import Mode
from companion.ui.views.report.interaction_events import Press
from companion.ui.views.report.report_form import Form
from companion.ui.widgets import Option, choices, heading, seat_badge, tappable

ACCENTS = {
    Mode.REPORT: ft.Colors.SURFACE_CONTAINER,
    Mode.DOUBT: ft.Colors.TERTIARY_CONTAINER,
    Mode.AMEND: ft.Colors.SECONDARY_CONTAINER,
    Mode.INSERT: ft.Colors.SECONDARY_CONTAINER,
    Mode.WHAT_IF: ft.Colors.INVERSE_PRIMARY,
}


def title(controller: MatchController, kind: str) -> str:
    """Return the title: what is reported, doubted or corrected."""
    name = controller.wording.action_label(kind)
    return controller.ctx.words(f"form.heading.{controller.interaction.mode}", action=name)


def ask_whose(controller: MatchController, form: Form) -> list[ft.Control]:
    """Build the choice of the acting seat, for several awaited seats or a past entry."""
    seats = _seats(controller)
    return whose(controller, seats, form.draft.seat) if len(seats) > 1 else []


def _seats(controller: MatchController) -> tuple[Seat, ...]:
    """Return the possible seats: all in the past; now the awaited seats of this device."""
    if controller.interaction.mode in (Mode.AMEND, Mode.INSERT):
        return tuple(range(len(controller.match.options.players)))
    filling = controller.interaction.filling
    if filling and filling.asking_seat:
        return controller.mine
    # Other seats answer on their own devices: a report from this device would not be accepted.
    return tuple(
        seat for seat in controller.match.game.awaiting(controller.state) if seat in controller.mine
    )


def change_seat(controller: MatchController, seat: Seat) -> list[ft.Control]:
    """Build the badge of the only possible seat; touching it asks for another of this device."""
    if len(_seats(controller)) > 1 or len(controller.mine) < 2:
        return []
    name = controller.wording.player(seat)
    visual = ft.Row(
        [seat_badge(controller.wording.colour(seat), name, 24), ft.Icon(ft.Icons.EDIT, size=16)],
        spacing=4,
        tight=True,
    )
    return [
        tappable(
            visual,
            controller.ctx.words(
                "form.change", field=controller.ctx.words("form.whose"), value=name
            ),
            lambda _e: controller.send(Press.ASK_SEAT),
            key="who",
            padding=ft.Padding.symmetric(horizontal=10, vertical=12),
        )
    ]


def whose(controller: MatchController, seats: Sequence[Seat], chosen: Seat) -> list[ft.Control]:
    """Build the choice of a seat."""
    options = [
        Option(
            seat,
            controller.wording.player(seat),
            selected=seat == chosen,
            icon=seat_look(controller.wording.colour(seat)).icon,
            colour=seat_look(controller.wording.colour(seat)).colour,
        )
        for seat in seats
    ]
    question = heading(controller.ctx.words("form.whose"), 18, level=3)
    return [question, choices(options, controller.report_as, key="whose")]
