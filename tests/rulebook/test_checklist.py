"""Checklist for setting up the box."""

import pytest

from companion.games.blue_moon_city.components import CityOptions
from companion.games.kingdom_of_solomon.components import SolomonOptions
from companion.kernel.box.facts import FactValues
from companion.rulebook import templates
from companion.rulebook.completeness import CheckStep, checklist
from companion.rulebook.wording import Wording

NAMES = ("Ana", "Bea", "Carla", "Inés")


def steps(
    players: int = 3,
    *,
    variant: bool = False,
    first: int = 0,
    rulings: dict[str, str] | None = None,
    facts: FactValues | None = None,
) -> dict[str, CheckStep]:
    words = Wording("blue_moon_city", (), rulings)
    options = CityOptions(players=NAMES[:players], variant=variant, first_seat=first)
    given = words.data.default_facts() if facts is None else facts
    lines = checklist(words, options, given)
    assert len({step.id for step in lines}) == len(lines)
    return {step.id: step for step in lines}


@pytest.mark.parametrize(("players", "scales"), [(2, 9), (3, 12), (4, 15)])
def test_scales_depend_on_the_number_of_players(players: int, scales: int) -> None:
    by_id = steps(players)
    (step,) = (by_id[key] for key in by_id if key.startswith("scales"))
    assert f"{scales}\u00a0escamas" in step.text


def test_obelisk_is_blocked_between_two_players_only() -> None:
    assert "2\u00a0espacios" in steps(2)["obelisk_blocked"].text
    assert "obelisk_blocked" not in steps(3)
    assert "obelisk_blocked" not in steps(4)


@pytest.mark.parametrize(("players", "offerings"), [(2, 6), (3, 5), (4, 4)])
def test_offerings_depend_on_the_number_of_players(players: int, offerings: int) -> None:
    assert f"{offerings}\u00a0ofrendas" in steps(players)["goal"].text


def test_variant_mixes_all_tiles() -> None:
    assert "city_variant" in steps(variant=True)
    assert not {"centre_any_side", "centre_compass", "city"} & steps(variant=True).keys()
    assert "city_variant" not in steps()


def test_order_step_names_the_typed_order_or_the_seating() -> None:
    words = Wording("kingdom_of_solomon")
    facts = words.data.default_facts()

    def order_text(order: tuple[int, ...]) -> str:
        options = SolomonOptions(players=NAMES[:3], order=order)
        return {step.id: step.text for step in checklist(words, options, facts)}["order"]

    assert order_text((2, 0, 1)).endswith("Carla, Ana y Bea.")
    assert order_text(()).endswith("Ana, Bea y Carla.")


def test_ruling_changes_a_step() -> None:
    assert "centre_any_side" in steps()
    compass = steps(rulings={"temple_sides": "compass"})
    assert "centre_compass" in compass
    assert "centre_any_side" not in compass


def test_steps_name_the_players() -> None:
    assert "Ana, Bea, Carla e Inés" in steps(4)["figures"].text
    assert "Empieza Bea" in steps(first=1)["start_player"].text


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", [False, True])
def test_every_step_is_complete_and_cites_its_rule(players: int, variant: bool) -> None:
    for step in steps(players, variant=variant).values():
        assert templates.MISSING not in step.text
        assert "{" not in step.text
        assert step.text.endswith(".")
        assert step.rules
        assert all(rule.title != rule.id for rule in step.rules)


def test_steps_use_the_numbers_of_the_box() -> None:
    facts = {**Wording("blue_moon_city").data.default_facts(), "hand.start": 7}
    assert "reparte 7\u00a0cartas a" in steps(facts=facts)["hand"].text


def test_unknown_number_leaves_a_gap_in_the_step() -> None:
    assert templates.MISSING in steps(facts={})["hand"].text


def test_no_step_mixes_a_city_that_is_already_planned() -> None:
    # The match already has its city by then: chosen, drawn at random or entered.
    for variant in (False, True):
        for step in steps(variant=variant).values():
            assert "ezcla" not in step.text, step
