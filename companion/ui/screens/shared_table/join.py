"""Screen to join by a code, for a device without access."""

import flet as ft

from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.panels.join_form import JoinBox
from companion.ui.shell import page, screen


@screen
def Screen(ctx: AppContext, problem: str = "") -> ft.Control:
    """Render the field for a code."""
    box = widgets.card([JoinBox(ctx, problem, key=f"join:{problem}")])
    return page(ctx, ctx.words("join.title"), [box], back=routes.HOME)
