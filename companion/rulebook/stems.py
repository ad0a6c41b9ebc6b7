"""Stems of Spanish words, and lists of words of the interface."""

import re
from functools import cache, lru_cache
from typing import Any, Final

from companion.kernel.models import folded
from companion.rulebook.loader import app_words

Stems = frozenset[str]


@cache
def listed(*keys: str) -> frozenset[str]:
    """Return the words of lists of the interface, such as those without meaning for a search."""
    return frozenset(word for key in keys for word in app_words()(key).split())


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    # Its modules for every language take a while to load, and not everybody searches.
    from snowballstemmer import stemmer  # type: ignore[import-untyped]

    return stemmer("spanish")


@lru_cache(maxsize=30_000)
def word_stems(word: str) -> Stems:
    """Return the stems of a word: as it is written, and as without accents."""
    single = _DOUBLED.sub(r"\1", word)
    return frozenset(folded(_stemmer().stemWord(form)) for form in {single, folded(single)})


_DOUBLED: Final = re.compile(r"([bdfgkmpstz])\1")
"""Consonants that Spanish never writes twice: "inflammable"."""


_CHANGES: Final = (
    ("ue", "o"), ("ue", "u"), ("ie", "e"), ("uy", "u"), ("zc", "c"), ("ng", "n"), ("oj", "og"),
    ("ij", "eg"), ("id", "ed"), ("ind", "end"), ("ig", "eg"), ("it", "et"), ("irv", "erv"),
    ("ag", "ac"), ("lg", "l"), ("qu", "c"), ("dich", "dec"), ("hech", "hac"), ("puest", "pon"),
    ("hic", "hac"), ("hiz", "hac"), ("dij", "dec"), ("dig", "dec"), ("pus", "pon"),
    ("pondr", "pon"), ("traj", "tra"), ("traig", "tra"), ("duj", "duc"), ("tuv", "ten"),
    ("quis", "quer"), ("quier", "quir"), ("uelt", "olv"), ("ubiert", "ubr"), ("irt", "ert"),
    ("sig", "segu"),
)  # fmt: skip
"""Letters that change in the stem of a verb: "muevo", "cierro", "construyo", "cojo", "puse"."""


def other_vowels(stem: str) -> tuple[str, ...]:
    """Return the stem as other forms of an irregular verb have it."""
    changed = tuple(stem.replace(new, old, 1) for new, old in _CHANGES if new in stem)
    # "Alcé" of "alzar", "empiece" of "empezar".
    return (*changed, *(f"{one[:-1]}z" for one in (stem, *changed) if one.endswith("c")))


_PRONOUN: Final = re.compile(
    r"(?:(?<=[aei]r)|(?<=ndo)|(?<=^pon)|(?<=^da)|(?<=^haz))(?:l[aeo]s?|me|se|nos)$"
    r"|(?<=[áéíóú])(\w*[aen])(?:l[aeo]s?|[mst]e)$"
)
"""Pronoun at the end of a verb: "usarlo", "usándolo", "ponle", "cóbrame"."""


_ENDING: Final = re.compile(
    r"(?<=..)(?:[aei]r|io?|os?|as?|es?|[ae]n|[aei]mos|[ai]d[oa]s?|i?[ae]ndo|aron|ieron|aba|ia)$"
)


@lru_cache(maxsize=10_000)
def own_stems(word: str) -> Stems:
    """Return the stems of a word without its pronoun, but of no other form."""
    bare = _PRONOUN.sub(r"\1", word)
    # The stemmer leaves short verbs as they are: "uso", "usado", "entrar".
    # "Birlo" of "birlar" only looks as if it had a pronoun.
    return word_stems(bare) | {_ENDING.sub("", folded(form)) for form in (bare, word)}


@lru_cache(maxsize=10_000)
def all_stems(word: str) -> Stems:
    """Return the stems of a word, also as those of an irregular verb or without its pronoun."""
    stems = own_stems(word)
    others = {other for stem in stems for other in other_vowels(stem)}
    return stems.union(others, _irregular().get(folded(word), ()))


@cache
def listed_stems(key: str) -> Stems:
    """Return the stems of a list of words of the interface."""
    return Stems().union(*map(all_stems, listed(key)))


@lru_cache(maxsize=1)
def _irregular() -> dict[str, Stems]:
    """Return the stems of the verbs whose forms share no letters: "voy", "fui", "di"."""
    groups = (group.split() for group in app_words()("search.irregular").split(";"))
    return {form: own_stems(verb) for verb, *forms in groups for form in forms}
