"""What is drawn of a table, as frozen data: blocks, numbers, offices, cards, what comes next."""

from dataclasses import dataclass

from companion.kernel.values import Seat


@dataclass(frozen=True, slots=True)
class BuildingView:
    """One building."""

    id: str
    """Its first lot."""
    colour: str
    code: str
    """The letters of its zone."""
    lots: tuple[str, ...]
    owner: Seat | None


@dataclass(frozen=True, slots=True)
class BlockView:
    """One block, with what stands there."""

    id: str
    value: int
    buildings: tuple[BuildingView, ...]
    spoken: str


@dataclass(frozen=True, slots=True)
class NumberView:
    """A place around the city and the number that stands there."""

    place: str
    text: str
    """Its letter and number; empty: a circle without a marker."""
    wealth: bool
    """Whether it is wealth; else prestige."""
    line: str
    """What the line or column of blocks is called that begins there, where it is one alone."""
    spoken: str


@dataclass(frozen=True, slots=True)
class OfficeView:
    """One space of the election track, or the contractor."""

    id: str
    name: str
    holder: Seat | None
    pawn: bool
    filled: bool
    """Whether its politician is there: before the Airport, only the mayor is."""
    spoken: str


@dataclass(frozen=True, slots=True)
class CardView:
    """A space for a card, and what lies there."""

    place: str
    cost: int
    """Action points."""
    there: bool
    name: str
    zones: tuple[str, ...]
    codes: tuple[str, ...]
    """The letters of those zones."""
    size: str
    """Lots of a contract, permits of a permit; empty while nobody knows."""
    number: int | None
    """What it pays out."""
    wealth: bool
    """Whether that is wealth; else prestige."""
    ballot: bool
    deck: str
    """The letters of the deck on which it lies; empty elsewhere."""
    owner: Seat | None
    """Whose favour it is."""
    spoken: str


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole table."""

    blocks: tuple[BlockView, ...]
    numbers: tuple[NumberView, ...]
    offices: tuple[OfficeView, ...]
    planning: tuple[CardView, ...]
    contracts: tuple[CardView, ...]
    favors: tuple[CardView, ...]
    """Of whoever has the turn."""
    points: int | None
    """Action points left; None: nobody is spending any."""
    points_word: str
    points_spoken: str
    ask_word: str
    """On the way to who would win, and what would be paid."""
    ask_spoken: str


@dataclass(frozen=True, slots=True)
class StepView:
    """One step of the end of a turn."""

    text: str
    state: str
    """`done`, `now` or `next`."""
    seats: tuple[Seat, ...] = ()
    """Who is awaited."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A place that a building can take in a block."""

    value: str
    """The answer that it is."""
    lots: tuple[str, ...]
    spoken: str
    gone: tuple[str, ...] = ()
    """Its lots on which something stands that would go."""
    told: str = ""
    """What would go, and whose it is; empty where nothing would."""
