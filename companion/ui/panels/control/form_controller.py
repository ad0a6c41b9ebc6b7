"""Form controller: fills in a form and shows the card of its refusal. Nothing is recorded."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.kernel import game as kernel
from companion.kernel.advice.remedies import ProvenRemedy
from companion.kernel.forms.form import Draft, OpenBag
from companion.kernel.models import Action
from companion.kernel.refusal import Refusal
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.match.ids import fresh_id
from companion.services.privacy import visibility
from companion.ui.boards.contract import game_screen
from companion.ui.panels.control.match_context import MatchContext
from companion.ui.views.report import interaction as interactions
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import InteractionState, Mode, Panel, Start
from companion.ui.views.report.report_form import Form
from companion.ui.views.rulings import ruling_view
from companion.ui.views.rulings.ruling_view import ShownCard


@dataclass(frozen=True)
class FormController(MatchContext):
    """Controller of everything touched before something is sent to the hub."""

    def open(self, start: Start, *, thorough: bool = False) -> None:
        """Open the form of one kind of action; a thorough one also asks fields with a default."""
        game, seat = self.match.game, self.seat
        interaction = interactions.opened(
            self.interaction, game, seat, start, fresh_id(), thorough=thorough
        )
        self._put_unless_hidden(interaction, self.start_draft(start))

    def arrive(self, interaction: InteractionState) -> None:
        """Store a state whose form was just answered."""
        self.put(self.without_foregone(interaction))

    def without_foregone(self, interaction: InteractionState) -> InteractionState:
        """Return the state with forced answers filled in.

        A doubt may ask for what is impossible, and a correction keeps what was filled in.
        """
        if interaction.form is None or interaction.mode in (Mode.DOUBT, Mode.AMEND):
            return interaction
        if interaction.thorough and self._asks_for_a_bag(interaction.form):
            # Fill in nothing automatically: the real move may differ from the forced answer.
            return interaction
        greyed = self.greyed(interaction.form.draft.seat)
        game = self.match.game
        shown = partial(game_screen(game.id).shown_first, self.there)
        form = forms.with_forced_answers(
            game, self.state, interaction.form, greyed=greyed, shown=shown
        )
        return replace(interaction, form=form)

    def _asks_for_a_bag(self, form: Form) -> bool:
        if form.asking is None:
            return False
        candidates = self.match.game.candidates(self.state, form.draft, form.asking)
        return isinstance(candidates, OpenBag)

    def _put_unless_hidden(self, interaction: InteractionState, draft: Draft) -> None:
        """Store a state, unless hidden things of its seat forbid what was touched.

        It was not disabled where others might see that; once touched, the refusal is shown.
        """
        doubt, greyed = self.interaction.mode is Mode.DOUBT, self.greyed(draft.seat)
        refusal = None if doubt or greyed else self._refusal(draft)
        if refusal:
            self.refused(refusal, draft)
        else:
            self.arrive(interaction)

    def _refusal(self, draft: Draft) -> Refusal | None:
        """Return the refusal of a draft, as far as this device may know it."""
        informed, game, state = draft.seat in self.answered, self.match.game, self.state
        refusal, form = (
            kernel.check_draft(game, state, draft, private=informed),
            self.interaction.form,
        )
        if form is None:
            return refusal
        return forms.unless_waived(
            refusal, kernel.check_draft(game, state, form.draft, private=informed)
        )

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
        judged = interactions.judged_starts(game, self.state, seat, starts, private=private)
        interaction = interactions.after_touch(self.interaction, game, judged, seat, fresh_id())
        if interaction.form:
            self._put_unless_hidden(interaction, interaction.form.draft)
        elif len(judged) == 1 and judged[0].refusal:
            self.refused_start(judged[0].start, judged[0].refusal)
        else:
            self.put(interaction)

    def place(self, place: str) -> bool:
        """Handle a touch on the board with a form open; return whether it answers a field."""
        form = self.interaction.form
        if form is None:
            return False
        name = forms.field_of_place(self.match.game, self.state, form, place)
        if name is None:
            return False
        if name != form.asking:
            form = forms.reopened(self.match.game, form, name)
        draft = form.draft.with_value(name, place)
        refusal = self._refusal(draft) or self._dead_end(draft)
        if refusal:
            self.refused(refusal, draft)
        else:
            answered = forms.answered(self.match.game, form, place)
            self.arrive(replace(self.now(), form=answered, card=None, trouble=""))
        return True

    def answer(self, value: object) -> None:
        """Answer the current field and ask the next one."""
        form = self.interaction.form
        if form is None or form.asking is None:
            return
        interaction = replace(
            self.now(), form=forms.answered(self.match.game, form, value), card=None, trouble=""
        )
        self._put_unless_hidden(interaction, form.draft.with_value(form.asking, value))

    def fill(self, value: object) -> None:
        """Fill in an open field, which stays open."""
        form = self.interaction.form
        if form:
            self.set(form=forms.filled(form, value), card=None, trouble="")

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
            interaction = replace(self.now(), form=Form(draft, None, form.skipped, history))
            self._put_unless_hidden(replace(interaction, card=None, trouble=""), draft)

    def rewrite(self, values: Mapping[str, Any]) -> None:
        """Fill in all fields at once; those not given are empty."""
        form = self.now().form
        if form:
            self.set(form=forms.rewritten(form, values), card=None, trouble="")

    def report_as(self, seat: Seat) -> None:
        """Set the seat that reports; a correction keeps what is filled in."""
        form = self.interaction.form
        if form and self.interaction.mode is Mode.AMEND:
            self._sit(forms.with_seat(form, seat))
        elif form:
            self._sit(forms.by_seat(self.match.game, form, seat))
        else:
            self.set(seat=seat, card=None)

    def _sit(self, form: Form) -> None:
        self.set(form=form, card=None, trouble="", asking_seat=False)

    def reopen(self, name: str) -> None:
        """Ask an earlier field again."""
        form = self.interaction.form
        if form:
            self.set(form=forms.reopened(self.match.game, form, name), card=None)

    def step_back(self) -> None:
        """Take back the last answer, or leave the form."""
        form = self.interaction.form
        if form and form.history:
            self.set(form=forms.stepped_back(form), card=None)
        else:
            self.close()

    def go_on(self) -> None:
        """Return from a card to its form; in doubt mode without its last answer."""
        form = self.interaction.form
        if form and form.history and self.interaction.mode is Mode.DOUBT:
            form = forms.stepped_back(form)
        self.set(form=form, card=None)

    def close(self) -> None:
        """Close whatever is open."""
        self.put(interactions.with_all_closed(self.interaction))

    def step_out(self) -> None:
        """Close the topmost layer, if there is one."""
        interaction = interactions.with_top_closed(self.now())
        if interaction:
            self.put(interaction)

    def refused(self, refusal: Refusal, draft: Draft, action: Action | None = None) -> None:
        """Show the ruling card of a refused draft; a fully answered one can be consented to."""
        if action is None:
            action = forms.fully_answered_action(self.match.game, draft)
        self.set(card=self.card_of(self.match, self.state, refusal, draft, action))

    def card_of(
        self, match: Match, state: Any, refusal: Refusal, draft: Draft, action: Action | None
    ) -> ShownCard:
        """Build the ruling card of a refused draft.

        Hidden things of its seat stay hidden until the owner looks.
        """
        game, wording = match.game, self.wording
        if visibility.secret(match, draft.seat, draft.kind, refusal.code, self.seen):
            return ruling_view.secret_card(game, state, wording, refusal, draft, action)
        return ruling_view.card_of(game, state, wording, refusal, draft, action, seen=self.seen)

    def insist(self, draft: Draft) -> None:
        """Continue a form that the rules refuse: it was done, and the table may consent."""
        interaction = self.now()
        form = forms.form_of_draft(self.match.game, draft)
        submission = interaction.submission or fresh_id()
        self.put(
            replace(interaction, form=form, submission=submission, card=None, panel=Panel.NONE)
        )

    def report_first(self, draft: Draft) -> None:
        """Open the report that is due first; the interrupted draft comes back after it."""
        interaction = self.now()
        waiting = interaction.card.attempt if interaction.card else None
        form = forms.form_of_draft(self.match.game, draft)
        self.put(
            InteractionState(
                seat=interaction.seat, form=form, submission=fresh_id(), resume=waiting
            )
        )

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
        """Apply a remedy: fill in the form, or open what has to be reported first."""
        interaction = self.now()
        if shown.item and shown.action:
            interaction = interactions.correcting(interaction, shown.action, shown.item, fresh_id())
        self.put(interactions.with_remedy(interaction, self.match.game, way, fresh_id()))

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
        other = Panel.NONE if self.interaction.panel is panel else panel
        self.put(replace(interactions.with_all_closed(self.interaction), panel=other))

    def show_place(self, place: str) -> None:
        """Show the details of a place of the board, or close them if they are open."""
        interaction = self.now()
        same = interaction.panel is Panel.PLACE and interaction.place == place
        closed = interactions.with_all_closed(self.interaction)
        self.put(closed if same else replace(closed, panel=Panel.PLACE, place=place))

    def switch_doubt(self) -> None:
        """Enter or leave doubt mode; what is filled in stays."""
        mode = Mode.REPORT if self.interaction.mode is Mode.DOUBT else Mode.DOUBT
        self.set(mode=mode, card=None)
