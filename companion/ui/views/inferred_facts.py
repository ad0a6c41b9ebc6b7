"""Facts of the box inferred with certainty from play, though nobody has read them."""

from itertools import islice
from typing import Final

from companion.kernel.box.facts import FactValue
from companion.kernel.memo import memoised
from companion.match.fold import Match
from companion.match.shown_values import shown_in
from companion.services.privacy.redaction import redacted_for_all

_TYPED: Final = 200
"""Maximum number of values in one entry."""


def changes_replay(before: Match, after: Match) -> bool:
    """Return whether the values change the replay, or break it.

    The last report may continue where it waited for the value, and then the duties change. That
    takes nothing back and does not count as a change.
    """
    if after.broken is not None:
        return before.broken is None or before.broken.item != after.broken.item
    pairs = zip(before.steps, after.steps, strict=False)
    changed = [n for n, (one, other) in enumerate(pairs, 1) if one.effects != other.effects]
    return bool(changed) and not (changed == [len(before.steps)] and _goes_on(before, after))


def _goes_on(before: Match, after: Match) -> bool:
    """Return whether the last step keeps its effects and only its pending duty changes."""
    one, other = before.steps[-1].effects, after.steps[len(before.steps) - 1].effects
    waited = before.game.duties(before.state) != after.game.duties(after.state)
    return waited and other[: len(one)] == one


def inferred_facts(match: Match) -> dict[str, FactValue]:
    """Return the values that the reports show and nobody has typed, by id.

    They are in force already, except in matches of earlier versions (`Started.learns`).
    """
    shown = ((fact, values) for fact, values in _of_all(match).items() if len(values) == 1)
    return dict(islice(((fact, values[0]) for fact, values in shown), _TYPED))


def contradicted(match: Match) -> dict[str, tuple[FactValue, ...]]:
    """Return the values on which reports disagree, by id."""
    return {fact: values for fact, values in _of_all(match).items() if len(values) > 1}


def _of_all(match: Match) -> dict[str, tuple[FactValue, ...]]:
    """Return `_shown`; what is found in a match of an earlier version suits all its viewers."""
    return memoised(match if match.started.learns else redacted_for_all(match), _shown)


def _shown(match: Match) -> dict[str, tuple[FactValue, ...]]:
    """Return the values that reports show of each fact that nobody has typed."""
    shown: dict[str, tuple[FactValue, ...]] = {}
    if match.broken is None:
        for one in shown_in(match):
            if one.fact not in match.facts:
                values = (*shown.get(one.fact, ()), one.value)
                shown[one.fact] = tuple(dict.fromkeys(values))
    return shown
