"""Data of a game, read once from `rules_data`, validated and cached.

Works from any place that `importlib.resources` can read: a folder, a zip, a browser.

RulebookError ├── UnknownGame      no data folder of that name └── BrokenData       one of its files
is invalid
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from typing import Any, Literal, TypeAlias, TypeVar

from pydantic import (
    Field,
    RootModel,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from companion.games import GAMES, package_of
from companion.kernel.box import slots
from companion.kernel.box.facts import FactSpec, FactValue, FactValues, default_values
from companion.kernel.box.slots import SlotSpec
from companion.kernel.rulings import Ruling
from companion.kernel.values import Value
from companion.rulebook import words
from companion.rulebook.sections import Rulebook, Section
from companion.rulebook.templates import Lexicon, render
from companion.rulebook.words import Data, GameInfo, Words


class RulebookError(Exception):
    """Base error of this package."""


class UnknownGame(RulebookError):
    """Game without data."""


class BrokenData(RulebookError):
    """Data file that is missing, is not TOML or does not validate."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: {reason}")
        self.file = file
        self.reason = reason


PACKAGE = "rules_data"

_OPTIONAL = frozenset({"box.toml", "shipped.toml", "rulings.toml", "interface.toml"})
"""Files that a game without such things does not have."""

T = TypeVar("T")


class RulingText(Ruling):
    """Table ruling with its texts."""

    title: str
    question: str
    why: str
    words: dict[str, str]
    """Text of each reading."""
    short: dict[str, str] = Field(default_factory=dict)
    """Short text of each reading, for the rulings that every table decides."""

    @property
    def ruling(self) -> Ruling:
        """Return the ruling without its texts."""
        return Ruling(**{name: getattr(self, name) for name in Ruling.model_fields})


Plain: TypeAlias = bool | int | str


class ChecklistStep(Data):
    """Line of the set-up checklist."""

    id: str
    text: str
    """Template. Besides `facts` and `seats`, it may use {players} (their number) and {names}."""
    rules: tuple[str, ...] = ()
    players: tuple[int, ...] = ()
    """Numbers of players to which it applies; empty: all."""
    when: dict[str, Plain] = Field(default_factory=dict)
    """Values of options or rulings that it requires."""
    facts: dict[str, str] = Field(default_factory=dict)
    """Printed fact of each parameter. `{players}` in an id is the number of players."""
    seats: dict[str, str] = Field(default_factory=dict)
    """Option of each parameter, which holds one seat or several in order."""
    who: Literal["table", "each", "one"] = "table"
    """People who do it: somebody for the table, everybody, or the one person it names."""
    typed: bool = False
    """True if it is typed into the sheet of the box."""


class Habit(Data):
    """Table ruling with a default reading per device, for the matches it begins."""

    kept: str
    """Name under which the device stores it."""
    title: str
    words: dict[str, str]
    """Text of each reading, the usual one first."""


class _BoxFile(Data):
    fact: tuple[FactSpec, ...] = ()
    slot: tuple[SlotSpec, ...] = ()
    gone: tuple[str, ...] = ()
    sources: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _with_shared(cls, given: Any) -> Any:
        """Resolve `"@name"`, which stands for a value of `[shared]`."""
        shared = given.get("shared", {})
        return {key: _resolved(part, shared) for key, part in given.items() if key != "shared"}


def _resolved(given: Any, shared: Mapping[str, Any]) -> Any:
    """Replace each `"@name"` by its shared value.

    Raises:
        ValueError: there is no such value.
    """
    if isinstance(given, Mapping):
        return {key: _resolved(part, shared) for key, part in given.items()}
    if isinstance(given, list):
        parts = ((_is_name(part), _resolved(part, shared)) for part in given)
        spliced = (part if named and isinstance(part, list) else [part] for named, part in parts)
        return list(chain.from_iterable(spliced))
    if not _is_name(given):
        return given
    if given[1:] not in shared:
        raise ValueError(f"nothing is shared as {given}")
    return _resolved(shared[given[1:]], shared)


def _is_name(given: Any) -> bool:
    return isinstance(given, str) and given.startswith("@")


class _ShippedFile(RootModel[dict[int, dict[str, FactValue]]]):
    """Printed values as shipped, by version."""


class _RulingsFile(Data):
    ruling: tuple[RulingText, ...] = ()
    gone: tuple[str, ...] = ()


class _SetupFile(Data):
    step: tuple[ChecklistStep, ...] = ()


class _RulebookFile(Data):
    synonyms: tuple[tuple[str, ...], ...] = ()
    section: tuple[Section, ...] = ()


@dataclass(frozen=True)
class GameData:
    """Data folder of one game."""

    id: str
    info: GameInfo
    words: Words
    rulebook: Rulebook
    facts: tuple[FactSpec, ...]
    rulings: tuple[RulingText, ...]
    steps: tuple[ChecklistStep, ...]
    interface: "AppWords"
    """Words of the screens of this game only."""
    habits: Mapping[str, Habit]
    """Habits by the id of their ruling."""
    gone_facts: tuple[str, ...] = ()
    """Printed values recorded in old matches that no longer count."""
    gone_rulings: tuple[str, ...] = ()
    """Rulings recorded in old matches that no longer exist."""
    shipped: Mapping[int, FactValues] = field(default_factory=dict)
    """Printed values as shipped, by version. Headers leave them out."""
    slots: tuple[SlotSpec, ...] = ()
    """Repeated components of the box. Their printed values are among `facts`."""

    @cached_property
    def facts_by_id(self) -> dict[str, FactSpec]:
        """Return the specs of the printed values by id."""
        return {spec.id: spec for spec in self.facts}

    @cached_property
    def rulings_by_id(self) -> dict[str, RulingText]:
        """Return the rulings by id."""
        return {ruling.id: ruling for ruling in self.rulings}

    def names(self, facts: FactValues) -> dict[str, str]:
        """Return the names given by a table with this box, by term key."""
        return words.names(self.words, self.slots, facts)

    def shown(self, facts: FactValues) -> dict[str, str]:
        """Return the descriptions of unnamed things by what is printed on them, by term key."""
        return words.shown(self.words, self.slots, facts)

    def default_facts(self) -> dict[str, FactValue]:
        """Return the default printed values of a box."""
        return default_values(self.facts)

    def default_rulings(self) -> dict[str, str]:
        """Return the default reading of every ruling."""
        return {ruling.id: ruling.default for ruling in self.rulings}


class AppWords:
    """Words of the interface, by dotted key: `words("home.title")`."""

    def __init__(
        self,
        texts: Mapping[str, str],
        nouns: Mapping[str, tuple[str, str]] | None = None,
        empty: Mapping[str, str] | None = None,
    ) -> None:
        self.texts = dict(texts)
        self.nouns = dict(nouns or {})
        self.lexicon = Lexicon(nouns=self.nouns, empty=dict(empty or {}))

    def __contains__(self, key: object) -> bool:
        return key in self.texts

    def __call__(self, key: str, **params: Value) -> str:
        """Return the text of `key` with its parameters, or the key itself if there is none."""
        return render(self.texts.get(key, key), params, self.lexicon)


def games() -> tuple[str, ...]:
    """Return the ids of the games, in alphabetical order."""
    return tuple(sorted(GAMES))


@lru_cache(maxsize=16)
def info(game_id: str) -> GameInfo:
    """Return the title page of a game, all that is needed before it is opened.

    Raises:
        UnknownGame: it has no data folder.
        BrokenData: its file is missing or does not validate.
    """
    return _read(folder_of(game_id), "game.toml", GameInfo)


def folder_of(game_id: str) -> Traversable:
    """Return the data folder of a game: `data` in its package, or the one in `rules_data`.

    Raises:
        UnknownGame: there is no such game.
    """
    if game_id not in GAMES:
        raise UnknownGame(game_id)
    shared = _root() / game_id
    if shared.is_dir():
        return shared
    # The package is not imported: the title page is read before the rules.
    around, _, name = package_of(game_id).rpartition(".")
    return files(around) / name / "data"


@lru_cache(maxsize=16)
def load(game_id: str) -> GameData:
    """Return the data of a game.

    Raises:
        UnknownGame: it has no data folder.
        BrokenData: one of its files is missing or does not validate.
    """
    folder = folder_of(game_id)
    box = _read(folder, "box.toml", _BoxFile)
    try:
        expanded = slots.specs(box.slot)
    except ValueError as error:
        raise BrokenData(f"{folder.name}/box.toml", str(error)) from error
    rulebook = _read(folder, "rulebook.toml", _RulebookFile)
    rulings = _read(folder, "rulings.toml", _RulingsFile)
    merged = words.with_entries(_read(folder, "words.toml", Words), box.slot)
    interface = _toml(folder, "interface.toml")
    path = f"{folder.name}/interface.toml"
    habits = _validated(path, dict[str, Habit], interface.pop("habits", {}))
    return GameData(
        id=game_id,
        info=info(game_id),
        words=merged,
        rulebook=Rulebook(rulebook.section, rulebook.synonyms),
        facts=tuple(_with_source(spec, box.sources) for spec in (*box.fact, *expanded)),
        slots=box.slot,
        rulings=rulings.ruling,
        steps=_read(folder, "setup.toml", _SetupFile).step,
        interface=_own_words(interface, merged),
        habits=habits,
        gone_facts=box.gone,
        gone_rulings=rulings.gone,
        shipped=_read(folder, "shipped.toml", _ShippedFile).root,
    )


def _own_words(data: Mapping[str, Any], words: Words) -> AppWords:
    app = app_words()
    return AppWords(dict(_flat(data, "")), {**app.nouns, **words.nouns}, app.lexicon.empty)


@lru_cache(maxsize=1)
def app_words() -> AppWords:
    """Return the words of the interface.

    Raises:
        BrokenData: the file is missing or invalid.
    """
    data = _toml(_root(), "app.toml")
    nouns = _validated("app.toml", dict[str, tuple[str, str]], data.pop("nouns", {}))
    empty = _validated("app.toml", dict[str, str], data.pop("empty", {}))
    return AppWords(dict(_flat(data, "")), nouns, empty)


def _root() -> Traversable:
    return files(PACKAGE)


def _toml(folder: Traversable, name: str) -> dict[str, Any]:
    path = f"{folder.name}/{name}"
    if name in _OPTIONAL and not folder.joinpath(name).is_file():
        return {}
    try:
        return tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise BrokenData(path, "missing") from error
    except ValueError as error:
        raise BrokenData(path, str(error)) from error


def _read(folder: Traversable, name: str, model: type[T]) -> T:
    return _validated(f"{folder.name}/{name}", model, _toml(folder, name))


def _validated(path: str, model: type[T], data: Any) -> T:
    try:
        return TypeAdapter(model).validate_python(data)
    except ValidationError as error:
        raise BrokenData(path, str(error)) from error


def _with_source(spec: FactSpec, sources: Mapping[str, str]) -> FactSpec:
    return spec.model_copy(update={"source": sources.get(spec.source, spec.source)})


def _flat(data: Mapping[str, Any], prefix: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for key, value in data.items():
        if isinstance(value, Mapping):
            pairs += _flat(value, f"{prefix}{key}.")
        else:
            pairs.append((prefix + key, str(value)))
    return pairs
