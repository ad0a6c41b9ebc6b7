"""Home screen: continue a match, begin one, or look something up."""

from datetime import datetime

import flet as ft

from companion.rulebook import loader
from companion.rulebook.loader import RulebookError
from companion.services.storage.store import StoreError
from companion.ui import widgets
from companion.ui.context import AppContext
from companion.ui.device.gestures import use_closing
from companion.ui.files import use_files
from companion.ui.layout import Layout
from companion.ui.match_loader import use_listed
from companion.ui.panels.backup import Newer
from companion.ui.screens.home import home_parts, presenter
from companion.ui.screens.home import matches as parts
from companion.ui.screens.home.presenter import HomeView
from companion.ui.screens.home.state import Home, HomeScreenState
from companion.ui.shell import opening, page, screen
from companion.ui.widgets import Tone


@screen
def Screen(ctx: AppContext) -> ft.Control:
    """Render the home screen. Below another screen it keeps its last content."""
    now, set_now = ft.use_state(HomeScreenState())
    files = use_files()
    seen: ft.MutableRef[HomeView | str] = ft.use_ref(None)
    last: ft.MutableRef[Home] = ft.use_ref(None)
    listed = use_listed(ctx)
    on_top = ft.use_route_location() in ("", "/")
    if on_top and listed:
        seen.current = _read(ctx)
    out = now.with_top_closed() if on_top else None
    use_closing(ctx.gestures, None if out is None else lambda: set_now(out))
    if seen.current is None:
        return _waiting(ctx) if on_top else ft.Container(expand=True)
    last.current = Home(ctx, files, now, set_now)
    return _home_page(last, seen.current)


def _waiting(ctx: AppContext) -> ft.Control:
    return page(ctx, ctx.words("app.name"), [opening(ctx)], actions=home_parts.corner(ctx))


def _read(ctx: AppContext) -> HomeView | str:
    """Return the matches of this device, or why the folder cannot be read."""
    here = datetime.now().astimezone()
    try:
        return presenter.home(ctx.client.matches.all(), game_name, ctx.words, here)
    except StoreError as error:
        return ctx.words(f"store.{error.code}")


def game_name(game_id: str) -> str:
    """Return the name of a game, or its id if its data is missing."""
    try:
        return loader.info(game_id).name
    except RulebookError:
        return game_id


def _home_page(ref: "ft.MutableRef[Home]", view: HomeView | str) -> ft.Control:
    home = ref.current
    ctx = home.ctx
    if isinstance(view, str):
        return page(ctx, ctx.words("app.name"), [widgets.message(view, Tone.BAD)])
    newer = [Newer(ctx, key="newer")] if ctx.place.phone else []
    wrong = [
        widgets.message(ctx.words(f"trouble.{code}"), Tone.BAD, key=f"trouble:{code}")
        for code in ctx.client.troubles
    ]
    games = home_parts.games(home, brief=not view.empty)
    # Where there are two columns, neither matches nor games push the others out of sight.
    phone, playing = ctx.layout is Layout.PHONE, parts.playing(ref, view)
    own = [*parts.resume(ref, view), *(playing if phone else [])]
    main = [*newer, *wrong, *_news(home), *own, *games]
    rest = [*([] if phone else playing), *parts.ended(ref, view)]
    rest += [home_parts.places(home), *home_parts.bin_(home)]
    return page(ctx, ctx.words("app.name"), main, aside=rest, actions=home_parts.corner(ctx))


def _news(home: Home) -> list[ft.Control]:
    shown: list[ft.Control] = []
    if home.now.deleted:
        match_id, title = home.now.deleted
        undo = widgets.secondary(
            home.ctx.words("button.undo"),
            lambda _e: home.restore(match_id),
            icon=ft.Icons.UNDO,
            key="undo-delete",
        )
        text = home.ctx.words("start.deleted", title=title)
        shown.append(widgets.message(text, actions=(undo,), key="deleted"))
    if home.now.news:
        shown.append(home_parts.file_news(home, home.now.news))
    return shown
