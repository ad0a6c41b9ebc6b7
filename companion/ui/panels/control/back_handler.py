"""Handlers of back, Escape and Ctrl+Z where reports are made and corrected."""

import flet as ft

from companion.ui.context import AppContext
from companion.ui.device.gestures import NOTHING, GestureHandlers, use_gestures
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.views.report import interaction as interactions
from companion.ui.views.report.interaction import InteractionState


def use_way_back(
    ctx: AppContext, interaction: InteractionState, last: "ft.MutableRef[MatchController]"
) -> None:
    """Close what is open before the screen is left.

    Args:
        ctx: the context.
        interaction: interaction state as rendered.
        last: match controller of the last render, if there was one.
    """
    is_open = interactions.with_top_closed(interaction) is not None
    use_gestures(
        ctx.gestures, lambda: _hold(last.current) if last.current else NOTHING, is_open=is_open
    )


def _hold(controller: MatchController) -> GestureHandlers:
    interaction = controller.now()
    if interactions.with_top_closed(interaction) is None:
        return GestureHandlers(None, controller.undo if controller.mine else None)
    filled_in = (
        interaction.form
        and interaction.form.history
        and not interaction.card
        and not interaction.question
    )
    return GestureHandlers(controller.step_out, controller.step_back if filled_in else None)
