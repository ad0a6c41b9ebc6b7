"""The words of a game, by code: what its `words.toml` says."""

from collections.abc import Mapping
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict, Field

from companion.rulebook.templates import Lexicon


class Data(BaseModel):
    """Something read from `rules_data`."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class GameInfo(Data):
    """`game.toml`: what the title page of the rulebook says."""

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


class ActionWords(Data):
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


class ConditionWords(Data):
    """The words of one condition."""

    name: str
    """In the list of what was checked: "La sección está libre"."""
    refusal: str
    """The facts of this table that go against it."""
    unverified: str | None = None
    """On what it depends, when it meets something unknown."""
    remark: str | None = None
    """What players should know although it holds."""


class GroupWords(Data):
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


class Words(Data):
    """`words.toml`: every word of a game, by code."""

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
