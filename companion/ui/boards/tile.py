"""Content of a board as frozen data: tiles of lines, lines of parts. No Flet here.

Sizes are those wanted at 100 % text; the kit fits them into whatever room there is. Signs and
pieces are named; the `BoardLook` of the game says what they look like. A colour is a name of the
theme, a hex value, `seat:N` for that of a seat, or `back:NAME` and `ink:NAME` for those of a sign.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from companion.kernel.values import Seat

UNSURE: Final = "board.unsure"
"""Text of the app for a value in force that nobody has confirmed."""

QUIET, EDGE, INK = "surfacecontainerhighest", "outlinevariant", "onsurface"
FAINT_INK = "onsurfacevariant"
"""Colours of a tile, its edge and its ink, unless it has others; and a fainter ink."""
INSET: Final = 4
"""Border and padding of a tile together, so that nothing moves when it is marked."""
UNKNOWN: Final = "HELP_OUTLINE"
"""Sign of what nobody knows."""


@dataclass(frozen=True, slots=True)
class Name:
    """Text that gives way: the first that fits in what its line leaves, or none."""

    texts: tuple[str, ...]
    """Texts from the longest to the shortest."""
    size: float = 13
    lines: int = 1
    """Number of lines; with more than one, the first text is always shown, cut if it must be."""
    ink: str = ""
    bold: bool = True
    least: float = 0
    """Size below which several lines are left out, at 100 % text."""


@dataclass(frozen=True, slots=True)
class Number:
    """Short text that is never cut."""

    text: str
    size: float = 16
    ink: str = ""
    back: str = ""
    least_digits: int = 1
    """Number of characters that it has room for at least, to be as large as longer ones."""

    @property
    def digits(self) -> int:
        """Return the number of characters that it has room for."""
        return max(len(self.text), self.least_digits)


@dataclass(frozen=True, slots=True)
class Symbol:
    """Sign of the game's look, or an icon by its name."""

    name: str
    size: float = 24
    ink: str = ""
    opacity: float = 1
    on_ground: bool = False
    """True if it is drawn on its own ground, such as a coloured block."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Piece of a seat: its badge, or a piece of the game's look."""

    seat: Seat
    size: float = 24
    name: str = ""


@dataclass(frozen=True, slots=True)
class Vacancy:
    """Width kept free, for a piece that lies over the board."""

    width: float


@dataclass(frozen=True, slots=True)
class Chip:
    """Lines on a ground of their own within a line."""

    lines: "tuple[TileLine, ...]"
    width: float = 0
    """Width; 0: that of its content."""
    height: float = 0
    """Height; 0: that of its content."""
    ground: str = ""
    edge: str = ""
    radius: float = 4
    opacity: float = 1


Part: TypeAlias = Name | Number | Symbol | Piece | Vacancy | Chip


@dataclass(frozen=True, slots=True)
class TileLine:
    """Parts side by side."""

    parts: tuple[Part, ...]
    gap: float = 3
    align: str = "center"
    """Alignment in Flet's words: `center`, `start`, `end`, `spaceBetween`, `spaceAround`."""
    high: float = 0
    """Height that it wants besides that of its parts."""
    steady: bool = False
    """True if it is as high as its pictures want, whatever else is on the tile."""


def line(
    *parts: Part | None,
    gap: float = 3,
    align: str = "center",
    high: float = 0,
    steady: bool = False,
) -> TileLine:
    """Return a line of those parts that are there."""
    return TileLine(tuple(part for part in parts if part is not None), gap, align, high, steady)


@dataclass(frozen=True, slots=True)
class Tile:
    """Place of a board, or a picture beside it: one target with one name for a screen reader."""

    id: str
    """Place that a touch reports."""
    spoken: str
    lines: tuple[TileLine, ...] = ()
    low: tuple[TileLine, ...] = ()
    """Lines on a tile lower than `high`; none: the same."""
    high: float = 0
    picture: object = None
    """Frozen data that the look of the game draws all over the tile, instead of lines."""
    inset: float = INSET
    """Width of border and padding together; 0: what is drawn fills it, below its border."""
    ground: str = QUIET
    ink: str = INK
    edge: str = EDGE
    lit: str = ""
    """Colour of a thick edge while the form asks for nothing here; empty: an ordinary edge."""
    offered: str = ""
    """Colour of the edge where it is offered or has changed, if the theme's would not stand out."""
    opacity: float = 1
    radius: float = 9
    spread: bool = False
    """True if the first line keeps to the top and the last to the foot."""
    touchable: bool = True
    selected: bool = False
    """True if it is read out as selected."""
    key: str = ""
    """Key, unless it is the place."""
    state: tuple[object, ...] = ()
    """State of which a difference is a change of this tile."""
    whose: tuple[Seat, ...] = ()
    """Seats with a piece here."""

    @property
    def name(self) -> str:
        """Return its key among the controls of a board."""
        return self.key or self.id


def changed_tiles(before: Iterable[Tile], after: Iterable[Tile]) -> frozenset[str]:
    """Return the names of the tiles that differ in their state, or are new."""
    old = {tile.name: tile.state for tile in before}
    return frozenset(t.name for t in after if t.name not in old or old[t.name] != t.state)


def arrivals(before: Iterable[Tile], after: Iterable[Tile]) -> Mapping[Seat, str]:
    """Return the place at which each seat has put a piece between two moments."""
    old = {tile.id: tile.whose for tile in before}
    return {s: t.id for t in after for s in t.whose if s not in old.get(t.id, ())}


GAP = 4
"""Gap between two tiles."""


class Area(NamedTuple):
    """Rectangle of a board."""

    left: float
    top: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """Return its centre."""
        return self.left + self.width / 2, self.top + self.height / 2

    @property
    def right(self) -> float:
        """Return its right edge."""
        return self.left + self.width

    @property
    def foot(self) -> float:
        """Return its lower edge."""
        return self.top + self.height

    def row(self, count: int, gap: float = GAP) -> "tuple[Area, ...]":
        """Return that many equal areas side by side."""
        return self.grid(count, count, gap)

    @lru_cache(maxsize=1024)  # noqa: B019
    def grid(self, count: int, columns: int, gap: float = GAP) -> "tuple[Area, ...]":
        """Return that many equal areas in rows."""
        columns = max(1, columns)
        rows = max(1, -(-count // columns))
        wide = (self.width - (columns - 1) * gap) / columns
        high = (self.height - (rows - 1) * gap) / rows
        return tuple(self._cells(count, columns, (wide, high), gap))

    def _cells(
        self, count: int, columns: int, size: tuple[float, float], gap: float
    ) -> "Iterator[Area]":
        wide, high = size
        for n in range(count):
            row, column = divmod(n, columns)
            left, top = self.left + column * (wide + gap), self.top + row * (high + gap)
            yield Area(left, top, wide, high)
