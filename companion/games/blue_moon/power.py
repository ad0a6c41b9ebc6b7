"""The power of what lies active: what is ignored, and the total with the way it came about.

Pure functions of the active cards of both sides, by their ids, so that each is reckoned once. The
steps follow each other as `power_order` says: texts, whole cards, values raised, values multiplied,
the least total.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from companion.games.blue_moon.catalogue import (
    ELEMENTS,
    ON_TABLE,
    PROTECTED,
    Card,
    CardId,
    Line,
)

Cards: TypeAlias = tuple[CardId, ...]
Targets: TypeAlias = tuple[tuple[CardId, CardId], ...]
"""By a card that is for one character, the character that it was laid for."""

_REMEMBERED: Final = 8192


class Readings(NamedTuple):
    """The table rulings that a total rests on."""

    order: str = "raise_first"
    doublings: str = "multiply"


class Lying(NamedTuple):
    """An active card, and how much of it counts."""

    card: Card
    ignored: frozenset[str]
    """What of it is ignored: its `text`, its `icons`, its `values`."""
    by: Card | None
    """The card that says so."""

    @property
    def works(self) -> bool:
        """Whether its text does anything."""
        return "text" not in self.ignored

    @property
    def protected(self) -> bool:
        """Whether the opponent can neither ignore nor discard it."""
        return self.card.has(PROTECTED) and "icons" not in self.ignored


NOTHING: Final = frozenset[str]()


@lru_cache(_REMEMBERED)
def lying(mine: Cards, theirs: Cards) -> tuple[Lying, ...]:
    """One's own active cards, each with what the other side makes of it."""
    return _both(mine, theirs)[0]


@lru_cache(_REMEMBERED)
def _both(mine: Cards, theirs: Cards) -> tuple[tuple[Lying, ...], tuple[Lying, ...]]:
    sides = tuple(tuple(Lying(ON_TABLE[c], NOTHING, None) for c in side) for side in (mine, theirs))
    ignoring = {line.layer for side in sides for one in side for line in _ignoring(one)}
    for layer in sorted(ignoring):
        # What was ignored in a step before does nothing; in one step, see `_working`.
        works = _working(sides, layer)
        sides = (_ignored(sides[0], works[1]), _ignored(sides[1], works[0]))
    return sides[0], sides[1]


def _ignoring(one: Lying) -> tuple[Line, ...]:
    return tuple(line for line in one.card.lines if line.do == "ignore")


_Silencing: TypeAlias = tuple[Card, Line]
_Sides: TypeAlias = tuple[tuple[Lying, ...], ...]


def _working(sides: _Sides, layer: int) -> tuple[list[_Silencing], list[_Silencing]]:
    """What each side makes be ignored in one step.

    One that the other side silences does nothing, unless what silences it is silenced itself.
    """
    left = [
        [
            (one.card, line)
            for one in side
            if one.works
            for line in _ignoring(one)
            if line.layer == layer
        ]
        for side in sides
    ]
    works: tuple[list[_Silencing], list[_Silencing]] = ([], [])
    while True:
        # Silenced, or made void by what nothing can take away any more.
        left = [
            [
                one
                for one in left[n]
                if not any(_silences(other, one) for other in works[1 - n])
                and not _void(one, sides[1 - n], [*works[n], *left[n]])
            ]
            for n in (0, 1)
        ]
        free = [
            [
                one
                for one in left[n]
                if not any(_silences(other, one) for other in left[1 - n])
                and not _void(one, sides[1 - n], works[n])
            ]
            for n in (0, 1)
        ]
        if not any(free):
            return works
        for n in (0, 1):
            works[n].extend(free[n])
            left[n] = [one for one in left[n] if one not in free[n]]


def _void(one: _Silencing, rivals: tuple[Lying, ...], takers: Iterable[_Silencing]) -> bool:
    """Whether what makes a text do nothing lies there, and none of these takes it away."""
    return any(
        lies.card.id in one[1].void_if
        and "values" not in lies.ignored
        and not any(_takes_away(other, lies.card) for other in takers)
        for lies in rivals
    )


def _takes_away(one: _Silencing, card: Card) -> bool:
    return "values" in one[1].what and _reaches(one[1], card)


def _silences(one: _Silencing, other: _Silencing) -> bool:
    """Whether a text, if it works, makes another one do nothing."""
    yields = other[0].id in one[1].void_if
    return not yields and "text" in one[1].what and _reaches(one[1], other[0])


def _ignored(side: tuple[Lying, ...], by: Iterable[_Silencing]) -> tuple[Lying, ...]:
    found = side
    for card, line in by:
        found = tuple(_hit(lies, line, card) for lies in found)
    return found


def _reaches(line: Line, card: Card) -> bool:
    spared = "flit_characters" in line.unless and card.type == "character" and card.people == "flit"
    missed = line.only == "with_icons" and not card.shows_icon
    return line.concerns(card.type) and not spared and not missed


def _hit(lies: Lying, line: Line, by: Card) -> Lying:
    if not _reaches(line, lies.card):
        return lies
    if lies.protected and not _takes_protection(line):
        return lies
    return Lying(lies.card, lies.ignored | set(line.what), by)


def _takes_protection(line: Line) -> bool:
    """Whether it is about icons alone, and PROTECTED is none of those that it leaves."""
    return line.what == ("icons",) and PROTECTED not in line.spares


@lru_cache(_REMEMBERED)
def in_force(mine: Cards, theirs: Cards, do: str) -> tuple[tuple[Card, Line], ...]:
    """The lines of one verb that one's own active cards lay on the table now."""
    said = _said(mine, theirs)
    return tuple((card, line) for card, line in said if line.do == do and line.at == "while")


@lru_cache(_REMEMBERED)
def spoken(mine: Cards, theirs: Cards, at: str) -> tuple[tuple[Card, Line], ...]:
    """The lines that one's own active cards carry out at a moment, if they are not ignored."""
    return tuple((card, line) for card, line in _said(mine, theirs) if line.at == at)


def _said(mine: Cards, theirs: Cards) -> Iterator[tuple[Card, Line]]:
    """The lines of one's own active cards that are not ignored."""
    return ((one.card, line) for one in lying(mine, theirs) if one.works for line in one.card.lines)


class Part(NamedTuple):
    """What one card adds to a total."""

    card: Card
    value: int
    """Printed, or raised."""
    times: int
    """How often it counts."""
    because: Cards
    """The cards that raised or multiplied it."""

    @property
    def amount(self) -> int:
        """How much it adds."""
        return self.value * self.times


@dataclass(frozen=True, slots=True)
class Total:
    """The power of one side in one element."""

    amount: int
    parts: tuple[Part, ...]
    floor: Card | None = None
    """The card by which it is at least so much."""
    shield: Card | None = None
    """A card with a shield in this element."""
    ignored: tuple[tuple[Card, Card], ...] = ()
    """What does not count, and the card that says so."""

    @property
    def sum(self) -> str:
        """How it came about: `7 = 3 + 2 × 2`; a single value stands alone."""
        terms = [
            f"{part.value} × {part.times}" if part.times > 1 else str(part.value)
            for part in self.parts
            if part.value
        ]
        plain = len(terms) < 2 and not any("×" in term for term in terms)
        if plain:
            return str(sum(part.amount for part in self.parts))
        return f"{sum(part.amount for part in self.parts)} = {' + '.join(terms)}"

    @property
    def because(self) -> Cards:
        """The cards whose text or shield it rests on, each once."""
        found = [name for part in self.parts for name in part.because]
        found += [card.id for card in (self.floor,) if card]
        found += [by.id for _, by in self.ignored]
        return tuple(dict.fromkeys(found))


class Zeros(NamedTuple):
    """What makes odd or even values count as 0."""

    lines: tuple[tuple[Card, Line], ...]
    """The lines of the other side."""
    spared: Cards
    """One's own cards that are PROTECTED against it."""


def _protected(lies: Iterable[Lying]) -> Cards:
    return tuple(one.card.id for one in lies if one.protected)


class _Boost(NamedTuple):
    card: Card
    line: Line


@lru_cache(_REMEMBERED)
def total(
    mine: Cards,
    theirs: Cards,
    element: str,
    targets: Targets = (),
    readings: Readings = Readings(),  # noqa: B008
) -> Total:
    """The power of some active cards against others in an element.

    Args:
        mine: what lies active before the seat.
        theirs: what lies active before the other one.
        element: fire or earth.
        targets: the characters that cards for one character were laid for; others take the best.
        readings: the rulings that it rests on.
    """
    lies = lying(mine, theirs)
    counting = [one.card for one in lies if "values" not in one.ignored and one.card.power]
    zeros = Zeros(in_force(theirs, mine, "zero"), _protected(lies))
    boosts = _boosts(lies, element)
    best = max(
        (
            _parts(counting, chosen, element, readings, zeros)
            for chosen in _choices(boosts, lies, targets)
        ),
        key=lambda parts: sum(part.amount for part in parts),
    )
    amount = sum(part.amount for part in best)
    least, floor = _floor(lies, element)
    raised = least > amount
    return Total(
        max(amount, least),
        best,
        floor if raised else None,
        _shield(lies, element),
        tuple((one.card, one.by) for one in lies if one.by and _missed(one)),
    )


def _missed(one: Lying) -> bool:
    """Whether it would count for something if it were not ignored."""
    return bool(one.card.lines) or ("values" in one.ignored and one.card.power is not None)


def _boosts(lies: Iterable[Lying], element: str) -> list[_Boost]:
    return [
        _Boost(one.card, line)
        for one in lies
        if one.works
        for line in one.card.lines
        if line.do in ("times", "raise") and element in line.elements
    ]


_Chosen: TypeAlias = tuple[tuple[_Boost, CardId | None], ...]
"""Each boost with the card that it is for; None: all of its types."""


def _choices(boosts: list[_Boost], lies: Iterable[Lying], targets: Targets) -> Iterator[_Chosen]:
    """Every way to lay the boosts that are for one card."""
    fixed = dict(targets)
    among: list[tuple[CardId | None, ...]] = []
    for card, line in boosts:
        if line.scope == "all":
            among.append((None,))
            continue
        active = tuple(one.card.id for one in lies if line.concerns(one.card.type))
        chosen = fixed.get(card.id)
        # One that is no more there: it goes on to whichever is best.
        among.append((chosen,) if chosen in active else active or ("",))
    for picked in product(*among):
        yield tuple(zip(boosts, picked, strict=True))


def _parts(
    counting: list[Card], chosen: _Chosen, element: str, readings: Readings, zeros: Zeros
) -> tuple[Part, ...]:
    return tuple(_part(card, chosen, element, readings, zeros) for card in counting)


def _printed(card: Card, element: str, zeros: Zeros) -> tuple[int, CardId | None]:
    """What a card prints, and the card of the other side by which it counts as 0."""
    value = card.values[element]
    if value and card.id not in zeros.spared:
        parity = "odd" if value % 2 else "even"
        for by, line in zeros.lines:
            if line.parity == parity and line.concerns(card.type):
                return 0, by.id
    return value, None


def _part(card: Card, chosen: _Chosen, element: str, readings: Readings, zeros: Zeros) -> Part:
    (value, zeroed), times = _printed(card, element, zeros), 1
    because: list[CardId] = [zeroed] if zeroed else []
    raised = 0
    for (booster, line), target in chosen:
        meant = _concerns(line, card) if target is None else target == card.id
        if not meant:
            continue
        if line.do == "raise":
            raised = max(raised, _raised(card, line, zeros))
        elif isinstance(line.n, int):
            times = times * line.n if readings.doublings == "multiply" else times + line.n - 1
        because.append(booster.id)
    if readings.order == "raise_first":
        return Part(card, max(value, raised), times, tuple(because))
    if raised > value * times:
        return Part(card, raised, 1, tuple(because))
    return Part(card, value, times, tuple(because))


def _concerns(line: Line, card: Card) -> bool:
    return card.face_down if line.bluffs else line.concerns(card.type)


def _raised(card: Card, line: Line, zeros: Zeros) -> int:
    """To how much a line raises a value of a card."""
    if isinstance(line.to, int):
        return line.to
    both = [_printed(card, element, zeros)[0] for element in ELEMENTS]
    return sum(both) if line.to == "sum" else max(both)


def _floor(lies: Iterable[Lying], element: str) -> tuple[int, Card | None]:
    least, card = 0, None
    for one in lies:
        for line in one.card.lines if one.works else ():
            if line.do == "floor" and line.element in ("any", element):
                assert isinstance(line.n, int)
                if line.n > least:
                    least, card = line.n, one.card
    return least, card


def _shield(lies: Iterable[Lying], element: str) -> Card | None:
    # A shield is an icon: what ignores icons ignores it.
    return next(
        (one.card for one in lies if element in one.card.shield and "icons" not in one.ignored),
        None,
    )
