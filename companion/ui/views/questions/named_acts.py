"""Acts that a sentence names by their own words, before any answer is read."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.kernel.form import Draft
from companion.kernel.values import Seat
from companion.rulebook.search import synonyms_of
from companion.rulebook.stems import listed
from companion.rulebook.wording import Wording
from companion.ui.views.questions.act_words import (
    ActWords,
    act_words,
    left_undone,
    refuses,
    said_names,
    turns_down,
    undone_by,
    with_alike,
)
from companion.ui.views.questions.sentence_words import (
    Token,
    goes_somewhere,
    is_noun,
    is_short,
    is_small,
    leads_to_verb,
    words_of,
)

ANSWERED: Final = 2.2
"""Weight of a whole answer to a field."""
_NAMED, _SAID = 1.0, 1.3
"""Weights of a word of an act, and of its name."""
_ALIKE, _NEGATED, _TURNED_DOWN = 0.8, 1.0, 1.3
"""Share of a synonym; what a "no" says of an act that refuses something, and of one so called."""
_OF_ANOTHER: Final = 1.0
"""Cost of a verb with which other acts are told."""
_UNNAMED: Final = 0.9
"""Cost of one that names a thing."""
_UNHEARD: Final = 0.35
"""Cost of a telling word that a reading leaves out."""
_FILLER: Final = 0.3
"""Share of a word that often says nothing: "voy a vender" goes nowhere."""


@dataclass(frozen=True)
class PartialReading:
    """Reading under way: the draft, the words that it explains, and its score."""

    draft: Draft
    used: frozenset[int]
    score: float
    last: int = -1
    """Place of the last word of an answer."""
    act: frozenset[int] = frozenset()
    """Places of the words of the act itself."""
    nouns: frozenset[int] = frozenset()
    """Those of them that are not its verb."""
    named: frozenset[int] = frozenset()
    """Places of the words that name an answer in full."""
    assumed: frozenset[str] = frozenset()
    """Fields that no word answers."""

    def assuming(self, name: str, value: Any) -> "PartialReading":
        """Return the reading with an answer that no word says."""
        return replace(
            self, draft=self.draft.with_value(name, value), assumed=self.assumed | {name}
        )

    def further(self, draft: Draft, used: Collection[int], gained: float) -> "PartialReading":
        """Return the reading with one more answer, and the words that say it."""
        return replace(self, draft=draft, used=self.used.union(used), score=self.score + gained)


def begun_act(
    wording: Wording,
    kind: str,
    tokens: tuple[Token, ...],
    of_acts: ActWords,
    seat: Seat,
    things: Collection[int] = (),
) -> PartialReading:
    """Return an act with what a sentence says of it by its own words.

    Args:
        wording: wording of the match.
        kind: the act.
        tokens: the sentence.
        of_acts: words of all acts.
        seat: seat that acts.
        things: places of words that name things, which mean no act that only sounds alike.
    """
    said, own = said_names(wording, kind, tokens), act_words(wording, kind)
    words = frozenset[str]().union(*own, *said.words)
    name = frozenset().union(*words_of(wording.action_label(kind)), *said.words)
    refusal = refuses(wording, kind)
    deniable = frozenset[str]().union(*own) if refusal else undone_by(wording, kind)
    denying = deniable.union(left_undone(wording, kind), *said.denying)
    weights: dict[int, float] = {}
    groups, meant = synonyms_of(wording.data.rulebook), with_alike(wording, tokens)
    verbs, other = of_acts.verbs[kind], False
    for n, token in enumerate(tokens):
        if token.one or token.text in _silent():
            continue
        if token.denied and not meant[n] & denying:
            if token.stems & name and not _does_more(tokens, of_acts.verbs[kind]):
                return PartialReading(Draft(kind, seat, {}), frozenset(), 0)
            continue
        # "Se queda" takes something.
        taken = token.text in listed("questions.result") and n and tokens[n - 1].text == "se"
        filler = token.text in listed("questions.fillers") and not goes_somewhere(tokens, n)
        filler = filler and not taken
        if filler and leads_to_verb(tokens, n):
            continue
        other |= not filler and of_acts.tells_another(kind, tokens, n)
        own_stems = of_acts.own_stems(kind, tokens, n)
        shared, share = own_stems & words, 1.0
        if not shared and n not in things:
            alike = frozenset[str]().union(*(groups.get(stem, ()) for stem in own_stems))
            shared, share = alike & words, _ALIKE
        if shared:
            weight = share * (_SAID if shared & name else _NAMED) * (_FILLER if filler else 1)
            weights[n] = weight * max(of_acts.rarity.get(stem, 0) for stem in shared)
    score = sum(weights.values()) + (_TURNED_DOWN if said.denying else 0)
    by_verb = any(tokens[n].stems & verbs for n in weights)
    if other and not by_verb:
        # Its things are named, but something else is done with them.
        score = max(weights.values(), default=0) - _OF_ANOTHER
    if score and refusal:
        none = listed("questions.none")
        refused = any(token.denied or token.text in none for token in tokens) or (
            said.words and not said.denying
        )
        score += _NEGATED if refused else -_NEGATED
    if turns_down(wording, kind) and not by_verb and not any(token.denied for token in tokens):
        weights, score = {}, min(score, 0)
    used = frozenset(weights)
    nouns = frozenset(n for n in used if not tokens[n].stems & verbs)
    return PartialReading(Draft(kind, seat, {}), used, score, act=used, nouns=nouns)


def _silent() -> frozenset[str]:
    """Return the words that name no act, though a verb may sound like one: "le", of "leer"."""
    return listed("questions.links", "questions.nothing", "questions.dative")


def _does_more(tokens: Sequence[Token], verbs: frozenset[str]) -> bool:
    """Return whether a verb of an act is said, though another is denied: "acabo sin tirar nada"."""
    return any(
        token.stems & verbs and not token.denied and not is_noun(tokens, n) and not is_small(token)
        for n, token in enumerate(tokens)
    )


def scored(
    heard: PartialReading, tokens: tuple[Token, ...], named: frozenset[int]
) -> PartialReading:
    """Return a reading, less sure for each telling word that it leaves out.

    Args:
        heard: the reading.
        tokens: the sentence.
        named: places of the words that name an answer in this or another reading.
    """
    silent = [
        n
        for n, token in enumerate(tokens)
        if n not in heard.used
        and token.text not in listed("questions.fillers")
        and not (token.one or is_short(token))
    ]
    cost = sum(_UNNAMED if n in named else _UNHEARD for n in silent)
    return replace(heard, score=heard.score - cost)
