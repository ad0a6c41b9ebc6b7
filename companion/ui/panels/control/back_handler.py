"""Handlers of back, Escape and Ctrl+Z where reports are made and corrected."""

import flet as ft

from companion.ui.context import AppContext
from companion.ui.device.gestures import NOTHING, GestureHandlers, use_gestures
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.views.report.interaction import Filling, InteractionState
from companion.ui.views.report.interaction_events import Press
from companion.ui.views.report.transitions import with_top_closed


def use_way_back(
    ctx: AppContext, interaction: InteractionState, last: "ft.MutableRef[MatchController]"
) -> None:
    """Close what is open before the screen is left.

    Args:
        ctx: the context.
        interaction: interaction state as rendered.
        last: match controller of the last render, if there was one.
    """
    is_open = with_top_closed(interaction) is not None
    use_gestures(
        ctx.gestures, lambda: _hold(last.current) if last.current else NOTHING, is_open=is_open
    )


def _hold(controller: MatchController) -> GestureHandlers:
    interaction = controller.now()
    if with_top_closed(interaction) is None:
        return GestureHandlers(None, controller.undo if controller.mine else None)
    top = interaction.top
    filled_in = isinstance(top, Filling) and top.form.history
    return GestureHandlers(
        lambda: controller.send(Press.STEP_OUT), controller.step_back if filled_in else None
    )
