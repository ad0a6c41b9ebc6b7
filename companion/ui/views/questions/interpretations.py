"""A reading of a sentence: the report, its words, and what of the sentence it leaves out."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from companion.kernel import legality
from companion.kernel.form import Choices, Draft, Field, OpenBag
from companion.kernel.game import Game
from companion.kernel.models import folded
from companion.kernel.values import Seat, SeatRef, Term
from companion.match.fold import Match
from companion.rulebook.search import synonyms_of
from companion.rulebook.stems import all_stems, listed, listed_stems
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.ui.views.questions.act_words import optional_words
from companion.ui.views.questions.clauses import sides
from companion.ui.views.questions.said_labels import stems_of
from companion.ui.views.questions.sentence_words import Token, counted, is_short, tokens_of
from companion.ui.views.report.report_form import refusal_of


@dataclass(frozen=True)
class Reading:
    """Report that a sentence may mean."""

    draft: Draft
    """Answers that were named; the form asks for the others."""
    text: str
    """The report in the words of the app."""
    unheard: tuple[str, ...] = ()
    """Telling words of the sentence that are not in it."""
    used: frozenset[int] = frozenset()
    """Places of the words that its act and its answers explain."""
    guess: bool = False
    """True if it is not what was heard, but may be meant."""


def reading_of(
    match: Match,
    wording: Wording,
    draft: Draft,
    tokens: Sequence[Token],
    used: Collection[int],
    spared: Collection[int] = (),
) -> Reading | None:
    """Return the reading that a report is, or nothing if it leaves out as much as it explains.

    Args:
        match: match as the device may see it.
        wording: its wording.
        draft: the report.
        tokens: the sentence.
        used: places of its words that the report explains.
        spared: places of words that may be left out.
    """
    reading, heard, left = _weighed(match, wording, draft, tokens, used)
    return reading if len(heard) > len(left.difference(spared)) else None


def guess_of(
    match: Match,
    wording: Wording,
    draft: Draft,
    tokens: Sequence[Token],
    used: Collection[int],
    telling: float,
) -> Reading | None:
    """Return the report as one that may be meant, or nothing if too little of a sentence says so.

    Args:
        match: match as the device may see it.
        wording: its wording.
        draft: the report.
        tokens: the sentence.
        used: places of its words that the report explains.
        telling: how many words may be left out for each that is explained.
    """
    reading, heard, left = _weighed(match, wording, draft, tokens, used)
    own = _own_stems(wording, reading)
    # Words that only mean about the same are too little.
    naming = [tokens[n] for n in used if tokens[n].number is None]
    named = any(
        token.stems & own for token in naming if token.text not in listed("questions.nothing")
    )
    enough = named and len(heard) * telling >= len(left)
    return replace(reading, guess=True) if enough else None


def half_of(
    match: Match, wording: Wording, draft: Draft, tokens: Sequence[Token], used: Collection[int]
) -> Reading:
    """Return a report that may be meant, however much of a sentence it leaves out."""
    return replace(_weighed(match, wording, draft, tokens, used)[0], guess=True)


def amounts_beside(
    match: Match, wording: Wording, reading: Reading, tokens: Sequence[Token]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what a whole report says to amounts that its form does not ask for.

    The words that are still unheard are the second part.
    """
    left = reading.unheard
    if not left or legality.next_field(match.game, reading.draft) is not None:
        return (), left
    things = {spec.family for spec in match.game.items_of(match.state)}
    things.update(match.state.ledger.names())
    known = frozenset[str]().union(*map(stems_of, map(wording.item_label, things)))
    told = [*_amounts(tokens_of(reading.text))]
    lines = []
    for said, stems in _amounts(tokens):
        words = said.split()
        if not stems & known or not set(words) & set(left):
            continue
        other = next((amount for amount, thing in told if thing & stems), "")
        key = "other_amount" if other else "not_asked"
        lines.append(wording.app(f"questions.{key}", what=said, told=other))
        left = tuple(word for word in left if word not in words)
    return tuple(lines), left


def _amounts(tokens: Sequence[Token]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield what a sentence says with a number and the thing behind it: "dos cajas"."""
    for n, token in enumerate(tokens):
        thing = counted(tokens, n)
        if token.number is not None and not token.one and thing < len(tokens):
            yield " ".join(one.text for one in tokens[n : thing + 1]), tokens[thing].stems


def _own_stems(wording: Wording, reading: Reading) -> frozenset[str]:
    """Return the stems of the own words of a reading."""
    own = _own_words(wording, reading.draft.kind, reading.text)
    return frozenset[str]().union(*(token.stems for token in own))


def _own_words(wording: Wording, kind: str, text: str) -> tuple[Token, ...]:
    """Return the words of a report, and of what else its act is called."""
    return tokens_of(f"{text} {' '.join(wording.data.words.actions[kind].said)}")


def _weighed(
    match: Match,
    wording: Wording,
    draft: Draft,
    tokens: Sequence[Token],
    used: Collection[int],
) -> tuple[Reading, set[int], set[int]]:
    """Return a reading, and the places of the words that it explains and that it leaves out."""
    text = report_text(match, wording, draft)
    unheard = _unheard(match, wording, draft, text, tokens, used)
    silent = listed("questions.nothing") | listed("questions.denying") | listed("questions.links")
    telling = {n for n, token in enumerate(tokens) if _tells(token)}
    heard = {n for n in used if tokens[n].text not in silent} | (telling - set(unheard))
    # A number and its word are one thing.
    things = {n for n in unheard if tokens[n].number is None or counted(tokens, n) not in unheard}
    left = tuple(tokens[n].text for n in unheard)
    return Reading(draft, text, left, frozenset(used)), heard, things


def leaves_out(wording: Wording, reading: Reading, tokens: Sequence[Token]) -> bool:
    """Return whether a reading leaves out a word: one that tells, denies, or says a thing again.

    One that leaves something open may not leave out any, though the act is told with it.
    """
    used = frozenset[str]().union(*(tokens[n].stems for n in reading.used))
    known = _own_stems(wording, reading) - used
    known = frozenset() if reading.text.endswith("…") else known
    left = [token for n, token in enumerate(tokens) if n not in reading.used]
    return bool(reading.unheard) or any(
        token.denied or (_tells(token) and not token.stems & known) for token in left
    )


def telling_words(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return the words that say something."""
    return tuple(token.text for token in tokens if _tells(token) or token.denied)


def _unheard(
    match: Match,
    wording: Wording,
    draft: Draft,
    text: str,
    tokens: Sequence[Token],
    used: Collection[int],
) -> list[int]:
    """Return the places of the telling words of a sentence that a report does not hold."""
    said = _own_words(wording, draft.kind, text)
    own = {stem for token in said for stem in token.stems}
    numbers = {token.number for token in said}
    groups = synonyms_of(wording.data.rulebook)
    hollow, measures = optional_words(wording, draft.kind), listed("questions.measures")
    verbs = _of_sides(wording, draft, tokens)
    unheard = [
        n
        for n, token in enumerate(tokens)
        if _tells(token)
        and (n not in used or (token.stems & hollow and token.text not in measures))
        and n not in verbs
        and not any(own.intersection((stem, *groups.get(stem, ()))) for stem in token.stems)
        and (token.number is None or token.number not in numbers)
    ]
    if unheard:
        asked = _still_asked(match, wording, draft)
        # How many there are of what the form still asks for: "dos marrones".
        many = {n - 1 for n in unheard if tokens[n].stems & asked and tokens[n - 1].number}
        unheard = [n for n in unheard if n not in many and not tokens[n].stems & asked]
    return unheard


def _of_sides(wording: Wording, draft: Draft, tokens: Sequence[Token]) -> set[int]:
    """Return the places of the verbs with which one gives or gets what a report tells."""
    told = {
        sides(tokens_of(wording.field_label(draft.kind, name)))[-1]
        for name, value in draft.values.items()
        if value
    } - {""}
    handed = {
        n + 1
        for n, (to, token) in enumerate(pairwise(tokens))
        if to.text in listed("questions.to_me") and token.text in listed("questions.handing")
    }
    # Of what is only got, many other verbs tell as well.
    told = told if len(told) > 1 else told - {"getting"}
    return handed.union(
        n
        for n, side in enumerate(sides(tokens) if told else ())
        if side in told and tokens[n].stems & listed_stems(f"questions.{side}")
    )


def _still_asked(match: Match, wording: Wording, draft: Draft) -> frozenset[str]:
    """Return the stems of the answers that a form still asks for."""
    game, state = match.game, match.state
    labels: list[str] = []
    for name in game.action_models[draft.kind].form_fields():
        field = None if name in draft.values else field_so_far(game, state, draft, name)
        if isinstance(field, Choices):
            labels += [
                answer_words(game, state, wording, draft, name, each) for each in field.values
            ]
        elif isinstance(field, OpenBag):
            labels += [
                answer_words(game, state, wording, draft, name, each) for each, _ in field.items
            ]
    words = re.findall(r"[^\W_]+", " ".join(labels).casefold())
    silent = listed("questions.links")
    return frozenset(stem for word in set(words) - silent for stem in all_stems(word))


def field_so_far(game: Game[Any], state: Any, draft: Draft, name: str) -> Field | None:
    """Return what a field can have; None if that depends on an answer that is not known yet."""
    try:
        return game.candidates(state, draft, name)
    except (LookupError, ValueError, TypeError, AttributeError):
        return None


def answer_words(
    game: Game[Any], state: Any, wording: Wording, draft: Draft, name: str, value: Any
) -> str:
    """Return the words of an answer."""
    return wording.value_label(game.label(state, draft, name, value), draft.kind, name)


def other_names(
    game: Game[Any], state: Any, wording: Wording, draft: Draft, name: str, value: Any
) -> tuple[str, ...]:
    """Return what else people call an answer."""
    label, words = game.label(state, draft, name, value), wording.data.words
    if not isinstance(label, Term):
        return ()
    # What lies in a place is also called by that.
    place = value if isinstance(value, str) and value != label.key else ""
    return (*words.also.get(label.key, ()), *words.also.get(place, ()))


def is_unsaid_person(
    game: Game[Any],
    state: Any,
    wording: Wording,
    draft: Draft,
    name: str,
    value: Any,
    tokens: Sequence[Token],
) -> bool:
    """Return whether an answer is a person whose name is not said: "dan" is no "Dani"."""
    label = game.label(state, draft, name, value)
    if not isinstance(label, SeatRef):
        return False
    called = folded(wording.value_label(label)).split()[:1]
    return not any([folded(token.text)] == called for token in tokens)


def _tells(token: Token) -> bool:
    """Return whether a word says something that a report has to hold."""
    lists = ("fillers", "links", "leaving", "nothing", "saying", "holding")
    silent = listed(*(f"questions.{words}" for words in lists))
    return not (token.text in silent or token.denied or token.one or is_short(token))


def report_text(match: Match, wording: Wording, draft: Draft) -> str:
    """Return a report in the words of the app; of one that is not complete, what it says so far."""
    game, state = match.game, match.state
    if legality.next_field(game, draft) is None:
        params = game.describe(state, legality.complete(game, draft))
        return wording.action_attempt(draft.kind, params)
    begun = begun_text(match, wording, draft)
    labels, so_far = [], Draft(draft.kind, draft.seat, {})
    for name, value in draft.values.items():
        labels += _said_of(game, state, wording, so_far, name, value)
        so_far = so_far.with_value(name, value)
    return f"{begun}: {', '.join(labels)} …" if labels else f"{begun} …"


def begun_text(match: Match, wording: Wording, draft: Draft) -> str:
    """Return the words of an act without its answers."""
    return wording.action_attempt(draft.kind, match.game.describe_begun(match.state, draft))


def _said_of(
    game: Game[Any], state: Any, wording: Wording, so_far: Draft, name: str, value: Any
) -> list[str]:
    """Return the words of an answer; of several things, each with how many of it."""
    if not isinstance(value, tuple):
        return [answer_words(game, state, wording, so_far, name, value)]
    counted = [
        (answer_words(game, state, wording, so_far, name, one), n)
        for one, n in Counter(value).items()
    ]
    return [
        what if n == 1 else wording.app("questions.several", what=what, n=n) for what, n in counted
    ]


def verdict_on(match: Match, reading: Reading, mine: frozenset[Seat]) -> str:
    """Return the verdict on a reading for a device: legal, refused, or open.

    What a device may not see is not judged, and what rests on it stays open. So does a report that
    leaves out a part of what was said.
    """
    game, state, draft = match.game, match.state, reading.draft
    private = draft.seat in visibility.visible_seats(match, mine)
    if refusal_of(game, state, draft, private=private) is not None:
        return "refused"
    covered = not private and legality.depends_on_hidden(game, draft.kind)
    if covered or reading.unheard or legality.next_field(game, draft) is not None:
        return "open"
    action = legality.complete(game, draft)
    decided = legality.deciding_part(game, state, action, private=private)
    return "legal" if decided.judgement.verdict == "legal" else "open"


def forgetting_seat(match: Match, mine: frozenset[Seat]) -> Seat:
    """Return the seat that has forgotten something: one's own that acted last, or that asks."""
    acts = (step.action for step in reversed(match.steps))
    own = (act.seat for act in acts if act is not None and act.seat in mine)
    last = next(own, None)
    return asking_seat(match, mine) if last is None else last


def asking_seat(match: Match, mine: frozenset[Seat]) -> Seat:
    """Return the seat that asks: one's own that is awaited, or else the likeliest."""
    awaited = match.game.awaiting(match.state)
    own = next((seat for seat in awaited if seat in mine), None)
    return own if own is not None else next(iter((*sorted(mine), *awaited)), 0)
