"""Buttons for all kinds of action."""

import textwrap
from collections.abc import Callable

import flet as ft

from companion.ui.context import AppContext
from companion.ui.layout import within_panel
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.question_answers import question_field
from companion.ui.panels.step_panel import step_panel
from companion.ui.theme import GAP
from companion.ui.views.report.interaction import Mode, Start
from companion.ui.views.table.status import KindButton
from companion.ui.widgets import close_button, outline, tappable

_LARGE, _SMALL = 15, 13
"""Text sizes of a kind."""
_LETTER, _EDGES = 8.6, 14
"""Width of a bold large letter, and total side margins of a button."""


def kinds_panel(controller: MatchController, kinds: tuple[KindButton, ...]) -> ft.Control:
    """Build the panel of all kinds of action, where they are too many for the screen."""
    words = controller.ctx.words
    closing = close_button(
        words("button.close"), lambda: controller.live.close(), key="kinds:close"
    )
    body = [kinds_grid(controller, kinds)]
    title = words("table.what_happened")
    if controller.interaction.mode is Mode.DOUBT:
        field = question_field(
            controller.ctx,
            controller.match,
            lambda draft: controller.live.open_draft(draft),
            "kinds:ask",
        )
        body, title = [field, *body], words("table.doubt")
    return step_panel(title, body, [], close=closing, key="kinds")


def kinds_grid(controller: MatchController, kinds: tuple[KindButton, ...]) -> ft.Control:
    """Build the grid of all kinds, two side by side where whole words fit.

    What is possible now comes first; a doubt may be about anything.
    """
    doubt = controller.interaction.mode is Mode.DOUBT
    ordered = kinds if doubt else sorted(kinds, key=lambda kind: kind.refusal is not None)
    cells = [_kind(controller, kind) for kind in ordered]
    return _grid(cells, 1 if large_text(controller.ctx) else 2)


def _grid(cells: list[ft.Control], columns: int) -> ft.Control:
    rows = [cells[n : n + columns] for n in range(0, len(cells), columns)]
    return ft.Column(
        [
            ft.Row(
                [*row, *(ft.Container(expand=1) for _ in range(columns - len(row)))],
                spacing=GAP,
            )
            for row in rows
        ],
        spacing=GAP,
        tight=True,
    )


def _kind(controller: MatchController, kind: KindButton) -> ft.Control:
    words = controller.ctx.words
    doubt = controller.interaction.mode is Mode.DOUBT
    legal = kind.refusal is None or doubt

    def tapped(_event: object) -> None:
        if legal:
            controller.live.open(Start(kind.kind), thorough=True)
        elif kind.refusal:
            controller.live.refused_kind(kind.kind, kind.refusal)

    label = kind.label if legal else f"{kind.label} · {words('form.greyed')}"
    main = ft.Colors.TERTIARY_CONTAINER if doubt else ft.Colors.PRIMARY_CONTAINER
    ink = ft.Colors.ON_TERTIARY_CONTAINER if doubt else ft.Colors.ON_PRIMARY_CONTAINER
    return _cell(
        controller,
        kind.label,
        label,
        tapped,
        f"kind:{kind.kind}",
        main if legal else None,
        ink if legal else ft.Colors.ON_SURFACE_VARIANT,
    )


def _cell(
    controller: MatchController,
    text: str,
    label: str,
    on_tap: Callable[[object], None],
    key: str,
    back: str | None,
    ink: str,
) -> ft.Control:
    return tappable(
        ft.Text(
            text,
            size=_size(controller.ctx, text),
            weight=ft.FontWeight.W_600,
            color=ink,
            text_align=ft.TextAlign.CENTER,
            max_lines=5 if large_text(controller.ctx) else 2,
            overflow=ft.TextOverflow.ELLIPSIS,
            style=ft.TextStyle(height=1.15),
        ),
        label,
        on_tap,
        key=key,
        padding=ft.Padding.symmetric(horizontal=4, vertical=4),
        bgcolor=back,
        border=None if back else outline(1, ft.Colors.OUTLINE_VARIANT),
        alignment=ft.Alignment.CENTER,
        height=None
        if large_text(controller.ctx)
        else 52 * controller.ctx.settings.text_scale / 100,
        expand=1,
    )


def _size(ctx: AppContext, text: str) -> int:
    """Return the largest size at which the text fits two lines.

    Large text takes as many lines as it needs.
    """
    if large_text(ctx):
        return _LARGE
    room = (within_panel(ctx.layout, float(ft.context.page.width or 412)) - GAP) / 2 - _EDGES
    lines = textwrap.wrap(text, max(1, int(room / (_LETTER * ctx.settings.grown))))
    return _LARGE if len(lines) <= 2 else _SMALL


def large_text(ctx: AppContext) -> bool:
    """Return whether the text is so large that things must be stacked."""
    return ctx.settings.large_text
