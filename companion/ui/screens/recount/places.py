"""The places of a table, each with what was counted in it."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.match.slips import Place
from companion.ui.context import AppContext
from companion.ui.screens.recount.presenter import CountGroup, CountLine, Standing
from companion.ui.widgets import heading, icon_button, number_field, seat_badge

_LOOK = {
    Standing.UNCOUNTED: (None, ft.Colors.ON_SURFACE_VARIANT),
    Standing.AGREES: (ft.Icons.CHECK, ft.Colors.TERTIARY),
    Standing.DIFFERS: (ft.Icons.BALANCE, ft.Colors.ERROR),
    Standing.UNREADABLE: (ft.Icons.ERROR_OUTLINE, ft.Colors.ERROR),
}


@dataclass(frozen=True)
class Counting:
    """What becomes of what is counted."""

    put: Callable[[Place, int | None], None]
    """Takes what was typed."""
    tick: Callable[[Place], None]
    """It agrees; or it is not counted after all."""


def place_groups(
    ctx: AppContext, groups: tuple[CountGroup, ...], counting: Counting
) -> list[ft.Control]:
    """Every place that this device may count, seat by seat."""
    return [_group(ctx, group, counting) for group in groups]


def _group(ctx: AppContext, group: CountGroup, counting: Counting) -> ft.Control:
    head: list[ft.Control] = []
    if group.seat is not None:
        head.append(seat_badge(group.seat, group.title, 30))
    head.append(heading(group.title, 19))
    lines = [_line(ctx, line, counting) for line in group.lines]
    key = f"counts:{'' if group.seat is None else group.seat}"
    return ft.Column([ft.Row(head, spacing=8), *lines], spacing=18, key=key)


def _line(ctx: AppContext, line: CountLine, counting: Counting) -> ft.Control:
    field = number_field(
        line.label,
        line.shown,
        lambda n: counting.put(line.place, n),
        key=f"count:{line.key}",
        width=None,
    )
    row = ft.Row(
        [
            ft.Container(field, expand=True),
            *_steps(ctx, line, counting),
            *([] if line.covered else [_tick(ctx, line, counting)]),
        ],
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Column([row, _told(line)], spacing=2, key=f"line:{line.key}")


def _steps(ctx: AppContext, line: CountLine, counting: Counting) -> list[ft.Control]:
    shown = line.shown or 0
    return [
        icon_button(
            ft.Icons.REMOVE_CIRCLE_OUTLINE,
            ctx.words("a11y.decrease", label=line.label),
            lambda _e: counting.put(line.place, shown - 1),
            key=f"less:{line.key}",
            disabled=shown <= 0,
        ),
        icon_button(
            ft.Icons.ADD_CIRCLE_OUTLINE,
            ctx.words("a11y.increase", label=line.label),
            lambda _e: counting.put(line.place, shown + 1),
            key=f"more:{line.key}",
        ),
    ]


def _tick(ctx: AppContext, line: CountLine, counting: Counting) -> ft.Control:
    """It agrees; touched again, nothing was said of it."""
    free = line.standing is Standing.UNCOUNTED
    return icon_button(
        ft.Icons.CHECK_CIRCLE_OUTLINE if free else ft.Icons.UNDO,
        ctx.words("cuadre.tick" if free else "cuadre.untick", label=line.label),
        lambda _e: counting.tick(line.place),
        key=f"tick:{line.key}",
    )


def _told(line: CountLine) -> ft.Control:
    icon, colour = _LOOK[line.standing]
    weight = ft.FontWeight.W_600 if icon else None
    mark: list[ft.Control] = [ft.Icon(icon, size=18, color=colour)] if icon else []
    text = ft.Text(line.told, size=15, color=colour, weight=weight, expand=True)
    return ft.Row([*mark, text], spacing=6)
