"""Adjustments: a citizen wakes where the car is set down.

`tests/contract/test_adjustments.py` tries every settable.
"""

from typing import Any

import pytest

from companion.games.santiago_de_cuba import GAME
from tests.games.santiago_de_cuba.sample import lay


def put(state: Any, code: str, value: str) -> Any:
    """Return the state after an adjustment."""
    return next(s for s in GAME.settables_of(state) if s.code == code).set(state, value)


@pytest.mark.parametrize("reading", ["end_of_turn", "on_leaving"])
def test_inactive_citizen_wakes_where_the_car_is_set_down(reading: str) -> None:
    given = {"car": "port", "inactive": ["pedro"], "rulings": {"inactive_turns_up": reading}}
    state = put(lay(given), "car", "pedro")
    assert state.waking == "pedro"
    beyond = state.stops[(state.stops.index("pedro") + 1) % len(state.stops)]
    driving = {"kind": "drive", "seat": 0, "to": beyond}
    after, _ = GAME.apply(state, GAME.read_action(driving))
    assert "pedro" not in after.inactive


def test_citizen_turned_down_by_hand_under_the_car_stays_down() -> None:
    state = put(lay({"car": "pedro"}), "citizen.pedro", "down")
    assert state.waking is None
    assert put(state, "car", "port").waking is None


def test_swapped_stops_and_buildings_are_where_the_table_has_them() -> None:
    state = lay({"car": "pedro"})
    first, other = state.stops[1], state.stops[4]
    then = put(state, "stop.1", other)
    assert (then.stops[1], then.stops[4]) == (other, first)
    assert sorted(then.stops) == sorted(state.stops)
    assert then.car == "pedro"
    far = state.under("white")[0]
    moved = put(state, "site.1", far)
    assert far in moved.under("yellow")
    assert state.under("yellow")[0] in moved.under("white")
    assert moved.flower_above(far) == "yellow"
