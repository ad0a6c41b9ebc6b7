"""Set-up: bad options are refused, the first state is the rulebook's, facts match the box."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.blue_moon_city.components import (
    CITIES,
    COLOUR_AND_SECTIONS,
    COURTYARD,
    DRAGON_COLOUR,
    EXAMPLE_CITY,
    FIGURE_COLOUR,
    REQUIRED_FACTS,
    SECTION_VALUES,
    distances,
    neighbours,
)
from companion.kernel.box.facts import IntsSpec, Unknown
from companion.kernel.legality import check_setup
from companion.rulebook.templates import MISSING
from companion.rulebook.wording import Wording
from companion.ui.games.blue_moon_city.board_view import dragon_colour
from tests.games.blue_moon_city.sample import DATA, GAME_ID, NAMES, full_facts, lay

GAME = GAMES[GAME_ID]


def swapped(first: str, second: str) -> tuple[str, ...]:
    """Return the example city with two tiles exchanged."""
    other = {first: second, second: first}
    return tuple(other.get(tile, tile) for tile in EXAMPLE_CITY)


BAD: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "wrong_number_of_players": ({"players": ("Ana",)}, {"players": NAMES[:2]}),
    "name_repeated": ({"players": ("Ana", "ana ")}, {"players": ("Ana", "Anna")}),
    "first_player_absent": ({"first_seat": 2}, {"first_seat": 1}),
    "city_not_cross_shaped": ({"layout": EXAMPLE_CITY[:-1]}, {"layout": EXAMPLE_CITY}),
    "unknown_tile": (
        {"layout": ("harbour", *EXAMPLE_CITY[1:])},
        {"layout": swapped("mill", "citadel")},
    ),
    "tile_repeated": (
        {"layout": ("citadel", *EXAMPLE_CITY[1:])},
        {"layout": swapped("mill", "citadel")},
    ),
    "market_off_centre": (
        {"layout": swapped(COURTYARD, "mill")},
        {"layout": swapped("thermae", "mill")},
    ),
    "centre_not_around_market": (
        {"layout": swapped("fire_temple", "mill")},
        {"layout": swapped("fire_temple", "mill"), "variant": True},
    ),
}


def _refusal(options: dict[str, Any], **rulings: str) -> Any:
    read = GAME.options.model_validate({"players": NAMES[:2], **options})
    return check_setup(GAME, read, full_facts(), {**DATA.default_rulings(), **rulings})


CITED = {
    "wrong_number_of_players": ("overview.players",),
    "name_repeated": ("overview.players",),
    "first_player_absent": ("turn.start_player",),
    "city_not_cross_shaped": ("setup.city",),
    "unknown_tile": ("components.tiles",),
    "tile_repeated": ("setup.city",),
    "market_off_centre": ("setup.centre",),
    "centre_not_around_market": ("setup.centre", "setup.variant"),
}
"""Sections of the rulebook that each of them breaks."""


@pytest.mark.parametrize("code", BAD)
def test_bad_options_are_refused_and_similar_ones_are_legal(code: str) -> None:
    bad, good = BAD[code]
    refusal = _refusal(bad)
    assert (refusal.code, refusal.rules) == (code, CITED[code])
    assert MISSING not in Wording(GAME_ID, NAMES).card_text(Wording(GAME_ID).refusal(refusal))
    assert _refusal(good) is None


def test_temples_by_the_compass_are_required_only_by_ruling() -> None:
    turned = {"layout": swapped("fire_temple", "earth_temple")}
    assert _refusal(turned) is None
    refusal = _refusal(turned, temple_sides="compass")
    assert (refusal.code, refusal.ruling) == ("temple_on_other_side", "temple_sides")
    assert _refusal({}, temple_sides="compass") is None


def test_box_without_a_number_of_the_rulebook_is_refused() -> None:
    facts = full_facts()
    del facts["hand.start"]
    options = GAME.options(players=NAMES[:2])
    refusal = check_setup(GAME, options, facts, DATA.default_rulings())
    assert refusal is not None
    assert refusal.code == "printed_number_missing"


def test_every_setup_code_is_tested() -> None:
    tested = {*BAD, "temple_on_other_side", "printed_number_missing"}
    assert tested == {condition.code for condition in GAME.setup_conditions}


def test_tiles_match_the_box() -> None:
    counts = {f.group: f.count for f in DATA.facts if isinstance(f, IntsSpec)}
    assert {f"tile.{tile}": n for tile, (_, n) in COLOUR_AND_SECTIONS.items()} == counts


def test_section_values_have_the_range_of_the_box() -> None:
    # Answers about a value not yet typed depend on this range.
    specs = [f for f in DATA.facts if isinstance(f, IntsSpec) and f.id.endswith(".values")]
    assert {f.id for f in specs} == {f"tile.{tile}.values" for tile in COLOUR_AND_SECTIONS}
    for spec in specs:
        assert (spec.minimum, spec.maximum) == (min(SECTION_VALUES), max(SECTION_VALUES))
    unknown = lay({"unknown": ["tile.mill.values"]}).need("mill", 0)
    assert unknown == Unknown("tile.mill.values", SECTION_VALUES)
    assert sorted(SECTION_VALUES) == list(range(min(SECTION_VALUES), max(SECTION_VALUES) + 1))


def test_required_facts_are_the_numbers_of_the_box() -> None:
    numbers = {f.id for f in DATA.facts if not f.id.startswith("tile.")}
    greens = {"deck.green.2", "deck.green.3"}
    assert set(REQUIRED_FACTS) == numbers - greens


@pytest.mark.parametrize(("players", "scales", "deck"), [(2, 9, 64), (3, 12, 56), (4, 15, 48)])
def test_first_state_has_scales_deck_hands_and_stones(players: int, scales: int, deck: int) -> None:
    state = lay({"players": players})
    ledger = state.ledger
    assert ledger.balance("supply", "scale") == scales
    assert ledger.balance("deck", "card") == deck
    for seat in range(players):
        assert ledger.balance(f"seat:{seat}", "card") == 8
        assert ledger.balance(f"seat:{seat}", f"stone:{seat}") == 10
        assert state.standing(seat) == COURTYARD
    assert set(state.dragons.values()) == {"out"}
    assert GAME.invariants(state) == ()


@pytest.mark.parametrize(("players", "spaces"), [(2, 11), (3, 13), (4, 13)])
def test_obelisk_prices_rise_from_seven_to_twelve(players: int, spaces: int) -> None:
    prices = lay({"players": players}).facts.prices(players)
    assert len(prices) == spaces
    assert list(prices) == sorted(prices)
    assert (prices[0], prices[-1]) == (7, 12)


def test_city_is_a_cross() -> None:
    beside = neighbours(EXAMPLE_CITY)
    assert sum(map(len, beside.values())) == 2 * 32
    by_number = [len(tiles) for tiles in beside.values()]
    assert (by_number.count(4), by_number.count(3), by_number.count(2)) == (9, 4, 8)
    apart = distances(CITIES["worked_turn"])
    assert apart["hospice"]["university"] == 2
    assert apart["mill"]["trading_house"] == 6


def test_sections_by_colour_match_the_box() -> None:
    by_colour = Counter[str]()
    for colour, sections in COLOUR_AND_SECTIONS.values():
        by_colour[colour] += sections
    expected = {"black": 7, "red": 7, "blue": 7, "grey": 8, "yellow": 8, "brown": 5}
    assert by_colour == {**expected, "white": 5, "any": 4}


def test_crystals_are_hidden_or_open_by_ruling() -> None:
    hidden = lay({"crystals": {"1": 5}})
    opened = lay({"crystals": {"1": 5}, "rulings": {"crystals_secret": "open"}})
    assert GAME.public_view(hidden, 0).seats[1].crystals is None
    assert GAME.public_view(hidden, 1).seats[1].crystals == 5
    assert GAME.public_view(opened, None).seats[1].crystals == 5
    lines = {line.code: line.hidden for line in GAME.score(hidden)}
    assert lines == {"offerings": False, "crystals": True, "scales": False}
    assert not any(line.hidden for line in GAME.score(opened))
    balances = {s.family: str(s.balance) for s in GAME.items_of(opened)}
    assert balances["crystal"] == "open"


def test_invariants_report_every_problem_of_a_table() -> None:
    state = lay({"figures": {"0": "mill"}})
    broken = replace(
        state,
        figures=("harbour", "mill"),
        finished=frozenset({"university"}),
        piles=lay({"stones": {"university": [0, -1]}}).piles,
    )
    codes = {problem.code for problem in GAME.invariants(broken)}
    assert codes == {"figure_outside_city", "stones_do_not_match", "finished_with_stones"}


def test_dragons_are_named_by_the_colour_of_their_figures() -> None:
    # Black cards move the red figure and red ones the green figure, so a colour alone would be
    # ambiguous.
    words = Wording(GAME_ID)
    for dragon, colour in FIGURE_COLOUR.items():
        figure, cards = (words.term(f"colour_f.{c}") for c in (colour, DRAGON_COLOUR[dragon]))
        assert f"figura {figure}" in words.term(f"dragon.{dragon}")
        assert f"cartas {cards}" in words.term(f"dragon.{dragon}")
        assert figure not in words.term(f"dragon_short.{dragon}")
        assert dragon_colour(dragon) == colour


def test_house_rule_says_that_it_contradicts_the_rulebook() -> None:
    ruling = DATA.rulings_by_id["scale_scoring_moment"]
    assert ruling.basis == "rulebook"
    assert "contra el reglamento" in ruling.words["each_scale"]
