"""Field of a form: choices in fixed order, pickers, bags, numbers and texts."""

import textwrap
from collections.abc import Collection, Sequence
from typing import Any

import flet as ft

from companion.kernel.form import Choices, OpenBag, OpenNumber, OpenText
from companion.kernel.legality import Choice
from companion.kernel.values import Seat
from companion.ui.boards.contract import GameScreen
from companion.ui.layout import column_beside
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.report.card_picker import picker_of_bag, picker_of_one
from companion.ui.panels.report.quick_answers import (
    asks_one,
    bag_offered,
    is_last,
    is_quick,
    picks_one,
    question,
    value_text,
    ways_offered,
)
from companion.ui.theme import GAP, RADIUS, seat_look
from companion.ui.views.own_copy import unnamed_does
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import Mode
from companion.ui.views.report.interaction_events import Press
from companion.ui.views.report.report_form import Form, FormView
from companion.ui.widgets import (
    Option,
    choices,
    heading,
    icon_button,
    seat_badge,
    stepper,
    tappable,
    text_field,
)


def field_controls(
    controller: MatchController, screen: GameScreen, view: FormView
) -> list[ft.Control]:
    """Build the prompt and input of the current field; empty if there is none."""
    form = view.form
    if form.asking is None or view.field is None:
        return []
    if view.ways:
        return ways_offered(controller, screen, form, view.ways)
    asked = heading(question(controller, form, form.asking), 18, level=3)
    match view.field:
        case Choices() if asks_one(screen, view):
            # The title of the picker is already the question.
            return picker_of_one(controller, screen, view)
        case Choices():
            return [
                asked,
                *_switches(controller, screen, form),
                _choices(controller, view, form.asking),
            ]
        case OpenBag() if picks_one(controller, screen, view):
            return picker_of_bag(controller, screen, view, view.field)
        case OpenBag() if screen.picker is not None:
            return [asked, *picker_of_bag(controller, screen, view, view.field)]
        case OpenBag():
            return [asked, *bag_offered(controller, screen, view, view.field)]
        case OpenNumber(minimum=low, maximum=high, proposals=proposals):
            return [asked, _number(controller, form, low, high, proposals)]
        case OpenText(maximum=most):
            return [asked, _text(controller, form, most)]
        case _:
            return []


def place_choices(
    controller: MatchController, view: FormView, places: Collection[object]
) -> list[ft.Control]:
    """Build the answers to a place field that are not places: "nothing", "nobody"."""
    others = tuple(choice for choice in view.choices if choice.value not in places)
    return [_choices_of(controller, view, view.form.asking or "", others)] if others else []


def _switches(controller: MatchController, screen: GameScreen, form: Form) -> list[ft.Control]:
    """Build the fields of yes or no that are switched beside the question, if there are any."""
    if not is_quick(controller):
        return []
    names = forms.switches(controller.match.game, controller.state, form, screen.switches)
    options = [
        Option(
            name,
            value_text(controller, form, name, True),
            selected=name in form.draft.values and form.draft.values[name],
        )
        for name in names
    ]
    return [choices(options, controller.switch, key="switch")] if options else []


def _choices(controller: MatchController, view: FormView, name: str) -> ft.Control:
    return _choices_of(controller, view, name, view.choices)


def _choices_of(
    controller: MatchController, view: FormView, name: str, offered: tuple[Choice, ...]
) -> ft.Control:
    form = view.form
    options = [
        Option(
            index,
            value_text(controller, form, name, choice.value),
            choice.refusal is None,
            unnamed_does(controller.wording, choice.value),
        )
        for index, choice in enumerate(offered)
    ]

    def blocked(index: int) -> None:
        choice = offered[index]
        if choice.refusal:
            controller.refused(choice.refusal, form.draft.with_value(name, choice.value))

    return choices(
        options,
        lambda index: controller.answer(offered[index].value),
        blocked,
        key=f"field:{name}",
        blocked_word=controller.ctx.words("form.greyed"),
    )


def _number(
    controller: MatchController, form: Form, low: int, high: int, proposals: tuple[int, ...]
) -> ft.Control:
    words = controller.ctx.words
    said = form.asking in form.draft.values
    value = int(form.draft.values.get(form.asking or "", max(low, min(0, high))))
    label = question(controller, form, form.asking or "")
    steps = stepper(
        value,
        low,
        high,
        controller.fill,
        less=words("a11y.decrease", label=label),
        more=words("a11y.increase", label=label),
        typed=label,
    )
    if not proposals:
        return steps
    # An offered number answers at once. For the last field it only fills in the value, so that the
    # user can still change it.
    take = (
        controller.answer
        if is_quick(controller) and not is_last(controller, form)
        else controller.fill
    )
    offered = [Option(n, str(n), selected=said and n == value) for n in proposals]
    return ft.Column([choices(offered, take, key="proposal"), steps], spacing=GAP)


def _text(controller: MatchController, form: Form, most: int) -> ft.Control:
    name = form.asking or ""
    label = controller.wording.field_label(form.draft.kind, name)
    value = str(form.draft.values.get(name, ""))
    return text_field(label, value, controller.fill, key=f"field:{name}", maximum=most)


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
    """Return the possible seats: all in the past; now the awaited seats of this device.

    Whose a corrected act was is asked only on request: what it was needs the room.
    """
    filling, mode = controller.interaction.filling, controller.interaction.mode
    asked = filling is not None and filling.asking_seat
    if mode is Mode.INSERT or (mode is Mode.AMEND and asked):
        return tuple(range(len(controller.match.options.players)))
    if mode is Mode.AMEND:
        return (controller.seat,)
    if asked:
        return controller.mine
    # Other seats answer on their own devices: a report from this device would not be accepted.
    return tuple(
        seat for seat in controller.match.game.awaiting(controller.state) if seat in controller.mine
    )


def change_seat(controller: MatchController, seat: Seat) -> list[ft.Control]:
    """Build the badge of the only possible seat; touching it asks for another of this device."""
    one = len(controller.mine) < 2 and controller.interaction.mode is not Mode.AMEND
    if one or len(_seats(controller)) > 1:
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


_AROUND, _LETTER = 190, 7.2
"""Width of what stands beside the answers, and of one letter of them."""


def asked_places(controller: MatchController, screen: GameScreen, view: FormView) -> frozenset[Any]:
    """Return the places on the board that answer the current field; empty if it asks for none.

    An earlier moment has no board.
    """
    interaction = controller.interaction
    if (
        view.facts
        or interaction.target
        or interaction.moment
        or view.form.draft.kind in screen.editors
    ):
        return frozenset()
    places = screen.places(controller.there)
    return frozenset(choice.value for choice in view.choices if choice.value in places)


def place_line(
    controller: MatchController, view: FormView, places: frozenset[Any], close: ft.Control
) -> ft.Control:
    """Build the one-line form that asks for one of these places."""
    form, words = view.form, controller.ctx.words
    name = form.asking or ""
    # Empty values are left out: they mean nothing without their question.
    said_so_far = ((f, v) for f, v in form.draft.values.items() if v not in ((), ""))
    so_far = [value_text(controller, form, field, value) for field, value in said_so_far]
    asked = question(controller, form, name)
    small = _so_far_in_two_lines(controller, title(controller, form.draft.kind), so_far)
    said = ft.Column(
        [
            ft.Text(small, size=14, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS),
            ft.Semantics(live_region=True, content=heading(asked, 18, level=3)),
        ],
        spacing=0,
        tight=True,
        expand=True,
    )
    back = icon_button(
        ft.Icons.ARROW_BACK,
        words("button.back"),
        lambda _e: controller.step_back(),
        key="form:back",
    )
    lead = back if form.history else ft.Icon(ft.Icons.TOUCH_APP, size=28, apply_text_scaling=True)
    row = ft.Row([lead, said, close], spacing=8)
    off_board = place_choices(controller, view, places)
    asked_whose = ask_whose(controller, form)
    return ft.Container(
        ft.Column([*asked_whose, row, *off_board], spacing=6, tight=True),
        key="form",
        bgcolor=ACCENTS[controller.interaction.mode],
        border_radius=RADIUS,
        padding=ft.Padding.only(left=12, right=6, top=4, bottom=6),
        shadow=ft.BoxShadow(blur_radius=12, color=ft.Colors.with_opacity(0.3, ft.Colors.SHADOW)),
    )


def _so_far_in_two_lines(controller: MatchController, of: str, answers: Sequence[str]) -> str:
    """Return the title and answers, cut to the latest ones that fit."""
    room = column_beside(controller.ctx.layout, float(ft.context.page.width or 412)) - _AROUND
    return latest((of, *answers), int(room / _LETTER / controller.ctx.settings.grown))


def latest(parts: Sequence[str], letters: int) -> str:
    """Return as many of the last parts as fit two lines of so many letters; at least one."""
    for first in range(len(parts)):
        said = " · ".join(parts[first:])
        if len(textwrap.wrap(said, max(1, letters))) <= 2:
            return said
    return parts[-1]
