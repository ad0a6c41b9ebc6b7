"""Transitions of the match screen: what an event makes of the interaction state, and its effects.

Pure: the controller judges forms before and carries effects out afterwards.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from companion.kernel.box.facts import FactValue
from companion.kernel.game import Game
from companion.kernel.values import Seat
from companion.match.entries import (
    Adjusted,
    Amended,
    Body,
    Edit,
    FactsEntered,
    Insert,
    Redone,
    Replace,
    Reported,
    Undone,
)
from companion.match.fold import Match
from companion.services.matches.results import (
    AlreadyRecorded,
    LookAlike,
    Overtaken,
    Recorded,
    Refused,
)
from companion.ui.views.report import interaction_events as events
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import (
    Choosing,
    Filling,
    InteractionState,
    JudgedStart,
    Mode,
    Panel,
    Previewing,
    Question,
    ShownRuling,
    Submit,
    Tool,
)
from companion.ui.views.report.report_form import Form

Transition: TypeAlias = tuple[InteractionState, tuple[events.Effect, ...]]


def update(state: InteractionState, event: events.Event) -> Transition:
    """Return the state after an event, and the effects to carry out."""
    match event:
        case events.EditsAdded(edits=edits):
            return state, (events.Foresee(with_edits(state, edits)),)
        case events.EditForeseen(after=after, fits=fits):
            if fits:
                return after, ()
            return with_all_closed(state), (events.Notify("amend.unforeseen"),)
        case events.FormFinished(body=body, fresh=fresh):
            return _finished(state, body, fresh)
        case events.DueListFinished(bodies=bodies, fresh=ids):
            return _listed(state, bodies, ids)
        case events.BodySent(request=request, fresh=fresh):
            said = request.body
            if state.mode is Mode.WHAT_IF and isinstance(said, Reported | Adjusted | FactsEntered):
                edit = Insert(id=fresh, before=None, body=said)
                return update(state, events.EditsAdded((edit,)))
            return state, (request,)
        case events.HubAnswered():
            return _answered(state, event)
        case events.Press():
            return _pressed(state, event), ()
        case _:
            return _changed(state, event), ()


def _finished(state: InteractionState, body: Reported, fresh: str) -> Transition:
    """Record a finished form with its values, or add them to the pending edits."""
    edits = _as_edits(state, (body,), (fresh,))
    if edits:
        return update(state, events.EditsAdded((*state.typed, *edits)))
    return state, (Submit(state.submission or fresh, body, values=state.values),)


def _as_edits(
    state: InteractionState, bodies: tuple[Reported, ...], ids: tuple[str, ...]
) -> tuple[Edit, ...]:
    """Return the edits that reports are in this mode; empty if they are recorded at once."""
    match state.mode, state.entry:
        case Mode.AMEND, str(entry):
            *first, last = bodies
            made = zip(ids, first, strict=False)
            before = (Insert(id=fresh, before=entry, body=body) for fresh, body in made)
            return (*before, Replace(target=entry, body=last))
        case Mode.INSERT | Mode.WHAT_IF, entry:
            before_it = entry if state.mode is Mode.INSERT else None
            made = zip(ids, bodies, strict=True)
            return tuple(Insert(id=fresh, before=before_it, body=body) for fresh, body in made)
        case _:
            return ()


def _listed(
    state: InteractionState, bodies: tuple[Reported, ...], ids: tuple[str, ...]
) -> Transition:
    """Record several reports as one act with its values, or add them to the pending edits."""
    edits = _as_edits(state, bodies, ids)
    if edits:
        return update(state, events.EditsAdded((*state.typed, *edits)))
    *first, last = bodies
    layer = state.due_list or state.filling
    submission = (layer.submission if layer else "") or ids[-1]
    return state, (Submit(submission, last, values=state.values, first=tuple(first)),)


def _answered(state: InteractionState, event: events.HubAnswered) -> Transition:
    request = event.request
    match event.answer:
        case Recorded(entry=entry) if state.form and isinstance(entry.body, Undone | Redone):
            # The form being filled in is still useful, so keep it. It is judged by the new state.
            return with_trouble(replace(state, ruling=None, question=None), ""), _done(request)
        case Recorded(entry=entry):
            after, effects = _recorded(state, event, event.answer.match, entry.body)
            return after, (*effects, *_done(request))
        case AlreadyRecorded():
            return after_recording(state), (events.Notify("form.already_recorded"),)
        case LookAlike(entry=entry):
            question = Question("duplicate", (entry,), replace(request, anyway=True))
            return replace(state, question=question), ()
        case Overtaken(entries=entries):
            question = Question("overtaken", entries, replace(request, anyway=True))
            return replace(state, question=question), ()
        case Refused() if event.card:
            return replace(state, ruling=ShownRuling(event.card), question=None), ()
        case Refused() if state.due_list:
            # Its rows are judged again on the table as it is now.
            return replace(state, question=None), (events.Notify("form.moved_on"),)
        case Refused():
            return with_all_closed(state), (events.Notify("form.moved_on"),)
        case _ if state.sender and not state.ruling:
            return with_trouble(state, event.said), ()
        case _:
            return state, (events.Notify(event.said, key=False),)


def _done(request: Submit) -> tuple[events.Notify, ...]:
    return (events.Notify(request.done, key=False),) if request.done else ()


def _recorded(
    state: InteractionState, event: events.HubAnswered, match: Match, body: Body
) -> Transition:
    """Resume what was interrupted, and clear the rest.

    The list of problems stays open while any is left.
    """
    after = after_recording(state)
    if event.resumed:
        typed = state.filling.waiting if state.filling else ()
        after = replace(
            after, open=Filling(event.resumed, event.fresh, resume=state.resume[1:], typed=typed)
        )
        # The printed value was typed for this form, so the form continues as if it had not been
        # interrupted.
        return after, (events.GoOn(match),) if isinstance(body, Amended) else ()
    if state.panel is Panel.UNSOUND and event.unsound:
        after = replace(after, open=Tool(Panel.UNSOUND))
    if state.panel is Panel.BY_HAND and isinstance(body, Adjusted):
        # What moved is counted touch by touch until it is done.
        after = replace(after, open=Tool(Panel.BY_HAND))
    if isinstance(body, Reported) and state.mode is Mode.REPORT:
        return after, (events.FollowUp(str(body.action["kind"]), match),)
    return after, ()


def _pressed(state: InteractionState, press: events.Press) -> InteractionState:
    match press:
        case events.Press.CLOSE:
            return with_all_closed(state)
        case events.Press.STEP_OUT:
            return with_top_closed(state) or state
        case events.Press.STEP_BACK if state.form and state.form.history:
            return replace(with_form(state, forms.stepped_back(state.form)), ruling=None)
        case events.Press.STEP_BACK:
            return with_all_closed(state)
        case events.Press.GO_ON:
            form = state.form
            if form and form.history and state.mode is Mode.DOUBT:
                state = with_form(state, forms.stepped_back(form))
            return replace(state, ruling=None)
        case events.Press.LEAVE_CARD:
            return replace(state, ruling=None)
        case events.Press.LEAVE_CONSENT:
            ruling = state.ruling and replace(state.ruling, consenting=False)
            return replace(state, ruling=ruling)
        case events.Press.ASK_SEAT if state.filling:
            return replace(state, open=replace(state.filling, asking_seat=True))
        case events.Press.ASK_ALL if state.filling:
            return replace(state, open=replace(state.filling, thorough=True))
        case events.Press.SWITCH_DOUBT:
            mode = Mode.REPORT if state.mode is Mode.DOUBT else Mode.DOUBT
            return replace(state, mode=mode, ruling=None)
        case events.Press.BRANCH:
            return branching(state)
        case events.Press.TAKE_BACK:
            return without_last_edit(state)
        case events.Press.THROW_AWAY:
            return after_recording(state)
        case _:
            return state


def _changed(state: InteractionState, event: events.Change) -> InteractionState:
    """Return the state with another layer, or with a layer changed."""
    match event:
        case events.FormOpened(form=form, submission=submission, thorough=thorough):
            filling = replace(_filling(state, form), submission=submission, thorough=thorough)
            return replace(state, open=replace(filling, trouble="", typed=()), ruling=None)
        case events.MeaningsOffered(starts=starts):
            return replace(state, open=Choosing(starts), ruling=None)
        case events.FormChanged(form=form, again=again):
            after = replace(with_form(state, form), ruling=None)
            return after if again else with_trouble(after, "")
        case events.FormReplaced(form=form, submission=submission, resume=resume, anew=anew):
            typed = state.typed
            resume = (*resume, *state.resume) if resume else ()
            state = after_recording(state) if anew else state
            filling = replace(_filling(state, form), trouble="")
            if resume or not filling.submission:
                filling = replace(filling, submission=submission)
            if resume:
                filling = replace(filling, resume=resume, typed=(), waiting=typed)
            return replace(state, open=filling, ruling=None)
        case events.SeatChosen(form=Form() as form):
            filling = replace(_filling(state, form), trouble="", asking_seat=False)
            return replace(state, open=filling, ruling=None)
        case events.SeatChosen(seat=seat):
            return replace(state, seat=seat, ruling=None)
        case events.CardShown(card=card, consenting=consenting):
            return replace(state, ruling=ShownRuling(card, consenting))
        case events.ConsentAsked(precedent=precedent):
            ruling = state.ruling and ShownRuling(state.ruling.card, True, precedent)
            return replace(state, ruling=ruling)
        case events.ToolOpened(panel=panel, place=place, toggle=toggle):
            tool = Tool(panel, place)
            if not toggle:
                return replace(state, open=tool)
            same = state.panel is panel and (not place or state.open == tool)
            return replace(with_all_closed(state), open=None if same else tool)
        case events.PastOpened(mode=mode, entry=entry, open=layer):
            return replace(_at_an_entry(state, mode), entry=entry, open=layer)
        case events.LayerChanged(layer=layer):
            return replace(state, open=layer, ruling=None)
        case events.EditsOffered(edits=edits):
            return replace(state, preview=Previewing(edits))
        case events.ReplayChanged(edits=edits):
            resume = (state.form.draft, *state.resume) if state.form else ()
            state = with_edits(state, edits)
            return replace(state, preview=state.preview and replace(state.preview, resume=resume))


def touched(
    game: Game[Any], starts: tuple[JudgedStart, ...], seat: Seat, submission: str
) -> events.FormOpened | events.MeaningsOffered:
    """Return the event of a touch on the board: the form of the only legal start, or the choice."""
    legal = [judged.start for judged in starts if judged.refusal is None]
    if len(legal) != 1:
        return events.MeaningsOffered(starts)
    return events.FormOpened(forms.start(game, seat, legal[0].kind, legal[0].values), submission)


def _filling(state: InteractionState, form: Form) -> Filling:
    """Return the layer of the form, with everything else as it is."""
    return (
        replace(state.filling, form=form) if state.filling else Filling(form, resume=state.resume)
    )


def with_form(state: InteractionState, form: Form) -> InteractionState:
    """Return the state with its form changed."""
    return replace(state, open=_filling(state, form))


def with_values(
    state: InteractionState, facts: Mapping[str, FactValue], fresh: str
) -> InteractionState:
    """Return the state with more printed values typed for its form or its list."""
    layer = state.filling or state.due_list
    if layer is None:
        return state
    known = state.values.facts if state.values else {}
    body = FactsEntered(facts={**known, **facts})
    edit = Insert(id=state.typed[0].id if state.typed else fresh, before=None, body=body)
    return replace(state, open=replace(layer, typed=(edit,)))


def without_value(state: InteractionState, fact: str) -> InteractionState:
    """Return the state with a printed value of its list no longer typed."""
    layer, known = state.due_list, state.values.facts if state.values else {}
    if layer is None or fact not in known:
        return state
    left = {name: value for name, value in known.items() if name != fact}
    body = FactsEntered(facts=left) if left else None
    edits = tuple(Insert(id=edit.id, before=None, body=body) for edit in layer.typed if body)
    return replace(state, open=replace(layer, typed=edits))


def with_trouble(state: InteractionState, said: str) -> InteractionState:
    """Return the state with the reason why the last submission was not saved."""
    sender = state.sender
    match sender:
        case None:
            return state
        case Previewing():
            return replace(state, preview=replace(sender, trouble=said))
        case _:
            return replace(state, open=replace(sender, trouble=said))


def _at_an_entry(state: InteractionState, mode: Mode) -> InteractionState:
    """Return the state with nothing open but the pending edits."""
    preview = state.preview and replace(state.preview, resume=(), trouble="")
    return InteractionState(mode=mode, seat=state.seat, preview=preview)


def branching(state: InteractionState, edits: tuple[Edit, ...] = ()) -> InteractionState:
    """Return the state at the start of a branch, with its first edits."""
    preview = Previewing(edits) if edits else None
    return InteractionState(mode=Mode.WHAT_IF, seat=state.seat, preview=preview)


def with_edits(state: InteractionState, edits: tuple[Edit, ...]) -> InteractionState:
    """Return the state with one more change pending, and nothing else open."""
    mode = Mode.WHAT_IF if state.mode is Mode.WHAT_IF else Mode.REPORT
    preview = Previewing((*state.edits, *edits), earlier=replace(state, ruling=None))
    return InteractionState(mode=mode, seat=state.seat, preview=preview)


def without_last_edit(state: InteractionState) -> InteractionState:
    """Return the state before its last change; on a branch with nothing open."""
    before = state.preview.earlier if state.preview else None
    if before is None:
        return replace(state, preview=None)
    return with_all_closed(before) if state.mode is Mode.WHAT_IF else before


def with_all_closed(state: InteractionState) -> InteractionState:
    """Return the state with nothing open, in its usual mode.

    Doubt mode and a branch persist until they are left. Pending edits show again when a form above
    them is closed.
    """
    if state.mode is Mode.WHAT_IF:
        return _at_an_entry(state, Mode.WHAT_IF)
    if state.preview and (state.open or state.ruling):
        return _at_an_entry(state, Mode.REPORT)
    doubts = state.mode is Mode.DOUBT and state.entry is None
    return InteractionState(mode=Mode.DOUBT if doubts else Mode.REPORT, seat=state.seat)


def with_top_closed(state: InteractionState) -> InteractionState | None:
    """Return the state without its topmost layer; None if there is none.

    Pending edits are not a layer here: they stay pending.
    """
    if state.question:
        return replace(state, question=None)
    if state.ruling and state.ruling.consenting:
        return _pressed(state, events.Press.LEAVE_CONSENT)
    if state.ruling and (state.open or state.preview):
        return replace(state, ruling=None)
    return with_all_closed(state) if state.open or state.ruling else None


def after_recording(state: InteractionState) -> InteractionState:
    """Return the state after its contents were recorded."""
    return InteractionState(seat=state.seat)
