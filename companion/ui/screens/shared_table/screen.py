"""Screen of a shared table: opening it, its devices and its seats."""

from dataclasses import replace

import flet as ft

from companion.services.sharing.shared_tables import Mending
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.device.gestures import use_closing
from companion.ui.hooks import use_match
from companion.ui.panels.shared_table import (
    carry_button,
    receive_button,
    seat_requests,
    unreadable,
)
from companion.ui.screens.shared_table import invitation, people
from companion.ui.screens.shared_table.state import SharedTableActions, SharedTableScreenState
from companion.ui.shell import page, screen
from companion.ui.widgets import Option


@screen
def Screen(ctx: AppContext, match_id: str) -> ft.Control:
    """Render the shared table for everybody at it."""
    loaded = use_match(ctx, match_id)
    now, set_now = ft.use_state(SharedTableScreenState())
    out = now.with_top_closed()
    use_closing(ctx.gestures, None if out is None else lambda: set_now(out))
    clipboard = ft.use_memo(ft.Clipboard, [])

    async def look() -> None:
        ways = await ctx.lan_listener.refresh()
        set_now(lambda now: replace(now, ways=ways))

    ft.use_effect(look, [ctx.connection])
    if loaded.match is None:
        return unreadable(ctx, loaded)
    sharing = SharedTableActions(ctx, loaded.match, now, set_now)
    words, table = ctx.words, sharing.table
    back = routes.match(match_id)
    if not table.is_open:
        body = [*invitation.closed(sharing), *people.remembered(sharing), *_carrying(sharing)]
        return page(ctx, words("share.title"), body, back=back)
    foot = [*seat_requests(ctx, loaded.match), _to_the_board(sharing)]
    if not table.hosting:
        who = [people.seats(sharing), people.people(sharing)]
        body = [*who, *_carrying(sharing), *people.leaving(sharing)]
        return page(ctx, words("share.title"), body, back=back, foot=foot)
    inviting = [invitation.invitation(sharing), people.seats(sharing)]
    typing = invitation.typed_invitation(sharing, clipboard)
    rest = [*typing, people.people(sharing), *invitation.renewing(sharing), _mending(sharing)]
    rest += [*_carrying(sharing), *_ending(sharing), *people.leaving(sharing)]
    return page(ctx, words("share.title"), inviting, aside=rest, back=back, foot=foot)


def _to_the_board(sharing: SharedTableActions) -> ft.Control:
    """Build the button that returns to the board, or to the checklist of the set-up.

    It is there at any scroll position.
    """
    ctx, checklist = sharing.ctx, routes.match(sharing.match_id, "preparacion")
    if ctx.behind() == checklist:
        return widgets.primary(
            ctx.words("share.to_checklist"),
            lambda _e: ctx.back(checklist),
            icon=ft.Icons.CHECKLIST,
            key="to-checklist",
        )
    return widgets.primary(
        ctx.words("share.to_board"),
        lambda _e: ctx.go(routes.match(sharing.match_id)),
        icon=ft.Icons.GRID_VIEW,
        key="to-board",
    )


def _carrying(sharing: SharedTableActions) -> list[ft.Control]:
    """Build the transfer button for those who may see the whole match. Hosts also receive."""
    ctx = sharing.ctx
    if not ctx.client.files.may_export(sharing.match):
        return []
    buttons = [carry_button(ctx, routes.match(sharing.match_id, "llevar"))]
    if sharing.table.hosting:
        buttons.append(receive_button(ctx))
    return [ft.Row(buttons, key="carry", wrap=True, spacing=8, run_spacing=8)]


def _mending(sharing: SharedTableActions) -> ft.Control:
    """Build the choice of who may undo and correct."""
    ctx = sharing.ctx
    options = [
        Option(way, ctx.words(f"share.mending.{way}"), selected=way is sharing.table.mending)
        for way in Mending
    ]
    return widgets.section(
        ctx.words("share.mending_title"),
        [
            widgets.choices(
                options,
                sharing.settle_mending,
                key="mending",
            )
        ],
        key="mending",
    )


def _ending(sharing: SharedTableActions) -> list[ft.Control]:
    return people.confirm_button(
        sharing, "close", "share.close", ft.Icons.MEETING_ROOM_OUTLINED, sharing.close
    )
