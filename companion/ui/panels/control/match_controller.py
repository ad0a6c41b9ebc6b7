"""Match controller: submits what is touched to the hub, and shows the result."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import flet as ft

from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.box import by_hand
from companion.kernel.form import Choices, OpenBag
from companion.kernel.models import Action
from companion.match.entries import (
    ActaError,
    Amended,
    Body,
    Consent,
    ConsentTo,
    Edit,
    FactsEntered,
    Redone,
    Reported,
    Undone,
    fresh_id,
)
from companion.match.fold import Match
from companion.match.resumable import Resumable
from companion.match.timeline import UndoStep, redo_target, undo_target
from companion.services.matches.results import (
    AlreadyRecorded,
    Answer,
    Recorded,
    Refused,
    Submission,
)
from companion.services.storage.store import StoreError
from companion.ui.boards.contract import game_screen
from companion.ui.context import AppContext
from companion.ui.device.gestures import NOTHING, GestureHandlers, use_gestures
from companion.ui.drafts.draft_cache import tick, ticks
from companion.ui.panels.control.match_context import report
from companion.ui.panels.control.value_controller import ValueController
from companion.ui.scheduler import carry_out
from companion.ui.views.entries.entry_lines import telling_of
from companion.ui.views.report import interaction_events as events
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import (
    Filling,
    InteractionState,
    Mode,
    Panel,
    Submit,
)
from companion.ui.views.report.interaction_events import Press
from companion.ui.views.report.rejection_text import unrecorded
from companion.ui.views.report.report_form import Form, FormView
from companion.ui.views.report.transitions import (
    with_top_closed,
    with_trouble,
)
from companion.ui.views.rulings import ruling_view
from companion.ui.views.rulings.ruling_view import ShownCard
from companion.ui.views.table import problems
from companion.ui.views.table.consequences import Handout, hand_back, handouts, still_ticked
from companion.ui.views.table.skipped_duties import skipped_duties

_BACK = 40
"""Number of latest steps searched for handouts."""


@dataclass(frozen=True)
class MatchController(ValueController):
    """Match controller of one device, at one moment."""

    latest: "Callable[[], MatchController] | None" = None
    """Callback that returns the latest controller, for controls of an earlier render."""

    @property
    def live(self) -> "MatchController":
        """Return the controller of this moment."""
        return self.latest() if self.latest else self

    def arrive(self, interaction: InteractionState) -> None:
        """Store a state whose form was just answered.

        A form that is complete is recorded, or its doubt answered, at once; undoing takes one
        touch.
        """
        interaction = self.without_foregone(interaction)
        self.put(interaction)
        controller = replace(self, interaction=interaction)
        view = controller.view()
        if view and controller._is_complete(view):
            controller.finish(view)

    def _is_complete(self, view: FormView) -> bool:
        """Return whether nothing is left to ask or to show before the form is recorded."""
        interaction, form = self.interaction, view.form
        if view.facts or view.action is None or interaction.mode is Mode.AMEND:
            return False
        if form.draft.kind in game_screen(self.match.game.id).editors:
            # The editor asks for all values together, including those with a default.
            return False
        if form.asking is None:
            return not (self._skips_a_duty(view.action) or self._warns(view))
        if interaction.thorough or self._asks_for_a_place(form) or self._has_to_be_told(view):
            return False
        if interaction.mode is Mode.DOUBT:
            return True
        if view.judgement and view.judgement.refusal:
            informed = form.draft.seat in self.answered
            return not forms.has_legal_completion(
                self.match.game, self.state, form.draft, private=informed
            )
        return not self._skips_a_duty(view.action)

    def _asks_for_a_place(self, form: Form) -> bool:
        """Return whether the board can answer the field; such a field is never left out."""
        candidates = self.match.game.candidates(self.state, form.draft, form.asking or "")
        places = game_screen(self.match.game.id).places(self.match)
        return isinstance(candidates, Choices) and any(
            value in places for value in candidates.values
        )

    def _has_to_be_told(self, view: FormView) -> bool:
        """Return whether the field must be answered because the printed value is unknown."""
        unknown = view.judgement is not None and view.judgement.verdict == "unverifiable"
        if isinstance(view.field, OpenBag):
            return unknown and not view.field.only
        if not isinstance(view.field, Choices) or not view.form.skipped:
            return False
        return not view.field.optional and len(view.choices) > 1

    def _skips_a_duty(self, action: Action) -> bool:
        """Return whether the action would pass the turn with an obligation open."""
        if self.interaction.mode is not Mode.REPORT:
            return False
        skipped = skipped_duties(self.there, self.wording, action, (), self.answered, {})
        return skipped is not None and bool(skipped.duties)

    def _warns(self, view: FormView) -> bool:
        """Return whether a report loses something for nothing, or rests on an exception."""
        notes = view.judgement.notes if view.judgement else ()
        warned = any(note.wasteful or note.exceptional for note in notes)
        return self.interaction.mode is Mode.REPORT and warned

    def finish(self, view: FormView) -> None:
        """Record the filled-in form; in doubt mode answer it, while correcting preview it."""
        form = self.interaction.form
        if form is None or view.action is None:
            return
        if self.interaction.mode is Mode.DOUBT:
            self.send(events.CardShown(self.answer_to(view.action)))
        elif len(self.match.game.parts(self.state, view.action)) > 1:
            self._finish_parts(view.action)
        elif view.judgement and view.judgement.refusal:
            self.refused(view.judgement.refusal, view.complete.draft, view.action)
        else:
            self._settle(view.action)

    def _finish_parts(self, action: Action) -> None:
        """Record what was said in one go as the reports it amounts to.

        If one of them is refused, those before it are recorded, it is asked about next, and those
        after it wait. In the past nothing is recorded yet, so the whole form stays.
        """
        game, parts = self.match.game, self.match.game.parts(self.state, action)
        private = action.seat in self.answered
        decided = legality.deciding_part(game, self.state, action, private=private)
        refusal = decided.judgement.refusal
        if refusal is None:
            self.report_all(parts)
            return
        number, draft = decided.number, draft_of(decided.action)
        if self.interaction.mode is not Mode.REPORT:
            card = self.card_of(self.match, decided.state, refusal, draft, None)
            self.send(events.CardShown(card))
            return
        first, *waiting = map(draft_of, parts)
        form = forms.form_of_draft(game, first)
        self.send(events.FormReplaced(form, fresh_id(), tuple(waiting[max(number - 1, 0) :])))
        now = replace(self, interaction=self.now())
        if number:
            now.report_all(parts[:number])
        else:
            now.refused(refusal, draft, decided.action)

    def answer_to(self, action: Action) -> ShownCard:
        """Build the answer to a doubt.

        The part that rests on hidden things of its seat shows only once the owner looks.
        """
        game, wording, seat = self.match.game, self.wording, action.seat
        own, alone = seat in self.answered, len(game.parts(self.state, action)) == 1
        decided = legality.deciding_part(game, self.state, action, private=own)
        action = decided.action
        shown = ruling_view.doubt_card(game, decided.state, wording, action, seen=self.seen)
        if shown.asked and alone:
            foreseen = game_screen(game.id).forecast(self.there, wording, action)
            shown = replace(shown, card=replace(shown.card, facts=foreseen))
        if seat in self.seen or not own or not legality.depends_on_hidden(game, action.kind):
            return shown
        return replace(
            shown,
            behind=seat,
            whole=lambda game, now: ruling_view.doubt_card(
                game, now, wording, action, seen=(seat,)
            ),
        )

    def carry_out_asked(self) -> None:
        """Report what a doubt found legal; what is left to answer is asked first."""
        self.send(events.Press.SWITCH_DOUBT)
        controller = replace(self, interaction=self.now())
        controller.arrive(controller.interaction)

    def consent(self, by: str, reason: str) -> None:
        """Record a report that the rules refuse and the table consents to."""
        shown = self.interaction.card
        if shown is None or shown.action is None:
            return
        consent = Consent(by=by, reason=reason)
        other = self._refused_otherwise(shown)
        if other is not None:
            self.send(events.CardShown(other))
        elif shown.item is not None:
            self.add(ConsentTo(target=shown.item, consent=consent))
        else:
            self._settle(shown.action, consent)

    def _refused_otherwise(self, shown: ShownCard) -> ShownCard | None:
        """Return the card of the current refusal if it differs from the one consented to.

        The table may have moved on meanwhile, and nobody consents to what nobody has seen.
        """
        action = shown.action
        if (
            self.interaction.mode is not Mode.REPORT
            or action is None
            or shown.item
            or shown.card.covered
        ):
            return None
        try:
            with_values = self.foreseen(self.interaction.typed)
            match = with_values or self.ctx.client.matches.open(self.match_id)
        except (ActaError, StoreError):
            return None
        private = action.seat in self.answered
        refusal = legality.judge(match.game, match.state, action, private=private).refusal
        if refusal is None or refusal.code == shown.card.code:
            return None
        return self.card_of(match, match.state, refusal, draft_of(action), action)

    def _settle(self, action: Action, consent: Consent | None = None) -> None:
        """Record the filled-in form, or add it to the pending edits."""
        typed = self.interaction.typed
        if typed and consent is None and self._is_recorded(action):
            # Only the values are corrected.
            self.add(*typed)
            return
        finished = events.FormFinished(report(action, consent), fresh_id())
        # Others may have played on since the values were typed.
        self.unless_replayed(typed, lambda: self.send(finished))

    def _is_recorded(self, action: Action) -> bool:
        """Return whether the entry being corrected reports this very action."""
        target = self.interaction.target
        bodies = (item.body for item in self.shown.timeline.items if item.id == target)
        body = next(bodies, None)
        return isinstance(body, Reported) and self.match.game.read_action(body.action) == action

    def add(self, *edits: Edit) -> None:
        """Add a change to the pending ones; nothing is recorded."""
        self.send(events.EditsAdded(edits))

    def report_all(self, actions: Sequence[Action]) -> None:
        """Record several reports as one act, in order; on a branch, add them to it."""
        bodies = tuple(report(action) for action in actions)
        finished = events.DueListFinished(bodies, tuple(fresh_id() for _ in bodies))
        self.unless_replayed(self.interaction.typed, lambda: self.send(finished))

    def carry(self, effect: events.Effect) -> None:
        """Carry one effect out."""
        match effect:
            case Submit():
                carry_out(self._sending(effect), lambda answer: self._hear(answer, effect))
            case events.Foresee(after=after):
                carry_out(self.foreseeing(after.edits), lambda _: self._foreseen(after))
            case events.Notify(text=text, key=key):
                self.ctx.notify(self.ctx.words(text) if key else text)
            case events.GoOn(match=match):
                self.know_and_go_on(match, self.now())
            case events.FollowUp(kind=kind, match=match):
                self.knowing(match)._ask_on(kind)

    def _foreseen(self, after: InteractionState) -> None:
        """Show the state with its edits; a branch must be able to go on from them."""
        fits = after.mode is not Mode.WHAT_IF or self.foreseen(after.edits) is not None
        self.send(events.EditForeseen(after, fits))

    def amend(self, edits: tuple[Edit, ...]) -> None:
        """Record an accepted correction, or an adopted branch."""
        self.submit(fresh_id(), Amended(edits=edits))

    def record_values(self, entered: FactsEntered) -> None:
        """Record printed values by themselves, and continue with the form."""

        def on_answer(answer: Answer) -> None:
            match answer:
                case Recorded(match=after) | AlreadyRecorded(match=after):
                    self._keep_ticks(after)
                    self.know_and_go_on(after, with_trouble(self.now(), ""))
                case _:
                    self._hear(answer, request)

        request = Submit(fresh_id(), entered)
        carry_out(self._sending(request), on_answer)

    def undo(self, entry_id: str | None = None) -> None:
        """Undo the last step, or everything down to an entry; on a branch, its last edit."""
        if self.interaction.mode is Mode.WHAT_IF:
            self.send(events.Press.TAKE_BACK)
            return
        past = self.match.timeline.past
        if past:
            last = entry_id or past[-1].entry.id
            to = undo_target(self.match.timeline, last)
            undone = past[next(n for n, step in enumerate(past) if step.entry.id == to) :]
            sentences = (self._notice_text("undo.undone", undone), self._hand_back(to))
            self.submit(fresh_id(), Undone(to=to), " ".join(filter(None, sentences)))

    @property
    def may_undo(self) -> bool:
        """Return whether this device may take back a step; on a branch, an edit."""
        if self.interaction.mode is Mode.WHAT_IF:
            return bool(self.interaction.edits)
        return self._may_step(self.recorded.timeline.past)

    @property
    def may_redo(self) -> bool:
        """Return whether this device may bring back a step."""
        on_branch = self.interaction.mode is Mode.WHAT_IF
        return not on_branch and self._may_step(self.recorded.timeline.future)

    def _may_step(self, steps: tuple[UndoStep, ...]) -> bool:
        may_mend = self.ctx.client.permissions.may_mend
        return bool(steps) and may_mend(self.recorded, steps[-1].entry)

    def redo(self, entry_id: str | None = None) -> None:
        """Redo the next step, or everything up to an entry."""
        if self.interaction.mode is Mode.WHAT_IF:
            return
        future = self.match.timeline.future
        if future:
            to = entry_id or redo_target(self.match.timeline)
            last = next(n for n, step in enumerate(future) if step.entry.id == to)
            done = self._notice_text("undo.redone", future[last:][::-1])
            self.submit(fresh_id(), Redone(to=to), done)

    def _hand_back(self, entry_id: str) -> str:
        """Describe what has to be handed back."""
        nouns = game_screen(self.match.game.id).nouns
        returned = hand_back(self.match, self.wording, entry_id, self.seen, nouns)
        return self.ctx.words("undo.hand_back", what="; ".join(returned)) if returned else ""

    def _notice_text(self, key: str, steps: Sequence[UndoStep]) -> str:
        return self.ctx.words(key, what=telling_of(self.match, self.wording).turned(steps))

    def submit(self, submission: str, body: Body, done: str = "") -> None:
        """Submit a body to the hub and show the result. A branch takes it as an edit instead."""
        self.send(events.BodySent(Submit(submission, body, done), fresh_id()))

    def _sending(self, request: Submit) -> Resumable[Answer]:
        return self.ctx.client.matches.submit(
            self.match_id,
            Submission(
                id=request.submission,
                body=request.body,
                author=self._author(request.body),
                device=self.ctx.device,
                seen=len(self.recorded.entries),
                anyway=request.anyway,
                values=request.values,
                first=request.first,
            ),
        )

    def _author(self, body: Body) -> str:
        """Return who says so: who reports, or the only seat of this device; else nobody did."""
        if isinstance(body, Reported):
            return self.wording.player(self.seat)
        return self.wording.player(self.mine[0]) if len(self.mine) == 1 else ""

    def _hear(self, answer: Answer, request: Submit) -> None:
        """Show the answer of the hub, with what only the match can say about it."""
        now, game = self.now(), self.match.game
        event = events.HubAnswered(answer, request, fresh_id())
        match answer:
            case Recorded(match=after, entry=entry):
                if request.values or isinstance(entry.body, Amended | FactsEntered):
                    self._keep_ticks(after)
                resumed = forms.form_of_draft(game, now.resume[0]) if now.resume else None
                unsound = now.panel is Panel.UNSOUND and bool(problems.unsound(after, self.mine))
                event = replace(event, resumed=resumed, unsound=unsound)
            case Refused(match=match, action=Action() as action) if now.form:
                shown = self.card_of(match, match.state, answer.refusal, now.form.draft, action)
                event = replace(event, card=shown)
            case _:
                event = replace(event, said=unrecorded(self.wording, answer))
        self.send(event)

    def _keep_ticks(self, after: Match) -> None:
        """Keep the ticks of handouts that now come from another entry."""
        done = ticks(self.ctx.device, self.match_id)
        if not done:
            return
        nouns = game_screen(self.match.game.id).nouns

        def given(match: Match) -> list[Handout]:
            steps = match.steps[-_BACK:]
            by_step = (handouts(match, step, self.wording, self.seen, nouns) for step in steps)
            return [*chain.from_iterable(by_step)]

        now = still_ticked(done, given(self.match), given(self.knowing(after).match))
        tick(self.ctx.device, self.match_id, now ^ done)

    def _ask_on(self, kind: str) -> None:
        """Open the follow-up of a report at once, if this device may answer it."""
        if set(self.match.game.awaiting(self.match.state)).isdisjoint(self.mine):
            return
        follows = game_screen(self.match.game.id).follows(self.match, kind)
        duties = () if self.match.outcome else self.match.game.duties(self.match.state)
        if by_hand.asked(duties):
            self.send(events.ToolOpened(Panel.BY_HAND))
        elif follows:
            replace(self, interaction=self.now()).open(follows)


def use_way_back(
    ctx: AppContext,
    interaction: InteractionState,
    last: "ft.MutableRef[MatchController]",
    is_shown: Callable[[], bool] = lambda: True,
) -> None:
    """Close what is open before the screen is left.

    Args:
        ctx: the context.
        interaction: interaction state as rendered.
        last: match controller of the last render, if there was one.
        is_shown: returns False while another screen covers this one.
    """
    is_open = with_top_closed(interaction) is not None
    use_gestures(
        ctx.gestures,
        lambda: _hold(last.current) if last.current and is_shown() else NOTHING,
        is_open=is_open,
    )


def _hold(controller: MatchController) -> GestureHandlers:
    interaction = controller.now()
    if with_top_closed(interaction) is None:
        return GestureHandlers(None, controller.undo if controller.may_undo else None)
    top = interaction.top
    filled_in = isinstance(top, Filling) and top.form.history
    return GestureHandlers(
        lambda: controller.send(Press.STEP_OUT), controller.step_back if filled_in else None
    )
