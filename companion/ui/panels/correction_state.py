"""Open panel of a correction."""

import flet as ft

from companion.ui.boards.contract import game_screen
from companion.ui.panels.adjustment import AdjustPanel
from companion.ui.panels.correction import preview_panel
from companion.ui.panels.match_controller import MatchController
from companion.ui.panels.past_moment import PlacesPanel, moment_panel
from companion.ui.panels.questions import question_panel
from companion.ui.panels.report_form import form_panel
from companion.ui.panels.ruling_card import ruling_panel
from companion.ui.views.interaction import Panel


def open_panel(clerk: MatchController) -> ft.Control | None:
    """Build the open panel of a correction; None if nothing is open."""
    desk = clerk.desk
    if desk.question:
        return question_panel(clerk, desk.question)
    if desk.card:
        return ruling_panel(clerk, desk.card)
    if desk.form:
        return form_panel(clerk, game_screen(clerk.match.game.id))
    if desk.panel is Panel.ADJUST:
        return AdjustPanel(clerk.ctx, clerk, key=f"adjust:{clerk.match_id}")
    if desk.panel is Panel.KINDS:
        return moment_panel(clerk)
    if desk.panel is Panel.PLACES:
        return PlacesPanel(clerk.ctx, clerk, key=f"places:{desk.target}")
    if desk.edits:
        return preview_panel(clerk, desk.edits)
    return None
