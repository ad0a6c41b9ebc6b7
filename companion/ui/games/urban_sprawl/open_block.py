"""Enlarged block, for choosing the site of a building or one of its lots."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import flet as ft

from companion.games.urban_sprawl.grid import lots_of
from companion.ui.boards.kit import Marks, Touch
from companion.ui.games.urban_sprawl.city import block_face
from companion.ui.games.urban_sprawl.plan import Box, box, quarters_of, shapes_of
from companion.ui.games.urban_sprawl.views import BlockView, ChoiceView
from companion.ui.theme import TOUCH
from companion.ui.widgets import People, cached_part, tappable


class Text(NamedTuple):
    """Text sizes."""

    grown: float = 1.0
    """Text scale; letters on a building ignore it and are as large as their lot."""
    share: float = 1.0
    """Share of the text scale that other texts take."""


_PAD, _PLAIN = 8, Text()


def sites(
    block: BlockView,
    choices: Sequence[ChoiceView],
    marks: Mapping[str, Marks],
    room: tuple[float, float],
    people: People,
    on_touch: Touch,
    text: Text = _PLAIN,
) -> ft.Control:
    """Return the block once per possible site of a building; touching one chooses it.

    Args:
        block: block as it stands.
        choices: possible sites, up to four.
        marks: marks by value.
        room: width and height in logical pixels.
        people: players by seat.
        on_touch: called with the touched value.
        text: text sizes.
    """
    columns = 1 if len(choices) == 1 else 2 if len(choices) <= _FOUR else 4
    rows = -(-len(choices) // columns)
    side = min(room[0] / columns, room[1] / rows, 2 * _LARGEST) - _PAD
    tiles = [
        cached_part(
            f"site:{one.value}", _site, block, one, marks[one.value], side, people, on_touch, text
        )
        for one in choices
    ]
    lines = [tiles[n : n + columns] for n in range(0, len(tiles), columns)]
    return ft.Container(
        ft.Column(
            [ft.Row(line, spacing=_PAD, alignment=ft.MainAxisAlignment.CENTER) for line in lines],
            spacing=_PAD,
            alignment=ft.MainAxisAlignment.CENTER,
        ),
        width=room[0],
        height=room[1],
        key="sites",
    )


_LARGEST = 110
"""Maximum side of a lot."""
_FOUR = 4


def _site(
    block: BlockView,
    one: ChoiceView,
    marks: Marks,
    side: float,
    people: People,
    on_touch: Touch,
    text: Text,
) -> ft.Control:
    value, size = one.value, (side, side)
    quarters = quarters_of(one.lots, block.id)
    face = ft.Stack(
        [
            block_face(block.id, block.buildings, size, people, text.grown),
            *_covered(quarters, size, marks, quarters_of(one.gone, block.id)),
            *_warning(one.loss_text, marks, text),
        ],
        width=side,
        height=side,
    )
    return tappable(
        face,
        marks.named(one.spoken),
        lambda _e: on_touch(value),
        radius=9,
        width=side,
        height=side,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        foreground_decoration=ft.BoxDecoration(
            border=marks.edge(), border_radius=ft.BorderRadius.all(9)
        ),
        opacity=marks.opacity,
    )


def _warning(loss_text: str, marks: Marks, text: Text) -> list[ft.Control]:
    """Return the demolished buildings along the lower edge; none on a greyed choice."""
    if not loss_text or marks.offer == "greyed":
        return []
    said = ft.Text(
        loss_text,
        size=13 * text.share,
        weight=ft.FontWeight.W_700,
        color=ft.Colors.ON_ERROR_CONTAINER,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.1),
    )
    back = ft.Colors.ERROR_CONTAINER
    return [ft.Container(said, bgcolor=back, left=0, right=0, bottom=0, padding=3)]


def _covered(
    quarters: tuple[int, ...],
    size: tuple[float, float],
    marks: Marks,
    gone: tuple[int, ...],
) -> list[ft.Control]:
    """Return the lots that the building would cover, translucent over existing buildings."""
    greyed = marks.offer == "greyed"
    back = ft.Colors.SURFACE_DIM if greyed else ft.Colors.PRIMARY_CONTAINER
    ink = ft.Colors.ON_SURFACE if greyed else ft.Colors.ON_PRIMARY_CONTAINER
    plain = ft.Icons.BLOCK if greyed else ft.Icons.APARTMENT
    lost = () if greyed else gone
    shapes: list[ft.Control] = [
        ft.Container(bgcolor=back, border_radius=10, **box(shape, size))
        for shape in shapes_of(quarters)
    ]
    signs = [
        ft.Container(
            ft.Icon(
                ft.Icons.DELETE_FOREVER if n in lost else plain,
                size=size[0] * 0.2,
                color=ft.Colors.ERROR if n in lost else ink,
            ),
            alignment=ft.Alignment.CENTER,
            **box((n % 2, n // 2, 1, 1), size),
        )
        for n in quarters
    ]
    whole = ft.Stack([*shapes, *signs], width=size[0], height=size[1], opacity=0.86)
    return [whole]


class Way(NamedTuple):
    """Way back to the whole city."""

    spoken: str
    leave: Callable[[], None]


def lots(
    block: BlockView,
    marks: Mapping[str, Marks],
    choices: Mapping[str, ChoiceView],
    room: tuple[float, float],
    people: People,
    on_touch: Touch,
    way: Way | None = None,
    text: Text = _PLAIN,
) -> ft.Control:
    """Return one block with four separately touchable lots."""
    side = min(*room, 4 * _LARGEST) - _PAD
    size = (side, side)
    targets = [
        _lot(choices[lot], n, marks.get(lot), size, on_touch, text)
        for n, lot in enumerate(lots_of(block.id))
    ]
    drawn = block_face(block.id, block.buildings, size, people, text.grown)
    face: list[ft.Control] = [drawn, *targets]
    whole = ft.Container(
        ft.Stack(face, width=side, height=side),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=12,
        width=side,
        height=side,
    )
    middle = ft.Container(
        whole, width=room[0], height=room[1], alignment=ft.Alignment.CENTER, key="lots"
    )
    return middle if way is None else _with_way(middle, way, room)


def _with_way(opened: ft.Control, way: Way, room: tuple[float, float]) -> ft.Control:
    """Add the way back in the corner of a block."""
    back = tappable(
        ft.Icon(ft.Icons.ARROW_BACK, size=24),
        way.spoken,
        lambda _e: way.leave(),
        radius=TOUCH / 2,
        width=TOUCH,
        height=TOUCH,
        bgcolor=ft.Colors.SECONDARY_CONTAINER,
        alignment=ft.Alignment.CENTER,
    )
    corner = ft.Container(back, left=0, top=0)
    return ft.Stack([opened, corner], width=room[0], height=room[1])


def _lot(
    one: ChoiceView,
    nth: int,
    asked: Marks | None,
    size: tuple[float, float],
    on_touch: Touch,
    text: Text,
) -> ft.Control:
    """Return a lot of a block; touching a greyed one explains the refusal."""
    lot = one.value
    where: Box = box((nth % 2, nth // 2, 1, 1), size)
    marks = asked or Marks("greyed")
    greyed = asked is not None and asked.offer == "greyed"
    sign = ft.Icon(ft.Icons.BLOCK, size=size[0] * 0.1, color=ft.Colors.ON_SURFACE)
    inside = tappable(
        ft.Container(sign if greyed else None),
        marks.named(one.spoken),
        (lambda _e: on_touch(lot)) if asked else None,
        radius=10,
        width=where["width"],
        height=where["height"],
        alignment=ft.Alignment.CENTER,
        border=marks.edge() if asked and not greyed else None,
    )
    warned = _warning(one.loss_text, marks, text) if asked else []
    whole: ft.Control = ft.Stack([inside, *warned]) if warned else inside
    return ft.Container(whole, **where, key=lot)
