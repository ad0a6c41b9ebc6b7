"""Choices in a fixed order. Disallowed ones stay in place, greyed, and say why."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.ui.theme import GAP, RADIUS
from companion.ui.widgets.pictures import Sign, frame_style, sign
from companion.ui.widgets.tappable import tappable


@dataclass(frozen=True)
class Option:
    """Choice of a row."""

    value: Any
    label: str
    enabled: bool = True
    detail: str = ""
    """Second line: its cost, or briefly why it is greyed."""
    selected: bool = False
    icon: Sign | None = None
    colour: str | None = None
    """Colour of its icon."""
    mark: str = ""
    """Suffix of its key, if not its index."""


def choices(
    options: Sequence[Option],
    on_choose: Callable[[Any], None],
    on_blocked: Callable[[Any], None] | None = None,
    *,
    key: str = "choice",
    blocked_word: str = "",
) -> ft.Control:
    """Return the options as a wrapping row of targets.

    Args:
        options: options in display order.
        on_choose: called with the value of an enabled option.
        on_blocked: called with the value of a greyed one, to show why.
        key: prefix of the keys of the targets.
        blocked_word: word added to the name of a greyed option for screen readers.
    """
    return ft.Row(
        [
            _option(o, on_choose, on_blocked, f"{key}:{o.mark or n}", blocked_word)
            for n, o in enumerate(options)
        ],
        wrap=True,
        spacing=GAP,
        run_spacing=GAP,
    )


def _option(
    option: Option,
    on_choose: Callable[[Any], None],
    on_blocked: Callable[[Any], None] | None,
    key: str,
    blocked_word: str,
) -> ft.Control:
    def tapped(_event: Any) -> None:
        if option.enabled:
            on_choose(option.value)
        elif on_blocked:
            on_blocked(option.value)

    name = (
        option.label if option.enabled or not blocked_word else f"{option.label} · {blocked_word}"
    )
    return tappable(
        _visual(option),
        name if not option.detail else f"{name}. {option.detail}",
        tapped,
        key=key,
        selected=option.selected,
        bgcolor=_background(option),
        radius=RADIUS,
        **frame_style(
            2 if option.selected else 1,
            ft.Colors.PRIMARY if option.selected else ft.Colors.OUTLINE_VARIANT,
            across=16,
            down=12,
        ),
    )


def _background(option: Option) -> str:
    if option.selected:
        return ft.Colors.PRIMARY_CONTAINER
    return ft.Colors.SURFACE_CONTAINER_HIGH if option.enabled else ft.Colors.TRANSPARENT


def _visual(option: Option) -> ft.Control:
    ink = (
        ft.Colors.ON_SURFACE
        if option.enabled
        else ft.Colors.with_opacity(0.74, ft.Colors.ON_SURFACE)
    )
    lines: list[ft.Control] = [
        ft.Text(option.label, size=18, weight=ft.FontWeight.W_600, color=ink)
    ]
    if option.detail:
        lines.append(ft.Text(option.detail, size=15, color=ink))
    icon = option.icon or (None if option.enabled else ft.Icons.BLOCK)
    if icon is None:
        return ft.Column(lines, spacing=2, tight=True)
    text = ft.Column(lines, spacing=2, tight=True, expand=True, expand_loose=True)
    return ft.Row([sign(icon, 22, option.colour or ink), text], spacing=10, tight=True)
