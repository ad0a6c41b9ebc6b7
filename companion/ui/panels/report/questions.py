"""Questions of the app: which of several meanings was intended, and whether to record anyway."""

from collections.abc import Sequence

import flet as ft

from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.step_panel import step_panel
from companion.ui.views.entries.entry_lines import telling_of
from companion.ui.views.report.interaction import JudgedStart, Question
from companion.ui.widgets import Option, choices, icon_button, primary, secondary


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
    """Build the choice of the meaning of a touch; a disabled one says why."""
    words = controller.ctx.words
    options = [
        Option(index, _start_label(controller, judged), judged.refusal is None)
        for index, judged in enumerate(starts)
    ]

    def blocked(index: int) -> None:
        judged = starts[index]
        if judged.refusal:
            controller.refused_start(judged.start, judged.refusal)

    closing = icon_button(
        ft.Icons.CLOSE, words("button.close"), lambda _e: controller.close(), key="starts:close"
    )
    return step_panel(
        words("table.what_happened"),
        [
            choices(
                options,
                lambda index: controller.open(starts[index].start),
                blocked,
                key="start",
                blocked_word=words("form.greyed"),
            )
        ],
        [],
        close=closing,
        key="starts",
    )


def _start_label(controller: MatchController, judged: JudgedStart) -> str:
    start = judged.start
    name = controller.wording.action_label(start.kind)
    draft = controller.start_draft(start)
    values = [
        controller.wording.value_label(
            controller.match.game.label(controller.match.state, draft, field, value),
            start.kind,
            field,
        )
        for field, value in start.values.items()
    ]
    return " · ".join((name, *values))
