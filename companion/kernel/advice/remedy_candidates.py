"""Candidates of a remedy: other values of one field, in tiers, nearest to the report first.

A later tier is tried only if no value of the earlier ones is legal: what was named is taken back
before anything is added to it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any, Final, TypeAlias

from companion.kernel.form import Choices, Field, OpenBag, OpenNumber
from companion.kernel.models import Action
from companion.kernel.values import Params, SeatRef, Term, Value

Tier: TypeAlias = tuple[Any, ...]

_MOST_OF_A_TIER: Final = 16
"""Maximum of bags tried of one tier; there can be hundreds."""
_REACH: Final = 12
"""Distance from the reported amount up to which each amount of an open field is tried."""


@dataclass(frozen=True, slots=True)
class OtherValues:
    """Other values of one field."""

    tiers: tuple[Tier, ...]
    first_only: bool = False
    """True if one legal value of a tier is enough: the nearest amount."""
    whole: int | None = None
    """Number of all other values of a closed field; None: an open one."""


NO_OTHERS: Final = OtherValues(())


def other_values(candidates: Field, value: Any, *, amount: bool, paid: bool) -> OtherValues:
    """Return the other values of a field.

    Args:
        candidates: what the field can hold.
        value: what was reported.
        amount: True if its whole numbers are amounts, of which the nearest is meant.
        paid: True if it is what something is paid with, and not what the report is about.
    """
    match candidates:
        case Choices(values=values) if amount and _are_numbers((*values, value)):
            return _amounts(values, value)
        case Choices(values=values):
            others = tuple(other for other in values if other != value)
            return OtherValues((others,), whole=len(others))
        case OpenNumber(minimum=low, maximum=high, proposals=proposed) if isinstance(value, int):
            near = range(max(low, value - _REACH), min(high, value + _REACH) + 1)
            return _amounts({low, high, *near, *proposed}, value)
        case OpenBag() if isinstance(value, tuple):
            return _bags(candidates, value, paid=paid)
        case _:
            return NO_OTHERS


def _are_numbers(values: Iterable[Any]) -> bool:
    return all(type(value) is int for value in values)


def _amounts(values: Iterable[int], value: int) -> OtherValues:
    """Return the amounts below, greatest first, and those above, least first."""
    below = tuple(sorted((n for n in values if n < value), reverse=True))
    above = tuple(sorted(n for n in values if n > value))
    return OtherValues((below, above), first_only=True)


def _bags(field: OpenBag, bag: tuple[str, ...], *, paid: bool) -> OtherValues:
    """Return bags with less, with others in their place, and with more, in this order.

    What the report is about is not exchanged as a whole: it would be another report.
    """
    if field.only:
        return OtherValues((tuple(each for each in field.proposals if each != bag),))
    smaller = tuple(_once(combinations(bag, size)) for size in range(len(bag) - 1, -1, -1))
    # What cannot be there at all is no plan to keep.
    there = {item for item, most in field.items if most > 0} & set(bag)
    whole = paid or not there
    offered = (each for each in field.proposals if whole or not there.isdisjoint(each))
    exchanged = (*offered, *_exchanged(field, bag)) if whole or len(bag) != 1 else ()
    tiers = (*smaller, exchanged, tuple(_more(field, bag)))
    return OtherValues(tuple(tuple(islice(_once(tier), _MOST_OF_A_TIER)) for tier in tiers))


def _once(bags: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    return tuple(dict.fromkeys(bags))


def _exchanged(field: OpenBag, bag: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for place, back in enumerate(bag):
        if bag[:place].count(back):
            continue
        rest = bag[:place] + bag[place + 1 :]
        for item, most in field.items:
            if item != back and rest.count(item) < most:
                yield tuple(sorted((*rest, item)))


def _more(field: OpenBag, bag: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if len(bag) < field.maximum:
        for item, most in field.items:
            if bag.count(item) < most:
                yield tuple(sorted((*bag, item)))


def is_part(part: Any, whole: Any) -> bool:
    """Return whether a bag holds nothing but part of another one."""
    if not isinstance(part, tuple) or not isinstance(whole, tuple):
        return False
    return len(part) < len(whole) and Counter(part) <= Counter(whole)


def terms_of(params: Params) -> dict[str, tuple[str, ...]]:
    """Return the things and other people that a sentence names, by parameter; no amounts."""
    return {name: tuple(_terms_in(value)) for name, value in params.items() if name != "seat"}


def _terms_in(value: Value) -> Iterator[str]:
    if isinstance(value, tuple):
        for each in value:
            yield from _terms_in(each)
    elif isinstance(value, Term):
        yield value.key
    elif isinstance(value, SeatRef):
        yield f"seat.{value.seat}"


def things_in(answer: Any) -> frozenset[str]:
    """Return the ids of things in an answer, or in several."""
    if isinstance(answer, str):
        return frozenset((answer,))
    if isinstance(answer, tuple):
        return frozenset[str]().union(*map(things_in, answer))
    return frozenset()


def without_options(act: Action) -> tuple[object, ...]:
    """Return the required answers of an act, to drop advice that differs only in the rest."""
    named = type(act).model_fields.items()
    return act.kind, *((name, getattr(act, name)) for name, f in named if f.is_required())
