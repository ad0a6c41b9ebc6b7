"""Tiles of the board, each one target with one name for a screen reader."""

from collections.abc import Callable, Sequence

import flet as ft

from companion.ui.boards.tiles import Marks, TileSize, fitting
from companion.ui.games.kingdom_of_solomon.board_view import (
    CardView,
    PartView,
    PlaceView,
    SeatView,
    SpaceView,
    TerritoryView,
)
from companion.ui.games.kingdom_of_solomon.look import GOOD_LOOKS, PART_SIGNS, SPACE_SIGNS, cube
from companion.ui.theme import seat_look
from companion.ui.widgets import (
    People,
    SeatIdentity,
    as_cached_part,
    cached_part,
    outline,
    seat_badge,
    sign,
    tappable,
)

Touch = Callable[[str], None]
_QUIET = ft.Colors.SURFACE_CONTAINER_HIGHEST
_RADIUS = 9


_PAD = 3


def _text(text: str, size: float, *, bold: bool = True, ink: str | None = None) -> ft.Control:
    return ft.Text(
        text,
        size=size,
        weight=ft.FontWeight.W_600 if bold else None,
        color=ink,
        max_lines=1,
        no_wrap=True,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.05),
    )


def _called(names: Sequence[str], width: float, size: TileSize, large: float) -> list[ft.Control]:
    """Return the first name, longest first, that fits a width; none may fit.

    In a low row a name takes at most half of its height. The last name may be shown without growing
    with the text.
    """
    most = min(large, _line(size) / (1.1 * size.scale))
    for n, name in enumerate(names, 1):
        least = 10 / size.scale if n == len(names) > 1 else min(10, most)
        text_size = fitting(name, width, size.scale, most, least=least)
        if text_size:
            return [_text(name, text_size)]
    return []


def _line(size: TileSize) -> float:
    """Return the height of each of two lines within a tile."""
    return (size.height - 2 * (_PAD + 3) - 2) / 2


def _inside(size: TileSize) -> float:
    """Return the inner width of a tile, whatever its border."""
    return size.width - 2 * (_PAD + 3)


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
    key = place.replace(".", ":", 1)
    return _framed(key, face, spoken, marks, size, lambda: on_touch(place), edge, ground)


def _framed(
    key: str,
    face: ft.Control,
    spoken: str,
    marks: Marks,
    size: TileSize,
    on_tap: Callable[[], None],
    edge: str = ft.Colors.OUTLINE_VARIANT,
    ground: str = _QUIET,
) -> ft.Control:
    return tappable(
        face,
        marks.named(spoken),
        lambda _e: on_tap(),
        key=key,
        radius=_RADIUS,
        width=size.width,
        height=size.height,
        # Border plus padding stays constant, so that nothing moves when a tile is marked.
        padding=_PAD + 3 - marks.line,
        bgcolor=ground,
        border=marks.edge(edge),
        opacity=marks.opacity,
    )


def _cubes(cubes: tuple[str, ...] | None, size: float) -> list[ft.Control]:
    if cubes is None:
        return [ft.Icon(ft.Icons.HELP_OUTLINE, size=size, color=ft.Colors.ON_SURFACE_VARIANT)]
    return [cube(good, size) for good in cubes]


def _each(count: int, width: float, most: float) -> float:
    """Return the side of each of that many pictures side by side."""
    return min(most, (width - 2 * max(0, count - 1)) / max(1, count))


def _house(person: SeatIdentity, size: float) -> ft.Control:
    return ft.Icon(ft.Icons.HOME, size=size, color=seat_look(person.colour).colour)


def seat_tile(seat: SeatView, size: TileSize, people: People) -> ft.Control:
    """Return a place of the turn order: its player and remaining pawns."""
    return cached_part(f"order:{seat.seat}", _seat, seat, size, people[seat.seat])


def _seat(seat: SeatView, size: TileSize, person: SeatIdentity) -> ft.Control:
    high = size.height - 4
    parts: list[ft.Control] = [seat_badge(*person, min(high, size.width * 0.26))]
    if seat.pawns:
        large = min(16, (high - 2) / (1.1 * size.scale))
        pawn = ft.Icon(ft.Icons.PERSON_PIN, size=min(high, size.width * 0.18))
        parts += [_text(str(seat.pawns), large), pawn]
    if seat.priest:
        parts.append(ft.Icon(ft.Icons.TEMPLE_BUDDHIST, size=min(high, size.width * 0.2)))
    return tappable(
        _row(parts),
        seat.spoken,
        None,
        radius=_RADIUS,
        width=size.width,
        height=size.height,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if seat.awaited else _QUIET,
        border=outline(1, ft.Colors.OUTLINE_VARIANT),
    )


@as_cached_part(lambda territory, *_: territory.id)
def territory_tile(
    territory: TerritoryView, marks: Marks, size: TileSize, people: People, on_touch: Touch
) -> ft.Control:
    """Return a territory: its name, its yield and its pieces."""
    edge: str = ft.Colors.OUTLINE_VARIANT
    ink: str = ft.Colors.ON_SURFACE
    if territory.region is not None:
        edge = ink = seat_look(people[territory.region].colour).colour
    width, line = _inside(size), _line(size)
    left, right = width, list[ft.Control]()
    above: list[ft.Control] = []
    if territory.pawn is not None:
        above.append(seat_badge(*people[territory.pawn], min(line, width * 0.36)))
        left -= min(line, width * 0.36) + 3
    if territory.roads:
        large = min(line * 0.8, width * 0.26)
        right.append(ft.Icon(ft.Icons.ROUTE, size=large, color=ink))
        left -= large + 3
    above += _called((territory.name, territory.number), left, size, 13)
    below = 1 if territory.cubes is None else len(territory.cubes)
    below += territory.palace is not None or bool(territory.site)
    side = _each(below, width, min(line, 26 * size.scale))
    parts = _cubes(territory.cubes, side)
    if territory.palace is not None:
        parts.append(_house(people[territory.palace], side))
    elif territory.site:
        faint = ft.Colors.with_opacity(0.55, ft.Colors.ON_SURFACE)
        parts.append(ft.Icon(ft.Icons.HOME_OUTLINED, size=side, color=faint))
    face = _stack([_row([*above, *right], 2), _row(parts, 2)])
    return _tile(territory.id, face, territory.spoken, marks, size, on_touch, edge)


@as_cached_part(lambda space, *_: space.id)
def space_tile(
    space: SpaceView, marks: Marks, size: TileSize, people: People, on_touch: Touch
) -> ft.Control:
    """Return an action or bonus space: its sign, its name if it fits, and its pawn."""
    width, line = _inside(size), _line(size)
    shown = list[ft.Control]()
    if space.pawn is not None:
        shown.append(seat_badge(*people[space.pawn], min(line, width / 2)))
    bonus = space.id.startswith("bonus")
    ink = ft.Colors.ON_SECONDARY_CONTAINER if bonus else ft.Colors.ON_SURFACE
    name = _called((space.name, space.brief), width, size, 13)
    side = width / 2 - 2 if shown or name else width * 0.7
    shown.append(sign(SPACE_SIGNS[space.id], min(line, side), ink))
    ground = ft.Colors.SECONDARY_CONTAINER if bonus else _QUIET
    face = _stack([_row(shown, 2), *name])
    return _tile(space.id, face, space.spoken, marks, size, on_touch, ground=ground)


@as_cached_part(lambda card, *_: card.id)
def owned_tile(
    card: SpaceView, marks: Marks, size: TileSize, people: People, on_touch: Touch
) -> ft.Control:
    """Return a building card of a seat: its owner, name and pawn."""
    width, line = _inside(size), _line(size)
    edge, shown = str(ft.Colors.OUTLINE_VARIANT), list[ft.Control]()
    if card.owner is not None:
        edge = seat_look(people[card.owner].colour).colour
        shown.append(_house(people[card.owner], min(line, width / 2 - 2)))
    if card.pawn is not None:
        shown.append(seat_badge(*people[card.pawn], min(line, width / 2)))
    face = _stack([_row(shown, 2), *_called((card.name, card.brief), width, size, 13)])
    return _tile(card.id, face, card.spoken, marks, size, on_touch, edge)


def owned_small(
    cards: Sequence[SpaceView],
    marks: Marks,
    size: TileSize,
    people: People,
    title: str,
    on_touch: Callable[[], None],
) -> ft.Control:
    """Return the cards of all seats drawn small, with their owners and pawns."""
    spoken = f"{title}: " + "; ".join(card.spoken for card in cards)
    rows = 1 if len(cards) <= _FEW else 2
    columns = -(-len(cards) // rows)
    wide = (_inside(size) - 2 * (columns - 1)) / columns
    high = (size.height - 2 * (_PAD + 3) - 2 * (rows - 1)) / rows
    minis = [_mini(card, people, wide, high) for card in cards]
    lines = [_row(minis[n : n + columns], 2) for n in range(0, len(minis), columns)]
    return _opening("owned", _stack(lines), spoken, marks, size, on_touch)


_FEW = 5


def _mini(card: SpaceView, people: People, width: float, height: float) -> ft.Control:
    side = min(width - 2, height - 2)
    if card.pawn is not None:
        mark: ft.Control = seat_badge(*people[card.pawn], side)
    elif card.owner is not None:
        mark = _house(people[card.owner], side)
    else:
        mark = ft.Container(width=side)
    edge: str = ft.Colors.OUTLINE_VARIANT
    if card.owner is not None:
        edge = seat_look(people[card.owner].colour).colour
    return ft.Container(
        mark,
        width=width,
        height=height,
        border_radius=4,
        border=outline(1, edge),
        alignment=ft.Alignment.CENTER,
    )


def _opening(
    key: str,
    face: ft.Control,
    spoken: str,
    marks: Marks,
    size: TileSize,
    on_touch: Callable[[], None],
    ground: str = _QUIET,
) -> ft.Control:
    """Return a tile that opens the content it shows small."""
    return _framed(f"opens:{key}", face, spoken, marks, size, on_touch, ground=ground)


def back_tile(spoken: str, size: TileSize, on_touch: Callable[[], None]) -> ft.Control:
    """Return the tile back to the map."""
    ink = ft.Colors.ON_SECONDARY_CONTAINER
    arrow = ft.Icon(ft.Icons.ARROW_BACK, size=24, color=ink)
    name = fitting(spoken, _inside(size) - 34, size.scale, 15)
    face = _row([arrow, *([_text(spoken, name, ink=ink)] if name else [])], 8)
    ground = ft.Colors.SECONDARY_CONTAINER
    return _opening("back", face, spoken, Marks(), size, on_touch, ground)


@as_cached_part(lambda card, *_: f"offer:{card.id}")
def card_tile(card: CardView, marks: Marks, size: TileSize, on_touch: Touch) -> ft.Control:
    """Return a building card on the board: its name, cost and value."""
    width, line = _inside(size), _line(size)
    ink = ft.Colors.ON_TERTIARY_CONTAINER
    above, left = list[ft.Control](), width
    if card.points is not None:
        worth, large = f"+{card.points}", min(13, line / (1.1 * size.scale))
        above.append(_text(worth, large, ink=ink))
        left -= 0.62 * large * size.scale * len(worth) + 4
    named = _called((card.name, card.number), left, size, 14)
    count = 1 if card.cubes is None else len(card.cubes)
    cubes = _cubes(card.cubes, _each(count, width, min(line, 24 * size.scale)))
    face = _stack([_row([*named, *above], 4), _row(cubes, 2)])
    return _tile(
        card.id, face, card.spoken, marks, size, on_touch, ground=ft.Colors.TERTIARY_CONTAINER
    )


@as_cached_part(lambda place, *_: place.id)
def place_tile(place: PlaceView, marks: Marks, size: TileSize, on_touch: Touch) -> ft.Control:
    """Return a place of the market: its cube, or the good that goes there, and its price."""
    shown = cube(place.good, min(_inside(size) * 0.42, size.box(24)))
    mark: ft.Control = shown if place.taken else ft.Container(shown, opacity=0.25)
    face = _row([mark, _text(_price(place), size.text(15))], 4)
    return _tile(place.id, face, place.spoken, marks, size, on_touch)


def _price(place: PlaceView) -> str:
    return "?" if place.price is None else str(place.price)


def good_tile(
    places: Sequence[PlaceView],
    title: str,
    marks: Marks,
    size: TileSize,
    on_touch: Callable[[], None],
) -> ft.Control:
    """Return the places of a good drawn small, with cubes and prices."""
    good = places[0].good
    width, high = _inside(size), size.height - 2 * (_PAD + 3)
    side = min(width * 0.34, high * 0.6)
    each = (min(22 * size.scale, (width - side - 6) / 2), high / 2 - 1)
    pips = [_pip(place, each, size.scale) for place in places]
    rows: list[ft.Control] = [
        ft.Row(list[ft.Control](pips[n : n + 2]), spacing=2, tight=True) for n in (0, 2)
    ]
    face = _row([cube(good, side), ft.Column(rows, spacing=2, tight=True)], 4)
    spoken = f"{title}: " + "; ".join(place.spoken for place in places)
    return _opening(f"good:{good}", face, spoken, marks, size, on_touch)


def _pip(place: PlaceView, size: tuple[float, float], scale: float) -> ft.Control:
    """Return a place as a dot, filled if it holds a cube."""
    look = GOOD_LOOKS[place.good]
    price = _price(place)
    large = fitting(
        price, size[0] - 2, scale, min(13, (size[1] - 2) / (1.15 * scale)), least=7 / scale
    )
    ink = look.ink if place.taken else ft.Colors.ON_SURFACE
    return ft.Container(
        _text(price, large, ink=ink) if large else None,
        width=size[0],
        height=size[1],
        bgcolor=look.back if place.taken else None,
        border=outline(1, look.back if place.taken else ft.Colors.OUTLINE_VARIANT),
        border_radius=4,
        alignment=ft.Alignment.CENTER,
    )


@as_cached_part(lambda part, *_: part.id)
def part_tile(part: PartView, marks: Marks, size: TileSize, on_touch: Touch) -> ft.Control:
    """Return a part of the Temple and its progress."""
    width, line = _inside(size), _line(size)
    far = f"{part.laid}/{'?' if part.of is None else part.of}"
    drawn = sign(PART_SIGNS[part.id], min(line, width * 0.6), ft.Colors.ON_SURFACE)
    name = _called((part.name,), width - line * 1.2, size, 13) if size.large else []
    large = fitting(
        far, width, size.scale, min(14, line / (1.1 * size.scale)), least=8 / size.scale
    )
    face = _stack([_row([drawn, *name], 4), *([_text(far, large)] if large else [])])
    return _tile(part.id, face, part.spoken, marks, size, on_touch)
