"""Conflicts of a report with printed values that earlier reports showed or the table typed."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.kernel import game as kernel
from companion.kernel.box.facts import FactValue, Unknown
from companion.kernel.box.inference import shown_values
from companion.kernel.box.printed_values import tracking_reads
from companion.kernel.forms.form import Draft
from companion.match.entries import FactsEntered
from companion.match.fold import Match
from companion.match.timeline import Item, is_one_act


class ValueConflict(NamedTuple):
    """Printed value without which a report is not refused, and where the value comes from."""

    fact: str
    value: FactValue
    """Value in force."""
    source: Item
    """Report that showed it, or for which it was typed; else the entry that typed it."""
    typed: bool
    """True if the table typed it, False if nobody has confirmed it."""
    instead: FactValue | None
    """Value that the refused report shows, if it shows one that can be printed there."""


def value_conflicts(
    match: Match, draft: Draft, *, private: bool = True
) -> tuple[ValueConflict, ...]:
    """Return the values of this match that a draft is refused by, and by nothing else.

    Args:
        match: the match at the moment of the draft.
        draft: the refused draft.
        private: False leaves out what only the acting seat may know.
    """
    box, sources = match.game.box, {**_typed(match), **_learned(match)}
    if box is None or not sources:
        return ()
    refused, read = tracking_reads(_refused, match, match.state, draft, private=private)
    if not refused:
        return ()
    return tuple(_conflicts(match, draft, sorted(read), sources, private=private))


def _conflicts(
    match: Match, draft: Draft, read: list[str], sources: Mapping[str, Item], *, private: bool
) -> Iterator[ValueConflict]:
    game, state, box = match.game, match.state, match.game.box
    assert box is not None
    for name in read:
        without = box.typed(state, {name: None})
        unread = box.of(without).get(name)
        fact = unread.fact if isinstance(unread, Unknown) else ""
        if fact not in sources or _refused(match, without, draft, private=private):
            continue
        action = kernel.complete(game, draft) if kernel.next_field(game, draft) is None else None
        shown = shown_values(game, without, action) if action else ()
        values = (one.value for one in shown if one.fact == fact)
        fitting = (value for value in values if box.fits({**match.known, fact: value}, fact))
        instead = next(fitting, None)
        typed = fact in match.facts
        yield ValueConflict(fact, match.known[fact], sources[fact], typed, instead)


def _refused(match: Match, state: Any, draft: Draft, *, private: bool) -> bool:
    return kernel.check_draft(match.game, state, draft, private=private) is not None


def _learned(match: Match) -> dict[str, Item]:
    return {fact: step.item for fact, step in match.learned.items()}


def _typed(match: Match) -> dict[str, Item]:
    """Return by fact the entry that typed it last; the report, if it was typed for one."""
    typed: dict[str, Item] = {}
    items = match.timeline.items
    for number, item in enumerate(items):
        if isinstance(item.body, FactsEntered):
            after = items[number + 1] if number + 1 < len(items) else None
            source = after if after is not None and is_one_act(item, after) else item
            typed |= {fact: source for fact, value in item.body.facts.items() if value is not None}
    return typed
