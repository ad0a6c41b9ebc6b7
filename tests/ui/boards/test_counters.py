"""Counters: numbers fit between their buttons."""

import pytest

from companion.ui.boards.counters import _number_size, counter_room

TITLES = ("Puntos", "Monedas", "Vidas", "Bazas", "Cartas", "Victorias")


@pytest.mark.parametrize("text", ["7", "72", "−25", "1050", "−99999"])
@pytest.mark.parametrize("grown", [1, 1.3, 2])
@pytest.mark.parametrize("width", [320, 360, 412])
def test_number_fits_between_its_buttons(text: str, grown: float, width: int) -> None:
    room = counter_room(TITLES, 6, width - 16, 400, grown)
    assert 0.58 * len(text) * _number_size(text, room) * grown <= room.width - 2 * 56
