"""Full-text search of rule sections in the words of players.

It uses SQLite's FTS5 in memory: accents and case do not count, words match in any order and by
prefix, and a title weighs more than a text. Synonyms work both ways: groups of the rulebook
("loseta", "ficha", "baldosa") widen the query, and each section lists words of its own.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from weakref import WeakKeyDictionary

from companion.kernel.text import folded
from companion.rulebook.loader import app_words
from companion.rulebook.sections import Rulebook, Section

Span = tuple[int, int]
"""Start and end of a match in a text, to highlight it."""

MAX_QUERY = 200
MAX_WORDS = 8
_OPEN, _CLOSE = "\x01", "\x02"
_SNIPPET_WORDS = 24
# Weights of a match in the title, in the section's synonyms and in the text.
_WEIGHTS = (10.0, 6.0, 1.0)


@dataclass(frozen=True, slots=True)
class Hit:
    """Search result, with its highlights."""

    section: Section
    title: str
    title_spans: tuple[Span, ...]
    snippet: str
    snippet_spans: tuple[Span, ...]


def search(rulebook: Rulebook, query: str, limit: int = 20) -> tuple[Hit, ...]:
    """Return the sections that match a query, best first, or none. Never raises."""
    if not query.strip():
        return ()
    index = _indexes.get(rulebook)
    if index is None:
        index = _indexes[rulebook] = Index(rulebook)
    return index.search(query, limit)


class Index:
    """Full-text index of one rulebook."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._sections = rulebook.sections
        self._groups = _by_word(rulebook.synonyms)
        # Threads may share the connection: after this it is only read.
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._database.execute(
            "CREATE VIRTUAL TABLE section USING fts5"
            "(title, synonyms, text, tokenize = 'unicode61 remove_diacritics 2')"
        )
        self._database.executemany(
            "INSERT INTO section (rowid, title, synonyms, text) VALUES (?, ?, ?, ?)",
            (
                (number, section.title, " · ".join(section.synonyms), " ".join(section.paragraphs))
                for number, section in enumerate(self._sections)
            ),
        )

    def search(self, query: str, limit: int = 20) -> tuple[Hit, ...]:
        """Return the sections with every word of the query, or else with any of them."""
        words = _words(query)
        if not words:
            return ()
        alternatives = [self._alternatives(word) for word in words]
        hits = self._match(" AND ".join(alternatives), limit)
        return hits or self._match(" OR ".join(alternatives), limit)

    def _alternatives(self, word: str) -> str:
        stems = dict.fromkeys((_stem(word), *self._synonyms(word)))
        return "(" + " OR ".join(f'"{stem}"*' for stem in stems) + ")"

    def _synonyms(self, word: str) -> tuple[str, ...]:
        return self._groups.get(_stem(word), ())

    def _match(self, expression: str, limit: int) -> tuple[Hit, ...]:
        rank = f"bm25(section, {', '.join(map(str, _WEIGHTS))})"
        marks = f"char({ord(_OPEN)}), char({ord(_CLOSE)})"
        try:
            rows = self._database.execute(
                f"SELECT rowid, highlight(section, 0, {marks}),"
                f" snippet(section, 2, {marks}, '…', {_SNIPPET_WORDS})"
                f" FROM section WHERE section MATCH ? ORDER BY {rank}, rowid LIMIT ?",
                (expression, limit),
            ).fetchall()
        except sqlite3.Error:
            return ()
        return tuple(self._hit(*row) for row in rows)

    def _hit(self, number: int, title: str, snippet: str) -> Hit:
        return Hit(self._sections[number], *_unmarked(title), *_unmarked(snippet))


_indexes: WeakKeyDictionary[Rulebook, Index] = WeakKeyDictionary()


def _words(query: str) -> tuple[str, ...]:
    typed = re.findall(r"[^\W_]+", folded(query[:MAX_QUERY]))
    telling = [word for word in typed if word not in _ignored()]
    return tuple(dict.fromkeys(telling or typed))[:MAX_WORDS]


@lru_cache(maxsize=1)
def _ignored() -> frozenset[str]:
    """Return the words without meaning for the search, such as articles."""
    return frozenset(app_words()("search.ignored").split())


def _stem(word: str) -> str:
    """Return the word without its plural ending."""
    if len(word) > 5 and word.endswith("es"):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


def _by_word(groups: Iterable[tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    synonyms: dict[str, tuple[str, ...]] = {}
    for group in groups:
        stems = tuple(_stem(folded(word)) for word in group)
        for stem in stems:
            synonyms[stem] = tuple(dict.fromkeys((*synonyms.get(stem, ()), *stems)))
    return synonyms


def _unmarked(marked: str) -> tuple[str, tuple[Span, ...]]:
    """Return the text without the FTS5 marks, and their positions."""
    return re.sub(f"[{_OPEN}{_CLOSE}]", "", marked), tuple(_spans(marked))


def _spans(marked: str) -> Iterator[Span]:
    start = position = 0
    for char in marked:
        if char == _OPEN:
            start = position
        elif char == _CLOSE:
            yield start, position
        else:
            position += 1
