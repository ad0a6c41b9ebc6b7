"""Interface of a game's screens: a board of its public view, and values for the form."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

import flet as ft

from companion.kernel.duties import ScoreLine
from companion.kernel.form import Draft, OpenBag
from companion.kernel.memo import memoised
from companion.kernel.models import Action
from companion.kernel.refusal import Refusal
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.parts import part_of
from companion.ui.layout import Layout, grown
from companion.ui.views.own_copy import CopyGrid, ListedCard
from companion.ui.views.report.interaction import Due, Start
from companion.ui.views.rulings.origin import Source, SourceOf
from companion.ui.widgets import BagItem, People, SeatIdentity, Sign

Offer: TypeAlias = Literal["none", "legal", "helped", "greyed"]
"""Answer of a place to the field being asked: valid alone, valid with more answers, or not."""


def _not_turned() -> None:
    """Ignore the turn of a board that is only a picture."""


def _not_opened(_part: str) -> None:
    """Ignore the opening of a part of a board that is only a picture."""


@dataclass(frozen=True)
class BoardInput:
    """Input of a board, and its callbacks."""

    match: Match
    """Match as everybody sees it. Values derived from it are `memoised` for all screens."""
    wording: Wording
    layout: Layout
    width: float
    """Available width in logical pixels."""
    height: float
    """Available height in logical pixels; a higher board is scrolled."""
    text_scale: int
    seat: Seat
    """Seat that reports."""
    offers: Mapping[Any, Offer] | None
    """Places that answer the field being asked, and how; None if none does."""
    on_touch: Callable[[str], None]
    """Callback with the touched place. It never changes, so it causes no new render of tiles."""
    visible_height: float = 0
    """Visible height of a board in a scrolled page; 0 if the whole height is visible."""
    mine: tuple[Seat, ...] = ()
    """Seats of this device."""
    still: bool = False
    """True if movements are not animated."""
    turned: bool = False
    """True if the upper side is turned to the player opposite."""
    turn: Callable[[], None] = _not_turned
    """Callback that turns the upper side, or turns it back."""
    opened: str = ""
    """Part that is enlarged on this device, if not every part can be; empty for none."""
    open: Callable[[str], None] = _not_opened
    """Callback that enlarges a part, or closes the enlarged one."""
    after: Match | None = None
    """Match after the step that a correction is about; None: the last step is marked."""

    @property
    def changing(self) -> Match:
        """Return the match whose last step is marked on the board."""
        return self.after or self.match

    @property
    def unsure(self) -> frozenset[str]:
        """Return the things with values that nobody has confirmed, also by their last name."""
        return memoised(self.match, _unsure_things)

    @property
    def grown(self) -> float:
        """Return the factor by which boxes grow with the text."""
        return grown(self.text_scale)

    @cached_property
    def people(self) -> People:
        """Return the players by seat."""
        return tuple(map(SeatIdentity, self.match.colours, self.match.options.players))


def _unsure_things(match: Match) -> frozenset[str]:
    things = {fact.rpartition(".")[0] for fact in match.learned}
    return frozenset(things | {thing.rpartition(".")[2] for thing in things})


@dataclass(frozen=True, slots=True)
class SeatHolding:
    """Number shown for a seat."""

    icon: Sign
    text: str
    label: str
    hidden: bool = False
    """True if it is covered until its owner looks."""
    closed: bool = False
    """True if it is hidden from this device: there is no number to look at."""
    source: Source | None = None
    """Account and items of the ledger, to explain the number; None if it cannot be explained."""
    race: bool = False
    """True if it decides the match."""
    plate: tuple[str, str] | None = None
    """Ground and ink of a small plate that holds the number."""
    signed: bool = True
    """True if there is room for the sign, too."""


@dataclass(frozen=True, slots=True)
class Quick:
    """Button for one value of the first field of an act, so that the field is not asked."""

    field: str
    value: Any
    text: str
    """Text drawn on it."""
    label: str
    """Accessible name, without the act."""
    back: str
    ink: str
    icon: Sign


class DetailCell(NamedTuple):
    """Entry of one seat in a row of the table of a place."""

    text: str = ""
    below: str = ""
    """Smaller text below it."""
    chosen: bool = False
    """True if the row decides for this seat."""


@dataclass(frozen=True, slots=True)
class DetailRow:
    """Row of the table of a place."""

    label: str
    cells: tuple[DetailCell, ...]
    """One for each seat."""
    spoken: str
    """The whole row as a sentence."""
    note: str = ""
    """Text below the label: what the cells cannot say."""


@dataclass(frozen=True, slots=True)
class Detail:
    """Description of a place of the board, shown when it is touched."""

    title: str
    lines: tuple[str, ...] = ()
    section: str = ""
    """Section of the rules on it; empty for none."""
    starts: tuple[Start, ...] = ()
    """Reports that it can start."""
    rows: tuple[DetailRow, ...] = ()
    """Rows of a table by seat, shown below the lines."""


@dataclass(frozen=True, slots=True)
class PickerItem:
    """Item that can be picked."""

    item: str
    refusal: Refusal | None
    """Refusal that greys it now; None if it can be picked."""


@dataclass(frozen=True)
class PickerInput:
    """Input of a game's picker: a bag of a form, or a field of one item."""

    match: Match
    wording: Wording
    draft: Draft
    picks: tuple[PickerItem, ...]
    chosen: tuple[str, ...]
    together: bool
    """True if several are picked before recording; False if the first touch answers."""
    text_scale: int
    width: float
    """Available width in logical pixels."""
    take: Callable[[tuple[str, ...]], None]
    """Callback with the picked items."""
    blocked: Callable[[str], None]
    """Callback with a greyed item that was touched; it explains the refusal."""
    hand: frozenset[str]
    """Items of the hand that this device keeps private."""
    keep_hand: Callable[[frozenset[str]], None]

    @property
    def grown(self) -> float:
        """Return the factor by which boxes grow with the text."""
        return grown(self.text_scale)


@dataclass(frozen=True)
class HelperInput:
    """Input of a game's private hand helper."""

    match: Match
    wording: Wording
    seat: Seat
    hand: tuple[str, ...]


@dataclass(frozen=True)
class EditorInput:
    """Input of the editor of one kind of action."""

    match: Match
    wording: Wording
    draft: Draft
    """Current draft."""
    text_scale: int
    put: Callable[[Mapping[str, Any]], None]
    """Callback with all answers from now on."""


def _no_rows(_wording: Wording, _bag: OpenBag) -> Sequence[tuple[str, Sequence[BagItem]]]:
    return ()


def _empty(
    _match: Match, _wording: Wording, _seat: Seat, _seen: Collection[Seat]
) -> tuple[SeatHolding, ...]:
    return ()


def _no_source(_line: ScoreLine) -> Source | None:
    return None


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


def _nothing_due(_match: Match, _seat: Seat) -> tuple[Due, ...]:
    return ()


def no_names(_match: Match) -> tuple[str, ...]:
    """Return no keys, for games in which everything has its name."""
    return ()


def _no_mark(_item: str, _wording: Wording) -> None:
    return None


@dataclass(frozen=True)
class GameScreen:
    """Parts that a game adds to the screens of a match."""

    board: Callable[[BoardInput], ft.Control]
    starts: Callable[[Match, Seat, str], tuple[Start, ...]]
    """Possible meanings of touching a place, the likeliest first."""
    charted: str
    """Score line of the final chart."""
    holdings: Callable[[Match, Wording, Seat, Collection[Seat]], tuple[SeatHolding, ...]] = _empty
    """Holdings of a seat; hidden ones only if it is among the seats given last.

    For other seats a hidden one is absent, or a closed one that is the same for any amount.
    """
    source_of: SourceOf = _no_source
    """Location of the number of a score line in the ledger, to explain it."""
    ranked: tuple[str, ...] = ()
    """Score lines whose sum is compared at the end; empty: `charted` alone."""
    fewest: Callable[[Match], bool] = lambda _match: False
    """Test of whether the least of these lines wins."""
    course: Callable[[Match], tuple[str, ...]] | None = None
    """Score lines that show the course of a match, if not those compared at the end."""
    counted: tuple[tuple[str, str], ...] = ()
    """Account and item of what people count of each seat, the decisive one first.

    `{seat}` stands for the seat. Empty: the match cannot be counted without a referee.
    """
    places: Callable[[Match], Collection[str]] = _no_places
    """Touchable places of the board; a field that asks for one is answered there."""
    likely: tuple[tuple[str, ...], ...] = ()
    """Kinds of the three fixed buttons: main act, other act, act that ends the turn.

    Each button shows its first kind that is legal now.
    """
    signs: Mapping[str, ft.IconData] = field(default_factory=dict)
    """Icon of the small button of the other act, by kind, if it does not mean going on."""
    moments: Collection[str] = ()
    """Notable events, the weightiest first; a card shows their consequences by seat.

    Effects are given by code, transfers as `item>seat`.
    """
    quick: Callable[[Match, Wording, Seat, str], tuple[Quick, ...]] = _no_quick
    """Buttons that stand for an act, one per value of its first field; none: a single button."""
    place_detail: Callable[[Match, Wording, str], Detail | None] = _nothing_told
    """Description of a place whose touch starts nothing."""
    forecast: Callable[[Match, Wording, Action], str] = _nothing_foreseen
    """Text on the outcome of an act that a doubt has found legal."""
    card_list: Callable[[Wording], tuple[ListedCard, ...]] | None = None
    """Cards for the sheet of the rules, if they are not facts of a box."""
    picker: Callable[[PickerInput], ft.Control] | None = None
    """Picker of an open bag, if the game has one of its own."""
    fully_enumerated: frozenset[str] = frozenset()
    """Kinds whose fields offer every report that can be legal.

    Such a kind is no primary action if none of these reports is legal now.
    """
    one_by_one: Collection[str] = ()
    """Kinds whose bag usually holds one item: the first touch in the game's picker answers."""
    single: Collection[tuple[str, str]] = ()
    """Kinds with a field of one item that the game's picker also asks."""
    switches: Collection[tuple[str, str]] = ()
    """Kinds with a field of yes or no that is switched beside the question before it."""
    at_once: Collection[str] = ()
    """Kinds whose remaining questions are answered by one touch if there are few completions."""
    later: Mapping[str, str] = field(default_factory=dict)
    """By kind, the kind that leaves it for later, which its form offers."""
    due_list: Callable[[Match, Seat], tuple[Due, ...]] = _nothing_due
    """Due reports of a seat that are recorded together, in the order in which they are carried out.

    Empty where the usual buttons do as well.
    """
    follows: Callable[[Match, str], Start | None] = _nothing_follows
    """Form that follows an act of a kind at once, as the rest of its answer."""
    shown_first: Callable[[Match, Draft], bool] = _nothing_first
    """Test of drafts whose last answer is asked even if it is the only one.

    Somebody loses something by it, and the board shows what.
    """
    named: Callable[[Match], tuple[str, ...]] = no_names
    """Keys of the objects on the table that may be given a name of their own."""
    plan: CopyGrid | None = None
    """Objects that a table arranges on its board, where the app cannot know their places."""
    bag_rows: Callable[[Wording, OpenBag], Sequence[tuple[str, Sequence[BagItem]]]] = _no_rows
    """Rows of the picker of an open bag: title and items."""
    item_mark: Callable[[str, Wording], ft.Control | None] = _no_mark
    """Small drawing of an item of a bag; None: the form writes its name."""
    editors: Mapping[str, Callable[[EditorInput], ft.Control]] = field(default_factory=dict)
    """Editors by kind of action, where its questions are better answered together."""
    dice: str = ""
    """Act in which the dice of the game are rolled; empty if it has none."""
    nouns: Mapping[str, str] = field(default_factory=dict)
    """Noun that counts the items of a family, by family."""
    hand: Callable[[Match], OpenBag] | None = None
    """Possible cards of a hand, if the game has a hand helper."""
    helper: Callable[[HelperInput], ft.Control] | None = None

    @property
    def deciding(self) -> tuple[str, ...]:
        """Return the score lines that add up to what is compared at the end."""
        return self.ranked or (self.charted,)


def game_screen(game_id: str) -> GameScreen:
    """Return the screen parts of a game, `SCREEN` in its `screen.py`."""
    screen: GameScreen = part_of(game_id, "screen", "SCREEN")
    return screen
