"""Catalog of a game's valid printed values and readings, also those of earlier versions."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias, TypeVar

from companion.kernel.box.facts import FactProblem, FactSpec, FactValues
from companion.kernel.box.slots import SlotSpec, contradiction
from companion.kernel.game import Game
from companion.kernel.rulings import Ruling
from companion.kernel.values import Params
from companion.match.entries import (
    FORMAT,
    ActaError,
    Amended,
    Edit,
    Entry,
    FactsEntered,
    Insert,
    Replace,
    RulingChanged,
    Started,
)

FieldPath: TypeAlias = tuple[str | int, ...]

T = TypeVar("T")


@dataclass(frozen=True)
class Catalog:
    """Printed values and rulings of one game."""

    fact_specs: tuple[FactSpec, ...]
    rulings: tuple[Ruling, ...]
    gone_facts: frozenset[str] = frozenset()
    """Printed values of earlier versions that no longer count."""
    gone_rulings: frozenset[str] = frozenset()
    shipped: Mapping[int, FactValues] = field(default_factory=dict)
    """Shipped values by version, which headers leave out."""
    slots: tuple[SlotSpec, ...] = ()

    @cached_property
    def _specs(self) -> Mapping[str, FactSpec]:
        return {spec.id: spec for spec in self.fact_specs}

    @cached_property
    def _rulings(self) -> Mapping[str, Ruling]:
        return {ruling.id: ruling for ruling in self.rulings}

    @cached_property
    def facts_formerly(self) -> Mapping[str, str]:
        """Return the id of a printed value by its earlier id."""
        return {old: spec.id for spec in self.fact_specs for old in spec.was}

    @cached_property
    def rulings_formerly(self) -> Mapping[str, str]:
        """Return the id of a ruling by its earlier id."""
        return {old: ruling.id for ruling in self.rulings for old in ruling.was}

    @cached_property
    def renames(self) -> bool:
        """Return whether anything had another name in earlier versions."""
        readings = any(ruling.formerly for ruling in self.rulings)
        return bool(self.facts_formerly or self.rulings_formerly or readings)

    @property
    def default_rulings(self) -> dict[str, str]:
        """Return the default reading of every ruling."""
        return {ruling.id: ruling.default for ruling in self.rulings}

    @cached_property
    def earlier_rulings(self) -> Mapping[str, str]:
        """Return by ruling the reading of matches recorded before it existed."""
        return {ruling.id: ruling.earlier for ruling in self.rulings}

    def facts_now(self, facts: Mapping[str, T]) -> dict[str, T]:
        """Return printed values by their present ids."""
        return {self.facts_formerly.get(fact, fact): value for fact, value in facts.items()}

    def reading_now(self, ruling: str, reading: str) -> tuple[str, str]:
        """Return a ruling and its reading by their present ids."""
        ruling = self.rulings_formerly.get(ruling, ruling)
        known = self._rulings.get(ruling)
        return ruling, known.formerly.get(reading, reading) if known else reading

    def knows_fact(self, fact: str) -> bool:
        """Return whether the box has such a printed value."""
        return fact in self._specs

    def fact_problem(self, fact: str, value: object) -> FactProblem | None:
        """Return why this value cannot be printed there, or None; the fact must be known."""
        return None if value is None else self._specs[fact].problem(value)

    def contradiction(self, values: FactValues, fact: str) -> FactProblem | None:
        """Return why a value cannot stand beside the others of its box, or None."""
        return contradiction(self.slots, values, fact)

    def fits(self, values: FactValues, fact: str) -> bool:
        """Return whether one of these values can be printed there, beside the others."""
        if not self.knows_fact(fact) or self.fact_problem(fact, values[fact]):
            return False
        return self.contradiction(values, fact) is None

    def has_reading(self, ruling: str, reading: str) -> bool:
        """Return whether the ruling exists and offers that reading today."""
        known = self._rulings.get(ruling)
        return known is not None and reading in known.readings

    def could_say_fact(self, fact: str, value: object) -> bool:
        """Return whether a record of any version can hold this value."""
        if fact in self.gone_facts:
            return True
        return self.knows_fact(fact) and self.fact_problem(fact, value) is None

    def could_say_reading(self, ruling: str, reading: str) -> bool:
        """Return whether a record of any version can hold this reading."""
        known = self._rulings.get(ruling)
        return ruling in self.gone_rulings if known is None else reading in known.playable


@dataclass(frozen=True, slots=True)
class Claim:
    """Field of an entry with an impossible claim: a code with words under `acta.<code>`."""

    field: FieldPath
    code: Literal["unknown_fact", "unknown_ruling"]
    params: Params


def false_claims(catalog: Catalog, entry: Entry) -> Iterator[Claim]:
    """Yield the printed values and readings of an entry that cannot exist."""
    for path, body in _bodies(entry):
        match body:
            case Started(facts=facts, rulings=rulings):
                for fact, value in facts.items():
                    yield from _of_fact(catalog, (*path, "facts", fact), fact, value)
                for ruling, reading in rulings.items():
                    yield from _of_reading(catalog, (*path, "rulings", ruling), ruling, reading)
            case FactsEntered(facts=typed):
                for fact, entered in typed.items():
                    yield from _of_fact(catalog, (*path, "facts", fact), fact, entered)
            case RulingChanged(ruling=ruling, reading=reading):
                yield from _of_reading(catalog, (*path, "reading"), ruling, reading)


def check_chosen(catalog: Catalog, started: Started) -> None:
    """Check that what a table chooses today for a new match is available.

    Raises:
        ActaError: `unknown_fact` or `unknown_ruling`.
    """
    for fact, value in started.facts.items():
        if not catalog.could_say_fact(fact, value):
            raise ActaError("unknown_fact", {"fact": fact, "line": 1})
    for ruling, reading in started.rulings.items():
        if not catalog.has_reading(ruling, reading):
            raise ActaError("unknown_ruling", {"ruling": ruling, "line": 1})


def in_todays_names(catalog: Catalog, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Return the entries with the present ids of printed values, rulings and readings."""
    return tuple(_renamed(catalog, entry) for entry in entries) if catalog.renames else entries


def _of_fact(catalog: Catalog, field: FieldPath, fact: str, value: object) -> Iterator[Claim]:
    if not catalog.could_say_fact(fact, value):
        yield Claim(field, "unknown_fact", {"fact": fact})


def _of_reading(catalog: Catalog, field: FieldPath, ruling: str, reading: str) -> Iterator[Claim]:
    if not catalog.could_say_reading(ruling, reading):
        yield Claim(field, "unknown_ruling", {"ruling": ruling})


def _bodies(entry: Entry) -> Iterator[tuple[FieldPath, object]]:
    yield ("body",), entry.body
    if isinstance(entry.body, Amended):
        for n, edit in enumerate(entry.body.edits):
            if isinstance(edit, Replace | Insert):
                yield ("body", "edits", n, "body"), edit.body


def _renamed(catalog: Catalog, entry: Entry) -> Entry:
    body = _renamed_body(catalog, entry.body)
    return entry if body is entry.body else entry.model_copy(update={"body": body})


def _renamed_body(catalog: Catalog, body: object) -> object:
    match body:
        case Started(facts=facts, rulings=rulings):
            read = (catalog.reading_now(*pair) for pair in rulings.items())
            update = {"facts": catalog.facts_now(facts), "rulings": dict(read)}
            return body.model_copy(update=update)
        case FactsEntered(facts=facts):
            return body.model_copy(update={"facts": catalog.facts_now(facts)})
        case RulingChanged(ruling=ruling, reading=reading):
            ruling, reading = catalog.reading_now(ruling, reading)
            return body.model_copy(update={"ruling": ruling, "reading": reading})
        case Amended(edits=edits):
            return body.model_copy(
                update={"edits": tuple(_renamed_edit(catalog, e) for e in edits)}
            )
        case _:
            return body


def _renamed_edit(catalog: Catalog, edit: Edit) -> Edit:
    if not isinstance(edit, Replace | Insert):
        return edit
    return edit.model_copy(update={"body": _renamed_body(catalog, edit.body)})


class CheckedGames(Mapping[str, Game[Any]]):
    """Games that learn from reports only what can be printed in their boxes."""

    def __init__(self, games: Mapping[str, Game[Any]], catalogs: Callable[[str], Catalog]) -> None:
        self._games, self._catalogs = games, catalogs
        self._checked: dict[str, Game[Any]] = {}

    def __getitem__(self, name: str) -> Game[Any]:
        if name not in self._checked:
            game = self._games[name]
            if game.box is not None:
                game = replace(game, box=replace(game.box, fits=self._catalogs(name).fits))
            self._checked[name] = game
        return self._checked[name]

    def __contains__(self, name: object) -> bool:
        return name in self._games

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


def written(catalog: Catalog, header: Entry) -> Entry:
    """Return the header as it is stored and exported; unchanged without shipped values."""
    started = header.body
    if not isinstance(started, Started) or not catalog.shipped or started.shipped is not None:
        return header
    version = max(catalog.shipped)
    shipped, facts = catalog.shipped[version], started.facts
    update = {
        "facts": {fact: v for fact, v in facts.items() if shipped.get(fact) != v},
        "unknown": tuple(fact for fact in shipped if fact not in facts),
        "shipped": version,
    }
    return header.model_copy(update={"body": started.model_copy(update=update)})


def filled_in(catalog: Catalog, header: Entry) -> Entry:
    """Return the header with all known values of its box.

    Raises:
        ActaError: `newer_rules`, if a later program shipped them.
    """
    started = header.body
    if not isinstance(started, Started) or started.shipped is None:
        return header
    shipped = catalog.shipped.get(started.shipped)
    if shipped is None:
        raise ActaError("newer_rules")
    left_out = {fact: v for fact, v in shipped.items() if fact not in started.unknown}
    update = {
        "facts": {**left_out, **started.facts},
        "unknown": (),
        "shipped": None,
        "format": FORMAT,
    }
    return header.model_copy(update={"body": started.model_copy(update=update)})
