"""Choice of one or several seats, or none, by a device that has joined."""

from collections.abc import Callable

import flet as ft

from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import use_draft
from companion.ui.hooks import use_match
from companion.ui.panels.shared_table import table_view, trying, unreadable
from companion.ui.shell import dead_end, page, screen
from companion.ui.theme import GAP, seat_look
from companion.ui.views.shared_table import Holder, SharedSeatView, SharedTableView
from companion.ui.widgets import Tone

_NAME = 40
_NO_SEAT = -1


@screen
def Screen(ctx: AppContext, match_id: str) -> ft.Control:
    """Render the choice of a seat."""
    loaded = use_match(ctx, match_id)
    name, set_name = use_draft(ctx.device, "sitting:name", "")
    asked, set_asked = ft.use_state(False)
    looked_at, look_at = ft.use_state(_NO_SEAT)
    words = ctx.words
    table = table_view(ctx, loaded.match) if loaded.match else None
    given = table is not None and looked_at in table.mine

    def welcome() -> None:
        if given and loaded.match:
            name = loaded.match.options.players[looked_at]
            ctx.notify(words("join.seated", name=name))
            ctx.replace(routes.match(match_id))

    ft.use_effect(welcome, [given])
    if table is None:
        return unreadable(ctx, loaded)
    if not table.member:
        return dead_end(ctx, words("error.title"), words("error.not_found"))

    def enter() -> None:
        if name.strip():
            trying(ctx, lambda: ctx.client.seating.call_me(match_id, name))
        ctx.replace(routes.match(match_id))

    called = widgets.text_field(words("join.name"), name, set_name, key="name", maximum=_NAME)
    seated = any(seat.holder is Holder.MINE for seat in table.seats)
    # A device that already has a seat came back for another one, or to leave it.
    several = asked or seated
    free = sum(seat.holder is Holder.FREE for seat in table.seats)
    one = "join.touch_yours" if free else "join.none_free"
    hint = words("join.several_seats" if several else one)
    body: list[ft.Control] = [
        ft.Text(hint, size=17),
        _seats(
            ctx,
            table,
            lambda seat: _touched(ctx, match_id, seat, None if several else enter, look_at),
        ),
        *_request(ctx, match_id, table, looked_at, name),
    ]
    if not several and free > 1:
        more = widgets.text_button(
            words("join.more_than_one"),
            lambda _e: set_asked(True),
            icon=ft.Icons.GROUP_OUTLINED,
            key="several",
        )
        body.append(widgets.in_own_row(more))
    foot = [_watch(ctx, enter) if not seated else _enter(ctx, enter)]
    return page(ctx, words("join.who"), [*body, called], back=routes.HOME, foot=foot)


def _watch(ctx: AppContext, enter: Callable[[], None]) -> ft.Control:
    return widgets.secondary(
        ctx.words("join.as_spectator"),
        lambda _e: enter(),
        icon=ft.Icons.VISIBILITY_OUTLINED,
        key="watch",
    )


def _enter(ctx: AppContext, enter: Callable[[], None]) -> ft.Control:
    return widgets.primary(
        ctx.words("join.to_table"), lambda _e: enter(), icon=ft.Icons.PLAY_ARROW, key="enter"
    )


def _request(
    ctx: AppContext, match_id: str, table: SharedTableView, looked_at: int, name: str
) -> list[ft.Control]:
    """Build the way to ask for a seat that somebody else holds, and to take that back."""
    words, seating = ctx.words, ctx.client.seating
    asked = next((seat for seat in table.seats if seat.asked), None)
    seat = asked or next((each for each in table.seats if each.seat == looked_at), None)
    if seat is None or seat.holder not in (Holder.OTHER, Holder.HOST):
        return []
    if asked:
        text = words("join.asked", name=seat.name)
        act, word, kind = seating.withdraw, "join.withdraw", widgets.text_button
    else:
        text = words("join.held", name=seat.name, holder=seat.text)
        act, word, kind = seating.ask_for, "join.ask", widgets.primary

    def do(_event: object) -> None:
        if not asked and name.strip():
            trying(ctx, lambda: seating.call_me(match_id, name))
        trying(ctx, lambda: act(match_id, seat.seat))

    button = kind(words(word), do, icon=ft.Icons.BACK_HAND_OUTLINED, key="ask-seat")
    return [widgets.message(text, Tone.CARE, actions=(button,), key=f"held:{bool(asked)}")]


def _seats(
    ctx: AppContext, table: SharedTableView, touched: Callable[[SharedSeatView], None]
) -> ft.Control:
    """Build a large button per seat. A touch takes a free one or leaves one's own."""
    return ft.Column(
        [_seat(ctx, seat, touched) for seat in table.seats],
        spacing=GAP,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _seat(
    ctx: AppContext, seat: SharedSeatView, touched: Callable[[SharedSeatView], None]
) -> ft.Control:
    text = ctx.words("join.asked_for") if seat.asked else seat.text
    mine = seat.holder is Holder.MINE
    open_ = mine or seat.holder is Holder.FREE
    ink = ft.Colors.ON_PRIMARY_CONTAINER if mine else ft.Colors.ON_SURFACE
    faint = None if open_ else ft.Colors.with_opacity(0.74, ft.Colors.ON_SURFACE)
    visual = ft.Row(
        [
            widgets.seat_badge(seat.colour, seat.name, 44),
            ft.Column(
                [
                    ft.Text(seat.name, size=22, weight=ft.FontWeight.BOLD, color=faint or ink),
                    ft.Text(text, size=15, color=faint or ink),
                ],
                spacing=0,
                expand=True,
            ),
            ft.Icon(_ICONS[seat.holder], size=30, color=faint or ink),
        ],
        spacing=16,
    )
    return widgets.tappable(
        visual,
        f"{seat.name}. {text}",
        lambda _e: touched(seat),
        key=f"seat:{seat.seat}",
        selected=mine,
        bgcolor=_ground(seat.holder),
        **widgets.frame_style(
            3 if mine else 1,
            seat_look(seat.colour).colour if mine else ft.Colors.OUTLINE_VARIANT,
            across=16,
            down=14,
        ),
    )


_ICONS = {
    Holder.MINE: ft.Icons.CHECK_CIRCLE,
    Holder.FREE: ft.Icons.RADIO_BUTTON_UNCHECKED,
    Holder.HOST: ft.Icons.LOCK_OUTLINE,
    Holder.OTHER: ft.Icons.PERSON_OUTLINE,
}


def _ground(holder: Holder) -> str | None:
    if holder is Holder.MINE:
        return ft.Colors.PRIMARY_CONTAINER
    return ft.Colors.SURFACE_CONTAINER_HIGH if holder is Holder.FREE else None


def _touched(
    ctx: AppContext,
    match_id: str,
    seat: SharedSeatView,
    enter: Callable[[], None] | None,
    look_at: Callable[[int], None],
) -> None:
    """Take a free seat and continue to the table, leave one's own, or look who holds it."""
    if seat.holder is Holder.MINE:
        trying(ctx, lambda: ctx.client.seating.stand_up(match_id, seat.seat))
    elif seat.holder is Holder.FREE:
        taken: list[bool] = []
        done = trying(ctx, lambda: taken.append(ctx.client.seating.sit(match_id, seat.seat)))
        if done and not taken[0]:
            ctx.notify(ctx.words("join.seat_taken"))
        elif done and enter:
            ctx.notify(ctx.words("join.seated", name=seat.name))
            enter()
    else:
        look_at(seat.seat)
