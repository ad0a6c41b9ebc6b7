"""Totals of power: worked examples, and thousands of tables against a second computation."""

from collections import Counter
from random import Random

import pytest

from companion.games.blue_moon import power
from companion.games.blue_moon.catalogue import (
    BLUFFS,
    CARDS,
    DECKS,
    ELEMENTS,
    FACE_DOWN,
    MARKED,
    PREPARED,
)
from companion.games.blue_moon.power import Readings
from tests.games.blue_moon import naive

WORKED = [
    ("P01", ["hoax_03"], [], {"fire": 4}),
    ("P02", ["vulca_03", "vulca_23"], [], {"fire": 9}),
    ("P04", ["terrah_05", "hoax_25"], [], {"earth": 10, "fire": 1}),
    ("P08", ["mimix_09", "mimix_10"], [], {"fire": 8, "earth": 8}),
    ("P10", ["hoax_12", "hoax_20", "hoax_21"], [], {"fire": 12, "earth": 10}),
    ("P11", ["hoax_14", "hoax_20"], [], {"fire": 5, "earth": 5}),
    ("P13", ["vulca_16", "vulca_20"], [], {"fire": 6, "earth": 6}),
    ("P14", ["vulca_01", "vulca_20"], [], {"fire": 7, "earth": 6}),
    ("P16", ["hoax_03", "pillar_26", "hoax_25"], [], {"fire": 5, "earth": 10}),
    ("P17", ["vulca_01", "vulca_23"], ["flit_12"], {"fire": 3}),
    ("P23", ["vulca_04", "vulca_21", "buka_26"], [], {"fire": 20, "earth": 4}),
    ("P25", ["mutant_105", "hoax_20"], [], {"fire": 7, "earth": 7}),
]


@pytest.mark.parametrize(("name", "mine", "theirs", "expected"), WORKED)
def test_worked_example_has_its_total(
    name: str, mine: list[str], theirs: list[str], expected: dict[str, int]
) -> None:
    for element, amount in expected.items():
        total = power.total(tuple(mine), tuple(theirs), element)
        assert total.amount == amount, name


@pytest.mark.parametrize(
    ("mine", "element", "expected"),
    [
        (("vulca_01",), "fire", "7"),
        (("vulca_03", "vulca_23"), "fire", "9 = 6 + 3"),
        (("hoax_12", "hoax_20", "hoax_21"), "fire", "12 = 2 + 3 × 2 + 2 × 2"),
        (("terrah_05", "hoax_25"), "earth", "10 = 5 × 2"),
        (("hoax_04",), "earth", "0"),
    ],
)
def test_total_shows_its_sum(mine: tuple[str, ...], element: str, expected: str) -> None:
    assert power.total(mine, (), element).sum == expected


def test_total_names_the_cards_it_depends_on() -> None:
    total = power.total(("vulca_01", "vulca_23"), ("flit_12",), "fire")
    assert total.because == ("flit_12",)
    floored = power.total(("vulca_16", "vulca_20"), (), "fire")
    assert floored.floor is CARDS["vulca_20"]
    assert power.total(("vulca_01", "vulca_20"), (), "fire").floor is None


def test_doubling_of_one_character_goes_to_the_best_or_the_chosen() -> None:
    table = ("vulca_11", "vulca_03", "vulca_21")
    assert power.total(table, (), "fire").amount == 1 + 12
    chosen = (("vulca_21", "vulca_11"),)
    assert power.total(table, (), "fire", chosen).amount == 2 + 6
    # If the chosen card is covered by now, the boost goes to the best one.
    assert power.total(table, (), "fire", (("vulca_21", "vulca_05"),)).amount == 13


def test_enthrall_opposition_silences_texts_but_not_values() -> None:
    theirs = ("hoax_12", "hoax_20")
    assert power.total(theirs, ("vulca_03",), "fire").amount == 8
    assert power.total(theirs, ("vulca_03", "hoax_28"), "fire").amount == 5
    assert [card.id for card, _ in power.in_force(("hoax_13",), (), "forbid")] == ["hoax_13"]
    assert power.in_force(("hoax_13",), ("hoax_28",), "forbid") == ()


def _some(rng: Random) -> tuple[str, ...]:
    cards = PREPARED[rng.choice(DECKS)]
    active = [name for name in cards if CARDS[name].type != "leadership"]
    active = [name for name in active if CARDS[name].type != "influence"]
    some = rng.sample(active, rng.randint(0, 6))
    return (*some, *rng.choice((FACE_DOWN, MARKED))[: rng.choice((0, 0, 1, 3))])


def _compare(seed: int) -> bool:
    """Compare both computations of one random table; return whether a text mattered."""
    rng = Random(seed)
    mine, theirs = _some(rng), _some(rng)
    called = rng.choice((None, None, "mine", "theirs"))
    spoken = (*mine, "hoax_28") if called == "mine" else mine
    answered = (*theirs, "hoax_28") if called == "theirs" else theirs
    order, doublings = rng.choice(("raise_first", "double_first")), rng.choice(("multiply", "add"))
    rests = False
    for number, element in enumerate(ELEMENTS):
        total = power.total(spoken, answered, element, (), Readings(order, doublings))
        expected = naive.power(
            mine,
            theirs,
            number,
            (called == "theirs", called == "mine"),
            raise_first=order == "raise_first",
            multiply=doublings == "multiply",
        )
        assert (total.amount, total.shield is not None) == expected, (seed, mine, theirs, called)
        rests = rests or bool(total.because)
    return rests


@pytest.mark.deep
def test_totals_agree_with_a_second_computation() -> None:
    seen = Counter(_compare(seed) for seed in range(3000))
    assert seen[True] > 300


@pytest.mark.campaign
def test_thirty_thousand_totals_agree_with_a_second_computation() -> None:
    print(Counter(_compare(seed) for seed in range(3000, 33_000)))


def test_second_computation_has_every_printed_value() -> None:
    printed = {name: card.power for name, card in CARDS.items() if card.power is not None}
    assert printed == dict(naive.VALUES)
    assert {n for n, card in CARDS.items() if card.type == "character"} == naive.CHARACTERS
    assert {n for n, card in CARDS.items() if card.type == "booster"} == naive.BOOSTERS
    assert {n for n, card in CARDS.items() if card.type == "support"} == naive.SUPPORTS
    shields = {n: tuple(map(ELEMENTS.index, c.shield)) for n, c in CARDS.items() if c.shield}
    assert shields == dict(naive.SHIELDS)
    for icon in ("FREE", "STOP", "RETRIEVE", "PAIR", "PROTECTED"):
        assert {n for n, card in CARDS.items() if icon in card.icons} == getattr(naive, icon)
    assert {n: c.first_word for n, c in CARDS.items() if c.first_word} == dict(naive.FIRST_WORDS)
    gangs = {n: c.gang.removeprefix("GANG_") for n, c in CARDS.items() if c.gang}
    assert gangs == dict(naive.GANGS)
    assert {n for n, c in CARDS.items() if c.has_text} == naive.TEXTS
    assert {n: c.bluff for n, c in CARDS.items() if c.bluff is not None} == dict(naive.BLUFFS)
    assert set(BLUFFS.values()) == set(naive.BLUFFS.values())
    assert {n: c.capacity for n, c in CARDS.items() if c.capacity} == dict(naive.SHIPS)
