"""Search of rule sections in the words of players.

Words are compared by their stems, without accents. Each section has four fields: title, words of
players, words of what cites it (refusals and rulings), and text. A field weighs by its own length
(BM25F), so that a short title says more than a long text. A title, or a phrase of players, that
says the same as the query weighs besides.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Any, Final

from companion.kernel.game import Game
from companion.kernel.memo import ById, memoised
from companion.kernel.models import folded
from companion.rulebook import loader
from companion.rulebook.loader import app_words
from companion.rulebook.sections import Rulebook, Section
from companion.rulebook.speller import speller
from companion.rulebook.stems import Stems, listed, other_vowels, word_stems

Span = tuple[int, int]
"""Start and end of a match in a text, to highlight it."""

MAX_QUERY: Final = 200
MAX_WORDS: Final = 12
_SNIPPET_WORDS: Final = 24
_SHORTEST_PREFIX: Final = 3
"""Least length of a word that is looked up as the beginning of others."""

_WEIGHTS: Final = (4.0, 3.0, 0.7, 1.0)
"""Weight of a word in the title, the words of players, what cites the section, and the text."""
_LENGTHS: Final = (0.3, 0.1, 0.7, 0.6)
"""Share of the length in the weight of each field, from 0 to 1."""
_SATURATION: Final = 8.0
"""Weight of a word in a field beyond which more of it says little."""
_SYNONYM, _PREFIX, _STEM_CHANGE, _FAINT = 0.5, 0.5, 0.8, 0.5
"""Weight of a synonym, of a word that only begins so, of another vowel in a verb's stem,
and of a word that says little."""
_WITHOUT_RULE, _OF_ONE_CARD, _CHAPTER = 0.7, 0.6, 0.9
"""Factors of a section that states no rule, tells one card, or has sections of its own."""
_WITH_ALL: Final = 1.0
"""Share that a section gains by having every word of the query."""
_PHRASE: Final = 0.5
"""Weight of a title, or of words with which people ask, that says the same as the query."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Search result, with its highlights."""

    section: Section
    title: str
    title_spans: tuple[Span, ...]
    snippet: str
    snippet_spans: tuple[Span, ...]


def search(game: Game[Any], query: str, limit: int = 20) -> tuple[Hit, ...]:
    """Return the sections of a game that match a query, best first, or none. Never raises."""
    if not query.strip():
        return ()
    return _index(game.id, ById(game)).search(speller(game.id).corrected(query), limit)


def preparing(game: Game[Any] | None) -> Iterator[None]:
    """Do in small steps what the first search of a game would wait for; of none, nothing."""
    if game is None:
        return
    for section in loader.load(game.id).rulebook.sections:
        for word in _words(" ".join((section.title, *section.synonyms, *section.paragraphs))):
            word_stems(word)
        yield
    for texts in cited_texts(game).values():
        for word in _words(" ".join(texts)):
            word_stems(word)
        yield
    _index(game.id, ById(game))
    yield
    speller(game.id)


@lru_cache(maxsize=16)
def _index(name: str, game: ById[Game[Any]]) -> "Index":
    return Index(loader.load(name).rulebook, cited_texts(game.thing))


def cited_texts(game: Game[Any]) -> Mapping[str, Sequence[str]]:
    """Return by section the texts of the refusals and rulings that cite it."""
    data, texts = loader.load(game.id), dict[str, dict[str, None]]()
    conditions = {c.code: c for listed in game.conditions.values() for c in listed}
    for code, condition in conditions.items():
        words = data.words.conditions.get(code)
        told = (words.name, words.refusal) if words else ()
        for section in condition.rules:
            texts.setdefault(section, {}).update(dict.fromkeys(map(_plain, told)))
    for ruling in data.rulings:
        said = (ruling.title, ruling.question, *ruling.words.values())
        for section in ruling.rules:
            texts.setdefault(section, {}).update(dict.fromkeys(said))
    return {section: tuple(listed) for section, listed in texts.items()}


def _plain(template: str) -> str:
    """Return a template without its parameters."""
    return re.sub(r"\{[^}]*\}", " ", template)


@dataclass(frozen=True, slots=True)
class _Phrase:
    """Title of a section, or words with which people ask for it."""

    section: int
    words: tuple[tuple[Stems, float], ...]
    """Stems of each word, and how much the word says."""
    whole: float
    """Sum of what its words say."""


@dataclass(frozen=True, slots=True)
class _QueryWord:
    """Word of a query."""

    stems: Mapping[str, float]
    """Stems that stand for it, each with its weight."""
    share: float
    """Less than one for a word that says little."""


class Index:
    """Index of one rulebook."""

    def __init__(
        self, rulebook: Rulebook, cited: Mapping[str, Iterable[str]] | None = None
    ) -> None:
        self._sections, cited = rulebook.sections, cited or {}
        self._groups = synonyms_of(rulebook)
        fields = [
            tuple(
                Counter(stem for word in _words(text) for stem in word_stems(word))
                for text in (
                    section.title,
                    " · ".join(section.synonyms),
                    " · ".join(cited.get(section.id, ())),
                    " ".join(section.paragraphs),
                )
            )
            for section in self._sections
        ]
        means = [sum(f[n].total() for f in fields) / max(1, len(fields)) for n in range(4)]
        self._factors = [_factor(rulebook, section) for section in self._sections]
        self._found: dict[str, dict[int, float]] = {}
        """By stem, the weight that it has in each section."""
        for number, of in enumerate(fields):
            for part, weight, share, mean in zip(of, _WEIGHTS, _LENGTHS, means, strict=True):
                norm = 1 - share + share * part.total() / mean if mean else 1
                for stem, count in part.items():
                    places = self._found.setdefault(stem, {})
                    places[number] = places.get(number, 0) + weight * count / norm
        self._phrases = [
            self._phrase(number, text)
            for number, section in enumerate(self._sections)
            for text in (section.title, *section.synonyms)
        ]
        self._in_phrases: dict[str, list[tuple[int, int]]] = {}
        """By stem, the phrases that have it, and at which place."""
        for n, phrase in enumerate(self._phrases):
            for at, (stems, _) in enumerate(phrase.words):
                for stem in stems:
                    self._in_phrases.setdefault(stem, []).append((n, at))

    def _phrase(self, section: int, text: str) -> _Phrase:
        words = tuple(
            (word_stems(word), _share(word) * max(map(self._rarity, word_stems(word))))
            for word in _telling(text)
        )
        return _Phrase(section, words, sum(says for _, says in words))

    def _rarity(self, stem: str) -> float:
        places = len(self._found.get(stem, ()))
        return log(1 + (len(self._sections) - places + 0.5) / (places + 0.5))

    def search(self, query: str, limit: int = 20) -> tuple[Hit, ...]:
        """Return the sections with words of the query, those with more of them first."""
        asked = [
            _QueryWord(self._alternatives(word), _share(word))
            for word in dict.fromkeys(_telling(query[:MAX_QUERY]))
        ][:MAX_WORDS]
        scores: Counter[int] = Counter()
        having: Counter[int] = Counter()
        for word in asked:
            for number, score in self._scores(word).items():
                scores[number] += score  # type: ignore[assignment]
                having[number] += 1
        said = self._said(asked)
        totals = {
            number: self._factors[number]
            * (score * (1 + _WITH_ALL * having[number] / len(asked)) + said.get(number, 0))
            for number, score in scores.items()
        }
        best = sorted(totals, key=lambda n: (-totals[n], n))
        stems = frozenset(stem for word in asked for stem in word.stems)
        return tuple(_hit(self._sections[number], stems) for number in best[:limit])

    def _scores(self, word: _QueryWord) -> dict[int, float]:
        """Return by section the score of one word of the query: of its best alternative."""
        scores: dict[int, float] = {}
        for stem, weight in word.stems.items():
            rarity = self._rarity(stem) * weight * word.share
            for number, weighed in self._found.get(stem, {}).items():
                score = rarity * weighed / (_SATURATION + weighed)
                scores[number] = max(scores.get(number, 0), score)
        return scores

    def _said(self, asked: Sequence[_QueryWord]) -> dict[int, float]:
        """Return by section how far one of its phrases says the same as the query.

        That is the share of the phrase that the query says, times what of the query it says.
        """
        of_phrase: dict[tuple[int, int], float] = {}
        of_query: Counter[int] = Counter()
        for word in asked:
            says = word.share * self._says(word)
            best: dict[int, float] = {}
            for stem, weight in word.stems.items():
                for place in self._in_phrases.get(stem, ()):
                    of_phrase[place] = max(of_phrase.get(place, 0), weight)
                    best[place[0]] = max(best.get(place[0], 0), weight)
            for n, weight in best.items():
                of_query[n] += weight * says  # type: ignore[assignment]
        shares: Counter[int] = Counter()
        for (n, at), weight in of_phrase.items():
            phrase = self._phrases[n]
            shares[n] += weight * phrase.words[at][1] / phrase.whole  # type: ignore[assignment]
        said: dict[int, float] = {}
        for n, share in shares.items():
            section = self._phrases[n].section
            said[section] = max(said.get(section, 0), _PHRASE * share * of_query[n])
        return said

    def _says(self, word: _QueryWord) -> float:
        """Return how much a word says: as it is, or if no section has it, as what is alike."""
        known = {stem: weight for stem, weight in word.stems.items() if stem in self._found}
        own = [self._rarity(stem) for stem, weight in known.items() if weight == 1]
        alike = (weight * self._rarity(stem) for stem, weight in known.items())
        return max(own or alike, default=0)

    def _alternatives(self, word: str) -> dict[str, float]:
        """Return the stems that stand for a word, each with its weight."""
        alternatives: dict[str, float] = {}
        for stem in word_stems(word):
            for other in self._groups.get(stem, ()):
                alternatives[other] = max(alternatives.get(other, 0), _SYNONYM)
            for other in other_vowels(stem):
                alternatives[other] = max(alternatives.get(other, 0), _STEM_CHANGE)
        whole = folded(word)
        if len(whole) >= _SHORTEST_PREFIX and not whole.isdigit():
            for stem in self._found:
                if stem.startswith(whole) or (len(stem) > 4 and whole.startswith(stem)):
                    alternatives[stem] = max(alternatives.get(stem, 0), _PREFIX)
        return alternatives | dict.fromkeys(word_stems(word), 1.0)


def _factor(rulebook: Rulebook, section: Section) -> float:
    rule = 1 if section.states_rule else _WITHOUT_RULE
    chapter = _CHAPTER if rulebook.children(section.id) else 1
    return rule * chapter * (_OF_ONE_CARD if section.id.startswith("card.") else 1)


def _telling(text: str) -> list[str]:
    """Return the telling words of a text; if it has none, all of them."""
    words = _words(text)
    return [word for word in words if folded(word) not in listed("search.ignored")] or words


def _share(word: str) -> float:
    return _FAINT if folded(word) in listed("search.faint") or word.isdigit() else 1


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


def synonyms_of(rulebook: Rulebook) -> Mapping[str, tuple[str, ...]]:
    """Return by stem the stems that mean about the same in a game."""
    return memoised(rulebook, _synonyms)


def _synonyms(rulebook: Rulebook) -> Mapping[str, tuple[str, ...]]:
    return _by_stem((*rulebook.synonyms, *_common_groups()))


@lru_cache(maxsize=1)
def _common_groups() -> tuple[tuple[str, ...], ...]:
    """Return groups of words that mean about the same in any game."""
    return tuple(tuple(group.split()) for group in app_words()("search.groups").split(";"))


def _by_stem(groups: Iterable[Sequence[str]]) -> Mapping[str, tuple[str, ...]]:
    synonyms: dict[str, tuple[str, ...]] = {}
    for group in groups:
        stems = [
            stem for word in group for part in _words(word) for stem in sorted(word_stems(part))
        ]
        for stem in stems:
            synonyms[stem] = tuple(dict.fromkeys((*synonyms.get(stem, ()), *stems)))
    return synonyms


def _hit(section: Section, stems: Stems) -> Hit:
    text = " ".join(section.paragraphs)
    snippet = _snippet(text, _spans(text, stems))
    return Hit(
        section, section.title, _spans(section.title, stems), snippet, _spans(snippet, stems)
    )


def _spans(text: str, stems: Stems) -> tuple[Span, ...]:
    words = re.finditer(r"[^\W_]+", text)
    return tuple(word.span() for word in words if word_stems(word.group().casefold()) & stems)


def _snippet(text: str, spans: Sequence[Span]) -> str:
    """Return the part of a text with most of these spans, with dots where it is cut."""
    words = [word.span() for word in re.finditer(r"\S+", text)]
    if len(words) <= _SNIPPET_WORDS:
        return text
    marked = [any(s <= start < e or start <= s < end for s, e in spans) for start, end in words]
    starts = range(len(words) - _SNIPPET_WORDS + 1)
    first = max(starts, key=lambda n: sum(marked[n : n + _SNIPPET_WORDS]))
    last = first + _SNIPPET_WORDS - 1
    before, after = "…" if first else "", "…" if last < len(words) - 1 else ""
    return f"{before}{text[words[first][0] : words[last][1]]}{after}"
