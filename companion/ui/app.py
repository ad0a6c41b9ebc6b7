"""App of one screen: its context, settings and router."""

import contextlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import flet as ft
from flet.messaging.protocol import Message

from companion.page import FAILING
from companion.rulebook.loader import AppWords, app_words
from companion.server.doors import AT_HOME, Visitor, current_visitor
from companion.server.lan_listener import Lan, LanListenerPolicy
from companion.services.client import Client
from companion.services.hub import Hub
from companion.toolkit import fast_flet, render_order, session_guard, touch_guard
from companion.toolkit.render_order import in_order
from companion.ui import router, theme
from companion.ui.context import (
    AppContext,
    Installation,
    Settings,
    provide_app,
)
from companion.ui.device import gestures, page_files
from companion.ui.device.inbox import Carrier
from companion.ui.device.page_storage import SessionEnded
from companion.ui.hooks import in_page
from companion.ui.layout import use_layout
from companion.ui.router import NotFound
from companion.ui.session import Session
from companion.ui.shell import SCROLLED, view

if TYPE_CHECKING:
    from starlette.types import ASGIApp

_UNREAD: tuple[Settings, Client] | None = None


def run_alone(hub: Hub, place: Installation, carrier: Carrier | None = None) -> bool:
    """Show the app on the only screen: its own window, or the page that it runs within.

    Returns:
        True if a session has begun by the time this returns.
    """
    start = starter(hub, place, app_words(), who=lambda: AT_HOME, carrier=carrier)
    pages: list[ft.Page] = []

    def begin(page: ft.Page) -> None:
        pages.append(page)
        start(page)

    ft.run(begin)
    return bool(pages)


# Flet formats every message for a debug log, even if nobody reads that log. For a whole screen that
# takes longer than all other work, so a message is only named here.
Message.__repr__ = object.__repr__  # type: ignore[method-assign]
fast_flet.install()
render_order.install()


def starter(
    hub: Hub,
    place: Installation,
    words: AppWords,
    lan: Lan | None = None,
    who: Callable[[], Visitor] = current_visitor,
    carrier: Carrier | None = None,
) -> Callable[[ft.Page], None]:
    """Return the function that starts each session.

    Args:
        hub: data shown on the screens.
        place: storage and runtime of the program.
        words: words of the interface.
        lan: listener for other devices.
        who: returns the visitor of the session that begins.
        carrier: delivers the data of links; None where the page leaves it among the preferences.
    """
    door = LanListenerPolicy(hub.tables, lan)

    def main(page: ft.Page) -> None:
        page.title = words("app.name")
        session = Session(page, hub, place, words, door, who(), carrier)
        session_guard.watch(page, session.last_words)
        touch_guard.guard(page)
        own_events = {
            gestures.EVENT: session.gesture,
            page_files.PHOTO: session.photo,
            page_files.FILE: session.file,
        }
        gestures.listen(page, {n: partial(in_page, page, act) for n, act in own_events.items()})
        in_order(page)
        theme.dress(page, "system")
        page.render_views(App, session)
        session_guard.begun(page)

    return main


@ft.component
def App(session: Session) -> ft.Control | list[ft.View]:
    """Render the root of one screen."""
    page = session.page
    layout = use_layout()
    loaded, set_loaded = ft.use_state(_UNREAD)
    connection, set_connection = ft.use_state(0)
    stumbled, set_stumbled = ft.use_state("")
    routes = ft.use_memo(router.table, [])

    async def load() -> None:
        with contextlib.suppress(SessionEnded):
            await read()

    async def read() -> None:
        settings, key = await session.load()
        theme.dress(page, settings.theme)
        client = session.open_client(key)
        await session.recall(client)
        await session.follow_invitation()
        await session.receive()
        session.listen()
        set_stumbled(await session.stumbled(client))
        set_loaded((settings, client))
        in_page(page, session.scroll_back)

    async def reconnected() -> None:
        session.attend(session.attended)
        session.gestures.tell()
        with contextlib.suppress(SessionEnded):
            await session.follow_invitation()
            await session.receive()
        set_connection(lambda count: count + 1)
        in_page(page, session.scroll_back)

    def listen() -> None:
        page.on_connect = lambda _e: in_page(page, reconnected)
        page.on_disconnect = lambda _e: session.away()
        page.on_close = lambda _e: session.close()

    def change(**fields: Any) -> None:
        set_loaded(lambda now: changed(now, fields))

    def changed(
        now: tuple[Settings, Client] | None, fields: dict[str, Any]
    ) -> tuple[Settings, Client] | None:
        if now is None:
            return None
        settings = replace(now[0], **fields)
        theme.dress(page, settings.theme)
        in_page(page, session.save, settings)
        return settings, now[1]

    SCROLLED.use(session.note_scroll)
    ft.use_effect(listen, [])
    ft.use_effect(load, [])
    ft.use_effect(lambda: session.shown(loaded is not None), [loaded is not None])
    if loaded is None:
        return [view(page.route or "/", _waiting(session.words))]
    settings, client = loaded
    ctx = AppContext(
        client=client,
        words=session.words,
        layout=layout,
        settings=settings,
        device=client.device,
        place=session.place,
        connection=connection,
        go=session.go,
        replace=session.replace,
        back=session.back,
        behind=session.behind,
        notify=session.notify,
        change=change,
        subscribe=session.subscribe,
        lan_listener=session.lan_listener,
        inbox=session.inbox,
        read_codes=session.read_codes if session.reads else None,
        take_photo=session.photos.choose if session.takes_files else None,
        pick_file=session.pick if session.takes_files else None,
        secure=session.secure,
        calm=session.calm,
        gestures=session.gestures,
        stumbled=stumbled,
        recovered=lambda: set_stumbled(""),
    )
    return provide_app(ctx, lambda: ft.Router(routes, not_found=NotFound, manage_views=True))


def _waiting(words: AppWords) -> ft.Control:
    ring = ft.ProgressRing(semantics_label=words("app.loading"))
    return ft.Container(ring, alignment=ft.Alignment.CENTER, expand=True)


def build(hub: Hub, place: Installation, lan: Lan | None = None) -> "ASGIApp":
    """Build the web application; every browser that opens it gets a screen of its own.

    Args:
        hub: data shown on the screens.
        place: storage and runtime of the program.
        lan: listener for other devices, once a table is open to them.
    """
    # The phone alone has no web server.
    from companion.server import asgi

    words = app_words()
    return asgi.build(starter(hub, place, words, lan), page_words(words))


def page_words(words: AppWords) -> dict[str, str]:
    """Return the texts of the page itself."""
    return {
        "title": words("app.name"),
        "loading": words("app.loading"),
        "wait": words("app.wait"),
        "lost": words("network.lost"),
        "back": words("network.back"),
        "closed": words("network.closed"),
        "failed": words("error.unexpected"),
        "reader": words("a11y.turn_on"),
        **{key: words(f"failing.{key}") for key in FAILING},
    }
