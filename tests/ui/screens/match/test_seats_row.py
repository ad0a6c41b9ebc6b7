"""Holdings in the row of seats: drawn as far as the card of a seat has room."""

import math
from random import Random

import flet as ft
import pytest

from companion.ui.boards.contract import SeatHolding
from companion.ui.screens.match.arrangement import Sizes
from companion.ui.screens.match.seats import _fit_beside, _long, _lowered, _rest, _Room

ROOMS = (58, 76, 96, 104, 121, 180, 400)


def _room(inside: float) -> _Room:
    return _Room(None, inside, False, Sizes(52, 50, 48, 50, 50, 4, 1))


def _held(rng: Random) -> SeatHolding:
    text = str(rng.choice((0, 7, 12, 28, 104)))
    return SeatHolding(ft.Icons.STAR, text, text, hidden=rng.random() < 0.3)


@pytest.mark.parametrize("room", ROOMS)
def test_drawn_holdings_fit_the_card_of_their_seat(room: float) -> None:
    rng, apart = Random(room), set[float]()
    for _ in range(300):
        holdings = [_held(rng) for _ in range(rng.randint(0, 5))]
        marks, gap = _rest(holdings, False, _room(room))
        open_ones = [holding for holding in holdings if not holding.hidden]
        shown = len(marks) - any(holding.hidden for holding in holdings)
        wide = sum(_long(holding) for holding in open_ones[:shown]) + gap * max(0, len(marks) - 1)
        assert wide + 16 * any(h.hidden for h in holdings) <= max(room, 16 + gap), holdings
        apart.add(gap)
    assert apart <= {2, 6}


def test_seat_card_with_room_shows_all_holdings() -> None:
    holdings = [_held(Random(n)) for n in range(6)]
    marks, gap = _rest(holdings, True, _room(math.inf))
    assert (len(marks), gap) == (6, 6)


def test_three_seats_on_a_narrow_phone_show_two_digits_each() -> None:
    holdings = [SeatHolding(ft.Icons.STAR, text, text) for text in ("5", "12", "28")]
    marks, gap = _rest(holdings, False, _room((360 - 16) / 3 - 14))
    assert (len(marks), gap) == (3, 2)


@pytest.mark.parametrize("text", ["72", "−25", "1050"])
def test_six_seats_on_a_narrow_phone_show_their_points_below_the_badge(text: str) -> None:
    points = [SeatHolding(ft.Icons.STAR, text, text, race=True)]
    six, three = (_room((360 - 16) / people - 14) for people in (6, 3))
    assert not _fit_beside(points, six)
    assert _fit_beside(points, three)
    marks, _gap = _rest(_lowered(points, six), False, six)
    assert len(marks) == 1
