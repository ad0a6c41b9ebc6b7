"""Kit that draws a board from its tiles and their areas."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import flet as ft

from companion.ui.boards.contract import BoardInput, Offer
from companion.ui.boards.face import BoardLook, Brush, brush_of, drawn_lines, face
from companion.ui.boards.tile import UNSURE, Area, Name, Symbol, Tile, line
from companion.ui.widgets import cached_part, outline, tappable


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


def marks_of(given: BoardInput, place: str, changed: bool, thing: str = "") -> Marks:
    """Return the marks of a place, and of a thing that lies there under another name."""
    app, offer = given.wording.app, offer_of(given, place)
    unsure = not given.unsure.isdisjoint((place, thing))
    if offer == "none" and not changed and not unsure:
        return _NO_MARKS
    said = [app(UNSURE)] if unsure else []
    said += [] if offer == "none" else [app(f"board.{offer}")]
    said += [app("board.changed")] if changed else []
    return Marks(offer, changed and offer == "none", ", ".join(said), unsure)


def offer_of(given: BoardInput, place: str) -> Offer:
    """Return whether a place answers the field being asked, and whether it may be chosen."""
    return (given.offers or {}).get(place, "none")


Touch = Callable[[str], None]
_MARKED = 3
"""Width of the border of a marked tile."""


class PartOpening(NamedTuple):
    """Touch that opens a part of a board; equal to another that does the same."""

    open: Touch
    part: str

    def __call__(self, _place: str) -> None:
        """Open the part."""
        self.open(self.part)


@dataclass(frozen=True)
class BoardKit:
    """Kit for one board at one moment, on one screen."""

    brush: Brush
    touch: Touch
    """Callback with the touched place."""
    marks: Callable[[Tile], Marks]
    """Marks that the screen adds to a tile."""
    _names: list[str] = field(default_factory=list, compare=False)
    """Names of the tiles drawn so far."""

    def tile(
        self, tile: Tile, area: Area, touch: Touch | None = None, marks: Marks | None = None
    ) -> ft.Control:
        """Return a tile in its area, drawn again only if something of it changes."""
        on_touch = (touch or self.touch) if tile.touchable else None
        if marks is None:
            marks = self.marks(tile)
        # An adjustment can put one thing in two places.
        again = self._names.count(tile.name)
        self._names.append(tile.name)
        if again:
            tile = replace(tile, key=f"{tile.name}+{again}")
        return cached_part(tile.name, drawn_tile, tile, area, marks, self.brush, on_touch)

    def tiles(self, tiles: Iterable[Tile], areas: Sequence[Area]) -> list[ft.Control]:
        """Return tiles, each in its area."""
        return [self.tile(*pair) for pair in zip(tiles, areas, strict=True)]

    def inside(self, tiles: Iterable[Tile]) -> Marks:
        """Return the marks of a tile that opens: those of the best place within."""
        all_marks = [self.marks(tile) for tile in tiles]
        for offer in ("legal", "helped", "greyed"):
            marked = next((marks for marks in all_marks if marks.offer == offer), None)
            if marked:
                return marked
        return next((marks for marks in all_marks if marks.changed), Marks())


def kit_for(
    given: BoardInput,
    look: BoardLook,
    fresh: frozenset[str] = frozenset(),
    scale: float | None = None,
) -> BoardKit:
    """Return the kit of a board.

    Args:
        given: input of the board.
        look: look of the game.
        fresh: names of the tiles that the last step changed.
        scale: factor of its boxes, if the board grows less than the text to stay visible.
    """
    boxes = given.grown if scale is None else scale
    brush = brush_of(look, given.people, boxes, boxes / given.grown)
    return BoardKit(
        brush, given.on_touch, lambda tile: marks_of(given, tile.id, tile.name in fresh)
    )


def drawn_tile(
    tile: Tile, area: Area, marks: Marks, brush: Brush, on_touch: Touch | None
) -> ft.Control:
    """Return a tile as one target, named for a screen reader."""
    lit = bool(tile.lit) and marks.offer == "none"
    line = _MARKED if lit else marks.line
    room = (area.width - 2 * tile.inset, area.height - 2 * tile.inset)
    border = _border(tile, marks, brush, lit=lit)
    # A border that there is no room for lies over what is drawn.
    over = tile.inset < _MARKED
    return tappable(
        _dotted(face(tile, room, brush) or ft.Container(), room, tile.inset, unsure=marks.unsure),
        marks.named(tile.spoken),
        (lambda _e: on_touch(tile.id)) if on_touch else None,
        key=tile.name,
        selected=tile.selected,
        radius=tile.radius,
        left=area.left,
        top=area.top,
        width=area.width,
        height=area.height,
        padding=tile.inset - (0 if over else line),
        bgcolor=brush.colour(tile.ground) if tile.ground else None,
        border=None if over else border,
        foreground_decoration=_over(border, tile.radius) if over and border else None,
        opacity=min(marks.opacity, tile.opacity),
        alignment=ft.Alignment.CENTER,
    )


def _over(border: ft.Border, radius: float) -> ft.BoxDecoration:
    return ft.BoxDecoration(border=border, border_radius=ft.BorderRadius.all(radius))


_DOT = 9
"""Diameter of the dot on a value that nobody has confirmed."""


def _dotted(
    drawn: ft.Control, room: tuple[float, float], inset: float, *, unsure: bool
) -> ft.Control:
    """Return what is drawn of a tile, with a dot on its edge if a value is unconfirmed.

    There it covers no sign in the corner.
    """
    if not unsure:
        return drawn
    dot = ft.Container(
        width=_DOT,
        height=_DOT,
        right=-inset,
        top=-inset,
        border_radius=_DOT,
        bgcolor=ft.Colors.TERTIARY,
    )
    centred = ft.Container(drawn, width=room[0], height=room[1], alignment=ft.Alignment.CENTER)
    return ft.Stack(
        [centred, dot], width=room[0], height=room[1], clip_behavior=ft.ClipBehavior.NONE
    )


def _border(tile: Tile, marks: Marks, brush: Brush, *, lit: bool) -> ft.Border | None:
    if lit:
        return outline(_MARKED, brush.colour(tile.lit))
    if not tile.edge and marks.line == 1:
        return None
    if tile.offered and (marks.offer == "legal" or marks.changed):
        return outline(marks.line, tile.offered)
    return marks.edge(brush.colour(tile.edge))


def bar(area: Area, colour: str | None) -> ft.Control:
    """Return a bar between two tiles."""
    left, top, width, height = area
    return ft.Container(left=left, top=top, width=width, height=height, bgcolor=colour)


def laid_out(parts: Sequence[ft.Control], width: float, height: float) -> ft.Control:
    """Return what a board consists of, each part in its place."""
    return ft.Stack(list(parts), width=width, height=height)


def caption(
    key: str, text: str, area: Area, brush: Brush, size: float, symbol: Symbol | None = None
) -> ft.Control:
    """Return a text beside its sign, which is read out and takes no touch."""
    return cached_part(f"caption:{key}", _caption, text, area, brush, size, symbol)


def _caption(text: str, area: Area, brush: Brush, size: float, symbol: Symbol | None) -> ft.Control:
    left, top, width, height = area
    one = line(symbol, Name((text,), size))
    return ft.Container(
        drawn_lines((one,), (width, height), brush),
        left=left,
        top=top,
        width=width,
        height=height,
        alignment=ft.Alignment.CENTER,
    )
