"""Checklist for setting up the box."""

import pytest

from companion.games.blue_moon_city.components import CityOptions
from companion.games.kingdom_of_solomon.components import SolomonOptions
from companion.kernel.facts import FactValues
from companion.rulebook import templates
from companion.rulebook.checklist import CheckStep, checklist
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
    found = checklist(words, options, given)
    assert len({step.id for step in found}) == len(found)
    return {step.id: step for step in found}


@pytest.mark.parametrize(("players", "scales"), [(2, 9), (3, 12), (4, 15)])
def test_scales_by_number_of_players(players: int, scales: int) -> None:
    found = steps(players)
    (step,) = (found[key] for key in found if key.startswith("scales"))
    assert f"{scales}\u00a0escamas" in step.text


def test_the_obelisk_is_blocked_between_two_only() -> None:
    assert "2\u00a0espacios" in steps(2)["obelisk_blocked"].text
    assert "obelisk_blocked" not in steps(3)
    assert "obelisk_blocked" not in steps(4)


@pytest.mark.parametrize(("players", "offerings"), [(2, 6), (3, 5), (4, 4)])
def test_offerings_by_number_of_players(players: int, offerings: int) -> None:
    assert f"{offerings}\u00a0ofrendas" in steps(players)["goal"].text


def test_the_variant_mixes_everything() -> None:
    assert "city_variant" in steps(variant=True)
    assert not {"centre_any_side", "centre_compass", "city"} & steps(variant=True).keys()
    assert "city_variant" not in steps()


def test_an_order_is_told_as_it_was_said_or_as_they_sit() -> None:
    words = Wording("kingdom_of_solomon")
    facts = words.data.default_facts()

    def told(order: tuple[int, ...]) -> str:
        options = SolomonOptions(players=NAMES[:3], order=order)
        return {step.id: step.text for step in checklist(words, options, facts)}["order"]

    assert told((2, 0, 1)).endswith("Carla, Ana y Bea.")
    assert told(()).endswith("Ana, Bea y Carla.")


def test_a_ruling_changes_a_step() -> None:
    assert "centre_any_side" in steps()
    compass = steps(rulings={"temple_sides": "compass"})
    assert "centre_compass" in compass
    assert "centre_any_side" not in compass


def test_players_are_named() -> None:
    assert "Ana, Bea, Carla e Inés" in steps(4)["figures"].text
    assert "Empieza Bea" in steps(first=1)["start_player"].text


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", [False, True])
def test_every_line_is_complete_and_cites_its_rule(players: int, variant: bool) -> None:
    for step in steps(players, variant=variant).values():
        assert templates.MISSING not in step.text
        assert "{" not in step.text
        assert step.text.endswith(".")
        assert step.rules
        assert all(rule.title != rule.id for rule in step.rules)


def test_the_numbers_are_those_of_the_box() -> None:
    facts = {**Wording("blue_moon_city").data.default_facts(), "hand.start": 7}
    assert "reparte 7\u00a0cartas a" in steps(facts=facts)["hand"].text


def test_an_unknown_number_leaves_a_gap() -> None:
    assert templates.MISSING in steps(facts={})["hand"].text


def test_the_city_is_laid_as_its_plan_and_not_mixed_again() -> None:
    # The match knows its city by then, whether chosen, drawn by chance or entered.
    for variant in (False, True):
        for step in steps(variant=variant).values():
            assert "ezcla" not in step.text, step
