"""Verdict of a form as it stands, and the notes beside it."""

from collections.abc import Collection, Iterable
from dataclasses import replace

import flet as ft

from companion.kernel.advice.remedies import draft_of
from companion.kernel.advice.ruling_dependencies import ruling_dependencies
from companion.kernel.refusal import AnswerVerdict
from companion.rulebook.ruling_cards import NoteLine
from companion.ui.boards.contract import game_screen
from companion.ui.drafts.draft_cache import tick, ticks
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.rulings.ruling_card import VERDICT_LOOK, note_line
from companion.ui.panels.step_panel import strip
from companion.ui.views.report.interaction import Mode
from companion.ui.views.report.report_form import FormView
from companion.ui.views.table.skipped_duties import skipped_duties
from companion.ui.widgets import Tone, message, text_button


def verdict_strip(controller: MatchController, view: FormView) -> ft.Control | None:
    """Build the strip with the current verdict, always in the same place."""
    judgement, words = view.judgement, controller.ctx.words
    if controller.interaction.mode is Mode.DOUBT or judgement is None:
        return None
    if judgement.refusal:
        seat = view.form.draft.seat
        said = (
            words("ruling.covered", name=controller.wording.player(seat))
            if view.secret
            else controller.wording.refusal(judgement.refusal, view.form.draft.kind).facts
        )
        return _strip(said, "refused")
    if view.covered:
        name = controller.wording.player(view.form.draft.seat)
        return _strip(words("ruling.hidden", name=name), "unverifiable")
    return _strip(words(f"form.{judgement.verdict}"), judgement.verdict)


def _strip(said: str, verdict: AnswerVerdict) -> ft.Control:
    back, ink, icon = VERDICT_LOOK[verdict]
    return strip(said, icon, back, ink)


def said_beside(controller: MatchController, view: FormView) -> list[ft.Control]:
    """Build the notes beside the verdict."""
    if view.judgement is None or controller.interaction.mode is Mode.DOUBT:
        return []
    notes = _together(controller.wording.note(note) for note in view.judgement.notes)
    return [
        *_missed(controller, view),
        *(note_line(controller.ctx, controller.rulebook, note) for note in notes),
        *_readings(controller, view, {note.ruling.id for note in notes if note.ruling}),
    ]


def _readings(
    controller: MatchController, view: FormView, said: Collection[str]
) -> list[ft.Control]:
    """Build the rulings that the answer rests on and no note has named."""
    if view.action is None:
        return []
    game, draft, private = (
        controller.match.game,
        draft_of(view.action),
        view.action.seat in controller.seen,
    )
    dependencies = ruling_dependencies(
        game, controller.state, draft, controller.wording.readings, private=private
    )
    notes = controller.wording.rests_on(
        dependency for dependency in dependencies if dependency.ruling not in said
    )
    return [message(note.said, Tone.CALM, key=f"reading:{note.id}") for note in notes]


def _together(notes: Iterable[NoteLine]) -> list[NoteLine]:
    """Merge the notes about unknown values into one, because they are one thing to know."""
    note_lines = list(notes)
    unknown = [note for note in note_lines if note.unverified and not note.ruling]
    if len(unknown) < 2:
        return note_lines
    rules = dict.fromkeys(rule for note in unknown for rule in note.rules)
    text = "\n".join(dict.fromkeys(note.text for note in unknown))
    whole = replace(unknown[0], text=text, rules=tuple(rules))
    return [whole, *(note for note in note_lines if note not in unknown)]


def _missed(controller: MatchController, view: FormView) -> list[ft.Control]:
    """Build the list of skipped duties, if the turn is about to pass."""
    if view.action is None or controller.interaction.mode is not Mode.REPORT:
        return []
    device, match_id = controller.ctx.device, controller.match_id
    nouns = game_screen(controller.match.game.id).nouns
    done = ticks(device, match_id)
    skipped = skipped_duties(
        controller.there, controller.wording, view.action, done, controller.answered, nouns
    )
    if skipped is None:
        return []

    def all_done() -> None:
        tick(device, match_id, frozenset(handout.key for handout in skipped.handouts))
        controller.redraw()

    words = controller.ctx.words
    lines = (*skipped.duties, *(handout.text for handout in skipped.handouts))
    text = "\n".join((words("missed.title"), *(f"• {line}" for line in lines)))
    button = text_button(words("missed.done"), lambda _e: all_done(), key="missed:done")
    buttons = (button,) if skipped.handouts else ()
    return [message(text, Tone.CARE, actions=buttons, key="missed")]
