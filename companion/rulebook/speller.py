"""Spelling of what somebody types or dictates: words written as they sound, or a letter off."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, takewhile
from typing import Final

from companion.kernel.memo import ById
from companion.kernel.models import folded
from companion.rulebook import loader
from companion.rulebook.loader import GameData, app_words
from companion.rulebook.stems import all_stems

_SHORTEST: Final = 4
"""Least length of a word, or of its sound without ending, that is put right."""
_SLIP: Final = 6
"""Least length of a word with one wrong letter."""
_ENDING: Final = 3
"""Greatest difference in length of two forms of a word."""
_SOUNDS: Final = (
    (r"qu|k", "c"), (r"c(?=[ei])|z|x", "s"), (r"g(?=[ei])", "j"), (r"gu(?=[ei])", "g"),
    (r"v|w", "b"), (r"ll|y(?=[aeiou])", "y"), (r"y", "i"), (r"h", ""), (r"(.)\1", r"\1"),
)  # fmt: skip
"""Letters that many people write for each other, in the order in which they are replaced."""


def sound(word: str) -> str:
    """Return how a word without accents sounds, roughly: alike for "vender" and "bender"."""
    heard = word
    for letters, other in _SOUNDS:
        heard = re.sub(letters, other, heard)
    return heard


class Speller:
    """Known words, and how they sound."""

    def __init__(self, words: Iterable[str], names: Iterable[str] = ()) -> None:
        """Take the known words, and those of them that name things."""
        known = {folded(word) for word in set(words)}
        self._words = sorted(known)
        self._sounds = sorted((sound(word), word) for word in known if len(word) >= _SHORTEST)
        self._names = sorted((sound(folded(name)), folded(name)) for name in set(names))

    def corrected(self, text: str, keep: Collection[str] = ()) -> str:
        """Return a text with the known words for those that nobody knows.

        Args:
            text: what was typed.
            keep: further words that are right, such as names.
        """
        right = {folded(word) for name in keep for word in name.split()}
        return re.sub(r"[^\W\d_]+", lambda word: self._word(word.group(), right), text)

    def _word(self, word: str, right: Collection[str]) -> str:
        bare = folded(word)
        stems = sorted(all_stems(word.casefold()), key=len)
        if len(bare) < _SHORTEST or bare in right or any(map(self._knows, stems)):
            return word
        # Only a word that no earlier way knows is looked for in the next one.
        ways = chain(
            (self._form(sound(stem), len(bare)) for stem in stems),
            self._slips(word, bare),
            map(self._other_form, stems),
        )
        return next(filter(None, ways), word)

    def _slips(self, word: str, bare: str) -> Iterator[str]:
        """Yield the known word, and the name, that sound like a word but for one letter."""
        if len(sound(bare)) >= _SLIP:
            yield _slip(self._sounds, sound(bare))
        # A name is shorter than other words with a letter off.
        if len(bare) >= _SLIP or (word[0].isupper() and len(bare) > _SHORTEST):
            yield _slip(self._names, sound(bare))

    def _knows(self, stem: str) -> bool:
        at = bisect_left(self._words, stem)
        return self._words[at : at + 1] != [] and self._words[at].startswith(stem)

    @cached_property
    def _stems(self) -> list[tuple[str, str]]:
        """Return how the stems of the known words sound, each with one of these words."""
        long = [word for word in self._words if len(word) > _SLIP]
        return sorted({sound(stem): word for word in long for stem in all_stems(word)}.items())

    def _other_form(self, stem: str) -> str:
        """Return a known word whose stem sounds like this but for one letter."""
        return _slip(self._stems, sound(stem)) if len(sound(stem)) >= _SLIP else ""

    def _form(self, stem: str, length: int) -> str:
        """Return a known word that begins as this stem sounds."""
        if len(stem) < _SHORTEST:
            return ""
        at = bisect_left(self._sounds, (stem, ""))
        forms = takewhile(lambda known: known[0].startswith(stem), self._sounds[at:])
        return next((word for _, word in forms if abs(len(word) - length) <= _ENDING), "")


def _slip(sounds: Sequence[tuple[str, str]], heard: str) -> str:
    """Return the only known word that sounds like this but for one letter."""
    at, end = (bisect_left(sounds, (letter, "")) for letter in (heard[:1], heard[:1] + "~"))
    near = [word for known, word in sounds[at:end] if _differ_by_one(heard, known)]
    return near[0] if len(near) == 1 else ""


def _differ_by_one(one: str, other: str) -> bool:
    """Return whether two words differ by one letter: another, one more, or two turned round."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if start is None:
        return True
    mine, theirs = one[start:], other[start:]
    return (
        mine[1:] == theirs[1:]
        or mine[1:] == theirs
        or mine == theirs[1:]
        or (mine[:2] == theirs[1::-1] and mine[2:] == theirs[2:])
    )


def speller(game: str) -> Speller:
    """Return the speller of a game: its rules, acts and names, and the words of the interface."""
    return _speller(ById(loader.load(game)))


@lru_cache(maxsize=16)
def _speller(data: ById[GameData]) -> Speller:
    words, book = data.thing.words, data.thing.rulebook
    texts = [*map(app_words(), _LISTS), *words.terms.values(), *words.accounts.values()]
    for act in words.actions.values():
        texts += [act.name, act.attempt, *act.said]
    for section in book.sections:
        texts += [section.title, *section.synonyms, *section.paragraphs]
    texts += [word for group in book.synonyms for word in group]
    written = re.sub(r"\{\w+|:\w+\}", " ", " ".join(texts).casefold())
    asked = (phrase for section in book.sections for phrase in section.synonyms)
    titled = " ".join((*words.terms.values(), *asked))
    return Speller(re.findall(r"[^\W\d_]+", written), _NAME.findall(titled))


_NAME: Final = re.compile(r"\b[A-ZÁÉÍÓÚ][^\W\d_]{4,}")
"""Word written with a capital, as names of things are."""


_LISTS: Final = (
    *(
        f"questions.{name}"
        for name in (
            "before", "asking", "numbers", "decades", "links", "ordinals", "leaving", "fillers",
            "nothing", "describing", "between", "denying", "then", "whom", "openings", "so",
            "reasons", "closings", "have", "may",
        )
    ),
    "search.ignored", "search.faint", "search.groups",
)  # fmt: skip
"""Lists of words that are no mistakes."""
