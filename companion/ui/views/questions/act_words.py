"""Words of acts: how the app tells them, how people call them, and which say "no"."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from math import log
from typing import Final

from companion.rulebook.wording import Wording
from companion.ui.views.questions.sentence_words import Token, bare_text, words_of


def rarity_of(wording: Wording, kinds: Sequence[str]) -> Mapping[str, float]:
    """Return by stem how much it tells acts apart."""
    among: Counter[str] = Counter()
    other: Counter[str] = Counter()
    for kind in kinds:
        said = words_of(" ".join(wording.data.words.actions[kind].said))
        among.update({stem for stems in act_words(wording, kind) for stem in stems})
        other.update({stem for stems in said for stem in stems})
    return {stem: log(1 + len(kinds) / count) for stem, count in {**other, **among}.items()}


def act_words(wording: Wording, kind: str) -> tuple[frozenset[str], ...]:
    """Return the words with which the app tells an act."""
    words = wording.data.words.actions[kind]
    return words_of(" ".join((words.name, bare_text(words.attempt), bare_text(words.done))))


def said_words(
    wording: Wording, kind: str, tokens: tuple[Token, ...]
) -> tuple[tuple[frozenset[str], ...], bool]:
    """Return the words of the other names of an act that are said in full, and if one denies."""
    whole: list[frozenset[str]] = []
    denies = False
    for phrase in wording.data.words.actions[kind].said:
        words, denying = words_of(phrase), phrase.startswith("no ")
        heard = [token for token in tokens if token.denied or not denying]
        if all(any(token.stems & each for token in tokens) for each in words) and any(
            token.stems & each for token in heard for each in words
        ):
            whole += words
            denies |= denying
    return tuple(whole), denies


_NOTHING: Final = re.compile(r"\bno\b")
"""Part of the sentence of an act that says that nothing of it is done."""


class Denial(Enum):
    """Way in which an act can say that something is not done."""

    NEVER = 0
    SOMETIMES = 1
    ALWAYS = 2


def denial(wording: Wording, kind: str) -> Denial:
    """Return whether an act says that something is not done."""
    words = wording.data.words.actions[kind]
    if words.name.casefold().startswith("no "):
        return Denial.ALWAYS
    can = _NOTHING.search(" ".join((words.attempt, *words.said)))
    return Denial.SOMETIMES if can else Denial.NEVER


def can_be_nothing(wording: Wording, kind: str) -> bool:
    """Return whether an act can be reported as done with nothing."""
    return _NOTHING.search(wording.data.words.actions[kind].attempt) is not None
