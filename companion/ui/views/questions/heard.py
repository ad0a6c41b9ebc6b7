"""Sentences of players read as reports: the act, and the answers that they name.

A sentence is compared with what acts declare already: their names and sentences, and the labels of
the values of each field, legal or not. Legality never decides what was heard.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.kernel import legality
from companion.kernel.form import Choices, Draft, OpenBag, OpenNumber
from companion.kernel.game import Game
from companion.kernel.models import folded
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.search import all_stems, listed, synonyms_of
from companion.rulebook.wording import Wording
from companion.ui.views.questions.act_words import (
    Denial,
    act_words,
    can_be_nothing,
    denial,
    rarity_of,
    said_words,
)
from companion.ui.views.questions.sentence_words import (
    OWN,
    Label,
    Said,
    Token,
    amounts_of,
    found_label,
    found_own,
    is_plain,
    label_words,
    names_of_things,
    of_another,
    own_words,
    said_at,
    tokens_of,
    words_of,
)

MOST: Final = 3
"""Greatest number of readings."""
_MOST_OF_ONE: Final = 30
"""Greatest number of one item that is heard."""
_BEAM: Final = 8
"""Number of partial readings that are followed further."""
_NAMED, _SAID, _ANSWERED, _PART = 1.0, 1.3, 2.2, 1.0
"""Weights of a word of an act, of its name, of a whole answer, and of part of an answer."""
_ALIKE, _NEGATED = 0.8, 1.0
"""Share of a synonym, and what a "no" says of an act that refuses something."""
_FILLER: Final = 0.3
"""Share of a word that often says nothing: "voy a vender" goes nowhere."""
_UNHEARD: Final = 0.35
"""Cost of a telling word that a reading leaves out."""
_BACK: Final = 0.05
"""Cost of an answer that is named before an earlier one."""
_LEAST: Final = 1.2
"""Least score of a reading."""
_FEW: Final = 3
"""Greatest number of answers that are also known by words that only mean about the same."""
_TWICE: Final = 1.0
"""Cost of a number that says two things."""
_MARGIN: Final = 0.8
"""Share of the best score that another reading needs to be shown as well."""


@dataclass(frozen=True)
class _Partial:
    """Reading under way: the draft, the words that it explains, and its score."""

    draft: Draft
    used: frozenset[int]
    score: float
    last: int = -1
    """Place of the last word of an answer."""
    act: frozenset[int] = frozenset()
    """Places of the words of the act itself."""

    def further(self, draft: Draft, used: Collection[int], gained: float) -> "_Partial":
        """Return the reading with one more answer, and the words that say it."""
        return replace(self, draft=draft, used=self.used.union(used), score=self.score + gained)


def readings(match: Match, wording: Wording, sentence: str, seat: Seat) -> tuple[Draft, ...]:
    """Return what a sentence may report, the likeliest first, or nothing.

    A draft holds the answers that were named; the form asks for the others.

    Args:
        match: match as the device may see it.
        wording: its wording.
        sentence: what was typed or dictated.
        seat: seat that reports, if the sentence names nobody.
    """
    tokens = tokens_of(sentence)
    if not tokens or is_plain(sentence):
        return ()
    seat, tokens = _speaker(match, tokens, seat)
    game, state = match.game, match.state
    kinds = game.kinds(state)
    rarity = rarity_of(wording, kinds)
    begun = [_begun(wording, kind, tokens, rarity, seat) for kind in kinds]
    named = [start for start in begun if start.score > 0 or len(kinds) < _BEAM]

    def heard(starts: Sequence[_Partial]) -> tuple[Draft, ...]:
        read = [
            _scored(each, tokens)
            for start in starts
            for each in _filled(game, state, wording, start, tokens)
        ]
        return tuple(_apart(sorted(read, key=lambda one: -one.score)))

    likely = sorted(named, key=lambda one: -one.score)[:_BEAM]
    # Where no act is named, its answers may tell which is meant.
    return heard(likely) or heard([start for start in begun if start not in likely])


def _apart(best: Sequence[_Partial]) -> Iterator[Draft]:
    """Yield the best readings that differ and come close to the first."""
    seen: list[Draft] = []
    for one in best:
        if one.score < max(_LEAST, _MARGIN * best[0].score) or one.draft in seen:
            continue
        seen.append(one.draft)
        yield one.draft
        if len(seen) == MOST:
            return


def _speaker(match: Match, tokens: tuple[Token, ...], seat: Seat) -> tuple[Seat, tuple[Token, ...]]:
    """Return who acts, and the words without the name at the beginning."""
    names = [folded(name).split()[0] for name in match.options.players if name.strip()]
    first = folded(tokens[0].text)
    if first in names:
        return names.index(first), tokens[1:]
    return seat, tokens


def _begun(
    wording: Wording, kind: str, tokens: tuple[Token, ...], rarity: Mapping[str, float], seat: Seat
) -> _Partial:
    """Return an act with what the sentence says of it by its own words."""
    said, says_no = said_words(wording, kind, tokens)
    words = (*act_words(wording, kind), *said)
    called = (*words_of(wording.action_label(kind)), *said)
    name = {stem for stems in called for stem in stems}
    score, used = _NEGATED if says_no else 0.0, set[int]()
    groups = synonyms_of(wording.data.rulebook)
    denies = denial(wording, kind)
    for n, token in enumerate(tokens):
        if token.one or token.text in listed("questions.links"):
            continue
        if token.denied and denies is Denial.NEVER:
            if token.stems & name:
                return _Partial(Draft(kind, seat, {}), frozenset(), 0)
            continue
        alike = frozenset(other for stem in token.stems for other in groups.get(stem, ()))
        for stems, share in ((token.stems, 1.0), (alike, _ALIKE)):
            shared = {stem for own in words for stem in own & stems}
            if shared:
                weight = share * (_SAID if shared & name else _NAMED)
                if token.text in listed("questions.fillers"):
                    weight *= _FILLER
                score += weight * max(rarity.get(stem, 0) for stem in shared)
                used.add(n)
                break
    if score:
        refuses = any(token.denied for token in tokens)
        turns_down = denies is Denial.ALWAYS
        score += _NEGATED if refuses and turns_down else -_NEGATED if turns_down else 0
    return _Partial(Draft(kind, seat, {}), frozenset(used), score, act=frozenset(used))


def _filled(
    game: Game[Any], state: Any, wording: Wording, start: _Partial, tokens: tuple[Token, ...]
) -> Iterator[_Partial]:
    """Yield the act with the answers that the sentence names, field by field.

    A field that it does not name is left out, and the form asks for it.
    """
    beam = [start]
    for name in game.action_models[start.draft.kind].form_fields():
        further: list[_Partial] = []
        for each in beam:
            answers = sorted(
                _answers(game, state, wording, each, name, tokens), key=lambda one: -one.score
            )
            further += answers[:_BEAM] or [each]
        beam = sorted(further, key=lambda one: -one.score)[:_BEAM]
    for each in beam:
        yield _with_none(game, state, wording, each)


def _with_none(game: Game[Any], state: Any, wording: Wording, heard: _Partial) -> _Partial:
    """Return a reading with none of the one thing whose amount is not said, beside another's."""
    draft = heard.draft
    missing = [n for n in game.action_models[draft.kind].form_fields() if n not in draft.values]
    said = [value for value in draft.values.values() if type(value) is int]
    if len(missing) != 1 or len(said) != 1 or not can_be_nothing(wording, draft.kind):
        return heard
    field = game.candidates(state, draft, missing[0])
    if isinstance(field, Choices) and field.values[:1] == (0,):
        return replace(heard, draft=draft.with_value(missing[0], 0))
    return heard


def _answers(
    game: Game[Any],
    state: Any,
    wording: Wording,
    so_far: _Partial,
    name: str,
    tokens: tuple[Token, ...],
) -> Iterator[_Partial]:
    """Yield the reading with each answer to a field that the sentence can mean."""
    draft = so_far.draft
    try:
        field = game.candidates(state, draft, name)
    except (LookupError, ValueError, TypeError, AttributeError):
        return
    # What depends on an answer that is not known yet is left to the form.
    certain = legality.next_field(game, draft) == name
    required = not certain or game.action_models[draft.kind].model_fields[name].is_required()
    match field:
        case Choices(values=values, optional=optional):
            named = list(_chosen(game, state, wording, so_far, name, values, tokens))
            yield from named
            if len(values) == 1 and not named and certain:
                yield replace(so_far, draft=draft.with_value(name, values[0]))
            elif optional and not named and not required:
                default = game.action_models[draft.kind].model_fields[name].get_default()
                yield replace(so_far, draft=draft.with_value(name, default))
        case OpenBag() as bag:
            counted, used = _bag(game, state, wording, draft, name, bag, tokens)
            if used - so_far.used:
                gained = 0.8 * _ANSWERED * len(used - so_far.used)
                gained -= _TWICE * len(used & so_far.used)
                yield so_far.further(draft.with_value(name, counted), used, gained)
            elif not required or (certain and _says_none(wording, draft.kind, tokens)):
                yield replace(so_far, draft=draft.with_value(name, ()))
        case OpenNumber(minimum=low, maximum=high):
            told = tuple(_told_amounts(game, state, wording, so_far, name, field, tokens))
            yield from told
            for n, token in enumerate(tokens if not told else ()):
                if (
                    n not in so_far.used
                    and token.number is not None
                    and not token.one
                    and low <= token.number <= high
                    and not of_another(tokens, n, so_far.used)
                ):
                    gained = _ANSWERED if certain else _PART
                    yield so_far.further(draft.with_value(name, token.number), {n}, gained)
        case _:
            return


def _says_none(wording: Wording, kind: str, tokens: tuple[Token, ...]) -> bool:
    """Return whether a sentence denies an act that can be reported as done with nothing."""
    own = {stem for stems in act_words(wording, kind) for stem in stems}
    denied = any(token.denied and token.stems & own for token in tokens)
    return denied and can_be_nothing(wording, kind)


def _chosen(
    game: Game[Any],
    state: Any,
    wording: Wording,
    so_far: _Partial,
    name: str,
    values: Sequence[Any],
    tokens: tuple[Token, ...],
) -> Iterator[_Partial]:
    draft = so_far.draft
    about = frozenset(
        stem
        for word in re.findall(r"[^\W_]+", wording.field_label(draft.kind, name).casefold())
        if word not in listed("questions.links")
        for stem in all_stems(word)
    )
    asked = folded(wording.field_label(draft.kind, name))
    amount = asked.startswith(tuple(listed("questions.amount")))
    said = Said(so_far.used, so_far.used - so_far.act if amount else frozenset())
    named: list[tuple[float, frozenset[int], _Partial]] = []
    texts = tuple(
        wording.value_label(game.label(state, draft, name, value), draft.kind, name)
        for value in values
    )
    for value, text, own in zip(values, texts, own_words(texts), strict=True):
        label = label_words(text)
        if len(values) <= _FEW:
            label = _with_alike(wording, label)
        heard = found_label(label, tokens, about, said) or found_own(own, tokens)
        if heard is None:
            continue
        used, share = heard
        if any(tokens[n].denied for n in used):
            # "No la uso" says the other of two answers, and nothing where there are more.
            other = [each for each in values if each != value]
            if len(other) != 1:
                continue
            value = other[0]
        fresh = used - so_far.used
        if fresh:
            gained = (_ANSWERED if share >= OWN else _PART) * share * (1 + 0.4 * (len(fresh) - 1))
            if min(used) < so_far.last:
                gained -= _BACK
            filled = draft.with_value(name, value)
            heard_so = replace(so_far.further(filled, used, gained), last=max(used))
            named.append((share, used, heard_so))
    # Part of a label says nothing where the whole of another says these words and more.
    yield from (
        each
        for share, used, each in named
        if not any(other > share and used <= words for other, words, _ in named)
    )


def _with_alike(wording: Wording, label: Label) -> Label:
    """Return a label with the words that mean about the same; of two answers, few are alike."""
    groups = synonyms_of(wording.data.rulebook)
    return tuple(
        (stems.union(*(groups.get(stem, ()) for stem in stems)), number, optional)
        for stems, number, optional in label
    )


def _bag(
    game: Game[Any],
    state: Any,
    wording: Wording,
    draft: Draft,
    name: str,
    bag: OpenBag,
    tokens: tuple[Token, ...],
) -> tuple[tuple[str, ...], frozenset[int]]:
    """Return the items that a sentence counts out: "dos rojas 1 y una verde"."""
    labels = names_of_things(
        {item: wording.value_label(game.label(state, draft, name, item)) for item, _ in bag.items}
    )
    items: list[str] = []
    used = set[int]()
    n = 0
    while n < len(tokens):
        many = tokens[n].number
        start = n + 1 if many is not None else n
        if many is not None and start < len(tokens) and tokens[start].text == "de":
            start += 1
        best: tuple[int, str] | None = None
        for item, names in labels.items():
            length = max(said_at(label, tokens, start) for label in names)
            if length and (best is None or length > best[0]):
                best = (length, item)
        if best is None:
            n += 1
            continue
        length, item = best
        items += [item] * min(many or 1, _MOST_OF_ONE)
        used |= set(range(n, start + length))
        n = start + length
    return tuple(items), frozenset(used)


def _told_amounts(
    game: Game[Any],
    state: Any,
    wording: Wording,
    so_far: _Partial,
    name: str,
    field: OpenNumber,
    tokens: tuple[Token, ...],
) -> Iterator[_Partial]:
    """Yield the last number of a report as that with which it tells an amount of the sentence.

    Of changes at three to one, "cambio seis" are two.
    """
    said = amounts_of(tokens)
    if not said:
        return
    for number in range(field.minimum, min(field.maximum, _MOST_OF_ONE) + 1):
        draft = so_far.draft.with_value(name, number)
        if legality.next_field(game, draft) is not None:
            return
        params = game.describe(state, legality.complete(game, draft))
        told = amounts_of(tokens_of(wording.action_attempt(draft.kind, params)))
        for at, amount, stems in said:
            if any(amount == other and stems & words for _, other, words in told):
                yield so_far.further(draft, {at, at + 1}, _ANSWERED)


def _scored(heard: _Partial, tokens: tuple[Token, ...]) -> _Partial:
    """Return a reading, less sure for each telling word that it leaves out."""
    silent = sum(
        n not in heard.used
        and token.text not in listed("questions.fillers")
        and len(token.text) > 2
        for n, token in enumerate(tokens)
    )
    return replace(heard, score=heard.score - _UNHEARD * silent)


def report_text(match: Match, wording: Wording, draft: Draft) -> str:
    """Return a report in the words of the app; of one that is not complete, what it says so far."""
    game, state = match.game, match.state
    if legality.next_field(game, draft) is None:
        params = game.describe(state, legality.complete(game, draft))
        return wording.action_attempt(draft.kind, params)
    begun = wording.action_attempt(draft.kind, game.describe_begun(state, draft))
    labels, so_far = [], Draft(draft.kind, draft.seat, {})
    for name, value in draft.values.items():
        labels += _said_of(game, state, wording, so_far, name, value)
        so_far = so_far.with_value(name, value)
    return f"{begun}: {', '.join(labels)} …" if labels else f"{begun} …"


def _said_of(
    game: Game[Any], state: Any, wording: Wording, so_far: Draft, name: str, value: Any
) -> list[str]:
    """Return the words of an answer; of several things, each with how many of it."""

    def label(one: Any) -> str:
        return wording.value_label(game.label(state, so_far, name, one), so_far.kind, name)

    if not isinstance(value, tuple):
        return [label(value)]
    return [
        label(item) if n == 1 else wording.app("questions.several", what=label(item), n=n)
        for item, n in Counter(value).items()
    ]
