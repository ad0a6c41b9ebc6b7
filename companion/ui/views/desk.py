"""What one device is doing at the match screen: the form open on it, the card it shows.

Pure: a `Desk` is replaced by another one at each touch. Nothing here is recorded.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Any

from pydantic import ValidationError

from companion.kernel import game as kernel
from companion.kernel import readings
from companion.kernel import remedies as mending
from companion.kernel.form import Choices, Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.readings import Hinge
from companion.kernel.refusal import Kind, Refusal, Remedy
from companion.kernel.remedies import Way, Ways
from companion.kernel.values import Seat
from companion.match.entries import Edit, Entry
from companion.rulebook.cards import RulingCard
from companion.rulebook.wording import Wording
from companion.table.answers import draft_of
from companion.ui.views import form as forms
from companion.ui.views.form import Form


class Mode(StrEnum):
    """What becomes of the form once it is filled in."""

    REPORT = "report"
    DOUBT = "doubt"
    """It answers, and records nothing."""
    AMEND = "amend"
    """It takes the place of an earlier report."""
    INSERT = "insert"
    """It goes in before an earlier entry."""
    WHAT_IF = "what_if"
    """It goes on a branch that nobody has recorded."""


class Panel(StrEnum):
    """What else can be open beside the board."""

    NONE = ""
    UNDO = "undo"
    HELPER = "helper"
    NAMES = "names"
    """What lies on the table and has no name of its own yet."""
    COPY = "copy"
    """What is offered of the copy of the table: to type it, or to keep it."""
    PLAN = "plan"
    """Where the things of the board stand on it."""
    ADJUST = "adjust"
    KINDS = "kinds"
    """Every kind of action, where there are too many to stay in sight."""
    PLACES = "places"
    """Where an earlier entry belongs."""
    CONSEQUENCES = "consequences"
    """What a branch leads to."""
    UNSOUND = "unsound"
    """What does not hold on the table."""
    TOOLS = "tools"
    """What helps where table and app, or players, do not agree."""
    PLACE = "place"
    """What a place of the board is."""
    LAST = "last"
    """What was done last, with all that came of it."""


@dataclass(frozen=True, slots=True)
class Start:
    """One thing that a touch on the board can mean."""

    kind: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JudgedStart:
    """One of them, with what forbids it."""

    start: Start
    refusal: Refusal | None


@dataclass(frozen=True)
class ShownCard:
    """A ruling card, with the action it is about when the table may consent to it."""

    card: RulingCard
    action: Action | None = None
    item: str | None = None
    """The effective entry that the card is about, when it is not a new one."""
    draft: Draft | None = None
    """What was asked, where it is no whole action yet."""
    turn: bool = False
    """Whether it is refused because somebody else must act first."""
    asked: Action | None = None
    """The action that a doubt was about, when it may be tried out."""
    ways: Ways = mending.NO_WAYS
    """What makes it legal, in the order of the card's remedies."""
    behind: Seat | None = None
    """The seat on whose hidden things the whole answer rests; its owner may look at that."""
    whole: "Callable[[Game[Any], Any], ShownCard | None] | None" = field(
        default=None, repr=False, compare=False
    )
    """The answer as that owner sees it, of the game and the table as they are shown then."""

    @property
    def attempt(self) -> Draft | None:
        """What was tried, whole or not."""
        return draft_of(self.action) if self.action else self.draft


@dataclass(frozen=True)
class Question:
    """The hub asks whether to record it all the same."""

    key: str
    """`duplicate` or `overtaken`."""
    entries: tuple[Entry, ...]
    again: Callable[[], None]
    """Records it all the same."""


@dataclass(frozen=True)
class Desk:
    """What one device is doing."""

    mode: Mode = Mode.REPORT
    seat: Seat | None = None
    """Who reports, when it was chosen by hand; else whoever must act."""
    form: Form | None = None
    submission: str = ""
    """The id of what the open form will record: the same tap twice is recorded once."""
    target: str | None = None
    """The effective entry that is being corrected, or looks for another place."""
    moment: str | None = None
    """The effective entry before which the form is about; None: now."""
    starts: tuple[JudgedStart, ...] = ()
    """What the last touch on the board could mean."""
    card: ShownCard | None = None
    consenting: bool = False
    precedent: str = ""
    """The precedent of the house that the table consents by."""
    question: Question | None = None
    panel: Panel = Panel.NONE
    place: str = ""
    """Where the panel of adjustments opens: an account, or the code of what can be set. Of the
    panel of a place, which one it is."""
    edits: tuple[Edit, ...] = ()
    """A correction that waits to be accepted, or a branch: nothing is recorded until then."""
    thorough: bool = False
    """Whether every field is asked, those as well that have a default."""
    asking_seat: bool = False
    """Whether it is being asked who did it, although only one could."""
    resume: Draft | None = None
    """What was being reported when something else had to be reported first."""
    earlier: "Desk | None" = field(default=None, repr=False, compare=False)
    """The desk before the last edit was added, to take it back."""
    trouble: str = ""
    """Why the last thing could not be kept. What was filled in stays."""

    @property
    def busy(self) -> bool:
        """Whether something other than the board has the attention."""
        return bool(
            self.form or self.starts or self.card or self.question or self.panel or self.edits
        )


def judged_starts(
    game: Game[Any], state: Any, seat: Seat, starts: Iterable[Start], *, private: bool = True
) -> tuple[JudgedStart, ...]:
    """What a touch can mean, each with what forbids it."""
    return tuple(
        JudgedStart(
            start,
            kernel.check_draft(game, state, Draft(start.kind, seat, start.values), private=private),
        )
        for start in starts
    )


def touched(
    desk: Desk, game: Game[Any], found: tuple[JudgedStart, ...], seat: Seat, submission: str
) -> Desk:
    """The desk after a touch on the board: the one legal form, or the choice between several."""
    legal = [judged for judged in found if judged.refusal is None]
    if len(legal) == 1:
        return opened(desk, game, seat, legal[0].start, submission)
    return replace(desk, starts=found, form=None, card=None, panel=Panel.NONE)


def opened(
    desk: Desk,
    game: Game[Any],
    seat: Seat,
    start: Start,
    submission: str,
    *,
    thorough: bool = False,
) -> Desk:
    """The desk with the form of one kind of action open."""
    form = forms.start(game, seat, start.kind, start.values)
    return replace(
        desk,
        form=form,
        submission=submission,
        starts=(),
        card=None,
        panel=Panel.NONE,
        thorough=thorough,
        trouble="",
    )


def correcting(desk: Desk, action: Action, item: str, submission: str) -> Desk:
    """The desk correcting an earlier report."""
    return replace(
        _at_an_entry(desk, Mode.AMEND),
        form=forms.start_from(action),
        submission=submission,
        target=item,
    )


def inserting(desk: Desk, item: str) -> Desk:
    """The desk about to report something before an earlier entry."""
    return replace(_at_an_entry(desk, Mode.INSERT), moment=item, panel=Panel.KINDS)


def doubting(desk: Desk, item: str) -> Desk:
    """The desk about to ask what could have been done before an earlier entry."""
    return replace(_at_an_entry(desk, Mode.DOUBT), moment=item, panel=Panel.KINDS)


def moving(desk: Desk, item: str) -> Desk:
    """The desk looking for the place of an earlier entry."""
    return replace(_at_an_entry(desk, Mode.AMEND), target=item, panel=Panel.PLACES)


def _at_an_entry(desk: Desk, mode: Mode) -> Desk:
    """Nothing open but what waits to be accepted."""
    return Desk(mode=mode, seat=desk.seat, edits=desk.edits, earlier=desk.earlier)


def branching(desk: Desk) -> Desk:
    """The desk on a branch that begins now."""
    return Desk(mode=Mode.WHAT_IF, seat=desk.seat)


def with_edit(desk: Desk, edit: Edit) -> Desk:
    """The desk with one edit more on what waits to be accepted, and nothing else open."""
    mode = Mode.WHAT_IF if desk.mode is Mode.WHAT_IF else Mode.REPORT
    edits = (*desk.edits, edit)
    return Desk(mode=mode, seat=desk.seat, edits=edits, earlier=replace(desk, card=None))


def taken_back(desk: Desk) -> Desk:
    """The desk as it was before its last edit; on a branch with nothing open."""
    before = desk.earlier
    if before is None:
        return replace(desk, edits=())
    return replace(closed(before), edits=before.edits) if desk.mode is Mode.WHAT_IF else before


def closed(desk: Desk) -> Desk:
    """The desk with nothing open, in its usual mode; a doubt stays a doubt until it is left.

    So does a branch; and what waits to be accepted shows again when a form above it is closed.
    """
    if desk.mode is Mode.WHAT_IF:
        return _at_an_entry(desk, Mode.WHAT_IF)
    if desk.edits and _above_edits(desk):
        return _at_an_entry(desk, Mode.REPORT)
    doubts = desk.mode is Mode.DOUBT and desk.moment is None
    return Desk(mode=Mode.DOUBT if doubts else Mode.REPORT, seat=desk.seat)


def stepped_out(desk: Desk) -> Desk | None:
    """The desk without what lies on top of it; None: nothing does.

    What waits to be accepted is no such thing: it waits, also while one looks elsewhere.
    """
    if desk.question:
        return replace(desk, question=None)
    if desk.consenting:
        return replace(desk, consenting=False)
    if desk.card and (desk.form or desk.starts or desk.panel or desk.edits):
        return replace(desk, card=None)
    return closed(desk) if desk.form or desk.starts or desk.panel or desk.card else None


def _above_edits(desk: Desk) -> bool:
    """Whether something stands above what waits to be accepted."""
    return bool(desk.form or desk.panel or desk.card)


def done(desk: Desk) -> Desk:
    """The desk once what was on it is recorded."""
    return Desk(seat=desk.seat)


def card_of(
    game: Game[Any],
    state: Any,
    wording: Wording,
    refusal: Refusal,
    draft: Draft,
    action: Action | None = None,
    *,
    seen: Collection[Seat],
) -> ShownCard:
    """The ruling card of what forbids a draft; it can be consented to when it is complete.

    Unless the seat of the draft is `seen`, the refusal must be one that may be told to everybody.
    """
    whole = action or _only_way(game, state, draft)
    params = game.describe(state, whole) if whole else None
    tried, private = draft_of(action) if action else draft, draft.seat in seen
    checks = kernel.explain_draft(game, state, tried, private=private)
    found = mending.ways(game, state, tried, refusal, seen=seen)
    hinges = _hinges(game, state, wording, tried, private=private)
    card = wording.refusal(refusal, draft.kind, params, checks, _told(found), hinges)
    turn = refusal.kind is Kind.TURN
    return ShownCard(card, action, draft=draft, turn=turn, ways=found)


def _only_way(game: Game[Any], state: Any, draft: Draft) -> Action | None:
    """The report that a draft is, where what is left of it has but one answer."""
    name = kernel.next_field(game, draft)
    while name is not None:
        found = game.candidates(state, draft, name)
        if not isinstance(found, Choices) or len(found.values) != 1:
            return None
        draft = draft.with_value(name, found.values[0])
        name = kernel.next_field(game, draft)
    try:
        return kernel.complete(game, draft)
    except ValidationError:
        return None


def secret_card(
    game: Game[Any],
    state: Any,
    wording: Wording,
    refusal: Refusal,
    draft: Draft,
    action: Action | None = None,
) -> ShownCard:
    """The ruling card of what forbids a draft by what its seat hides: it says so, and no number."""
    params = game.describe(state, action) if action else None
    tried, seat = draft_of(action) if action else draft, draft.seat
    checks = kernel.explain_draft(game, state, tried, private=False)
    card = wording.covered(draft.kind, seat, params, checks, refusal)
    return ShownCard(
        card,
        action,
        draft=draft,
        turn=refusal.kind is Kind.TURN,
        behind=seat,
        whole=partial(_whole_card, wording, draft, action),
    )


def _whole_card(
    wording: Wording, draft: Draft, action: Action | None, game: Game[Any], state: Any
) -> ShownCard | None:
    """The ruling card that the owner of what it rests on sees; None: nothing forbids it now."""
    refusal = (
        kernel.check(game, state, action) if action else kernel.check_draft(game, state, draft)
    )
    if refusal is None:
        return None
    return card_of(game, state, wording, refusal, draft, action, seen=(draft.seat,))


def doubt_card(
    game: Game[Any], state: Any, wording: Wording, action: Action, *, seen: Collection[Seat]
) -> ShownCard:
    """The answer of doubt mode: verdict, and every condition that was looked at."""
    draft, private = draft_of(action), action.seat in seen
    judgement = kernel.judge(game, state, action, private=private)
    checks = kernel.explain(game, state, action, private=private)
    refusal = judgement.refusal
    found = mending.ways(game, state, draft, refusal, seen=seen) if refusal else mending.NO_WAYS
    covered = not private and kernel.hinges_on_hidden(game, action.kind)
    card = wording.judgement(
        judgement,
        action.kind,
        game.describe(state, action),
        checks,
        hidden=action.seat if covered else None,
        ways=_told(found),
        hinges=_hinges(game, state, wording, draft, private=private),
    )
    asked = None if refusal else action
    return ShownCard(card, draft=draft, asked=asked, ways=found)


def _told(found: Ways) -> tuple[Remedy, ...]:
    return tuple(way.remedy for way in found.found)


def _hinges(
    game: Game[Any], state: Any, wording: Wording, draft: Draft, *, private: bool
) -> tuple[Hinge, ...]:
    return readings.hinges(game, state, draft, wording.readings, private=private)


def applied(desk: Desk, game: Game[Any], way: Way, submission: str) -> Desk:
    """The desk with a remedy carried out: the form filled in, or what comes first in its place."""
    shown = replace(desk, card=None, starts=(), panel=Panel.NONE, consenting=False, trouble="")
    if way.first is None:
        form = forms.begun(game, way.draft)
        return replace(shown, form=form, submission=desk.submission or submission)
    form = forms.begun(game, draft_of(way.first))
    return replace(shown, form=form, submission=submission, resume=way.draft)


def broken_card(
    game: Game[Any],
    state: Any,
    wording: Wording,
    refusal: Refusal,
    action: Action,
    item: str,
    *,
    seen: Collection[Seat],
    answered: Collection[Seat] = (),
) -> ShownCard:
    """Why an entry no longer holds, as far as whoever asks may know it.

    To whoever `answered` holds the seat, by which rule is said; how, once its owner looks.
    """
    private, draft = action.seat in seen, draft_of(action)
    if private or kernel.tells_all(game, action.kind, refusal.code):
        shown = card_of(game, state, wording, refusal, draft, action, seen=seen)
        return replace(shown, item=item, turn=False)
    if action.seat not in answered:
        params = game.describe(state, action)
        checks = kernel.explain(game, state, action, private=private)
        return ShownCard(wording.covered(action.kind, action.seat, params, checks), action, item)
    shown = secret_card(game, state, wording, refusal, draft, action)
    return replace(shown, item=item, turn=False)
