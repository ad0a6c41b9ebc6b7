"""Shell of all screens: their view, their head, and the fallback when one fails."""

from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import TypeAlias

import flet as ft

from companion.toolkit import session_guard
from companion.toolkit.touch_guard import spot
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.hooks import CurrentScreenCallback
from companion.ui.layout import Layout
from companion.ui.theme import DressedView
from companion.ui.widgets import Tone

Component: TypeAlias = Callable[..., ft.Control]

COLUMN = 760
"""Maximum width of a column of text."""


def screen(render: Component) -> Component:
    """Wrap a screen: cache its subtrees between renders, and end its session if it fails.

    The component takes the context as its first argument. After a failure the page begins a new
    session. Until then, and in a window without a page around it, a sentence and a way home are
    shown.
    """

    @ft.component
    @wraps(render)
    def guarded(ctx: AppContext, *args: object, **kwargs: object) -> ft.Control:
        parts: ft.MutableRef[widgets.RenderCache] = ft.use_ref(widgets.RenderCache)
        assert parts.current is not None
        try:
            drawn: ft.Control = parts.current.render(partial(render, ctx, *args, **kwargs))
            return drawn
        except Exception as error:
            session_guard.fail(ft.context.page.session, error)
            return failed(ctx)

    return guarded


def failed(ctx: AppContext) -> ft.Control:
    """Build the fallback of a screen that cannot be rendered."""
    return dead_end(ctx, ctx.words("error.title"), ctx.words("error.unexpected"), Tone.BAD)


def dead_end(ctx: AppContext, title: str, text: str, tone: Tone = Tone.CARE) -> ft.Control:
    """Build a screen with only a reason and the way home."""
    home = widgets.primary(
        ctx.words("nav.home"), lambda _e: ctx.go(routes.HOME), icon=ft.Icons.HOME, key="home"
    )
    return page(
        ctx, title, [widgets.message(text, tone), widgets.in_own_row(home)], back=routes.HOME
    )


def opening(ctx: AppContext) -> ft.Control:
    """Build the placeholder shown while something long is being read."""
    said = ctx.words("app.opening")
    ring = ft.ProgressRing(semantics_label=said)
    row = ft.Row([ring, ft.Text(said, size=17)], spacing=12, tight=True)
    return ft.Container(row, alignment=ft.Alignment.CENTER, padding=24, key="opening")


def view(route: str, screen_: ft.Control, bar: ft.NavigationBar | None = None) -> DressedView:
    """Build one view of the stack, clear of notches and bars."""
    return DressedView(
        route=route,
        padding=0,
        spacing=0,
        controls=[ft.SafeArea(screen_, expand=True)],
        navigation_bar=bar,
    )


def noticed(ctx: AppContext, screen_: ft.Control, cause: Sequence[ft.Control] = ()) -> ft.Control:
    """Put a screen below the notices that must be read before typing anything.

    Args:
        ctx: context of the screen.
        screen_: the screen.
        cause: what is known of why another screen failed, if this one replaces it.
    """
    notices = [*_detour(ctx, cause), *_storage(ctx)]
    if not notices:
        return screen_
    return ft.Column([*notices, ft.Container(screen_, expand=True, key="below")], spacing=0)


def _storage(ctx: AppContext) -> list[ft.Control]:
    if ctx.place.storage in ("folder", "browser"):
        return []
    text = ctx.words(f"site.{ctx.place.storage}")
    return [ft.Container(widgets.message(text, Tone.CARE), padding=8, key="notice")]


def _detour(ctx: AppContext, cause: Sequence[ft.Control]) -> list[ft.Control]:
    """Build the notice that this screen replaces a failing one, with the possible actions."""
    if not ctx.stumbled:
        return []

    def opened(route: str) -> Callable[[object], None]:
        def open_(_event: object) -> None:
            ctx.recovered()
            ctx.go(route)

        return open_

    words = ctx.words
    ways = [
        widgets.secondary(words("failing.retry"), opened(ctx.stumbled), key="stumbled:retry"),
        widgets.text_button(words("nav.home"), opened(routes.HOME), key="stumbled:home"),
        widgets.text_button(
            words("failing.dismiss"), lambda _e: ctx.recovered(), key="stumbled:dismiss"
        ),
    ]
    said = [
        widgets.message(words("failing.detour"), Tone.BAD),
        *cause,
        ft.Row(ways, wrap=True, spacing=8, run_spacing=4),
    ]
    return [ft.Container(ft.Column(said, spacing=4, tight=True), padding=8, key="stumbled")]


SCROLLED = CurrentScreenCallback("scrolled")
"""Callback that notes how far the body of a screen was scrolled."""
_NOTED_EACH = 400
"""Milliseconds between two notes."""


def scrolled_body(page: ft.Page) -> ft.Column | None:
    """Return the scrolling body of the screen on top, or None if it has none yet."""
    session = page.session
    bodies = [
        control
        for control in tuple(session.index.values())
        if isinstance(control, ft.Column) and control.on_scroll is SCROLLED
    ]
    return next((body for body in bodies if spot(session, body)), None)


def page(
    ctx: AppContext,
    title: str,
    body: Sequence[ft.Control],
    *,
    back: str | None = None,
    actions: Sequence[ft.Control] = (),
    foot: Sequence[ft.Control] = (),
    aside: Sequence[ft.Control] = (),
    edge: float = 16,
    scroller: ft.Ref[ft.Column] | None = None,
) -> ft.Control:
    """Build a screen: its head, a scrolling body, and a fixed foot.

    Args:
        ctx: the context.
        title: title of the screen.
        body: one column, centred where there is room.
        back: route to go back to without a history; None: no arrow.
        actions: buttons in the head, on the right.
        foot: main action, always in sight.
        aside: second column on landscape and wide; below the first on a phone.
        edge: margin at the sides of each column.
        scroller: reference set to the column of the body, to scroll it.
    """
    if aside and ctx.layout is not Layout.PHONE:
        columns = [_column(body, edge, scroller=scroller, noted=True), _column(aside, edge)]
    else:
        widest = COLUMN if ctx.layout is Layout.WIDE else None
        columns = [_column([*body, *aside], edge, widest, scroller, noted=True)]
    parts: list[ft.Control] = [head(ctx, title, back=back, actions=actions)]
    parts.append(ft.Row(columns, expand=True, spacing=0, alignment=ft.MainAxisAlignment.CENTER))
    if foot:
        parts.append(_foot(foot, ctx))
    return ft.Column(
        parts, spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


def head(
    ctx: AppContext, title: str, *, back: str | None = None, actions: Sequence[ft.Control] = ()
) -> ft.Control:
    """Build the head: back arrow, title and a few actions."""
    arrow: list[ft.Control] = []
    if back is not None:
        arrow.append(
            widgets.icon_button(
                ft.Icons.ARROW_BACK,
                ctx.words("button.back"),
                lambda _e: ctx.back(back),
                key="back",
            )
        )
    low = ctx.layout is Layout.LANDSCAPE or ctx.settings.large_text
    size = 20 if low else 24
    return ft.Container(
        ft.Row(
            [*arrow, ft.Container(widgets.heading(title, size, level=1), expand=True), *actions],
            spacing=8,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        padding=ft.Padding.only(
            left=8 if back is not None else 20,
            right=8,
            top=4 if ctx.layout is Layout.LANDSCAPE else 10,
            bottom=4,
        ),
    )


def _column(
    controls: Sequence[ft.Control],
    edge: float,
    width: float | None = None,
    scroller: ft.Ref[ft.Column] | None = None,
    *,
    noted: bool = False,
) -> ft.Control:
    return ft.Container(
        ft.Column(
            [
                ft.Container(
                    ft.Column(
                        list(controls),
                        spacing=20,
                        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                    ),
                    padding=ft.Padding.only(left=edge, right=edge, top=8, bottom=32),
                )
            ],
            ref=scroller,
            scroll=ft.ScrollMode.AUTO,
            on_scroll=SCROLLED if noted else None,
            scroll_interval=_NOTED_EACH,
            expand=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        expand=width is None,
        width=width,
    )


def _foot(controls: Sequence[ft.Control], ctx: AppContext) -> ft.Control:
    """Build the main action: across a phone, in the corner elsewhere."""
    inside: ft.Control = (
        ft.Column(
            list(controls),
            spacing=8,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
        if ctx.layout is Layout.PHONE
        else ft.Row(list(controls), spacing=12, alignment=ft.MainAxisAlignment.END)
    )
    low = ctx.layout is Layout.LANDSCAPE
    return ft.Container(
        inside,
        padding=ft.Padding.symmetric(horizontal=16, vertical=6 if low else 12),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
    )
