"""Effects of spaces and cards as lines: their moves, their choices, and their verbs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, islice
from types import MappingProxyType
from typing import Any, Final

from companion.games.kingdom_of_solomon.components import (
    ALTAR,
    ARK,
    EXTRA_CARD,
    EXTRA_FIRST,
    EXTRA_POINT,
    GOLD,
    GOODS,
    NO_CUBES,
    TRIBUTE,
    Heap,
    cubes,
    heap,
)
from companion.games.kingdom_of_solomon.play import Play, draw, gain, give, score, to_the_front
from companion.games.kingdom_of_solomon.state import CUBE, SEATS, State
from companion.kernel.box import by_hand
from companion.kernel.box.facts import TypedLine, Unknown
from companion.kernel.box.lines import (
    EffectLine,
    LineContext,
    Lines,
    PrintedNumber,
    Verb,
    perform,
    typed,
)
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.values import Seat

ANY: Final = "cube:any"
PLAIN: Final = "cube:plain"
"""Any cube but gold."""

BONUSES_DO: Final[Mapping[str, Lines]] = MappingProxyType(
    {
        TRIBUTE: tuple(EffectLine("gain", CUBE[good]) for good in GOODS),
        ARK: (EffectLine("draw", each=PrintedNumber("ark.cards")),),
        ALTAR: (
            EffectLine("place_points", each=PrintedNumber("altar.points")),
            EffectLine("first"),
        ),
    }
)
"""Effect lines of the bonus spaces."""

MOST_OFFERED: Final = 8
"""Number of bags offered where cubes are chosen."""


@dataclass(frozen=True, slots=True)
class Moves:
    """Cubes that lines move, and the choices that they leave."""

    paid: Heap
    """Fixed cubes paid."""
    pay: int
    """Number of chosen cubes paid besides."""
    plain: int
    """Number of these that cannot be gold."""
    gained: Heap
    """Fixed cubes gained."""
    gain: int
    """Number of chosen cubes gained besides."""
    gain_plain: int
    """Number of these that cannot be gold."""
    steal: int
    """Number of cubes taken from another seat."""
    again: bool
    """True if a territory is chosen that yields once more."""


@lru_cache(maxsize=256)
def moves(lines: tuple[TypedLine, ...]) -> Moves:
    """Return the cubes that some lines move, and the choices that they leave."""
    totals: Counter[tuple[str, str]] = Counter()
    for line in lines:
        totals[line.do, line.what] += line.each
    plain, gain_plain = totals["pay", PLAIN], totals["gain", PLAIN]
    return Moves(
        paid=_of("pay", totals),
        pay=plain + totals["pay", ANY],
        plain=plain,
        gained=_of("gain", totals),
        gain=gain_plain + totals["gain", ANY],
        gain_plain=gain_plain,
        steal=totals["steal", ""],
        again=bool(totals["again", ""]),
    )


def _of(verb: str, totals: Counter[tuple[str, str]]) -> Heap:
    return MappingProxyType({g: n for g in GOODS if (n := totals[verb, CUBE[g]])})


def goods_on(lines: Iterable[TypedLine]) -> Heap | None:
    """Return the cubes that a card of goods stands for; None if it does something else."""
    goods: Counter[str] = Counter()
    for line in lines:
        if line.do != "gain" or line.what in (ANY, PLAIN):
            return None
        goods[line.what.removeprefix("cube:")] += line.each
    return goods


def is_payment(printed: Moves, laid: Heap, worth: Heap = NO_CUBES) -> bool:
    """Return whether cubes, with what cards stand for, are the payment that lines require.

    Cubes pay exactly what the cards leave; what a card is worth beyond that is lost.
    """
    of_cards, fixed = Counter(worth), Counter(printed.paid)
    rest = _beyond(laid, fixed - of_cards)
    if rest is None:
        return False
    left, free = of_cards - fixed, printed.pay - printed.plain
    not_gold = left.total() - left[GOLD]
    by_cards = min(printed.pay, not_gold + min(left[GOLD], free))
    golds = rest.get(GOLD, 0) + by_cards - min(not_gold, by_cards)
    return sum(rest.values()) == printed.pay - by_cards and golds <= free


def is_gain(state: State, printed: Moves, once_more: Heap, taken: Heap) -> bool:
    """Return whether these cubes are the gain of lines, as far as the supply has them."""
    certain = state.available(Counter(printed.gained) + Counter(once_more))
    rest = _beyond(taken, certain)
    if rest is None:
        return False
    plain, number = to_choose(state, printed, certain)
    chosen = sum(rest.values())
    return chosen == number and chosen - rest.get(GOLD, 0) >= plain


def to_choose(state: State, printed: Moves, certain: Heap) -> tuple[int, int]:
    """Return how many available cubes are chosen: those that are not gold, and all."""
    left = Counter(state.heap(SUPPLY)) - Counter(certain)
    plain = min(printed.gain_plain, left.total() - left[GOLD])
    return plain, plain + min(printed.gain - printed.gain_plain, left.total() - plain)


def _beyond(whole: Heap, part: Heap) -> Heap | None:
    """Return the rest of a heap without a part; None if it lacks some of it."""
    if any(whole.get(good, 0) < n for good, n in part.items()):
        return None
    return {good: n - part.get(good, 0) for good, n in whole.items() if n > part.get(good, 0)}


def payments(state: State, seat: Seat, printed: Moves) -> tuple[tuple[str, ...], ...]:
    """Return the payments worth offering."""
    return tuple(islice(_payments(state, seat, printed), MOST_OFFERED)) or (cubes(printed.paid),)


def _payments(state: State, seat: Seat, printed: Moves) -> Iterator[tuple[str, ...]]:
    held = state.heap(SEATS[seat])
    for more in combinations_with_replacement(GOODS, min(printed.pay, 6)):
        laid = Counter(printed.paid) + Counter(more)
        if is_payment(printed, laid) and all(held.get(g, 0) >= n for g, n in laid.items()):
            yield cubes(laid)


def gains(state: State, printed: Moves, once_more: Heap) -> tuple[tuple[str, ...], ...]:
    """Return the gains worth offering."""
    certain = Counter(state.available(Counter(printed.gained) + Counter(once_more)))
    left = {g: n - certain.get(g, 0) for g, n in state.heap(SUPPLY).items()}
    plain, number = to_choose(state, printed, certain)
    found_bags = (
        cubes(certain + Counter(more))
        for more in combinations_with_replacement(GOODS, min(number, 6))
        if number - more.count(GOLD) >= plain
        and all(left.get(g, 0) >= n for g, n in Counter(more).items())
    )
    return tuple(islice(found_bags, MOST_OFFERED))


def thefts(state: State, victim: Seat, printed: Moves) -> tuple[tuple[str, ...], ...]:
    """Return the thefts worth offering: the number of cubes required, or all that exist."""
    held = state.heap(SEATS[victim])
    number = min(printed.steal, sum(held.values()), 6)
    bags = (
        tuple(sorted(bag))
        for bag in combinations_with_replacement(GOODS, number)
        if all(held.get(g, 0) >= n for g, n in Counter(bag).items())
    )
    return tuple(islice(bags, MOST_OFFERED))


# Verbs. Cubes named in a report have already moved when its lines are carried out.


def _gain(play: Play, doing: LineContext, line: EffectLine) -> None:
    if doing.report is None:
        good = str(line.what).removeprefix("cube:")
        number = doing.amount(line, play.state.facts)
        gain(play, doing.seat, {good: number}, doing.rule, doing.cause)


def _draw(play: Play, doing: LineContext, line: EffectLine) -> None:
    draw(play, doing.seat, doing.amount(line, play.state.facts), doing.rule, doing.cause)


def _points(play: Play, doing: LineContext, line: EffectLine) -> None:
    score(play, doing.seat, doing.amount(line, play.state.facts), doing.rule, doing.cause)


def _place_points(play: Play, doing: LineContext, line: EffectLine) -> None:
    place = play.state.order.index(doing.seat) + 1
    number = place * doing.amount(line, play.state.facts)
    score(play, doing.seat, number, doing.rule, doing.cause)


_ANYWHERE: Final = 3
"""Edition from which a change of order counts in every phase."""


def _first(play: Play, doing: LineContext, _line: EffectLine) -> None:
    earlier = getattr(doing.report, "edition", _ANYWHERE) < _ANYWHERE
    to_the_front(play, doing.seat, doing.rule, resolving=earlier)


def _moved(_play: Play, _doing: LineContext, _line: EffectLine) -> None:
    """Do nothing, because the report names the cubes."""


VERBS: Final[Mapping[str, Verb[Any]]] = MappingProxyType(
    {
        "gain": Verb(_gain, (*CUBE.values(), ANY, PLAIN), counts=True),
        "pay": Verb(_moved, (*CUBE.values(), ANY, PLAIN), counts=True),
        "steal": Verb(_moved, counts=True),
        "draw": Verb(_draw, counts=True),
        "points": Verb(_points, counts=True),
        "place_points": Verb(_place_points, counts=True),
        "again": Verb(_moved),
        "first": Verb(_first),
        "manual": by_hand.MANUAL,
    }
)
"""Verbs of the effect lines."""


def carry_out(play: Play, doing: LineContext, thing: str) -> None:
    """Carry out a space or a card: move the reported cubes, then run its known lines."""
    report: Any = doing.report
    give(play, doing.seat, heap(report.give), doing.rule, doing.cause)
    gain(play, doing.seat, heap(report.take), doing.rule, doing.cause)
    if report.victim is not None:
        for good, n in heap(report.stolen).items():
            source, target = SEATS[report.victim], SEATS[doing.seat]
            play.move(CUBE[good], n, source, target, doing.rule, cause=doing.cause)
    printed = play.state.lines_of(thing)
    if isinstance(printed, Unknown):
        _carry_out_extras(play, doing, Counter(report.extras or ()))
        play.say("effect_unknown", doing.rule, doing.seat, cause=doing.cause or "")
        return
    perform(play, doing, typed(printed), VERBS)


def _carry_out_extras(play: Play, doing: LineContext, extras: Counter[str]) -> None:
    """Carry out what the report says besides cubes."""
    score(play, doing.seat, extras[EXTRA_POINT], doing.rule, doing.cause)
    if extras[EXTRA_CARD]:
        draw(play, doing.seat, extras[EXTRA_CARD], doing.rule, doing.cause)
    if extras[EXTRA_FIRST]:
        to_the_front(play, doing.seat, doing.rule)


def extras_of(state: State, seat: Seat, printed: tuple[TypedLine, ...]) -> Counter[str]:
    """Return what lines give a seat besides cubes."""
    total: Counter[str] = Counter()
    for line in printed:
        if line.do == "points":
            total[EXTRA_POINT] += line.each
        elif line.do == "place_points":
            total[EXTRA_POINT] += line.each * (state.order.index(seat) + 1)
        elif line.do == "draw":
            total[EXTRA_CARD] += line.each
        elif line.do == "first":
            total[EXTRA_FIRST] = 1
    return total


def take_bonus(play: Play, space: str, doing: LineContext) -> None:
    """Carry out a bonus space."""
    perform(play, doing, BONUSES_DO[space], VERBS)
