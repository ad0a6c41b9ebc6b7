"""Offer to count a game without a referee, from its own set-up."""

import pytest

from companion.games import GAMES
from companion.kernel.game import check_setup
from companion.rulebook.wording import Wording
from companion.ui.screens.new_match.count_instead import countable, counted_plan, counting_game
from companion.ui.screens.new_match.presenter import MatchPlan, options_of
from tests.games.refereed import REFEREED

COUNTED = {
    "blue_moon": ("Cristales", "Dragones"),
    "kingdom_of_solomon": ("Puntos en el marcador", "Cobre", "Comida", "Oro"),
    "santiago_de_cuba": ("Fichas de puntos", "Pesos", "Mercancías", "Fichas de propiedad"),
}


@pytest.mark.parametrize("game", REFEREED)
def test_count_of_a_game_can_begin_with_the_same_people(game: str) -> None:
    counting = counting_game()
    assert counting
    plan = MatchPlan(("Ana", "Beto"), first=1, chosen=(4, None), rulings={"x": "y"}, drawn=True)
    counted = counted_plan(plan, GAMES[game], counting)
    options = GAMES[counting].options.model_validate(options_of(counted, GAMES[counting]))
    assert check_setup(GAMES[counting], options, {}, {}) is None
    assert (counted.names, counted.colours) == (plan.names, plan.colours)
    assert options_of(counted, GAMES[counting])["first_seat"] == 1
    assert GAMES[counting].played_name(options) == Wording(game).data.info.name
    assert 2 <= len(counted.options["things"]) <= 6
    first, *_ = countable(GAMES[game], Wording(game))
    assert counted.options["things"][: len(COUNTED.get(game, ()))] == COUNTED.get(game, ())
    assert counted.options["things"][0] == first
