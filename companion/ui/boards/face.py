"""Drawing of the face of a tile: its lines, fitted into the room there is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from textwrap import wrap
from typing import Any, TypeAlias

import flet as ft

from companion.ui.boards.tile import (
    INK,
    Chip,
    Name,
    Number,
    Part,
    Piece,
    Symbol,
    Tile,
    TileLine,
    Vacancy,
)
from companion.ui.theme import seat_look
from companion.ui.widgets import (
    People,
    SeatIdentity,
    Sign,
    cached_part,
    outline,
    seat_mark,
    sign,
    sign_on,
)


@dataclass(frozen=True, slots=True)
class SignLook:
    """Sign with the ground and the ink of what it stands for: never colour alone."""

    back: str
    ink: str
    picture: Sign


Drawn: TypeAlias = Callable[[float], ft.Control]
"""Drawing of a sign at a size."""
DrawnPiece: TypeAlias = Callable[[SeatIdentity, float], ft.Control]
"""Drawing of a piece of a seat at a size."""


@dataclass(frozen=True, eq=False)
class BoardLook:
    """Look of the names in the tiles of a game; there is one of a game."""

    signs: Mapping[str, Sign | SignLook | Drawn] = field(default_factory=dict)
    """Signs by name; any other name is that of an icon."""
    pieces: Mapping[str, DrawnPiece] = field(default_factory=dict)
    """Pieces by name, besides the badge of a seat."""
    draw: "Callable[[Any, tuple[float, float], Brush], ft.Control] | None" = None
    """Drawing of the picture of a tile (`Tile.picture`) in a width and a height."""


@dataclass(frozen=True)
class Brush:
    """Look, people and scale with which faces are drawn."""

    look: BoardLook
    people: People
    scale: float = 1.0
    """Factor by which boxes grow, 1 for 100 %."""
    share: float = 1.0
    """Share of the text scale that texts take, on a board that grows less to stay visible."""

    @property
    def text_scale(self) -> float:
        """Return the factor by which the client enlarges texts."""
        return self.scale / self.share

    def colour(self, name: str) -> str:
        """Return a colour by its name."""
        kind, _, of = name.partition(":")
        if not of:
            return name
        if kind == "seat":
            return seat_look(self.people[int(of)].colour).colour
        look = self.look.signs[of]
        assert isinstance(look, SignLook), of
        return look.back if kind == "back" else look.ink


brush_of = lru_cache(maxsize=256)(Brush)
"""The same brush for the same arguments, so that comparing it costs nothing."""

_GAP = 2
"""Gap between two lines."""
_LEADING = 1.08
"""Height of a line of text, as a share of its size."""
_LETTER = 0.6
"""Width of a letter or a digit, as a share of its size."""
_IN_WORDS = 0.56
"""Width of a letter in a text of several words."""
_SMALLEST = 7
"""Size at which a name of several lines is no longer made smaller."""
_GROWTH, _NUMBER_GROWTH, _TEXT_GROWTH = 1.7, 1.45, 1.2
"""Greatest growth of signs, numbers and texts on a tile with room for it."""
_LEAST = 0.85
"""Least share to which signs shrink before texts do, where there is little height."""
_LOOSE = 0.45
"""Least share to which signs shrink before numbers do, where there is little width."""
_PICTURES = 0.64
"""Share of a line that is left to its pictures beside a name."""
_EDGES = 4
"""Width that the edges of a chip take."""


def face(tile: Tile, size: tuple[float, float], brush: Brush) -> ft.Control | None:
    """Return the picture or the lines of a tile in a room of that width and height."""
    if tile.picture is not None and brush.look.draw:
        return brush.look.draw(tile.picture, size, brush)
    low = bool(tile.low) and size[1] < tile.high * brush.scale
    lines = tile.low if low else tile.lines
    return drawn_lines(lines, size, brush, tile.ink, spread=tile.spread)


def drawn_lines(
    lines: tuple[TileLine, ...],
    size: tuple[float, float],
    brush: Brush,
    ink: str = INK,
    *,
    spread: bool = False,
    within: bool = False,
) -> ft.Control | None:
    """Return lines one below the other, in a room of that width and height."""
    lines = tuple(one for one in lines if not _is_lost(one, size[0] / brush.scale))
    # Seldom more than one line of a tile changes; those of a chip change with their line. A line
    # alone is no part: without a list around it, it would lose its parent.
    alone = within or len(lines) < 2
    firm = [_pictures(one) * brush.scale if one.steady else 0.0 for one in lines]
    room = (size[0], size[1] - _GAP * (len(lines) - 1) - sum(firm))
    heights, growth = _heights(tuple(one for one in lines if not one.steady), room, brush.scale)
    others, rows = iter(heights), list[ft.Control]()
    for n, one in enumerate(lines):
        high, grown = (firm[n], 1.0) if one.steady else (next(others), growth)
        content = (one, size[0], high, grown, brush, ink)
        rows.append(_row(*content) if alone else cached_part(f"line:{n}", _row, *content))
    if len(rows) < 2:
        return rows[0] if rows else None
    return ft.Column(
        rows,
        spacing=_GAP,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN if spread else ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _is_lost(one: TileLine, width: float) -> bool:
    """Return whether a line is a name for which there is no room."""
    if len(one.parts) != 1 or not isinstance(name := one.parts[0], Name):
        return False
    if name.lines > 1:
        return width / (_LETTER * _longest(name.texts[0])) < name.least
    return min(map(len, name.texts), default=0) * _LETTER * min(10, name.size) > width


def _longest(text: str) -> int:
    """Return the number of letters of the longest word."""
    return max(map(len, text.split()), default=1)


def _heights(
    lines: tuple[TileLine, ...], size: tuple[float, float], scale: float
) -> tuple[tuple[float, ...], float]:
    """Return the height of each line, and how much everything grows in the room there is.

    If room is scarce, pictures shrink before texts do.
    """
    width, room = size[0] / scale, size[1]
    texts = [_texts(one, width) * scale for one in lines]
    signs = [max(one.high, _pictures(one)) * scale for one in lines]
    wanted = [max(pair) for pair in zip(signs, texts, strict=True)]
    growth = room / max(1.0, sum(wanted))
    if growth >= 1:
        growth = min(growth, _GROWTH)
        return tuple(high * growth for high in wanted), growth
    spare, over = room - sum(texts), sum(wanted) - sum(texts)
    shrink = max(_LEAST, spare / over) if over > 0 else 1.0
    heights = [t + (w - t) * shrink for w, t in zip(wanted, texts, strict=True)]
    growth = min(1.0, room / sum(heights))
    return tuple(high * growth for high in heights), growth


def _texts(one: TileLine, width: float = 0) -> float:
    """Return the height that the texts of a line want; the width tells how a name wraps."""
    heights = (
        part.size * _LEADING * (_wrapped(part, width) if isinstance(part, Name) else 1)
        for part in one.parts
        if isinstance(part, Name | Number)
    )
    return max(heights, default=0.0)


def _wrapped(part: Name, width: float) -> int:
    """Return the number of lines that a name takes."""
    return min(part.lines, len(_rows_of(part, width)) or 1) if part.lines > 1 else 1


def _rows_of(part: Name, width: float) -> tuple[str, ...]:
    """Return the lines of a name in a width, at the size that it wants."""
    return _wrap(part.texts[0], max(1, int(width / (part.size * _IN_WORDS))))


@lru_cache(maxsize=4096)
def _wrap(text: str, letters: int) -> tuple[str, ...]:
    """Return the lines of a text; a word that is too long is made smaller, never broken."""
    return tuple(wrap(text, letters, break_long_words=False))


def _pictures(one: TileLine) -> float:
    """Return the height that the pictures of a line want."""
    return max((_high(part) for part in one.parts), default=0.0)


def _high(part: Part) -> float:
    """Return the height that a part wants."""
    match part:
        case Symbol() | Piece():
            return part.size
        case Chip():
            inside = sum(max(_texts(one), _pictures(one)) + _GAP for one in part.lines)
            return part.height or inside
        case _:
            return 0.0


def _row(
    one: TileLine, width: float, height: float, growth: float, brush: Brush, ink: str
) -> ft.Control:
    """Return a line; its parts shrink together, and a name takes what they leave."""
    parts = one.parts
    unit = brush.scale * growth
    wide = [_wide(part, height, unit, brush.scale) for part in parts]
    named = sum(isinstance(part, Name) for part in parts)
    free = max(1.0, width - one.gap * (len(parts) - 1))
    limit = free * (_PICTURES if named else 1)
    if sum(wide) > limit:
        wide = _shrunk(parts, wide, limit, growth)
    rest = (free - sum(wide)) / max(1, named)
    shown: list[ft.Control] = []
    for part, each in zip(parts, wide, strict=True):
        room = rest if isinstance(part, Name) else each
        control = _part(part, (room, height), unit, brush, ink)
        shown += [control] if control is not None else []
    if len(shown) == 1 and one.align == "center" and not one.high:
        return shown[0]
    return ft.Row(
        shown,
        # What lies over the board there must find its room also in a line without parts.
        height=height if one.high else None,
        spacing=one.gap,
        alignment=ft.MainAxisAlignment(one.align),
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _shrunk(parts: tuple[Part, ...], wide: list[float], limit: float, growth: float) -> list[float]:
    """Return widths that fit a limit; numbers shrink last, equal chips stay equal.

    What has grown goes back first, so that no number grows at the cost of its sign.
    """
    back = max(limit / sum(wide), min(1.0, 1 / growth))
    wide = [each * back for each in wide]
    if sum(wide) <= limit:
        return wide
    alike = {part.width if isinstance(part, Chip) else 0 for part in parts}
    firm = [(len(alike) == 1 and 0 not in alike) or _is_firm(part) for part in parts]
    fixed = sum(each for each, is_firm in zip(wide, firm, strict=True) if is_firm)
    loose = max(1.0, sum(wide) - fixed)
    less = min(1.0, max(_LOOSE, (limit - fixed) / loose))
    every = min(1.0, limit / (fixed + loose * less))
    return [each * every * (1 if f else less) for each, f in zip(wide, firm, strict=True)]


def _is_firm(part: Part) -> bool:
    """Return whether a part is a number, on a ground of its own or not."""
    if isinstance(part, Chip):
        return all(isinstance(each, Number) for one in part.lines for each in one.parts)
    return isinstance(part, Number)


def _wide(part: Part, height: float, unit: float, scale: float) -> float:
    """Return the width that a part wants in a line of that height; a name takes what is left."""
    match part:
        case Symbol() | Piece():
            return min(part.size * unit, height)
        case Number():
            return part.digits * _LETTER * _digits(part.size, height, unit, scale) + 1
        case Vacancy():
            return part.width * unit
        case Chip(lines=lines, width=width):
            return (
                width * unit if width else max(map(_line_width, lines), default=0) * unit + _EDGES
            )
        case _:
            return 0.0


def _line_width(one: TileLine) -> float:
    """Return the width that a line within a chip wants."""
    parts = sum(_wide(part, 1000.0, 1.0, 1.0) for part in one.parts)
    return parts + one.gap * (len(one.parts) - 1)


def _letters(
    size: float, height: float, unit: float, scale: float, growth: float = _TEXT_GROWTH
) -> float:
    """Return the height of letters in pixels, in a line of that height."""
    return min(size * min(unit, scale * growth), height / _LEADING)


def _digits(size: float, height: float, unit: float, scale: float) -> float:
    """Return the height of a number in pixels, in a line of that height."""
    return _letters(size, height, unit, scale, _NUMBER_GROWTH)


def _part(
    part: Part,
    size: tuple[float, float],
    unit: float,
    brush: Brush,
    ink: str,
) -> ft.Control | None:
    width, height = size
    match part:
        case Name():
            return _name(part, size, unit, brush, ink)
        case Number():
            most = _digits(part.size, height, unit, brush.scale)
            letters = min(most, width / (_LETTER * max(1, part.digits)))
            return _text(part.text, letters, brush, part.ink or ink, back=part.back)
        case Symbol():
            return _symbol(part, min(width, height), brush, ink)
        case Piece():
            person = brush.people[part.seat]
            draw = brush.look.pieces.get(part.name, _badge)
            return draw(person, min(width, height))
        case Vacancy():
            return ft.Container(width=width)
        case Chip():
            return _chip(part, size, unit, brush, ink)


def _badge(person: SeatIdentity, size: float) -> ft.Control:
    return seat_mark(*person, size)


def _name(
    part: Name, size: tuple[float, float], unit: float, brush: Brush, ink: str
) -> ft.Control | None:
    """Return the first text that fits; the last one may be smaller before it is left out."""
    width, height = size
    colour = part.ink or ink
    count = _wrapped(part, width / brush.scale)
    most = _letters(part.size, height / count, unit, brush.scale)
    if part.lines > 1:
        longest = max(map(len, _rows_of(part, width / brush.scale)[:count]), default=1)
        word = width / (_LETTER * _longest(part.texts[0]))
        letters = min(most, word, max(part.size * brush.scale, width / (_IN_WORDS * longest)))
        letters = _fitting(part.texts[0], letters, width, count)
        return _text(
            part.texts[0], letters, brush, colour, lines=count, width=width, bold=part.bold
        )
    for n, text in enumerate(part.texts, 1):
        least = 10 if n == len(part.texts) > 1 else min(10 * brush.scale, most)
        fits = width / (_LETTER * max(1, len(text)))
        if fits >= least:
            return _text(text, min(most, fits), brush, colour, bold=part.bold)
    return None


def _fitting(text: str, letters: float, width: float, count: int) -> float:
    """Return the size at which a text takes no more than so many lines of a width."""
    while (
        letters > _SMALLEST and len(_wrap(text, max(1, int(width / (letters * _LETTER))))) > count
    ):
        letters *= 0.95
    return letters


def _text(
    text: str,
    letters: float,
    brush: Brush,
    ink: str,
    *,
    lines: int = 1,
    width: float | None = None,
    back: str = "",
    bold: bool = True,
) -> ft.Control:
    return ft.Text(
        text,
        size=round(letters / brush.text_scale, 2),
        weight=ft.FontWeight.W_600 if bold else ft.FontWeight.W_500,
        color=brush.colour(ink),
        bgcolor=back or None,
        max_lines=lines,
        no_wrap=lines == 1,
        overflow=ft.TextOverflow.ELLIPSIS if lines > 1 else ft.TextOverflow.CLIP,
        width=width,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.05),
    )


def _symbol(part: Symbol, side: float, brush: Brush, ink: str) -> ft.Control:
    look = brush.look.signs.get(part.name)
    colour = brush.colour(part.ink or ink)
    if isinstance(look, SignLook) and part.on_ground:
        return sign_on(
            look.back,
            look.picture,
            look.ink,
            side,
            share=0.8,
            round_by=0.22,
            opacity=part.opacity,
        )
    if part.opacity != 1:
        colour = ft.Colors.with_opacity(part.opacity, colour)
    if isinstance(look, SignLook):
        return sign(look.picture, side, colour)
    if look is None:
        return ft.Icon(getattr(ft.Icons, part.name), size=side, color=colour)
    return look(side) if callable(look) else sign(look, side, colour)


def _chip(part: Chip, size: tuple[float, float], unit: float, brush: Brush, ink: str) -> ft.Control:
    width, height = size
    high = min(height, part.height * unit) if part.height else height
    edge = 1 if part.edge else 0
    room = (width - 2 * edge - 2, high - 2 * edge)
    inside = drawn_lines(part.lines, room, brush, ink, within=True)
    if inside and part == Chip(part.lines):
        return inside
    return ft.Container(
        inside,
        width=width,
        height=high if part.height or part.ground else None,
        bgcolor=brush.colour(part.ground) if part.ground else None,
        border=outline(1, brush.colour(part.edge)) if part.edge else None,
        border_radius=part.radius,
        alignment=ft.Alignment.CENTER,
        opacity=part.opacity,
    )
