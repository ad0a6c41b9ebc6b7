"""Open panel of a correction."""

import flet as ft

from companion.ui.boards.contract import game_screen
from companion.ui.panels.adjustment import AdjustPanel
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.corrections.correction import preview_panel
from companion.ui.panels.corrections.past_moment import PlacesPanel, moment_panel
from companion.ui.panels.report.questions import question_panel
from companion.ui.panels.report.report_form import form_panel
from companion.ui.panels.rulings.ruling_card import ruling_panel
from companion.ui.views.report.interaction import (
    Filling,
    Panel,
    Previewing,
    Question,
    ShownRuling,
    Tool,
)


def open_panel(controller: MatchController) -> ft.Control | None:
    """Build the open panel of a correction; None if nothing is open."""
    interaction = controller.interaction
    match interaction.top:
        case Question() as question:
            return question_panel(controller, question)
        case ShownRuling() as ruling:
            return ruling_panel(controller, ruling)
        case Filling():
            return form_panel(controller, game_screen(controller.match.game.id))
        case Tool(panel=Panel.ADJUST):
            return AdjustPanel(controller.ctx, controller, key=f"adjust:{controller.match_id}")
        case Tool(panel=Panel.KINDS):
            return moment_panel(controller)
        case Tool(panel=Panel.PLACES):
            return PlacesPanel(controller.ctx, controller, key=f"places:{interaction.target}")
        case Previewing(edits=edits):
            return preview_panel(controller, edits)
        case _:
            return None
