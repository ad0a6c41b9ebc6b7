"""Cards on the rails, offices of the election track, and remaining action points."""

from typing import NamedTuple

import flet as ft

from companion.rulebook.wording import Wording
from companion.ui.boards.tiles import Marks
from companion.ui.games.urban_sprawl.city import Touch
from companion.ui.games.urban_sprawl.look import (
    CHIP,
    CHIP_INK,
    PRESTIGE_BACK,
    PRESTIGE_INK,
    WEALTH_BACK,
    WEALTH_INK,
    ZONE_LOOKS,
    short,
)
from companion.ui.games.urban_sprawl.views import CardView, OfficeView, zones_of
from companion.ui.widgets import People, as_cached_part, outline, seat_mark, tappable

_QUIET = ft.Colors.SURFACE_CONTAINER_HIGHEST
_RADIUS = 7


class Box(NamedTuple):
    """Size of a card or an office."""

    width: float
    height: float
    """Height in logical pixels, like the width."""
    scale: float
    """Factor by which it has grown with the text."""
    share: float = 1.0
    """Share of the text scale that its texts take."""


def _text(
    text: str,
    size: float,
    box: Box,
    *,
    ink: str | None = None,
    lines: int = 1,
    bold: bool = True,
) -> ft.Control:
    return ft.Text(
        text,
        size=size * box.share,
        weight=ft.FontWeight.W_700 if bold else ft.FontWeight.W_500,
        color=ink,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.0),
    )


_LETTER = 0.62
"""Width of a letter, as a share of its size."""


def _fitting(text: str, size: float, box: Box, edges: float = 8) -> float:
    """Return a size at which the longest word of a text fits a box, within its edges."""
    longest = max(map(len, text.split()), default=1)
    return min(size, (box[0] - edges) / (_LETTER * longest) / box[2])


@as_cached_part(lambda card, *_: card.place)
def card_tile(
    card: CardView, marks: Marks, size: Box, people: People, on_touch: Touch
) -> ft.Control:
    """Return a place of a rail: its cost and its card."""
    place = card.place
    head = ft.Row(
        [_cost(card, size), ft.Row(_corner(card, size, people), spacing=2, tight=True)],
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
        # Border plus padding stays constant, so that nothing moves when a card is marked.
        padding=4 - marks.line,
        bgcolor=_QUIET,
        border=marks.edge(),
        opacity=marks.opacity,
    )


def _cost(card: CardView, box: Box) -> ft.Control:
    """Return the cost of the place in action points."""
    return ft.Container(
        _text(str(card.cost), 12, box, ink=CHIP_INK),
        width=16 * box.scale,
        height=15 * box.scale,
        bgcolor=CHIP,
        border=outline(0.5, ft.Colors.OUTLINE),
        border_radius=8 * box.scale,
        alignment=ft.Alignment.CENTER,
    )


def _corner(card: CardView, size: Box, people: People) -> list[ft.Control]:
    """Return the owner of a favor or the deck, the ballot, and the payout number.

    The number is never cut: the signs before it are reduced to leave it whole.
    """
    tail, left = _number_of(card, size)
    whose = card.owner is not None
    icons = [ft.Icons.BOOKMARK] if whose else [_DECKS[card.place]] if card.deck else []
    icons += [ft.Icons.HOW_TO_VOTE] if card.ballot else []
    sign = _SIGN if len(icons) * (_SIGN + _APART) <= left else _SIGN_LEAST
    fit = max(0, int(left // (sign + _APART)))
    shown: list[ft.Control] = [ft.Icon(icon, size=sign) for icon in icons[len(icons) - fit :]]
    left -= len(shown) * (sign + _APART)
    if len(shown) == len(icons):
        shown[1:1] = _owner_or_deck(card, size, people, left)
    return [*shown, *tail]


def _number_of(card: CardView, size: Box) -> tuple[list[ft.Control], float]:
    """Return the payout number of a card, and the width left beside it and the cost."""
    left = size.width - _EDGES - 16 * size.scale
    if not card.number:
        return [], left
    text = str(card.number)
    back, ink = (WEALTH_BACK, WEALTH_INK) if card.wealth else (PRESTIGE_BACK, PRESTIGE_INK)
    wide = _LETTER * 10.5 * len(text) * size.scale + 3
    return [_chip(text, back, ink, 10.5, size)], left - wide - _APART


def _owner_or_deck(card: CardView, size: Box, people: People, left: float) -> list[ft.Control]:
    """Return the owner of the favor, or the letters of the deck, if there is room."""
    if card.owner is not None:
        return [seat_mark(*people[card.owner], 15)] if left >= 15 + _APART else []
    fits = card.deck and _LETTER * 10 * len(card.deck) * size.scale + _APART <= left
    return [_text(card.deck, 10, size)] if fits else []


_SIGN, _SIGN_LEAST, _APART, _EDGES = 14, 11, 2, 8
"""Size of a sign, its least size, gap between two signs, and total width of the edges."""


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
    said = [_text(name, large, size, lines=lines, bold=False)]
    return [*zones, *(said if name else [])]


_HIGH, _WIDE = 60, 90
"""Height above which a name takes two lines; width from which it is larger."""
_DECKS = {
    "rail.town": ft.Icons.COTTAGE,
    "rail.city": ft.Icons.LOCATION_CITY,
    "rail.metropolis": ft.Icons.APARTMENT,
}


def _zones(card: CardView, size: Box) -> list[ft.Control]:
    """Return its zones by colour and letters, and its size, below them if there are many."""
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
            size,
        )
        for zone, code in zip(card.zones, card.codes, strict=True)
    ]
    tail = [_text(card.size, 13, size)] if card.size else []
    if len(chips) > _IN_A_LINE:
        return [ft.Row(chips, spacing=1, tight=True), *tail]
    return [ft.Row([*chips, *tail], spacing=1.5, tight=True)]


_IN_A_LINE = 2
"""Maximum number of zones beside the size."""


def _chip(text: str, back: str, ink: str, size: float, box: Box) -> ft.Control:
    return ft.Container(
        _text(text, size, box, ink=ink),
        bgcolor=back,
        border_radius=3,
        padding=ft.Padding.symmetric(horizontal=1.5, vertical=1),
    )


# Election track and remaining points of the turn


@as_cached_part(lambda office, *_: office.id)
def office_tile(
    office: OfficeView, marks: Marks, size: Box, people: People, on_touch: Touch
) -> ft.Control:
    """Return a space of the election track: its holder, and the pawn."""
    # The badge is small enough for the pawn and the badge of the holder to stand side by side.
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
        [_text(office.name, letters, size), row],
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


@as_cached_part("points")
def points_tile(points: int, word: str, spoken: str, size: Box) -> ft.Control:
    """Return the remaining action points in large numerals."""
    face = ft.Column(
        [_text(word, 10, size), _text(str(points), 24, size)],
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


@as_cached_part(lambda place, *_: place)
def ask_tile(place: str, word: str, spoken: str, size: Box, on_touch: Touch) -> ft.Control:
    """Return the tile that opens the forecast of elections and payouts."""
    face = ft.Column(
        [
            ft.Icon(ft.Icons.QUERY_STATS, size=20),
            _text(word, _fitting(word, 10, size, edges=4), size),
        ],
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
    """Return a small permit of a payment with all that tells it from others.

    These are its zones by colour and letters, its size, its number and its ballot box.
    """
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
    number = wording.facts.get(f"{item}.payout")
    if isinstance(number, int) and number:
        chips.append(ft.Text(wording.own("board.code.wealth", n=number), size=13))
    if wording.facts.get(f"{item}.ballot") == "yes":
        chips.append(ft.Icon(ft.Icons.HOW_TO_VOTE, size=14))
    return ft.Row(chips, spacing=2, tight=True)
