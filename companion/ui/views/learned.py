"""What was played shows of the box: values that nobody has read off it, and that are certain."""

from companion.kernel.facts import FactValue
from companion.kernel.learning import shown
from companion.match.fold import Match

_LATELY = 6
"""How many steps back it is looked for: what was just played is what a table still sees."""


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
