"""Marks that the match screen adds to a tile: how it can be chosen, and that it has changed."""

from dataclasses import dataclass

import flet as ft

from companion.kernel.memo import memoised
from companion.match.fold import Match
from companion.ui.boards.contract import BoardInput, Offer
from companion.ui.widgets import outline


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks that the match screen adds to a tile."""

    offer: Offer = "none"
    changed: bool = False
    spoken: str = ""
    """Text read out after the tile, such as that it cannot be chosen."""
    unsure: bool = False
    """True if a value printed there was shown by a report and nobody has confirmed it."""

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


_NO_MARKS = Marks()


def marks_of(given: BoardInput, place: str, changed: bool) -> Marks:
    """Return the marks of a place."""
    app, offer = given.wording.app, offer_of(given, place)
    unsure = place in memoised(given.match, _unsure_places)
    if offer == "none" and not changed and not unsure:
        return _NO_MARKS
    said = [app("board.unsure")] if unsure else []
    said += [] if offer == "none" else [app(f"board.{offer}")]
    said += [app("board.changed")] if changed else []
    return Marks(offer, changed and offer == "none", ", ".join(said), unsure)


def _unsure_places(match: Match) -> frozenset[str]:
    """Return the places with values that nobody has confirmed, by the thing or its last name."""
    things = {fact.rpartition(".")[0] for fact in match.learned}
    return frozenset(things | {thing.rpartition(".")[2] for thing in things})


def offer_of(given: BoardInput, place: str) -> Offer:
    """Return whether a place answers the field being asked, and whether it may be chosen."""
    return (given.offers or {}).get(place, "none")
