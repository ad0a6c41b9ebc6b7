"""How a screen is divided: one home for what every part asks."""

import pytest

from companion.ui.layout import (
    PAD,
    RAIL,
    Layout,
    beside_board,
    board_alone,
    board_side,
    layout_of,
    within_panel,
)


@pytest.mark.parametrize(("width", "height"), [(915, 412), (1024, 768), (1440, 900)])
def test_tabs_board_and_what_is_beside_it_fill_the_screen(width: float, height: float) -> None:
    layout = layout_of(width, height)
    assert layout is not Layout.PHONE
    board, beside = board_side(layout, width), beside_board(layout, width)
    assert RAIL + board + beside + 2 * PAD == width
    assert 0 < within_panel(layout, width) < beside


@pytest.mark.parametrize(("width", "height"), [(360, 740), (412, 915), (820, 1180)])
def test_a_phone_gives_its_whole_width(width: float, height: float) -> None:
    layout = layout_of(width, height)
    assert layout is Layout.PHONE
    assert board_side(layout, width) == 0
    assert beside_board(layout, width) + 2 * PAD == width
    assert board_alone(layout, width) == beside_board(layout, width)
    assert width - 32 < within_panel(layout, width) < beside_board(layout, width)
