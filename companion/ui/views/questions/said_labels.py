"""Labels that a sentence says, in full or in part, and the things that its numbers belong to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from companion.rulebook.stems import listed
from companion.ui.views.questions.sentence_words import (
    Label,
    Token,
    counted,
    is_short,
    is_small,
    label_stems,
    label_words,
)


@dataclass(frozen=True)
class Said:
    """Places of the words that a reading explains already."""

    used: frozenset[int] = frozenset()
    things: frozenset[int] = frozenset()
    """Those that name what is counted; empty unless an amount is asked for."""
    amount: bool = False
    """True if an amount is needed, which an article may say."""


def found_own(own: Label, tokens: Sequence[Token]) -> tuple[frozenset[int], float] | None:
    """Return which word of a sentence is one that only this label has."""
    at = next(
        (n for n, token in enumerate(tokens) for word in own if _says(token, word[0], (), n)),
        None,
    )
    return None if at is None else (frozenset((at,)), OWN)


OWN: Final = 0.9
"""Share of a label that is said by a word which no other has."""


_NOTHING: Final = Said()


def found_label(
    words: Sequence[tuple[frozenset[str], int | None, bool]],
    tokens: Sequence[Token],
    about: frozenset[str],
    said: Said = _NOTHING,
) -> tuple[frozenset[int], float] | None:
    """Return which words of a sentence say a label, and which share of it they say.

    A number alone has to stand beside a word of its question, or is less sure. A share over 1 says
    that it does.

    Args:
        words: the label.
        tokens: the sentence.
        about: stems of the question.
        said: what the reading explains already.
    """
    for _, number, optional in words:
        placed = [n for n, token in enumerate(tokens) if token.ordinal == number is not None]
        if optional and placed:
            return frozenset(placed[:1]), 1.0
    needed = [word for word in words if not word[2]] or [*words]
    if all(number is not None for _, number, _ in needed):
        number = needed[0][1] if needed else None
        return _number_said(number, len(needed), tokens, about, said)
    places = range(len(tokens))
    used = _places_of(needed, tokens, places)
    if used is None:
        used = _places_of(needed, tokens, places[::-1])
    if not used or 2 * len(used) < len(needed):
        return None
    turned = _TURNED if used != sorted(used) else 1
    return frozenset(used), turned * len(used) / len(needed)


def found_other_name(
    names: Sequence[str], tokens: Sequence[Token]
) -> tuple[frozenset[int], float] | None:
    """Return which words of a sentence say another name of a thing, if one is said in full."""
    for name in sorted(names, key=len, reverse=True):
        words = label_words(name)
        for start in range(len(tokens) - len(words) + 1):
            said = tokens[start : start + len(words)]
            if all(token.stems & stems for token, (stems, _, _) in zip(said, words, strict=True)):
                return frozenset(range(start, start + len(words))), 1.0
    return None


def _places_of(
    needed: Sequence[tuple[frozenset[str], int | None, bool]],
    tokens: Sequence[Token],
    places: Sequence[int],
) -> list[int] | None:
    """Return the places of the words of a label, looked for in an order; None: it is another."""
    used: list[int] = []
    for stems, number, _ in needed:
        if number is None:
            at = next((n for n in places if _says(tokens[n], stems, used, n)), None)
            used += [] if at is None else [at]
    for _, number, _ in needed:
        if number is not None:
            # A number tells things apart: another one means another thing.
            at = _number_near(tokens, used, counts=needed[0][1] is not None)
            if at is None or number not in (tokens[at].number, tokens[at].ordinal):
                return None
            used.append(at)
    return used


def _says(token: Token, stems: frozenset[str], used: Sequence[int], place: int) -> bool:
    return place not in used and bool(token.stems & stems) and not is_small(token)


_TURNED: Final = 0.9
"""Share of a label that is said in another order: "this for that" is no "that for this"."""
_NEAR: Final = 2
"""Greatest distance of a number from the word that it belongs to."""


def _number_near(tokens: Sequence[Token], used: Sequence[int], *, counts: bool) -> int | None:
    """Return the place of the number that is nearest to the words found, the one behind first.

    Args:
        tokens: the sentence.
        used: places of the words.
        counts: whether it says how many there are: of "una azul de 2", "dos azules" the first.
    """
    near = [
        (token.one, abs(n - at), n < at, n)
        for at in used
        for n, token in enumerate(tokens)
        if (token.number or token.ordinal) is not None
        and n not in used
        and abs(n - at) <= _NEAR
        and (counts or not (n == at - 1 and (token.one or _PLURAL.search(tokens[at].text))))
    ]
    return min(near)[-1] if near else None


_PLURAL: Final = re.compile(r"s$")


def _number_said(
    number: int | None,
    length: int,
    tokens: Sequence[Token],
    about: frozenset[str],
    said: Said,
) -> tuple[frozenset[int], float] | None:
    places = [
        n
        for n, token in enumerate(tokens)
        if number is not None and token.number == number and not _is_article(tokens, n)
    ]
    if length != 1 or not places:
        return None
    beside = [
        n
        for n in places
        if counted(tokens, n) in said.things
        or any(tokens[m].stems & about for m in _beside(tokens, n) if 0 <= m < len(tokens))
    ]
    if beside:
        thing = counted(tokens, beside[0])
        asked = thing < len(tokens) and tokens[thing].stems & about
        return frozenset((beside[0], thing) if asked else beside[:1]), 1.2
    plain = [
        n
        for n in places
        if (not tokens[n].one or (said.amount and is_one_alone(tokens, n)))
        and not of_another(tokens, n, said.used)
        and not counts_another(tokens, n)
    ]
    return (frozenset(plain[:1]), 1.0) if plain else None


def _is_article(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a word that may be a number stands before one: "un 6"."""
    behind = tokens[place + 1 : place + 2]
    return tokens[place].one and any(token.number is not None for token in behind)


def _beside(tokens: Sequence[Token], place: int) -> tuple[int, ...]:
    """Return the places of the words that a number may belong to.

    "Flor 3 de hojas": behind "de" stands what it counts, and the word before it is none of that.
    """
    thing = counted(tokens, place)
    # "Hojas 3, flores 2": no mark stands between a number and its word.
    before = () if tokens[place].pause else (_measured(tokens, place),)
    behind = () if thing < len(tokens) and tokens[place + 1].pause else (thing,)
    return (thing,) if thing > place + 1 and behind else before + behind


def _measured(tokens: Sequence[Token], place: int) -> int:
    """Return the place of the word that a number behind it belongs to: "hueco de valor 5"."""
    at = place - 1
    while at > 0 and _measures(tokens[at]):
        at -= 1
    return at


def _measures(token: Token) -> bool:
    return token.text in listed("questions.measures")


def is_one_alone(tokens: Sequence[Token], place: int) -> bool:
    """Return whether an article stands for one thing: "descarto una", "una de las suyas"."""
    behind = tokens[place + 1] if place + 1 < len(tokens) else None
    ends = behind is None or behind.pause or behind.text in listed("questions.then") | {"de"}
    return tokens[place].one and ends


def of_another(tokens: Sequence[Token], place: int, used: frozenset[int]) -> bool:
    """Return whether a number belongs to a word before it that means something else."""
    before = place - 1
    return (
        before >= 0
        and before not in used
        and not tokens[place].pause
        and not is_short(tokens[before])
        and tokens[before].text not in _silent()
    )


def _silent() -> frozenset[str]:
    return listed("questions.links", "questions.fillers", "questions.holding")


_DOING: Final = re.compile(r"(?:a|ie|ye)ndo(?:l[aeo]s?|me|se|nos)?$")
"""Ending of a verb that no number counts: "el 5 gastando tres verdes"."""


def counts_another(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a number says how many there are of the word behind it."""
    behind = tokens[place + 1] if place + 1 < len(tokens) else None
    return (
        behind is not None
        and behind.number is None
        and not behind.pause
        and not _DOING.search(behind.text)
        and behind.text not in listed("questions.links") | listed("questions.fillers")
    )


def names_one(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a number tells which of several things is meant: "la de 5", "el 5"."""
    number = tokens[place].number is not None and not tokens[place].one
    before = tokens[place - 1].text
    named = before in listed("questions.articles") or _measures(tokens[place - 1])
    return number and named and not counts_another(tokens, place)


def said_at(
    label: Sequence[tuple[frozenset[str], int | None, bool]], tokens: Sequence[Token], start: int
) -> int:
    """Return how many words from there on say a label in full; 0: they do not."""
    n = start
    for stems, number, optional in label:
        # "Una gris del dos" is a gray two.
        while number is not None and start < n < len(tokens) and _measures(tokens[n]):
            n += 1
        if n < len(tokens) and (
            tokens[n].number == number if number is not None else tokens[n].stems & stems
        ):
            n += 1
        elif not optional:
            return 0
    return n - start


@lru_cache(maxsize=4000)
def stems_of(text: str) -> frozenset[str]:
    """Return the stems of all words of a label."""
    return label_stems(label_words(text))
