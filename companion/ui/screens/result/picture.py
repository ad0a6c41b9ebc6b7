"""Result of a match as one SVG picture to share, made of shapes and text only."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from companion.ui.screens.result.presenter import PodiumStep, Series
from companion.ui.theme import seat_look

WIDTH, HEIGHT = 1080, 1350
_PAPER, _INK, _FAINT, _RULE, _GOLD = "#FFF8F1", "#2B1D10", "#6B5B4C", "#DCCBBB", "#B8860B"
_MARGIN, _FLOOR, _TALLEST, _LEAST = 72, 890, 300, 76
_CHART = (72, 990, 936, 220)
_DASHES = ("", "26 14", "8 12", "30 12 8 12")
_LETTER = 0.54
"""Average width of a letter relative to its height. No font can be measured here."""

_SHAPES = {
    "purple": '<circle cx="24" cy="24" r="22"/>',
    "grey": '<rect x="4" y="4" width="40" height="40" rx="4"/>',
    "blue": '<path d="M24 1c9 11 16 18 16 28a16 16 0 0 1-32 0C8 19 15 12 24 1z"/>',
    "orange": '<path d="M24 1l7 15 16 2-12 12 3 17-14-8-14 8 3-17L1 18l16-2z"/>',
    "green": '<path d="M24 2l19 11v22L24 46 5 35V13z"/>',
    "red": '<path d="M24 45C8 32 2 25 2 15A12 12 0 0 1 24 9a12 12 0 0 1 22 6c0 10-6 17-22 30z"/>',
}
"""Shape of each seat look in a square of 48, as the icons of `theme.SEATS`."""


@dataclass(frozen=True, slots=True)
class ResultPicture:
    """Content of the picture, in final words."""

    title: str
    when: str
    reason: str
    label: str
    """Name of what the numbers count."""
    podium: tuple[PodiumStep, ...]
    curve: tuple[Series, ...]
    foot: str


def result_svg(result: ResultPicture) -> str:
    """Return the SVG picture of a result."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Roboto, sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>',
        f'<rect width="{WIDTH}" height="18" fill="{_GOLD}"/>',
        *_head(result),
        *_podium(result.podium),
        *(_chart(result) if result.curve else ()),
        _text(WIDTH / 2, HEIGHT - 34, result.foot, 28, _FAINT, anchor="middle"),
        "</svg>",
    ]
    return "".join(parts)


def _text(
    x: float,
    y: float,
    text: str,
    size: float,
    colour: str = _INK,
    *,
    anchor: str = "start",
    bold: bool = False,
) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.0f}" fill="{colour}" '
        f'text-anchor="{anchor}"{weight}>{escape(text)}</text>'
    )


def _head(result: ResultPicture) -> Iterator[str]:
    yield _text(WIDTH / 2, 96, _cut(result.title, 900, 54), 54, anchor="middle", bold=True)
    yield _text(WIDTH / 2, 144, result.when, 30, _FAINT, anchor="middle")
    for n, line in enumerate(wrap_text(result.reason, 900, 42)[:4]):
        yield _text(WIDTH / 2, 220 + n * 54, line, 42, anchor="middle", bold=True)


def wrap_text(text: str, width: float, size: float) -> list[str]:
    """Wrap a text into lines that fit a width."""
    room = max(int(width / (size * _LETTER)), 1)
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _cut(text: str, width: float, size: float) -> str:
    room = max(int(width / (size * _LETTER)), 1)
    return text if len(text) <= room else f"{text[: room - 1].rstrip()}…"


def _podium(steps: Sequence[PodiumStep]) -> Iterator[str]:
    """Draw one column per seat, the winner in the middle of the first three."""
    order = [steps[n] for n in places(len(steps))]
    width = (WIDTH - 2 * _MARGIN) / len(order)
    for n, step in enumerate(order):
        look, middle = seat_look(step.colour), _MARGIN + width * (n + 0.5)
        height = _LEAST + (_TALLEST - _LEAST) * max(step.share, 0)
        top, wide = _FLOOR - height, min(width - 24, 240)
        yield (
            f'<rect x="{middle - wide / 2:.1f}" y="{top:.1f}" width="{wide:.1f}" '
            f'height="{height:.1f}" rx="14" fill="{look.colour}"/>'
        )
        yield _text(middle, top + 60, step.shown, 52, look.on_colour, anchor="middle", bold=True)
        name = _cut(step.name, width, 32)
        yield _text(middle, top - 20, name, 32, anchor="middle", bold=step.won)
        for nth, tie in enumerate(step.ties):
            yield _text(middle, _FLOOR + 32 + 26 * nth, _cut(tie, width, 24), 24, anchor="middle")
        yield _badge(step, middle - 36, top - 132, 1.5)
        if step.won:
            yield _crown(middle, top - 150)
    yield (f'<path d="M{_MARGIN} {_FLOOR}H{WIDTH - _MARGIN}" stroke="{_INK}" stroke-width="4"/>')


def places(count: int) -> tuple[int, ...]:
    """Return the order of so many places from left to right, the first one in the middle."""
    return {2: (0, 1)}.get(count, (1, 0, *range(2, count)))


def _badge(step: PodiumStep, x: float, y: float, scale: float) -> str:
    look = seat_look(step.colour)
    initial = _text(24, 32, step.name[:1].upper(), 22, look.on_colour, anchor="middle", bold=True)
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({scale})">'
        f'<g fill="{look.colour}">{_SHAPES[look.name]}</g>{initial}</g>'
    )


def _crown(x: float, y: float) -> str:
    return (
        f'<path transform="translate({x - 36:.1f} {y - 44:.1f})" fill="{_GOLD}" '
        'd="M4 44L0 10l20 16L36 0l16 26L72 10l-4 34z"/>'
    )


def _chart(result: ResultPicture) -> Iterator[str]:
    left, top, width, height = _CHART
    points = [point for one in result.curve for point in one.points]
    low, high = min(0, *points), max(1, *points)
    steps = max(len(result.curve[0].points) - 1, 1)
    yield _text(left, top - 24, result.label, 30, _FAINT, bold=True)
    for value in (low, high):
        y = top + height * (1 - (value - low) / (high - low))
        yield f'<path d="M{left} {y:.1f}h{width}" stroke="{_RULE}" stroke-width="2"/>'
        yield _text(left + width + 12, y + 10, str(value), 26, _FAINT)
    for one in result.curve:
        drawn = " ".join(
            f"{left + width * n / steps:.1f},{top + height * (1 - (v - low) / (high - low)):.1f}"
            for n, v in enumerate(one.points)
        )
        dash = _DASHES[one.seat % len(_DASHES)]
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        yield (
            f'<polyline points="{drawn}" fill="none" stroke="{seat_look(one.colour).colour}" '
            f'stroke-width="7" stroke-linejoin="round"{dashed}/>'
        )
