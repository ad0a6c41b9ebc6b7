"""Slots: many things of a box with the same fields: tiles, cards, events.

A slot is declared once and stands for the printed values of each of its entries, `card.7.name`,
`card.7.cost`. What a table adds to the catalogue of its box are values like any other.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator, model_validator

from companion.kernel.box.facts import (
    Confidence,
    FactProblem,
    FactSpec,
    FactValue,
    FactValues,
    LinksSpec,
    TextSpec,
)
from companion.kernel.models import folded

_SPEC: TypeAdapter[FactSpec] = TypeAdapter(FactSpec)


def _flat(given: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in given.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


class Shipped(BaseModel):
    """Known values of one entry from one source."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    of: str
    """Entry id."""
    confidence: Confidence
    source: str = ""
    values: dict[str, FactValue] = Field(default_factory=dict)
    """Values by field."""
    candidates: dict[str, tuple[FactValue, ...]] = Field(default_factory=dict)
    """Plausible values by field."""

    @field_validator("values", "candidates", mode="before")
    @classmethod
    def _dotted(cls, given: Any) -> Any:
        """Flatten nested tables into dotted fields, as in `first.cost = 2`."""
        return dict(_flat(given)) if isinstance(given, Mapping) else given


class SlotSpec(BaseModel):
    """Kind of thing with the fields of each entry, declared as `[[slot]]` in `box.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    entries: tuple[str, ...]
    """Ids of its entries: given by name, or counted from 1 (`count`)."""
    fields: tuple[FactSpec, ...] = Field(min_length=1)
    """Specs of the printed values by their id within an entry."""
    name: str = ""
    """Field with the name of an entry; empty: its term names it."""
    shows: tuple[str, ...] = ()
    """Fields that identify an entry without a name, as far as they are known."""
    between: str = ""
    """Prefix of the term keys of the two things that an entry lies between."""
    alike: dict[str, dict[str, str]] = Field(default_factory=dict)
    """By field and value, the printed number of entries that have it."""
    open: bool = False
    """True if the table fills it in as things turn up, so an empty entry lacks nothing."""
    shipped: tuple[Shipped, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _short(cls, given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        expanded = dict(given)
        if "count" in expanded:
            expanded["entries"] = tuple(str(n + 1) for n in range(expanded.pop("count")))
        unsaid = {"group": "", "confidence": "unknown"}
        expanded["fields"] = [{**unsaid, **field} for field in expanded.get("fields", ())]
        return expanded

    @model_validator(mode="after")
    def _fits(self) -> "SlotSpec":
        ids = {field.id for field in self.fields}
        said = {f for row in self.shipped for f in (*row.values, *row.candidates)}
        odd = {*said, *self.shows, *filter(None, (self.name,))} - ids
        odd |= {row.of for row in self.shipped} - set(self.entries) | self.alike.keys() - ids
        if odd or len(ids) < len(self.fields) or len(set(self.entries)) < len(self.entries):
            raise ValueError(f"slot {self.id}: {sorted(odd)}")
        if self.name and not isinstance(self._field(self.name), TextSpec):
            raise ValueError(f"slot {self.id}: {self.name} is no text")
        return self

    def _field(self, name: str) -> FactSpec:
        return next(field for field in self.fields if field.id == name)

    def group(self, entry: str) -> str:
        """Return the term key of an entry, on which its values are printed."""
        return f"{self.id}.{entry}"

    def ends(self, entry: str) -> tuple[str, str]:
        """Return the term keys of the two things that an entry lies between."""
        one, _, other = entry.partition("x")
        return f"{self.between}{one}", f"{self.between}{other}"

    def fact(self, entry: str, field: str) -> str:
        """Return the id of a printed value."""
        return f"{self.id}.{entry}.{field}"

    def begun(self, entry: str, values: FactValues) -> bool:
        """Return whether anything is known of an entry."""
        return any(self.fact(entry, field.id) in values for field in self.fields)

    def names(self, values: FactValues) -> dict[str, str]:
        """Return the names that the table gave to entries, by term key."""
        if not self.name:
            return {}
        said = ((self.group(e), values.get(self.fact(e, self.name))) for e in self.entries)
        return {group: name for group, name in said if isinstance(name, str)}

    def faces(self, values: FactValues) -> dict[str, dict[str, FactValue]]:
        """Return the known identifying values by entry, for entries with any."""
        faces = {
            entry: {
                field: value
                for field in self.shows
                if (value := values.get(self.fact(entry, field))) is not None
            }
            for entry in self.entries
        }
        return {entry: face for entry, face in faces.items() if face}


def contradiction(slots: Sequence[SlotSpec], values: FactValues, fact: str) -> FactProblem | None:
    """Return why a value cannot stand beside the others of its box, or None.

    Args:
        slots: slots of the box.
        values: all values, that one included.
        fact: id of the value.
    """
    of, _, rest = fact.partition(".")
    entry, _, field = rest.partition(".")
    slot = next((slot for slot in slots if slot.id == of), None)
    if slot is None or not field or field not in (slot.name, *slot.alike):
        return None
    return _contradiction(slot, values, entry, field)


def _contradiction(
    slot: SlotSpec, values: FactValues, entry: str, field: str
) -> FactProblem | None:
    fact = slot.fact(entry, field)
    value = values.get(fact)
    if value is None:
        return None
    others = [values.get(slot.fact(other, field)) for other in slot.entries if other != entry]
    if field == slot.name:
        taken = {folded(other) for other in others if isinstance(other, str)}
        return FactProblem(fact, "name_taken") if folded(str(value)) in taken else None
    for wanted, number_of in slot.alike[field].items():
        number = values.get(number_of)
        if not isinstance(number, int):
            continue
        like = sum(other == wanted for other in others)
        unlike = sum(other not in (None, wanted) for other in others)
        most, there = (number, like) if value == wanted else (len(slot.entries) - number, unlike)
        if there >= most:
            return FactProblem(fact, "too_many_alike", {"most": most})
    return None


def specs(slots: Sequence[SlotSpec]) -> tuple[FactSpec, ...]:
    """Return the specs of all printed values, entry by entry.

    Raises:
        ValueError: a field links to an unknown slot.
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
    """Return by entry the linked entries, in both directions: a map.

    It presumes that the field links to entries of the slot itself.
    """
    linked: dict[str, set[str]] = {entry: set() for entry in slot.entries}
    for entry in slot.entries:
        said = values.get(slot.fact(entry, field))
        for other in said if isinstance(said, tuple | list) else ():
            linked[entry].add(str(other))
            linked.setdefault(str(other), set()).add(entry)
    return {entry: frozenset(others) for entry, others in linked.items()}
