"""Handlers of back, Escape and Ctrl+Z where reports are made and corrected."""

import flet as ft

from companion.ui.context import AppContext
from companion.ui.device.gestures import NOTHING, GestureHandlers, use_gestures
from companion.ui.panels.match_controller import MatchController
from companion.ui.views import interaction as desks
from companion.ui.views.interaction import InteractionState


def use_way_back(
    ctx: AppContext, desk: InteractionState, last: "ft.MutableRef[MatchController]"
) -> None:
    """Close what is open before the screen is left.

    Args:
        ctx: the context.
        desk: interaction state as rendered.
        last: match controller of the last render, if there was one.
    """
    is_open = desks.with_top_closed(desk) is not None
    use_gestures(
        ctx.gestures, lambda: _hold(last.current) if last.current else NOTHING, is_open=is_open
    )


def _hold(clerk: MatchController) -> GestureHandlers:
    desk = clerk.now()
    if desks.with_top_closed(desk) is None:
        return GestureHandlers(None, clerk.undo if clerk.mine else None)
    filled_in = desk.form and desk.form.history and not desk.card and not desk.question
    return GestureHandlers(clerk.step_out, clerk.step_back if filled_in else None)
