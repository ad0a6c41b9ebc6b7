"""Questions that the table itself answers: whose turn it is, how many there are, what it costs."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from companion.kernel import legality
from companion.kernel.models import folded
from companion.kernel.pieces.ledger import SUPPLY, seat_account
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.loader import app_words
from companion.rulebook.search import synonyms_of
from companion.rulebook.stems import listed, word_stems
from companion.rulebook.templates import capitalised
from companion.rulebook.wording import Wording
from companion.ui.views.questions.heard import readings
from companion.ui.views.questions.interpretations import asking_seat
from companion.ui.views.questions.sentence_words import has_infinitive, tokens_of
from companion.ui.views.rulings.origin import Source
from companion.ui.views.table.adjustment import Adjustment, counts


@dataclass(frozen=True)
class TableAnswer:
    """Sentence that answers a question about the table."""

    text: str
    source: Source | None = None
    """Location of the number that it tells, if the device may see it."""
    count: str = ""
    """Place in the adjustment panel of what was said to be amiss."""


def table_answers(
    match: Match, wording: Wording, question: str, mine: Collection[Seat], seen: Collection[Seat]
) -> tuple[TableAnswer, ...]:
    """Return what the table answers to a plain question, or nothing if it is about no such thing.

    Args:
        match: match as the device may see it.
        wording: its wording.
        question: what was typed or dictated.
        mine: seats of the device.
        seen: seats whose hidden holdings it may show now.
    """
    asked = _words(question)
    if _says("many", asked):
        counted = tuple(_counted(match, wording, asked, mine, seen))
        return counted or tuple(_costs(match, wording, asked, asking_seat(match, frozenset(mine))))
    if _asks_for_turn(asked) and match.outcome is None:
        acting = tuple(wording.player(seat) for seat in match.game.awaiting(match.state))
        return (TableAnswer(wording.app("mesa.turn", names=acting)),) if acting else ()
    return ()


def amiss(
    match: Match, wording: Wording, said: str, mine: Collection[Seat], seen: Collection[Seat]
) -> tuple[TableAnswer, ...]:
    """Return the counts that a sentence tells to be wrong: "Ana se llevó un puro de más".

    It reports nothing that the rules know: a person puts the count right by hand.

    Args:
        match: match as the device may see it.
        wording: its wording.
        said: what was typed or dictated.
        mine: seats of the device.
        seen: seats whose hidden holdings it may show now.
    """
    text = _words(said)
    supposed = any(word in listed("questions.may") for word in text.split())
    if "?" in said or supposed or not _says("amiss", text):
        return ()
    everyone = range(len(match.options.players))
    own = tuple(map(seat_account, sorted(mine) or everyone))
    accounts = _named_places(match, text) or own
    return tuple(_counted_at(match, wording, text, accounts, seen))


def _says(key: str, asked: str) -> bool:
    """Return whether a question has one of the listed phrases."""
    phrases = app_words()(f"table_questions.{key}").split(";")
    return any(f" {phrase} " in f" {asked} " for phrase in phrases)


def _asks_for_turn(asked: str) -> bool:
    """Return whether a question ends by asking whose turn it is, and not whose is the next."""
    words = asked.split()
    while words and words[-1] in listed("table_questions.now"):
        words.pop()
    ending = " ".join(("", *words))
    phrases = app_words()("table_questions.turn").split(";")
    return any(ending.endswith(f" {phrase}") for phrase in phrases)


def _costs(match: Match, wording: Wording, asked: str, seat: Seat) -> Iterator[TableAnswer]:
    """Yield the act whose cost is asked for, told with a number that the question does not have."""
    words = asked.split()
    behind = next((n for n, word in enumerate(words) if word in listed("table_questions.costs")), 0)
    act = " ".join(words[behind + 1 :]) if behind else ""
    tokens = tokens_of(act)
    said = {token.number for token in tokens}
    for reading in readings(match, wording, act, seat)[:1] if has_infinitive(tokens) else ():
        told = {token.number for token in tokens_of(reading.text)}
        whole = legality.next_field(match.game, reading.draft) is None
        if whole and not reading.unheard and told - said:
            yield TableAnswer(capitalised(reading.text))


def _counted(
    match: Match, wording: Wording, asked: str, mine: Collection[Seat], seen: Collection[Seat]
) -> Iterator[TableAnswer]:
    """Yield the amount of each thing that was asked for, in the places that were meant."""
    yield from _counted_at(match, wording, asked, _places(match, asked, mine), seen)


def _counted_at(
    match: Match, wording: Wording, asked: str, accounts: Collection[str], seen: Collection[Seat]
) -> Iterator[TableAnswer]:
    stems = frozenset(stem for word in asked.split() for stem in word_stems(word))
    groups = synonyms_of(wording.data.rulebook)
    alike = stems.union(*(groups.get(stem, ()) for stem in stems))
    for account in accounts:
        lines = counts(match, wording, account, Adjustment(), seen)
        labels = [(line, wording.item_label(line.item)) for line in lines]
        named = [each for each in labels if _names(each[1], stems)]
        for line, label in named or [each for each in labels if _names(each[1], alike)]:
            place = capitalised(wording.account_label(account))
            if line.covered:
                text = wording.app("questions.covered", place=place, item=label)
                yield TableAnswer(text, count=account)
            else:
                text = wording.app("questions.count", place=place, item=label, n=line.amount)
                source = (account, (line.item,))
                yield TableAnswer(text, source, count=f"{account}/{line.item}")


def _names(label: str, stems: frozenset[str]) -> bool:
    """Return whether a question has every word of the name of a thing."""
    words = _words(label).split()
    return bool(words) and all(word_stems(word) & stems for word in words)


def _words(text: str) -> str:
    """Return the words of a text, without accents or marks."""
    return " ".join(re.findall(r"[^\W_]+", folded(text)))


def _places(match: Match, asked: str, mine: Collection[Seat]) -> tuple[str, ...]:
    """Return the accounts that a question is about: of people named, one's own, or the supply."""
    if named := _named_places(match, asked):
        return named
    if _says("all", asked):
        return tuple(map(seat_account, range(len(match.options.players))))
    if _says("mine", asked) and mine:
        return tuple(map(seat_account, sorted(mine)))
    if _says("left", asked) and SUPPLY in match.game.accounts(match.state):
        return (SUPPLY,)
    return ()


def _named_places(match: Match, asked: str) -> tuple[str, ...]:
    """Return the accounts of the people who are named."""
    names = {seat: _words(name) for seat, name in enumerate(match.options.players)}
    named = [seat for seat, name in names.items() if name and f" {name} " in f" {asked} "]
    return tuple(map(seat_account, named))
