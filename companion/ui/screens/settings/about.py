"""About screen: purpose, limits, rulebooks and versions."""

from collections.abc import Sequence

import flet as ft

from companion.games import GAMES
from companion.rulebook.loader import RulebookError
from companion.rulebook.words import GameInfo
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.shell import page, screen

_LIMITS = ("hands", "chance", "facts", "players", "phones")


@screen
def Screen(ctx: AppContext) -> ft.Control:
    """Render the about screen."""
    words = ctx.words
    limits = [words(f"about.limit.{name}") for name in _LIMITS]
    body = [
        ft.Text(words("app.tagline"), size=20, weight=ft.FontWeight.W_600),
        _paragraphs([words("about.physical"), words("about.unofficial"), words("about.privacy")]),
        widgets.section(words("about.rulebooks"), _rulebooks(ctx), key="rulebooks"),
        widgets.section(
            words("about.limits"),
            [widgets.paragraphs("\n".join(f"- {limit}" for limit in limits))],
            key="limits",
        ),
        widgets.section(
            words("about.versions"),
            [_paragraphs([f"{name} {version}" for name, version in ctx.place.versions])],
            key="versions",
        ),
    ]
    return page(ctx, words("about.title"), body, back=routes.HOME)


def _paragraphs(texts: Sequence[str]) -> ft.Control:
    return ft.Column([ft.Text(text, size=17) for text in texts], spacing=10)


def _rulebooks(ctx: AppContext) -> list[ft.Control]:
    infos: list[GameInfo] = []
    for game_id in GAMES:
        try:
            infos.append(ctx.rulebook(game_id).info)
        except RulebookError:
            continue
    cards: list[ft.Control] = [
        widgets.card([widgets.heading(info.name, 17, level=3), *_about(ctx, info)], spacing=4)
        for info in infos
    ]
    stacked = ft.Column(cards, spacing=10, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return [ft.Text(ctx.words("about.own_words"), size=17), stacked]


def _about(ctx: AppContext, info: GameInfo) -> list[ft.Control]:
    by = ctx.words("about.by", designer=info.designer, publisher=info.publisher)
    lines = (by if info.designer else "", info.rulebook, info.without)
    return [ft.Text(line, size=15) for line in lines if line]
