"""Head of a form: what is done, and by whom."""

from collections.abc import Sequence

import flet as ft

from companion.kernel.values import Seat
from companion.ui.panels.match_controller import MatchController
from companion.ui.theme import seat_look
from companion.ui.views.interaction import Mode
from companion.ui.views.report_form import Form
from companion.ui.widgets import Option, choices, heading, seat_badge, tappable

ACCENTS = {
    Mode.REPORT: ft.Colors.SURFACE_CONTAINER,
    Mode.DOUBT: ft.Colors.TERTIARY_CONTAINER,
    Mode.AMEND: ft.Colors.SECONDARY_CONTAINER,
    Mode.INSERT: ft.Colors.SECONDARY_CONTAINER,
    Mode.WHAT_IF: ft.Colors.INVERSE_PRIMARY,
}


def title(clerk: MatchController, kind: str) -> str:
    """Return the title: what is reported, doubted or corrected."""
    name = clerk.wording.action_label(kind)
    return clerk.ctx.words(f"form.heading.{clerk.desk.mode}", action=name)


def ask_whose(clerk: MatchController, form: Form) -> list[ft.Control]:
    """Build the choice of the acting seat, for several awaited seats or a past entry."""
    seats = _seats(clerk)
    return whose(clerk, seats, form.draft.seat) if len(seats) > 1 else []


def _seats(clerk: MatchController) -> tuple[Seat, ...]:
    """Return the possible seats: all in the past; now the awaited seats of this device."""
    if clerk.desk.mode in (Mode.AMEND, Mode.INSERT):
        return tuple(range(len(clerk.match.options.players)))
    if clerk.desk.asking_seat:
        return clerk.mine
    # Another device answers for the others: what it was told of them would not be taken.
    return tuple(seat for seat in clerk.match.game.awaiting(clerk.state) if seat in clerk.mine)


def change_seat(clerk: MatchController, seat: Seat) -> list[ft.Control]:
    """Build the badge of the only possible seat; touching it asks for another of this device."""
    if len(_seats(clerk)) > 1 or len(clerk.mine) < 2:
        return []
    name = clerk.wording.player(seat)
    visual = ft.Row(
        [seat_badge(clerk.wording.colour(seat), name, 24), ft.Icon(ft.Icons.EDIT, size=16)],
        spacing=4,
        tight=True,
    )
    return [
        tappable(
            visual,
            clerk.ctx.words("form.change", field=clerk.ctx.words("form.whose"), value=name),
            lambda _e: clerk.set(asking_seat=True),
            key="who",
            padding=ft.Padding.symmetric(horizontal=10, vertical=12),
        )
    ]


def whose(clerk: MatchController, seats: Sequence[Seat], chosen: Seat) -> list[ft.Control]:
    """Build the choice of a seat."""
    options = [
        Option(
            seat,
            clerk.wording.player(seat),
            selected=seat == chosen,
            icon=seat_look(clerk.wording.colour(seat)).icon,
            colour=seat_look(clerk.wording.colour(seat)).colour,
        )
        for seat in seats
    ]
    question = heading(clerk.ctx.words("form.whose"), 18, level=3)
    return [question, choices(options, clerk.report_as, key="whose")]
