"""Buttons for all kinds of action."""

import textwrap
from collections.abc import Callable

import flet as ft

from companion.ui.context import AppContext
from companion.ui.layout import within_panel
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.question_answers import question_field
from companion.ui.panels.report.form_fields import ACCENTS
from companion.ui.panels.step_panel import step_panel
from companion.ui.theme import GAP
from companion.ui.views.report.interaction import Mode, Start
from companion.ui.views.table.status import KindButton
from companion.ui.widgets import close_button, heading, outline, tappable

_LARGE, _SMALL = 15, 13
"""Text sizes of a kind."""
_LETTER, _EDGES = 8.6, 14
"""Width of a bold large letter, and total side margins of a button."""
_MARK, _BESIDE = 18, 8
"""Size of the sign of what is not possible now, and the space beside it."""


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
            None if controller.interaction.entry else controller.live.put,
        )
        body, title = [field, *body], words("table.doubt")
    accent = ACCENTS[controller.interaction.mode]
    return step_panel(title, body, [], close=closing, key="kinds", accent=accent)


def kinds_grid(
    controller: MatchController, kinds: tuple[KindButton, ...], when: str = "now"
) -> ft.Control:
    """Build the grid of all kinds, two side by side where whole words fit.

    What is possible comes first, apart from the rest; a doubt may be about anything.

    Args:
        controller: controller of the match.
        kinds: all kinds of action.
        when: `now`, or `then` at a moment of the past.
    """
    words, columns = controller.ctx.words, 1 if large_text(controller.ctx) else 2
    doubt = controller.interaction.mode is Mode.DOUBT
    refused = [kind for kind in kinds if (kind.refusal or kind.hopeless) and not doubt]
    legal = [kind for kind in kinds if kind not in refused]
    cells = ([_kind(controller, kind) for kind in some] for some in (legal, refused))
    grids = [_grid(some, columns) for some in cells]
    if not refused:
        return grids[0]
    parts: list[ft.Control] = [heading(words(f"table.kinds_not_{when}"), 16, level=3), grids[1]]
    if legal:
        parts = [heading(words(f"table.kinds_{when}"), 16, level=3), grids[0], *parts]
    return ft.Column(parts, spacing=GAP, tight=True)


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
    legal = doubt or not (kind.refusal or kind.hopeless)

    def tapped(_event: object) -> None:
        if kind.refusal and not doubt:
            controller.live.refused_kind(kind.kind, kind.refusal)
        else:
            # The form of a hopeless kind tells of each choice why it is not possible.
            controller.live.open(Start(kind.kind), thorough=True)

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
    """Build the target of a kind; one without a colour of its own is not possible now."""
    said = ft.Text(
        text,
        size=_size(controller.ctx, text, 0 if back else _MARK + _BESIDE),
        weight=ft.FontWeight.W_600 if back else ft.FontWeight.W_500,
        color=ink,
        text_align=ft.TextAlign.CENTER if back else ft.TextAlign.START,
        max_lines=5 if large_text(controller.ctx) else 2,
        overflow=ft.TextOverflow.ELLIPSIS,
        style=ft.TextStyle(height=1.15),
        expand=None if back else True,
    )
    blocked = ft.Icon(ft.Icons.BLOCK, size=_MARK, color=ft.Colors.OUTLINE)
    return tappable(
        said if back else ft.Row([blocked, said], spacing=_BESIDE),
        label,
        on_tap,
        key=key,
        padding=ft.Padding.symmetric(horizontal=4 if back else _BESIDE, vertical=4),
        bgcolor=back or ft.Colors.SURFACE_CONTAINER_LOW,
        border=outline(1, ft.Colors.OUTLINE) if back else None,
        alignment=ft.Alignment.CENTER if back else ft.Alignment.CENTER_LEFT,
        height=None
        if large_text(controller.ctx)
        else 52 * controller.ctx.settings.text_scale / 100,
        expand=1,
    )


def _size(ctx: AppContext, text: str, beside: float) -> int:
    """Return the largest size at which the text fits two lines, with that much beside it.

    Large text takes as many lines as it needs.
    """
    if large_text(ctx):
        return _LARGE
    room = (
        (within_panel(ctx.layout, float(ft.context.page.width or 412)) - GAP) / 2 - _EDGES - beside
    )
    lines = textwrap.wrap(text, max(1, int(room / (_LETTER * ctx.settings.grown))))
    return _LARGE if len(lines) <= 2 else _SMALL


def large_text(ctx: AppContext) -> bool:
    """Return whether the text is so large that things must be stacked."""
    return ctx.settings.large_text
