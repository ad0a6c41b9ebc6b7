"""Reports that name another thing, or another number of it, than the sentence does."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from companion.kernel.memo import memoised
from companion.rulebook.stems import listed
from companion.rulebook.wording import Wording
from companion.rulebook.words import Words
from companion.ui.views.questions.said_labels import (
    counts_another,
    said_at,
)
from companion.ui.views.questions.sentence_words import (
    Label,
    Token,
    is_small,
    label_words,
    tokens_of,
)

_Names = Mapping[str, tuple[tuple[str, str, Label], ...]]
"""By stem of the first word: family of a thing, its key, and its name."""
_IN_BRACKETS: Final = re.compile(r"\([^)]*\)")
_MOST: Final = 6
"""Greatest number of words of a name."""


def contradicts(wording: Wording, text: str, tokens: Sequence[Token]) -> bool:
    """Return whether a report names only other things of a kind, or other numbers, than was said.

    Args:
        wording: wording of the match.
        text: the report.
        tokens: the sentence.
    """
    names = memoised(wording.data.words, _names)
    other = _differ(_things(names, tokens), _things(names, _told(text)))
    return other or has_other_number(text, tokens)


def has_other_number(text: str, tokens: Sequence[Token]) -> bool:
    """Return whether a report has only other numbers of a thing than a sentence: "casa 9"."""
    return _differ(_numbered(tokens), _numbered(_told(text)))


def _told(text: str) -> tuple[Token, ...]:
    """Return the words of a report but for what only tells things apart, in brackets."""
    return tokens_of(_IN_BRACKETS.sub(" ", text))


def _differ(said: Mapping[str, set[str]], told: Mapping[str, set[str]]) -> bool:
    return any(said[each].isdisjoint(told[each]) for each in said.keys() & told.keys())


@dataclass(frozen=True)
class NamedThing:
    """Thing that a sentence names in full."""

    family: str
    key: str
    places: range
    """Places of its words."""


def named_things(wording: Wording, tokens: Sequence[Token]) -> tuple[NamedThing, ...]:
    """Return the things that a sentence names in full; the longest name counts."""
    return tuple(_found(memoised(wording.data.words, _names), tokens))


def _things(names: _Names, tokens: Sequence[Token]) -> dict[str, set[str]]:
    """Return by family the things that are named in full."""
    things: dict[str, set[str]] = {}
    for thing in _found(names, tokens):
        things.setdefault(thing.family, set()).add(thing.key)
    return things


def _found(names: _Names, tokens: Sequence[Token]) -> Iterator[NamedThing]:
    n = 0
    while n < len(tokens):
        none = tokens[n].denied or tokens[n].text in listed("questions.nothing")
        telling = not none and not is_small(tokens[n])
        here = [
            (said_at(label, tokens, n), family, key)
            for stem in (tokens[n].stems if telling else ())
            for family, key, label in names.get(stem, ())
        ]
        longest = max((length for length, _, _ in here), default=0)
        for length, family, key in here:
            if length == longest > 0:
                yield NamedThing(family, key, range(n, n + length))
        n += max(longest, 1)


def _numbered(tokens: Sequence[Token]) -> dict[str, set[str]]:
    """Return by stem of a word the numbers that stand right behind it: "casa 9"."""
    numbers: dict[str, set[str]] = {}
    for n, (word, behind) in enumerate(pairwise(tokens), 1):
        if behind.number is None or behind.one or behind.pause or is_small(word):
            continue
        alone = n + 1 < len(tokens) and tokens[n + 1].pause
        if word.number is None and (alone or not counts_another(tokens, n)):
            for stem in word.stems:
                numbers.setdefault(stem, set()).add(str(behind.number))
    return numbers


def _names(words: Words) -> _Names:
    """Return the names of the things of a game that stand in families."""
    named: dict[str, list[tuple[str, str, Label]]] = {}
    for family, key, label in _labels(words):
        for stem in label[0][0]:
            named.setdefault(stem, []).append((family, key, label))
    return {stem: tuple(things) for stem, things in named.items()}


def _labels(words: Words) -> Iterator[tuple[str, str, Label]]:
    for key, term in words.terms.items():
        family, dot, _ = key.partition(".")
        for text in (term, *words.also.get(key, ())) if dot and "{" not in term else ():
            label = label_words(text)
            if label and len(label) <= _MOST and label[0][1] is None and not label[0][2]:
                yield family, key, label
