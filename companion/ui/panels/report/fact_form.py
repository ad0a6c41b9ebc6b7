"""Form for values of the box that nobody has read yet, shown in the flow of an action."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import flet as ft

from companion.kernel.box.facts import (
    ChoiceSpec,
    FactSpec,
    FactValue,
    LinesSpec,
    TextSpec,
    TypedLine,
)
from companion.kernel.form import AskFact
from companion.rulebook.templates import capitalised
from companion.ui.context import AppContext
from companion.ui.panels.control.edit_entry import correct_values
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.report.value_input import answers_at_once, said, started, value_input
from companion.ui.shell import screen
from companion.ui.theme import RADIUS
from companion.ui.views.keep_in_box import hint
from companion.ui.widgets import heading, outline, primary, text_button

Framed: TypeAlias = Callable[[Sequence[ft.Control], Sequence[ft.Control], str, str], ft.Control]
"""Function that builds the panel around a question.

Its arguments: the body, the buttons at the foot, the key of this part of the form, and the sentence
typed so far, shown above the buttons.
"""


@screen
def FactForm(
    ctx: AppContext,
    controller: MatchController,
    asks: Sequence[AskFact],
    framed: Framed,
    recorded: Mapping[str, FactValue | None] | None = None,
) -> ft.Control:
    """Render all requested values of one piece together, with a button to skip them.

    Args:
        ctx: context of the screen.
        controller: controller of the match.
        asks: requested values.
        framed: builds the panel around them.
        recorded: values of the entry that is corrected; all of them are asked again.
    """
    known = controller.wording.data.facts_by_id
    specs = (
        _of_one_piece(controller, asks)
        if recorded is None
        else tuple(known[fact] for fact in recorded if fact in known)
    )
    first: Mapping[str, FactValue | None] = {s.id: started(s) for s in specs} | {**(recorded or {})}
    typed, set_typed = ft.use_state(first)
    made, set_made = ft.use_state(_no_lines())
    words, wording = ctx.words, controller.wording

    def put(fact: str) -> Callable[[FactValue], None]:
        return lambda value: set_typed(lambda now: {**now, fact: value})

    def compose(fact: str) -> Callable[[TypedLine | None], None]:
        return lambda line: set_made(lambda now: {**now, fact: line})

    def value_of(spec: FactSpec) -> FactValue | None:
        """Return the typed value, with the line being composed."""
        value, line = typed.get(spec.id), made.get(spec.id)
        if line is None:
            return value
        return (*value, line) if isinstance(value, tuple) else (line,)

    def answer(fact: str) -> Callable[[FactValue], None] | None:
        """Return the callback that records a value at one touch, if no other is requested."""
        # While lines are being composed, the likely values are hidden to make room.
        composing = made.get(fact) is not None or isinstance(typed.get(fact), tuple)
        if len(specs) > 1 or composing:
            return None
        return lambda value: take({fact: value})

    def take(facts: Mapping[str, FactValue]) -> None:
        if recorded is None:
            controller.live.type_facts(facts)
        else:
            correct_values(controller.live, facts)

    whole = {s.id: v for s in specs if (v := said(s, value_of(s))) is not None}
    half = [s for s in specs if value_of(s) and s.id not in whole]
    wanted = {ask.fact for ask in asks if ask.compulsory} & {spec.id for spec in specs}
    wanted |= {spec.id for spec in specs if recorded and recorded[spec.id] is not None}
    later = text_button(
        words("form.skip_fact"),
        lambda _e: controller.skip_facts(spec.id for spec in specs),
        key="fact:skip",
    )
    large = ctx.settings.large_text
    # If several values are asked, the piece that they are printed on is named once, in the title.
    several = len(specs) > 1 and len({spec.group for spec in specs}) == 1
    title = words("form.ask_fact_on", piece=wording.term(specs[0].group)) if several else ""
    asked = ft.Container(
        heading(title or words("form.ask_fact"), 14 if large else 18, level=3), expand=True
    )
    parts: list[ft.Control] = [
        # The button to skip stays in the first row, so that it is visible however long the form is.
        ft.Row([asked, *([] if wanted or recorded else [later])], spacing=0),
    ]
    for spec in specs:
        label = capitalised(wording.term(spec.label)) if several else wording.fact_label(spec.id)
        if not (several and isinstance(spec, TextSpec)):
            # A text field shows its own label, so it gets no heading.
            parts.append(ft.Text(label, size=17, weight=ft.FontWeight.W_600))
        parts += value_input(
            ctx,
            wording,
            spec,
            typed.get(spec.id),
            put(spec.id),
            answer=answer(spec.id),
            composed=compose(spec.id),
            made=made.get(spec.id),
        )
    record = primary(
        words("form.record_fact"),
        lambda _e: take(whole),
        icon=ft.Icons.CHECK,
        key="fact:record",
        disabled=bool(half) or not whole or not wanted <= whole.keys(),
    )
    if recorded is None:
        parts.append(ft.Text(hint(controller.recorded, ctx.client.box_offers, wording), size=14))
    body = ft.Container(
        ft.Column(parts, spacing=8),
        padding=0 if large else 12,
        border_radius=RADIUS,
        border=None if large else outline(2, ft.Colors.TERTIARY),
    )
    # A single choice is answered by one touch. Longer values are confirmed at the end, as in every
    # form.
    at_once = len(specs) == 1 and isinstance(specs[0], ChoiceSpec) and answers_at_once(specs[0])
    composed = [
        wording.fact_shown(s.id, whole[s.id])
        for s in specs
        if isinstance(s, LinesSpec) and s.id in whole
    ]
    return framed(
        [body], [] if at_once else [record], _part(specs, typed, made), " ".join(composed)
    )


def _part(
    specs: Sequence[FactSpec],
    typed: Mapping[str, FactValue | None],
    made: Mapping[str, TypedLine | None],
) -> str:
    """Return the key of this part of the form; it changes with each step of a single value.

    Among several values it stays the same, so that progress on one does not move the others.
    """
    name = ",".join(spec.id for spec in specs)
    touched = [spec.id for spec in specs if not isinstance(spec, TextSpec)]
    if len(touched) != 1:
        return f"asked:{name}"
    value, line = typed.get(touched[0]), made.get(touched[0])
    number = len(value) if isinstance(value, tuple) else 0
    return f"asked:{name}:{number}:{line.do if line else ''}"


def _no_lines() -> Mapping[str, TypedLine | None]:
    return {}


def _of_one_piece(controller: MatchController, asks: Sequence[AskFact]) -> tuple[FactSpec, ...]:
    """Return the requested values of the same piece as the first one."""
    known = controller.wording.data.facts_by_id
    specs = {ask.fact: known[ask.fact] for ask in asks}
    group = specs[asks[0].fact].group
    return tuple(spec for spec in specs.values() if spec.group == group)
