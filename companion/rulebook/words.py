"""Words of a game, by code, as read from its `words.toml`."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict, Field

from companion.kernel.box.facts import SET_MARK, FactValues
from companion.kernel.box.slots import SlotSpec
from companion.rulebook.templates import Lexicon


class Data(BaseModel):
    """Base of the models read from `rules_data`."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class GameInfo(Data):
    """Title page of a game, from `game.toml`."""

    name: str
    designer: str = ""
    publisher: str = ""
    year: int | None = None
    players: tuple[int, ...] = ()
    minutes: int | None = None
    age: int | None = None
    rulebook: str = ""
    """Printed rulebook that the sections explain."""
    summary: str = ""
    bgg: int | None = None
    """Number of the game at BoardGameGeek, where it is known."""
    without: str = ""
    """Expansions and promotional cards that the app does not know, where there are any."""


class ActionWords(Data):
    """Words of one action kind."""

    name: str
    """Button text: "Construir"."""
    attempt: str
    """Infinitive after "No se puede:": "construir la sección {section} de {tile}"."""
    done: str
    """Sentence of the acta: "{seat} construye …"."""
    fields: dict[str, str] = Field(default_factory=dict)
    """Question of each field."""
    values: dict[str, dict[str, str]] = Field(default_factory=dict)
    """Words for plain values that are no terms, by field."""
    changes: dict[str, str] = Field(default_factory=dict)
    """Advice to give a field the {chosen} value, by field or `field.value`: "das {chosen:el}"."""
    others: dict[str, str] = Field(default_factory=dict)
    """Another value of a field as one of its kind: "otro edificio libre"."""
    said: tuple[str, ...] = ()
    """Other ways of saying it."""
    begun: str | None = None
    """Infinitive while fields are missing, with the parameters known by then."""


class ConditionWords(Data):
    """Words of one condition."""

    name: str
    """Name in the list of checked conditions: "La sección está libre"."""
    refusal: str
    """Facts of this table that violate it."""
    unverified: str | None = None
    """Unknown that it depends on."""
    remark: str | None = None
    """Remark for players although it holds."""


class GroupWords(Data):
    """Named group of values, used if there are too many to choose from at once."""

    name: str
    holds: tuple[str, ...]
    """Verbs of lines and the things they affect; `thing:one*` stands for a prefix."""

    def has(self, value: str) -> bool:
        """Return whether a value belongs to the group."""
        return any(
            value.startswith(each[:-1]) if each[-1:] == "*" else value == each
            for each in self.holds
        )


class Words(Data):
    """Every word of a game, by code, from `words.toml`."""

    nouns: dict[str, tuple[str, str]] = Field(default_factory=dict)
    """Singular and plural of each noun."""
    terms: dict[str, str] = Field(default_factory=dict)
    also: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Other names that people say for a term: "dragón rojo"."""
    shown: dict[str, str] = Field(default_factory=dict)
    """Description of an unnamed entry by what it shows (`SlotSpec.shows`), by slot.

    It has the parameters of `card.*`, and a part in brackets for each field, by its id.
    """
    brief: dict[str, str] = Field(default_factory=dict)
    """Short names of choices, or of members of a set."""
    articles: dict[str, str] = Field(default_factory=dict)
    """Articles by term key or family (`card.*`): el, la, los, las, or - for an adverb."""
    empty: dict[str, str] = Field(default_factory=dict)
    """Texts for empty lists by parameter; `*` for all others."""
    accounts: dict[str, str] = Field(default_factory=dict)
    """Texts by account or its place: "la reserva", "lo apartado de {seat}"."""
    actions: dict[str, ActionWords] = Field(default_factory=dict)
    conditions: dict[str, ConditionWords] = Field(default_factory=dict)
    remedies: dict[str, str] = Field(default_factory=dict)
    until: dict[str, str] = Field(default_factory=dict)
    """Sentences on when something becomes possible, by the code of that moment."""
    effects: dict[str, str] = Field(default_factory=dict)
    tasks: dict[str, str] = Field(default_factory=dict)
    """Moves that hands make after an effect that only the screen reckons, by its code.

    Several are parted by " · "; each names its thing before a colon.
    """
    transfers: dict[str, str] = Field(default_factory=dict)
    """Templates by `item@rule>place`, `item@rule`, `item>place` or `item`.

    The place is that of the target. The item may be its family.
    """
    lines: dict[str, str] = Field(default_factory=dict)
    """Templates of the lines of cards and places, by verb."""
    verbs: dict[str, str] = Field(default_factory=dict)
    """Names of the verbs, for composing a line."""
    groups: tuple[GroupWords, ...] = ()
    facts: dict[str, str] = Field(default_factory=dict)
    """Templates of printed values by slot and field, and by answer for a choice.

    For example `card.cost` or `card.flies.no`. {of} is the thing it is printed on, {value} the
    value.
    """
    duties: dict[str, str] = Field(default_factory=dict)
    outcomes: dict[str, str] = Field(default_factory=dict)
    scores: dict[str, str] = Field(default_factory=dict)
    problems: dict[str, str] = Field(default_factory=dict)
    settables: dict[str, str] = Field(default_factory=dict)
    """Texts by code, or by a pattern of codes: `section.{tile}.{nth}`.

    A last part `{tile+}` stands for all remaining parts: an id with its row and column.
    """

    def settable(self, code: str) -> tuple[str, Mapping[str, str]] | None:
        """Return the words for a settable part, and the parts of its code that they name."""
        if code in self.settables:
            return self.settables[code], {}
        given = code.split(".")
        for pattern, text in self.settables.items():
            parts = pattern.split(".")
            if parts[-1].endswith("+}") and len(given) > len(parts):
                rest = len(parts) - 1
                matched = [*given[:rest], ".".join(given[rest:])]
            else:
                matched = given
            pairs = list(zip(parts, matched, strict=False))
            if len(parts) == len(matched) and all(p == g or p[:1] == "{" for p, g in pairs):
                return text, {p.strip("{+}"): g for p, g in pairs if p[:1] == "{"}
        return None

    def lexicon(
        self,
        players: tuple[str, ...] = (),
        names: Mapping[str, str] = MappingProxyType({}),
        shown: Mapping[str, str] = MappingProxyType({}),
    ) -> Lexicon:
        """Build the lexicon of a table, with its own names.

        Args:
            players: names of the players, by seat.
            names: names given by the table, by term key.
            shown: descriptions by what is shown, by term key.
        """
        terms, articles = {**self.terms, **shown}, self.articles
        if names:
            # Names given by the table are proper names: they take no article.
            terms, articles = {**terms, **names}, {**articles, **dict.fromkeys(names, "")}
        return Lexicon(self.nouns, terms, articles, players, self.empty)


def with_entries(words: Words, listed: tuple[SlotSpec, ...]) -> Words:
    """Return the words with a term for each entry of a slot, made from the general one, `card.*`.

    In it, `{n}` is the id of the entry, `{number}` the digits of that id, and `{one}` and `{other}`
    what the entry lies between.
    """
    terms = dict(words.terms)
    for slot in listed:
        terms = {**_terms(slot, terms), **terms}
    return words.model_copy(update={"terms": terms})


def _terms(slot: SlotSpec, terms: Mapping[str, str]) -> dict[str, str]:
    """Return the terms of the entries of a slot, made from the general one."""
    of_all = terms.get(slot.group("*"))
    if of_all is None:
        return {}
    return {slot.group(entry): _of_entry(of_all, slot, entry, terms) for entry in slot.entries}


def names(words: Words, listed: tuple[SlotSpec, ...], facts: FactValues) -> dict[str, str]:
    """Return the names given by a table with this box, by term key."""
    named = {key: name for slot in listed for key, name in slot.names(facts).items()}
    if not named:
        return {}
    terms = {**words.terms, **named}
    between = (_terms(slot, terms) for slot in listed if slot.between)
    return {**named, **{key: term for linked in between for key, term in linked.items()}}


def shown(words: Words, listed: tuple[SlotSpec, ...], facts: FactValues) -> dict[str, str]:
    """Return the descriptions of unnamed things by what is printed on them, by term key."""
    return {
        key: description
        for slot in listed
        for key, description in _face_descriptions(words, slot, facts)
    }


def _face_descriptions(
    words: Words, slot: SlotSpec, facts: FactValues
) -> Iterator[tuple[str, str]]:
    """Yield the descriptions of the entries of a slot by what they show, by term key."""
    terms, of_all = words.terms, words.shown.get(slot.id, "")
    for entry, face in slot.faces(facts).items() if of_all else ():
        said = {name: _in_brief(words, value) for name, value in face.items()}
        if any(said.values()):
            yield slot.group(entry), _of_entry(_with_known(of_all, said), slot, entry, terms)


def _in_brief(words: Words, value: object) -> str:
    parts = str(value).split(SET_MARK)
    return "/".join(words.brief.get(part, part) for part in parts)


def _with_known(of_all: str, said: Mapping[str, str]) -> str:
    """Fill in the parts in brackets of a description, without those of which nothing is known."""
    before: list[str] = []

    def filled(part: re.Match[str]) -> str:
        between, name, after = part.groups()
        if not said.get(name):
            return ""
        before.append(name)
        return f"{between if len(before) > 1 else between.lstrip(', ')}{said[name]}{after}"

    return re.sub(r"\[([^{\]]*)\{(\w+)\}([^\]]*)\]", filled, of_all)


def _of_entry(of_all: str, slot: SlotSpec, entry: str, terms: Mapping[str, str]) -> str:
    digits = "".join(filter(str.isdecimal, entry))
    term = of_all.replace("{n}", entry).replace("{number}", digits)
    if not slot.between:
        return term
    one, other = (terms[end] for end in slot.ends(entry))
    return term.replace("{one}", one).replace("{other}", other)
