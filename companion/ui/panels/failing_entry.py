"""Entry since which a match cannot be drawn, told where another screen replaces the failing one."""

import flet as ft

from companion.match.fold import Match
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.panels.past_board import still_board
from companion.ui.views.entries.entry_lines import moment_text
from companion.ui.views.table import scores
from companion.ui.widgets import Tone

_WIDTH, _HEIGHT = 400, 600
"""Size of the board that is only tried."""


def failing_notice(ctx: AppContext, match: Match) -> list[ft.Control]:
    """Build the notice of the entry with which a match stopped being drawn, and its way out.

    Empty unless a screen of this match has failed, and where no entry is the cause.
    """
    if not ctx.stumbled.startswith(routes.match(match.started.match, "")):
        return []
    entry = failing_entry(ctx, match)
    if entry is None:
        return []
    words, told = ctx.words, moment_text(match, entry, ctx.wording(match))
    return [
        widgets.message(words("failing.since", what=told), Tone.CARE),
        widgets.in_own_row(
            widgets.secondary(
                words("failing.open_entry"),
                lambda _e: ctx.go(routes.entry(match.started.match, entry)),
                key="stumbled:entry",
            )
        ),
    ]


def failing_entry(ctx: AppContext, match: Match) -> str | None:
    """Return the id of the first entry after which a match cannot be drawn, or nothing."""
    works, fails = 0, len(match.steps)
    if not _fails(ctx, match) or _fails(ctx, match.before_step(works)):
        return None
    while fails - works > 1:
        between = (works + fails) // 2
        if _fails(ctx, match.before_step(between)):
            fails = between
        else:
            works = between
    return match.steps[fails - 1].item.id


def _fails(ctx: AppContext, match: Match) -> bool:
    """Return whether the board or the score of a match cannot be built."""
    try:
        mine = ctx.client.seats(match)
        still_board(ctx, match, next(iter(sorted(mine)), 0), _WIDTH, _HEIGHT)
        scores.rows(match, ctx.wording(match), mine)
    except Exception:  # Whatever a game or its screen raises is what is looked for.
        return True
    return False
