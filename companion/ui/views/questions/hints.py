"""Hints of a doubtful sentence: acts that its verb may tell, answers among its other words."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import Any, Final

from companion.kernel import legality
from companion.kernel.form import Choices, Draft
from companion.kernel.game import Game
from companion.rulebook.stems import listed
from companion.rulebook.wording import Wording
from companion.ui.views.questions.act_words import ActWords, denying_verbs, with_alike
from companion.ui.views.questions.interpretations import (
    answer_words,
    field_so_far,
    is_unsaid_person,
    other_names,
)
from companion.ui.views.questions.named_acts import PartialReading
from companion.ui.views.questions.named_answers import filled
from companion.ui.views.questions.said_labels import (
    counts_another,
)
from companion.ui.views.questions.sentence_words import (
    Token,
    is_noun,
    is_small,
    names_what_is_there,
    tokens_of,
)

_VERB: Final = 0.6
"""Weight of a verb that may tell an act."""
_NOUN: Final = 0.3
"""Weight of another of its words."""
_BY_VERB: Final = 2.0
"""How many words a guess may leave out for each that it explains, if its verb is said."""
_HINT: Final = 0.5
"""Weight of a word that hints at an answer."""
_FEW: Final = 2
"""Greatest number of last answers that are all offered though no word hints at one."""
_TIED: Final = 3
"""Greatest number of answers that words hint at alike."""
_MANY: Final = 12
"""Greatest number of answers of which each is told in full, to find words that hint at it."""


def hinted_act(
    wording: Wording, of_acts: ActWords, start: PartialReading, tokens: tuple[Token, ...]
) -> PartialReading:
    """Return an act that no word names with the verb that may tell it, or with its other words."""
    if start.used:
        return start
    kind = start.draft.kind
    denying, own = denying_verbs(wording, kind), of_acts.own_names(kind)
    verbs = frozenset(
        n
        for n, token in enumerate(tokens)
        if token.stems & (denying if token.denied else of_acts.verbs[kind])
        and (not is_small(token) or of_acts.is_only(kind, token))
    )
    nouns = frozenset(
        n
        for n, token in enumerate(tokens)
        if token.stems & own and not token.denied and not is_small(token)
    )
    if not verbs | nouns:
        return start
    score = max(start.score, 0) + _VERB * len(verbs) + _NOUN * len(nouns - verbs)
    return replace(start, used=verbs | nouns, act=verbs | nouns, score=score)


def telling(
    wording: Wording, of_acts: ActWords, reading: PartialReading, tokens: Sequence[Token]
) -> float:
    """Return how many words a guess may leave out for each that it explains; 0: it is none.

    Its verb tells most, then its answers, or a thing that no other act has in its name.
    """
    kind = reading.draft.kind
    verbs, denying = of_acts.verbs[kind], denying_verbs(wording, kind)
    plain = [
        n
        for n in reading.used
        if tokens[n].number is None
        and (not is_small(tokens[n]) or of_acts.is_only(kind, tokens[n]))
    ]
    if any(
        tokens[n].stems & (denying if tokens[n].denied else verbs) and not is_noun(tokens, n)
        for n in plain
    ):
        return _BY_VERB
    own = of_acts.own_names(kind)
    return float(any(n not in reading.act or tokens[n].stems & own for n in plain))


def hinted(
    game: Game[Any],
    state: Any,
    wording: Wording,
    reading: PartialReading,
    tokens: tuple[Token, ...],
    wholes: Sequence[frozenset[int]],
) -> Iterator[PartialReading]:
    """Yield a reading with the answers that words hint at which it leaves out."""
    draft = reading.draft
    name = legality.next_field(game, draft)
    hints = _asked(game, state, wording, draft, tokens, reading.used)
    if name is None or hints is None:
        return
    most = max(map(len, hints.values()), default=0)
    likely = [value for value, places in hints.items() if len(places) == most]
    field = field_so_far(game, state, draft, name)
    # What is there comes first; "the one that is there" is nothing else.
    there = [value for value in likely if isinstance(field, Choices) and value in field.there]
    if there:
        others = () if names_what_is_there(tokens) else likely
        likely = list(dict.fromkeys((*there, *others)))
    last = len(draft.values) + 1 == len(game.action_models[draft.kind].form_fields())
    if most and len(likely) < min(len(hints), _MANY):
        likely = likely[:_TIED]  # Of the places of one good, some.
    if len(likely) > (_TIED if most else _FEW if last else 0):
        return
    for value in likely:
        further = reading.assuming(name, value)
        if most:
            further = reading.further(draft.with_value(name, value), hints[value], _HINT * most)
        for whole in filled(game, state, wording, further, tokens, wholes):
            yield from hinted(game, state, wording, whole, tokens, wholes)
            yield whole


def shared_hints(
    game: Game[Any],
    state: Any,
    wording: Wording,
    draft: Draft,
    tokens: tuple[Token, ...],
    used: Collection[int],
) -> frozenset[int]:
    """Return the places of the words that several, but not all, answers asked for next have."""
    hints = _asked(game, state, wording, draft, tokens, used) or {}
    hinting = [places for places in hints.values() if places]
    if not 1 < len(hinting) < min(len(hints), _MANY):
        return frozenset()
    return frozenset[int].intersection(*hinting)


def _asked(
    game: Game[Any],
    state: Any,
    wording: Wording,
    draft: Draft,
    tokens: tuple[Token, ...],
    used: Collection[int],
) -> dict[Any, frozenset[int]] | None:
    """Return the hints at the answers that the form asks for next, if they are choices."""
    name = legality.next_field(game, draft)
    field = field_so_far(game, state, draft, name) if name else None
    if name is None or not isinstance(field, Choices):
        return None
    return _hints(game, state, wording, draft, name, field.values, tokens, used)


def _hints(
    game: Game[Any],
    state: Any,
    wording: Wording,
    draft: Draft,
    name: str,
    values: Sequence[Any],
    tokens: tuple[Token, ...],
    used: Collection[int],
) -> dict[Any, frozenset[int]]:
    """Return for each answer the places of the words, not yet used, that only hint at some.

    They are among its words, or else among those of the report that it completes.
    """
    free = [n for n in range(len(tokens)) if n not in used]
    numbers = {
        number for n in free if not tokens[n].one and (number := _number(tokens[n])) is not None
    }
    placed = any(tokens[n].ordinal is not None for n in free)
    own = [token.stems for token in tokens]
    alike = with_alike(wording, tokens)
    hints = dict.fromkeys(values, frozenset[int]())
    for words_of, meant in product((_names, _told), (own, alike)):
        for value in values:
            text = words_of(game, state, wording, draft.with_value(name, value), name)
            # Another number means another thing; an amount is no place in a row.
            printed = {number for word in text if (number := _number(word)) is not None}
            row = all(word.number is None for word in text) and not placed
            other = words_of is _names and printed and numbers and not printed & numbers
            other = other and not row
            there = (n for n in free if not other and _is_in(tokens, n, text, meant[n]))
            unsaid = is_unsaid_person(game, state, wording, draft, name, value, tokens)
            hints[value] = frozenset() if unsaid else frozenset(there)
        shared = frozenset[int].intersection(*hints.values()) if len(hints) > 1 else frozenset()
        # A word of all of them, beside one that tells them apart, names it too: "flor 13".
        hints = {
            value: places if places > shared else frozenset() for value, places in hints.items()
        }
        if any(hints.values()) or (len(hints) > _MANY and meant is alike):
            break
    return hints


def _is_in(
    tokens: Sequence[Token], place: int, text: Sequence[Token], meant: frozenset[str]
) -> bool:
    """Return whether a word is one of a text; a number of things, if it counts the same there.

    Args:
        tokens: the sentence.
        place: place of the word.
        text: words of an answer.
        meant: stems of the word, and of those that mean about the same.
    """
    token = tokens[place]
    named = place > 0 and tokens[place - 1].text in listed("questions.articles")
    counts = token.number is not None and not named and counts_another(tokens, place)
    if is_small(token) or token.one or counts:
        behind = tokens[place + 1].stems if place + 1 < len(tokens) else frozenset[str]()
        return any(
            token.number == word.number is not None and behind & other.stems
            for word, other in pairwise(text)
        )
    number = _number(token)
    if number is not None:
        return any(_number(word) == number for word in text)
    return any(word.number is None and meant & word.stems for word in text)


def _number(token: Token) -> int | None:
    return token.ordinal if token.number is None else token.number


def _names(
    game: Game[Any], state: Any, wording: Wording, draft: Draft, name: str
) -> tuple[Token, ...]:
    """Return the words of an answer, with its other names."""
    value = draft.values[name]
    label = answer_words(game, state, wording, draft, name, value)
    return tokens_of(" ".join((label, *other_names(game, state, wording, draft, name, value))))


def _told(
    game: Game[Any], state: Any, wording: Wording, draft: Draft, _name: str
) -> tuple[Token, ...]:
    """Return the words of the report that an answer completes."""
    if legality.next_field(game, draft) is not None:
        return ()
    params = game.describe(state, legality.complete(game, draft))
    return tokens_of(wording.action_attempt(draft.kind, params))
