"""Acts without a condition of turn: offered also to a seat that is not awaited."""

from companion.games.blue_moon_city import GAME
from companion.ui.views.table.status import acting_seat, kind_buttons
from tests.games.blue_moon_city.sample import lay
from tests.ui.city_match import wording
from tests.ui.tables import actas, read


def _offered(seat: int, quiet_turns: int) -> set[str]:
    """Return what a device of one seat can report while the first seat has the turn."""
    match, state = read(actas(GAME.id)[0]), lay({"quiet_turns": quiet_turns})
    assert GAME.awaiting(state) == (0,)
    assert acting_seat(match, (seat,), state) == seat
    buttons = kind_buttons(match, wording(match), seat, (seat,), state)
    return {button.kind for button in buttons if button.refusal is None}


def test_act_without_a_turn_condition_is_offered_to_every_seat() -> None:
    assert _offered(1, 6) == {"declare_stalemate"}
    assert _offered(1, 0) == set()
    assert {"declare_stalemate", "finish_turn"} <= _offered(0, 6)
