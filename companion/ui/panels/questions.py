"""Questions of the app: which of several meanings was intended, and whether to record anyway."""

from collections.abc import Sequence

import flet as ft

from companion.ui.panels.match_controller import MatchController
from companion.ui.panels.step_panel import step_panel
from companion.ui.views.entry_lines import telling_of
from companion.ui.views.interaction import JudgedStart, Question
from companion.ui.widgets import Option, choices, icon_button, primary, secondary


def question_panel(clerk: MatchController, question: Question) -> ft.Control:
    """Build the question whether it is the same, or whether to undo that too."""
    words = clerk.ctx.words
    telling = telling_of(clerk.match, clerk.wording)
    said = [telling.text(entry.id) for entry in question.entries]
    return step_panel(
        words(f"question.{question.key}.title"),
        [
            ft.Text(words(f"question.{question.key}.text"), size=16),
            *(ft.Text(text, size=17, weight=ft.FontWeight.W_600) for text in said),
        ],
        [
            primary(
                words(f"question.{question.key}.no"), lambda _e: clerk.close(), key="question:no"
            ),
            secondary(
                words(f"question.{question.key}.yes"),
                lambda _e: question.again(),
                key="question:yes",
            ),
        ],
        key="question",
        accent=ft.Colors.SECONDARY_CONTAINER,
    )


def starts_panel(clerk: MatchController, starts: Sequence[JudgedStart]) -> ft.Control:
    """Build the choice of the meaning of a touch; a disabled one says why."""
    words = clerk.ctx.words
    options = [
        Option(index, _start_label(clerk, judged), judged.refusal is None)
        for index, judged in enumerate(starts)
    ]

    def blocked(index: int) -> None:
        judged = starts[index]
        if judged.refusal:
            clerk.refused_start(judged.start, judged.refusal)

    closing = icon_button(
        ft.Icons.CLOSE, words("button.close"), lambda _e: clerk.close(), key="starts:close"
    )
    return step_panel(
        words("table.what_happened"),
        [
            choices(
                options,
                lambda index: clerk.open(starts[index].start),
                blocked,
                key="start",
                blocked_word=words("form.greyed"),
            )
        ],
        [],
        close=closing,
        key="starts",
    )


def _start_label(clerk: MatchController, judged: JudgedStart) -> str:
    start = judged.start
    name = clerk.wording.action_label(start.kind)
    draft = clerk.start_draft(start)
    values = [
        clerk.wording.value_label(
            clerk.match.game.label(clerk.match.state, draft, field, value), start.kind, field
        )
        for field, value in start.values.items()
    ]
    return " · ".join((name, *values))
