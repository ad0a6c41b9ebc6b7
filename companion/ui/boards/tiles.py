"""Size and marks of tiles, shared by all boards."""

from dataclasses import dataclass

import flet as ft

from companion.ui.boards.contract import BoardInput, Offer
from companion.ui.widgets import outline


@dataclass(frozen=True, slots=True)
class TileSize:
    """Size of a tile. Boxes grow with the text; the text grows by itself."""

    width: float
    scale: float = 1.0
    """Text scale, 1 for 100 %."""
    height: float = 0
    """Height, if the board sets it."""
    roomy: float = 100
    """Least width with large numerals."""
    share: float = 1
    """Share of the text scale that texts take.

    It is less than 1 on a board that grows less to stay visible.
    """

    @property
    def large(self) -> bool:
        """Return whether there is room for large numerals."""
        return self.width / self.scale >= self.roomy

    def box(self, size: float) -> float:
        """Return a length scaled with the text."""
        return size * self.scale * (1.35 if self.large else 1)

    def fit(self, size: float, share: float) -> float:
        """Return a length scaled with the text, up to a share of the width."""
        return min(self.box(size), self.width * share)

    def text(self, size: float) -> float:
        """Return a text size."""
        return size * (1.25 if self.large else 1) * self.share


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks that the match screen adds to a tile."""

    offer: Offer = "none"
    changed: bool = False
    spoken: str = ""
    """Text read out after the tile, such as that it cannot be chosen."""

    @property
    def opacity(self) -> float:
        """Return the opacity: pale if the tile cannot be chosen."""
        return 0.4 if self.offer == "greyed" else 1.0

    @property
    def line(self) -> int:
        """Return the border width."""
        return 1 if self.offer not in ("legal", "helped") and not self.changed else 3

    def edge(self, otherwise: str = ft.Colors.OUTLINE_VARIANT) -> ft.Border:
        """Return the border, thick if the tile is offered or has changed."""
        if self.offer == "legal":
            return outline(self.line, ft.Colors.PRIMARY)
        if self.offer == "helped":
            return outline(self.line, ft.Colors.with_opacity(0.55, ft.Colors.PRIMARY))
        if self.changed:
            return outline(self.line, ft.Colors.TERTIARY)
        return outline(self.line, otherwise)

    def named(self, label: str) -> str:
        """Return the accessible name of a tile with these marks."""
        return f"{label}. {self.spoken}" if self.spoken else label


_WIDE = 0.6
"""Width of a letter as a share of its size; more than most letters have."""


def fitting(
    text: str, width: float, scale: float, most: float, *, least: float = 10
) -> float | None:
    """Return the size at which a text fits on one line; None if too small to read.

    Args:
        text: text to fit.
        width: available width in logical pixels.
        scale: text scale, 1 for 100 %.
        most: size if there is room.
        least: smallest readable size.
    """
    fits = width / (scale * _WIDE * max(1, len(text)))
    return min(most, fits) if fits >= least else None


_NO_MARKS = Marks()


def marks_of(given: BoardInput, place: str, changed: bool) -> Marks:
    """Return the marks of a place."""
    app, offer = given.wording.app, offer_of(given, place)
    if offer == "none" and not changed:
        return _NO_MARKS
    said = [] if offer == "none" else [app(f"board.{offer}")]
    said += [app("board.changed")] if changed else []
    return Marks(offer, changed and offer == "none", ", ".join(said))


def offer_of(given: BoardInput, place: str) -> Offer:
    """Return whether a place answers the field being asked, and whether it may be chosen."""
    return (given.offers or {}).get(place, "none")
