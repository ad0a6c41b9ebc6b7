"""Interaction state of one device at the match screen: what is open, layer upon layer.

Pure: each touch replaces an `InteractionState` by another one (`transitions`). Nothing here is
recorded.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeAlias

from companion.kernel import legality
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.refusal import Refusal
from companion.kernel.values import Seat
from companion.match.entries import Body, Edit, Entry, FactsEntered, Insert, Left, Reported
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

    UNDO = "undo"
    HELPER = "helper"
    NAMES = "names"
    """Things on the table without a name of their own yet."""
    COPY = "copy"
    """Offers about the table's own copy: typing its values, or saving them to a box."""
    ADJUST = "adjust"
    KINDS = "kinds"
    """All kinds of action, where they are too many for the screen."""
    PLACES = "places"
    """Possible places of an earlier entry."""
    VALUES = "values"
    """Values that an earlier entry typed, to correct them."""
    READINGS = "readings"
    """Readings of the ruling that an earlier entry changed, to correct it."""
    CONSEQUENCES = "consequences"
    """Consequences of a branch."""
    UNSOUND = "unsound"
    """Problems of the current state."""
    TOOLS = "tools"
    """Tools for when table and app, or players, disagree."""
    PLACE = "place"
    """Details of a place of the board."""
    BY_HAND = "by_hand"
    """Text that the table carries out by hand, with counters."""
    CLOSING = "closing"
    """End of the match by agreement, or because somebody gives up."""
    PEOPLE = "people"
    """Names, places and first player, to correct them."""
    NOTE = "note"
    """Note of the table, kept with this moment."""
    LEAVING = "leaving"
    """Departure of somebody before the end."""
    REFEREE = "referee"
    """What the referee starts from, where nobody has said how the table lies."""
    LAST = "last"
    """Last action with all its consequences."""


@dataclass(frozen=True, slots=True)
class Start:
    """Possible meaning of a touch on the board."""

    kind: str
    values: Mapping[str, Any] = field(default_factory=dict)


Due: TypeAlias = tuple[Start, ...]
"""One thing due: its report, and what may be reported instead."""


@dataclass(frozen=True, slots=True)
class JudgedStart:
    """Possible meaning of a touch, with the refusal that forbids it."""

    start: Start
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class Previewing:
    """Correction awaiting acceptance, or a branch; nothing is recorded until then."""

    edits: tuple[Edit, ...]
    earlier: "InteractionState | None" = field(default=None, repr=False, compare=False)
    """State before the last edit was added, to take it back."""
    resume: tuple[Draft, ...] = ()
    """Drafts that go on once the edits are recorded."""
    trouble: str = ""
    """Reason why the last submission was not saved; the layer keeps its contents."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """Possible meanings of the last touch on the board."""

    starts: tuple[JudgedStart, ...]


@dataclass(frozen=True, slots=True)
class Filling:
    """Open form."""

    form: Form
    submission: str = ""
    """Id of what the form will record; it prevents recording one tap twice."""
    thorough: bool = False
    """True if every field is asked, including those with a default."""
    asking_seat: bool = False
    """True if the form asks who acted, although only one seat could."""
    resume: tuple[Draft, ...] = ()
    """Drafts that wait, in order: interrupted by what comes first, or said in one go with it."""
    trouble: str = ""
    typed: tuple[Insert, ...] = ()
    """Printed values typed for the form, as at most one edit: a part of it until it is accepted."""
    waiting: tuple[Insert, ...] = ()
    """The same of the draft that was interrupted."""


@dataclass(frozen=True, slots=True)
class DueList:
    """Everything that is due of a seat, reported together."""

    submission: str
    answers: Mapping[str, Draft | None] = field(default_factory=dict)
    """Answer chosen in each row; None: it is left for later."""
    asked: Mapping[str, str] = field(default_factory=dict)
    """Row at which each printed value was typed."""
    composing: str = ""
    """Row whose printed value is composed line by line."""
    trouble: str = ""
    typed: tuple[Insert, ...] = ()
    """Printed values typed in it, as at most one edit."""


@dataclass(frozen=True, slots=True)
class Arranging:
    """Things of the board that the table puts in their places."""

    held: str = ""
    """Thing that changes places with the next one touched."""
    typed: tuple[Insert, ...] = ()
    """Places of the things so far, as at most one edit."""


@dataclass(frozen=True, slots=True)
class Tool:
    """Panel other than a form, open beside the board."""

    panel: Panel
    place: str = ""
    """Initial selection of the adjustment panel: account, "account/item", or code of a setting.

    In the place panel, the place that it shows.
    """
    trouble: str = ""
    left: Left | None = None
    """Departure with which the table wants to end the match."""


@dataclass(frozen=True, slots=True)
class ShownRuling:
    """Ruling card on display, over what it judges."""

    card: ShownCard
    consenting: bool = False
    precedent: str = ""
    """Precedent that the consent refers to."""
    dispute: str = ""
    """Dispute that was opened about it."""


@dataclass(frozen=True, slots=True)
class Submit:
    """Request to record an entry, and what to say once it is recorded."""

    submission: str
    body: Body
    done: str = ""
    anyway: bool = False
    """True if the table confirmed a `Question`."""
    values: FactsEntered | None = None
    """Printed values typed for it, recorded with it."""
    first: tuple[Reported, ...] = ()
    """Reports recorded just before it, as one act."""


@dataclass(frozen=True, slots=True)
class Question:
    """Question of the hub whether to record an entry anyway."""

    key: str
    """`duplicate` or `overtaken`."""
    entries: tuple[Entry, ...]
    again: Submit
    """Request that records it anyway."""


Layer: TypeAlias = (
    Question | ShownRuling | Filling | Choosing | DueList | Arranging | Tool | Previewing
)
"""Panels that can be on top; nothing is open without one."""


@dataclass(frozen=True)
class InteractionState:
    """Interaction state of one device: its mode, and one slot for each height of layer."""

    mode: Mode = Mode.REPORT
    entry: str | None = None
    """Effective entry that is corrected or moved, or before which the form takes place."""
    seat: Seat | None = None
    """Reporting seat, if chosen by hand; else the seat that must act."""
    preview: Previewing | None = None
    open: Filling | Choosing | DueList | Arranging | Tool | None = None
    ruling: ShownRuling | None = None
    question: Question | None = None

    @property
    def top(self) -> Layer | None:
        """Return the topmost layer; None if nothing is open."""
        return self.question or self.ruling or self.open or self.preview

    @property
    def filling(self) -> Filling | None:
        """Return the layer of the open form."""
        return self.open if isinstance(self.open, Filling) else None

    @property
    def due_list(self) -> DueList | None:
        """Return the layer of the open list of what is due."""
        return self.open if isinstance(self.open, DueList) else None

    @property
    def arranging(self) -> Arranging | None:
        """Return the layer in which the board is arranged."""
        return self.open if isinstance(self.open, Arranging) else None

    @property
    def form(self) -> Form | None:
        """Return the open form."""
        return self.filling.form if self.filling else None

    @property
    def submission(self) -> str:
        """Return the id of what the open form will record."""
        return self.filling.submission if self.filling else ""

    @property
    def thorough(self) -> bool:
        """Return whether the open form asks every field."""
        return self.filling is not None and self.filling.thorough

    @property
    def panel(self) -> Panel | None:
        """Return the panel that is open beside the board."""
        return self.open.panel if isinstance(self.open, Tool) else None

    @property
    def place(self) -> str:
        """Return the place that the panel is about."""
        return self.open.place if isinstance(self.open, Tool) else ""

    @property
    def edits(self) -> tuple[Edit, ...]:
        """Return the edits of the pending correction or branch."""
        return self.preview.edits if self.preview else ()

    @property
    def typed(self) -> tuple[Insert, ...]:
        """Return the printed values typed for what is open, as at most one edit."""
        return self.open.typed if isinstance(self.open, Filling | DueList | Arranging) else ()

    @property
    def values(self) -> FactsEntered | None:
        """Return the printed values typed for what is open."""
        bodies = (edit.body for edit in self.typed)
        return next((body for body in bodies if isinstance(body, FactsEntered)), None)

    @property
    def assumed(self) -> tuple[Edit, ...]:
        """Return everything unrecorded that the open form is judged with."""
        return (*self.edits, *self.typed)

    @property
    def card(self) -> ShownCard | None:
        """Return the ruling card on display."""
        return self.ruling.card if self.ruling else None

    @property
    def target(self) -> str | None:
        """Return the entry that is corrected or moved."""
        return self.entry if self.mode is Mode.AMEND else None

    @property
    def moment(self) -> str | None:
        """Return the entry before which the form takes place; None: now."""
        return None if self.mode is Mode.AMEND else self.entry

    @property
    def resume(self) -> tuple[Draft, ...]:
        """Return the drafts that go on after what is open."""
        waiting = self.filling.resume if self.filling else ()
        return waiting or (self.preview.resume if self.preview else ())

    @property
    def sender(self) -> Filling | DueList | Tool | Previewing | None:
        """Return the layer that sends what is recorded, and tells why it was not saved."""
        match self.open:
            case (Filling() | DueList() | Tool(panel=Panel.ADJUST)) as layer:
                return layer
            case _:
                return self.preview

    @property
    def trouble(self) -> str:
        """Return the reason why the last submission was not saved."""
        return self.sender.trouble if self.sender else ""


def judged_starts(
    game: Game[Any], state: Any, seat: Seat, starts: Iterable[Start], *, private: bool = True
) -> tuple[JudgedStart, ...]:
    """Judge the possible meanings of a touch, each with the refusal that forbids it.

    Of those of one kind that are forbidden alike only one is left, with what they share.
    """
    judged = list[JudgedStart]()
    for start in starts:
        draft = Draft(start.kind, seat, start.values)
        refusal = legality.check_draft(game, state, draft, private=private)
        last = judged[-1] if judged and refusal else None
        if last and (last.start.kind, last.refusal) == (start.kind, refusal):
            others = start.values
            shared = {n: v for n, v in last.start.values.items() if others.get(n) == v}
            judged[-1] = JudgedStart(replace(start, values=shared), refusal)
        else:
            judged.append(JudgedStart(start, refusal))
    return tuple(judged)
