"""Filling in a form, and putting down the card of what forbids it. Nothing is recorded."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.kernel import game as kernel
from companion.kernel.form import Draft, OpenBag
from companion.kernel.models import Action
from companion.kernel.refusal import Refusal
from companion.kernel.remedies import Way
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.match.ids import fresh_id
from companion.table import sight
from companion.ui.boards.contract import game_screen
from companion.ui.panels.viewpoint import Viewpoint
from companion.ui.views import desk as desks
from companion.ui.views import form as forms
from companion.ui.views import shown_card
from companion.ui.views.desk import Desk, Mode, Panel, Start
from companion.ui.views.form import Form
from companion.ui.views.shown_card import ShownCard


@dataclass(frozen=True)
class Filling(Viewpoint):
    """What is touched before anything is sent to the hub."""

    def open(self, start: Start, *, thorough: bool = False) -> None:
        """Opens the form of one kind of action; a thorough one asks what has a default, too."""
        game, seat = self.match.game, self.seat
        desk = desks.opened(self.desk, game, seat, start, fresh_id(), thorough=thorough)
        self._put_unless_hidden(desk, self.start_draft(start))

    def arrive(self, desk: Desk) -> None:
        """Puts down a desk on whose form something was just answered."""
        self.put(self.without_foregone(desk))

    def without_foregone(self, desk: Desk) -> Desk:
        """The desk without the questions of its form that have one possible answer.

        Who doubts may ask for what is not possible, and a correction is filled in as it was.
        """
        if desk.form is None or desk.mode in (Mode.DOUBT, Mode.AMEND):
            return desk
        if desk.thorough and self._asks_for_a_bag(desk.form):
            # What was really laid down may be something else.
            return desk
        greyed = self.greyed(desk.form.draft.seat)
        game = self.match.game
        shown = partial(game_screen(game.id).shown_first, self.there)
        form = forms.settled(game, self.state, desk.form, greyed=greyed, shown=shown)
        return replace(desk, form=form)

    def _asks_for_a_bag(self, form: Form) -> bool:
        if form.asking is None:
            return False
        found = self.match.game.candidates(self.state, form.draft, form.asking)
        return isinstance(found, OpenBag)

    def _put_unless_hidden(self, desk: Desk, draft: Draft) -> None:
        """Puts down a desk, unless what its owner hides forbids what was touched.

        It was not greyed where others might have seen it; now that it was touched, it is told.
        """
        doubt, greyed = self.desk.mode is Mode.DOUBT, self.greyed(draft.seat)
        refusal = None if doubt or greyed else self._refusal(draft)
        if refusal:
            self.refused(refusal, draft)
        else:
            self.arrive(desk)

    def _refusal(self, draft: Draft) -> Refusal | None:
        """What forbids a draft, as far as this device may tell."""
        told, game, state = draft.seat in self.answered, self.match.game, self.state
        refusal, form = kernel.check_draft(game, state, draft, private=told), self.desk.form
        if form is None:
            return refusal
        return forms.beyond(refusal, kernel.check_draft(game, state, form.draft, private=told))

    def _dead_end(self, draft: Draft) -> Refusal | None:
        """What forbids whatever would be asked next, where all of it is forbidden."""
        if self.desk.mode is Mode.DOUBT:
            return None
        private = self.greyed(draft.seat)
        return forms.dead_end(self.match.game, self.state, draft, private=private)

    def touch(self, found: tuple[Start, ...]) -> None:
        """A touch on the board without a form: the one legal thing it means, or the choice.

        Where it can only mean one thing that is not legal, why it is not.
        """
        game, seat = self.match.game, self.seat
        private = self.greyed(seat)
        judged = desks.judged_starts(game, self.state, seat, found, private=private)
        desk = desks.touched(self.desk, game, judged, seat, fresh_id())
        if desk.form:
            self._put_unless_hidden(desk, desk.form.draft)
        elif len(judged) == 1 and judged[0].refusal:
            self.refused_start(judged[0].start, judged[0].refusal)
        else:
            self.put(desk)

    def place(self, place: str) -> bool:
        """A touch on the board with a form open; whether it answers something."""
        form = self.desk.form
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
        """Answers the field being asked, and asks the next one."""
        form = self.desk.form
        if form is None or form.asking is None:
            return
        desk = replace(
            self.now(), form=forms.answered(self.match.game, form, value), card=None, trouble=""
        )
        self._put_unless_hidden(desk, form.draft.with_value(form.asking, value))

    def fill(self, value: object) -> None:
        """Fills in an open field, which stays open."""
        form = self.desk.form
        if form:
            self.set(form=forms.filled(form, value), card=None, trouble="")

    def take(self, value: object) -> None:
        """Takes what is proposed for an open field: that answers it, unless all is looked at."""
        if self.desk.thorough or self.desk.mode is Mode.AMEND:
            self.fill(value)
        else:
            self.answer(value)

    def take_whole(self, draft: Draft) -> None:
        """Takes a draft in which all that was left to ask is answered."""
        form = self.desk.form
        if form:
            history = (*form.history, form.draft)
            desk = replace(self.now(), form=Form(draft, None, form.skipped, history))
            self._put_unless_hidden(replace(desk, card=None, trouble=""), draft)

    def rewrite(self, values: Mapping[str, Any]) -> None:
        """Fills in all fields at once; those not given are empty."""
        form = self.now().form
        if form:
            self.set(form=forms.rewritten(form, values), card=None, trouble="")

    def sit(self, seat: Seat) -> None:
        """Reports for another seat; a correction keeps what is filled in."""
        form = self.desk.form
        if form and self.desk.mode is Mode.AMEND:
            self._sit(forms.with_seat(form, seat))
        elif form:
            self._sit(forms.by_seat(self.match.game, form, seat))
        else:
            self.set(seat=seat, card=None)

    def _sit(self, form: Form) -> None:
        self.set(form=form, card=None, trouble="", asking_seat=False)

    def reopen(self, name: str) -> None:
        """Asks an earlier field again."""
        form = self.desk.form
        if form:
            self.set(form=forms.reopened(self.match.game, form, name), card=None)

    def step_back(self) -> None:
        """Takes back the last answer, or leaves the form."""
        form = self.desk.form
        if form and form.history:
            self.set(form=forms.stepped_back(form), card=None)
        else:
            self.close()

    def go_on(self) -> None:
        """From an answer back to its form; who doubted tries another answer to what came last."""
        form = self.desk.form
        if form and form.history and self.desk.mode is Mode.DOUBT:
            form = forms.stepped_back(form)
        self.set(form=form, card=None)

    def close(self) -> None:
        """Leaves whatever is open."""
        self.put(desks.closed(self.desk))

    def step_out(self) -> None:
        """Closes what lies on top, if something does."""
        desk = desks.stepped_out(self.now())
        if desk:
            self.put(desk)

    def refused(self, refusal: Refusal, draft: Draft, action: Action | None = None) -> None:
        """Shows the ruling card of what forbids a draft; one that says all can be consented to."""
        if action is None:
            action = forms.said_in_full(self.match.game, draft)
        self.set(card=self.card_of(self.match, self.state, refusal, draft, action))

    def card_of(
        self, match: Match, state: Any, refusal: Refusal, draft: Draft, action: Action | None
    ) -> ShownCard:
        """The ruling card of what forbids a draft, without what its seat hides until it looks."""
        game, wording = match.game, self.wording
        if sight.secret(match, draft.seat, draft.kind, refusal.code, self.seen):
            return shown_card.secret_card(game, state, wording, refusal, draft, action)
        return shown_card.card_of(game, state, wording, refusal, draft, action, seen=self.seen)

    def insist(self, draft: Draft) -> None:
        """Goes on filling in what the rules refuse: it was done, and the table may consent."""
        desk = self.now()
        form = forms.begun(self.match.game, draft)
        submission = desk.submission or fresh_id()
        self.put(replace(desk, form=form, submission=submission, card=None, panel=Panel.NONE))

    def first(self, draft: Draft) -> None:
        """Reports what was owed first; what was being reported comes back after it."""
        desk = self.now()
        waiting = desk.card.attempt if desk.card else None
        form = forms.begun(self.match.game, draft)
        self.put(Desk(seat=desk.seat, form=form, submission=fresh_id(), resume=waiting))

    def may_apply(self, shown: ShownCard, way: Way) -> bool:
        """Whether a remedy can be carried out here by a touch."""
        if way.draft.seat not in self.mine:
            return False
        if way.first is None:
            return True
        here = self.desk.mode in (Mode.REPORT, Mode.WHAT_IF) and shown.item is None
        return here and way.first.seat in self.mine

    def apply(self, shown: ShownCard, way: Way) -> None:
        """Carries out a remedy: fills in the form, or opens what has to be reported first."""
        desk = self.now()
        if shown.item and shown.action:
            desk = desks.correcting(desk, shown.action, shown.item, fresh_id())
        self.put(desks.applied(desk, self.match.game, way, fresh_id()))

    def refused_kind(self, kind: str, refusal: Refusal) -> None:
        """Shows why a kind of action cannot be reported now."""
        self.refused(refusal, Draft(kind, self.seat, {}))

    def refused_start(self, start: Start, refusal: Refusal) -> None:
        """Shows why something touched on the board cannot be."""
        self.refused(refusal, self.start_draft(start))

    def start_draft(self, start: Start) -> Draft:
        """The draft that a report would start from."""
        return Draft(start.kind, self.seat, start.values)

    def show(self, panel: Panel) -> None:
        """Opens a panel beside the board, or closes it when it is open."""
        other = Panel.NONE if self.desk.panel is panel else panel
        self.put(replace(desks.closed(self.desk), panel=other))

    def show_place(self, place: str) -> None:
        """Tells what a place of the board is, or no more when that is open."""
        desk = self.now()
        same = desk.panel is Panel.PLACE and desk.place == place
        closed = desks.closed(self.desk)
        self.put(closed if same else replace(closed, panel=Panel.PLACE, place=place))

    def switch_doubt(self) -> None:
        """Into doubt mode or out of it; what is filled in stays."""
        mode = Mode.REPORT if self.desk.mode is Mode.DOUBT else Mode.DOUBT
        self.set(mode=mode, card=None)
