"""What is printed in one box: what is known, what is worth checking, what is missing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import groupby

from companion.kernel.facts import (
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
from companion.rulebook.loader import GameData
from companion.rulebook.wording import Wording

CHIPS = 24
"""The most numbers that are offered as chips; more of them are typed."""


class Standing(StrEnum):
    """How sure a printed value is."""

    OWN = "own"
    """Somebody read it off this box."""
    SURE = "sure"
    CHECK = "check"
    """Filled in, but worth a look at the piece."""
    MISSING = "missing"


@dataclass(frozen=True)
class Pick:
    """One value to touch."""

    value: FactValue
    text: str
    chosen: bool = False


@dataclass(frozen=True)
class FactView:
    """One printed value, to show and to change; put into words where it is shown."""

    spec: FactSpec
    wording: Wording = field(repr=False, compare=False)
    standing: Standing
    value: FactValue | None

    @property
    def id(self) -> str:
        """The value's id."""
        return self.spec.id

    @property
    def label(self) -> str:
        """What is printed there."""
        return self.wording.term(self.spec.label)

    @property
    def source(self) -> str:
        """Where it is printed."""
        return self.spec.source

    @cached_property
    def text(self) -> str:
        """The value as it reads; empty when it is missing."""
        return "" if self.value is None else self.wording.fact_shown(self.id, self.value)

    @cached_property
    def likely(self) -> tuple[Pick, ...]:
        """The values it may well be."""
        return tuple(
            Pick(candidate, self.wording.fact_shown(self.id, candidate), candidate == self.value)
            for candidate in self.spec.candidates
        )

    @cached_property
    def picks(self) -> tuple[Pick, ...]:
        """Every value it can be, one touch each; empty when there are too many.

        Of a row of numbers: the numbers it is made of.
        """
        return tuple(
            Pick(value, self.wording.fact_value(value), value == self.value)
            for value in _options(self.spec)
        )

    @property
    def count(self) -> int:
        """How many numbers in a row make up the value; 0 when it is no row."""
        return self.spec.count if isinstance(self.spec, IntsSpec) else 0

    @property
    def longest(self) -> int:
        """How long a text can be; 0 where it is none."""
        return self.spec.longest if isinstance(self.spec, TextSpec) else 0

    @property
    def composed(self) -> LinesSpec | LinksSpec | None:
        """What is composed bit by bit: lines, or links with other places."""
        return self.spec if isinstance(self.spec, LinesSpec | LinksSpec) else None

    @property
    def wanted(self) -> bool:
        """Whether the box lacks it, or has it."""
        return not (self.spec.aside and self.standing is Standing.MISSING)


@dataclass(frozen=True)
class GroupView:
    """What is printed on one thing: a tile, a kind of card."""

    id: str
    title: str
    facts: tuple[FactView, ...]
    free: bool = False
    """Whether it is an entry of an open catalogue that nobody has begun."""

    @property
    def missing(self) -> int:
        """How many values nobody knows."""
        return sum(fact.wanted for fact in self.facts if fact.standing is Standing.MISSING)

    @property
    def to_check(self) -> int:
        """How many are worth a look."""
        return sum(fact.standing is Standing.CHECK for fact in self.facts)


@dataclass(frozen=True)
class BoxView:
    """One box."""

    groups: tuple[GroupView, ...]
    free: tuple[GroupView, ...] = ()
    """Of each open catalogue the next entry that can be begun; it lacks nothing until it is."""

    @property
    def total(self) -> int:
        """How many values there are."""
        return sum(fact.wanted for group in self.groups for fact in group.facts)

    @property
    def missing(self) -> int:
        """How many values nobody knows."""
        return sum(group.missing for group in self.groups)

    @property
    def to_check(self) -> int:
        """How many are worth a look."""
        return sum(group.to_check for group in self.groups)

    def unfinished(self) -> tuple[GroupView, ...]:
        """The groups with something missing or to check; those with something missing first."""
        return tuple(
            sorted(
                (group for group in self.groups if group.missing or group.to_check),
                key=lambda group: not group.missing,
            )
        )


def box(data: GameData, wording: Wording, own: FactValues) -> BoxView:
    """The values of a box, grouped by what they are printed on, in the order of the data.

    Args:
        data: of the game.
        wording: the words of the game.
        own: what was read off this box.
    """
    groups = _groups(data, wording, own)
    return BoxView(tuple(g for g in groups if not g.free), _next_free(data, groups))


def _next_free(data: GameData, groups: tuple[GroupView, ...]) -> tuple[GroupView, ...]:
    free = {group.id: group for group in groups if group.free}
    entries = ((slot.group(entry) for entry in slot.entries) for slot in data.slots)
    found = (next((free[g] for g in listed if g in free), None) for listed in entries)
    return tuple(group for group in found if group)


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
            tuple(fact(spec, wording, own) for spec in found),
            group in free,
        )
        for group, found in groupby(specs, key=lambda spec: spec.group)
    )


def fact(spec: FactSpec, wording: Wording, own: FactValues) -> FactView:
    """One printed value."""
    value = own.get(spec.id, spec.value if spec.confidence in ("high", "medium") else None)
    value = tuple(value) if isinstance(value, list) else value
    return FactView(spec, wording, _standing(spec, own, value), value)


def _standing(spec: FactSpec, own: FactValues, value: FactValue | None) -> Standing:
    if spec.id in own:
        return Standing.OWN
    if value is None:
        return Standing.MISSING
    return Standing.SURE if spec.confidence == "high" else Standing.CHECK


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


def problem(data: GameData, wording: Wording, fact_id: str, value: object) -> str:
    """Why a value cannot be printed there, in words; empty when it can."""
    found = data.facts_by_id[fact_id].problem(value)
    return wording.fact_problem(found) if found else ""


def with_value(own: FactValues, fact_id: str, value: FactValue) -> dict[str, FactValue]:
    """What was read off a box, with one value more."""
    return {**own, fact_id: value}


def without_value(own: FactValues, fact_id: str) -> dict[str, FactValue]:
    """What was read off a box, without one value: what the app starts from counts again."""
    return {key: value for key, value in own.items() if key != fact_id}


def confirmed(own: FactValues, group: GroupView) -> dict[str, FactValue]:
    """What was read off a box, once somebody has looked at a whole piece and it agrees."""
    seen: Mapping[str, FactValue] = {f.id: f.value for f in group.facts if f.value is not None}
    return {**own, **seen}
