"""Statistics of the finished matches on this device, and their export."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

import flet as ft

from companion.services.statistics.figures import FinishedMatches, Only, game_of, gathered
from companion.services.statistics.play_log import plays_csv
from companion.services.statistics.same_people import JOINED_KEY, as_people, person_id, read_joined
from companion.services.statistics.statistics_export import as_csv, as_json
from companion.services.storage.store import StoreError
from companion.ui import routes, widgets
from companion.ui.boards.contract import game_screen
from companion.ui.boards.parts import game_look
from companion.ui.context import AppContext
from companion.ui.files import Files, use_files
from companion.ui.screens.statistics.presenter import (
    Chart,
    StatisticsFilter,
    StatisticsTotal,
    StatsView,
    statistics,
)
from companion.ui.screens.statistics.table import score_table
from companion.ui.shell import page, screen
from companion.ui.widgets import Bar, Option, Sign, Tone


@screen
def Screen(ctx: AppContext) -> ft.Control:
    """Render the statistics of the finished matches that pass the filters."""
    only, set_only = ft.use_state(Only())
    opened, set_opened = ft.use_state(False)
    files = use_files()
    finished = ft.use_memo(lambda: _read(ctx), [ctx.connection])
    title = ctx.words("stats.title")
    if isinstance(finished, str):
        return page(ctx, title, [widgets.message(finished, Tone.BAD)], back=routes.HOME)
    view = statistics(finished, only, ctx.words)

    def look(field: str, value: str | int) -> None:
        set_only(lambda now: replace(now, **{field: value}))

    wins = [widgets.card([_chart(view.wins)], key="wins")] if view.wins else []
    body = [_count(view), *_filters(ctx, view, opened, set_opened, look), *wins]
    body += _games(ctx, view)
    aside = [*_players(ctx, view), *_exports(ctx, files, finished, view)]
    retell = widgets.secondary(
        ctx.words("retelling.open"),
        lambda _e: ctx.go(routes.RETELLING),
        icon=ft.Icons.EDIT_CALENDAR,
        key="retell",
    )
    body.append(widgets.in_own_row(retell))
    return page(ctx, title, body, back=routes.HOME, aside=aside)


def _read(ctx: AppContext) -> FinishedMatches | str:
    """Return the finished matches, or why the folder cannot be read."""
    try:
        joined = read_joined(ctx.client.settings.get(JOINED_KEY))
        return as_people(gathered(ctx.client.matches.results()), joined)
    except StoreError as error:
        return ctx.words(f"store.{error.code}")


def _count(view: StatsView) -> ft.Control:
    if view.played:
        said: ft.Control = widgets.heading(view.count, 24)
    else:
        said = widgets.nothing_yet(view.count, ft.Icons.INSIGHTS, key="no-stats")
    faint = ft.Colors.ON_SURFACE_VARIANT
    rest = [ft.Text(text, size=15, color=faint) for text in view.left_out]
    return ft.Column([said, *rest], spacing=6, key="count")


def _filters(
    ctx: AppContext,
    view: StatsView,
    opened: bool,
    set_opened: Callable[[bool], None],
    look: Callable[[str, str | int], None],
) -> list[ft.Control]:
    if not view.filters:
        return []
    return [
        widgets.expander(
            ctx.words("stats.filter"),
            [_filter(one, partial(look, one.field)) for one in view.filters],
            is_open=opened,
            on_toggle=set_opened,
            detail=view.filtered,
            icon=ft.Icons.FILTER_LIST,
            key="filters",
        )
    ]


def _filter(one: StatisticsFilter, look: Callable[[str | int], None]) -> ft.Control:
    picks = [
        Option(
            pick.value,
            pick.label,
            selected=pick.chosen,
            icon=ft.Icons.CHECK if pick.chosen else None,
        )
        for pick in one.picks
    ]
    return ft.Column(
        [
            ft.Text(one.title, size=16, weight=ft.FontWeight.W_600),
            widgets.choices(picks, look, key=f"only:{one.field}"),
        ],
        spacing=8,
        key=f"filter:{one.field}",
    )


def _games(ctx: AppContext, view: StatsView) -> list[ft.Control]:
    if not view.games:
        return []
    cards = [_total(ctx, total, game_look(game_of(total.key)).emblem) for total in view.games]
    return [
        widgets.section(ctx.words("stats.by_game"), [*cards, _hint(ctx, "breaks")], key="games")
    ]


def _players(ctx: AppContext, view: StatsView) -> list[ft.Control]:
    if not view.players:
        return []
    cards = [
        _total(ctx, total, ft.Icons.PERSON_OUTLINE, _to_person(ctx, total))
        for total in view.players
    ]
    title = ctx.words("stats.by_player")
    return [widgets.section(title, [*cards, _hint(ctx, "shared")], key="players")]


def _to_person(ctx: AppContext, total: StatisticsTotal) -> ft.Control:
    return widgets.text_button(
        ctx.words("person.open", name=total.title),
        lambda _e: ctx.go(routes.person(person_id(total.key))),
        icon=ft.Icons.CHEVRON_RIGHT,
        key=f"person:{total.key}",
    )


def _hint(ctx: AppContext, key: str) -> ft.Control:
    return ft.Text(ctx.words(f"stats.{key}"), size=14, color=ft.Colors.ON_SURFACE_VARIANT)


def _total(ctx: AppContext, total: StatisticsTotal, of: Sign, *ways: ft.Control) -> ft.Control:
    first, *rest = total.lines
    lines: list[ft.Control] = [
        ft.Row(
            [
                widgets.sign(of, 28, ft.Colors.PRIMARY),
                ft.Container(widgets.heading(total.title, 19, level=3), expand=True),
            ],
            spacing=10,
        ),
        ft.Text(first, size=17, weight=ft.FontWeight.W_600),
    ]
    lines += [ft.Text(line, size=15) for line in rest]
    lines += [part for table in total.tables for part in score_table(ctx.words, table)]
    lines += [
        ft.Container(_chart(chart), padding=ft.Padding.only(top=8), key=f"chart:{chart.key}")
        for chart in total.charts
    ]
    return widgets.card([*lines, *ways], key=f"total:{total.key}", spacing=6)


def _chart(chart: Chart) -> ft.Control:
    rows = [Bar(one.label, one.amount, one.share, one.spoken) for one in chart.bars]
    return ft.Column(
        [widgets.heading(chart.title, 17, level=3), widgets.bars(rows, key=f"bars:{chart.key}")],
        spacing=8,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _exports(
    ctx: AppContext, files: Files, finished: FinishedMatches, view: StatsView
) -> list[ft.Control]:
    if not view.played:
        return []
    words, name = ctx.words, ctx.words("stats.file")

    def spreadsheet(_event: object) -> None:
        files.save(f"{name}.csv", as_csv(view.played, words))

    def data(_event: object) -> None:
        shown = replace(finished, played=view.played)
        files.save(f"{name}.json", as_json(shown, datetime.now(UTC)))

    def plays(_event: object) -> None:
        games = {game_of(one.game) for one in view.played}
        ranked = {game: game_screen(game).deciding for game in games if ctx.client.games.get(game)}
        files.save(f"{words('stats.plays_file')}.csv", plays_csv(view.played, ranked))

    buttons = [
        widgets.secondary(words("stats.csv"), spreadsheet, icon=ft.Icons.TABLE_CHART, key="csv"),
        widgets.secondary(words("stats.json"), data, icon=ft.Icons.DATA_OBJECT, key="json"),
        widgets.secondary(words("stats.plays"), plays, icon=ft.Icons.CASINO_OUTLINED, key="plays"),
    ]
    row = ft.Row(list(buttons), wrap=True, spacing=8, run_spacing=8)
    return [widgets.section(words("stats.export"), [_hint(ctx, "export_hint"), row], key="export")]
