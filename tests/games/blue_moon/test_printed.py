"""Every text of a card is carried out, line by line: without one, some case comes out otherwise.

Nothing is left to the table here: a text without lines would be one that the referee does not know.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import pytest

from companion.games.blue_moon import power
from companion.games.blue_moon.catalogue import CARDS, Card, CardId, TextLine
from companion.rulebook.loader import load
from tests.games import cases
from tests.games.blue_moon.test_cases import CASES, check, words

KINDS = "storm", "flood"
"""Families whose cards say the same of all of them: one alone that says nothing changes nothing."""

Printed = dict[CardId, tuple[TextLine, ...]]
"""What some cards say instead of what they print."""


@contextmanager
def _saying(said: Printed) -> Iterator[None]:
    """As if these cards said something else."""
    kept = {name: dict(CARDS[name].__dict__) for name in said}
    derived = [name for name, of in vars(Card).items() if isinstance(of, cached_property)]
    try:
        for name, lines in said.items():
            inside = CARDS[name].__dict__
            for each in derived:
                inside.pop(each, None)
            inside["lines"] = lines
        _forget()
        yield
    finally:
        for name, inside in kept.items():
            CARDS[name].__dict__.clear()
            CARDS[name].__dict__.update(inside)
        _forget()


def _forget() -> None:
    for found in vars(power).values():
        if hasattr(found, "cache_clear"):
            found.cache_clear()


def _naming() -> Mapping[CardId, list[cases.Case]]:
    """The cases in which each card is named."""
    found: dict[CardId, list[cases.Case]] = defaultdict(list)
    for case in CASES:
        for name in (words(case.given) | words(case.report)) & set(CARDS):
            found[name].append(case)
    return found


NAMING = _naming()


def _noticed(said: Printed) -> bool:
    """Whether a case comes out otherwise where these cards say that."""
    with _saying(said):
        return any(_fails(case) for name in said for case in NAMING[name])


def _fails(case: cases.Case) -> bool:
    try:
        check(case)
    except Exception:
        # What cannot even be laid out or judged any more is noticed as well.
        return True
    return False


def _alike(card: Card) -> Iterable[Card]:
    """The cards that say the same as one and count for each other."""
    if card.family in KINDS:
        return [other for other in CARDS.values() if other.family == card.family]
    return [card]


def _without(card: Card, number: int) -> Printed:
    lines = tuple(line for n, line in enumerate(card.lines) if n != number)
    return {each.id: lines for each in _alike(card)}


def _changed(card: Card, number: int, **values: Any) -> Printed:
    lines = [*card.lines]
    lines[number] = lines[number].model_copy(update=values)
    return {each.id: tuple(lines) for each in _alike(card)}


TEXTS = [card for card in CARDS.values() if card.has_text]


def test_without_a_change_nothing_is_noticed() -> None:
    assert not _noticed({card.id: card.lines for card in TEXTS[:20]})


@pytest.mark.deep
@pytest.mark.parametrize("card", TEXTS, ids=lambda card: card.id)
def test_every_line_of_every_text_is_carried_out(card: Card) -> None:
    assert all(_noticed(_without(card, n)) for n in range(len(card.lines)))


def test_every_text_has_lines_and_is_told_in_our_own_words() -> None:
    told = {section.id for section in load("blue_moon").rulebook if section.id.startswith("card.")}
    assert told == {card.section for card in TEXTS}


Part = tuple[str, str, Any]
"""A verb, and one thing that it is given."""


def _parts() -> Mapping[Part, list[tuple[Card, int]]]:
    """Everything that a line is given, with the cards and lines that are given it."""
    found: dict[Part, list[tuple[Card, int]]] = defaultdict(list)
    for card in TEXTS:
        for number, line in enumerate(card.lines):
            for name, field in TextLine.model_fields.items():
                value = getattr(line, name)
                if name != "do" and value != field.default:
                    found[line.do, name, value].append((card, number))
    return found


@pytest.mark.deep
def test_whatever_a_verb_is_given_matters_to_some_case() -> None:
    """A card that is alone in giving it has a case, then; one that shares it, it or another."""
    idle = {
        part
        for part, given in _parts().items()
        if not any(
            _noticed(_changed(card, number, **{part[1]: TextLine.model_fields[part[1]].default}))
            for card, number in given
        )
    }
    assert idle == set()
