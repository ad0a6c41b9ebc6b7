"""Page of one rule section."""

from collections.abc import Sequence
from functools import partial

import flet as ft

from companion.rulebook.sections import Enforcement
from companion.ui import widgets
from companion.ui.boards.drawings import drawings
from companion.ui.layout import grown
from companion.ui.screens.rules import presenter
from companion.ui.screens.rules.presenter import Doubt, Link, RuleSectionView
from companion.ui.screens.rules.reader import Reader
from companion.ui.shell import dead_end, page
from companion.ui.widgets import Tone

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
    shown += reader.at_table(view.id)
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
