"""Countable places of a table. A touch on a number opens it for counting."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.match.files.error_models import Place
from companion.ui.context import AppContext
from companion.ui.screens.recount.presenter import CountGroup, CountStatus, RecountLine
from companion.ui.theme import RADIUS
from companion.ui.widgets import (
    frame_style,
    heading,
    icon_button,
    in_own_row,
    number_field,
    seat_badge,
    secondary,
    tappable,
)

_LOOK = {
    CountStatus.UNCOUNTED: (None, ft.Colors.ON_SURFACE_VARIANT),
    CountStatus.AGREES: (ft.Icons.CHECK, ft.Colors.TERTIARY),
    CountStatus.MAY_AGREE: (ft.Icons.QUESTION_MARK, ft.Colors.ON_SURFACE_VARIANT),
    CountStatus.DIFFERS: (ft.Icons.BALANCE, ft.Colors.ERROR),
    CountStatus.UNREADABLE: (ft.Icons.ERROR_OUTLINE, ft.Colors.ERROR),
}


@dataclass(frozen=True)
class Counting:
    """Callbacks of the counted places."""

    opened: str
    """Key of the place being counted; empty: none."""
    open: Callable[[str], None]
    """Callback that opens a place, or none."""
    put: Callable[[Place, int | None], None]
    """Callback that takes a typed number."""
    tick: Callable[[Place], None]
    """Callback that marks a place as agreeing, or removes its count."""


def place_groups(
    ctx: AppContext, groups: tuple[CountGroup, ...], counting: Counting
) -> list[ft.Control]:
    """Build the places this device may count, seat by seat. A single place is open."""
    lines = [line for group in groups for line in group.lines]
    alone = lines[0].key if len(lines) == 1 else ""
    return [_group(ctx, group, counting, counting.opened or alone) for group in groups]


def _group(ctx: AppContext, group: CountGroup, counting: Counting, opened: str) -> ft.Control:
    head: list[ft.Control] = []
    if group.seat is not None:
        head.append(seat_badge(group.colour, group.title, 30))
    head.append(heading(group.title, 19))
    across = 1 if ctx.settings.large_text or group.seat is None else 2
    rows: list[ft.Control] = []
    for first in range(0, len(group.lines), across):
        pair = group.lines[first : first + across]
        cells: list[ft.Control] = [_chip(line, counting, line.key == opened) for line in pair]
        cells += [ft.Container(expand=1) for _ in range(across - len(pair))]
        rows.append(
            ft.Row(
                cells,
                spacing=8,
                key=f"pair:{pair[0].key}",
                intrinsic_height=True,
                vertical_alignment=ft.CrossAxisAlignment.STRETCH,
            )
        )
        rows += [_editor(ctx, line, counting) for line in pair if line.key == opened]
    key = f"counts:{'' if group.seat is None else group.seat}"
    return ft.Column([ft.Row(head, spacing=8), *rows], spacing=8, key=key)


def _chip(line: RecountLine, counting: Counting, opened: bool) -> ft.Control:
    """Build the number of a place, with its count status."""
    icon, colour = _LOOK[line.standing]
    number = "–" if line.shown is None else str(line.shown)
    marks: list[ft.Control] = [ft.Icon(icon, size=20, color=colour)] if icon else []
    visual = ft.Row(
        [
            ft.Text(line.name, size=16, expand=True),
            *marks,
            ft.Text(number, size=22, weight=ft.FontWeight.BOLD, color=colour if icon else None),
        ],
        spacing=6,
    )
    return tappable(
        visual,
        f"{line.name if opened else line.label}. {line.status_text}",
        lambda _e: counting.open("" if opened else line.key),
        key=f"place:{line.key}",
        selected=opened,
        expand=1,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if opened else ft.Colors.SURFACE_CONTAINER_LOW,
        **frame_style(
            2 if opened or icon else 1,
            ft.Colors.PRIMARY if opened else colour if icon else ft.Colors.OUTLINE_VARIANT,
            across=14,
            down=10,
        ),
    )


def _editor(ctx: AppContext, line: RecountLine, counting: Counting) -> ft.Control:
    """Build the editor of one place: the acta's number and the counted one."""
    field = number_field(
        line.label,
        line.shown,
        lambda n: counting.put(line.place, n),
        key=f"count:{line.key}",
        width=None,
    )
    less, more = _steps(ctx, line, counting)
    row = ft.Row(
        [ft.Container(field, expand=True), less, more],
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    ticks = [] if line.covered else [in_own_row(_tick(ctx, line, counting))]
    return ft.Container(
        ft.Column([row, _status_line(line), *ticks], spacing=8, tight=True),
        key=f"line:{line.key}",
        padding=14,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=RADIUS,
    )


def _steps(ctx: AppContext, line: RecountLine, counting: Counting) -> tuple[ft.Control, ft.Control]:
    shown = line.shown or 0
    return (
        icon_button(
            ft.Icons.REMOVE_CIRCLE_OUTLINE,
            ctx.words("a11y.decrease", label=line.label),
            lambda _e: counting.put(line.place, shown - 1),
            key=f"less:{line.key}",
            disabled=shown <= 0,
            size=34,
        ),
        icon_button(
            ft.Icons.ADD_CIRCLE_OUTLINE,
            ctx.words("a11y.increase", label=line.label),
            lambda _e: counting.put(line.place, shown + 1),
            key=f"more:{line.key}",
            size=34,
        ),
    )


def _tick(ctx: AppContext, line: RecountLine, counting: Counting) -> ft.Control:
    """Build the button that marks the place as agreeing and closes it, or removes its count."""
    free = line.standing is CountStatus.UNCOUNTED

    def touched(_event: object) -> None:
        counting.tick(line.place)
        if free:
            counting.open("")

    return secondary(
        ctx.words("cuadre.tick" if free else "cuadre.untick", label=line.label),
        touched,
        icon=ft.Icons.CHECK_CIRCLE_OUTLINE if free else ft.Icons.UNDO,
        key=f"tick:{line.key}",
    )


def _status_line(line: RecountLine) -> ft.Control:
    icon, colour = _LOOK[line.standing]
    weight = ft.FontWeight.W_600 if icon else None
    mark: list[ft.Control] = [ft.Icon(icon, size=18, color=colour)] if icon else []
    text = ft.Text(line.status_text, size=16, color=colour, weight=weight, expand=True)
    return ft.Row([*mark, text], spacing=6)
