"""Facts of the box inferred with certainty from play, though nobody has read them."""

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from companion.kernel.box.facts import FactValue
from companion.kernel.box.inference import infer_facts
from companion.kernel.box.slots import contradiction
from companion.match.fold import Match
from companion.match.steps import Step
from companion.rulebook.loader import load
from companion.services.privacy.redaction import redacted_for_all

_MATCHES: Final = 64
"""Number of matches whose inferred facts are cached, so that each step is examined once."""


_TYPED: Final = 200
"""Maximum number of values in one entry."""


class _ExaminedSteps(NamedTuple):
    """Examined steps of a match, and the facts they show."""

    number: int
    first: Step
    last: Step
    values: dict[str, tuple[FactValue, ...]]
    """Values that reports show of each fact; more than one if they contradict each other."""


_EXAMINED: Final[OrderedDict[Hashable, _ExaminedSteps]] = OrderedDict()


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
    """Return the unrecorded values that the reports determine, by id."""
    for _ in examine_steps(match):
        pass
    return known(match)


def examine_steps(seen: Match) -> Iterator[None]:
    """Examine the remaining steps of a match, with a pause after each.

    The result may be shown to everybody, so it is shared by all who see the match.
    """
    match = redacted_for_all(seen)
    if match.broken:
        return
    name, first = _name(match), _looked_at(match)
    shown_values = {**_EXAMINED[name].values} if first else {}
    for number, step in enumerate(match.steps[first:], first + 1):
        if step.action is not None and step.read and not step.consented:
            new = infer_facts(match.game, match.states_before[step.item.id], step.action)
            for fact, value in new.items():
                shown_values[fact] = tuple(dict.fromkeys((*shown_values.get(fact, ()), value)))
        _EXAMINED[name] = _ExaminedSteps(number, match.steps[0], step, shown_values)
        _EXAMINED.move_to_end(name)
        yield
    while len(_EXAMINED) > _MATCHES:
        _EXAMINED.popitem(last=False)


def unexamined_steps(match: Match) -> int:
    """Return the number of steps not yet examined."""
    return 0 if match.broken else len(match.steps) - _looked_at(redacted_for_all(match))


def known(match: Match) -> dict[str, FactValue]:
    """Return the same as `inferred_facts`, but nothing while steps are unexamined.

    A value that cannot be printed there, or beside the others of the box, is not learned: then some
    report was wrong.
    """
    data, new = load(match.game.id), dict[str, FactValue]()
    told = dict(match.facts)
    for fact, values in _unrecorded_values(match):
        if len(values) > 1 or data.facts_by_id[fact].problem(values[0]):
            continue
        told[fact] = values[0]
        if contradiction(data.slots, told, fact):
            del told[fact]
        else:
            new[fact] = values[0]
    return dict(islice(new.items(), _TYPED))


def contradicted(match: Match) -> dict[str, tuple[FactValue, ...]]:
    """Return the values on which reports disagree, by id, once all steps are examined."""
    return {fact: values for fact, values in _unrecorded_values(match) if len(values) > 1}


def _unrecorded_values(match: Match) -> Iterator[tuple[str, tuple[FactValue, ...]]]:
    """Yield the shown values that are not recorded, once all steps are examined."""
    if match.broken or not match.steps or unexamined_steps(match):
        return
    for fact, values in _EXAMINED[_name(redacted_for_all(match))].values.items():
        if fact not in match.facts:
            yield fact, values


def _looked_at(match: Match) -> int:
    """Return the number of steps already examined; 0 if the steps have changed."""
    before = _EXAMINED.get(_name(match))
    if before is None or before.number > len(match.steps):
        return 0
    return before.number if match.steps[before.number - 1] is before.last else 0


def _name(match: Match) -> Hashable:
    """Return the cache key of a match as one viewer sees it.

    Steps judged anew, or of another hub, have another key. The cache holds the first step so that
    its id is not reused.
    """
    return match.started.match, id(match.steps[0]) if match.steps else None
