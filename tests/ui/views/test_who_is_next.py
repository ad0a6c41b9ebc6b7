"""Next person and order of turn, told beside what is due."""

from typing import Any

import pytest

from companion.games import kingdom_of_solomon, urban_sprawl
from companion.rulebook.wording import Wording
from tests.games.kingdom_of_solomon import sample as kingdom
from tests.games.urban_sprawl import sample as sprawl

NAMES = ("Ana", "Beto", "Clara", "Dani")


def _now(game: Any, state: Any) -> str:
    (duty,) = game.duties(state)
    return Wording(game.id, NAMES[: state.players], state.rulings).duty_in_short(duty)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "Coloca · sigue Beto, por orden de turno"),
        ({"phase": "market"}, "Mercado · sigue Beto, por orden inverso"),
        ({"phase": "build"}, "Construye · sigue Beto, por orden de turno"),
        (
            {"phase": "resolution", "pawns": {0: ["action.trader"], 2: ["action.thief"]}},
            "Resuelve · sigue Clara, por orden de turno",
        ),
        ({"phase": "resolution", "pawns": {0: ["action.trader"]}}, "Resuelve"),
    ],
)
def test_next_in_a_phase_is_told_with_its_order(given: dict[str, Any], told: str) -> None:
    state = kingdom.lay({"players": 3, **given})
    assert _now(kingdom_of_solomon.GAME, state) == told


def test_between_two_it_goes_without_saying() -> None:
    assert _now(kingdom_of_solomon.GAME, kingdom.lay({"players": 2})) == "Coloca"
    two = sprawl.lay({"players": 2})
    assert _now(urban_sprawl.GAME, two) == "Gasta puntos de acción"


def test_turn_passes_to_the_left() -> None:
    last = sprawl.lay({"players": 3, "seat": 2})
    assert _now(urban_sprawl.GAME, last) == "Gasta puntos de acción · sigue Ana, a su izquierda"
