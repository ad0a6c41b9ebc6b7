"""What a game's data says can be typed: printed values and readings. Checks what an acta claims."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.kernel.facts import FactProblem, FactSpec
from companion.kernel.rulings import Ruling
from companion.match.entries import (
    Amended,
    Entry,
    FactEntered,
    Insert,
    Replace,
    RulingChanged,
    Started,
)
from companion.match.errors import ActaError


@dataclass(frozen=True)
class Catalog:
    """The printed values and the rulings of one game."""

    fact_specs: tuple[FactSpec, ...]
    rulings: tuple[Ruling, ...]

    @cached_property
    def _specs(self) -> Mapping[str, FactSpec]:
        return {spec.id: spec for spec in self.fact_specs}

    @cached_property
    def _readings(self) -> Mapping[str, tuple[str, ...]]:
        return {ruling.id: ruling.readings for ruling in self.rulings}

    @property
    def default_rulings(self) -> dict[str, str]:
        """The default reading of every ruling."""
        return {ruling.id: ruling.default for ruling in self.rulings}

    def knows_fact(self, fact: str) -> bool:
        """Whether there is such a printed value in the box."""
        return fact in self._specs

    def fact_problem(self, fact: str, value: object) -> FactProblem | None:
        """Why this cannot be printed there, or None. Presumes that the fact is known."""
        return None if value is None else self._specs[fact].problem(value)

    def has_reading(self, ruling: str, reading: str) -> bool:
        """Whether the ruling exists and has that reading."""
        return reading in self._readings.get(ruling, ())


def check_claims(catalog: Catalog, entries: Iterable[Entry]) -> None:
    """Nothing, if every printed value and reading of an acta can exist.

    Raises:
        ActaError: `unknown_fact` or `unknown_ruling`.
    """
    for entry in entries:
        for fact, value in _facts(entry):
            if not catalog.knows_fact(fact) or catalog.fact_problem(fact, value):
                raise ActaError("unknown_fact", {"fact": fact, "line": entry.seq + 1})
        for ruling, reading in _readings(entry):
            if not catalog.has_reading(ruling, reading):
                raise ActaError("unknown_ruling", {"ruling": ruling, "line": entry.seq + 1})


def with_default_rulings(catalog: Catalog, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The acta with the default reading of every ruling that its header does not know yet."""
    header, started = entries[0], entries[0].body
    if not isinstance(started, Started) or catalog.default_rulings.keys() <= started.rulings.keys():
        return entries
    rulings = {**catalog.default_rulings, **started.rulings}
    body = started.model_copy(update={"rulings": rulings})
    return (header.model_copy(update={"body": body}), *entries[1:])


def _bodies(entry: Entry) -> Iterator[object]:
    yield entry.body
    if isinstance(entry.body, Amended):
        yield from (e.body for e in entry.body.edits if isinstance(e, Replace | Insert))


def _facts(entry: Entry) -> Iterator[tuple[str, object]]:
    for body in _bodies(entry):
        if isinstance(body, Started):
            yield from body.facts.items()
        elif isinstance(body, FactEntered):
            yield body.fact, body.value


def _readings(entry: Entry) -> Iterator[tuple[str, str]]:
    for body in _bodies(entry):
        if isinstance(body, Started):
            yield from body.rulings.items()
        elif isinstance(body, RulingChanged):
            yield body.ruling, body.reading
