"""Error models: mistakes of people in reports and in moving things by hand.

They know no game by name and judge nothing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, TypeAlias

from companion.kernel import legality
from companion.kernel.conditions import Verdict
from companion.kernel.form import (
    Choices,
    Draft,
    Field,
    OpenBag,
    OpenNumber,
)
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import Effect, Transfer, family
from companion.kernel.refusal import ConditionKind
from companion.match.fold import Match

Place: TypeAlias = tuple[str, str]
"""Account, and a family of items or one kind of them."""
Moves: TypeAlias = Mapping[Place, int]
"""Change of the amount by place."""


class Cause(StrEnum):
    """Kind of mistake, in a report or in work done by hand."""

    FORGOTTEN = "forgotten"
    """Something was done and not reported."""
    TWICE = "twice"
    """Something was reported and not done, or reported twice."""
    OTHERWISE = "otherwise"
    """It was done with another choice or amount."""
    OTHER_SEAT = "other_seat"
    """It was done by another seat."""
    NOT_MOVED = "not_moved"
    """Things to be paid, drawn or handed out still lie where they were."""
    MOVED_TWICE = "moved_twice"
    """It was paid, drawn or handed out twice."""
    ASTRAY = "astray"
    """It was paid by, or handed out to, another seat."""
    MISCOUNTED = "miscounted"
    """Another amount of it was moved."""


def net(effects: Iterable[Effect]) -> dict[Place, int]:
    """Return the net changes of effects by place, for each family and each kind in it."""
    moved: Counter[Place] = Counter()
    for effect in effects:
        if isinstance(effect, Transfer):
            for item in {effect.item, family(effect.item)}:
                moved[effect.source, item] -= effect.amount
                moved[effect.target, item] += effect.amount
    return {place: n for place, n in moved.items() if n}


def neighbours(match: Match, before: Any, action: Action) -> Iterator[tuple[Cause, Action]]:
    """Yield the actions that differ from one in a single field, or in the seat alone."""
    values = {name: getattr(action, name) for name in action.form_fields()}
    for seat in range(len(match.options.players)):
        if seat != action.seat:
            whole = _completed(match, Cause.OTHER_SEAT, Draft(action.kind, seat, values))
            yield from (each for each in whole if _possible(match, before, each[1]))
    earlier: dict[str, Any] = {}
    for name, value in values.items():
        candidates = match.game.candidates(
            before, Draft(action.kind, action.seat, {**earlier}), name
        )
        for other in _alternatives(candidates, value):
            draft = Draft(action.kind, action.seat, {**values, name: other})
            yield from _completed(match, Cause.OTHERWISE, draft)
        earlier[name] = value


_OF_THE_MOMENT: Final = frozenset({ConditionKind.TURN, ConditionKind.PHASE})
"""Condition kinds that forbid another seat only because it was not to act."""


def _possible(match: Match, before: Any, action: Action) -> bool:
    """Return whether a seat could have done that on its turn.

    For example, a seat whose piece stands elsewhere cannot have built there.
    """
    kinds = {condition.code: condition.kind for condition in match.game.conditions[action.kind]}
    return all(
        checked.verdict is not Verdict.FAILS or kinds[checked.code] in _OF_THE_MOMENT
        for checked in legality.explain(match.game, before, action)
    )


def _completed(match: Match, cause: Cause, draft: Draft) -> Iterator[tuple[Cause, Action]]:
    try:
        yield cause, legality.complete(match.game, draft)
    except ValueError:
        return


def _alternatives(candidates: Field, value: Any) -> Iterator[Any]:
    """Yield the other values of a field, near the present one if it is open."""
    match candidates:
        case Choices(values=values):
            yield from (other for other in values if other != value)
        case OpenNumber(minimum=low, maximum=high):
            yield from (n for n in range(low, min(high, low + 40) + 1) if n != value)
        case OpenBag(items=items):
            held = list(value or ())
            for item, most in items:
                if not most:
                    continue
                yield (*held, item)
                if item in held:
                    rest = held.copy()
                    rest.remove(item)
                    yield tuple(rest)
        case _:
            return


def handled(effects: Iterable[Effect]) -> Iterator[tuple[Transfer, ...]]:
    """Yield the transfers moved by hand in one step, each alone and all to one target together."""
    given: dict[str, list[Transfer]] = {}
    for effect in effects:
        if isinstance(effect, Transfer) and effect.amount > 0:
            yield (effect,)
            given.setdefault(effect.target, []).append(effect)
    yield from (tuple(moves) for moves in given.values() if len(moves) > 1)


def manual_errors(
    moves: tuple[Transfer, ...], wanted: Moves, players: int
) -> Iterator[tuple[Cause, Moves]]:
    """Yield the changes that mistakes in moving things by hand would cause.

    Args:
        moves: transfers that were due.
        wanted: the difference; other amounts are tried only where they can explain it.
        players: number of seats.
    """
    once = net(moves)
    yield Cause.NOT_MOVED, {place: -n for place, n in once.items()}
    yield Cause.MOVED_TWICE, once
    for away in _astray(moves, players):
        yield Cause.ASTRAY, away
    if len(moves) == 1:
        yield from _miscounted(moves[0], wanted)


def _astray(moves: tuple[Transfer, ...], players: int) -> Iterator[Moves]:
    """Yield the changes if all was given to, or taken from, the same place of another seat."""
    for end in ("source", "target"):
        account = getattr(moves[0], end)
        name, _, of = account.partition(":")
        if not of.isdecimal() or any(getattr(move, end) != account for move in moves):
            continue
        for seat in range(players):
            if seat != int(of):
                changed: Any = {end: f"{name}:{seat}"}
                moved = Counter(net(move._replace(**changed) for move in moves))
                moved.subtract(net(moves))
                yield {place: n for place, n in moved.items() if n}


def _miscounted(move: Transfer, wanted: Moves) -> Iterator[tuple[Cause, Moves]]:
    for item in (move.item, family(move.item)):
        more = wanted.get((move.target, item), 0) or -wanted.get((move.source, item), 0)
        if more:
            break
    if more and abs(more) < move.amount:
        yield Cause.MISCOUNTED, net((move._replace(amount=more),))
