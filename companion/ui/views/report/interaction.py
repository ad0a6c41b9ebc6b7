"""Interaction state of one device at the match screen: the open form, the card on display.

Pure: each touch replaces an `InteractionState` by another one. Nothing here is recorded.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from companion.kernel import game as kernel
from companion.kernel.advice.remedies import ProvenRemedy, draft_of
from companion.kernel.forms.form import Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.refusal import Refusal
from companion.kernel.values import Seat
from companion.match.entries import Edit, Entry
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.report_form import Form
from companion.ui.views.rulings.ruling_view import ShownCard


class Mode(StrEnum):
    """Use of the form once it is filled in."""

    REPORT = "report"
    DOUBT = "doubt"
    """The form asks what would be answered, and records nothing."""
    AMEND = "amend"
    """The form replaces an earlier report."""
    INSERT = "insert"
    """The form is inserted before an earlier entry."""
    WHAT_IF = "what_if"
    """The form continues a branch that is not recorded."""


class Panel(StrEnum):
    """Other panels that can be open beside the board."""

    NONE = ""
    UNDO = "undo"
    HELPER = "helper"
    NAMES = "names"
    """Things on the table without a name of their own yet."""
    COPY = "copy"
    """Offers about the table's own copy: typing its values, or saving them to a box."""
    PLAN = "plan"
    """Arrangement of the things on the board."""
    ADJUST = "adjust"
    KINDS = "kinds"
    """All kinds of action, where they are too many for the screen."""
    PLACES = "places"
    """Possible places of an earlier entry."""
    CONSEQUENCES = "consequences"
    """Consequences of a branch."""
    UNSOUND = "unsound"
    """Problems of the current state."""
    TOOLS = "tools"
    """Tools for when table and app, or players, disagree."""
    PLACE = "place"
    """Details of a place of the board."""
    LAST = "last"
    """Last action with all its consequences."""


@dataclass(frozen=True, slots=True)
class Start:
    """Possible meaning of a touch on the board."""

    kind: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JudgedStart:
    """Possible meaning of a touch, with the refusal that forbids it."""

    start: Start
    refusal: Refusal | None


@dataclass(frozen=True)
class Question:
    """Question of the hub whether to record an entry anyway."""

    key: str
    """`duplicate` or `overtaken`."""
    entries: tuple[Entry, ...]
    again: Callable[[], None]
    """Callback that records it anyway."""


@dataclass(frozen=True)
class InteractionState:
    """Interaction state of one device."""

    mode: Mode = Mode.REPORT
    seat: Seat | None = None
    """Reporting seat, if chosen by hand; else the seat that must act."""
    form: Form | None = None
    submission: str = ""
    """Id of what the open form will record; it prevents recording one tap twice."""
    target: str | None = None
    """Effective entry that is being corrected or moved."""
    moment: str | None = None
    """Effective entry before which the form takes place; None: now."""
    starts: tuple[JudgedStart, ...] = ()
    """Possible meanings of the last touch on the board."""
    card: ShownCard | None = None
    consenting: bool = False
    precedent: str = ""
    """Precedent that the consent refers to."""
    question: Question | None = None
    panel: Panel = Panel.NONE
    place: str = ""
    """Initial selection of the adjustment panel: an account or the code of a setting.

    In the place panel, the place that it shows.
    """
    edits: tuple[Edit, ...] = ()
    """Correction awaiting acceptance, or a branch; nothing is recorded until then."""
    thorough: bool = False
    """True if every field is asked, including those with a default."""
    asking_seat: bool = False
    """True if the form asks who acted, although only one seat could."""
    resume: Draft | None = None
    """Draft interrupted by something that had to be reported first."""
    earlier: "InteractionState | None" = field(default=None, repr=False, compare=False)
    """State before the last edit was added, to take it back."""
    trouble: str = ""
    """Reason why the last submission was not saved; the form keeps its contents."""

    @property
    def busy(self) -> bool:
        """Return whether something other than the board has the attention."""
        return bool(
            self.form or self.starts or self.card or self.question or self.panel or self.edits
        )


def judged_starts(
    game: Game[Any], state: Any, seat: Seat, starts: Iterable[Start], *, private: bool = True
) -> tuple[JudgedStart, ...]:
    """Judge the possible meanings of a touch, each with the refusal that forbids it."""
    return tuple(
        JudgedStart(
            start,
            kernel.check_draft(game, state, Draft(start.kind, seat, start.values), private=private),
        )
        for start in starts
    )


def after_touch(
    interaction: InteractionState,
    game: Game[Any],
    starts: tuple[JudgedStart, ...],
    seat: Seat,
    submission: str,
) -> InteractionState:
    """Return the state after a touch: the form of the only legal start, or the choice."""
    legal = [judged for judged in starts if judged.refusal is None]
    if len(legal) == 1:
        return opened(interaction, game, seat, legal[0].start, submission)
    return replace(interaction, starts=starts, form=None, card=None, panel=Panel.NONE)


def opened(
    interaction: InteractionState,
    game: Game[Any],
    seat: Seat,
    start: Start,
    submission: str,
    *,
    thorough: bool = False,
) -> InteractionState:
    """Return the state with the form of one kind of action open."""
    form = forms.start(game, seat, start.kind, start.values)
    return replace(
        interaction,
        form=form,
        submission=submission,
        starts=(),
        card=None,
        panel=Panel.NONE,
        thorough=thorough,
        trouble="",
    )


def correcting(
    interaction: InteractionState, action: Action, item: str, submission: str
) -> InteractionState:
    """Return the state that corrects an earlier report."""
    return replace(
        _at_an_entry(interaction, Mode.AMEND),
        form=forms.start_from(action),
        submission=submission,
        target=item,
    )


def inserting(interaction: InteractionState, item: str) -> InteractionState:
    """Return the state that inserts a report before an earlier entry."""
    return replace(_at_an_entry(interaction, Mode.INSERT), moment=item, panel=Panel.KINDS)


def doubting(interaction: InteractionState, item: str) -> InteractionState:
    """Return the state that asks what was possible before an earlier entry."""
    return replace(_at_an_entry(interaction, Mode.DOUBT), moment=item, panel=Panel.KINDS)


def moving(interaction: InteractionState, item: str) -> InteractionState:
    """Return the state that chooses a new place for an earlier entry."""
    return replace(_at_an_entry(interaction, Mode.AMEND), target=item, panel=Panel.PLACES)


def _at_an_entry(interaction: InteractionState, mode: Mode) -> InteractionState:
    """Return the state with nothing open but the pending edits."""
    return InteractionState(
        mode=mode, seat=interaction.seat, edits=interaction.edits, earlier=interaction.earlier
    )


def branching(interaction: InteractionState) -> InteractionState:
    """Return the state at the start of a branch."""
    return InteractionState(mode=Mode.WHAT_IF, seat=interaction.seat)


def with_edit(interaction: InteractionState, edit: Edit) -> InteractionState:
    """Return the state with one more pending edit, and nothing else open."""
    mode = Mode.WHAT_IF if interaction.mode is Mode.WHAT_IF else Mode.REPORT
    edits = (*interaction.edits, edit)
    return InteractionState(
        mode=mode, seat=interaction.seat, edits=edits, earlier=replace(interaction, card=None)
    )


def without_last_edit(interaction: InteractionState) -> InteractionState:
    """Return the state before its last edit; on a branch with nothing open."""
    before = interaction.earlier
    if before is None:
        return replace(interaction, edits=())
    return (
        replace(with_all_closed(before), edits=before.edits)
        if interaction.mode is Mode.WHAT_IF
        else before
    )


def with_all_closed(interaction: InteractionState) -> InteractionState:
    """Return the state with nothing open, in its usual mode.

    Doubt mode and a branch persist until they are left. Pending edits show again when a form above
    them is closed.
    """
    if interaction.mode is Mode.WHAT_IF:
        return _at_an_entry(interaction, Mode.WHAT_IF)
    if interaction.edits and _above_edits(interaction):
        return _at_an_entry(interaction, Mode.REPORT)
    doubts = interaction.mode is Mode.DOUBT and interaction.moment is None
    return InteractionState(mode=Mode.DOUBT if doubts else Mode.REPORT, seat=interaction.seat)


def with_top_closed(interaction: InteractionState) -> InteractionState | None:
    """Return the state without its topmost layer; None if there is none.

    Pending edits are not a layer: they stay pending.
    """
    if interaction.question:
        return replace(interaction, question=None)
    if interaction.consenting:
        return replace(interaction, consenting=False)
    if interaction.card and (
        interaction.form or interaction.starts or interaction.panel or interaction.edits
    ):
        return replace(interaction, card=None)
    return (
        with_all_closed(interaction)
        if interaction.form or interaction.starts or interaction.panel or interaction.card
        else None
    )


def _above_edits(interaction: InteractionState) -> bool:
    """Return whether something is open above the pending edits."""
    return bool(interaction.form or interaction.panel or interaction.card)


def after_recording(interaction: InteractionState) -> InteractionState:
    """Return the state after its contents were recorded."""
    return InteractionState(seat=interaction.seat)


def with_remedy(
    interaction: InteractionState, game: Game[Any], way: ProvenRemedy, submission: str
) -> InteractionState:
    """Return the state with a remedy applied: the changed form, or the report due first.

    If it stands for many alike, the form asks for the one that is meant.
    """
    shown = replace(
        interaction, card=None, starts=(), panel=Panel.NONE, consenting=False, trouble=""
    )
    form = forms.form_of_draft(game, draft_of(way.first) if way.first else way.draft)
    if way.field:
        # Many answers do, so it asks which.
        form = forms.reopened(game, form, way.field)
    if way.first is None:
        return replace(shown, form=form, submission=interaction.submission or submission)
    resume = draft_of(way.then) if way.then else way.draft
    return replace(shown, form=form, submission=submission, resume=resume)
