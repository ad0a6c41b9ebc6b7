"""Home screen of a guest: its tables, a code field and the rules; before it is let in, the door."""

from datetime import datetime

import flet as ft

from companion.services.storage.store import StoreError
from companion.ui import widgets
from companion.ui.context import AppContext
from companion.ui.match_loader import use_listed
from companion.ui.panels.join_form import JoinBox
from companion.ui.screens.home import home_parts, presenter
from companion.ui.screens.home import matches as parts
from companion.ui.screens.home.presenter import HomeView, MatchLine
from companion.ui.screens.home.screen import game_name
from companion.ui.shell import opening, page, screen
from companion.ui.widgets import Tone


@screen
def Screen(ctx: AppContext) -> ft.Control:
    """Render the tables of this device. Below another screen it keeps its last content."""
    seen: ft.MutableRef[HomeView | str] = ft.use_ref(None)
    listed = use_listed(ctx)
    # Before it is let in, a device gets this at every address.
    on_top = ft.use_route_location() in ("", "/") or not ctx.client.let_in
    if listed and on_top:
        seen.current = _read(ctx)
    if seen.current is None:
        if not on_top:
            return ft.Container(expand=True)
        return page(ctx, ctx.words("app.name"), [opening(ctx)], actions=home_parts.corner(ctx))
    view = seen.current
    words = ctx.words
    rules = widgets.section(
        words("start.more"), [*home_parts.rules(ctx), home_parts.disputes(ctx)], key="rules"
    )
    join = widgets.section(
        words("join.title"), [widgets.card([JoinBox(ctx, key="join:home")])], key="join"
    )
    tables = [widgets.message(view, Tone.BAD)] if isinstance(view, str) else _tables(ctx, view)
    main = [*tables, join]
    if not ctx.client.let_in:
        return page(ctx, words("app.name"), main)
    return page(ctx, words("app.name"), main, aside=[rules], actions=home_parts.corner(ctx))


def _read(ctx: AppContext) -> HomeView | str:
    here = datetime.now().astimezone()
    try:
        return presenter.home(ctx.client.matches.all(), game_name, ctx.words, here)
    except StoreError as error:
        return ctx.words(f"store.{error.code}")


def _tables(ctx: AppContext, view: HomeView) -> list[ft.Control]:
    """Build the last table, large, and the others, or a welcome if there are none."""
    lines = tuple(
        line
        for line in (*((view.resume,) if view.resume else ()), *view.playing, *view.finished)
        if not line.damaged
    )
    if not lines:
        return [_welcome(ctx)]
    last, *others = lines
    heading = widgets.heading(ctx.words("join.last"), 19)
    shown: list[ft.Control] = [_stacked([heading, _last(ctx, last)])]
    if others:
        title = widgets.heading(ctx.words("join.others"), 19)
        shown.append(_stacked([title, *(_line(ctx, line) for line in others)]))
    return shown


def _stacked(controls: list[ft.Control]) -> ft.Control:
    return ft.Column(
        controls, spacing=10, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


def _welcome(ctx: AppContext) -> ft.Control:
    return widgets.card(
        [
            widgets.heading(ctx.words("join.greeting"), 24),
            ft.Text(ctx.words("join.invite"), size=17),
        ],
        bgcolor=ft.Colors.SECONDARY_CONTAINER,
        padding=24,
    )


def _last(ctx: AppContext, line: MatchLine) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY_CONTAINER
    go_on = widgets.primary(
        ctx.words("join.go_on"),
        lambda _e: parts.open_match(ctx, line),
        icon=ft.Icons.PLAY_ARROW,
        key="resume",
    )
    return widgets.card(
        [
            parts.title(line, "", 24, ink),
            parts.players(line, 18, ink),
            ft.Row(
                [ft.Text(line.status, size=18, weight=ft.FontWeight.BOLD, color=ink), go_on],
                wrap=True,
                spacing=16,
                run_spacing=12,
                alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            ),
        ],
        key=f"last:{line.id}",
        bgcolor=ft.Colors.PRIMARY_CONTAINER,
        padding=20,
    )


def _line(ctx: AppContext, line: MatchLine) -> ft.Control:
    said = ". ".join(part for part in (line.title, ", ".join(line.players), line.status) if part)
    visual = ft.Column(
        [
            parts.title(line, "", 18),
            parts.players(line, 15),
            ft.Text(
                " · ".join(part for part in (line.status, line.when) if part),
                size=14,
                color=ft.Colors.ON_SURFACE_VARIANT,
            ),
        ],
        spacing=6,
    )
    return widgets.tappable(
        visual,
        said,
        lambda _e: parts.open_match(ctx, line),
        key=f"open:{line.id}",
        padding=16,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )
