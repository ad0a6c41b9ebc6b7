"""Rules screen: search, index and a section."""

from collections.abc import Callable, Collection, Mapping
from functools import partial

import flet as ft

from companion.kernel.box.facts import FactValues
from companion.rulebook.loader import RulebookError
from companion.rulebook.search import preparing, search
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.layout import Layout
from companion.ui.panels.question_answers import hit_tiles
from companion.ui.scheduler import use_idle_work
from companion.ui.screens.rules import presenter, section
from companion.ui.screens.rules import section as reading
from companion.ui.screens.rules.presenter import PIECES
from companion.ui.screens.rules.section import Reader, RulesTable
from companion.ui.shell import dead_end, page, screen

_DRAWN = 0.1
"""Seconds after which a screen is drawn, and its search is made ready."""


@screen
def Screen(ctx: AppContext, game_id: str, section_id: str = "") -> ft.Control:
    """Render the rules of a game at their own route."""
    return Rules(
        ctx,
        game_id,
        section_id,
        open_section=lambda name: ctx.go(routes.rules(game_id, name)),
        index=routes.rules(game_id),
        back=routes.HOME,
        doubt=partial(_doubt, ctx, game_id),
    )


def _doubt(ctx: AppContext, game_id: str, section_id: str) -> None:
    """Open the disputes about a game, or a new dispute about the open section."""
    may = section_id and ctx.client.disputes.may_open(None)
    ctx.go(routes.new_dispute(game_id, section_id) if may else routes.disputes(game_id))


@screen
def Rules(
    ctx: AppContext,
    game_id: str,
    section_id: str,
    *,
    open_section: Callable[[str], None],
    index: str,
    back: str | None,
    doubt: Callable[[str], None],
    rulings: Mapping[str, str] | None = None,
    facts: FactValues | None = None,
    unsure: Collection[str] = (),
    table: RulesTable | None = None,
) -> ft.Control:
    """Render the index and the section side by side, or one at a time on a phone."""
    use_idle_work(partial(preparing, ctx.client.games.get(game_id)), game_id, _DRAWN)
    query, set_query = ft.use_state(table.asked if table else "")
    opened, set_opened = ft.use_state(frozenset[str]())
    try:
        data = ctx.rulebook(game_id)
    except RulebookError:
        return dead_end(ctx, ctx.words("error.title"), ctx.words("error.no_game"))
    printed = data.default_facts() if facts is None else facts

    def ask(question: str) -> None:
        set_query(question)
        if table and table.asked:
            table.keep("")

    def dispute(about: str) -> None:
        if table:
            table.keep(query)
        doubt(about)

    reader = Reader(
        ctx, data, rulings or {}, printed, unsure, query, open_section, index, dispute, table
    )

    contents = _contents(reader, ask, opened, set_opened)
    title = ctx.words("rulebook.title", game=data.info.name)
    if ctx.layout is Layout.PHONE:
        if section_id == PIECES:
            return section.pieces_page(reader)
        if section_id:
            return reading.section_page(reader, section_id)
        return page(ctx, title, contents, back=back, actions=[reading.dispute_button(reader, "")])
    about = "" if section_id == PIECES else section_id
    actions = [reading.dispute_button(reader, about)]
    beside = _beside(reader, section_id)
    return page(ctx, title, contents, back=back, aside=beside, actions=actions)


def _beside(reader: Reader, section_id: str) -> list[ft.Control]:
    """Build the pane beside the index."""
    if section_id == PIECES:
        return section.beside(reader)
    return reading.section(reader, section_id) if section_id else [_welcome(reader)]


def _contents(
    reader: Reader,
    set_query: Callable[[str], None],
    opened: frozenset[str],
    set_opened: Callable[[frozenset[str]], None],
) -> list[ft.Control]:
    """Build the search field, always in place, with the results or the index below it."""
    words = reader.ctx.words
    label = words("rules.ask" if reader.table else "rules.search")
    field = widgets.search_field(label, reader.query, set_query, key="rules-search")
    said, below = _results(reader) if reader.query.strip() else (words("rules.search_hint"), [])
    nothing = not below
    if nothing:
        chapters = presenter.tree(reader.data)
        sheet = section.title(reader)
        below = [_pieces(reader, sheet)] if sheet else []
        below += [_chapter(reader, chapter, opened, set_opened) for chapter in chapters]
        below += _small_print(reader)
    heard = reader.table.answers(reader.query) if reader.table else []
    if reader.table and reader.query.strip() and nothing and not heard:
        heard = reader.table.instead()
    hint = ft.Text(said, size=15, color=ft.Colors.ON_SURFACE_VARIANT)
    return [
        ft.Column(
            [field, ft.Semantics(live_region=True, content=hint)],
            spacing=6,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        *heard,
        ft.Column(below, spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
    ]


def _chapter(
    reader: Reader,
    chapter: presenter.Chapter,
    opened: frozenset[str],
    set_opened: Callable[[frozenset[str]], None],
) -> ft.Control:
    """Build a chapter, as one link or as an expander of its sections."""
    if not chapter.sections:
        # A chapter without sections looks like the expandable ones around it.
        link, back = presenter.Link(chapter.id, chapter.title), ft.Colors.SURFACE_CONTAINER_LOW
        return _entry(reader, link, 0, strong=True, back=back)
    rows = [
        _entry(
            reader,
            presenter.Link(chapter.id, reader.ctx.words("rulebook.whole_chapter")),
            0,
            strong=True,
        ),
        *(_entry(reader, link, depth) for depth, link in chapter.sections),
    ]
    return widgets.expander(
        chapter.title,
        rows,
        is_open=chapter.id in opened,
        on_toggle=lambda _open: set_opened(opened ^ {chapter.id}),
        key=f"chapter:{chapter.id}",
    )


def _pieces(reader: Reader, sheet: str) -> ft.Control:
    back = ft.Colors.SURFACE_CONTAINER_HIGHEST
    return _entry(reader, presenter.Link(PIECES, sheet), 0, strong=True, back=back)


def _entry(
    reader: Reader,
    link: presenter.Link,
    depth: int,
    *,
    strong: bool = False,
    back: str | None = None,
) -> ft.Control:
    weight = ft.FontWeight.W_600 if strong else ft.FontWeight.W_400
    visual = ft.Row(
        [
            ft.Text(link.title, size=17, weight=weight, expand=True),
            ft.Icon(
                ft.Icons.CHEVRON_RIGHT,
                size=20,
                color=ft.Colors.ON_SURFACE_VARIANT,
                apply_text_scaling=True,
            ),
        ],
        spacing=8,
    )
    return widgets.tappable(
        visual,
        link.title,
        partial(reader.open, link.id),
        key=f"entry:{link.id}:{strong}",
        padding=ft.Padding.only(left=16 + 20 * depth, right=12, top=13, bottom=13),
        bgcolor=back,
    )


def _results(reader: Reader) -> tuple[str, list[ft.Control]]:
    """Return the number of results as text, and the results."""
    words = reader.ctx.words
    hits = search(reader.ctx.client.games[reader.data.id], reader.query)
    if not hits:
        return words("rules.no_results"), []
    return words("rules.results", n=len(hits)), hit_tiles(hits, reader.open_section)


def _small_print(reader: Reader) -> list[ft.Control]:
    words, coverage = reader.ctx.words, reader.data.rulebook.coverage()
    texts = (
        words("rules.coverage", covered=coverage.covered, total=coverage.total),
        words("rules.own_words"),
        reader.data.info.rulebook,
    )
    return [
        ft.Container(
            ft.Column(
                [ft.Text(text, size=14, color=ft.Colors.ON_SURFACE_VARIANT) for text in texts],
                spacing=6,
            ),
            padding=ft.Padding.only(left=16, right=16, top=16),
        )
    ]


def _welcome(reader: Reader) -> ft.Control:
    """Build the pane shown while no section is open."""
    info = reader.data.info
    return widgets.card(
        [
            widgets.heading(info.name, 24),
            ft.Text(info.summary, size=17),
            ft.Text(reader.ctx.words("rulebook.pick"), size=16),
        ],
        padding=24,
    )
