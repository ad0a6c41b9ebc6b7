"""Rules within a match, with the readings of its table."""

import flet as ft

from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.hooks import use_match
from companion.ui.panels.sharing.unreadable_match import unreadable
from companion.ui.screens.rules.screen import Rules
from companion.ui.shell import screen


@screen
def Screen(ctx: AppContext, match_id: str, section_id: str = "") -> ft.Control:
    """Render the rules of the game of a match."""
    loaded = use_match(ctx, match_id)
    if loaded.match is None:
        return unreadable(ctx, loaded)
    return Rules(
        ctx,
        loaded.match.game.id,
        section_id,
        open_section=lambda name: ctx.go(routes.match_rules(match_id, name)),
        index=routes.match_rules(match_id),
        back=None,
        doubt=lambda name: ctx.go(routes.open_dispute(match_id, name)),
        rulings=loaded.match.rulings,
        facts=loaded.match.facts,
    )
