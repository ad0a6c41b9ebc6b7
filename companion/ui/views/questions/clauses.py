"""Clauses of a sentence: whether one tells an act, openings and reasons, and who acts."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Final

from companion.kernel.models import folded
from companion.kernel.values import Seat
from companion.rulebook.loader import app_words
from companion.rulebook.stems import listed, listed_stems, word_stems
from companion.ui.views.questions.sentence_words import (
    Token,
    has_infinitive,
    is_noun,
    is_small,
    is_verb,
    tokens_of,
)


def is_plain(tokens: Sequence[Token]) -> bool:
    """Return whether a sentence reports nothing: it only asks, describes, or names a number."""
    return not reporting(tokens)


def reporting(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return a sentence without what describes; nothing if it asks, or only names a number."""
    clauses = tuple(_clauses(tokens))
    if any(_asks(clause, first=n == 0) for n, clause in enumerate(clauses)) or all(
        token.number is not None for token in tokens
    ):
        return ()
    if has_infinitive(tokens):
        return tuple(tokens)
    kept: list[Token] = []
    for clause in clauses:
        kept += () if _describes(clause, goes_on=bool(kept)) else clause
    return tuple(kept)


def _clauses(tokens: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """Yield the parts of a sentence between its marks."""
    starts = [0, *(n for n, token in enumerate(tokens) if token.pause), len(tokens)]
    yield from (tuple(tokens[start:end]) for start, end in pairwise(starts))


def _asks(clause: Sequence[Token], *, first: bool) -> bool:
    """Return whether a clause begins with an interrogative, or has one with its accent.

    Without it, "que" only asks at the beginning: "doy la flor, que vale dos".
    """
    words = [token.text for token in clause if token.text not in listed("questions.before")]
    if any(word != folded(word) in listed("questions.asking") for word in words):
        return True
    # "Como regalo, una flor" tells; "como se gana" asks.
    tells = len(words) > 1 and words[0] in listed("questions.being") and not is_verb(words[1])
    related = not first and bool(words) and words[0] in listed("questions.naming")
    asks = bool(words) and folded(words[0]) in listed("questions.asking")
    return asks and not tells and not related


def _describes(tokens: Sequence[Token], *, goes_on: bool) -> bool:
    """Return whether a clause says how things are; "lo que me queda" names a thing.

    Args:
        tokens: the clause.
        goes_on: True if one before it told something: "cojo una, es azul".
    """
    return any(
        token.text in listed("questions.describing")
        and _before(tokens, n) not in listed("questions.naming")
        and not (token.text in listed("questions.have") and _is_done(tokens[n + 1 :]))
        and not (token.text in listed("questions.result") and _goes_on(tokens[:n], told=goes_on))
        and not (token.text in listed("questions.being") and (_own(tokens) or _ends(tokens, n)))
        for n, token in enumerate(tokens)
    )


def _is_done(behind: Sequence[Token]) -> bool:
    """Return whether a verb says what has been done: "había movido"."""
    return bool(behind) and bool(_DONE.search(behind[0].text))


def _goes_on(before: Sequence[Token], *, told: bool) -> bool:
    """Return whether nothing stands before a word, or "y" and what was done: "cojo una y es"."""
    silent = listed("questions.denying", "questions.above")
    words = [token.text for token in before if token.text not in silent]
    if told and words in ([], ["y"]):
        return True
    return len(words) > 1 and words[-1] == "y" and is_verb(words[0])


def _ends(tokens: Sequence[Token], place: int) -> bool:
    """Return whether nothing stands behind a word, as behind no verb that needs something."""
    return place + 1 == len(tokens) or tokens[place + 1].text in listed("questions.then")


def _own(tokens: Sequence[Token]) -> bool:
    """Return whether a sentence begins with something of one's own: "mi flor es"."""
    return bool(tokens) and tokens[0].text in listed("questions.own")


def _before(tokens: Sequence[Token], place: int) -> str:
    """Return the word before another, but for pronouns."""
    between = listed("questions.between") | listed("questions.denying")
    between -= listed("questions.naming")
    words = (token.text for token in tokens[:place][::-1])
    return next((word for word in words if word not in between), "")


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
    words = [token.text for token in tokens[:stop]]
    openings = [phrase.split() for phrase in app_words()("questions.openings").split(";")]
    openings.sort(key=len, reverse=True)
    while at := next((len(one) for one in openings if words[start : start + len(one)] == one), 0):
        if start + at >= stop or _DONE.search(words[start + at]):
            break
        start += at
    stop = min(
        (at for at, end in found("questions.closings") if start < at and end == stop), default=stop
    )
    return tokens[start:stop] or tokens


def put_right(tokens: tuple[Token, ...], verbs: frozenset[str]) -> tuple[Token, ...]:
    """Return a sentence with what it puts right in place of what it said first: "dos, no, tres".

    Args:
        tokens: the sentence.
        verbs: stems of the verbs with which acts are told.
    """
    phrases = [phrase.split() for phrase in app_words()("questions.correcting").split(";")]
    for n, token in enumerate(tokens):
        if not n or not token.pause:
            continue
        said = [one.text for one in tokens[n:]]
        length = max((len(one) for one in phrases if said[: len(one)] == one), default=0)
        rest = tokens[n + length :]
        # "No dos" denies, "no, dos" puts right.
        alone = said[length - 1] != "no" or bool(rest and rest[0].pause)
        if length and alone and any(map(_is_said, rest)) and rest[0].text != "que":
            right = (replace(rest[0], denied=False), *rest[1:])
            return put_right(_in_place(tokens[:n], right, verbs), verbs)
    return tokens


def _is_said(token: Token) -> bool:
    return not is_small(token) and token.text not in listed("questions.nothing")


def _in_place(
    before: tuple[Token, ...], right: tuple[Token, ...], verbs: frozenset[str]
) -> tuple[Token, ...]:
    """Return what was said first up to the words that others replace, and those."""
    numbers = [n for n, one in enumerate(right) if _sort(one) == "1"]
    for n in range(len(before) - 1, -1, -1):
        if right[0].stems & verbs:
            if before[n].stems & verbs:
                return before[:n] + right
        elif len(numbers) == 1 and sum(map(_is_said, right)) == 1:
            if _sort(before[n]) == "1":
                return (*before[:n], right[numbers[0]], *before[n + 1 :])
        elif _sort(before[n]) == _sort(right[0]):
            return before[:n] + right
    return before + right


def _sort(token: Token) -> str:
    """Return what a word has in common with one that may stand in its place."""
    if token.number is not None or token.ordinal is not None:
        return "1"
    for same in (("a", "al"), ("de", "del"), ("el", "la", "los", "las")):
        if token.text in same:
            return same[0]
    return token.text if not _is_said(token) else "word"


def decided(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return a sentence without what it says that is not known yet: "aún no sé cuál"."""
    for n, token in enumerate(tokens):
        start = n
        while (
            start
            and not tokens[start].pause
            and tokens[start - 1].text in listed("questions.before_deciding")
        ):
            start -= 1
        stop = next((m for m in range(n + 1, len(tokens)) if tokens[m].pause), len(tokens))
        open_words = listed("questions.denying") | listed("questions.naming")
        open_so = any(one.text in open_words for one in tokens[start:n])
        unknown = open_so and token.text in listed("questions.unknown")
        # "Sin verla" tells how it is done.
        if n and tokens[n - 1].text == "sin" and _WITH_PRONOUN.search(token.text):
            continue
        if unknown or _is_undecided(token, tokens[n + 1 : stop], begins=n == start):
            return tokens[:start] + tokens[stop:] or tokens
    return tokens


_WITH_PRONOUN: Final = re.compile(r"rl[ao]s?$")


def _is_undecided(token: Token, behind: Sequence[Token], *, begins: bool) -> bool:
    """Return whether a verb asks what is to be decided, "digo cuál", or ends a clause: "ya veré".

    Without its accent, "que" only asks at the end: "digo que paso".
    """
    decides = token.text == "se" or bool(token.stems & listed_stems("questions.deciding"))
    if not decides and not token.stems & listed_stems("questions.clearing"):
        return False
    small = listed("questions.before") | listed("questions.articles")
    rest = [one.text for one in behind if one.text not in small]
    if not rest or all(word in listed("questions.before_deciding") for word in rest):
        return decides and not begins
    asks = folded(rest[0]) in listed("questions.asking")
    return asks and (rest[0] not in listed("questions.naming") or len(rest) == 1)


_TO_WISH: Final = 3
"""Greatest number of words, but for pronouns, to the verb of a wish: "que el peón vaya"."""


def wished(
    names: Sequence[str], tokens: tuple[Token, ...], is_wish: Callable[[str], bool]
) -> tuple[Token, ...]:
    """Return a sentence without what stands before a wish: "que empiece", "hay forma de pasar".

    Args:
        names: names of players, which may stand before the verb.
        tokens: the sentence.
        is_wish: returns whether a word is the subjunctive of a verb.
    """
    text = " ".join(token.text for token in tokens)
    for phrase in app_words()("questions.wishing").split(";"):
        before, said, _ = f" {text} ".partition(f" {phrase} ")
        at = len(before.split())
        behind = at + len(phrase.split())
        if said and has_infinitive(tokens[behind : behind + 1]):
            return wished(names, tokens[:at] + tokens[behind:], is_wish)
    silent = listed("questions.between").union(folded(name).split()[0] for name in names)
    for n, token in enumerate(tokens):
        opens = n == 0 or token.pause or tokens[n - 1].text in listed("questions.then")
        told = (one.text for one in tokens[n + 1 :] if folded(one.text) not in silent)
        if token.text == "que" and opens and any(map(is_wish, islice(told, _TO_WISH))):
            return tokens[:n] + tokens[n + 1 :]
    return tokens


def forgotten(names: Sequence[str], tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the act of a sentence that tells it as forgotten, or nothing if it does not.

    "Me olvidé de robar", "robar se me pasó"; of "a Ana se le pasó robar", "Ana robar".
    """
    text = " ".join(folded(token.text) for token in tokens)
    called = {folded(name).split()[0] for name in names}
    small = called | listed("questions.before_forgetting")
    for phrase in sorted(app_words()("questions.forgetting").split(";"), key=len, reverse=True):
        before, said, _ = f" {text} ".partition(f" {folded(phrase)} ")
        start = len(before.split())
        end = start + len(phrase.split())
        begins = all(folded(token.text) in small for token in tokens[:start])
        if not said or not (begins or end == len(tokens)):
            continue
        while end < len(tokens) and tokens[end].text in listed("questions.forgotten"):
            end += 1
        act = tuple(one for one in tokens[:start] if one.text not in _silent()) + tokens[end:]
        return _named_first(called, act) if {"le", "les"} & set(phrase.split()) else act
    return ()


def _silent() -> frozenset[str]:
    return listed("questions.before_forgetting") - listed("questions.links")


def _named_first(called: Collection[str], tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return a sentence with whom it happened to as who acts: "robar a Ana" as "Ana robar"."""
    for n, (to, whom) in enumerate(pairwise(tokens)):
        if to.text == "a" and folded(whom.text) in called:
            return (whom, *tokens[:n], *tokens[n + 2 :])
    return tokens


_OF_ANOTHER_PERSON: Final = re.compile(r"(?:[ae]n?|ó|[aei]r)$")
"""Ending of a verb behind which stands who does it: "mueve Beto", "puede ir Beto"."""


def speaker(
    names: Sequence[str], tokens: tuple[Token, ...], seat: Seat, verbs: frozenset[str]
) -> tuple[Seat, tuple[Token, ...]]:
    """Return who acts, and the other words: whoever is named first, or beside the verb.

    Args:
        names: names of the players.
        tokens: the sentence.
        seat: seat that reports, if the sentence names nobody.
        verbs: stems of the verbs with which acts are told.
    """
    has = listed("questions.have")
    silent = listed("questions.fillers") | listed("questions.links") | has
    for n, token in enumerate(tokens):
        text = folded(token.text)
        named = [at for at, name in enumerate(names) if folded(name).split()[:1] == [text]]
        before = tokens[n - 1].text if n else ""
        telling = [one.text for one in tokens[:n] if one.text not in silent]
        # "Ha movido Beto" has its person in the first word.
        told = tokens[n - 2].text if n > 1 and tokens[n - 2].text in has else before
        behind = telling[-1:] == [before] and _OF_ANOTHER_PERSON.search(told)
        # "La flor la pone Beto" names the thing first.
        object_first = n > 1 and tokens[n - 2].text in listed("questions.object")
        begins = not telling or (behind and (len(telling) == 1 or object_first))
        begins = begins or _goes_before(tokens, n, verbs)
        if named and begins and not _is_listed(names, tokens, n, before):
            return named[0], (*tokens[:n], *tokens[n + 1 :])
    return seat, tokens


def _goes_before(tokens: Sequence[Token], place: int, verbs: frozenset[str]) -> bool:
    """Return whether the first verb of an act stands right behind a word: "la flor Ana pone"."""
    acts = (n for n, one in enumerate(tokens) if one.stems & verbs and not is_noun(tokens, n))
    first = next((n for n in acts if n != place), 0)
    between = listed("questions.between") | listed("questions.denying")
    alone = all(token.text in between for token in tokens[place + 1 : first])
    told = _OF_ANOTHER_PERSON.search(tokens[first].text)
    return place < first and alone and bool(told) and not has_infinitive([tokens[first]])


def _is_listed(names: Sequence[str], tokens: Sequence[Token], place: int, before: str) -> bool:
    """Return whether a person does not act: behind "a", or one of several: "Beto y yo"."""
    behind = [folded(token.text) for token in tokens[place + 1 : place + 3]]
    people = {*_called(names), *listed("questions.myself")}
    paused = place + 1 < len(tokens) and tokens[place + 1].pause and behind[0] in _called(names)
    several = behind[:1] == ["y"] and behind[-1] in people
    return before in listed("questions.whom") or several or paused


def _called(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(folded(name).split()[0] for name in names)


def with_people(names: Sequence[str], tokens: tuple[Token, ...], seat: Seat) -> tuple[Token, ...]:
    """Return a sentence with people by their names: "Beto y yo", "empatamos todos".

    A name is no form of a verb: "Dani" does not give.
    """
    texts = [folded(token.text) for token in tokens]
    called = _called(names)
    if not (set(texts) & set(called) or set(texts) & listed("questions.winning")):
        return tokens
    told: list[Token] = []
    for n, token in enumerate(tokens):
        beside = {*texts[max(n - 2, 0) : n], *texts[n + 1 : n + 3]}
        me = texts[n] in listed("questions.myself") and "y" in beside and beside & set(called)
        all_of_us = texts[n] in listed("questions.everybody") and not set(texts) & set(called)
        people = names if all_of_us and set(texts) & listed("questions.winning") else ()
        people = (names[seat],) if me else people
        named = replace(token, stems=word_stems(token.text)) if texts[n] in called else token
        told += [tokens_of(name)[0] for name in people] or [named]
    return tuple(told)


def addressed(names: Sequence[str], tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return a sentence without whose turn it is now: "acabo, te toca, Beto"."""
    texts = [folded(token.text) for token in tokens]
    end = len(texts)
    while end and (texts[end - 1] in _called(names) or texts[end - 1] in ("a", "tu", "ti")):
        end -= 1
    begun = " ".join(texts[:end])
    for phrase in app_words()("questions.called_upon").split(";"):
        if begun.endswith(f" {phrase}"):
            return tokens[: end - len(phrase.split())]
    return tokens


_ORDER_TO: Final = re.compile(r"(?:^(?:pon|da|haz)|[áéíóú]\w*[aen]|[aei]r)les?$")
"""Verb with a pronoun for whom it is done: "ponle", "échales", "darle"."""


def receivers(tokens: Sequence[Token]) -> frozenset[int]:
    """Return the places of the words behind "a" that name for whom it is done.

    "Le pongo la flor a Bruno", "ayudo a Bruno con la flor"; "bajo a Bruno" has none.
    """
    helping = listed_stems("questions.helping")
    places = set[int]()
    gives = False
    for n, token in enumerate(tokens):
        gives &= not token.pause
        dative = token.text in listed("questions.dative") or _ORDER_TO.search(token.text)
        gives |= bool(dative or token.stems & helping)
        before = tokens[n - 1].text if n else ""
        above = before == "de" and n > 1 and tokens[n - 2].text in listed("questions.above")
        if above or before in listed("questions.for") or (gives and before in ("a", "al")):
            places.add(n)
    return frozenset(places)


def sides(tokens: Sequence[Token], things: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Return of each word whether its verb gives, gets or robs: "doy hojas y saco flores".

    Behind "por" stands what it is given, or got, for; "me da" gets.

    Args:
        tokens: the words.
        things: stems of things, which are no verbs though they sound like one.
    """
    told: list[str] = []
    now = ""
    for n, token in enumerate(tokens):
        if token.text == "por":
            now = _RETURNS.get(now, now)
        for side in SIDES:
            if token.stems & listed_stems(f"questions.{side}") and not token.stems & things:
                to_me = n > 0 and tokens[n - 1].text in listed("questions.to_me")
                handed = to_me and token.text in listed("questions.handing")
                # "Le saco una flor" takes it from somebody.
                from_him = n > 0 and tokens[n - 1].text in listed("questions.dative")
                now = "robbing" if from_him and side == "getting" else side
                now = _RETURNS[side] if handed else now
        told.append(now)
    return tuple(told)


SIDES: Final = ("giving", "getting", "robbing")
"""What becomes of things."""
_RETURNS: Final = {"giving": "getting", "getting": "giving"}
