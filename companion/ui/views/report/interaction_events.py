"""Events and effects of the match screen: what happened, and what is left to carry out."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from companion.kernel.form import Draft
from companion.kernel.values import Seat
from companion.match.entries import Edit, Reported
from companion.match.fold import Match
from companion.services.matches.results import Answer
from companion.ui.views.report.interaction import (
    Arranging,
    DueList,
    Filling,
    InteractionState,
    JudgedStart,
    Mode,
    Panel,
    Submit,
    Tool,
)
from companion.ui.views.report.report_form import Form
from companion.ui.views.rulings.ruling_view import ShownCard

# Events


class Press(StrEnum):
    """Event: a touch that says only what to do with what is open."""

    CLOSE = "close"
    """Close everything above a pending correction."""
    STEP_OUT = "step_out"
    """Close the topmost layer."""
    STEP_BACK = "step_back"
    """Take back the last answer of the form, or leave it."""
    GO_ON = "go_on"
    """Return from a card to its form."""
    LEAVE_CARD = "leave_card"
    LEAVE_CONSENT = "leave_consent"
    ASK_SEAT = "ask_seat"
    ASK_ALL = "ask_all"
    """Ask every field of the form."""
    SWITCH_DOUBT = "switch_doubt"
    BRANCH = "branch"
    """Start a branch from the current state."""
    TAKE_BACK = "take_back"
    """Take back the last edit."""
    THROW_AWAY = "throw_away"
    """Discard the branch or the correction."""


@dataclass(frozen=True, slots=True)
class FormOpened:
    """Event: the form of one kind of action was opened."""

    form: Form
    submission: str
    thorough: bool = False


@dataclass(frozen=True, slots=True)
class MeaningsOffered:
    """Event: a touch on the board has several meanings, or none that is legal."""

    starts: tuple[JudgedStart, ...]


@dataclass(frozen=True, slots=True)
class FormChanged:
    """Event: the form was answered, or one of its fields is asked again."""

    form: Form
    again: bool = False
    """True if it is only asked again; then the reason why it was not saved stays."""


@dataclass(frozen=True, slots=True)
class FormReplaced:
    """Event: a way out of a card was chosen: the changed form, or the report due before it."""

    form: Form
    submission: str
    resume: tuple[Draft, ...] = ()
    """Drafts that wait for this report, before those that waited already."""
    anew: bool = False
    """True if nothing of what was open stays."""


@dataclass(frozen=True, slots=True)
class SeatChosen:
    """Event: the reporting seat was chosen, with the form as that seat fills it in."""

    seat: Seat
    form: Form | None = None


@dataclass(frozen=True, slots=True)
class CardShown:
    """Event: the rules refuse something, or answer a doubt."""

    card: ShownCard
    consenting: bool = False


@dataclass(frozen=True, slots=True)
class ConsentAsked:
    """Event: the table wants to consent to what the card refuses."""

    precedent: str = ""


@dataclass(frozen=True, slots=True)
class ToolOpened:
    """Event: a panel was opened in place of what was open."""

    panel: Panel
    place: str = ""
    toggle: bool = False
    """True if all else is closed first, and the panel too if it is open already."""


@dataclass(frozen=True, slots=True)
class PastOpened:
    """Event: something is done at an earlier entry."""

    mode: Mode
    entry: str
    open: Filling | Tool


@dataclass(frozen=True, slots=True)
class EditsOffered:
    """Event: a whole correction was chosen."""

    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class ReplayChanged:
    """Event: typed values contradict what was played, so the consequences come first."""

    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class EditsAdded:
    """Event: one more change of the past was chosen, with the values typed for it."""

    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class EditForeseen:
    """Event: the effects of one more edit were computed."""

    after: InteractionState
    fits: bool


@dataclass(frozen=True, slots=True)
class FormFinished:
    """Event: the form is complete and legal, or consented to."""

    body: Reported
    fresh: str
    """Id for what has none yet."""


@dataclass(frozen=True, slots=True)
class LayerChanged:
    """Event: a list, an arrangement or a panel with something in it was opened or changed."""

    layer: DueList | Arranging | Tool


@dataclass(frozen=True, slots=True)
class DueListFinished:
    """Event: what was chosen in the list is to be recorded, as one act."""

    bodies: tuple[Reported, ...]
    """At least one."""
    fresh: tuple[str, ...]
    """Ids for the edits of a branch, one for each."""


@dataclass(frozen=True, slots=True)
class BodySent:
    """Event: an entry is to be recorded."""

    request: Submit
    fresh: str


@dataclass(frozen=True, slots=True)
class HubAnswered:
    """Event: the hub answered a request."""

    answer: Answer
    request: Submit
    fresh: str = ""
    said: str = ""
    """Reason why it was not saved, in words."""
    card: ShownCard | None = None
    """Card of a refusal of the open form."""
    resumed: Form | None = None
    """Form of the draft that was waiting."""
    unsound: bool = False
    """True if problems of the state are left."""


Change: TypeAlias = (
    FormOpened
    | MeaningsOffered
    | FormChanged
    | FormReplaced
    | SeatChosen
    | CardShown
    | ConsentAsked
    | ToolOpened
    | PastOpened
    | EditsOffered
    | ReplayChanged
    | LayerChanged
)
"""Event that opens or changes a layer, without any effect."""
Event: TypeAlias = (
    Press
    | Change
    | EditsAdded
    | EditForeseen
    | FormFinished
    | DueListFinished
    | BodySent
    | HubAnswered
)

# Effects


@dataclass(frozen=True, slots=True)
class Foresee:
    """Effect: compute the preview of the edits of a state, and tell by `EditForeseen`."""

    after: InteractionState


@dataclass(frozen=True, slots=True)
class Notify:
    """Effect: show a passing message."""

    text: str
    key: bool = True
    """True if the text is the key of the words."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Effect: continue the form on the new state of the match."""

    match: Match


@dataclass(frozen=True, slots=True)
class FollowUp:
    """Effect: open what follows a report, if it asks for anything."""

    kind: str
    match: Match


Effect: TypeAlias = Submit | Foresee | Notify | GoOn | FollowUp
