"""What was played shows of the box: values that nobody has read off it, and that are certain."""

from collections import OrderedDict
from collections.abc import Collection, Hashable, Iterator
from itertools import islice, takewhile
from typing import Final, NamedTuple

from companion.kernel import game as kernel
from companion.kernel.effects import Transfer
from companion.kernel.facts import FactValue
from companion.kernel.form import Draft
from companion.kernel.learning import shown
from companion.match.entries import Adjusted
from companion.match.fold import Match
from companion.match.steps import Step
from companion.table.veil import seen_by_all

_MATCHES: Final = 64
"""Of so many matches it is kept what their steps showed, so that each step is looked at once."""


_TYPED: Final = 200
"""So many values are one entry, which is how they are typed."""


class _Looked(NamedTuple):
    """The steps of a match that were looked at, and what they showed."""

    number: int
    first: Step
    last: Step
    found: dict[str, tuple[FactValue, ...]]
    """By value, what reports show of it: more than one thing where they contradict each other."""


_LOOKED: Final[OrderedDict[Hashable, _Looked]] = OrderedDict()


def was_read(match: Match, facts: Collection[str]) -> bool:
    """Whether anything that was played rests on one of these printed values."""
    return any(not step.read.isdisjoint(facts) for step in match.steps)


def said_instead(before: Match, after: Match, facts: Collection[str]) -> str | None:
    """The report that stood for a printed value, where nothing waits for one once it is known.

    Args:
        before: the match without the values.
        after: the match with them.
        facts: which ones.

    Returns:
        Its entry; None: whatever does not hold is not for that.
    """
    broken = after.broken
    if broken is None or broken.action is None:
        return None
    read = (step.read for step in before.steps if step.item.id == broken.item.id)
    draft = Draft(broken.action.kind, broken.action.seat, {})
    if next(read, frozenset()).isdisjoint(facts):
        return None
    forbidden = kernel.check_draft(after.game, after.state, draft, private=False)
    return broken.item.id if forbidden else None


def moved_for(before: Match, report: str) -> tuple[str, ...]:
    """What the table moved itself before it reported only that something was done by hand.

    Once the app carries it out, these adjustments would count it a second time. A report that moves
    something itself was no word for what they moved.

    Args:
        before: the match without the values.
        report: the entry that stood for them.
    """
    played = [step.item.id for step in before.steps]
    if report not in played:
        return ()
    at = played.index(report)
    if any(isinstance(effect, Transfer) for effect in before.steps[at].effects):
        return ()
    earlier = reversed(before.steps[:at])
    moved = takewhile(lambda step: isinstance(step.item.entry.body, Adjusted), earlier)
    return tuple(step.item.id for step in moved)


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
    for _ in looking(match):
        pass
    return known(match)


def looking(seen: Match) -> Iterator[None]:
    """Looks at the steps of a match that were not looked at, with a pause after each.

    What they show can be told to everybody, so it is found once for all who see the match.
    """
    match = seen_by_all(seen)
    if match.broken:
        return
    name, first = _name(match), _looked_at(match)
    found = {**_LOOKED[name].found} if first else {}
    for number, step in enumerate(match.steps[first:], first + 1):
        if step.action is not None and step.read and not step.consented:
            new = shown(match.game, match.states_before[step.item.id], step.action)
            for fact, value in new.items():
                found[fact] = tuple(dict.fromkeys((*found.get(fact, ()), value)))
        _LOOKED[name] = _Looked(number, match.steps[0], step, found)
        _LOOKED.move_to_end(name)
        yield
    while len(_LOOKED) > _MATCHES:
        _LOOKED.popitem(last=False)


def unlooked(match: Match) -> int:
    """How many of its steps were not looked at."""
    return 0 if match.broken else len(match.steps) - _looked_at(seen_by_all(match))


def known(match: Match) -> dict[str, FactValue]:
    """As `learned`, where all steps were looked at; else nothing yet."""
    new = ((fact, values[0]) for fact, values in _shown(match) if len(values) == 1)
    return dict(islice(new, _TYPED))


def contradicted(match: Match) -> dict[str, tuple[FactValue, ...]]:
    """By id, the values of which reports show one thing and another, where all were looked at."""
    return {fact: values for fact, values in _shown(match) if len(values) > 1}


def _shown(match: Match) -> Iterator[tuple[str, tuple[FactValue, ...]]]:
    """What was shown of what is not written down yet, where all steps were looked at."""
    if match.broken or not match.steps or unlooked(match):
        return
    for fact, values in _LOOKED[_name(seen_by_all(match))].found.items():
        if fact not in match.facts:
            yield fact, values


def _looked_at(match: Match) -> int:
    """How many of its steps were looked at before; none where they are others now."""
    before = _LOOKED.get(_name(match))
    if before is None or before.number > len(match.steps):
        return 0
    return before.number if match.steps[before.number - 1] is before.last else 0


def _name(match: Match) -> Hashable:
    """A match as somebody sees it: steps that were judged anew, or that another hub has, are
    others.

    What is kept holds the first step, so that its identity is not given to another one.
    """
    return match.started.match, id(match.steps[0]) if match.steps else None
