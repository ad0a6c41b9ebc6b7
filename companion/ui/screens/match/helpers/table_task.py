"""Panel of what a text leaves to the table: the text, and a counter for all that can be counted."""

import flet as ft

from companion.kernel.box import by_hand
from companion.match.fold import Match
from companion.rulebook.templates import capitalised
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import GameScreen
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.step_panel import step_panel
from companion.ui.screens.match import count
from companion.ui.screens.match.callbacks import COUNTED
from companion.ui.views.report.interaction import Start
from companion.ui.widgets import icon_button, primary

_ROW = 150
"""Height in which the counters of one person best fit."""


def text_by_hand(match: Match, wording: Wording) -> str:
    """Return what has to be done by hand now, and by whom; empty if nothing has to be."""
    duties = () if match.outcome else match.game.duties(match.state)
    due = by_hand.asked(duties)
    return capitalised(wording.duty(due)) if due else ""


def by_hand_panel(controller: MatchController, game: GameScreen, width: float) -> ft.Control:
    """Build the panel; each touch on a counter is recorded at once, and «Hecho» goes on."""
    words, match = controller.ctx.words, controller.match
    text = text_by_hand(match, controller.wording)
    high = _ROW * len(match.options.players)
    counters = [count.counts(controller, game, width, high, COUNTED)] if game.counted else []
    done = primary(
        words("by_hand.done"),
        lambda _e: controller.live.open(Start(by_hand.KIND)),
        icon=ft.Icons.CHECK,
        key="by_hand:done",
        disabled=not text,
    )
    closing = icon_button(
        ft.Icons.CLOSE, words("button.close"), lambda _e: controller.close(), key="by_hand:close"
    )
    return step_panel(
        words("by_hand.title"),
        [ft.Text(text, size=17, weight=ft.FontWeight.W_600), *counters],
        [done],
        close=closing,
        key="by_hand",
    )
