"""Page of one person: record, company, matches, and the spellings that are the same person."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

import flet as ft

from companion.rulebook.loader import AppWords
from companion.services.statistics.figures import Played, game_of, gathered, same_name
from companion.services.statistics.same_people import (
    JOINED_KEY,
    Company,
    Joined,
    PersonRecord,
    dump_joined,
    read_joined,
    record,
    seat_of,
    with_joined,
    without_joined,
)
from companion.services.statistics.statistics_export import game_name
from companion.services.storage.store import StoreError
from companion.ui import routes, widgets
from companion.ui.boards.parts import game_look
from companion.ui.context import AppContext
from companion.ui.screens.statistics.presenter import player_game, totals
from companion.ui.shell import page, screen
from companion.ui.theme import RADIUS
from companion.ui.views.entries.entry_lines import date_said
from companion.ui.widgets import Option, Tone

_AT_ONCE = 20
"""Number of matches listed at first."""


@screen
def Screen(ctx: AppContext, person: str) -> ft.Control:
    """Render the page of a person."""
    words = ctx.words
    joined, set_joined = ft.use_state(read_joined(ctx.client.settings.get(JOINED_KEY)))
    whole, set_whole = ft.use_state(False)
    asking, set_asking = ft.use_state(False)
    try:
        finished = gathered(ctx.client.matches.results())
    except StoreError as error:
        said = widgets.message(words(f"store.{error.code}"), Tone.BAD)
        return page(ctx, words("stats.title"), [said], back=routes.STATISTICS)
    shown_record = record(finished, person, joined)
    if shown_record is None:
        nobody = widgets.message(words("person.nobody"), key="nobody")
        return page(ctx, words("stats.title"), [nobody], back=routes.STATISTICS)

    def keep(changed: Joined) -> None:
        try:
            ctx.client.settings.set(JOINED_KEY, dump_joined(changed))
        except StoreError as error:
            ctx.notify(words(f"store.{error.code}"))
            return
        set_joined(changed)

    body = [
        _totals(ctx, shown_record),
        _games(ctx, shown_record),
        *_company(ctx, shown_record.company),
    ]
    body += _spellings(ctx, shown_record, joined, keep)
    if shown_record.others:
        body.append(_same(ctx, shown_record, joined, keep, asking, set_asking))
    shown = shown_record.matches if whole else shown_record.matches[:_AT_ONCE]
    rows = [_match(ctx, one, shown_record.total.key) for one in shown]
    if len(shown) < len(shown_record.matches):
        more = widgets.secondary(
            words("person.all", n=len(shown_record.matches)), lambda _e: set_whole(True), key="all"
        )
        rows.append(widgets.in_own_row(more))
    aside = [widgets.section(words("person.matches"), rows, key="matches")]
    return page(ctx, shown_record.total.name, body, back=routes.STATISTICS, aside=aside)


def _totals(ctx: AppContext, shown_record: PersonRecord) -> ft.Control:
    first, *rest = totals(shown_record.total, ctx.words)
    lines: list[ft.Control] = [ft.Text(first, size=22, weight=ft.FontWeight.W_600)]
    lines += [ft.Text(line, size=16) for line in rest]
    return widgets.card(lines, key="totals", spacing=6)


def _games(ctx: AppContext, shown_record: PersonRecord) -> ft.Control:
    """Build a card for each game, with the number that decides it."""
    cards = []
    for game in shown_record.total.games:
        table = player_game(game, ctx.words)
        texts: list[ft.Control] = [ft.Text(table.title, size=17, weight=ft.FontWeight.W_600)]
        texts += [ft.Text(figure.spoken, size=15) for figure in table.figures[:1]]
        emblem = widgets.sign(game_look(game_of(game.game)).emblem, 28, ft.Colors.PRIMARY)
        row = ft.Row([emblem, ft.Column(texts, spacing=2, tight=True, expand=True)], spacing=12)
        cards.append(widgets.card([row], key=f"game:{game.game}"))
    return widgets.section(ctx.words("stats.by_game"), cards, key="games")


def _company(ctx: AppContext, company: tuple[Company, ...]) -> list[ft.Control]:
    if not company:
        return []
    lines: list[ft.Control] = [
        ft.Text(
            ctx.words(
                "person.beside", name=one.name, n=one.matches, wins=one.wins, theirs=one.theirs
            ),
            size=16,
        )
        for one in company
    ]
    return [widgets.section(ctx.words("person.company"), lines, key="company")]


def _spellings(
    ctx: AppContext, shown_record: PersonRecord, joined: Joined, keep: Callable[[Joined], None]
) -> list[ft.Control]:
    """Build the joined spellings, each with the way to part it again."""
    if not shown_record.spellings:
        return []
    rows = [
        ft.Row(
            [
                ft.Text(name, size=16, expand=True),
                widgets.text_button(
                    ctx.words("person.part", name=name),
                    partial(_part, keep, without_joined(joined, same_name(name))),
                    key=f"part:{n}",
                ),
            ],
            key=f"spelling:{n}",
        )
        for n, name in enumerate(shown_record.spellings)
    ]
    return [widgets.section(ctx.words("person.spellings"), rows, key="spellings")]


def _part(keep: Callable[[Joined], None], rest: Joined, _event: object) -> None:
    keep(rest)


def _same(
    ctx: AppContext,
    shown_record: PersonRecord,
    joined: Joined,
    keep: Callable[[Joined], None],
    asking: bool,
    set_asking: Callable[[bool], None],
) -> ft.Control:
    """Build the choice of another name that is the same person."""
    options = [Option(key, name, icon=ft.Icons.PERSON_OUTLINE) for key, name in shown_record.others]

    def choose(key: str) -> None:
        set_asking(False)
        keep(with_joined(joined, key, shown_record.total.key))

    return widgets.expander(
        ctx.words("person.same"),
        [ft.Text(ctx.words("person.same_hint"), size=15), widgets.choices(options, choose)],
        is_open=asking,
        on_toggle=set_asking,
        icon=ft.Icons.MERGE,
        key="same",
    )


def _match(ctx: AppContext, one: Played, key: str) -> ft.Control:
    title, told = match_lines(one, key, ctx.words)
    texts: list[ft.Control] = [
        ft.Text(title, size=17, weight=ft.FontWeight.W_600),
        ft.Text(told, size=15),
    ]
    icon = ft.Icons.EMOJI_EVENTS if seat_of(one, key).won else ft.Icons.CIRCLE_OUTLINED
    visual = ft.Row(
        [
            ft.Icon(icon, size=24, color=ft.Colors.PRIMARY),
            ft.Column(texts, spacing=2, tight=True, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT),
        ],
        spacing=12,
    )
    return widgets.tappable(
        visual,
        f"{title}. {told}",
        partial(_open, ctx, one.id),
        key=f"match:{one.id}",
        padding=ft.Padding.symmetric(horizontal=14, vertical=10),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        radius=RADIUS,
    )


def _open(ctx: AppContext, match_id: str, _event: object) -> None:
    ctx.go(routes.match(match_id, "final"))


def match_lines(one: Played, key: str, words: AppWords) -> tuple[str, str]:
    """Return a match of a person in two lines: game and day, then how it ended and with whom."""
    mine = seat_of(one, key)
    day = date_said(one.ended, datetime.now().astimezone(), words)
    others = tuple(seat.name for seat in one.seats if seat is not mine)
    how = "gave_up" if mine.gave_up else "won" if mine.won else "lost"
    told = words(f"person.{how}", others=others, n=len(others))
    return f"{game_name(one.game)} · {day}", told
