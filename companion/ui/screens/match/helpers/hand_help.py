"""Private help on what a hand can build. Nothing of it is recorded or stored."""

import flet as ft

from companion.ui.boards.contract import HelperInput, game_screen
from companion.ui.context import AppContext
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.step_panel import step_panel
from companion.ui.shell import screen
from companion.ui.widgets import Tone, bag, icon_button, message, text_button


@screen
def HandHelper(ctx: AppContext, controller: MatchController) -> ft.Control:
    """Render the typed hand and what it pays for. It is lost when the panel closes."""
    empty: tuple[str, ...] = ()
    hand, set_hand = ft.use_state(empty)
    game = game_screen(controller.match.game.id)
    words = ctx.words
    assert game.hand is not None
    assert game.helper is not None
    rows = game.bag_rows(controller.wording, game.hand(controller.match))
    closing = icon_button(
        ft.Icons.CLOSE, words("button.close"), lambda _e: controller.close(), key="hand:close"
    )
    answer = game.helper(HelperInput(controller.match, controller.wording, controller.seat, hand))
    return step_panel(
        controller.wording.own("helper.title"),
        [
            message(words("table.my_hand_private"), Tone.CALM),
            bag(rows, hand, set_hand, remove_word=words("button.remove"), key="hand"),
            answer,
        ],
        [text_button(words("button.clear"), lambda _e: set_hand(empty), key="hand:clear")],
        close=closing,
        key="hand",
        accent=ft.Colors.SURFACE_CONTAINER_HIGH,
    )
