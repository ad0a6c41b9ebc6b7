"""What one device is doing at the match screen: the form open on it, the card it shows.

Pure: a `Desk` is replaced by another one at each touch. Nothing here is recorded.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from companion.kernel import game as kernel
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.refusal import Refusal
from companion.kernel.remedies import Way
from companion.kernel.values import Seat
from companion.match.entries import Edit, Entry
from companion.table.answers import draft_of
from companion.ui.views import form as forms
from companion.ui.views.form import Form
from companion.ui.views.shown_card import ShownCard


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


def applied(desk: Desk, game: Game[Any], way: Way, submission: str) -> Desk:
    """The desk with a remedy carried out: the form filled in, or what comes first in its place."""
    shown = replace(desk, card=None, starts=(), panel=Panel.NONE, consenting=False, trouble="")
    if way.first is None:
        form = forms.begun(game, way.draft)
        return replace(shown, form=form, submission=desk.submission or submission)
    form = forms.begun(game, draft_of(way.first))
    return replace(shown, form=form, submission=submission, resume=way.draft)
