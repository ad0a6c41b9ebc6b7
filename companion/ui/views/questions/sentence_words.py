"""Words of a sentence, compared with the words of an act or of a value."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from companion.kernel.text import folded
from companion.rulebook.loader import app_words
from companion.rulebook.search import all_stems, listed

_QUOTED: Final = re.compile(r"\{[^{}]*\}")
_LONGEST: Final = 40
"""Greatest number of words of a sentence that are read."""

Label = tuple[tuple[frozenset[str], int | None, bool], ...]
"""Words of a label: stems, number, and whether it can be left out."""


@dataclass(frozen=True)
class Token:
    """Word of the sentence."""

    text: str
    stems: frozenset[str]
    number: int | None
    one: bool
    """True if it is an article as much as a number."""
    denied: bool = False
    """True if the sentence says that it is not so: "no lo uso", "sin usarlo"."""


def is_plain(sentence: str) -> bool:
    """Return whether a sentence only asks about rules or table, and reports nothing."""
    words = [folded(word) for word in re.findall(r"[^\W_]+", sentence.casefold())]
    while words and words[0] in listed("questions.before"):
        words.pop(0)
    return bool(words) and words[0].startswith(tuple(listed("questions.asking")))


def tokens_of(sentence: str) -> tuple[Token, ...]:
    """Return the words of a sentence."""
    ones = listed("questions.one")
    words = re.findall(r"[^\W_]+", sentence.casefold())[:_LONGEST]
    denied = _denied(words)
    return tuple(
        Token(word, all_stems(word), _number(word), folded(word) in ones, n in denied)
        for n, word in enumerate(words)
    )


_TO_DO: Final = re.compile(r"[aei]r(?:l[aeo]s?|me|se|nos)?$")
"""Ending of a verb that may stand behind "sin"; "sin cartas" denies no act."""


def _denied(words: Sequence[str]) -> frozenset[int]:
    """Return the places of the words that a "no" stands before, but for pronouns."""
    denied = set[int]()
    for n, word in enumerate(words):
        at = n + 1
        while at < len(words) and words[at] in listed("questions.between"):
            at += 1
        without = word == "sin" and at < len(words) and _TO_DO.search(words[at])
        if at < len(words) and (word in listed("questions.denying") or without):
            denied.add(at)
    return frozenset(denied)


def amounts_of(tokens: Sequence[Token]) -> tuple[tuple[int, int, frozenset[str]], ...]:
    """Return the numbers of a sentence with their place and the word behind them."""
    return tuple(
        (n, token.number, tokens[n + 1].stems)
        for n, token in enumerate(tokens[:-1])
        if token.number is not None and tokens[n + 1].text not in listed("questions.links")
    )


def names_of_things(labels: Mapping[str, str]) -> dict[str, tuple[Label, ...]]:
    """Return how each thing is called: its label, its id, and a word that only it has."""
    written = {item: label_words(text) for item, text in labels.items()}
    among = Counter(
        stem for label in written.values() for stem in {s for stems, _, _ in label for s in stems}
    )
    names: dict[str, tuple[Label, ...]] = {}
    for item, label in written.items():
        own = [
            (word,)
            for word in label
            if word[1] is None and not word[2] and all(among[stem] == 1 for stem in word[0])
        ]
        number = label_words(item.replace("_", " ")) if _NUMBERED.fullmatch(item) else label
        names[item] = (label, number, *own)
    return names


_NUMBERED: Final = re.compile(r"[a-z]+_\d+")
"""Id of a thing by its number in a set, as it is printed: "aqua_01"."""


@lru_cache(maxsize=1)
def _numbers() -> dict[str, int]:
    """Return the numbers that are said as words."""
    said = app_words()("questions.numbers").split(";")
    return {word: n for n, words in enumerate(said, 1) for word in words.split()}


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) < 4 else _numbers().get(folded(word))


@lru_cache(maxsize=4000)
def label_words(text: str) -> tuple[tuple[frozenset[str], int | None, bool], ...]:
    """Return the words of a label: stems, number, and whether it can be left out."""
    bare = re.sub(r"\([^)]*\)", lambda part: part.group().replace(" ", "\x00"), text.casefold())
    words = []
    for part in re.findall(r"\S+", bare):
        optional = part.startswith("(")
        for word in re.findall(r"[^\W_]+", part.replace("\x00", " ")):
            words.append(
                (all_stems(word), _number(word), optional or word in listed("questions.links"))
            )
    return tuple(words)


def bare_text(template: str) -> str:
    """Return a template without its parameters, but with the words that depend on them."""
    inner = re.findall(r":\?([^{}|]*)", template)
    while _QUOTED.search(template):
        template = _QUOTED.sub(" ", template)
    return f"{template} {' '.join(inner)}"


@lru_cache(maxsize=500)
def words_of(text: str) -> tuple[frozenset[str], ...]:
    """Return the stems of each telling word of a text."""
    return tuple(
        all_stems(word)
        for word in re.findall(r"[^\W_]+", text.casefold())
        if word not in listed("questions.links") and (len(word) > 2 or word == "ir")
    )


def found_label(
    words: Sequence[tuple[frozenset[str], int | None, bool]],
    tokens: Sequence[Token],
    about: frozenset[str],
) -> tuple[frozenset[int], float] | None:
    """Return which words of a sentence say a label, and which share of it they say.

    A number alone has to stand beside a word of its question, or is less sure. A share over 1 says
    that it does.
    """
    needed = [word for word in words if not word[2]] or [*words]
    if all(number is not None for _, number, _ in needed):
        return _number_said(needed[0][1] if needed else None, len(needed), tokens, about)
    used: list[int] = []
    for stems, number, _ in needed:
        if number is None:
            at = next((n for n, each in enumerate(tokens) if _says(each, stems, used, n)), None)
            used += [] if at is None else [at]
    for _, number, _ in needed:
        if number is not None:
            # A number tells things apart: another one means another thing.
            at = _number_near(tokens, used)
            if at is None or tokens[at].number != number:
                return None
            used.append(at)
    if not used or 2 * len(used) < len(needed):
        return None
    return frozenset(used), len(used) / len(needed)


def _says(token: Token, stems: frozenset[str], used: Sequence[int], place: int) -> bool:
    return (
        place not in used
        and bool(token.stems & stems)
        and token.text not in listed("questions.links")
    )


_NEAR: Final = 2
"""Greatest distance of a number from the word that it belongs to."""


def _number_near(tokens: Sequence[Token], used: Sequence[int]) -> int | None:
    """Return the place of the number that is nearest to the words found, the one behind first."""
    near = [
        (abs(n - at), n < at, n)
        for at in used
        for n, token in enumerate(tokens)
        if token.number is not None and n not in used and abs(n - at) <= _NEAR
    ]
    return min(near)[2] if near else None


def _number_said(
    number: int | None, length: int, tokens: Sequence[Token], about: frozenset[str]
) -> tuple[frozenset[int], float] | None:
    places = [n for n, token in enumerate(tokens) if number is not None and token.number == number]
    if length != 1 or not places:
        return None
    beside = [
        n
        for n in places
        if any(tokens[m].stems & about for m in (n - 1, n + 1) if 0 <= m < len(tokens))
    ]
    if beside:
        return frozenset(beside[:1]), 1.2
    plain = [n for n in places if not tokens[n].one]
    return (frozenset(plain[:1]), 1.0) if plain else None


def said_at(
    label: Sequence[tuple[frozenset[str], int | None, bool]], tokens: Sequence[Token], start: int
) -> int:
    """Return how many words from there on say a label in full; 0: they do not."""
    n = start
    for stems, number, optional in label:
        if n < len(tokens) and (
            tokens[n].number == number if number is not None else tokens[n].stems & stems
        ):
            n += 1
        elif not optional:
            return 0
    return n - start
