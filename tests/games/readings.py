"""Independent reading of Spanish sentences: what each says of a report and a bare table.

A reading is a pattern of the sentence, which takes names and amounts out of the text, and a
predicate on them. It sees the text, the report and the state, and never the parameters that the
sentence was made of. Patterns: `<kind:name>` takes a value, `[…]` may be missing, `[!name:…]` too
and tells whether it was there, `{one|other}` is either. A kind is one of `Grammar.kinds`, or a
family of terms, or some of them: `<territory|action:space>`. `<card*:cards>` is a list, and
`<card?:card>` gives every key with that name.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from companion.rulebook.words import Words

Predicate: TypeAlias = Callable[..., object]
"""Predicate on a context and the values by name: true, or the changes that a transfer tells."""
Reading: TypeAlias = tuple[str, Predicate] | list[tuple[str, Predicate]]
"""Pattern with its predicate, or several of which the first that fits is taken."""
Readings: TypeAlias = Mapping[str, Reading]
Changes: TypeAlias = dict[tuple[str, str], int]
"""What a sentence says that accounts gain or lose, by account and item."""

_NUMERALS = {
    "un": 1,
    "una": 1,
    "ningún": 0,
    "ninguna": 0,
    "ninguno": 0,
    "dos": 2,
    "tres": 3,
    "cuatro": 4,
    "cinco": 5,
    "seis": 6,
    "siete": 7,
    "ocho": 8,
    "nueve": 9,
}
_NUMBER = rf"(?:−?\d+|{'|'.join(_NUMERALS)})"
_NOTHING = r"(?:nada|nadie|ninguno|ninguna)"
_ARTICLE = r"(?i:(?:el|la|los|las|un|una) )?"
_SLOT = re.compile(r"<([^<>:]+)(?::(\w+))?>|\[!(\w+):|[\[\]{}|]|[^<\[\]{}|]+")


def plain(text: str) -> str:
    """Return a text with plain spaces, and without what a sound or an article changes."""
    text = re.sub("[\u00a0\u202f]", " ", text)
    text = re.sub(r"\b([dD]e|[aA])l\b", lambda m: f"{m[1]} el", text)
    text = re.sub(r"\be (?=h?[ií])", "y ", text, flags=re.IGNORECASE)
    return re.sub(r"\bu (?=h?[oó]|8|11\b)", "o ", text, flags=re.IGNORECASE)


def number_of(text: str) -> int:
    """Return an amount in digits or in words."""
    return _NUMERALS.get(text.lower(), -1) if text.isalpha() else int(text.replace("−", "-"))


def _either(texts: Iterable[str]) -> str:
    """Return a pattern of any of these texts, the longest first."""
    longest_first = sorted({plain(text) for text in texts}, key=lambda t: (-len(t), t))
    return rf"(?:{'|'.join(map(re.escape, longest_first))})"


@dataclass(frozen=True)
class Grammar:
    """Words of one game with the names of a table, read backwards."""

    words: Words
    names: tuple[str, ...]
    whole_keys: bool = False
    """True if a term of one family is given with its family, too."""

    @cached_property
    def terms(self) -> dict[str, list[str]]:
        """Return the keys of every term, by its text."""
        keys: dict[str, list[str]] = {}
        for key, text in self.words.terms.items():
            keys.setdefault(plain(text).casefold(), []).append(key)
        return keys

    @cached_property
    def nouns(self) -> dict[str, str]:
        """Return the noun of every singular and plural; terms stand for amounts without one."""
        nouns: dict[str, str] = {}
        for key, forms in self.words.nouns.items():
            nouns |= {plain(form).casefold(): key for form in forms if form.casefold() not in nouns}
        return nouns

    @cached_property
    def _name(self) -> str:
        return _either(self.names)

    @cached_property
    def _noun(self) -> str:
        return rf"(?i:{_either(self.nouns)})\b"

    @cached_property
    def _amount(self) -> str:
        return rf"(?:(?i:los|las|el|la) )?(?:(?i:{_NUMBER}) )?{self._noun}"

    def _list(self, one: str) -> str:
        # One copy of the names: to compile them is what takes time.
        return rf"(?:(?:{one}(?:, |,? (?:y|o|ni) )?)+|{_NOTHING})"

    def _family(self, families: str) -> frozenset[str]:
        if families not in self._families:
            named = families.split("|")
            self._families[families] = frozenset(
                key
                for key in self.words.terms
                if any(key == family or key.startswith(f"{family}.") for family in named)
                and not key.endswith(".*")
            )
        return self._families[families]

    @cached_property
    def _families(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _sources(self) -> dict[str, str]:
        return {}

    def _term(self, families: str) -> str:
        """Return a pattern of any term of some families."""
        if families not in self._sources:
            texts = [self.words.terms[key] for key in self._family(families)]
            assert texts, families
            self._sources[families] = rf"{_ARTICLE}(?i:{_either(texts)})(?!\w)"
        return self._sources[families]

    def source(self, kind: str) -> str:
        """Return the regular expression of a kind of value."""
        match kind:
            case "any":
                return ".+?"
            case "n":
                return r"\d+"
            case "number":
                return _NUMBER
            case "seat":
                return self._name
            case "seats":
                return self._list(self._name)
            case "bag":
                return self._list(self._amount)
            case "amount":
                return self._amount
            case _ if kind.endswith("*"):
                return self._list(self._term(kind[:-1]))
        return self._term(kind.removesuffix("?"))

    def value(self, kind: str, text: str) -> Any:
        """Return what a text of that kind means."""
        match kind:
            case "any":
                return text
            case "n" | "number":
                return number_of(text)
            case "seat":
                return self.names.index(text)
            case "seats":
                return tuple(map(self.names.index, re.findall(self._name, text)))
            case "bag":
                return self.bag(text)
            case _ if kind.endswith("*"):
                matched = re.findall(self._term(kind[:-1]), text)
                return tuple(self.key(kind[:-1], one) for one in matched)
        return self.key(kind, text)

    def bag(self, text: str) -> Counter[str]:
        """Return amounts by noun: "2 rones y 1 peso"; what has no number is one."""
        held: Counter[str] = Counter()
        for number, noun in re.findall(rf"(?:({_NUMBER}) )?({self._noun})", text):
            held[self.nouns[noun.casefold()]] += number_of(number) if number else 1
        return held

    def key(self, kind: str, text: str) -> Any:
        """Return the term with that name; of `card?`, every key with it."""
        families = kind.removesuffix("?")
        among = self._family(families)
        bare = re.sub(rf"^{_ARTICLE}", "", text, flags=re.IGNORECASE).casefold()
        named = self.terms.get(text.casefold(), []) + self.terms.get(bare, [])
        matched = {key for key in named if key in among}
        if "|" not in families and not self.whole_keys:
            matched = {key.removeprefix(f"{families}.") for key in matched}
        if kind.endswith("?"):
            return frozenset(matched)
        assert len(matched) == 1, (kind, text, matched)
        return matched.pop()

    def compiled(self, pattern: str) -> "Pattern":
        """Return a pattern that can be read."""
        source, kinds = "", {}
        for slot in _SLOT.finditer(plain(pattern)):
            kind, name, flag = slot.groups()
            if kind:
                kinds[name or kind] = kind
                source += rf"(?P<{name or kind}>{self.source(kind)})"
            elif flag:
                kinds[flag] = "flag"
                source += rf"(?P<{flag}>"
            else:
                marks = {"[": "(?:", "]": ")?", "{": "(?:", "}": ")", "|": "|"}
                source += marks.get(slot[0]) or re.escape(slot[0])
        return Pattern(self, re.compile(source), kinds)


@dataclass(frozen=True)
class Pattern:
    """Pattern of a sentence, with the kinds of its values."""

    grammar: Grammar
    source: re.Pattern[str]
    kinds: Mapping[str, str]

    def read(self, text: str) -> dict[str, Any] | None:
        """Return the values in a sentence, None for those left out; None if it does not fit."""
        matched = self.source.fullmatch(plain(text))
        if matched is None:
            return None
        return {name: self._value(kind, matched[name]) for name, kind in self.kinds.items()}

    def _value(self, kind: str, text: str | None) -> Any:
        if kind == "flag":
            return text is not None
        return None if text is None else self.grammar.value(kind, text)


PARTS = ("remedies", "until", "effects", "transfers", "duties", "outcomes")


def places(words: Words) -> Iterator[str]:
    """Yield the place of every template that is told of a report, an effect or a table."""
    for part in PARTS:
        yield from (f"{part}.{code}" for code, text in getattr(words, part).items() if text)
    for kind, action in words.actions.items():
        yield from (f"actions.{kind}.attempt", f"actions.{kind}.done")
        yield from (f"actions.{kind}.changes.{name}" for name in action.changes)
        yield from (f"actions.{kind}.others.{name}" for name in action.others)
        if action.begun:
            yield f"actions.{kind}.begun"
    for code, condition in words.conditions.items():
        for form in ("refusal", "unverified", "remark"):
            if getattr(condition, form):
                yield f"conditions.{code}.{form}"


@dataclass
class Reader:
    """Reader of the sentences of one game, which counts what it has read."""

    grammar: Grammar
    readings: Readings
    unread: Mapping[str, str]
    """Templates that nothing is read of, each with the reason."""
    seen: Counter[str] = field(default_factory=Counter)
    _compiled: dict[str, tuple[tuple[Pattern, Predicate], ...]] = field(default_factory=dict)

    def check_complete(self) -> None:
        """Check that every template is read or listed with a reason."""
        there, known = set(places(self.grammar.words)), {*self.readings, *self.unread}
        assert there == known, (sorted(there - known), sorted(known - there))
        assert not self.readings.keys() & self.unread.keys()

    def _patterns(self, place: str) -> tuple[tuple[Pattern, Predicate], ...]:
        if place not in self._compiled:
            reading = self.readings[place]
            several = reading if isinstance(reading, list) else [reading]
            self._compiled[place] = tuple(
                (self.grammar.compiled(pattern), true) for pattern, true in several
            )
        return self._compiled[place]

    def check(self, place: str, text: str, told: Any) -> Any:
        """Check that a sentence is true of what it is told of; return what its predicate does."""
        if place in self.unread:
            return None
        assert place in self.readings, f"{place} is not read: {text}"
        for pattern, true in self._patterns(place):
            values = pattern.read(text)
            if values is not None:
                said = true(told, **values)
                assert said or isinstance(said, dict), f"{place} is false: {text}\n{values}\n{told}"
                self.seen[place] += 1
                return said
        raise AssertionError(f"{place} cannot be read: {text}")
