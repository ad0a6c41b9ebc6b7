"""What the tiles of every board share: how large they are, and what the match adds to them."""

from dataclasses import dataclass

import flet as ft

from companion.ui.boards.contract import BoardInput, Offer
from companion.ui.widgets import outline


@dataclass(frozen=True, slots=True)
class TileSize:
    """How large a tile is. Boxes grow with the text; the text grows by itself."""

    width: float
    scale: float = 1.0
    """The text scale, 1 for 100 %."""
    height: float = 0
    """How high it is, where its board says so."""
    roomy: float = 100
    """From this width on, numerals are large."""
    share: float = 1
    """What its texts have of the text scale, where a board grows less so that all of it is seen."""

    @property
    def large(self) -> bool:
        """Whether there is room for large numerals."""
        return self.width / self.scale >= self.roomy

    def box(self, size: float) -> float:
        """A length that goes along with the text."""
        return size * self.scale * (1.35 if self.large else 1)

    def fit(self, size: float, share: float) -> float:
        """A length that goes along with the text, up to a share of the width."""
        return min(self.box(size), self.width * share)

    def text(self, size: float) -> float:
        """The size of a text."""
        return size * (1.25 if self.large else 1) * self.share


@dataclass(frozen=True, slots=True)
class Marks:
    """What the match screen adds to a tile."""

    offer: Offer = "none"
    changed: bool = False
    spoken: str = ""
    """Said after the tile, such as that it cannot be chosen."""

    @property
    def opacity(self) -> float:
        """What cannot be chosen is pale."""
        return 0.4 if self.offer == "greyed" else 1.0

    @property
    def line(self) -> int:
        """How thick its border is."""
        return 1 if self.offer not in ("legal", "helped") and not self.changed else 3

    def edge(self, otherwise: str = ft.Colors.OUTLINE_VARIANT) -> ft.Border:
        """A thick border where something is offered or has changed."""
        if self.offer == "legal":
            return outline(self.line, ft.Colors.PRIMARY)
        if self.offer == "helped":
            return outline(self.line, ft.Colors.with_opacity(0.55, ft.Colors.PRIMARY))
        if self.changed:
            return outline(self.line, ft.Colors.TERTIARY)
        return outline(self.line, otherwise)

    def named(self, label: str) -> str:
        """The name of a tile with these marks said after it."""
        return f"{label}. {self.spoken}" if self.spoken else label


_WIDE = 0.6
"""The width of a letter, as a share of its size; more than most of them have."""


def fitting(
    text: str, width: float, scale: float, most: float, *, least: float = 10
) -> float | None:
    """The size at which a text fits into a width in one line; None: it would be too small to read.

    Args:
        text: what is written.
        width: the room, in logical pixels.
        scale: the text scale, 1 for 100 %.
        most: the size that it has where there is room.
        least: the smallest size that can be read.
    """
    fits = width / (scale * _WIDE * max(1, len(text)))
    return min(most, fits) if fits >= least else None


def marks_of(given: BoardInput, place: str, changed: bool) -> Marks:
    """The marks of one place."""
    app, offer = given.wording.app, offer_of(given, place)
    said = [] if offer == "none" else [app(f"board.{offer}")]
    said += [app("board.changed")] if changed else []
    return Marks(offer, changed and offer == "none", ", ".join(said))


def offer_of(given: BoardInput, place: str) -> Offer:
    """Whether a place is among the values being asked, and whether it may be chosen."""
    return (given.offers or {}).get(place, "none")
