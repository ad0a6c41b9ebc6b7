"""Picker of several items with repeats, such as cards laid down or goods delivered."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.toolkit.edges import outline
from companion.ui.theme import RADIUS
from companion.ui.widgets.pictures import Sign, sign
from companion.ui.widgets.tappable import tappable

_HEIGHT = 50


@dataclass(frozen=True)
class BagItem:
    """Kind of item that can be picked."""

    item: str
    label: str
    """Name read out: «blanca 2»."""
    short: str
    """Large text: «2»."""
    maximum: int
    colour: str = "#666666"
    on_colour: str = "#FFFFFF"
    icon: Sign | None = None


def bag(
    rows: Sequence[tuple[str, Sequence[BagItem]]],
    chosen: tuple[str, ...],
    on_change: Callable[[tuple[str, ...]], None],
    *,
    remove_word: str,
    none_word: str,
    key: str = "bag",
) -> ft.Control:
    """Return a grid with one row per family; a touch adds an item, or removes a chosen one.

    Args:
        rows: title of each row and its items, in a fixed order.
        chosen: current picks, with repeats.
        on_change: called with the new picks.
        remove_word: word before the name of a chosen item: «Quitar».
        none_word: what stands in the place of the chosen items while there are none.
        key: prefix of the keys of its targets.
    """
    counts = Counter(chosen)
    items = {item.item: item for _, row in rows for item in row}
    grid = [_row(title, row, counts, chosen, on_change, key) for title, row in rows]
    picked = _picked(items, chosen, on_change, remove_word, key)
    # Reserve the height of a card, so that the first pick does not move anything under the finger.
    none = ft.Container(
        ft.Text(none_word, size=15, color=ft.Colors.ON_SURFACE_VARIANT),
        height=_HEIGHT,
        alignment=ft.Alignment.CENTER_LEFT,
    )
    above = ft.Row(picked or [none], wrap=True, spacing=6, run_spacing=6)
    return ft.Column([above, *grid], spacing=6)


def _picked(
    items: dict[str, BagItem],
    chosen: tuple[str, ...],
    on_change: Callable[[tuple[str, ...]], None],
    remove_word: str,
    key: str,
) -> list[ft.Control]:
    def take_back(index: int) -> Callable[[Any], None]:
        return lambda _event: on_change(chosen[:index] + chosen[index + 1 :])

    return [
        _card(
            items[item],
            f"{remove_word} {items[item].label}",
            take_back(index),
            f"{key}:chosen:{index}",
            count=0,
            width=56,
        )
        for index, item in enumerate(chosen)
        if item in items
    ]


def _row(
    title: str,
    row: Sequence[BagItem],
    counts: Counter[str],
    chosen: tuple[str, ...],
    on_change: Callable[[tuple[str, ...]], None],
    key: str,
) -> ft.Control:
    def add(item: BagItem) -> Callable[[Any], None] | None:
        if counts[item.item] >= item.maximum:
            return None
        return lambda _event: on_change((*chosen, item.item))

    cards = [
        _card(
            item,
            item.label,
            add(item),
            f"{key}:{item.item}",
            count=counts[item.item],
            expand=1,
        )
        # Remove duplicates of a row: they would be two controls with one key.
        for item in {item.item: item for item in row}.values()
    ]
    name = ft.Container(ft.Text(title, size=14, weight=ft.FontWeight.W_600), width=84)
    return ft.Row([name, *cards], spacing=6, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def _card(
    item: BagItem,
    label: str,
    on_tap: Callable[[Any], None] | None,
    key: str,
    *,
    count: int,
    width: float | None = None,
    expand: int | None = None,
) -> ft.Control:
    parts: list[ft.Control] = [
        ft.Text(item.short, size=20, weight=ft.FontWeight.BOLD, color=item.on_colour)
    ]
    if item.icon:
        parts.insert(0, sign(item.icon, 18, item.on_colour))
    if count:
        parts.append(
            ft.Container(
                ft.Text(f"×{count}", size=15, weight=ft.FontWeight.BOLD, color=item.colour),
                bgcolor=item.on_colour,
                border_radius=10,
                padding=ft.Padding.symmetric(horizontal=6, vertical=1),
            )
        )
    visual = ft.Row(parts, spacing=6, alignment=ft.MainAxisAlignment.CENTER)
    return tappable(
        visual,
        label,
        on_tap,
        key=key,
        width=width,
        height=_HEIGHT,
        bgcolor=item.colour,
        radius=RADIUS * 0.6,
        border=outline(1, ft.Colors.with_opacity(0.35, ft.Colors.ON_SURFACE)),
        opacity=1 if on_tap else 0.45,
        expand=expand,
    )
