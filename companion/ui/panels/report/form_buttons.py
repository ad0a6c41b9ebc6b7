"""Verdict of an open form, and the buttons under it."""

from collections.abc import Collection, Iterable
from dataclasses import replace

import flet as ft

from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.advice.ruling_dependencies import ruling_dependencies
from companion.kernel.form import Draft, OpenBag, OpenNumber, OpenText
from companion.kernel.refusal import AnswerVerdict
from companion.rulebook.ruling_cards import NoteLine
from companion.ui.boards.contract import GameScreen, game_screen
from companion.ui.drafts.draft_cache import tick, ticks
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.report.quick_answers import (
    is_last,
    is_quick,
    nothing_more,
    picks_one,
    proposals_alone,
)
from companion.ui.panels.rulings.conflict_card import unconfirmed
from companion.ui.panels.rulings.ruling_card import VERDICT_LOOK, note_line
from companion.ui.panels.step_panel import strip
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import Mode, Panel
from companion.ui.views.report.interaction_events import ToolOpened
from companion.ui.views.report.report_form import FormView
from companion.ui.views.report.transitions import with_form
from companion.ui.views.table.consequences import by_recipient
from companion.ui.views.table.skipped_duties import skipped_duties
from companion.ui.widgets import Tone, message, outline, primary, secondary, tappable, text_button


def form_buttons(
    controller: MatchController, screen: GameScreen, view: FormView, *, asked: bool
) -> list[ft.Control]:
    """Build the buttons of a form as it stands.

    Args:
        controller: match controller.
        screen: screen of the game.
        view: the form.
        asked: True if something is asked that the form cannot end without.
    """
    words = controller.ctx.words
    buttons: list[ft.Control] = []
    # If everything is answered in one editor, the button is always there, so that nothing moves
    # when the form is complete.
    whole = view.form.draft.kind in screen.editors
    if not asked and (view.action or whole or not is_quick(controller)):
        buttons.append(_record(controller, view))
    if not view.facts and _goes_on(controller, screen, view):
        asking = view.form.asking or ""
        buttons.append(
            secondary(
                words("button.next"),
                lambda _e: controller.answer(view.form.draft.values.get(asking, ())),
                key="form:next",
            )
        )
    bare = nothing_more(controller, screen, view)
    if bare is not None:
        buttons.append(
            secondary(
                words("form.nothing_more"),
                lambda _e: controller.live.take_whole(bare),
                key="form:nothing",
            )
        )
    left = _left_for_later(controller, screen, view)
    if left is not None:
        buttons.append(
            text_button(
                words("form.skip_fact"),
                lambda _e: controller.live.take_whole(left),
                key="form:later",
            )
        )
    if controller.interaction.mode is Mode.AMEND:
        buttons.append(
            text_button(
                words("amend.another_kind"),
                lambda _e: controller.send(ToolOpened(Panel.KINDS)),
                icon=ft.Icons.SWAP_HORIZ,
                key="form:kind",
            )
        )
    # A correction that was just opened is left by its cross.
    if view.form.history or not (is_quick(controller) or controller.interaction.mode is Mode.AMEND):
        buttons.append(
            text_button(
                words("button.back"),
                lambda _e: controller.step_back(),
                icon=ft.Icons.ARROW_BACK,
                key="form:back",
            )
        )
    return buttons


def _left_for_later(
    controller: MatchController, screen: GameScreen, view: FormView
) -> Draft | None:
    """Return the report that leaves what is asked for later, if the table may."""
    draft, match = view.form.draft, controller.there
    if controller.interaction.mode is Mode.DOUBT or draft.kind not in screen.later:
        return None
    kind, private = screen.later[draft.kind], controller.greyed(draft.seat)
    ways = legality.legal_of_kind(match.game, match.state, draft.seat, kind, private=private)
    return next(map(draft_of, ways), None)


def is_unanswered(controller: MatchController, view: FormView) -> bool:
    """Return whether only the default of the current field is refused, with answers on offer."""
    judgement = view.judgement
    if judgement is None or judgement.refusal is None or controller.interaction.mode is Mode.DOUBT:
        return False
    return bool(view.ways or proposals_alone(controller, view)) or _offers_another(view)


def _offers_another(view: FormView) -> bool:
    """Return whether a choice has legal answers and only its default is refused."""
    if view.refusal or view.form.asking in view.form.draft.values:
        return False
    return any(choice.refusal is None for choice in view.choices)


def _goes_on(controller: MatchController, screen: GameScreen, view: FormView) -> bool:
    """Return whether an open field is asked and others follow it."""
    open_field = isinstance(view.field, OpenBag | OpenNumber | OpenText)
    answers = proposals_alone(controller, view) or picks_one(controller, screen, view)
    if not open_field or answers or is_last(controller, view.form):
        return False
    return view.action is None or not is_quick(controller) or _asks_more(controller, view)


def _asks_more(controller: MatchController, view: FormView) -> bool:
    """Return whether a field is asked after this one, once its current value counts."""
    value = view.form.draft.values.get(view.form.asking or "", ())
    after = forms.answered(controller.match.game, view.form, value)
    form = controller.without_foregone(with_form(controller.interaction, after)).form
    return form is not None and form.asking is not None


def _record(controller: MatchController, view: FormView) -> ft.Control:
    """Build the button that ends the form, always in its place; if blocked, it says why."""
    word = controller.ctx.words(f"form.end.{controller.interaction.mode}")
    doubt = controller.interaction.mode is Mode.DOUBT
    if view.action is None:
        return primary(word, lambda _e: None, icon=ft.Icons.CHECK, key="record", disabled=True)
    if view.judgement and view.judgement.refusal and not doubt:
        why = "contradicts" if unconfirmed(controller, view.form.draft) else "blocked"
        blocked = controller.ctx.words(f"form.{why}", action=word)
        return tappable(
            ft.Row(
                [ft.Icon(ft.Icons.BLOCK, size=20, apply_text_scaling=True), ft.Text(word, size=18)],
                spacing=8,
                tight=True,
            ),
            blocked,
            lambda _e: controller.finish(view),
            key="record",
            height=50,
            padding=ft.Padding.symmetric(horizontal=20, vertical=12),
            border=outline(1, ft.Colors.OUTLINE),
        )
    icon = ft.Icons.HELP_OUTLINE if doubt else ft.Icons.CHECK
    return primary(word, lambda _e: controller.finish(view), icon=icon, key="record")


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
    lines = (*skipped.duties, *by_recipient(skipped.handouts, controller.wording, nouns))
    text = "\n".join((words("missed.title"), *(f"• {line}" for line in lines)))
    button = text_button(words("missed.done"), lambda _e: all_done(), key="missed:done")
    buttons = (button,) if skipped.handouts else ()
    return [message(text, Tone.CARE, actions=buttons, key="missed")]
