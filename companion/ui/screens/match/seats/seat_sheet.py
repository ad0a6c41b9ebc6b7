"""Sheet of one seat: its numbers, each with its origin."""

from collections.abc import Callable

import flet as ft

from companion.kernel.values import Seat
from companion.ui.boards.contract import GameScreen
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.control.peek import peek_bar
from companion.ui.panels.step_panel import step_panel
from companion.ui.screens.match.seats.seat_numbers import (
    Ask,
    Number,
    number_chips,
    number_panel,
    numbers_of,
)
from companion.ui.screens.match.seats.seats_row import covered_here
from companion.ui.widgets import icon_button


def seat_panel(
    controller: MatchController,
    screen: GameScreen,
    seat: Seat,
    asked: Number | None,
    ask: Ask,
    forget: Callable[[], None],
    close: Callable[[], None],
) -> ft.Control | None:
    """Build the panel of the touched seat, or return None if there is nothing to show.

    Args:
        controller: controller of the match.
        screen: screen of the game.
        seat: the seat; below zero: none.
        asked: the number touched last.
        ask: shows the origin of a number.
        forget: hides it again.
        close: closes the panel.
    """
    numbers = numbers_of(controller, screen, seat)
    covered = covered_here(controller, seat) if seat >= 0 else False
    if not numbers and not covered:
        return None
    made = number_panel(controller, screen, seat, asked, forget)
    if made is not None:
        return made
    closing = icon_button(
        ft.Icons.CLOSE, controller.ctx.words("button.close"), lambda _e: close(), key="seat:close"
    )
    # The button to hold stands above what it reveals, so that it keeps its place.
    bar = [peek_bar(controller.ctx, controller.wording, seat, controller.peek)] * covered
    body = [*bar, number_chips(controller, seat, numbers, ask)]
    name = controller.wording.player(seat)
    return step_panel(name, body, [], close=closing, key=f"seat-panel:{seat}")
