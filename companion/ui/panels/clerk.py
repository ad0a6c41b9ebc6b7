"""Carries out what is touched at the match screens: asks the hub, and puts down the answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.kernel import game as kernel
from companion.kernel.facts import FactValue
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.refusal import Refusal
from companion.kernel.remedies import Way
from companion.kernel.values import Seat
from companion.match.entries import (
    Adjusted,
    Amended,
    Body,
    Consent,
    ConsentTo,
    Edit,
    FactEntered,
    Insert,
    Redone,
    Replace,
    Reported,
    Undone,
)
from companion.match.errors import ActaError
from companion.match.fold import Match
from companion.match.ids import fresh_id
from companion.rulebook.wording import Wording
from companion.table import sight
from companion.table.answers import (
    AlreadyRecorded,
    Answer,
    LookAlike,
    Overtaken,
    Recorded,
    Refused,
    Submission,
)
from companion.table.store import StoreError
from companion.table.veil import held_by
from companion.ui.context import AppContext
from companion.ui.panels.peek import COVERED, Peek
from companion.ui.views import desk as desks
from companion.ui.views import form as forms
from companion.ui.views import problems
from companion.ui.views.desk import Desk, Mode, Panel, Question, ShownCard, Start
from companion.ui.views.entries import telling_of
from companion.ui.views.form import Form, FormView
from companion.ui.views.glance import acting_seat
from companion.ui.views.unrecorded import unrecorded

_STEPS = (Undone, Redone)


@dataclass(frozen=True)
class Clerk:
    """One device at one match, at one moment."""

    ctx: AppContext
    match: Match
    wording: Wording
    desk: Desk
    put: Callable[[Desk], None]
    """Replaces the desk, and draws it."""
    now: Callable[[], Desk]
    """The desk at this very moment, should it have changed since this was drawn."""
    latest: "Callable[[], Clerk] | None" = None
    """The clerk of the last drawing, for what was drawn before it and still stands."""
    base: Match | None = None
    """The match as it is recorded, where `match` is a branch of it."""
    peek: Peek = COVERED
    """Whose owner looks at what is hidden, on a device with several seats."""

    @property
    def live(self) -> "Clerk":
        """The clerk of this moment."""
        return self.latest() if self.latest else self

    @property
    def match_id(self) -> str:
        """The match."""
        return self.match.started.match

    @property
    def recorded(self) -> Match:
        """The match as it is recorded."""
        return self.base or self.match

    @property
    def mine(self) -> tuple[Seat, ...]:
        """The seats of this device."""
        return tuple(sorted(self.ctx.hub.seats(self.match)))

    @property
    def seen(self) -> frozenset[Seat]:
        """The seats whose hidden things this device may show now."""
        return sight.seen(self.match, self.mine, self.peek.seat)

    @property
    def answered(self) -> frozenset[Seat]:
        """The seats whose reports are judged in full here, though it may not be said by what."""
        return sight.answered(self.match, self.mine)

    def greyed(self, seat: Seat) -> bool:
        """Whether what a seat hides greys out its choices on this device."""
        return sight.private_for(self.match, self.mine, seat)

    @property
    def seat(self) -> Seat:
        """Who reports."""
        if self.desk.form:
            return self.desk.form.draft.seat
        chosen = self.desk.seat
        return acting_seat(self.shown, self.mine, self.state) if chosen is None else chosen

    @property
    def shown(self) -> Match:
        """The match as the form sees it: with what waits to be accepted, as far as that is told."""
        foreseen = self._foreseen(self.desk.edits)
        return self.match if foreseen is None else foreseen

    def _foreseen(self, edits: tuple[Edit, ...]) -> Match | None:
        """The match with edits; None without any, or if they do not fit or must not be told."""
        try:
            after = self.ctx.hub.preview(self.match_id, edits) if edits else None
        except (ActaError, StoreError):
            return None
        told = after and sight.foreseen(self.recorded, after, self.mine)
        return held_by(after, self.peek.seat) if after and told else None

    @property
    def there(self) -> Match:
        """The match at the moment that the form is about: an earlier one while correcting."""
        at = self.desk.target or self.desk.moment
        return self.shown.before(at) if at else self.shown

    @property
    def state(self) -> Any:
        """The table that the form is about."""
        return self.there.state

    def view(self) -> FormView | None:
        """What the open form shows."""
        form = self.desk.form
        if form is None:
            return None
        seat = form.draft.seat
        found = forms.view(
            self.match.game,
            self.state,
            form,
            greyed=self.greyed(seat),
            told=seat in self.answered,
        )
        return found if seat in self.seen else forms.without_secrets(self.match.game, found)

    def set(self, **changes: Any) -> None:
        """Puts down the desk with some changes."""
        self.put(replace(self.now(), **changes))

    # Opening and filling in -------------------------------------------------------------------

    def open(self, start: Start) -> None:
        """Opens the form of one kind of action."""
        desk = desks.opened(self.desk, self.match.game, self.seat, start, fresh_id())
        self._put_unless_hidden(desk, self.start_draft(start))

    def _put_unless_hidden(self, desk: Desk, draft: Draft) -> None:
        """Puts down a desk, unless what its owner hides forbids what was touched.

        It was not greyed where others might have seen it; now that it was touched, it is told.
        """
        doubt, greyed = self.desk.mode is Mode.DOUBT, self.greyed(draft.seat)
        refusal = None if doubt or greyed else self._refusal(draft)
        if refusal:
            self.refused(refusal, draft)
        else:
            self.put(desk)

    def _refusal(self, draft: Draft) -> Refusal | None:
        """What forbids a draft, as far as this device may tell."""
        told, game, state = draft.seat in self.answered, self.match.game, self.state
        refusal, form = kernel.check_draft(game, state, draft, private=told), self.desk.form
        if form is None:
            return refusal
        return forms.beyond(refusal, kernel.check_draft(game, state, form.draft, private=told))

    def touch(self, found: tuple[Start, ...]) -> None:
        """A touch on the board without a form: the one legal thing it means, or the choice."""
        game, seat = self.match.game, self.seat
        private = self.greyed(seat)
        judged = desks.judged_starts(game, self.state, seat, found, private=private)
        desk = desks.touched(self.desk, game, judged, seat, fresh_id())
        if desk.form:
            self._put_unless_hidden(desk, desk.form.draft)
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
        refusal = self._refusal(draft)
        if refusal:
            self.refused(refusal, draft)
        else:
            self.set(form=forms.answered(self.match.game, form, place), card=None, trouble="")
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

    def close(self) -> None:
        """Leaves whatever is open."""
        self.put(desks.closed(self.desk))

    def step_out(self) -> None:
        """Closes what lies on top, if something does."""
        desk = desks.stepped_out(self.now())
        if desk:
            self.put(desk)

    def refused(self, refusal: Refusal, draft: Draft, action: Action | None = None) -> None:
        """Shows the ruling card of what forbids a draft."""
        self.set(card=self._card(self.match, self.state, refusal, draft, action))

    def _card(
        self, match: Match, state: Any, refusal: Refusal, draft: Draft, action: Action | None
    ) -> ShownCard:
        """The ruling card of what forbids a draft, without what its seat hides until it looks."""
        game, wording = match.game, self.wording
        if sight.secret(match, draft.seat, draft.kind, refusal.code, self.seen):
            return desks.secret_card(game, state, wording, refusal, draft, action)
        return desks.card_of(game, state, wording, refusal, draft, action, seen=self.seen)

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

    # Recording --------------------------------------------------------------------------------

    def finish(self, view: FormView) -> None:
        """Records what is filled in; in doubt mode answers, and while correcting previews."""
        form = self.desk.form
        if form is None or view.action is None:
            return
        if self.desk.mode is Mode.DOUBT:
            self.set(card=self._answer(view.action))
        elif view.judgement and view.judgement.refusal:
            self.refused(view.judgement.refusal, form.draft, view.action)
        else:
            self._settle(view.action)

    def _answer(self, action: Action) -> ShownCard:
        """The answer to a doubt, with what rests on what its seat hides once its owner looks."""
        game, state, wording = self.match.game, self.state, self.wording
        seat, own = action.seat, action.seat in self.answered
        shown = desks.doubt_card(game, state, wording, action, seen=self.seen)
        if seat in self.seen or not own or not kernel.hinges_on_hidden(game, action.kind):
            return shown
        return replace(
            shown,
            behind=seat,
            whole=lambda game, now: desks.doubt_card(game, now, wording, action, seen=(seat,)),
        )

    def consent(self, by: str, reason: str) -> None:
        """Records what the rules refuse, because the table lets it stand."""
        shown = self.desk.card
        if shown is None or shown.action is None:
            return
        consent = Consent(by=by, reason=reason)
        if shown.item is not None:
            self.add(ConsentTo(target=shown.item, consent=consent))
        else:
            self._settle(shown.action, consent)

    def _settle(self, action: Action, consent: Consent | None = None) -> None:
        """Records what is filled in, or puts it with what waits to be accepted."""
        body, desk = report(action, consent), self.desk
        if desk.mode is Mode.AMEND and desk.target:
            self.add(Replace(target=desk.target, body=body))
        elif desk.mode is Mode.INSERT and desk.moment:
            self.add(Insert(id=fresh_id(), before=desk.moment, body=body))
        else:
            self.submit(desk.submission or fresh_id(), body)

    def add(self, edit: Edit) -> None:
        """Puts an edit with those that wait to be accepted; nothing is recorded."""
        desk = desks.with_edit(self.now(), edit)
        if desk.mode is Mode.WHAT_IF and self._foreseen(desk.edits) is None:
            self.put(desks.closed(self.now()))
            self.ctx.notify(self.ctx.words("amend.unforeseen"))
        else:
            self.put(desk)

    def amend(self, edits: tuple[Edit, ...]) -> None:
        """Records a correction that was accepted, or a branch that was taken."""
        self.submit(fresh_id(), Amended(edits=edits))

    def type_fact(self, fact: str, value: FactValue) -> None:
        """Records a printed value; the form stays open."""
        answer = self._sent(fresh_id(), FactEntered(fact=fact, value=value))
        if isinstance(answer, Recorded | AlreadyRecorded):
            self.set(trouble="")
        else:
            self._put_down(answer, lambda: None)

    def skip_fact(self, fact: str) -> None:
        """Goes on without a printed value."""
        form = self.desk.form
        if form:
            self.set(form=forms.skip_fact(form, fact))

    def undo(self, entry_id: str | None = None) -> None:
        """Undoes the last step, or everything down to an entry; on a branch, its last step."""
        if self.desk.mode is Mode.WHAT_IF:
            self.put(desks.taken_back(self.now()))
            return
        past = self.match.timeline.past
        if past:
            to = entry_id or past[-1].entry.id
            self.submit(fresh_id(), Undone(to=to), self._told("undo.undone", to))

    def redo(self, entry_id: str | None = None) -> None:
        """Redoes the next step, or everything up to an entry."""
        if self.desk.mode is Mode.WHAT_IF:
            return
        future = self.match.timeline.future
        if future:
            to = entry_id or future[-1].entry.id
            self.submit(fresh_id(), Redone(to=to), self._told("undo.redone", to))

    def _told(self, key: str, entry_id: str) -> str:
        return self.ctx.words(key, what=telling_of(self.match, self.wording).text(entry_id))

    def submit(self, submission: str, body: Body, done: str = "", anyway: bool = False) -> None:
        """Sends something to the hub and puts down its answer. A branch takes it in instead."""
        if self.desk.mode is Mode.WHAT_IF and isinstance(body, Reported | Adjusted):
            self.add(Insert(id=fresh_id(), before=None, body=body))
            return
        answer = self._sent(submission, body, anyway)
        self._put_down(answer, lambda: self.submit(submission, body, done, True))
        if done and isinstance(answer, Recorded):
            self.ctx.notify(done)

    def _sent(self, submission: str, body: Body, anyway: bool = False) -> Answer:
        return self.ctx.hub.submit(
            self.match_id,
            Submission(
                id=submission,
                body=body,
                author=self.wording.player(self.seat),
                device=self.ctx.device,
                seen=len(self.recorded.entries),
                anyway=anyway,
            ),
        )

    def _put_down(self, answer: Answer, again: Callable[[], None]) -> None:
        match answer:
            case Recorded(entry=entry) if self.now().form and isinstance(entry.body, _STEPS):
                # What was being filled in is of use still; it is judged as the table is now.
                self.set(card=None, question=None, trouble="")
            case Recorded(match=after):
                self._recorded(after)
            case AlreadyRecorded():
                self.put(desks.done(self.desk))
                self.ctx.notify(self.ctx.words("form.already_recorded"))
            case LookAlike(entry=entry):
                self.set(question=Question("duplicate", (entry,), again))
            case Overtaken(entries=entries):
                self.set(question=Question("overtaken", entries, again))
            case Refused():
                self._late_refusal(answer)
            case _:
                self._say(unrecorded(self.wording, answer))

    def _recorded(self, after: Match) -> None:
        """What was waiting comes back, what else is to be set right stays; the rest is cleared."""
        now = self.now()
        waiting, desk = now.resume, desks.done(now)
        if now.panel is Panel.UNSOUND and problems.unsound(after, self.mine):
            desk = replace(desk, panel=Panel.UNSOUND)
        if waiting:
            form = forms.begun(self.match.game, waiting)
            desk = replace(desk, form=form, submission=fresh_id())
        self.put(desk)

    def _say(self, trouble: str) -> None:
        """Why something was not recorded: within the panel it was sent from, if that shows it."""
        desk = self.desk
        if (desk.form or desk.edits or desk.panel is Panel.ADJUST) and not desk.card:
            self.set(trouble=trouble)
        else:
            self.ctx.notify(trouble)

    def _late_refusal(self, answer: Refused) -> None:
        """The table moved on while the form was open."""
        form: Form | None = self.desk.form
        if form is None or answer.action is None:
            self.ctx.notify(self.ctx.words("form.moved_on"))
            self.close()
            return
        match, refusal = answer.match, answer.refusal
        shown = self._card(match, match.state, refusal, form.draft, answer.action)
        self.set(card=shown, question=None)

    # Other panels -----------------------------------------------------------------------------

    def show(self, panel: Panel) -> None:
        """Opens a panel beside the board, or closes it when it is open."""
        other = Panel.NONE if self.desk.panel is panel else panel
        self.put(replace(desks.closed(self.desk), panel=other))

    def switch_doubt(self) -> None:
        """Into doubt mode or out of it; what is filled in stays."""
        mode = Mode.REPORT if self.desk.mode is Mode.DOUBT else Mode.DOUBT
        self.set(mode=mode, card=None)


def report(action: Action, consent: Consent | None = None) -> Reported:
    """The body that records an action."""
    return Reported(action=action.model_dump(mode="json"), consent=consent)
