"""Kit that draws a board from its tiles and their areas."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import flet as ft

from companion.ui.boards.area import Area
from companion.ui.boards.contract import BoardInput
from companion.ui.boards.face import BoardLook, Brush, face
from companion.ui.boards.tile import Tile
from companion.ui.boards.tiles import Marks, marks_of
from companion.ui.widgets import cached_part, outline, tappable

Touch = Callable[[str], None]
_INSET = 5
"""Border and padding of a tile together, so that nothing moves when it is marked."""


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

    given: BoardInput
    brush: Brush
    fresh: frozenset[str] = frozenset()
    """Places that the last step changed."""

    def marks(self, place: str) -> Marks:
        """Return the marks of a place."""
        return marks_of(self.given, place, place in self.fresh)

    def inside(self, places: Sequence[str]) -> Marks:
        """Return the marks of a tile that opens: those of the best place within."""
        all_marks = [self.marks(place) for place in places]
        for offer in ("legal", "helped", "greyed"):
            marked = next((marks for marks in all_marks if marks.offer == offer), None)
            if marked:
                return marked
        return next((marks for marks in all_marks if marks.changed), Marks())

    def tile(
        self, tile: Tile, area: Area, touch: Touch | None = None, marks: Marks | None = None
    ) -> ft.Control:
        """Return a tile in its area, drawn again only if something of it changes."""
        on_touch = (touch or self.given.on_touch) if tile.touchable else None
        if marks is None:
            marks = self.marks(tile.id)
        return cached_part(tile.name, drawn_tile, tile, area, marks, self.brush, on_touch)

    def tiles(self, tiles: Iterable[Tile], areas: Sequence[Area]) -> list[ft.Control]:
        """Return tiles, each in its area."""
        return [self.tile(*pair) for pair in zip(tiles, areas, strict=True)]


def kit_for(
    given: BoardInput, look: BoardLook, fresh: frozenset[str], scale: float | None = None
) -> BoardKit:
    """Return the kit of a board.

    Args:
        given: input of the board.
        look: look of the game.
        fresh: places that the last step changed.
        scale: factor of its boxes, if the board grows less than the text to stay visible.
    """
    boxes = given.grown if scale is None else scale
    return BoardKit(given, Brush(look, given.people, boxes, boxes / given.grown), fresh)


def drawn_tile(
    tile: Tile, area: Area, marks: Marks, brush: Brush, on_touch: Touch | None
) -> ft.Control:
    """Return a tile as one target, named for a screen reader."""
    lit = bool(tile.lit) and marks.offer == "none"
    line = 3 if lit else marks.line
    room = (area.width - 2 * _INSET, area.height - 2 * _INSET)
    return tappable(
        face(tile, room, brush) or ft.Container(),
        marks.named(tile.spoken),
        (lambda _e: on_touch(tile.id)) if on_touch else None,
        key=tile.name,
        radius=tile.radius,
        left=area.left,
        top=area.top,
        width=area.width,
        height=area.height,
        padding=_INSET - line,
        bgcolor=brush.colour(tile.ground) if tile.ground else None,
        border=_border(tile, marks, brush, lit=lit),
        opacity=min(marks.opacity, tile.opacity),
        alignment=ft.Alignment.CENTER,
    )


def _border(tile: Tile, marks: Marks, brush: Brush, *, lit: bool) -> ft.Border | None:
    if lit:
        return outline(3, brush.colour(tile.lit))
    if not tile.edge and marks.line == 1:
        return None
    return marks.edge(brush.colour(tile.edge))


def bar(area: Area, colour: str | None) -> ft.Control:
    """Return a bar between two tiles."""
    left, top, width, height = area
    return ft.Container(left=left, top=top, width=width, height=height, bgcolor=colour)


def laid_out(parts: Sequence[ft.Control], width: float, height: float) -> ft.Control:
    """Return what a board consists of, each part in its place."""
    return ft.Stack(list(parts), width=width, height=height)
