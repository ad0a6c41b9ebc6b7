"""The tiles of the board: each is touched as a whole and has one name for a screen reader."""

from collections.abc import Callable

import flet as ft

from companion.ui.boards.tiles import Marks, TileSize
from companion.ui.games.kingdom_of_solomon.board_view import (
    CardView,
    PartView,
    PlaceView,
    SeatView,
    SpaceView,
    TerritoryView,
)
from companion.ui.games.kingdom_of_solomon.look import cube
from companion.ui.theme import seat_look
from companion.ui.widgets import People, Person, kept, seat_badge, tappable

Touch = Callable[[str], None]
_QUIET = ft.Colors.SURFACE_CONTAINER_HIGHEST
_RADIUS = 9


def _text(text: str, size: float, *, lines: int = 1, bold: bool = True) -> ft.Control:
    return ft.Text(
        text,
        size=size,
        weight=ft.FontWeight.W_600 if bold else None,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.05),
    )


def _row(parts: list[ft.Control], spacing: float = 3) -> ft.Control:
    return ft.Row(
        parts,
        spacing=spacing,
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _stack(parts: list[ft.Control]) -> ft.Control:
    return ft.Column(
        parts,
        spacing=2,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _tile(
    place: str,
    face: ft.Control,
    spoken: str,
    marks: Marks,
    size: TileSize,
    on_touch: Touch,
    edge: str = ft.Colors.OUTLINE_VARIANT,
    ground: str = _QUIET,
) -> ft.Control:
    return tappable(
        face,
        marks.named(spoken),
        lambda _e: on_touch(place),
        key=place.replace(".", ":", 1),
        radius=_RADIUS,
        width=size.width,
        height=size.height,
        padding=3,
        bgcolor=ground,
        border=marks.edge(edge),
        opacity=marks.opacity,
    )


def _cubes(cubes: tuple[str, ...] | None, size: float) -> list[ft.Control]:
    if cubes is None:
        return [ft.Icon(ft.Icons.HELP_OUTLINE, size=size, color=ft.Colors.ON_SURFACE_VARIANT)]
    return [cube(good, size) for good in cubes]


def _house(person: Person, size: float) -> ft.Control:
    return ft.Icon(ft.Icons.HOME, size=size, color=seat_look(person.colour).colour)


def seat_tile(seat: SeatView, size: TileSize, people: People) -> ft.Control:
    """A place of the turn order: who has it, and the pawns that are left."""
    return kept(f"order:{seat.seat}", _seat, seat, size, people[seat.seat])


def _seat(seat: SeatView, size: TileSize, person: Person) -> ft.Control:
    parts: list[ft.Control] = [seat_badge(*person, size.box(22))]
    if seat.pawns:
        pawn = ft.Icon(ft.Icons.PERSON_PIN, size=size.box(16))
        parts += [_text(str(seat.pawns), 15), pawn]
    if seat.priest:
        parts.append(ft.Icon(ft.Icons.TEMPLE_BUDDHIST, size=size.box(18)))
    return tappable(
        _row(parts),
        seat.spoken,
        None,
        radius=_RADIUS,
        width=size.width,
        height=size.box(34),
        bgcolor=ft.Colors.PRIMARY_CONTAINER if seat.awaited else _QUIET,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
    )


def territory_tile(
    territory: TerritoryView, marks: Marks, size: TileSize, people: People, on_touch: Touch
) -> ft.Control:
    """A territory: its name, what it gives, and who is there."""
    return kept(territory.id, _territory, territory, marks, size, people, on_touch)


def _territory(
    territory: TerritoryView, marks: Marks, size: TileSize, people: People, on_touch: Touch
) -> ft.Control:
    large = size.fit(18, 0.22)
    parts = _cubes(territory.cubes, large)
    if territory.site and territory.palace is None:
        faint = ft.Colors.with_opacity(0.55, ft.Colors.ON_SURFACE)
        parts.append(ft.Icon(ft.Icons.HOME_OUTLINED, size=large, color=faint))
    if territory.palace is not None:
        parts.append(_house(people[territory.palace], large * 1.15))
    if territory.pawn is not None:
        parts.append(seat_badge(*people[territory.pawn], large * 1.2))
    name = _text(territory.name, size.text(11.5), lines=1)
    if territory.roads:
        ink: str = ft.Colors.ON_SURFACE
        if territory.region is not None:
            ink = seat_look(people[territory.region].colour).colour
        parts.append(ft.Icon(ft.Icons.ROUTE, size=large, color=ink))
    edge: str = ft.Colors.OUTLINE_VARIANT
    if territory.region is not None:
        edge = seat_look(people[territory.region].colour).colour
    return _tile(
        territory.id,
        _stack([name, _row(parts, 2)]),
        territory.spoken,
        marks,
        size,
        on_touch,
        edge,
    )


def space_tile(
    space: SpaceView, marks: Marks, size: TileSize, people: People, on_touch: Touch
) -> ft.Control:
    """An action space, a bonus space, or somebody's building card."""
    return kept(space.id, _space, space, marks, size, people, on_touch)


def _space(
    space: SpaceView, marks: Marks, size: TileSize, people: People, on_touch: Touch
) -> ft.Control:
    parts = [_text(space.name, size.text(12))]
    if space.pawn is not None:
        parts.append(seat_badge(*people[space.pawn], size.fit(18, 0.22)))
    edge: str = ft.Colors.OUTLINE_VARIANT
    if space.owner is not None:
        edge = seat_look(people[space.owner].colour).colour
    ground = ft.Colors.SECONDARY_CONTAINER if space.id.startswith("bonus") else _QUIET
    return _tile(space.id, _stack(parts), space.spoken, marks, size, on_touch, edge, ground)


def card_tile(card: CardView, marks: Marks, size: TileSize, on_touch: Touch) -> ft.Control:
    """A building card on the board: its name, what it costs and what it is worth."""
    return kept(f"offer:{card.id}", _card, card, marks, size, on_touch)


def _card(card: CardView, marks: Marks, size: TileSize, on_touch: Touch) -> ft.Control:
    parts = _cubes(card.cubes, size.fit(15, 0.16))
    if card.points is not None:
        parts.append(_text(f"+{card.points}", size.text(12)))
    face = _stack([_text(card.name, size.text(12)), _row(parts, 2)])
    return _tile(
        card.id, face, card.spoken, marks, size, on_touch, ground=ft.Colors.TERTIARY_CONTAINER
    )


def place_tile(place: PlaceView, marks: Marks, size: TileSize, on_touch: Touch) -> ft.Control:
    """A place of the market: its cube, or the good that goes there, and its price."""
    return kept(place.id, _place, place, marks, size, on_touch)


def _place(place: PlaceView, marks: Marks, size: TileSize, on_touch: Touch) -> ft.Control:
    shown = cube(place.good, size.fit(20, 0.3))
    mark: ft.Control = shown if place.taken else ft.Container(shown, opacity=0.25)
    price = "?" if place.price is None else str(place.price)
    face = _row([mark, _text(price, size.text(14))], 4)
    return _tile(place.id, face, place.spoken, marks, size, on_touch)


def part_tile(part: PartView, marks: Marks, size: TileSize, on_touch: Touch) -> ft.Control:
    """A part of the Temple and how far it is built."""
    return kept(part.id, _part, part, marks, size, on_touch)


def _part(part: PartView, marks: Marks, size: TileSize, on_touch: Touch) -> ft.Control:
    far = f"{part.laid} / {'?' if part.of is None else part.of}"
    face = _stack([_text(part.name, size.text(12)), _text(far, size.text(13), bold=False)])
    return _tile(part.id, face, part.spoken, marks, size, on_touch)
