"""Words of acts: how the app tells them, how people call them, and which say "no"."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from companion.kernel.memo import memoised
from companion.rulebook.search import synonyms_of
from companion.rulebook.stems import all_stems, listed, own_stems
from companion.rulebook.wording import Wording
from companion.rulebook.words import ActionWords
from companion.ui.views.questions.sentence_words import (
    Token,
    bare_text,
    is_noun,
    is_small,
    is_verb,
    tokens_of,
    words_of,
)


@dataclass(frozen=True)
class ActWords:
    """Words of all acts of a table."""

    rarity: Mapping[str, float]
    """By stem, how much it tells acts apart."""
    verbs: Mapping[str, frozenset[str]]
    """By act, the stems of the verbs with which it is told."""
    names: Mapping[str, frozenset[str]]
    """By act, the stems of the words with which it is told."""
    things: Mapping[str, frozenset[str]]
    """By act, the stems of the words of its name that are no verbs: "hacer una ofrenda"."""
    moods: Mapping[str, frozenset[str]]
    """By stem of a verb, the vowels of its subjunctive: "pase", "ponga"."""

    def is_wish(self, word: str) -> bool:
        """Return whether a word is the subjunctive of a verb with which acts are told."""
        ending = _SUBJUNCTIVE.search(word)
        vowel = ending.group(1) if ending else ""
        return any(vowel in self.moods.get(stem, ()) for stem in all_stems(word))

    def own_stems(self, kind: str, tokens: Sequence[Token], place: int) -> frozenset[str]:
        """Return the stems of a word; of a noun, none of a verb of the act that sounds like it."""
        stems = tokens[place].stems
        noun = is_noun(tokens, place) and not stems & self.things[kind]
        return stems - self.verbs[kind] if noun else stems

    def own_names(self, kind: str) -> frozenset[str]:
        """Return the stems with which this act is told, and hardly another."""
        others = Counter(
            stem for other, names in self.names.items() if other != kind for stem in names
        )
        return frozenset(stem for stem in self.names[kind] if others[stem] < _FEW)

    def denies(self, kind: str, denying: frozenset[str], tokens: Sequence[Token]) -> bool:
        """Return whether a sentence says that an act is not done; some are told by that."""
        verbs = self.verbs[kind]
        said = [token for token in tokens if token.stems & verbs]
        denied = [token for token in said if token.denied and not token.stems & denying]
        return bool(denied) and all(token.denied or is_small(token) for token in said)

    def is_only(self, kind: str, token: Token) -> bool:
        """Return whether a word is the verb of one act alone."""
        return [each for each, verbs in self.verbs.items() if token.stems & verbs] == [kind]

    def tells_another(self, kind: str, tokens: Sequence[Token], place: int) -> bool:
        """Return whether a word is the verb of other acts than this one."""
        stems = tokens[place].stems
        return (
            not stems & self.verbs[kind]
            and any(stems & verbs for verbs in self.verbs.values())
            and not is_noun(tokens, place)
        )

    def strange_verb(self, tokens: Sequence[Token]) -> frozenset[int]:
        """Return the place of the first telling word, if it may be the verb of no act here."""
        silent = listed("questions.fillers") | listed("questions.links")
        place = next((n for n, token in enumerate(tokens) if token.text not in silent), None)
        if place is None or is_noun(tokens, place) or not is_verb(tokens[place].text):
            return frozenset()
        known = any(tokens[place].stems & verbs for verbs in self.verbs.values())
        return frozenset() if known else frozenset((place,))


def words_of_acts(wording: Wording, kinds: Sequence[str]) -> ActWords:
    """Return the words of acts, and how much they tell them apart."""
    return memoised(wording, _words_of_acts, tuple(kinds))


def _words_of_acts(wording: Wording, kinds: Sequence[str]) -> ActWords:
    among: Counter[str] = Counter()
    other: Counter[str] = Counter()
    for kind in kinds:
        said = words_of(" ".join(wording.data.words.actions[kind].said))
        among.update({stem for stems in act_words(wording, kind) for stem in stems})
        other.update({stem for stems in said for stem in stems})
    counted = {**other, **among}
    rarity = {stem: log(1 + len(kinds) / count) for stem, count in counted.items()}
    names = {kind: _told(wording, kind) for kind in kinds}
    things = {kind: _things(wording, kind) for kind in kinds}
    verbs = {kind: _verbs(wording, kind) for kind in kinds}
    return ActWords(rarity, verbs, names, things, _moods(wording, kinds))


_SUBJUNCTIVE: Final = re.compile(r"([ae])(?:n|s|mos)?$")


def _moods(wording: Wording, kinds: Sequence[str]) -> dict[str, frozenset[str]]:
    moods: dict[str, frozenset[str]] = {}
    for kind in kinds:
        words = wording.data.words.actions[kind]
        told = " ".join((words.name, bare_text(words.attempt), *words.said)).casefold()
        for verb in set(_INFINITIVE.findall(told)):
            vowel = frozenset("e" if re.search("ar(?:se|l[aeo]s?)?$", verb) else "a")
            for stem in own_stems(verb):
                moods[stem] = moods.get(stem, frozenset()) | vowel
    return moods


def _things(wording: Wording, kind: str) -> frozenset[str]:
    name = wording.data.words.actions[kind].name.casefold()
    return frozenset[str]().union(*words_of(_INFINITIVE.sub(" ", name)))


def _told(wording: Wording, kind: str) -> frozenset[str]:
    """Return the stems of the words of an act: of its name, its sentence, and its other names."""
    words = wording.data.words.actions[kind]
    text = " ".join((words.name, bare_text(words.attempt), *words.said))
    return frozenset[str]().union(*words_of(text))


_FEW: Final = 2
"""Number of other acts whose words may hold a word that tells an act."""
_INFINITIVE: Final = re.compile(r"\b\w*[aeií]r(?:se|l[aeo]s?)?\b")


def _verbs(wording: Wording, kind: str) -> frozenset[str]:
    """Return the stems of the first verb of each way of telling an act."""
    return memoised(wording.data.words.actions[kind], _verbs_of)


def _verbs_of(words: ActionWords) -> frozenset[str]:
    told = (words.name, bare_text(words.attempt), *words.said)
    first = (_INFINITIVE.search(text.casefold()) for text in told)
    begins = (_INFINITIVE.match(part.strip()) for part in re.split(r"[{}|?:]", words.attempt))
    verbs = (verb for verb in (*first, *begins) if verb)
    return frozenset[str]().union(*(all_stems(verb.group()) for verb in verbs))


def act_words(wording: Wording, kind: str) -> tuple[frozenset[str], ...]:
    """Return the words with which the app tells an act."""
    words = wording.data.words.actions[kind]
    return words_of(" ".join((words.name, bare_text(words.attempt), bare_text(words.done))))


def optional_words(wording: Wording, kind: str) -> frozenset[str]:
    """Return the stems of what an act is told with only if something else is: "con flor"."""
    words = wording.data.words.actions[kind]
    told = words_of(" ".join((words.name, bare_text(_OPTIONAL.sub(" ", words.attempt)))))
    parts = words_of(bare_text(words.attempt))
    return frozenset[str]().union(*parts).difference(*told)


_OPTIONAL: Final = re.compile(r":\?[^{}|]*")
"""Words of a sentence that depend on a parameter."""


@dataclass(frozen=True)
class SaidNames:
    """Other names of an act that a sentence says in full."""

    words: tuple[frozenset[str], ...] = ()
    denying: tuple[frozenset[str], ...] = ()
    """Words of those names that deny: "no cargar"."""


def said_names(wording: Wording, kind: str, tokens: tuple[Token, ...]) -> SaidNames:
    """Return the other names of an act that are said in full, in these words or their like."""
    meant = with_alike(wording, tokens)
    whole: list[frozenset[str]] = []
    denied: list[frozenset[str]] = []
    for words, denying, numbered in memoised(wording.data.words.actions[kind], _phrases):
        # A number belongs to the words around it: "robar dos".
        places = _in_row(words, meant, tokens) if numbered else tuple(range(len(tokens)))
        heard = [n for n in places if tokens[n].denied or not denying]
        if all(any(meant[n] & each for n in places) for each in words) and any(
            meant[n] & each for n in heard for each in words
        ):
            whole += words
            denied += words if denying else ()
    return SaidNames(tuple(whole), tuple(denied))


def _phrases(act: ActionWords) -> tuple[tuple[tuple[frozenset[str], ...], bool, bool], ...]:
    """Return of each other name of an act its words, whether it denies, and has a number."""
    return tuple(
        (
            words_of(_without_nothing(phrase) if phrase.startswith("no ") else phrase),
            phrase.startswith("no "),
            any(token.number is not None and not token.one for token in tokens_of(phrase)),
        )
        for phrase in act.said
    )


def with_alike(wording: Wording, tokens: tuple[Token, ...]) -> tuple[frozenset[str], ...]:
    """Return of each word the stems of it and of what means about the same."""
    return memoised(wording, _with_alike, tokens)


def _with_alike(wording: Wording, tokens: tuple[Token, ...]) -> tuple[frozenset[str], ...]:
    groups = synonyms_of(wording.data.rulebook)
    return tuple(
        token.stems.union(*(groups.get(stem, ()) for stem in token.stems)) for token in tokens
    )


def _in_row(
    words: Sequence[frozenset[str]], meant: Sequence[frozenset[str]], tokens: Sequence[Token]
) -> tuple[int, ...]:
    """Return where words stand together in their order, with nothing but small words between."""
    places = [n for n, token in enumerate(tokens) if not is_small(token)]
    rows = (tuple(places[n : n + len(words)]) for n in range(len(places) - len(words) + 1))
    return next(
        (row for row in rows if all(meant[n] & each for n, each in zip(row, words, strict=True))),
        (),
    )


def _without_nothing(phrase: str) -> str:
    """Return a phrase that denies without the words that only stress it: "no construir nada"."""
    return " ".join(word for word in phrase.split() if word not in listed("questions.nothing"))


_NOTHING: Final = re.compile(r"(?:^|[|?])no\b([^|}]*)")
"""Sentence of an act, or part of it, that says that it is not done."""


def refuses(wording: Wording, kind: str) -> bool:
    """Return whether an act is to refuse something: "no usar el texto"."""
    return wording.data.words.actions[kind].name.casefold().startswith("no ")


def turns_down(wording: Wording, kind: str) -> bool:
    """Return whether an act turns something down: its things alone never name it."""
    name = wording.data.words.actions[kind].name.casefold().split()
    return name[0] in listed("questions.refusing")


def nothing_done(wording: Wording, kind: str) -> tuple[frozenset[str], ...]:
    """Return the words with which an act is reported as done with nothing, if it can be."""
    parts = _NOTHING.findall(wording.data.words.actions[kind].attempt)
    return words_of(bare_text(" ".join(parts)))


def undone_by(wording: Wording, kind: str) -> frozenset[str]:
    """Return the stems of the words that, denied, report an act as done with nothing."""
    nothing = frozenset[str]().union(*nothing_done(wording, kind))
    return nothing | _verbs(wording, kind) if nothing else nothing


def denying_verbs(wording: Wording, kind: str) -> frozenset[str]:
    """Return the stems of the words that deny something with "no", and so tell an act."""
    said = wording.data.words.actions[kind].said
    denied = (_INFINITIVE.search(phrase) for phrase in said if phrase.startswith("no "))
    verbs = (all_stems(verb.group()) for verb in denied if verb)
    return undone_by(wording, kind).union(left_undone(wording, kind), *verbs)


_WITHOUT: Final = re.compile(r"\bsin (\w+)")


def left_undone(wording: Wording, kind: str) -> frozenset[str]:
    """Return the stems of what an act is called without: "coger sin mirar"."""
    words = wording.data.words.actions[kind]
    left = _WITHOUT.findall("; ".join((words.name, *words.said)).casefold())
    return frozenset[str]().union(*map(all_stems, left))
