"""Lines of every card text: without any one of them, some case has another result.

No line is left to the table here: a text without lines would be one that the referee does not know.
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
"""Families whose cards share one text: silencing a single card would change nothing."""

Printed = dict[CardId, tuple[TextLine, ...]]
"""Lines that some cards have in place of the printed ones."""


@contextmanager
def _saying(said: Printed) -> Iterator[None]:
    """Replace the lines of these cards for a while."""
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
    for cached_function in vars(power).values():
        if hasattr(cached_function, "cache_clear"):
            cached_function.cache_clear()


def _naming() -> Mapping[CardId, list[cases.Case]]:
    """Return the cases in which each card is named."""
    cases_by_card: dict[CardId, list[cases.Case]] = defaultdict(list)
    for case in CASES:
        for name in (words(case.given) | words(case.report)) & set(CARDS):
            cases_by_card[name].append(case)
    return cases_by_card


NAMING = _naming()


def _noticed(said: Printed) -> bool:
    """Return whether a case has another result with these lines."""
    with _saying(said):
        return any(_fails(case) for name in said for case in NAMING[name])


def _fails(case: cases.Case) -> bool:
    try:
        check(case)
    except Exception:
        # A case that can no longer be set up or judged counts as noticed.
        return True
    return False


def _alike(card: Card) -> Iterable[Card]:
    """Return the cards with the same text that count for each other."""
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


def test_unchanged_lines_change_no_case() -> None:
    assert not _noticed({card.id: card.lines for card in TEXTS[:20]})


@pytest.mark.deep
@pytest.mark.parametrize("card", TEXTS, ids=lambda card: card.id)
def test_every_line_of_a_card_text_is_needed_by_a_case(card: Card) -> None:
    assert all(_noticed(_without(card, n)) for n in range(len(card.lines)))


def test_every_card_with_a_text_has_a_rule_section() -> None:
    sections = {
        section.id for section in load("blue_moon").rulebook if section.id.startswith("card.")
    }
    assert sections == {card.section for card in TEXTS}


Part = tuple[str, str, Any]
"""Verb, name of a parameter, and its value."""


def _parts() -> Mapping[Part, list[tuple[Card, int]]]:
    """Return every parameter of a line, with the cards and lines that have it."""
    uses: dict[Part, list[tuple[Card, int]]] = defaultdict(list)
    for card in TEXTS:
        for number, line in enumerate(card.lines):
            for name, field in TextLine.model_fields.items():
                value = getattr(line, name)
                if name != "do" and value != field.default:
                    uses[line.do, name, value].append((card, number))
    return uses


@pytest.mark.deep
def test_every_parameter_of_a_verb_matters_to_some_case() -> None:
    """Cards that share a parameter share a case."""
    idle = {
        part
        for part, given in _parts().items()
        if not any(
            _noticed(_changed(card, number, **{part[1]: TextLine.model_fields[part[1]].default}))
            for card, number in given
        )
    }
    assert idle == set()
