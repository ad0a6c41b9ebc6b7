"""Conflicts of a report with printed values that earlier reports showed or the table typed."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.kernel import legality
from companion.kernel.box.facts import FactValue, FactValues, Unknown
from companion.kernel.box.inference import Shown, shown_values
from companion.kernel.box.printed_values import tracking_reads
from companion.kernel.form import Draft
from companion.kernel.memo import memoised
from companion.match.entries import Edit, FactsEntered, Insert, Replace, Started
from companion.match.fold import Match
from companion.match.steps import Step, shown_by, unread_at
from companion.match.timeline import Item, is_one_act, told_later


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
        action = (
            legality.complete(game, draft) if legality.next_field(game, draft) is None else None
        )
        shown = shown_values(game, without, action) if action else ()
        values = (one.value for one in shown if one.fact == fact)
        fitting = (value for value in values if box.fits({**match.known, fact: value}, fact))
        instead = next(fitting, None)
        typed = fact in match.facts
        yield ValueConflict(fact, match.known[fact], sources[fact], typed, instead)


def _refused(match: Match, state: Any, draft: Draft, *, private: bool) -> bool:
    return legality.check_draft(match.game, state, draft, private=private) is not None


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


def told_before(match: Match, facts: Mapping[str, FactValue | None]) -> tuple[str, ...]:
    """Return what becomes known by typing some values and reports of a match have answered."""
    box, rulings = match.game.box, match.started.rulings
    values = {**match.facts, **{fact: value for fact, value in facts.items() if value is not None}}
    if box is None or legality.check_setup(match.game, match.options, values, rulings):
        return ()
    now = box.of(match.start)
    known = box.of(match.game.setup(match.options, values, rulings)).other_than(now)
    told: set[str] = set()
    state = match.start
    for step in match.steps:
        if step.action is not None:
            told.update(match.game.tells(state, step.action))
        state = step.state
    return tuple(sorted(name for name in told & known if isinstance(now[name], Unknown)))


def with_told(match: Match, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Return the edits of an amendment; values among them say what reports had answered before."""
    facts: dict[str, FactValue | None] = {}
    for edit in edits:
        if isinstance(edit, Insert | Replace) and isinstance(edit.body, FactsEntered):
            facts |= edit.body.facts
    told = told_before(match, facts) if facts else ()
    return tuple(_telling(edit, told) for edit in edits)


def _telling(edit: Edit, told: tuple[str, ...]) -> Edit:
    if not isinstance(edit, Insert | Replace) or not isinstance(edit.body, FactsEntered):
        return edit
    return edit.model_copy(update={"body": edit.body.model_copy(update={"told": told})})


def shown_in(match: Match) -> tuple[Shown, ...]:
    """Return what the reports of a match show of its box, in order.

    Matches of earlier versions learn nothing. It is found when it is asked for, once for each step.
    """
    if match.started.learns:
        return tuple(one for step in match.steps for one in step.shows)
    by_number, told = memoised(match.started, _memo), told_later(match.timeline)
    state, shown = match.start, list[Shown]()

    def known() -> FactValues:
        return {**{one.fact: one.value for one in shown}, **match.facts}

    for number, step in enumerate(match.steps):
        if number not in by_number or by_number[number][0] is not step:
            unread = unread_at(match.started, step.item, told, ())
            by_number[number] = step, shown_by(match.game, state, step, unread, known)
        shown += by_number[number][1]
        state = step.state
    return tuple(shown)


def _memo(_started: Started) -> dict[int, tuple[Step, tuple[Shown, ...]]]:
    """Return an empty memo of a match: by number, a step and what it shows."""
    return {}
