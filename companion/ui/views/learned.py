"""What was played shows of the box: values that nobody has read off it, and that are certain."""

from collections.abc import Collection

from companion.kernel.facts import FactValue
from companion.kernel.learning import shown
from companion.match.fold import Match

_LATELY = 6
"""How many steps back it is looked for: what was just played is what a table still sees."""


def was_read(match: Match, facts: Collection[str]) -> bool:
    """Whether anything that was played rests on one of these printed values."""
    return any(not step.read.isdisjoint(facts) for step in match.steps)


def told_otherwise(before: Match, after: Match) -> bool:
    """Whether what was played does something else once more is known, or does not hold any more."""
    if after.broken is not None:
        return before.broken is None or before.broken.item != after.broken.item
    return any(
        one.effects != other.effects for one, other in zip(before.steps, after.steps, strict=False)
    )


def learned(match: Match) -> dict[str, FactValue]:
    """By id, the values that the last reports leave no choice of."""
    found: dict[str, FactValue] = {}
    if match.broken:
        return found
    for step in match.steps[-_LATELY:]:
        if step.action is not None and step.read and not step.consented:
            there = match.states_before[step.item.id]
            found |= shown(match.game, there, step.action)
    return {fact: value for fact, value in found.items() if fact not in match.facts}
