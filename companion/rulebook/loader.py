"""The data of a game: read once from `rules_data`, validated, kept.

Works from any place that `importlib.resources` can read: a folder, a zip, a browser.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    RootModel,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from companion.kernel import slots
from companion.kernel.facts import SET_MARK, FactSpec, FactValue, FactValues, default_values
from companion.kernel.rulings import Ruling
from companion.kernel.slots import SlotSpec
from companion.kernel.values import Value
from companion.rulebook.errors import BrokenData, UnknownGame
from companion.rulebook.sections import Rulebook, Section
from companion.rulebook.templates import Lexicon, render

PACKAGE = "rules_data"

T = TypeVar("T")


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class GameInfo(_Data):
    """What the title page of the rulebook says."""

    name: str
    designer: str = ""
    publisher: str = ""
    year: int | None = None
    players: tuple[int, ...] = ()
    minutes: int | None = None
    age: int | None = None
    rulebook: str = ""
    """The printed rulebook that the sections explain."""
    summary: str = ""


class ActionWords(_Data):
    """The words of one action kind."""

    name: str
    """On its button: "Construir"."""
    attempt: str
    """After "No se puede:", an infinitive: "construir la sección {section} de {tile}"."""
    done: str
    """In the acta: "{seat} construye …"."""
    fields: dict[str, str] = Field(default_factory=dict)
    """The question that each field answers."""
    values: dict[str, dict[str, str]] = Field(default_factory=dict)
    """By field, the words for plain values that are no terms."""


class ConditionWords(_Data):
    """The words of one condition."""

    name: str
    """In the list of what was checked: "La sección está libre"."""
    refusal: str
    """The facts of this table that go against it."""
    unverified: str | None = None
    """On what it depends, when it meets something unknown."""
    remark: str | None = None
    """What players should know although it holds."""


class GroupWords(_Data):
    """What belongs together, where there is too much to choose from at once."""

    name: str
    holds: tuple[str, ...]
    """Verbs of lines and what they can happen to; `thing:one*` stands for all that begin so."""

    def has(self, value: str) -> bool:
        """Whether something belongs to it."""
        return any(
            value.startswith(each[:-1]) if each[-1:] == "*" else value == each
            for each in self.holds
        )


class Words(_Data):
    """`words.toml`: every word of a game, by code."""

    game: GameInfo
    nouns: dict[str, tuple[str, str]] = Field(default_factory=dict)
    """Singular and plural."""
    terms: dict[str, str] = Field(default_factory=dict)
    shown: dict[str, str] = Field(default_factory=dict)
    """By slot, what an entry without a name is called by what it shows (`SlotSpec.shows`).

    It has what `card.*` has, and each field by its id.
    """
    brief: dict[str, str] = Field(default_factory=dict)
    """By what a choice can be, or be a set of, what it is called there."""
    articles: dict[str, str] = Field(default_factory=dict)
    """By term key, or for a family (`card.*`): el, la, los, las, or - for an adverb."""
    empty: dict[str, str] = Field(default_factory=dict)
    """By parameter, what is said of an empty list; `*` of every other one."""
    accounts: dict[str, str] = Field(default_factory=dict)
    """By account or by its place: "la reserva", "lo apartado de {seat}"."""
    actions: dict[str, ActionWords] = Field(default_factory=dict)
    conditions: dict[str, ConditionWords] = Field(default_factory=dict)
    remedies: dict[str, str] = Field(default_factory=dict)
    until: dict[str, str] = Field(default_factory=dict)
    """From when something can be, by the code of that moment: a whole sentence."""
    effects: dict[str, str] = Field(default_factory=dict)
    transfers: dict[str, str] = Field(default_factory=dict)
    """By `item@rule>place` of the target, `item@rule`, `item>place` or `item`, an item or its
    family."""
    lines: dict[str, str] = Field(default_factory=dict)
    """By verb, how a line of what a card or a place does is told."""
    verbs: dict[str, str] = Field(default_factory=dict)
    """By verb, what it is called where somebody writes such a line."""
    groups: tuple[GroupWords, ...] = ()
    facts: dict[str, str] = Field(default_factory=dict)
    """How a printed value of many is told, by slot and field, and by its answer where it is a
    choice: `card.cost`, `card.flies.no`. {of} is what it is printed on, {value} what it says."""
    duties: dict[str, str] = Field(default_factory=dict)
    outcomes: dict[str, str] = Field(default_factory=dict)
    scores: dict[str, str] = Field(default_factory=dict)
    problems: dict[str, str] = Field(default_factory=dict)
    settables: dict[str, str] = Field(default_factory=dict)
    """By code, or for all that differ in some of its parts: `section.{tile}.{nth}`.

    A last part `{tile+}` stands for all that are left: an id with its row and column.
    """

    def settable(self, code: str) -> tuple[str, Mapping[str, str]] | None:
        """The words of what may be set, and the parts of its code that they name."""
        if code in self.settables:
            return self.settables[code], {}
        given = code.split(".")
        for pattern, text in self.settables.items():
            parts = pattern.split(".")
            if parts[-1].endswith("+}") and len(given) > len(parts):
                rest = len(parts) - 1
                found = [*given[:rest], ".".join(given[rest:])]
            else:
                found = given
            pairs = list(zip(parts, found, strict=False))
            if len(parts) == len(found) and all(p == g or p[:1] == "{" for p, g in pairs):
                return text, {p.strip("{+}"): g for p, g in pairs if p[:1] == "{"}
        return None

    def lexicon(
        self,
        players: tuple[str, ...] = (),
        names: Mapping[str, str] = MappingProxyType({}),
        shown: Mapping[str, str] = MappingProxyType({}),
    ) -> Lexicon:
        """What templates fall back on at a table of these players, with names of its own.

        Args:
            players: their names, by seat.
            names: by term key, what the table named itself.
            shown: by term key, what is called by what it shows.
        """
        terms, articles = {**self.terms, **shown}, self.articles
        if names:
            # What the table named itself is said as names are, without an article.
            terms, articles = {**terms, **names}, {**articles, **dict.fromkeys(names, "")}
        return Lexicon(self.nouns, terms, articles, players, self.empty)


class RulingText(Ruling):
    """A ruling with what players read of it."""

    title: str
    question: str
    why: str
    words: dict[str, str]
    """The words of each reading."""

    @property
    def ruling(self) -> Ruling:
        """Without the words."""
        return Ruling(**{name: getattr(self, name) for name in Ruling.model_fields})


Plain: TypeAlias = bool | int | str


class Step(_Data):
    """One line of the set-up checklist."""

    id: str
    text: str
    """A template. Besides `facts` and `seats` it may use {players} (how many) and {names}."""
    rules: tuple[str, ...] = ()
    players: tuple[int, ...] = ()
    """Only with these numbers of players; none means always."""
    when: dict[str, Plain] = Field(default_factory=dict)
    """Only if each of these options or rulings has that value."""
    facts: dict[str, str] = Field(default_factory=dict)
    """Parameter to printed fact; `{players}` in its id stands for the number of players."""
    seats: dict[str, str] = Field(default_factory=dict)
    """Parameter to the option that holds a seat, or several in order."""


class Habit(_Data):
    """A table ruling whose reading a device sets for the matches that it begins."""

    kept: str
    """The name under which the device keeps it."""
    title: str
    words: dict[str, str]
    """The words of each reading, the usual one first."""


class _BoxFile(_Data):
    fact: tuple[FactSpec, ...] = ()
    slot: tuple[SlotSpec, ...] = ()
    gone: tuple[str, ...] = ()
    sources: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _with_shared(cls, given: Any) -> Any:
        """`[shared]` holds what several slots say alike: `"@name"` stands for one of its values."""
        shared = given.get("shared", {})
        return {key: _resolved(part, shared) for key, part in given.items() if key != "shared"}


def _resolved(given: Any, shared: Mapping[str, Any]) -> Any:
    """Data in which each `"@name"` is what stands under that name.

    Raises:
        ValueError: nothing does.
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
    """By version, every printed value that was shipped."""


class _RulingsFile(_Data):
    ruling: tuple[RulingText, ...] = ()
    gone: tuple[str, ...] = ()


class _SetupFile(_Data):
    step: tuple[Step, ...] = ()


class _RulebookFile(_Data):
    synonyms: tuple[tuple[str, ...], ...] = ()
    section: tuple[Section, ...] = ()


@dataclass(frozen=True)
class GameData:
    """Everything in the data folder of one game."""

    id: str
    words: Words
    rulebook: Rulebook
    facts: tuple[FactSpec, ...]
    rulings: tuple[RulingText, ...]
    steps: tuple[Step, ...]
    interface: "AppWords"
    """The words of the screens that only this game has."""
    habits: Mapping[str, Habit]
    """By the id of its ruling."""
    gone_facts: tuple[str, ...] = ()
    """Printed values that matches were recorded with and that no longer count."""
    gone_rulings: tuple[str, ...] = ()
    """Rulings that matches were recorded with and that are none any more."""
    shipped: Mapping[int, FactValues] = field(default_factory=dict)
    """By version, the printed values as they were shipped: what headers leave out."""
    slots: tuple[SlotSpec, ...] = ()
    """What there are many of in the box; their printed values are among `facts`."""

    @property
    def info(self) -> GameInfo:
        """What the title page says."""
        return self.words.game

    @cached_property
    def facts_by_id(self) -> dict[str, FactSpec]:
        """The specs of the printed values."""
        return {spec.id: spec for spec in self.facts}

    @cached_property
    def rulings_by_id(self) -> dict[str, RulingText]:
        """The rulings."""
        return {ruling.id: ruling for ruling in self.rulings}

    def names(self, facts: FactValues) -> dict[str, str]:
        """By term key, what a table with this box calls what it named itself."""
        named = {key: name for slot in self.slots for key, name in slot.names(facts).items()}
        if not named:
            return {}
        terms = {**self.words.terms, **named}
        between = (_terms(slot, terms) for slot in self.slots if slot.between)
        return {**named, **{key: term for found in between for key, term in found.items()}}

    def shown(self, facts: FactValues) -> dict[str, str]:
        """By term key, what is told apart by what is printed there, where nobody named it."""
        return {key: told for slot in self.slots for key, told in _shown(self.words, slot, facts)}

    def default_facts(self) -> dict[str, FactValue]:
        """The printed values to start a box from."""
        return default_values(self.facts)

    def default_rulings(self) -> dict[str, str]:
        """The default reading of every ruling."""
        return {ruling.id: ruling.default for ruling in self.rulings}


class AppWords:
    """The words of the interface, by dotted key: `words("home.title")`."""

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
        """The text of `key` with its parameters; the key itself when there is none."""
        return render(self.texts.get(key, key), params, self.lexicon)


def games() -> tuple[str, ...]:
    """The ids of the games that have data, in alphabetical order."""
    return tuple(sorted(entry.name for entry in _root().iterdir() if _has_words(entry)))


@lru_cache(maxsize=16)
def load(game_id: str) -> GameData:
    """The data of one game.

    Raises:
        UnknownGame: it has no data folder.
        BrokenData: a file of it is missing or does not validate.
    """
    folder = _root() / game_id
    if not game_id.isidentifier() or not _has_words(folder):
        raise UnknownGame(game_id)
    box = _read(folder, "box.toml", _BoxFile)
    try:
        expanded = slots.specs(box.slot)
    except ValueError as error:
        raise BrokenData(f"{folder.name}/box.toml", str(error)) from error
    rulebook = _read(folder, "rulebook.toml", _RulebookFile)
    rulings = _read(folder, "rulings.toml", _RulingsFile)
    words = with_entries(_read(folder, "words.toml", Words), box.slot)
    interface = _toml(folder, "interface.toml")
    path = f"{folder.name}/interface.toml"
    habits = _validated(path, dict[str, Habit], interface.pop("habits", {}))
    return GameData(
        id=game_id,
        words=words,
        rulebook=Rulebook(rulebook.section, rulebook.synonyms),
        facts=tuple(_with_source(spec, box.sources) for spec in (*box.fact, *expanded)),
        slots=box.slot,
        rulings=rulings.ruling,
        steps=_read(folder, "setup.toml", _SetupFile).step,
        interface=_own_words(interface, words),
        habits=habits,
        gone_facts=box.gone,
        gone_rulings=rulings.gone,
        shipped=_read(folder, "shipped.toml", _ShippedFile).root,
    )


def with_entries(words: Words, listed: tuple[SlotSpec, ...]) -> Words:
    """The words with a term for each entry of a slot: that of all of them, `card.*`.

    `{n}` in it stands for the id of the entry, `{number}` for the digits of that id, `{one}` and
    `{other}` for what the entry lies between.
    """
    terms = dict(words.terms)
    for slot in listed:
        terms = {**_terms(slot, terms), **terms}
    return words.model_copy(update={"terms": terms})


def _terms(slot: SlotSpec, terms: Mapping[str, str]) -> dict[str, str]:
    """The terms of the entries of a slot, made of the one that stands for all of them."""
    of_all = terms.get(slot.group("*"))
    if of_all is None:
        return {}
    return {slot.group(entry): _of_entry(of_all, slot, entry, terms) for entry in slot.entries}


def _shown(words: Words, slot: SlotSpec, facts: FactValues) -> Iterator[tuple[str, str]]:
    """By term key, what entries of a slot are called by what they show."""
    terms, of_all = words.terms, words.shown.get(slot.id, "")
    for entry, face in slot.faces(facts).items() if of_all else ():
        shown = _of_entry(of_all, slot, entry, terms)
        for name, value in face.items():
            parts = str(value).split(SET_MARK)
            said = "/".join(words.brief.get(part, part) for part in parts)
            shown = shown.replace(f"{{{name}}}", said)
        yield slot.group(entry), shown


def _of_entry(of_all: str, slot: SlotSpec, entry: str, terms: Mapping[str, str]) -> str:
    digits = "".join(filter(str.isdecimal, entry))
    term = of_all.replace("{n}", entry).replace("{number}", digits)
    if not slot.between:
        return term
    one, other = (terms[end] for end in slot.ends(entry))
    return term.replace("{one}", one).replace("{other}", other)


def _own_words(data: Mapping[str, Any], words: Words) -> AppWords:
    app = app_words()
    return AppWords(dict(_flat(data, "")), {**app.nouns, **words.nouns}, app.lexicon.empty)


@lru_cache(maxsize=1)
def app_words() -> AppWords:
    """The words of the interface.

    Raises:
        BrokenData: the file is missing or not as it should be.
    """
    data = _toml(_root(), "app.toml")
    nouns = _validated("app.toml", dict[str, tuple[str, str]], data.pop("nouns", {}))
    empty = _validated("app.toml", dict[str, str], data.pop("empty", {}))
    return AppWords(dict(_flat(data, "")), nouns, empty)


def _root() -> Traversable:
    return files(PACKAGE)


def _has_words(folder: Traversable) -> bool:
    return folder.joinpath("words.toml").is_file()


def _toml(folder: Traversable, name: str) -> dict[str, Any]:
    path = f"{folder.name}/{name}"
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
