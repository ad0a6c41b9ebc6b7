"""A match that cannot be shown, and why."""

import flet as ft

from companion.ui.context import AppContext
from companion.ui.hooks import OpenMatch
from companion.ui.panels.joining import ShutOut
from companion.ui.shell import dead_end


def unreadable(ctx: AppContext, found: OpenMatch) -> ft.Control:
    """A match that is gone, damaged or of a newer program: why, and the way home."""
    key = found.problem or "error.no_match"
    if key == "store.not_found" and not ctx.hub.owner:
        return ShutOut(ctx, key="shut-out")
    text = ctx.words("error.no_match") if key == "store.not_found" else ctx.words(key)
    return dead_end(ctx, ctx.words("error.title"), text)
