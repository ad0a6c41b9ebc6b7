"""Form of a correction: it asks only what could have been answered otherwise."""

import pytest

from companion.games.blue_moon import GAME
from companion.ui.views.report import report_form as forms
from tests.games.blue_moon.sample import lay


@pytest.mark.parametrize(("reading", "asked"), [("best", None), ("chosen", "target")])
def test_character_of_a_card_is_asked_where_the_table_chooses_it(
    reading: str, asked: str | None
) -> None:
    combat = {"0": ["vulca_08"]}
    state = lay({"combat": combat, "rulings": {"boost_target": reading}})
    laid = GAME.read_action({"kind": "play_cards", "seat": 0, "cards": ["vulca_21"]})
    assert forms.to_correct(GAME, state, laid).asking == asked
