"""Clauses of a sentence: whether one tells an act, openings and reasons, and who acts."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from companion.kernel.models import folded
from companion.kernel.values import Seat
from companion.rulebook.loader import app_words
from companion.rulebook.stems import listed
from companion.ui.views.questions.sentence_words import Token, has_infinitive


def is_plain(tokens: Sequence[Token]) -> bool:
    """Return whether a sentence reports nothing: it only asks, describes, or names a number."""
    words = [folded(token.text) for token in tokens]
    first = next((word for word in words if word not in listed("questions.before")), "")
    return (
        all(token.number is not None for token in tokens)
        or first in listed("questions.asking")
        or (_describes(tokens) and not has_infinitive(tokens))
    )


def _describes(tokens: Sequence[Token]) -> bool:
    """Return whether a sentence says how things are; "lo que hay", "donde está" name a thing."""
    return any(
        token.text in listed("questions.describing")
        and (n == 0 or tokens[n - 1].text not in listed("questions.naming"))
        for n, token in enumerate(tokens)
    )


_DONE: Final = re.compile(r"[ai]d[oa]s?$")
"""Ending of what is done: "ya está cargado" says how things are."""


def what_is_done(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return a sentence without its opening, and without the reason that it gives.

    "Ya está, acabo", "no llego, así que abandono", "paso porque no tengo nada".
    """
    text = " ".join(token.text for token in tokens)

    def found(key: str) -> Iterator[tuple[int, int]]:
        """Yield the places of the first word of each phrase, and of the word behind it."""
        for phrase in app_words()(key).split(";"):
            before, said, _ = f" {text} ".partition(f" {phrase} ")
            if said:
                at = len(before.split())
                yield at, at + len(phrase.split())

    start = max((end for _, end in found("questions.so")), default=0)
    stop = min((at for at, _ in found("questions.reasons") if at > start), default=len(tokens))
    for at, end in found("questions.openings"):
        if at == start and end < stop and not _DONE.search(tokens[end].text):
            start = end
    return tokens[start:stop] or tokens


_OF_ANOTHER_PERSON: Final = re.compile(r"(?:[ae]n?|ó|[aei]r)$")
"""Ending of a verb behind which stands who does it: "mueve Beto", "puede ir Beto"."""


def speaker(
    names: Sequence[str], tokens: tuple[Token, ...], seat: Seat
) -> tuple[Seat, tuple[Token, ...]]:
    """Return who acts, and the other words: whoever is named first, or behind the verb."""
    silent = listed("questions.fillers") | listed("questions.links")
    for n, token in enumerate(tokens):
        text = folded(token.text)
        named = [at for at, name in enumerate(names) if folded(name).split()[:1] == [text]]
        before = tokens[n - 1].text if n else ""
        telling = [one.text for one in tokens[:n] if one.text not in silent]
        begins = not telling or (telling == [before] and _OF_ANOTHER_PERSON.search(before))
        if named and begins and before not in listed("questions.whom"):
            return named[0], (*tokens[:n], *tokens[n + 1 :])
    return seat, tokens
