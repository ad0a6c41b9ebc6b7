"""Match that cannot be shown, and the reason."""

import flet as ft

from companion.ui.context import AppContext
from companion.ui.hooks import OpenMatch
from companion.ui.panels.sharing.join_form import ShutOut
from companion.ui.shell import dead_end


def unreadable(ctx: AppContext, opened: OpenMatch) -> ft.Control:
    """Build the screen of a missing, damaged or newer match: the reason, and the way home."""
    key = opened.problem or "error.no_match"
    if key == "store.not_found" and not ctx.client.owner:
        return ShutOut(ctx, key="shut-out")
    text = ctx.words("error.no_match") if key == "store.not_found" else ctx.words(key)
    return dead_end(ctx, ctx.words("error.title"), text)
