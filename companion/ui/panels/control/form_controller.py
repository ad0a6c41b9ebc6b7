"""Form controller: fills in a form and shows the card of its refusal. Nothing is recorded."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.kernel import legality
from companion.kernel.advice.remedies import ProvenRemedy, draft_of
from companion.kernel.form import Draft, OpenBag
from companion.kernel.models import Action
from companion.kernel.refusal import Refusal
from companion.kernel.values import Seat
from companion.match.entries import fresh_id
from companion.match.fold import Match
from companion.services.privacy import visibility
from companion.ui.boards.contract import game_screen
from companion.ui.panels.control.match_context import MatchContext
from companion.ui.views.report import interaction_events as events
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import (
    Filling,
    InteractionState,
    Mode,
    Panel,
    Start,
    judged_starts,
)
from companion.ui.views.report.report_form import Form
from companion.ui.views.report.transitions import touched, update, with_form
from companion.ui.views.rulings import ruling_view
from companion.ui.views.rulings.ruling_view import ShownCard


@dataclass(frozen=True)
class FormController(MatchContext, ABC):
    """Controller of everything touched before something is sent to the hub."""

    def send(self, event: events.Event) -> None:
        """Store the state after an event, and carry its effects out."""
        before = self.now()
        if isinstance(event, events.CardShown):
            event = replace(event, card=replace(event.card, entries=len(self.recorded.entries)))
        interaction, effects = update(before, event)
        if interaction is not before:
            self.put(interaction)
        for effect in effects:
            self.carry(effect)

    @abstractmethod
    def carry(self, effect: events.Effect) -> None:
        """Carry one effect out."""

    def open(self, start: Start, *, thorough: bool = False) -> None:
        """Open the form of one kind of action; a thorough one also asks fields with a default."""
        form = forms.start(self.match.game, self.seat, start.kind, start.values)
        self._fill_in(events.FormOpened(form, fresh_id(), thorough), form.draft)

    def open_draft(self, draft: Draft) -> None:
        """Open the thorough form of a report that is begun."""
        form = forms.form_of_draft(self.match.game, draft)
        self._fill_in(events.FormOpened(form, fresh_id(), thorough=True), draft)

    def arrive(self, interaction: InteractionState) -> None:
        """Store a state whose form was just answered."""
        self.put(self.without_foregone(interaction))

    def without_foregone(self, interaction: InteractionState) -> InteractionState:
        """Return the state with forced answers filled in.

        A doubt may ask for what is impossible, and a correction keeps what was filled in.
        """
        form = interaction.form
        if form is None or interaction.mode is Mode.DOUBT:
            return interaction
        if interaction.mode is Mode.AMEND:
            return with_form(interaction, self._as_given(form)) if form.given else interaction
        if interaction.thorough and self._asks_for_a_bag(form):
            # Fill in nothing automatically: the real move may differ from the forced answer.
            return interaction
        greyed = self.greyed(form.draft.seat)
        game = self.match.game
        shown = partial(game_screen(game.id).shown_first, self.there)
        form = forms.with_forced_answers(game, self.state, form, greyed=greyed, shown=shown)
        return with_form(interaction, form)

    def _as_given(self, form: Form) -> Form:
        """Return the form of a correction with the answers of before, asking what they lack."""
        if form.asking in form.draft.values:
            return form
        greyed, game = self.greyed(form.draft.seat), self.match.game
        form = forms.with_given_answers(game, self.state, form, greyed=greyed)
        return replace(form, asking=legality.next_field(game, form.draft))

    def _asks_for_a_bag(self, form: Form) -> bool:
        if form.asking is None:
            return False
        candidates = self.match.game.candidates(self.state, form.draft, form.asking)
        return isinstance(candidates, OpenBag)

    def _fill_in(self, event: events.Event, draft: Draft) -> None:
        """Fill in a form, unless hidden things of its seat forbid what was touched.

        It was not disabled where others might see that; once touched, the refusal is shown.
        """
        doubt, greyed = self.interaction.mode is Mode.DOUBT, self.greyed(draft.seat)
        refusal = None if doubt or greyed else self._refusal(draft)
        if refusal:
            self.refused(refusal, draft)
        else:
            self.arrive(update(self.now(), event)[0])

    def _refusal(self, draft: Draft) -> Refusal | None:
        """Return the refusal of a draft, as far as this device may know it."""
        informed, game, state = draft.seat in self.answered, self.match.game, self.state
        refusal = forms.refusal_of(game, state, draft, private=informed)
        form = self.interaction.form
        if refusal is None or form is None:
            return refusal
        known = legality.check_draft(game, state, form.draft, private=informed)
        return forms.unless_waived(refusal, known)

    def _dead_end(self, draft: Draft) -> Refusal | None:
        """Return the refusal of the next field if all its answers are forbidden."""
        if self.interaction.mode is Mode.DOUBT:
            return None
        private = self.greyed(draft.seat)
        return forms.dead_end(self.match.game, self.state, draft, private=private)

    def touch(self, starts: tuple[Start, ...]) -> None:
        """Handle a touch on the board without a form: open its only legal meaning, or the choice.

        If its only meaning is illegal, show why.
        """
        game, seat = self.match.game, self.seat
        private = self.greyed(seat)
        judged = judged_starts(game, self.state, seat, starts, private=private)
        event = touched(game, judged, seat, fresh_id())
        if isinstance(event, events.FormOpened):
            refusal = self._dead_end(event.form.draft)
            if refusal:
                self.refused(refusal, event.form.draft)
            else:
                self._fill_in(event, event.form.draft)
        elif len(judged) == 1 and judged[0].refusal:
            self.refused_start(judged[0].start, judged[0].refusal)
        else:
            self.send(event)

    def place(self, place: str) -> bool:
        """Handle a touch on the board with a form open; return whether it answers a field."""
        form = self.interaction.form
        if form is None:
            return False
        name = forms.field_of_place(self.match.game, self.state, form, place)
        if name is None:
            return False
        if name != form.asking:
            form = self._asking_again(form, name)
        draft = form.draft.with_value(name, place)
        refusal = self._refusal(draft) or self._dead_end(draft)
        if refusal:
            self.refused(refusal, draft)
        else:
            event = events.FormChanged(forms.answered(self.match.game, form, place))
            self.arrive(update(self.now(), event)[0])
        return True

    def answer(self, value: object) -> None:
        """Answer the current field and ask the next one."""
        form = self.interaction.form
        if form is None or form.asking is None:
            return
        event = events.FormChanged(forms.answered(self.match.game, form, value))
        self._fill_in(event, form.draft.with_value(form.asking, value))

    def switch(self, name: str) -> None:
        """Turn a field of yes or no round, beside the current question."""
        form = self.interaction.form
        if form:
            turned = forms.switched(form, name)
            self._fill_in(events.FormChanged(turned), turned.draft)

    def fill(self, value: object) -> None:
        """Fill in an open field, which stays open."""
        form = self.interaction.form
        if form:
            self.send(events.FormChanged(forms.filled(form, value)))

    def take(self, value: object) -> None:
        """Accept a proposal for an open field; it answers the field unless the form is thorough."""
        if self.interaction.thorough or self.interaction.mode is Mode.AMEND:
            self.fill(value)
        else:
            self.answer(value)

    def take_whole(self, draft: Draft) -> None:
        """Accept a draft that answers everything left to ask."""
        form = self.interaction.form
        if form:
            history = (*form.history, form.draft)
            self._fill_in(events.FormChanged(Form(draft, None, form.skipped, history)), draft)

    def rewrite(self, values: Mapping[str, Any]) -> None:
        """Fill in all fields at once; those not given are empty."""
        form = self.now().form
        if form:
            self.send(events.FormChanged(forms.rewritten(form, values)))

    def report_as(self, seat: Seat) -> None:
        """Set the seat that reports; a correction keeps what is filled in."""
        form = self.interaction.form
        if form and self.interaction.mode is Mode.AMEND:
            form = forms.with_seat(form, seat)
        elif form:
            form = forms.by_seat(self.match.game, form, seat)
        self.send(events.SeatChosen(seat, form))

    def reopen(self, name: str) -> None:
        """Ask an earlier field again."""
        form = self.interaction.form
        if form:
            self.send(events.FormChanged(self._asking_again(form, name), again=True))

    def _asking_again(self, form: Form, name: str) -> Form:
        view = self.view()
        if view is None or self.interaction.mode is not Mode.AMEND:
            return forms.reopened(self.match.game, form, name)
        return forms.corrected_at(self.match.game, view.complete, name)

    def step_back(self) -> None:
        """Take back the last answer, or leave the form."""
        self.send(events.Press.STEP_BACK)

    def close(self) -> None:
        """Close whatever is open."""
        self.send(events.Press.CLOSE)

    def refused(self, refusal: Refusal, draft: Draft, action: Action | None = None) -> None:
        """Show the ruling card of a refused draft; a fully answered one can be consented to."""
        if action is None:
            action = forms.fully_answered_action(self.match.game, draft)
        self.send(events.CardShown(self.card_of(self.match, self.state, refusal, draft, action)))

    def card_of(
        self, match: Match, state: Any, refusal: Refusal, draft: Draft, action: Action | None
    ) -> ShownCard:
        """Build the ruling card of a refused draft.

        Hidden things of its seat stay hidden until the owner looks.
        """
        game, wording = match.game, self.wording
        if visibility.secret(match, draft.seat, draft.kind, refusal.code, self.seen):
            return ruling_view.secret_card(game, state, wording, refusal, draft, action)
        shown = ruling_view.card_of(game, state, wording, refusal, draft, action, seen=self.seen)
        if self.interaction.mode is not Mode.REPORT or self.interaction.edits:
            return shown
        return replace(shown, earlier=self.place_before(match, draft, action))

    def insist(self, draft: Draft) -> None:
        """Continue a form that the rules refuse: it was done, and the table may consent."""
        self.send(events.FormReplaced(forms.form_of_draft(self.match.game, draft), fresh_id()))

    def report_first(self, draft: Draft) -> None:
        """Open the report that is due first; the interrupted draft comes back after it."""
        card, form = self.now().card, forms.form_of_draft(self.match.game, draft)
        resume = (card.attempt,) if card and card.attempt else ()
        self.send(events.FormReplaced(form, fresh_id(), resume, anew=True))

    def may_apply(self, shown: ShownCard, way: ProvenRemedy) -> bool:
        """Return whether a touch on this device can apply a remedy."""
        if way.draft.seat not in self.mine:
            return False
        if way.first is None:
            return True
        here = self.interaction.mode in (Mode.REPORT, Mode.WHAT_IF) and shown.item is None
        acts = (way.first, way.then)
        return here and all(act.seat in self.mine for act in acts if act is not None)

    def apply(self, shown: ShownCard, way: ProvenRemedy) -> None:
        """Apply a remedy: fill in the form, or open what has to be reported first.

        If it stands for many alike, the form asks for the one that is meant.
        """
        game = self.match.game
        if shown.item and shown.action:
            before = self.shown.state_before(shown.item)
            filling = Filling(forms.to_correct(game, before, shown.action), fresh_id())
            self.send(events.PastOpened(Mode.AMEND, shown.item, filling))
        form = forms.form_of_draft(game, draft_of(way.first) if way.first else way.draft)
        if way.field:
            # Many answers do, so it asks which.
            form = forms.reopened(game, form, way.field)
        then = draft_of(way.then) if way.then else way.draft
        resume = (then,) if way.first else ()
        self.send(events.FormReplaced(form, fresh_id(), resume))

    def refused_kind(self, kind: str, refusal: Refusal) -> None:
        """Show why a kind of action cannot be reported now."""
        self.refused(refusal, Draft(kind, self.seat, {}))

    def refused_start(self, start: Start, refusal: Refusal) -> None:
        """Show why a touch on the board is not legal."""
        self.refused(refusal, self.start_draft(start))

    def start_draft(self, start: Start) -> Draft:
        """Return the draft that a report would start from."""
        return Draft(start.kind, self.seat, start.values)

    def show(self, panel: Panel) -> None:
        """Open a panel beside the board, or close it if it is open."""
        self.send(events.ToolOpened(panel, toggle=True))

    def show_place(self, place: str) -> None:
        """Show the details of a place of the board, or close them if they are open."""
        self.send(events.ToolOpened(Panel.PLACE, place, toggle=True))
