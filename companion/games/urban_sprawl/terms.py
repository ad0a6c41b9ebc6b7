"""Terms for the values of this game; the sentences are in `rules_data`."""

from collections.abc import Iterable
from functools import cache

from companion.games.urban_sprawl.components import ACROSS, PRESTIGE, WEALTH
from companion.games.urban_sprawl.grid import Lots, block_of, lots_of
from companion.kernel.values import Counted, SeatRef, Term, Value


@cache
def term(key: str) -> Term:
    """Return the term of a card, place, lot, block, zone, office, vocation, row or marker."""
    return Term(key)


def perhaps(key: str | None) -> Value:
    """Return the term of a key, or an empty text for none."""
    return term(key) if key else ""


def several(keys: Iterable[str]) -> tuple[Value, ...]:
    """Return the terms of several keys."""
    return tuple(map(term, keys))


def wealth(amount: int) -> Counted:
    """Return a counted amount of wealth."""
    return Counted(amount, WEALTH)


def prestige(amount: int) -> Counted:
    """Return a counted amount of prestige."""
    return Counted(amount, PRESTIGE)


def points(amount: int) -> Counted:
    """Return a counted number of action points."""
    return Counted(amount, "action_point")


def lots(amount: int) -> Counted:
    """Return a counted number of lots, or of permits for one lot each."""
    return Counted(amount, "lot")


def answer(value: str) -> Value:
    """Return the words for the answer to a choice: a seat, or a thing of the board."""
    kind, _, seat = value.partition(".")
    if "+" in value:
        return site(value)
    return SeatRef(int(seat)) if kind == "seat" else term(value)


def shape(lots: Iterable[str]) -> Term:
    """Return the term for a building's lots within their block: `shape.ab` is its upper half."""
    return _shape(frozenset(lots))


@cache
def _shape(lots: Lots) -> Term:
    four = lots_of(block_of(next(iter(lots))))
    return Term(f"shape.{''.join(q for q, lot in zip('abcd', four, strict=True) if lot in lots)}")


def site(value: str) -> Value:
    """Return the same for the id of a building place."""
    return term(f"shape.{value}") if value == ACROSS else shape(value.split("+"))
