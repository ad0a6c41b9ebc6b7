"""Shared table of a match, for any screen."""

from collections.abc import Callable
from functools import lru_cache

import flet as ft

from companion.match.fold import Match
from companion.rulebook.loader import AppWords
from companion.services.storage.store import StoreError
from companion.ui import widgets
from companion.ui.context import AppContext
from companion.ui.views.sharing.shared_table import SharedTableView, view

_KEPT = 256
"""Number of cached view models; a table seldom changes."""
_viewed = lru_cache(maxsize=_KEPT)(view)


def table_view(ctx: AppContext, match: Match) -> SharedTableView:
    """Return the table of a match, as this device sees it."""
    names, colours = match.options.players, match.colours
    return _viewed(ctx.client.seating.table(match), names, colours, ctx.client.owner, ctx.words)


def share_button(
    words: AppWords, go: Callable[[], None], *, is_open: bool = False, away: str = ""
) -> ft.Control:
    """Build the button of the table panel.

    It is highlighted while the table is open, and shows who is away.
    """
    title = words("share.title")
    here = ft.Icons.GROUPS if is_open else ft.Icons.GROUP_ADD_OUTLINED
    return widgets.icon_button(
        ft.Icons.GROUP_OFF_OUTLINED if away else here,
        f"{title}. {away}" if away else title,
        lambda _e: go(),
        key="share",
        colour=ft.Colors.PRIMARY if is_open else None,
    )


def trying(ctx: AppContext, act: Callable[[], object]) -> bool:
    """Run an action on a table, and notify if it could not be saved; return whether it was."""
    try:
        act()
    except StoreError as error:
        ctx.notify(ctx.words(f"store.{error.code}"))
        return False
    return True
