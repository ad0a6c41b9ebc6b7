"""Matches of the home screen."""

from typing import TypeAlias

import flet as ft

from companion.games import GAMES
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.files import example_acta
from companion.ui.panels.shared_table import carry_button
from companion.ui.scheduler import use_growing
from companion.ui.screens.home.presenter import HomeView, MatchLine
from companion.ui.screens.home.state import Home
from companion.ui.shell import screen

HomeRef: TypeAlias = "ft.MutableRef[Home]"
Groups: TypeAlias = tuple[tuple[str, tuple[MatchLine, ...]], ...]

_AT_ONCE = 6
"""Number of matches drawn at once."""


def resume(ref: HomeRef, view: HomeView) -> list[ft.Control]:
    """Build the card of the last match, large, or an invitation to begin one."""
    home, line = ref.current, view.resume
    words = home.ctx.words
    if line is None:
        return [
            widgets.card(
                [
                    widgets.heading(words("start.greeting"), 24),
                    ft.Text(words("start.invite"), size=17),
                    *_try_it(home),
                ],
                bgcolor=ft.Colors.SECONDARY_CONTAINER,
                padding=24,
            )
        ]
    label = words("start.resume") if line.begun else words("start.prepare")
    go_on = widgets.primary(
        label, lambda _e: open_match(home.ctx, line), icon=ft.Icons.PLAY_ARROW, key="resume"
    )
    ink = ft.Colors.ON_PRIMARY_CONTAINER
    name = title(line, words("start.example_mark"), 26, ink)
    card = widgets.card(
        [
            ft.Row([ft.Container(name, expand=True), _more(ref, line)]),
            *([ft.Text(line.game, size=16, color=ink)] if line.game else []),
            players(line, 18, ink),
            ft.Row(
                [
                    ft.Column(
                        [
                            ft.Text(line.status, size=20, weight=ft.FontWeight.BOLD, color=ink),
                            ft.Text(line.when, size=15, color=ink),
                        ],
                        spacing=2,
                        tight=True,
                    ),
                    go_on,
                ],
                wrap=True,
                spacing=16,
                run_spacing=16,
                alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
                vertical_alignment=ft.CrossAxisAlignment.END,
            ),
        ],
        key=f"resume:{line.id}",
        bgcolor=ft.Colors.PRIMARY_CONTAINER,
        padding=ft.Padding.only(left=24, top=12, right=12, bottom=24),
    )
    return [card, *([_options(ref, line)] if home.now.menu == line.id else [])]


def _try_it(home: Home) -> list[ft.Control]:
    """Build the button that opens the first available example."""
    words = home.ctx.words
    game_id = next((name for name in GAMES if example_acta(name) is not None), None)
    if game_id is None:
        return []
    return [
        widgets.primary(
            words("start.see_example"),
            lambda _e: home.example(game_id),
            icon=ft.Icons.SLIDESHOW,
            key="example",
        ),
        ft.Text(words("start.see_example_hint"), size=14),
    ]


def open_match(ctx: AppContext, line: MatchLine) -> None:
    """Open a match at the screen that fits its state."""
    place = "final" if line.finished else "mesa" if line.begun else "preparacion"
    ctx.go(routes.match(line.id, place))


def title(line: MatchLine, mark: str, size: float, ink: str | None = None) -> ft.Control:
    """Build the title of a match, with `mark` if it is an example."""
    parts: list[ft.Control] = [ft.Text(line.title, size=size, weight=ft.FontWeight.BOLD, color=ink)]
    if line.example:
        parts.append(
            ft.Container(
                ft.Text(mark, size=13, weight=ft.FontWeight.BOLD, color=ft.Colors.ON_TERTIARY),
                bgcolor=ft.Colors.TERTIARY,
                border_radius=8,
                padding=ft.Padding.symmetric(horizontal=10, vertical=3),
            )
        )
    return ft.Row(parts, wrap=True, spacing=10, run_spacing=6)


def players(line: MatchLine, size: float, ink: str | None = None) -> ft.Control:
    """Build the players of a match, with those in `seats` in bold."""
    colours = line.colours or range(len(line.players))
    return ft.Row(
        [
            ft.Row(
                [
                    widgets.seat_badge(colour, name, size * 1.4),
                    ft.Text(
                        name,
                        size=size,
                        color=ink,
                        weight=ft.FontWeight.BOLD if seat in line.seats else ft.FontWeight.W_400,
                    ),
                ],
                spacing=6,
                tight=True,
            )
            for (seat, name), colour in zip(enumerate(line.players), colours, strict=True)
        ],
        wrap=True,
        spacing=16,
        run_spacing=8,
    )


def playing(home: HomeRef, view: HomeView) -> list[ft.Control]:
    """Build the other matches in progress."""
    return _grouped(home, (("start.your_matches", view.playing),))


def ended(home: HomeRef, view: HomeView) -> list[ft.Control]:
    """Build the matches that are over, and those that cannot be opened."""
    return _grouped(home, (("start.finished", view.finished), ("start.damaged", view.damaged)))


def _grouped(home: HomeRef, groups: Groups) -> list[ft.Control]:
    ctx, now = home.current.ctx, home.current.now
    if not any(lines for _, lines in groups):
        return []
    return [Matches(ctx, home, groups, now.menu, now.renaming, key=groups[0][0])]


@screen
def _Matches(
    ctx: AppContext, home: HomeRef, groups: Groups, menu: str | None, renaming: str | None
) -> ft.Control:
    """Render the groups progressively, the first ones at once."""
    left = use_growing(groups[0][0], sum(len(lines) for _, lines in groups), _AT_ONCE)
    shown: list[ft.Control] = []
    for word, lines in groups:
        drawn, left = lines[:left], max(0, left - len(lines))
        if drawn:
            shown.append(
                widgets.section(
                    ctx.words(word),
                    [
                        Line(
                            ctx,
                            home,
                            line,
                            line.id == menu,
                            renaming if line.id == menu else None,
                            key=f"match:{line.id}",
                        )
                        for line in drawn
                    ],
                    key=word,
                )
            )
    return ft.Column(
        shown, spacing=20, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, tight=True
    )


Matches = ft.memo(_Matches)  # type: ignore[no-untyped-call]


@ft.component
def _Line(
    _ctx: AppContext, ref: HomeRef, line: MatchLine, _opened: bool, _renaming: str | None
) -> ft.Control:
    """Render a match. It renders again only when its line, its open menu or the layout changes.

    Its touches use the home state current at that moment.
    """
    return _line(ref, line)


Line = ft.memo(_Line)  # type: ignore[no-untyped-call]


def _line(home: HomeRef, line: MatchLine) -> ft.Control:
    words = home.current.ctx.words
    opened = home.current.now.menu == line.id
    visual = ft.Column(
        [
            title(line, words("start.example_mark"), 18),
            players(line, 15),
            ft.Text(
                " · ".join(part for part in (line.status, line.when) if part),
                size=14,
                color=ft.Colors.ON_SURFACE_VARIANT,
            ),
        ],
        spacing=6,
    )
    mark = words("start.example_mark") if line.example else ""
    label_parts = (line.title, mark, ", ".join(line.players), line.status, line.when)
    said = ". ".join(part for part in label_parts if part)
    touch = widgets.tappable(
        visual,
        said,
        None if line.damaged else lambda _e: open_match(home.current.ctx, line),
        key=f"open:{line.id}",
        padding=ft.Padding.only(left=16, top=14, bottom=14, right=4),
        expand=True,
    )
    rows: list[ft.Control] = [ft.Row([touch, _more(home, line)], spacing=0)]
    if opened:
        rows.append(_options(home, line))
    return ft.Container(
        ft.Column(rows, spacing=0),
        key=f"line:{line.id}",
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=16,
        padding=ft.Padding.only(right=4),
    )


def _more(home: HomeRef, line: MatchLine) -> ft.Control:
    """Build the button that opens and closes the options of a match."""
    opened = home.current.now.menu == line.id
    return widgets.icon_button(
        ft.Icons.EXPAND_LESS if opened else ft.Icons.MORE_VERT,
        home.current.ctx.words("start.less_of" if opened else "start.more_of", title=line.title),
        lambda _e: home.current.menu(line.id),
        key=f"menu:{line.id}",
    )


def _options(home: HomeRef, line: MatchLine) -> ft.Control:
    words = home.current.ctx.words
    if home.current.now.renaming is not None:
        return _rename(home, line)

    buttons = [
        widgets.secondary(
            words("start.delete"),
            lambda _e: home.current.delete(line),
            icon=ft.Icons.DELETE_OUTLINE,
            key=f"delete:{line.id}",
        )
    ]
    export = widgets.secondary(
        words("start.export"),
        lambda _e: home.current.export(line),
        icon=ft.Icons.FILE_DOWNLOAD_OUTLINED,
        key=f"export:{line.id}",
    )
    if line.damaged:
        rescue = widgets.secondary(
            words("start.rescue"),
            lambda _e: home.current.rescue(line),
            icon=ft.Icons.HEALING_OUTLINED,
            key=f"rescue:{line.id}",
        )
        buttons = [rescue, export, *buttons]
    else:
        buttons = [
            widgets.secondary(
                words("start.rename"),
                lambda _e: home.current.show(renaming=line.title),
                icon=ft.Icons.EDIT_OUTLINED,
                key=f"rename:{line.id}",
            ),
            export,
            carry_button(home.current.ctx, routes.match(line.id, "llevar"), key=f"carry:{line.id}"),
            *buttons,
        ]
    return ft.Container(
        ft.Row(buttons, wrap=True, spacing=8, run_spacing=8),
        padding=ft.Padding.only(left=16, right=12, bottom=16),
    )


def _rename(home: HomeRef, line: MatchLine) -> ft.Control:
    words = home.current.ctx.words
    field = widgets.text_field(
        words("start.new_name"),
        home.current.now.renaming or "",
        lambda text: home.current.show(renaming=text),
        key=f"name:{line.id}",
        autofocus=True,
        on_submit=lambda _text: home.current.rename(line.id),
        multiline=home.current.ctx.settings.large_text,
    )
    actions = [
        widgets.primary(
            words("button.save"), lambda _e: home.current.rename(line.id), key=f"save:{line.id}"
        ),
        widgets.text_button(
            words("button.cancel"),
            lambda _e: home.current.show(renaming=None),
            key=f"cancel:{line.id}",
        ),
    ]
    return ft.Container(
        ft.Column([field, ft.Row(actions, wrap=True, spacing=8)], spacing=10),
        padding=ft.Padding.only(left=16, right=12, bottom=16, top=4),
    )
