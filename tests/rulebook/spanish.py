"""Faults that no sentence for players may contain; the one home of them for every test.

A text is a *sentence* (a capital, and a stop at the end), a *line* (a capital, no stop: a button, a
title, an entry of the acta) or a *phrase* (part of a sentence: it begins small, no stop).
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from companion.kernel.game import Game
from companion.rulebook.loader import GameData


class Shape(StrEnum):
    """Kind of a text by how it begins and ends."""

    SENTENCE = "sentence"
    LINE = "line"
    PHRASE = "phrase"
    ANY = "any"


SPACES = " \u00a0\u202f"
_SPACE = f"[{SPACES}]"
_NOUGHT = re.compile(rf"\b(?:tiene|hay|queda|sobra|se paga)n? (?:solo )?0(?![\d{SPACES}]*\d)", re.I)
_FIRST = re.compile(r"[\wÁÉÍÓÚÑáéíóúñ#]")
_WORD = r"[\wáéíóúüñÁÉÍÓÚÜÑ]+"

# Errors in any kind of text
_WRONG: Mapping[str, re.Pattern[str]] = {
    "two spaces": re.compile(rf"{_SPACE}{{2,}}"),
    "space at an end": re.compile(rf"^{_SPACE}|{_SPACE}$"),
    "space before a mark": re.compile(rf"{_SPACE}[.,;:!?)»]"),
    "space after a mark": re.compile(rf"[(«¿¡]{_SPACE}"),
    "two marks": re.compile(r"(?<!\.)\.\.(?!\.)|[,;:]{2}|[,;:]\.|\.[,;:](?!\w)|:\)|»»|««|[?!]\."),
    "nothing between": re.compile(r"\(\)|«»|: ?$|, ?$|:\s?[.;]"),
    "unfilled": re.compile(r"[{}|]|…(?=[\w])|(?<=\w )…|^…$"),
    "de el, a el": re.compile(r"\b(?:de|a|De|A) el\b"),
    "y before i": re.compile(r"\b[yY] [«“]?(?:[IÍií]|[Hh][ií](?![aeo]))"),
    "o before o": re.compile(r"\b[oO] [«“]?(?:[OÓoó]|[Hh][oó]|8|11(?!\d))"),
    "e without i": re.compile(r"(?<=\w )e (?![«“]?[iíIÍhHyY])"),
    "u without o": re.compile(r"(?<=\w )u (?![«“]?(?:[oóOÓhH8]|11))"),
    "a word left alone": re.compile(
        r"\b(?:(?:con|sin|de|del|a|al|en|por|el|los|las|desde|hasta)(?=[.,;)]|$)"
        r"|(?:y|e|o|u|ni|que)(?=[.;:)]|$))"
    ),
    "the same word twice": re.compile(r"\b([a-záéíóúñ]{2,}) \1\b"),
    "an id": re.compile(r"\b[a-z0-9]+_[a-z0-9_]+\b|\b[a-z]{2,}(?:\.[a-z0-9]{2,})+\b"),
}

# Verbs whose subject follows, in the singular and in the plural: for amounts, for names.
_OF_AMOUNTS = {
    "falta": "faltan",
    "queda": "quedan",
    "sobra": "sobran",
    "hace falta": "hacen falta",
    "haría falta": "harían falta",
    "ha pasado": "han pasado",
    "se juega": "se juegan",
    "se jugó": "se jugaron",
    "se ha jugado": "se han jugado",
    "se desecha": "se desechan",
    "se paga": "se pagan",
    "se apunta": "se apuntan",
    "se ha apuntado": "se han apuntado",
    "se debe": "se deben",
}
_OF_NAMES = {
    "gana": "ganan",
    "ganó": "ganaron",
    "no cuenta": "no cuentan",
    "no mira": "no miran",
    "juega": "juegan",
    "da": "dan",
    "llega": "llegan",
}
_SINGULAR, _PLURAL = "|".join(_OF_AMOUNTS), "|".join(_OF_AMOUNTS.values())
_ONE_PLURAL = re.compile(rf"\b(?:{_PLURAL}) (?:solo )?1(?![\d{SPACES}]*\d)(?! y | o |, )", re.I)
_MANY_SINGULAR = re.compile(rf"(?<!hacen )(?<!harían )\b(?:{_SINGULAR}) (?:solo )?(?!1\b)\d+", re.I)


def _agreement(text: str) -> Iterator[str]:
    for match in (*_ONE_PLURAL.finditer(text), *_MANY_SINGULAR.finditer(text)):
        # In "a 1 de valor" the number is not the subject.
        yield f"number of the verb: {match.group()}"


def _any_of(words: Iterable[str]) -> str:
    """Return a pattern that any of these words fits, and nothing if there are none."""
    return "|".join(map(re.escape, sorted(words))) or r"(?!)"


def _of_names(players: Collection[str]) -> tuple[re.Pattern[str], ...]:
    """Return patterns of a verb before one name and before several."""
    name, one, many = _any_of(players), "|".join(_OF_NAMES), "|".join(_OF_NAMES.values())
    several = rf"(?:{name})(?:, (?:{name}))* [yeou] (?:{name})"
    single = rf"(?:{name})(?! [ye] (?:{name})|, (?:{name}))"
    return (
        re.compile(rf"\b(?:{one}) {several}", re.I),
        re.compile(rf"\b(?:{many}) {single}", re.I),
    )


def _of_nouns(nouns: Iterable[tuple[str, str]]) -> tuple[re.Pattern[str], ...]:
    """Return patterns of a number beside its noun."""
    differing = [pair for pair in nouns if pair[0] != pair[1]]
    one, several = (_any_of({pair[n] for pair in differing}) for n in (0, 1))
    return (
        re.compile(rf"(?<![\d.,{SPACES}])1{_SPACE}(?:{several})\b"),
        re.compile(rf"(?<!\d)(?!1{_SPACE})\d+{_SPACE}(?:{one})\b(?!s)"),
    )


_MAY_PRECEDE = frozenset(
    ("el", "la", "los", "las", "un", "una", "unos", "unas", "del", "al", "otra", "cada", "y", "o")
)
_NAMED = ("tile.", "building.", "card.", "dragon_short.")


def _of_terms(terms: Mapping[str, str]) -> re.Pattern[str]:
    """Return a pattern of a thing of the game after a small word."""
    common = {term for key, term in terms.items() if not key.startswith(_NAMED)}
    named = {
        term
        for key, term in terms.items()
        if key.startswith(_NAMED) and not key.endswith(".none") and term not in common
    }
    return re.compile(rf"\b([a-záéíóúñ]+) (?:{_any_of(named)})(?!\w)")


def ids(game: Game[Any], data: GameData) -> frozenset[str]:
    """Return names that only the code knows and no player reads."""
    words = data.words
    known = {*data.facts_by_id, *game.action_models, *words.conditions, *words.effects}
    known |= {part for key in words.terms for part in key.split(".")}
    known |= {part for fact in data.facts_by_id for part in fact.split(".")}
    spoken = " ".join((*words.terms.values(), *words.scores.values(), *_plain(data))).casefold()
    said = set(re.findall(_WORD, spoken))
    return frozenset(name for name in known if name.casefold() not in said and not name.isdigit())


def _plain(data: GameData) -> Iterator[str]:
    for section in data.rulebook:
        yield section.title
        yield section.text
    for action in data.words.actions.values():
        yield action.name
        yield from action.fields.values()


def _ids(text: str, names: frozenset[str]) -> Iterator[str]:
    for name in sorted(names.intersection(re.findall(r"[\w.]+", text))):
        yield f"an id: {name}"


def _begins_and_ends(text: str, shape: Shape) -> Iterator[str]:
    first = _FIRST.search(text)
    letter = first.group() if first else ""
    stopped = bool(re.search(r"[.?!…][»)]?$", text))
    if shape in (Shape.SENTENCE, Shape.LINE) and letter.islower():
        yield "begins small"
    if shape is Shape.SENTENCE and not stopped:
        yield "no stop at the end"
    if shape in (Shape.LINE, Shape.PHRASE) and text.endswith(".") and not text.endswith("..."):
        yield "a stop at the end"


class Reader:
    """Reader of texts of one game, or of the app, that reports their faults."""

    def __init__(
        self,
        nouns: Iterable[tuple[str, str]] = (),
        terms: Mapping[str, str] | None = None,
        names: Collection[str] = (),
        players: Collection[str] = (),
    ) -> None:
        self._nouns = _of_nouns(nouns)
        self._terms = _of_terms(terms or {})
        self._ids = frozenset(names)
        self._players = _of_names(players)
        self._read: dict[tuple[str, Shape], tuple[str, ...]] = {}

    def faults(self, text: str, shape: Shape = Shape.ANY) -> tuple[str, ...]:
        """Return every fault of a text."""
        if not text:
            return ("nothing",)
        if (text, shape) not in self._read:
            self._read[text, shape] = tuple(self._faults(text, shape))
        return self._read[text, shape]

    def _faults(self, text: str, shape: Shape) -> Iterator[str]:
        yield from (f"{what}: {match.group()!r}" for what, match in _pattern_matches(text))
        yield from _agreement(text)
        yield from self._of_game(text)
        yield from _ids(text, self._ids)
        yield from _begins_and_ends(text, shape)

    def _of_game(self, text: str) -> Iterator[str]:
        for pattern in self._players:
            yield from (f"number of the verb: {one.group()}" for one in pattern.finditer(text))
        for pattern in self._nouns:
            yield from (f"number of the noun: {one.group()}" for one in pattern.finditer(text))
        for match in self._terms.finditer(text):
            if match.group(1) not in _MAY_PRECEDE:
                yield f"no article: {match.group()}"


def noughts(text: str) -> tuple[str, ...]:
    """Return the places of a text that write none as the number 0."""
    return tuple(f"none as a number: {match.group()}" for match in _NOUGHT.finditer(text))


def _pattern_matches(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    for what, pattern in _WRONG.items():
        match = pattern.search(text)
        if match:
            yield what, match


def of_game(game: Game[Any], data: GameData, players: Collection[str]) -> Reader:
    """Return a reader of the texts of one game at a table."""
    words, lexicon = data.words, data.words.lexicon()
    terms = {
        key: term
        for key, term in words.terms.items()
        # A term without an article is a proper name.
        if lexicon.article(key) or not key.startswith(_NAMED)
    }
    return Reader(words.nouns.values(), terms, ids(game, data), players)


_VERBS = re.compile(
    r"\b(?:"
    r"abre|acaba|actúa|actúan|acuden|admite|añade|anuncia|aparta|atracan|avanza|ayudan|baja|"
    r"caen|cambia|cambian|cobra|combinan|comienzan|conduce|conoce|conserva|construye|continúa|"
    r"contribuye|corrige|cubre|cubren|cuenta|cuentan|cuesta|da|dan|decide|deja|desecha|dice|"
    r"distingue|dura|elige|eligen|empieza|empiezan|enseña|entra|entran|es|está|estaba|están|"
    r"estorban|falta|faltan|forma|forman|funcionan|gana|ganan|gira|guarda|ha|habla|hablan|"
    r"hace|hacen|han|hay|impide|importa|juega|juegan|lanza|lanzan|llega|lleva|llevan|manda|"
    r"marca|mejoran|mira|muestra|muestran|mueve|mueven|obliga|ocupa|ofrece|paga|pagan|pasa|"
    r"permite|permiten|pide|piden|pone|ponen|prevé|puede|pueden|queda|quedan|recibe|reciben|"
    r"reconstruyen|recuerda|recupera|reparte|repiten|resuelve|roba|roban|sale|se|siguen|sirve|"
    r"sirven|sobra|son|suma|suman|tiene|tienen|toca|tocan|toma|trae|une|va|vale|valen|van|"
    r"viene|vuelve|vuelven|zarpa"
    r")\b"
)
"""Verbs that sentences of the rulebooks are built on; a missing one is added here."""


def fragments(paragraph: str) -> tuple[str, ...]:
    """Return the sentences of a paragraph that have no verb."""
    plain = re.sub(r"\b\d+\. ", "", paragraph)
    return tuple(
        sentence
        for sentence in re.split(r"(?<=[.!?])\s+", plain)
        if not _VERBS.search(sentence.lower())
    )
