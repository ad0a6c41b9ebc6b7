"""View model of one box: its known, uncertain and missing values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import groupby

from companion.kernel.box.facts import (
    ChoiceSpec,
    FactSpec,
    FactValue,
    FactValues,
    IntSpec,
    IntsSpec,
    LinesSpec,
    LinksSpec,
    TextSpec,
)
from companion.kernel.box.slots import contradiction
from companion.rulebook.loader import GameData
from companion.rulebook.wording import Wording

CHIPS = 24
"""Greatest number of values offered as chips. With more, the value is typed."""


class Certainty(StrEnum):
    """Certainty of a printed value."""

    OWN = "own"
    """Read off this box by somebody."""
    SURE = "sure"
    CHECK = "check"
    """Filled in, but worth checking on the piece."""
    MISSING = "missing"


@dataclass(frozen=True)
class ValueButton:
    """Button for one value."""

    value: FactValue
    text: str
    chosen: bool = False


@dataclass(frozen=True)
class FactView:
    """View model of one printed value. Its texts are computed when they are rendered."""

    spec: FactSpec
    wording: Wording = field(repr=False, compare=False)
    standing: Certainty
    value: FactValue | None

    @property
    def id(self) -> str:
        """Return the id of the value."""
        return self.spec.id

    @property
    def label(self) -> str:
        """Return the name of the value."""
        return self.wording.term(self.spec.label)

    @property
    def source(self) -> str:
        """Return where the value is printed."""
        return self.spec.source

    @cached_property
    def text(self) -> str:
        """Return the value as text, or an empty text if it is missing."""
        return "" if self.value is None else self.wording.fact_shown(self.id, self.value)

    @cached_property
    def likely(self) -> tuple[ValueButton, ...]:
        """Return the probable values."""
        return tuple(
            ValueButton(
                candidate, self.wording.fact_shown(self.id, candidate), candidate == self.value
            )
            for candidate in self.spec.candidates
        )

    @cached_property
    def picks(self) -> tuple[ValueButton, ...]:
        """Return a button for every possible value, or nothing if there are too many.

        For a row of numbers, return the numbers it can contain.
        """
        return tuple(
            ValueButton(value, self.wording.fact_value(value), value == self.value)
            for value in _options(self.spec)
        )

    @property
    def count(self) -> int:
        """Return how many numbers a row has, or 0 if the value is not a row."""
        return self.spec.count if isinstance(self.spec, IntsSpec) else 0

    @property
    def longest(self) -> int:
        """Return the maximum length of a text, or 0 if the value is not a text."""
        return self.spec.longest if isinstance(self.spec, TextSpec) else 0

    @property
    def composed(self) -> LinesSpec | LinksSpec | None:
        """Return the spec of a value composed in steps: lines, or links with other places."""
        return self.spec if isinstance(self.spec, LinesSpec | LinksSpec) else None

    @property
    def wanted(self) -> bool:
        """Return whether the value counts: the box has it, or should have it."""
        return not (self.spec.aside and self.standing is Certainty.MISSING)


@dataclass(frozen=True)
class GroupView:
    """View model of the values printed on one thing: a tile, a kind of card."""

    id: str
    title: str
    facts: tuple[FactView, ...]
    free: bool = False
    """True if it is an entry of an open catalogue that nobody has begun."""

    @property
    def missing(self) -> int:
        """Return the number of unknown values."""
        return sum(fact.wanted for fact in self.facts if fact.standing is Certainty.MISSING)

    @property
    def to_check(self) -> int:
        """Return the number of values worth checking."""
        return sum(fact.standing is Certainty.CHECK for fact in self.facts)


@dataclass(frozen=True)
class BoxView:
    """View model of one box."""

    groups: tuple[GroupView, ...]
    free: tuple[GroupView, ...] = ()
    """Next entry to begin in each open catalogue. Its values do not count as missing yet."""

    @property
    def total(self) -> int:
        """Return the number of values."""
        return sum(fact.wanted for group in self.groups for fact in group.facts)

    @property
    def missing(self) -> int:
        """Return the number of unknown values."""
        return sum(group.missing for group in self.groups)

    @property
    def to_check(self) -> int:
        """Return the number of values worth checking."""
        return sum(group.to_check for group in self.groups)

    def unfinished(self) -> tuple[GroupView, ...]:
        """Return the groups with missing or uncertain values, those with missing ones first."""
        return tuple(
            sorted(
                (group for group in self.groups if group.missing or group.to_check),
                key=lambda group: not group.missing,
            )
        )


def box(data: GameData, wording: Wording, own: FactValues) -> BoxView:
    """Build the view of a box, grouped by what the values are printed on, in data order.

    Args:
        data: data of the game.
        wording: words of the game.
        own: values read off this box.
    """
    groups = _groups(data, wording, own)
    return BoxView(tuple(g for g in groups if not g.free), _next_free(data, groups))


def _next_free(data: GameData, groups: tuple[GroupView, ...]) -> tuple[GroupView, ...]:
    free = {group.id: group for group in groups if group.free}
    entries = ((slot.group(entry) for entry in slot.entries) for slot in data.slots)
    following = (next((free[g] for g in listed if g in free), None) for listed in entries)
    return tuple(group for group in following if group)


def _groups(data: GameData, wording: Wording, own: FactValues) -> tuple[GroupView, ...]:
    known = {**data.default_facts(), **own}
    free = {
        slot.group(entry)
        for slot in data.slots
        if slot.open
        for entry in slot.entries
        if not slot.begun(entry, known)
    }
    order = {group: n for n, group in enumerate(dict.fromkeys(s.group for s in data.facts))}
    specs = sorted(data.facts, key=lambda spec: order[spec.group])
    return tuple(
        GroupView(
            group,
            wording.term(group),
            tuple(fact(spec, wording, own) for spec in grouped),
            group in free,
        )
        for group, grouped in groupby(specs, key=lambda spec: spec.group)
    )


def fact(spec: FactSpec, wording: Wording, own: FactValues) -> FactView:
    """Build the view of one printed value."""
    value = own.get(spec.id, spec.value if spec.confidence in ("high", "medium") else None)
    value = tuple(value) if isinstance(value, list) else value
    return FactView(spec, wording, _standing(spec, own, value), value)


def _standing(spec: FactSpec, own: FactValues, value: FactValue | None) -> Certainty:
    if spec.id in own:
        return Certainty.OWN
    if value is None:
        return Certainty.MISSING
    return Certainty.SURE if spec.confidence == "high" else Certainty.CHECK


def _options(spec: FactSpec) -> Iterable[FactValue]:
    match spec:
        case ChoiceSpec(options=options):
            return options
        case IntsSpec():
            return range(spec.minimum, spec.maximum + 1)
        case IntSpec():
            numbers = range(spec.minimum, spec.maximum + 1)
            return numbers if len(numbers) <= CHIPS else ()
        case _:
            return ()


def problem(
    data: GameData, wording: Wording, fact_id: str, value: FactValue, own: FactValues
) -> str:
    """Return why a value cannot be printed there, or an empty text if it can."""
    values = {**data.default_facts(), **own, fact_id: value}
    issue = data.facts_by_id[fact_id].problem(value) or contradiction(data.slots, values, fact_id)
    return wording.fact_problem(issue) if issue else ""


def with_value(own: FactValues, fact_id: str, value: FactValue) -> dict[str, FactValue]:
    """Return the values read off a box with one added."""
    return {**own, fact_id: value}


def without_value(own: FactValues, fact_id: str) -> dict[str, FactValue]:
    """Return the values read off a box without one, which gets its default again."""
    return {key: value for key, value in own.items() if key != fact_id}


def confirmed(own: FactValues, group: GroupView) -> dict[str, FactValue]:
    """Return the values read off a box after a whole group was checked and found correct."""
    seen: Mapping[str, FactValue] = {f.id: f.value for f in group.facts if f.value is not None}
    return {**own, **seen}
