"""Sentences of players read as reports: the act, and the answers that they name.

A sentence is compared with what acts declare already: their names and sentences, and the labels of
the values of each field, legal or not. Legality never decides what was heard.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from companion.kernel.form import Draft
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.stems import listed
from companion.rulebook.wording import Wording
from companion.ui.views.questions.act_words import words_of_acts
from companion.ui.views.questions.clauses import is_plain, speaker, what_is_done
from companion.ui.views.questions.interpretations import (
    Reading,
    reading_of,
)
from companion.ui.views.questions.named_acts import PartialReading, begun_act
from companion.ui.views.questions.named_answers import BEAM, filled
from companion.ui.views.questions.sentence_words import (
    Token,
    tokens_of,
)

MOST: Final = 3
"""Greatest number of readings."""
_UNHEARD: Final = 0.35
"""Cost of a telling word that a reading leaves out."""
_UNNAMED: Final = 0.9
"""Cost of one that names a thing."""
_LEAST: Final = 1.2
"""Least score of a reading."""
_MARGIN: Final = 0.8
"""Share of the best score that another reading needs to be shown as well."""


def readings(match: Match, wording: Wording, sentence: str, seat: Seat) -> tuple[Reading, ...]:
    """Return what a sentence may report, the likeliest first, or nothing.

    Args:
        match: match as the device may see it.
        wording: its wording.
        sentence: what was typed or dictated.
        seat: seat that reports, if the sentence names nobody.
    """
    tokens = what_is_done(tokens_of(sentence))
    if is_plain(tokens):
        return ()
    seat, tokens = speaker(match.options.players, tokens, seat)
    return _heard(match, wording, tokens, seat) or _one_of_two(match, wording, tokens, seat)


def _one_of_two(
    match: Match, wording: Wording, tokens: tuple[Token, ...], seat: Seat
) -> tuple[Reading, ...]:
    """Return the first of two reports, or else the second, which tells what the first was for."""
    ends = (n for n, token in enumerate(tokens) if n and token.text in listed("questions.then"))
    end = next(ends, len(tokens))
    parts = (tokens[:end], tokens[end + 1 :])
    for part, other in (parts, parts[::-1]) if all(parts) else ():
        left_out = tuple(token.text for token in other)
        if read := _heard(match, wording, part, seat):
            return tuple(replace(one, unheard=(*one.unheard, *left_out)) for one in read)
    return ()


def _heard(
    match: Match, wording: Wording, tokens: tuple[Token, ...], seat: Seat
) -> tuple[Reading, ...]:
    game, state = match.game, match.state
    kinds = game.kinds(state)
    of_acts = words_of_acts(wording, kinds)
    begun = [begun_act(wording, kind, tokens, of_acts, seat) for kind in kinds]
    named = [start for start in begun if start.score > 0 or len(kinds) < BEAM]

    def heard(starts: Sequence[PartialReading]) -> tuple[Reading, ...]:
        whole = [each for start in starts for each in filled(game, state, wording, start, tokens)]
        named = frozenset[int]().union(*(each.named for each in whole))
        read = sorted((_scored(each, tokens, named) for each in whole), key=lambda one: -one.score)
        shown = _apart(match, wording, read, tokens, of_acts.strange_verb(tokens))
        # Of reports that are about as likely, one that holds all that was said comes first.
        return tuple(sorted(shown, key=lambda one: bool(one.unheard)))

    likely = sorted(named, key=lambda one: -one.score)[:BEAM]
    # Where no act is named, its answers may tell which is meant.
    return heard(likely) or heard([start for start in begun if start not in likely])


def _apart(
    match: Match,
    wording: Wording,
    best: Sequence[PartialReading],
    tokens: tuple[Token, ...],
    strange: frozenset[int],
) -> Iterator[Reading]:
    """Yield the best readings that differ and come close to the first."""
    seen: list[Draft] = []
    shown = 0
    for one in best:
        if one.score < max(_LEAST, _MARGIN * best[0].score) or one.draft in seen:
            continue
        seen.append(one.draft)
        # A verb that nobody knows may be said of a thing that is named in full.
        spared = strange if one.named else frozenset()
        reading = reading_of(match, wording, one.draft, tokens, one.used, spared)
        if reading is not None:
            yield reading
            shown += 1
        if shown == MOST:
            return


def _scored(
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
        and len(token.text) > 2
    ]
    cost = sum(_UNNAMED if n in named else _UNHEARD for n in silent)
    return replace(heard, score=heard.score - cost)
