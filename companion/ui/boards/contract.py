"""What the screens of a game hand over: a board of its public view, and values for the form."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any, Literal, TypeAlias

import flet as ft

from companion.kernel.form import Draft, OpenBag
from companion.kernel.models import Action
from companion.kernel.refusal import Refusal
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.layout import Layout, grown
from companion.ui.views.desk import Start
from companion.ui.views.listed import Listed
from companion.ui.views.origins import Source, SourceOf
from companion.ui.views.plan import Plan
from companion.ui.widgets import BagItem, People, Person, Sign

Offer: TypeAlias = Literal["none", "legal", "helped", "greyed"]
"""Whether a place answers what is being asked: by itself, with something else besides, or not."""


def _not_turned() -> None:
    """Where nothing is turned: a picture."""


def _not_opened(_part: str) -> None:
    """Where nothing is opened: a picture."""


@dataclass(frozen=True)
class BoardInput:
    """What a board draws, and where it tells what was touched."""

    match: Match
    """As everybody sees it. What is worked out of it, is once for all screens (`once`)."""
    wording: Wording
    layout: Layout
    width: float
    """The room there is, in logical pixels."""
    height: float
    """The same from top to bottom; a board that needs more is scrolled."""
    text_scale: int
    seat: Seat
    """Who reports."""
    offers: Mapping[Any, Offer] | None
    """The places that answer the field being asked, and how; None while none does."""
    on_touch: Callable[[str], None]
    """Told the place touched. It never changes, so that tiles are not drawn again for it."""
    sight: float = 0
    """How much of a board is in sight at once, where all is scrolled; 0: as much as its height."""
    mine: tuple[Seat, ...] = ()
    """The seats of this device."""
    still: bool = False
    """Whether what moves is to be there at once."""
    turned: bool = False
    """Whether what lies above is turned to whoever sits opposite."""
    turn: Callable[[], None] = _not_turned
    """Turns it, or back."""
    opened: str = ""
    """The part of the board that stands large on this device, where not all of it can; empty:
    none does."""
    open: Callable[[str], None] = _not_opened
    """Opens a part, or closes the one that is open."""
    table: str = ""
    """The match whose other screens may show the same board (`widgets.common`): whatever it is
    told of a touch is then told to the one at hand. Empty: it is shown here alone."""

    @property
    def grown(self) -> float:
        """By what boxes grow with the text."""
        return grown(self.text_scale)

    @cached_property
    def people(self) -> People:
        """Who plays, by seat."""
        return tuple(map(Person, self.match.colours, self.match.options.players))


@dataclass(frozen=True, slots=True)
class Holding:
    """One number that lies in front of a seat."""

    icon: Sign
    text: str
    label: str
    hidden: bool = False
    """Whether it is covered until its owner looks."""
    closed: bool = False
    """Whether it is hidden from this device: then there is no number, and nothing to look at."""
    source: Source | None = None
    """Where it lies, to tell what made it; None: it cannot be told."""
    race: bool = False
    """Whether it is what the match is won by."""


@dataclass(frozen=True, slots=True)
class Quick:
    """A button that says one value of the first field of an act, so that it is not asked."""

    field: str
    value: Any
    text: str
    """What is drawn on it."""
    label: str
    """What it is called, without the act."""
    back: str
    ink: str
    icon: Sign


@dataclass(frozen=True, slots=True)
class Detail:
    """What a place of the board is, told to whoever touches it."""

    title: str
    lines: tuple[str, ...] = ()
    section: str = ""
    """The section of the rules that tells of it; empty: none does."""
    starts: tuple[Start, ...] = ()
    """What can be reported of it."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One item that can be picked."""

    item: str
    refusal: Refusal | None
    """What forbids it as things are, greyed by that; None: nothing does."""


@dataclass(frozen=True)
class PickerInput:
    """What the picker of a game works with: a bag of a form, or a field of one item."""

    match: Match
    wording: Wording
    draft: Draft
    picks: tuple[Pick, ...]
    chosen: tuple[str, ...]
    together: bool
    """Whether several are picked before anything is recorded; else the first touch answers."""
    text_scale: int
    width: float
    """The room there is, in logical pixels."""
    take: Callable[[tuple[str, ...]], None]
    """Takes what is picked."""
    blocked: Callable[[str], None]
    """Told of an item that was touched although it is greyed: says why."""
    hand: frozenset[str]
    """What this device keeps to itself of what its owner holds."""
    keep_hand: Callable[[frozenset[str]], None]

    @property
    def grown(self) -> float:
        """By what boxes grow with the text."""
        return grown(self.text_scale)


@dataclass(frozen=True)
class HelperInput:
    """What the private hand helper of a game works with."""

    match: Match
    wording: Wording
    seat: Seat
    hand: tuple[str, ...]


@dataclass(frozen=True)
class EditorInput:
    """What the editor of one kind of action works with."""

    match: Match
    wording: Wording
    draft: Draft
    """What is filled in so far."""
    text_scale: int
    put: Callable[[Mapping[str, Any]], None]
    """Takes everything that is filled in from now on."""


def _no_rows(_wording: Wording, _bag: OpenBag) -> Sequence[tuple[str, Sequence[BagItem]]]:
    return ()


def _no_places(_match: Match) -> Collection[str]:
    return ()


def _no_quick(_match: Match, _wording: Wording, _seat: Seat, _kind: str) -> tuple[Quick, ...]:
    return ()


def _nothing_told(_match: Match, _wording: Wording, _place: str) -> Detail | None:
    return None


def _nothing_foreseen(_match: Match, _wording: Wording, _action: Action) -> str:
    return ""


def _nothing_first(_match: Match, _draft: Draft) -> bool:
    return False


def _nothing_follows(_match: Match, _kind: str) -> Start | None:
    return None


def no_names(_match: Match) -> tuple[str, ...]:
    """Of a game in which everything has its name."""
    return ()


def _no_mark(_item: str, _wording: Wording) -> None:
    return None


@dataclass(frozen=True)
class GameScreen:
    """What a game adds to the screens of a match."""

    board: Callable[[BoardInput], ft.Control]
    starts: Callable[[Match, Seat, str], tuple[Start, ...]]
    """What touching a place can mean, the likeliest first."""
    holdings: Callable[[Match, Wording, Seat, Collection[Seat]], tuple[Holding, ...]]
    """What lies in front of a seat; the hidden as well if it is among the seats given last.

    Of any other seat what is hidden is absent: a closed holding at most, the same whatever it is.
    """
    source_of: SourceOf
    charted: str
    """The score line of the chart at the end."""
    ranked: tuple[str, ...] = ()
    """The score lines that are compared at the end, added up; empty: the one of the chart."""
    course: Callable[[Match], tuple[str, ...]] | None = None
    """The score lines that tell how a match went, where they are not those compared at the end."""
    places: Callable[[Match], Collection[str]] = _no_places
    """Everything on the board that can be touched: a field that asks for one is answered there."""
    likely: tuple[tuple[str, ...], ...] = ()
    """The kinds of the buttons that always have the same place: what is done, what else is done,
    and what ends it. Of each the first one that is legal now is shown."""
    signs: Mapping[str, ft.IconData] = field(default_factory=dict)
    """By kind, what stands on the small button of what else is done, where it is not to go on."""
    moments: Collection[str] = ()
    """What is a moment at the table, the weightiest first: a card says what it brought to whom.

    Effects by their code; what moved by what goes where: `item>seat`."""
    quick: Callable[[Match, Wording, Seat, str], tuple[Quick, ...]] = _no_quick
    """The buttons that stand for an act, one for each value of its first field; none: just one."""
    told: Callable[[Match, Wording, str], Detail | None] = _nothing_told
    """What a place is, where touching it can mean nothing."""
    foreseen: Callable[[Match, Wording, Action], str] = _nothing_foreseen
    """What a doubt that is answered with yes says of what would come of the act."""
    listed: Callable[[Wording], tuple[Listed, ...]] | None = None
    """Its cards, where they are no facts of a box, for the sheet of the rules."""
    picker: Callable[[PickerInput], ft.Control] | None = None
    """The picker of an open bag, where it deserves one of its own."""
    counted_out: frozenset[str] = frozenset()
    """The kinds of which every report that can be legal is among what their fields offer: one of
    which none is legal now is not likely."""
    one_by_one: Collection[str] = ()
    """The kinds whose bag holds one item as a rule: with the picker of the game, its first touch
    answers."""
    single: Collection[tuple[str, str]] = ()
    """The kinds and their fields of one item, which the picker asks as well."""
    at_once: Collection[str] = ()
    """The kinds of which all that is left to ask is answered by one touch, where few ways are."""
    follows: Callable[[Match, str], Start | None] = _nothing_follows
    """What is asked at once after an act of a kind, as the rest of what was answered by it."""
    shown_first: Callable[[Match, Draft], bool] = _nothing_first
    """Whether the last answer of a draft is asked even where it is the only one:
    somebody loses something by it, and the board shows what."""
    named: Callable[[Match], tuple[str, ...]] = no_names
    """The keys of what lies on the table and may be given a name of its own."""
    plan: Plan | None = None
    """The things of its board that a table arranges, where the app cannot know where they lie."""
    bag_rows: Callable[[Wording, OpenBag], Sequence[tuple[str, Sequence[BagItem]]]] = _no_rows
    """The picker of an open bag: the title of each row and its items."""
    item_mark: Callable[[str, Wording], ft.Control | None] = _no_mark
    """One card or good of a bag, drawn small; None: it is written as the form calls it."""
    editors: Mapping[str, Callable[[EditorInput], ft.Control]] = field(default_factory=dict)
    """By kind of action, what stands for its questions where they are better answered together."""
    dice: str = ""
    """The act in which the dice of the game are thrown; empty: it has none."""
    nouns: Mapping[str, str] = field(default_factory=dict)
    """By item family, the noun that counts it."""
    hand: Callable[[Match], OpenBag] | None = None
    """The cards of a hand, where the game has a hand helper."""
    helper: Callable[[HelperInput], ft.Control] | None = None


def game_screen(game_id: str) -> GameScreen:
    """What a game adds, imported when first asked for."""
    found: GameScreen = import_module(f"companion.ui.games.{game_id}.screen").SCREEN
    return found
