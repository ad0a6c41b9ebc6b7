"""Route that leads nowhere."""

import flet as ft

from companion.ui.context import use_app
from companion.ui.shell import dead_end


@ft.component
def NotFound() -> ft.Control:
    """Render the message that there is nothing here, and the way home."""
    ctx = use_app()
    return dead_end(ctx, ctx.words("error.title"), ctx.words("error.not_found"))
