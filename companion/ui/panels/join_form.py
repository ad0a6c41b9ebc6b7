"""Join form: entry by code for a device that is not admitted yet, or no longer."""

import asyncio
from contextlib import suppress

import flet as ft

from companion.match.entries import ActaError
from companion.services.client import Client
from companion.services.sharing.shared_tables import NotJoined
from companion.services.storage.store import StoreError
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.shell import page, screen
from companion.ui.views.shared_table import typed_code
from companion.ui.widgets import Tone

CLOSED_KEY = "table_closed"


_PATIENCE = 3


_LONGEST = 200
"""Maximum length of the field; a whole link fits."""


_PROBLEMS = {"wrong": "join.invalid", "too_many_tries": "join.too_many", "full": "join.full"}


def first_route(client: Client, match_id: str) -> str:
    """Return the first route of a joined device; one with a seat continues to play."""
    try:
        seated = bool(client.seats(client.matches.open(match_id)))
    except (StoreError, ActaError):
        seated = False
    return routes.match(match_id, "mesa" if seated else "sitio")


@screen
def JoinBox(ctx: AppContext, problem: str = "") -> ft.Control:
    """Render the field for a code, with the error of the last one."""
    typed, set_typed = ft.use_state("")
    wrong, set_wrong = ft.use_state(problem)
    words = ctx.words

    def join() -> None:
        try:
            joined = ctx.client.seating.join(typed_code(typed))
        except StoreError as error:
            ctx.notify(words(f"store.{error.code}"))
            return
        if isinstance(joined, NotJoined):
            set_wrong(joined.code)
        else:
            ctx.go(first_route(ctx.client, joined))

    field = widgets.text_field(
        words("join.code"),
        typed,
        set_typed,
        key="code",
        maximum=_LONGEST,
        on_submit=lambda _text: join(),
    )
    enter = widgets.primary(
        words("button.join"),
        lambda _e: join(),
        icon=ft.Icons.LOGIN,
        key="join",
        disabled=not typed.strip(),
    )
    parts: list[ft.Control] = [widgets.field_with_button(field, enter), _camera(ctx)]
    if wrong:
        text = words(_PROBLEMS.get(wrong, "join.invalid"))
        parts.insert(0, widgets.message(text, Tone.BAD, key=f"wrong:{wrong}"))
    return ft.Column(
        parts, spacing=12, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


def _camera(ctx: AppContext) -> ft.Control:
    text = ctx.words("join.camera" if ctx.secure else "join.camera_denied")
    return ft.Row(
        [
            ft.Icon(ft.Icons.QR_CODE_SCANNER, size=24, color=ft.Colors.ON_SURFACE_VARIANT),
            ft.Text(text, size=15, color=ft.Colors.ON_SURFACE_VARIANT, expand=True),
        ],
        spacing=12,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


@screen
def ShutOut(ctx: AppContext) -> ft.Control:
    """Render a table that this device may not see: why, and the way to rejoin.

    The listener may close next. The page is told, so that this does not look like a lost
    connection.
    """
    words = ctx.words
    preferences = ft.use_memo(ft.SharedPreferences, [])

    async def tell(closed: bool) -> None:
        with suppress(Exception):
            await asyncio.wait_for(preferences.set(CLOSED_KEY, closed), _PATIENCE)

    async def begin() -> None:
        await tell(True)

    async def end() -> None:
        await tell(False)

    ft.use_effect(begin, [], cleanup=end)
    home = widgets.secondary(
        words("nav.home"), lambda _e: ctx.go(routes.HOME), icon=ft.Icons.HOME, key="home"
    )
    body = [
        widgets.message(words("join.shut_out"), Tone.CARE, key="shut-out"),
        widgets.card([JoinBox(ctx, key="join:again")]),
        widgets.in_own_row(home),
    ]
    return page(ctx, words("join.shut_out_title"), body, back=routes.HOME)
