"""Field of a form: choices in fixed order, pickers, bags, numbers and texts."""

from collections.abc import Collection

import flet as ft

from companion.kernel.forms.form import Choices, OpenBag, OpenNumber, OpenText
from companion.kernel.game import Choice
from companion.ui.boards.contract import GameScreen
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.report.card_picker import picker_of_bag, picker_of_one
from companion.ui.panels.report.field_prompts import (
    asks_one,
    is_last,
    is_quick,
    picks_one,
    question,
    value_text,
)
from companion.ui.panels.report.quick_answers import bag_offered, ways_offered
from companion.ui.theme import GAP
from companion.ui.views.own_copy import unnamed_does
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.report_form import Form, FormView
from companion.ui.widgets import Option, choices, heading, stepper, text_field


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
