"""Sections of the home screen besides the matches: games, links, bin and import results."""

from functools import partial
from typing import Any

import flet as ft

from companion.games import GAMES
from companion.rulebook import loader
from companion.rulebook.loader import RulebookError
from companion.rulebook.words import GameInfo
from companion.ui import routes, widgets
from companion.ui.boards.parts import game_look
from companion.ui.context import AppContext
from companion.ui.files import example_acta
from companion.ui.screens.home.state import Home
from companion.ui.theme import RADIUS, in_palette
from companion.ui.views.file_results import FileNews
from companion.ui.widgets import Tone


def corner(ctx: AppContext) -> list[ft.Control]:
    """Build the header buttons for settings and about."""
    words = ctx.words
    return [
        widgets.icon_button(
            ft.Icons.INFO_OUTLINE,
            words("nav.about"),
            lambda _e: ctx.go(routes.ABOUT),
            key="about",
        ),
        widgets.icon_button(
            ft.Icons.SETTINGS_OUTLINED,
            words("nav.settings"),
            lambda _e: ctx.go(routes.SETTINGS),
            key="settings",
        ),
    ]


def games(home: Home, *, brief: bool) -> list[ft.Control]:
    """Build a card for each available game, with its example and its rules.

    Args:
        home: actions of the screen.
        brief: leave out what the games are about.
    """
    cards = [_game(home, game_id, brief) for game_id in GAMES if _known(game_id)]
    return [widgets.section(home.ctx.words("start.new_match"), cards)]


def _known(game_id: str) -> bool:
    try:
        return bool(loader.info(game_id))
    except RulebookError:
        return False


def _game(home: Home, game_id: str, brief: bool) -> ft.Control:
    ctx, info = home.ctx, loader.info(game_id)
    about = _facts(ctx, info)
    visual = ft.Row(
        [
            widgets.sign(game_look(game_id).emblem, 44, ft.Colors.PRIMARY),
            ft.Column(
                [
                    ft.Text(info.name, size=19, weight=ft.FontWeight.BOLD),
                    *([] if brief else [ft.Text(info.summary, size=15)]),
                    ft.Text(about, size=14, color=ft.Colors.ON_PRIMARY_CONTAINER),
                ],
                spacing=4,
                expand=True,
            ),
        ],
        spacing=14,
    )
    touch = widgets.tappable(
        visual,
        f"{info.name}. {ctx.words('start.new_match')}. {about}",
        lambda _e: ctx.go(routes.new_match(game_id)),
        key=f"new:{game_id}",
        padding=14,
        expand=True,
    )
    example = widgets.icon_button(
        ft.Icons.SLIDESHOW,
        ctx.words("start.example_of", game=info.name),
        lambda _e: home.example(game_id),
        key=f"example:{game_id}",
        colour=ft.Colors.ON_PRIMARY_CONTAINER,
    )
    rules_of = widgets.icon_button(
        ft.Icons.MENU_BOOK_OUTLINED,
        ctx.words("rulebook.title", game=info.name),
        lambda _e: ctx.go(routes.rules(game_id)),
        key=f"rules:{game_id}",
        colour=ft.Colors.ON_PRIMARY_CONTAINER,
    )
    beside = [*([example] if example_acta(game_id) is not None else []), rules_of]
    card = ft.Container(
        ft.Row([touch, *beside], spacing=0),
        bgcolor=ft.Colors.PRIMARY_CONTAINER,
        border_radius=RADIUS,
        padding=ft.Padding.only(right=4),
    )
    # Each game is known by its colour before it is read.
    return in_palette(card, game_look(game_id).palette, ctx.settings.theme)


def _facts(ctx: AppContext, info: GameInfo) -> str:
    parts = []
    if info.players:
        low, high = min(info.players), max(info.players)
        between = ctx.words("start.players_range", low=low, high=high)
        parts.append(between if low < high else ctx.words("start.players", n=low))
    if info.minutes:
        parts.append(ctx.words("start.minutes", n=info.minutes))
    return " · ".join(parts)


def rules(ctx: AppContext) -> list[ft.Control]:
    """Build the links to the rules of each game."""
    return [
        _place(
            ft.Icons.MENU_BOOK_OUTLINED,
            f"{ctx.words('nav.rules')} · {loader.info(game_id).name}",
            ctx.words("start.rules_hint"),
            partial(_open, ctx, routes.rules(game_id)),
            f"rules:{game_id}",
        )
        for game_id in GAMES
    ]


def places(home: Home) -> ft.Control:
    """Build the links to disputes, boxes, statistics and files."""
    ctx, words = home.ctx, home.ctx.words
    rows = [
        disputes(ctx),
        _place(
            ft.Icons.INVENTORY_2_OUTLINED,
            words("nav.boxes"),
            words("start.boxes_hint"),
            lambda _e: ctx.go(routes.BOXES),
            "boxes",
        ),
        _place(
            ft.Icons.INSIGHTS,
            words("nav.stats"),
            words("start.stats_hint"),
            lambda _e: ctx.go(routes.STATISTICS),
            "stats",
        ),
        _place(
            ft.Icons.FILE_UPLOAD_OUTLINED,
            words("start.import"),
            words("start.import_hint"),
            lambda _e: home.pick(),
            "import",
        ),
        receiving(ctx),
    ]
    return widgets.section(words("start.more"), rows)


def disputes(ctx: AppContext) -> ft.Control:
    """Build the link to the disputes."""
    return _place(
        ft.Icons.GAVEL,
        ctx.words("dispute.title"),
        ctx.words("start.disputes_hint"),
        partial(_open, ctx, routes.DISPUTES),
        "disputes",
    )


def receiving(ctx: AppContext) -> ft.Control:
    """Build the link to the screen for incoming data."""
    return _place(
        ft.Icons.INSTALL_MOBILE,
        ctx.words("receive.title"),
        ctx.words("receive.hint"),
        partial(_open, ctx, routes.RECEIVE),
        "receive",
    )


def _open(ctx: AppContext, route: str, _event: object) -> None:
    ctx.go(route)


def _place(icon: ft.IconData, title: str, hint: str, on_tap: Any, key: str) -> ft.Control:
    visual = ft.Row(
        [
            ft.Icon(icon, size=28, color=ft.Colors.PRIMARY),
            ft.Column(
                [
                    ft.Text(title, size=18, weight=ft.FontWeight.W_600),
                    ft.Text(hint, size=14, color=ft.Colors.ON_SURFACE_VARIANT),
                ],
                spacing=2,
                expand=True,
            ),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        spacing=16,
    )
    return widgets.tappable(
        visual,
        f"{title}. {hint}",
        on_tap,
        key=key,
        padding=ft.Padding.symmetric(horizontal=16, vertical=14),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )


def bin_(home: Home) -> list[ft.Control]:
    """Build the bin, if it is not empty."""
    words = home.ctx.words
    binned = home.bin()
    if not binned:
        return []
    if not home.now.bin_open:
        return [
            widgets.text_button(
                words("start.bin_of", n=len(binned)),
                lambda _e: home.show(bin_open=True),
                icon=ft.Icons.DELETE_OUTLINE,
                key="bin",
            )
        ]
    rows: list[ft.Control] = [
        ft.Row(
            [
                ft.Text(label, size=16, expand=True),
                widgets.icon_button(
                    ft.Icons.RESTORE_FROM_TRASH,
                    words("start.restore_of", title=label),
                    partial(_restore, home, match_id),
                    key=f"restore:{match_id}",
                ),
            ]
        )
        for match_id, label in binned
    ]
    hint = ft.Text(words("start.bin_hint"), size=14, color=ft.Colors.ON_SURFACE_VARIANT)
    return [
        widgets.section(
            words("start.bin"), [hint, widgets.card(rows), *_emptying(home, len(binned))], key="bin"
        )
    ]


def _restore(home: Home, match_id: str, _event: object) -> None:
    home.restore(match_id)


def _emptying(home: Home, count: int) -> list[ft.Control]:
    words = home.ctx.words
    if not home.now.emptying:
        return [
            widgets.secondary(
                words("start.bin_empty"),
                lambda _e: home.show(emptying=True),
                icon=ft.Icons.DELETE_FOREVER_OUTLINED,
                key="bin-empty",
            )
        ]
    actions = (
        widgets.secondary(words("start.bin_yes"), lambda _e: home.empty_bin(), key="bin-yes"),
        widgets.text_button(
            words("button.cancel"), lambda _e: home.show(emptying=False), key="bin-no"
        ),
    )
    return [widgets.message(words("start.bin_sure", n=count), Tone.BAD, actions=actions)]


def file_news(home: Home, news: FileNews) -> ft.Control:
    """Build the result of an import with its next actions."""
    words, actions = home.ctx.words, []
    data, match_id = home.now.again, news.match
    if news.partial and data is not None:
        actions.append(
            widgets.primary(
                words("damaged.take"),
                lambda _e: home.take(data, partial=True),
                key="import-part",
            )
        )
    if match_id is not None:
        actions.append(
            widgets.secondary(
                words("import.open"),
                lambda _e: home.ctx.go(routes.match(match_id)),
                key="import-open",
            )
        )
    actions.append(
        widgets.text_button(
            words("button.close"), lambda _e: home.show(news=None, again=None), key="import-close"
        )
    )
    tone = Tone.BAD if news.bad else Tone.GOOD
    return widgets.message(news.text, tone, actions=tuple(actions), key="file-news")
