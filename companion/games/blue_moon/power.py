"""Power of the active cards: ignored parts, and the total with its breakdown.

Pure functions of the active card ids of both sides, so each result is cached. The steps follow the
order of `power_order`: texts, whole cards, values raised, values multiplied, the least total.
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
    TextLine,
)

Cards: TypeAlias = tuple[CardId, ...]
Targets: TypeAlias = tuple[tuple[CardId, CardId], ...]
"""Character chosen for each single-character card."""

_REMEMBERED: Final = 8192


class Readings(NamedTuple):
    """Table rulings that a total depends on."""

    order: str = "raise_first"
    doublings: str = "multiply"


class ActiveCard(NamedTuple):
    """Active card, and the parts of it that count."""

    card: Card
    ignored: frozenset[str]
    """Ignored parts: its `text`, its `icons`, its `values`."""
    by: Card | None
    """Card that causes it to be ignored."""
    causes: tuple[tuple[str, Card], ...] = ()
    """Each ignored part, with the card that causes it."""

    @property
    def works(self) -> bool:
        """Return whether its text has an effect."""
        return "text" not in self.ignored

    def ignored_by(self, part: str) -> Card | None:
        """Return the card that has one of its parts ignored, or None."""
        return next((card for of, card in self.causes if of == part), None)

    @property
    def protected(self) -> bool:
        """Return whether the opponent can neither ignore nor discard it."""
        return self.card.has(PROTECTED) and "icons" not in self.ignored


NOTHING: Final = frozenset[str]()


@lru_cache(_REMEMBERED)
def resolve_active(mine: Cards, theirs: Cards) -> tuple[ActiveCard, ...]:
    """Return the own active cards, each with the parts that the other side has ignored."""
    return _both(mine, theirs)[0]


@lru_cache(_REMEMBERED)
def _both(mine: Cards, theirs: Cards) -> tuple[tuple[ActiveCard, ...], tuple[ActiveCard, ...]]:
    sides = tuple(
        tuple(ActiveCard(ON_TABLE[c], NOTHING, None) for c in side) for side in (mine, theirs)
    )
    ignoring = {line.layer for side in sides for one in side for line in _ignoring(one)}
    for layer in sorted(ignoring):
        # A line ignored in an earlier step has no effect. For lines of the same step, see
        # `_working`.
        works = _working(sides, layer)
        sides = (_ignored(sides[0], works[1]), _ignored(sides[1], works[0]))
    return sides[0], sides[1]


def _ignoring(one: ActiveCard) -> tuple[TextLine, ...]:
    return tuple(line for line in one.card.lines if line.do == "ignore")


_Silencing: TypeAlias = tuple[Card, TextLine]
_Sides: TypeAlias = tuple[tuple[ActiveCard, ...], ...]


def _working(sides: _Sides, layer: int) -> tuple[list[_Silencing], list[_Silencing]]:
    """Return the effective ignoring lines of each side in one step.

    A line silenced by the other side has no effect, unless the silencing line is silenced itself.
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
        # Drop lines that are silenced, or made void, by lines that can no longer be ignored.
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


def _void(one: _Silencing, rivals: tuple[ActiveCard, ...], takers: Iterable[_Silencing]) -> bool:
    """Return whether a card that voids a line is active and none of these lines removes it."""
    return any(
        lies.card.id in one[1].void_if
        and "values" not in lies.ignored
        and not any(_takes_away(other, lies.card) for other in takers)
        for lies in rivals
    )


def _takes_away(one: _Silencing, card: Card) -> bool:
    return "values" in one[1].what and _reaches(one[1], card)


def _silences(one: _Silencing, other: _Silencing) -> bool:
    """Return whether a text, if it works, silences another."""
    yields = other[0].id in one[1].void_if
    return not yields and "text" in one[1].what and _reaches(one[1], other[0])


def _ignored(side: tuple[ActiveCard, ...], by: Iterable[_Silencing]) -> tuple[ActiveCard, ...]:
    after = side
    for card, line in by:
        after = tuple(_hit(lies, line, card) for lies in after)
    return after


def _reaches(line: TextLine, card: Card) -> bool:
    spared = "flit_characters" in line.unless and card.type == "character" and card.people == "flit"
    missed = line.only == "with_icons" and not card.shows_icon
    return line.concerns(card.type) and not spared and not missed


def _hit(lies: ActiveCard, line: TextLine, by: Card) -> ActiveCard:
    if not _reaches(line, lies.card):
        return lies
    if lies.protected and not _takes_protection(line):
        return lies
    more = tuple((part, by) for part in line.what if part not in lies.ignored)
    return ActiveCard(lies.card, lies.ignored | set(line.what), by, (*lies.causes, *more))


def _takes_protection(line: TextLine) -> bool:
    """Return whether it concerns only icons and does not spare PROTECTED."""
    return line.what == ("icons",) and PROTECTED not in line.spares


@lru_cache(_REMEMBERED)
def in_force(mine: Cards, theirs: Cards, do: str) -> tuple[tuple[Card, TextLine], ...]:
    """Return the lines of one verb that the own active cards have in force."""
    said = _working_lines(mine, theirs)
    return tuple((card, line) for card, line in said if line.do == do and line.at == "while")


@lru_cache(_REMEMBERED)
def effective_lines_at(mine: Cards, theirs: Cards, at: str) -> tuple[tuple[Card, TextLine], ...]:
    """Return the lines that the own active cards carry out at a moment."""
    return tuple((card, line) for card, line in _working_lines(mine, theirs) if line.at == at)


def _working_lines(mine: Cards, theirs: Cards) -> Iterator[tuple[Card, TextLine]]:
    """Yield the lines of the own active cards that are not ignored."""
    return (
        (one.card, line)
        for one in resolve_active(mine, theirs)
        if one.works
        for line in one.card.lines
    )


class Part(NamedTuple):
    """Contribution of one card to a total."""

    card: Card
    value: int
    """Printed or raised value."""
    times: int
    """Multiplier of the value."""
    because: Cards
    """Cards that raised or multiplied it."""

    @property
    def amount(self) -> int:
        """Return the amount it adds."""
        return self.value * self.times


@dataclass(frozen=True, slots=True)
class Total:
    """Power of one side in one element."""

    amount: int
    parts: tuple[Part, ...]
    floor: Card | None = None
    """Card that guarantees at least this total."""
    shield: Card | None = None
    """Card with a shield in this element."""
    ignored: tuple[tuple[Card, Card], ...] = ()
    """Ignored cards, each with the card that causes it."""
    lost_shield: tuple[Card, Card] | None = None
    """Card whose shield in this element is ignored, with the card that causes it."""

    @property
    def sum(self) -> str:
        """Return the total, with its breakdown unless a card guarantees it."""
        return self.of_cards if self.floor is None else str(self.amount)

    @property
    def of_cards(self) -> str:
        """Return what the cards add up to: `7 = 3 + 2 × 2`; a single value stands alone."""
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
        """Return the cards whose text or shield it depends on, without repeats."""
        names = [name for part in self.parts for name in part.because]
        names += [card.id for card in (self.floor,) if card]
        names += [by.id for _, by in self.ignored]
        return tuple(dict.fromkeys(names))


class Zeros(NamedTuple):
    """Lines that make odd or even values count as 0."""

    lines: tuple[tuple[Card, TextLine], ...]
    """Lines of the other side."""
    spared: Cards
    """Own cards that are PROTECTED against them."""


def _protected(lies: Iterable[ActiveCard]) -> Cards:
    return tuple(one.card.id for one in lies if one.protected)


class _Boost(NamedTuple):
    card: Card
    line: TextLine


@lru_cache(_REMEMBERED)
def total(
    mine: Cards,
    theirs: Cards,
    element: str,
    targets: Targets = (),
    readings: Readings = Readings(),  # noqa: B008
) -> Total:
    """Return the power of some active cards against others in an element.

    Args:
        mine: active cards of the seat.
        theirs: active cards of the opponent.
        element: fire or earth.
        targets: chosen targets of single-character cards; others take the best.
        readings: rulings it depends on.
    """
    lies = resolve_active(mine, theirs)
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
        _lost_shield(lies, element),
    )


def _missed(one: ActiveCard) -> bool:
    """Return whether it would count if it were not ignored."""
    return bool(one.card.lines) or ("values" in one.ignored and one.card.power is not None)


def _boosts(lies: Iterable[ActiveCard], element: str) -> list[_Boost]:
    return [
        _Boost(one.card, line)
        for one in lies
        if one.works
        for line in one.card.lines
        if line.do in ("times", "raise") and element in line.elements
    ]


_Chosen: TypeAlias = tuple[tuple[_Boost, CardId | None], ...]
"""Each boost with its target card; None: all cards of its types."""


def _choices(
    boosts: list[_Boost], lies: Iterable[ActiveCard], targets: Targets
) -> Iterator[_Chosen]:
    """Yield every assignment of the boosts that apply to one card."""
    fixed = dict(targets)
    among: list[tuple[CardId | None, ...]] = []
    for card, line in boosts:
        if line.scope == "all":
            among.append((None,))
            continue
        active = tuple(one.card.id for one in lies if line.concerns(one.card.type))
        chosen = fixed.get(card.id)
        # If the chosen card is gone, the boost goes to whichever card is best.
        among.append((chosen,) if chosen in active else active or ("",))
    for picked in product(*among):
        yield tuple(zip(boosts, picked, strict=True))


def _parts(
    counting: list[Card], chosen: _Chosen, element: str, readings: Readings, zeros: Zeros
) -> tuple[Part, ...]:
    return tuple(_part(card, chosen, element, readings, zeros) for card in counting)


def _printed(card: Card, element: str, zeros: Zeros) -> tuple[int, CardId | None]:
    """Return the printed value of a card, and the opposing card that makes it 0, if any."""
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


def _concerns(line: TextLine, card: Card) -> bool:
    return card.face_down if line.bluffs else line.concerns(card.type)


def _raised(card: Card, line: TextLine, zeros: Zeros) -> int:
    """Return the value to which a line raises a card."""
    if isinstance(line.to, int):
        return line.to
    both = [_printed(card, element, zeros)[0] for element in ELEMENTS]
    return sum(both) if line.to == "sum" else max(both)


def _floor(lies: Iterable[ActiveCard], element: str) -> tuple[int, Card | None]:
    least, card = 0, None
    for one in lies:
        for line in one.card.lines if one.works else ():
            if line.do == "floor" and line.element in ("any", element):
                assert isinstance(line.n, int)
                if line.n > least:
                    least, card = line.n, one.card
    return least, card


def _shield(lies: Iterable[ActiveCard], element: str) -> Card | None:
    # A shield is an icon, so an effect that ignores icons ignores it too.
    return next(
        (one.card for one in lies if element in one.card.shield and "icons" not in one.ignored),
        None,
    )


def _lost_shield(lies: Iterable[ActiveCard], element: str) -> tuple[Card, Card] | None:
    for one in lies:
        by = one.ignored_by("icons")
        if element in one.card.shield and by is not None:
            return one.card, by
    return None
