"""Section of the rules, and the list of pieces that stands among them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import flet as ft

from companion.games import GAMES
from companion.kernel.box.facts import FactValues
from companion.rulebook.loader import GameData
from companion.rulebook.sections import Enforcement
from companion.rulebook.wording import Wording
from companion.ui import widgets
from companion.ui.boards.contract import game_screen
from companion.ui.boards.parts import drawings
from companion.ui.context import AppContext
from companion.ui.layout import grown
from companion.ui.screens.rules import presenter
from companion.ui.screens.rules.presenter import (
    Doubt,
    Link,
    PieceView,
    RuleSectionView,
    card_views,
    matching,
    pieces,
)
from companion.ui.shell import dead_end, page
from companion.ui.widgets import Option, Tone


@dataclass(frozen=True)
class RulesTable:
    """Match within which the rules are read."""

    under: Callable[[str], list[ft.Control]]
    """Builds what it has to say of a section."""
    asked: str
    """Question of the device that goes on; empty if there is none."""
    keep: Callable[[str], None]
    """Keeps a question that is taken elsewhere."""
    answers: Callable[[str], list[ft.Control]]
    """Builds what a question may mean at it."""
    instead: Callable[[], list[ft.Control]]
    """Builds what can be asked at it where the rules have none of the words."""


@dataclass(frozen=True)
class Reader:
    """Context of reading the rules: game data, query and navigation."""

    ctx: AppContext
    data: GameData
    rulings: Mapping[str, str]
    facts: FactValues
    """Printed values of the match's box, or the defaults without a match."""
    unsure: Collection[str]
    """Those of them that nobody has confirmed."""
    query: str
    open_section: Callable[[str], None]
    index: str
    """Route of the index."""
    doubt: Callable[[str], None]
    """Callback that opens a dispute about a section, or about none."""
    table: RulesTable | None = None
    """None outside a match."""

    @property
    def wording(self) -> Wording:
        """Return the words of the game, with the names its box uses."""
        return Wording(self.data.id, (), self.rulings, self.facts)

    def open(self, section_id: str, _event: object = None) -> None:
        """Open a section."""
        self.open_section(section_id)


_MARKS = {
    Enforcement.ENFORCED: ft.Icons.VERIFIED_OUTLINED,
    Enforcement.TRACKED: ft.Icons.CALCULATE_OUTLINED,
    Enforcement.EXPLAINED: ft.Icons.INFO_OUTLINE,
    Enforcement.TABLE: ft.Icons.GROUPS_OUTLINED,
}


def section_page(reader: Reader, section_id: str) -> ft.Control:
    """Build a section as a screen of its own."""
    ctx = reader.ctx
    view = _view(reader, section_id)
    if view is None:
        return dead_end(ctx, ctx.words("error.title"), ctx.words("error.not_found"))
    contents = widgets.icon_button(
        ft.Icons.TOC, ctx.words("rules.contents"), lambda _e: ctx.go(reader.index), key="contents"
    )
    actions = [dispute_button(reader, section_id), contents]
    return page(ctx, view.title, _body(reader, view), back=reader.index, actions=actions)


def dispute_button(reader: Reader, section_id: str) -> ft.Control:
    """Build the button that opens a dispute about the open section, or the list of disputes."""
    label = reader.ctx.words("dispute.open_rule" if section_id else "dispute.title")
    return widgets.icon_button(
        ft.Icons.GAVEL, label, lambda _e: reader.doubt(section_id), key="dispute"
    )


def section(reader: Reader, section_id: str) -> list[ft.Control]:
    """Build a section for the pane beside the index."""
    view = _view(reader, section_id)
    if view is None:
        return [widgets.message(reader.ctx.words("error.not_found"), Tone.CARE)]
    return [widgets.heading(view.title, 26), *_body(reader, view)]


def _view(reader: Reader, section_id: str) -> RuleSectionView | None:
    return presenter.section(
        reader.data, section_id, reader.ctx.words, reader.rulings, reader.query
    )


def _body(reader: Reader, view: RuleSectionView) -> list[ft.Control]:
    words = reader.ctx.words
    shown: list[ft.Control] = []
    if view.path:
        shown.append(_path(reader, view.path))
    shown.append(_text(reader, view))
    shown += [_doubt(reader, doubt) for doubt in view.doubts]
    shown += reader.table.under(view.id) if reader.table else []
    shown += [_part(reader, part, 20) for part in view.parts]
    if view.see:
        links = [_link(reader, link, f"see:{link.id}") for link in view.see]
        row = ft.Row(links, wrap=True, spacing=8, run_spacing=8)
        shown.append(widgets.section(words("rules.see_also"), [row]))
    shown.append(_foot(reader, view))
    return shown


def _path(reader: Reader, path: Sequence[Link]) -> ft.Control:
    """Build the breadcrumbs, outermost first."""
    words = reader.ctx.words
    parts: list[ft.Control] = [
        widgets.text_button(
            words("nav.rules"), lambda _e: reader.ctx.go(reader.index), key="crumb:index"
        )
    ]
    for link in path:
        parts.append(ft.Icon(ft.Icons.CHEVRON_RIGHT, size=18))
        parts.append(
            widgets.text_button(link.title, partial(reader.open, link.id), key=f"crumb:{link.id}")
        )
    return ft.Row(
        parts, wrap=True, spacing=0, run_spacing=0, vertical_alignment=ft.CrossAxisAlignment.CENTER
    )


def _text(reader: Reader, view: RuleSectionView) -> ft.Control:
    """Build the paragraphs, the diagram and the enforcement mark."""
    lines: list[ft.Control] = [
        widgets.highlighted(passage.text, passage.spans, size=18) for passage in view.passages
    ]
    if view.diagram:
        lines.append(_drawing(reader, view.diagram))
    if view.enforcement is not None:
        lines.append(
            ft.Row(
                [
                    ft.Icon(_MARKS[view.enforcement], size=20, color=ft.Colors.PRIMARY),
                    ft.Text(view.mark, size=14, expand=True, color=ft.Colors.ON_SURFACE_VARIANT),
                ],
                spacing=8,
            )
        )
    return ft.Column(lines, spacing=12, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


_BESIDE = 72
"""Width beside a diagram, within a card."""


def _drawing(reader: Reader, name: str) -> ft.Control:
    """Build the diagram, enlarged with the text as far as the screen width allows."""
    ctx, of = reader.ctx, drawings(reader.data.id)[name]
    room = (ft.context.page.width or 360) / ctx.layout.columns - _BESIDE
    return widgets.diagram(
        of,
        reader.wording.own(f"diagrams.{name}"),
        grown=max(1, min(grown(ctx.settings.text_scale), room / of.width)),
        key=f"diagram:{name}",
    )


def _part(reader: Reader, view: RuleSectionView, size: float) -> ft.Control:
    """Build a subsection of the open one."""
    inside: list[ft.Control] = [widgets.heading(view.title, size, level=3), _text(reader, view)]
    inside += [_doubt(reader, doubt) for doubt in view.doubts]
    inside += [_part(reader, part, 18) for part in view.parts]
    if view.see:
        links = [_link(reader, link, f"see:{view.id}:{link.id}") for link in view.see]
        inside.append(ft.Row(links, wrap=True, spacing=8, run_spacing=8))
    return widgets.card(inside, key=f"part:{view.id}", padding=18)


def _doubt(reader: Reader, doubt: Doubt) -> ft.Control:
    words = reader.ctx.words
    ink = ft.Colors.ON_SECONDARY_CONTAINER
    return widgets.card(
        [
            ft.Row(
                [
                    ft.Icon(ft.Icons.BALANCE, size=20, color=ink),
                    ft.Text(
                        doubt.title, size=16, weight=ft.FontWeight.BOLD, expand=True, color=ink
                    ),
                ],
                spacing=8,
            ),
            ft.Text(words("rules.doubt_reading", reading=doubt.reading), size=16, color=ink),
            ft.Text(doubt.why, size=14, color=ink),
        ],
        bgcolor=ft.Colors.SECONDARY_CONTAINER,
        key=f"doubt:{doubt.id}",
        spacing=6,
    )


def _link(reader: Reader, link: Link, key: str) -> ft.Control:
    return widgets.secondary(
        link.title, partial(reader.open, link.id), icon=ft.Icons.ARROW_OUTWARD, key=key
    )


def _foot(reader: Reader, view: RuleSectionView) -> ft.Control:
    """Build the source in the printed rulebook and the links to the neighbours."""
    words = reader.ctx.words
    leaves: list[ft.Control] = []
    if view.before:
        leaves.append(
            widgets.text_button(
                words("rulebook.before", title=view.before.title),
                partial(reader.open, view.before.id),
                icon=ft.Icons.ARROW_BACK,
                key="before",
            )
        )
    if view.after:
        leaves.append(
            widgets.text_button(
                words("rulebook.after", title=view.after.title),
                partial(reader.open, view.after.id),
                icon=ft.Icons.ARROW_FORWARD,
                key="after",
            )
        )
    return ft.Column(
        [
            ft.Text(view.source, size=14, color=ft.Colors.ON_SURFACE_VARIANT),
            ft.Row(leaves, wrap=True, spacing=8, run_spacing=8),
        ],
        spacing=8,
    )


_MOST: Final = 60
"""Greatest number of pieces shown at once."""


def title(reader: Reader) -> str:
    """Return the title of the sheet, or an empty text in a game without effect lines."""
    game = reader.data.id
    content = GAMES[game].lines or game_screen(game).card_list
    return reader.wording.own("pieces.title") if content else ""


def pieces_page(reader: Reader) -> ft.Control:
    """Build the sheet as a screen of its own."""
    return page(reader.ctx, title(reader), [_sheet(reader)], back=reader.index)


def beside(reader: Reader) -> list[ft.Control]:
    """Build the sheet for the pane beside the index."""
    return [widgets.heading(title(reader), 26), _sheet(reader)]


def _sheet(reader: Reader) -> ft.Control:
    wording = reader.wording
    listed = game_screen(reader.data.id).card_list
    if listed:
        grouped: Callable[..., ft.Control] = GroupedPieces
        return grouped(reader, card_views(listed(wording), wording), key="pieces:grouped")
    return _column(reader, pieces(GAMES[reader.data.id], wording, reader.facts, reader.unsure))


def _column(reader: Reader, listed: Iterable[PieceView]) -> ft.Control:
    return ft.Column(
        [_piece(reader, piece) for piece in listed],
        spacing=12,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@ft.component
def GroupedPieces(reader: Reader, listed: tuple[PieceView, ...]) -> ft.Control:
    """Render a long list of pieces: one group at a time, or the results of a search."""
    groups = tuple(dict.fromkeys(piece.group for piece in listed))
    shown, set_shown = ft.use_state(groups[0])
    query, set_query = ft.use_state("")
    picks = [Option(group, group, selected=group == shown and not query) for group in groups]

    def choose(group: str) -> None:
        set_query("")
        set_shown(group)

    results = matching(listed, query) if query.strip() else [p for p in listed if p.group == shown]
    words = reader.ctx.words
    parts = [
        widgets.search_field(words("rules.search"), query, set_query, key="pieces-search"),
        widgets.choices(picks, choose, key="pieces-group"),
        _column(reader, results[:_MOST])
        if results
        else ft.Text(words("rules.no_results"), size=16),
    ]
    return ft.Column(parts, spacing=12, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _piece(reader: Reader, piece: PieceView) -> ft.Control:
    """Build one piece. A touch opens its rule section, if it has one."""
    name = widgets.heading(piece.name, 20, level=3)
    lines = [ft.Text(line, size=17) for line in piece.lines]
    if piece.rule is None:
        return widgets.card([name, *lines], key=f"piece:{piece.id}", padding=16, spacing=6)
    arrow = ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20, color=ft.Colors.ON_SURFACE_VARIANT)
    name.expand = True
    return widgets.tappable(
        ft.Column(
            [ft.Row([name, arrow], spacing=8), *lines],
            spacing=6,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        " ".join((f"{piece.name}.", *piece.lines)),
        partial(reader.open, piece.rule.id),
        key=f"piece:{piece.id}",
        padding=16,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )
