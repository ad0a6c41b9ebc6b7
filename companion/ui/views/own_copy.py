"""Details of the table's own copy, typed at any time: arrangement and names of things.

Pure: what to draw and what to type, from the facts of a match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.kernel.box.facts import FactValue, FactValues, LinesSpec, TextSpec
from companion.match.fold import Match
from companion.rulebook.templates import capitalised
from companion.rulebook.wording import Wording
from companion.ui.views.table.status import last_step


@dataclass(frozen=True, slots=True)
class CopyGrid:
    """Things of a board drawn as a grid, arranged once by the table."""

    things: tuple[str, ...]
    """Keys of the things, in their default order."""
    field: str
    """Name of the fact with the cell of each thing, counted from 1 by rows."""
    columns: int


def in_place(plan: CopyGrid, facts: FactValues) -> tuple[str, ...]:
    """Return the things in the order of their cells."""

    def cell(thing: str) -> tuple[int, int]:
        number = plan.things.index(thing)
        position = facts.get(f"{thing}.{plan.field}")
        return (position if isinstance(position, int) else number + 1, number)

    return tuple(sorted(plan.things, key=cell))


def swapped(order: Sequence[str], one: str, other: str) -> tuple[str, ...]:
    """Return the order with two things swapped."""
    places = {one: other, other: one}
    return tuple(places.get(thing, thing) for thing in order)


def cells(plan: CopyGrid, order: Sequence[str], facts: FactValues) -> dict[str, FactValue]:
    """Return the facts that must be typed to get this order."""
    said = {f"{thing}.{plan.field}": n for n, thing in enumerate(order, 1)}
    return {fact: n for fact, n in said.items() if facts.get(fact) != n}


def name_facts(wording: Wording) -> Mapping[str, str]:
    """Return the id of the name fact of each thing that has one."""
    slots = (slot for slot in wording.data.slots if slot.name)
    return {slot.group(e): slot.fact(e, slot.name) for slot in slots for e in slot.entries}


def longest(wording: Wording, fact: str) -> int:
    """Return the maximum length of a name."""
    spec = wording.data.facts_by_id[fact]
    assert isinstance(spec, TextSpec)
    return spec.longest


def unnamed_does(wording: Wording, thing: object) -> str:
    """Describe the effect of a thing without a name, by which its holder recognises it."""
    kind, _, entry = str(thing).partition(".")
    slot = next((slot for slot in wording.data.slots if slot.id == kind and slot.name), None)
    if slot is None or slot.fact(entry, slot.name) in wording.facts:
        return ""
    lines = (slot.fact(entry, field.id) for field in slot.fields if isinstance(field, LinesSpec))
    said = (fact for fact in lines if fact in wording.facts)
    return " · ".join(_does(fact, wording) for fact in said)


def _does(fact: str, wording: Wording) -> str:
    """Describe lines; those of a single verb, such as a cost, by the game's own sentence."""
    spec, value = wording.data.facts_by_id[fact], wording.facts[fact]
    if isinstance(spec, LinesSpec) and len(spec.verbs) == 1:
        return capitalised(wording.describe_fact(fact, value))
    return wording.fact_shown(fact, value)


def nameless(match: Match, wording: Wording, in_use: Sequence[str]) -> tuple[str, ...]:
    """Return the things in use that have no name yet, in the order given."""
    facts = name_facts(wording)
    return tuple(thing for thing in in_use if thing in facts and facts[thing] not in match.facts)


def just_met(match: Match, wording: Wording, in_use: Sequence[str]) -> str | None:
    """Return the unnamed thing that the last report was about."""
    step = last_step(match)
    if step is None or step.action is None:
        return None
    action = step.action
    said = [getattr(action, name) for name in action.form_fields()]
    return next((thing for thing in nameless(match, wording, in_use) if thing in said), None)


@dataclass(frozen=True, slots=True)
class ListedCard:
    """Printed card on the sheet of the rules."""

    id: str
    group: str
    """Name of its group in the list."""
    name: str
    lines: tuple[str, ...]
    section: str = ""
    """Section that explains it; empty: none of its own."""
