"""Values of this game as words are made from them. No sentences: those are in `rules_data`."""

from collections.abc import Iterable
from functools import cache

from companion.games.urban_sprawl.components import PRESTIGE, WEALTH
from companion.games.urban_sprawl.grid import Lots, block_of, lots_of
from companion.kernel.values import Counted, SeatRef, Term, Value


@cache
def term(key: str) -> Term:
    """A card, a place, a lot, a block, a zone, an office, a vocation, a row, a marker."""
    return Term(key)


def perhaps(key: str | None) -> Value:
    """The same; no words where there is none."""
    return term(key) if key else ""


def several(keys: Iterable[str]) -> tuple[Value, ...]:
    """Several of these, as a list."""
    return tuple(map(term, keys))


def wealth(amount: int) -> Counted:
    """So much wealth."""
    return Counted(amount, WEALTH)


def prestige(amount: int) -> Counted:
    """So much prestige."""
    return Counted(amount, PRESTIGE)


def points(amount: int) -> Counted:
    """So many action points."""
    return Counted(amount, "action_point")


def lots(amount: int) -> Counted:
    """So many lots, or permits: a permit is for one lot."""
    return Counted(amount, "lot")


def answer(value: str) -> Value:
    """What a choice is answered with: somebody, or one of the things of the board."""
    kind, _, seat = value.partition(".")
    if "+" in value:
        return site(value)
    return SeatRef(int(seat)) if kind == "seat" else term(value)


def shape(lots: Iterable[str]) -> Term:
    """The lots of a building as a part of their block: `shape.ab` is its upper half."""
    return _shape(frozenset(lots))


@cache
def _shape(lots: Lots) -> Term:
    four = lots_of(block_of(next(iter(lots))))
    return Term(f"shape.{''.join(q for q, lot in zip('abcd', four, strict=True) if lot in lots)}")


def site(value: str) -> Value:
    """The same, of the id of a place for a building."""
    return shape(value.split("+"))
