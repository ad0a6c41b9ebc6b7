"""Coming in by a code, for a device that was not let in yet or no longer is."""

import flet as ft

from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.panels.joining import JoinBox
from companion.ui.shell import page, screen


@screen
def Screen(ctx: AppContext, problem: str = "") -> ft.Control:
    """Nothing but the field for a code."""
    box = widgets.card([JoinBox(ctx, problem, key=f"join:{problem}")])
    return page(ctx, ctx.words("join.title"), [box], back=routes.HOME)
