"""What was played shows of the box: values that nobody has read off it, and that are certain."""

from collections import OrderedDict
from collections.abc import Collection
from itertools import islice
from typing import Final, NamedTuple

from companion.kernel.facts import FactValue
from companion.kernel.learning import shown
from companion.match.fold import Match
from companion.match.steps import Step

_MATCHES: Final = 64
"""Of so many matches it is kept what their steps showed, so that each step is looked at once."""


_TYPED: Final = 200
"""So many values are one entry, which is how they are typed."""


class _Looked(NamedTuple):
    """The steps of a match that were looked at, and what they showed."""

    number: int
    last: Step
    found: dict[str, FactValue]


_LOOKED: Final[OrderedDict[str, _Looked]] = OrderedDict()


def was_read(match: Match, facts: Collection[str]) -> bool:
    """Whether anything that was played rests on one of these printed values."""
    return any(not step.read.isdisjoint(facts) for step in match.steps)


def told_otherwise(before: Match, after: Match) -> bool:
    """Whether what was played does something else once more is known, or does not hold any more.

    What was reported last may go on from where it waited for the value, so that something else is
    due then: nothing is taken back by that.
    """
    if after.broken is not None:
        return before.broken is None or before.broken.item != after.broken.item
    pairs = zip(before.steps, after.steps, strict=False)
    changed = [n for n, (one, other) in enumerate(pairs, 1) if one.effects != other.effects]
    return bool(changed) and not (changed == [len(before.steps)] and _goes_on(before, after))


def _goes_on(before: Match, after: Match) -> bool:
    """Whether what happened last happens again, and what was due after it is not any more."""
    one, other = before.steps[-1].effects, after.steps[len(before.steps) - 1].effects
    waited = before.game.duties(before.state) != after.game.duties(after.state)
    return waited and other[: len(one)] == one


def learned(match: Match) -> dict[str, FactValue]:
    """By id, the values that reports leave no choice of, and that are not written down yet."""
    if match.broken or not match.steps:
        return {}
    name, first = match.started.match, _looked_at(match)
    found = {**_LOOKED[name].found} if first else {}
    steps = match.steps[first:]
    for step in steps:
        if step.action is not None and step.read and not step.consented:
            found |= shown(match.game, match.states_before[step.item.id], step.action)
    if steps:
        _LOOKED[name] = _Looked(first + len(steps), steps[-1], found)
        _LOOKED.move_to_end(name)
    while len(_LOOKED) > _MATCHES:
        _LOOKED.popitem(last=False)
    new = ((fact, value) for fact, value in found.items() if fact not in match.facts)
    return dict(islice(new, _TYPED))


def _looked_at(match: Match) -> int:
    """How many of its steps were looked at before; none where they are others now."""
    before = _LOOKED.get(match.started.match)
    if before is None or before.number > len(match.steps):
        return 0
    return before.number if match.steps[before.number - 1] is before.last else 0
