"""The cards on the rails, the offices of the election track, and the points that are left."""

import flet as ft

from companion.rulebook.wording import Wording
from companion.ui.boards.tiles import Marks
from companion.ui.games.urban_sprawl.city import Touch
from companion.ui.games.urban_sprawl.labels import short, zones_of
from companion.ui.games.urban_sprawl.look import (
    CHIP,
    CHIP_INK,
    PRESTIGE_BACK,
    PRESTIGE_INK,
    WEALTH_BACK,
    WEALTH_INK,
    ZONE_LOOKS,
)
from companion.ui.games.urban_sprawl.views import CardView, OfficeView
from companion.ui.widgets import People, kept_by, outline, seat_mark, tappable

_QUIET = ft.Colors.SURFACE_CONTAINER_HIGHEST
_RADIUS = 7
Box = tuple[float, float, float]
"""Width and height, in logical pixels, and the scale of the text."""


def _text(
    text: str, size: float, *, ink: str | None = None, lines: int = 1, bold: bool = True
) -> ft.Control:
    return ft.Text(
        text,
        size=size,
        weight=ft.FontWeight.W_700 if bold else ft.FontWeight.W_500,
        color=ink,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.0),
    )


_LETTER = 0.62
"""The width of a letter, of its size."""


def _fitting(text: str, size: float, box: Box, edges: float = 8) -> float:
    """A size at which the longest word of a text has room in a box, within its edges."""
    longest = max(map(len, text.split()), default=1)
    return min(size, (box[0] - edges) / (_LETTER * longest) / box[2])


@kept_by(lambda card, *_: card.place)
def card_tile(
    card: CardView, marks: Marks, size: Box, people: People, on_touch: Touch
) -> ft.Control:
    """A place of a rail: what it costs, and the card that lies there."""
    place = card.place
    head = ft.Row(
        [_cost(card, size[2]), ft.Row(_corner(card, size, people), spacing=2, tight=True)],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        spacing=0,
    )
    face = ft.Column(
        [head, *_face(card, size)],
        spacing=1,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return tappable(
        face,
        marks.named(card.spoken),
        lambda _e: on_touch(place),
        radius=_RADIUS,
        width=size[0],
        height=size[1],
        # Border and padding together stay the same, so that nothing moves when it is marked.
        padding=4 - marks.line,
        bgcolor=_QUIET,
        border=marks.edge(),
        opacity=marks.opacity,
    )


def _cost(card: CardView, scale: float) -> ft.Control:
    """What the place costs, in action points."""
    return ft.Container(
        _text(str(card.cost), 12, ink=CHIP_INK),
        width=16 * scale,
        height=15 * scale,
        bgcolor=CHIP,
        border=outline(0.5, ft.Colors.OUTLINE),
        border_radius=8 * scale,
        alignment=ft.Alignment.CENTER,
    )


def _corner(card: CardView, size: Box, people: People) -> list[ft.Control]:
    """Whose favour it is, or from which deck; a ballot; the number that it pays out."""
    found: list[ft.Control] = []
    roomy, icon = size[0] >= _ROOMY * size[2], 14 if size[0] >= _TIGHT * size[2] else 11
    if card.owner is not None:
        found.append(ft.Icon(ft.Icons.BOOKMARK, size=icon))
        found += [seat_mark(*people[card.owner], 15)] if roomy else []
    elif card.deck:
        found.append(ft.Icon(_DECKS[card.place], size=icon))
        found += [_text(card.deck, 10)] if roomy else []
    if card.ballot:
        found.append(ft.Icon(ft.Icons.HOW_TO_VOTE, size=icon))
    if card.number:
        back, ink = (WEALTH_BACK, WEALTH_INK) if card.wealth else (PRESTIGE_BACK, PRESTIGE_INK)
        found.append(_chip(str(card.number), back, ink, 10.5))
    return found


def _face(card: CardView, size: Box) -> list[ft.Control]:
    if not card.there:
        return []
    zones, name = _zones(card, size), card.name
    if not zones and not name:
        return [ft.Icon(ft.Icons.HELP_OUTLINE, size=18, color=ft.Colors.ON_SURFACE_VARIANT)]
    lines = 2 if not zones or size[1] > _HIGH else 1
    if len(zones) > 1 and size[1] <= _HIGH:
        name = ""
    large = _fitting(name, 10 if size[0] < _WIDE * size[2] else 12, size)
    said = [_text(name, large, lines=lines, bold=False)]
    return [*zones, *(said if name else [])]


_HIGH, _WIDE, _ROOMY = 60, 90, 75
"""From this height on a name takes two lines, from this width on it is larger, and from this one
on the deck is written out."""
_TIGHT = 56
"""Below this width, signs are as small as they can be told apart."""
_DECKS = {
    "rail.town": ft.Icons.COTTAGE,
    "rail.city": ft.Icons.LOCATION_CITY,
    "rail.metropolis": ft.Icons.APARTMENT,
}


def _zones(card: CardView, size: Box) -> list[ft.Control]:
    """Its zones by colour and letters, and its size; where there are many, one below the other."""
    if not card.zones:
        return []
    many = len(card.zones) > 1
    letters = 8.5 if size[0] < _WIDE else 11
    chips = [
        _chip(
            short(code) if many else code,
            ZONE_LOOKS[zone].back,
            ZONE_LOOKS[zone].ink,
            letters if many else letters + 2,
        )
        for zone, code in zip(card.zones, card.codes, strict=True)
    ]
    tail = [_text(card.size, 13)] if card.size else []
    if len(chips) > _IN_A_LINE:
        return [ft.Row(chips, spacing=1, tight=True), *tail]
    return [ft.Row([*chips, *tail], spacing=1.5, tight=True)]


_IN_A_LINE = 2
"""So many zones stand beside the size."""


def _chip(text: str, back: str, ink: str, size: float) -> ft.Control:
    return ft.Container(
        _text(text, size, ink=ink),
        bgcolor=back,
        border_radius=3,
        padding=ft.Padding.symmetric(horizontal=1.5, vertical=1),
    )


# The track, and what is left of the turn.


@kept_by(lambda office, *_: office.id)
def office_tile(
    office: OfficeView, marks: Marks, size: Box, people: People, on_touch: Touch
) -> ft.Control:
    """A space of the election track: who holds the office, and whether the pawn is there."""
    # The pawn and whoever holds the office stand side by side.
    place, badge = office.id, min(size[1] * 0.44, 28, (size[0] - 5) / 2)
    parts: list[ft.Control] = []
    if office.pawn:
        parts.append(ft.Icon(ft.Icons.HOW_TO_VOTE, size=badge * 0.9))
    if office.holder is not None:
        parts.append(seat_mark(*people[office.holder], badge))
    elif not office.pawn:
        icon = ft.Icons.PERSON_OUTLINE if office.filled else ft.Icons.LOCK_OUTLINE
        parts.append(ft.Icon(icon, size=badge * 0.8, color=ft.Colors.ON_SURFACE_VARIANT))
    row = ft.Row(parts, spacing=1, alignment=ft.MainAxisAlignment.CENTER)
    wide = size[0] / size[2]
    letters = _fitting(office.name, 9.2 if wide < 52 else 10 if wide < 70 else 13, size, edges=4)
    face = ft.Column(
        [_text(office.name, letters), row],
        spacing=2,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return tappable(
        face,
        marks.named(office.spoken),
        lambda _e: on_touch(place),
        radius=_RADIUS,
        width=size[0],
        height=size[1],
        padding=1,
        bgcolor=ft.Colors.SECONDARY_CONTAINER if office.pawn else _QUIET,
        border=marks.edge(ft.Colors.OUTLINE if office.filled else ft.Colors.OUTLINE_VARIANT),
        opacity=marks.opacity,
    )


@kept_by("points")
def points_tile(points: int, word: str, spoken: str, size: Box) -> ft.Control:
    """The action points that are left, in large numerals."""
    face = ft.Column(
        [_text(word, 10), _text(str(points), 24)],
        spacing=0,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return tappable(
        face,
        spoken,
        None,
        radius=_RADIUS,
        width=size[0],
        height=size[1],
        bgcolor=ft.Colors.TERTIARY_CONTAINER,
        border=outline(1, ft.Colors.OUTLINE_VARIANT),
    )


@kept_by(lambda place, *_: place)
def ask_tile(place: str, word: str, spoken: str, size: Box, on_touch: Touch) -> ft.Control:
    """The way to who would win and what would be paid."""
    face = ft.Column(
        [ft.Icon(ft.Icons.QUERY_STATS, size=20), _text(word, _fitting(word, 10, size, edges=4))],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return tappable(
        face,
        spoken,
        lambda _e: on_touch(place),
        radius=_RADIUS,
        width=size[0],
        height=size[1],
        bgcolor=ft.Colors.TERTIARY_CONTAINER,
        border=outline(1, ft.Colors.OUTLINE_VARIANT),
    )


def permit_mark(item: str, wording: Wording) -> ft.Control:
    """A permit of a payment, drawn small: its zones by colour and letters, and its size."""
    zones, size = zones_of(wording.facts, item), wording.facts.get(f"{item}.size")
    if not zones and not isinstance(size, int):
        return ft.Text(wording.item_label(item), size=16)
    chips: list[ft.Control] = [
        ft.Container(
            ft.Text(
                short(wording.own(f"board.code.{zone}")),
                size=14,
                weight=ft.FontWeight.BOLD,
                color=ZONE_LOOKS[zone].ink,
            ),
            bgcolor=ZONE_LOOKS[zone].back,
            border_radius=4,
            padding=ft.Padding.symmetric(horizontal=4, vertical=2),
        )
        for zone in zones
    ]
    if isinstance(size, int):
        said = wording.own("board.permits", n=size)
        chips.append(ft.Text(said, size=17, weight=ft.FontWeight.BOLD))
    return ft.Row(chips, spacing=2, tight=True)
