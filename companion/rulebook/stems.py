"""Stems of Spanish words, and lists of words of the interface."""

import re
from functools import lru_cache
from typing import Any, Final

from companion.kernel.models import folded
from companion.rulebook.loader import app_words

Stems = frozenset[str]


@lru_cache(maxsize=16)
def listed(key: str) -> frozenset[str]:
    """Return a list of words of the interface, such as those without meaning for a search."""
    return frozenset(app_words()(key).split())


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    # Its modules for every language take a while to load, and not everybody searches.
    from snowballstemmer import stemmer  # type: ignore[import-untyped]

    return stemmer("spanish")


@lru_cache(maxsize=30_000)
def word_stems(word: str) -> Stems:
    """Return the stems of a word: as it is written, and as without accents."""
    bare = folded(word)
    return frozenset(folded(_stemmer().stemWord(form)) for form in {word, bare})


_CHANGES: Final = (
    ("ue", "o"), ("ue", "u"), ("ie", "e"), ("uy", "u"), ("zc", "c"), ("ng", "n"), ("oj", "og"),
    ("ij", "eg"), ("id", "ed"), ("ind", "end"), ("ig", "eg"), ("it", "et"), ("irv", "erv"),
    ("ag", "ac"), ("lg", "l"), ("qu", "c"), ("dich", "dec"), ("hech", "hac"), ("puest", "pon"),
)  # fmt: skip
"""Letters that change in the stem of a verb: "muevo", "cierro", "construyo", "cojo", "dicho"."""


def other_vowels(stem: str) -> tuple[str, ...]:
    """Return the stem as other forms of an irregular verb have it."""
    return tuple(stem.replace(new, old, 1) for new, old in _CHANGES if new in stem)


_PRONOUN: Final = re.compile(r"(?<=[aei]r)(?:l[aeo]s?|me|se|nos)$")
"""Pronoun at the end of a verb: "usarlo"."""


_ENDING: Final = re.compile(r"(?<=..)(?:[aei]r|o|as?|es?|[ae]n|[aei]mos)$")


@lru_cache(maxsize=10_000)
def own_stems(word: str) -> Stems:
    """Return the stems of a word without its pronoun, but of no other form."""
    bare = _PRONOUN.sub("", word)
    # The stemmer leaves short verbs as they are: "uso", "entrar".
    return word_stems(bare) | {folded(_ENDING.sub("", bare))}


@lru_cache(maxsize=10_000)
def all_stems(word: str) -> Stems:
    """Return the stems of a word, also as those of an irregular verb or without its pronoun."""
    stems = own_stems(word)
    return stems | {other for stem in stems for other in other_vowels(stem)}
