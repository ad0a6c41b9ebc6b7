"""Form that reports, doubts and corrects: one field at a time, judged as it is filled in."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.rulebook.templates import capitalised
from companion.ui.boards.contract import EditorInput, GameScreen
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.report.fact_form import FactForm
from companion.ui.panels.report.form_buttons import (
    form_buttons,
    is_unanswered,
    said_beside,
    verdict_strip,
)
from companion.ui.panels.report.form_fields import (
    ACCENTS,
    ask_whose,
    asked_places,
    change_seat,
    field_controls,
    place_line,
    title,
)
from companion.ui.panels.report.quick_answers import value_text, whole_ways
from companion.ui.panels.step_panel import no_strip, step_panel, strip
from companion.ui.theme import GAP
from companion.ui.views.entries.entry_lines import telling_of
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import JudgedStart, Mode, Question, Start
from companion.ui.views.report.report_form import Form, FormView
from companion.ui.widgets import (
    Option,
    Tone,
    choices,
    close_button,
    message,
    outline,
    primary,
    secondary,
    tappable,
)


def form_panel(
    controller: MatchController, screen: GameScreen, *, board: bool = False
) -> ft.Control:
    """Build the open form.

    Args:
        controller: match controller.
        screen: screen of the game.
        board: True if the board is in sight; it then answers fields that ask for a place.
    """
    form, view = controller.interaction.form, controller.view()
    assert form is not None
    assert view is not None
    view = replace(view, ways=whole_ways(controller, screen, view))
    words = controller.ctx.words
    closing = close_button(words("button.cancel"), controller.close, key="form:close")
    close = ft.Row([*change_seat(controller, form.draft.seat), closing], spacing=0, tight=True)
    places = asked_places(controller, screen, view) if board else frozenset()
    if places and not controller.interaction.trouble:
        return place_line(controller, view, places, close)
    asked = bool(view.facts) or is_unanswered(controller, view)
    told = asked or not controller.match.game.judged
    verdict = None if told else verdict_strip(controller, view)
    if (
        verdict is None
        and controller.interaction.mode is not Mode.DOUBT
        and form.draft.kind in screen.editors
    ):
        verdict = no_strip()
    actions = form_buttons(controller, screen, view, asked=asked)

    def framed(
        body: Sequence[ft.Control],
        first: Sequence[ft.Control] = (),
        part: str | None = None,
        sentence: str = "",
    ) -> ft.Control:
        return step_panel(
            title(controller, form.draft.kind),
            [*_top(controller, view), *body],
            [*first, *actions],
            close=close,
            key="form",
            accent=ACCENTS[controller.interaction.mode],
            strip=_told_back(sentence) if sentence else verdict,
            part=part,
        )

    if view.facts and view.form.draft.kind not in screen.editors:
        # The form for printed values names the piece itself and needs the room, so the rest is left
        # out.
        return FactForm(
            controller.ctx, controller, view.facts, framed, key=f"fact:{view.facts[0].fact}"
        )
    if view.form.draft.kind in screen.editors:
        return framed(_body(controller, screen, view))
    # A part per question: the answers so far grow by a line with each answer, and must not push the
    # next question out of view.
    return framed(_body(controller, screen, view), part=f"asked:{view.form.asking or ''}")


def _told_back(text: str) -> ft.Control:
    """Build the sentence of the typed values, shown above the button that ends the form."""
    return strip(text, ft.Icons.EDIT_NOTE, ft.Colors.SURFACE_CONTAINER_HIGH, ft.Colors.ON_SURFACE)


def _top(controller: MatchController, view: FormView) -> list[ft.Control]:
    """Build what stands above every question: the error, and the choice of the seat."""
    trouble = controller.interaction.trouble
    said = [message(trouble, Tone.BAD, key="trouble")] if trouble else []
    return [*said, *ask_whose(controller, view.form)]


def _body(controller: MatchController, screen: GameScreen, view: FormView) -> list[ft.Control]:
    editor = screen.editors.get(view.form.draft.kind)
    if editor:
        given = EditorInput(
            controller.there,
            controller.wording,
            view.form.draft,
            controller.ctx.settings.text_scale,
            controller.rewrite,
        )
        # All answers are given in the editor. Texts that appear and disappear stand above it.
        return [*said_beside(controller, view), editor(given)]
    parts = _so_far(controller, view.complete, view.form.asking, screen.switches)
    parts += field_controls(controller, screen, view)
    return [*parts, *said_beside(controller, view)]


def _so_far(
    controller: MatchController,
    form: Form,
    asking: str | None,
    switches: Collection[tuple[str, str]],
) -> list[ft.Control]:
    """Build the filled-in answers; touching one asks it again.

    An answer without an alternative is left out if it is empty or goes without saying.
    """
    game, state = controller.match.game, controller.state
    chips = [
        _filled_in(controller, form, name, value)
        for name, value in form.draft.values.items()
        if name != asking
        and (form.draft.kind, name) not in switches
        and (value not in ((), "", None) or forms.answerable(game, state, form, name))
        and not forms.unasked(game, state, form, name)
    ]
    return [ft.Row(chips, wrap=True, spacing=GAP, run_spacing=GAP)] if chips else []


def _filled_in(controller: MatchController, form: Form, name: str, value: Any) -> ft.Control:
    label = controller.wording.field_label(form.draft.kind, name)
    shown = value_text(controller, form, name, value)
    # «Nada» alone would not say of what.
    nothing = value in ((), "", None)
    text = f"{label} {shown}" if nothing else shown
    visual = ft.Row(
        [ft.Text(text, size=16, weight=ft.FontWeight.BOLD), ft.Icon(ft.Icons.EDIT, size=16)],
        spacing=6,
        tight=True,
    )
    return tappable(
        visual,
        controller.ctx.words(
            "form.change" if nothing else "form.answered", field=label, value=shown
        ),
        lambda _e: controller.reopen(name),
        key=f"so_far:{name}",
        padding=ft.Padding.symmetric(horizontal=14, vertical=13),
        border=outline(1, ft.Colors.OUTLINE),
    )


def question_panel(controller: MatchController, question: Question) -> ft.Control:
    """Build the question whether it is the same, or whether to undo that too."""
    words = controller.ctx.words
    telling = telling_of(controller.match, controller.wording)
    said = [telling.text(entry.id) for entry in question.entries]
    return step_panel(
        words(f"question.{question.key}.title"),
        [
            ft.Text(words(f"question.{question.key}.text"), size=16),
            *(ft.Text(text, size=17, weight=ft.FontWeight.W_600) for text in said),
        ],
        [
            primary(
                words(f"question.{question.key}.no"),
                lambda _e: controller.close(),
                key="question:no",
            ),
            secondary(
                words(f"question.{question.key}.yes"),
                lambda _e: controller.carry(question.again),
                key="question:yes",
            ),
        ],
        key="question",
        accent=ft.Colors.SECONDARY_CONTAINER,
    )


def starts_panel(controller: MatchController, starts: Sequence[JudgedStart]) -> ft.Control:
    """Build the choice of the meaning of a touch; a disabled one says why.

    What all of them are about is said once, above them.
    """
    words, shared = controller.ctx.words, _shared(starts)
    about = capitalised(" · ".join(_said(controller, starts[0].start, shared)))
    options = [
        Option(index, _start_label(controller, judged.start, shared), judged.refusal is None)
        for index, judged in enumerate(starts)
    ]

    def blocked(index: int) -> None:
        judged = starts[index]
        if judged.refusal:
            controller.refused_start(judged.start, judged.refusal)

    closing = close_button(words("button.close"), controller.close, key="starts:close")
    doubt = controller.interaction.mode is Mode.DOUBT
    return step_panel(
        words("table.doubt" if doubt else "table.what_happened"),
        [
            *([ft.Text(about, size=17, weight=ft.FontWeight.W_600)] if about else []),
            choices(
                options,
                lambda index: controller.open(starts[index].start),
                blocked,
                key="start",
                blocked_word=words("form.greyed"),
            ),
        ],
        [],
        close=closing,
        key="starts",
        accent=ACCENTS[controller.interaction.mode],
    )


def _start_label(controller: MatchController, start: Start, shared: Collection[str]) -> str:
    name = controller.wording.action_label(start.kind)
    return " · ".join((name, *_said(controller, start, start.values.keys() - shared)))


def _shared(starts: Sequence[JudgedStart]) -> frozenset[str]:
    """Return the fields in which all meanings are alike."""
    first, *others = (judged.start.values for judged in starts)
    alike = (name for name in first if all(o.get(name) == first[name] for o in others))
    return frozenset(alike)


def _said(controller: MatchController, start: Start, names: Collection[str]) -> list[str]:
    """Return the words for some values of a meaning."""
    draft, game = controller.start_draft(start), controller.match.game
    return [
        controller.wording.value_label(
            game.label(controller.match.state, draft, field, value), start.kind, field
        )
        for field, value in start.values.items()
        if field in names
    ]
