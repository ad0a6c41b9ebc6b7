"""Form that asks for a place: one line, because the board is what is touched."""

import textwrap
from collections.abc import Sequence
from typing import Any

import flet as ft

from companion.ui.boards.contract import GameScreen
from companion.ui.layout import column_beside
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.report.field_prompts import question, value_text
from companion.ui.panels.report.form_fields import place_choices
from companion.ui.panels.report.form_head import ACCENTS, ask_whose, title
from companion.ui.theme import RADIUS
from companion.ui.views.report.report_form import FormView
from companion.ui.widgets import heading, icon_button

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
