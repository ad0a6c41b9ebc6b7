"""Slots: what a box holds many of, all with the same fields: tiles, cards, events.

A slot is said once and stands for the printed values of each of its entries, `card.7.name`,
`card.7.cost`. What a table adds to the catalogue of its box are values like any other.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator, model_validator

from companion.kernel.facts import (
    Confidence,
    FactSpec,
    FactValue,
    FactValues,
    LinksSpec,
    TextSpec,
)

_SPEC: TypeAdapter[FactSpec] = TypeAdapter(FactSpec)


def _flat(given: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in given.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


class Shipped(BaseModel):
    """What is known of one entry from one source."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    of: str
    """The entry."""
    confidence: Confidence
    source: str = ""
    values: dict[str, FactValue] = Field(default_factory=dict)
    """By field."""
    candidates: dict[str, tuple[FactValue, ...]] = Field(default_factory=dict)
    """By field, the values that it may well have."""

    @field_validator("values", "candidates", mode="before")
    @classmethod
    def _dotted(cls, given: Any) -> Any:
        """`first.cost = 2` is a table within a table; here it is one field."""
        return dict(_flat(given)) if isinstance(given, Mapping) else given


class SlotSpec(BaseModel):
    """A kind of thing with the fields of each entry, as `[[slot]]` of `box.toml` says it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    entries: tuple[str, ...]
    """The ids of its entries: given by name, or counted from 1 (`count`)."""
    fields: tuple[FactSpec, ...] = Field(min_length=1)
    """Printed values by the id that they have within an entry."""
    name: str = ""
    """The field that says what an entry is called; empty: its term does."""
    shows: tuple[str, ...] = ()
    """The fields by which an entry that has no name is told apart, once all of them are known."""
    between: str = ""
    """Of entries between two things, their numbers with an x: how the ids of these begin."""
    open: bool = False
    """Whether the table fills it in as things turn up, so that an empty entry lacks nothing."""
    shipped: tuple[Shipped, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _short(cls, given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        told = dict(given)
        if "count" in told:
            told["entries"] = tuple(str(n + 1) for n in range(told.pop("count")))
        unsaid = {"group": "", "confidence": "unknown"}
        told["fields"] = [{**unsaid, **field} for field in told.get("fields", ())]
        return told

    @model_validator(mode="after")
    def _fits(self) -> "SlotSpec":
        ids = {field.id for field in self.fields}
        said = {f for row in self.shipped for f in (*row.values, *row.candidates)}
        odd = {*said, *self.shows, *filter(None, (self.name,))} - ids
        odd |= {row.of for row in self.shipped} - set(self.entries)
        if odd or len(ids) < len(self.fields) or len(set(self.entries)) < len(self.entries):
            raise ValueError(f"slot {self.id}: {sorted(odd)}")
        if self.name and not isinstance(self._field(self.name), TextSpec):
            raise ValueError(f"slot {self.id}: {self.name} is no text")
        return self

    def _field(self, name: str) -> FactSpec:
        return next(field for field in self.fields if field.id == name)

    def group(self, entry: str) -> str:
        """The term key of an entry: what its values are printed on."""
        return f"{self.id}.{entry}"

    def ends(self, entry: str) -> tuple[str, str]:
        """The term keys of the two things that an entry lies between."""
        one, _, other = entry.partition("x")
        return f"{self.between}{one}", f"{self.between}{other}"

    def fact(self, entry: str, field: str) -> str:
        """The id of a printed value."""
        return f"{self.id}.{entry}.{field}"

    def begun(self, entry: str, values: FactValues) -> bool:
        """Whether anything is known of an entry."""
        return any(self.fact(entry, field.id) in values for field in self.fields)

    def names(self, values: FactValues) -> dict[str, str]:
        """By term key, what the table calls the entries that it named."""
        if not self.name:
            return {}
        said = ((self.group(e), values.get(self.fact(e, self.name))) for e in self.entries)
        return {group: name for group, name in said if isinstance(name, str)}

    def faces(self, values: FactValues) -> dict[str, dict[str, FactValue]]:
        """By entry, what it is told apart by, of those of which all of it is known."""
        if not self.shows:
            return {}
        found = {
            entry: {field: values.get(self.fact(entry, field)) for field in self.shows}
            for entry in self.entries
        }
        return {
            entry: {field: value for field, value in face.items() if value is not None}
            for entry, face in found.items()
            if None not in face.values()
        }


def specs(slots: Sequence[SlotSpec]) -> tuple[FactSpec, ...]:
    """The printed values of all entries, entry by entry.

    Raises:
        ValueError: a field links to a slot that there is not.
    """
    entries = {slot.id: slot.entries for slot in slots}
    return tuple(
        spec for slot in slots for entry in slot.entries for spec in _of(slot, entry, entries)
    )


def _of(slot: SlotSpec, entry: str, entries: Mapping[str, tuple[str, ...]]) -> Iterator[FactSpec]:
    known: dict[str, dict[str, Any]] = {}
    for row in slot.shipped:
        if row.of == entry:
            said = {"confidence": row.confidence, "source": row.source}
            for field, value in row.values.items():
                known.setdefault(field, {}).update(said, value=value)
            for field, candidates in row.candidates.items():
                known.setdefault(field, {}).update(said, candidates=candidates)
    for spec in slot.fields:
        own = {"id": slot.fact(entry, spec.id), "group": slot.group(entry)}
        links: dict[str, Any] = {}
        if isinstance(spec, LinksSpec):
            if spec.to not in entries:
                raise ValueError(f"{slot.id}.{spec.id}: no slot {spec.to}")
            among = (e for e in entries[spec.to] if (spec.to, e) != (slot.id, entry))
            links = {"among": tuple(among)}
        yield _SPEC.validate_python({**spec.model_dump(), **own, **links, **known.get(spec.id, {})})


def links(slot: SlotSpec, field: str, values: FactValues) -> dict[str, frozenset[str]]:
    """By entry, those that it is linked with, whichever of the two says so: a map.

    Presumes that the field links to entries of the slot itself.
    """
    found: dict[str, set[str]] = {entry: set() for entry in slot.entries}
    for entry in slot.entries:
        said = values.get(slot.fact(entry, field))
        for other in said if isinstance(said, tuple | list) else ():
            found[entry].add(str(other))
            found.setdefault(str(other), set()).add(entry)
    return {entry: frozenset(others) for entry, others in found.items()}
