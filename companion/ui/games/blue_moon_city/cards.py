"""Cards of Blue Moon City: drawn small, and laid out for picking."""

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.games.blue_moon_city.components import COLOURS
from companion.kernel.forms.form import OpenBag
from companion.rulebook.templates import capitalised
from companion.rulebook.wording import Wording
from companion.ui.games.blue_moon_city.look import GOODS, PEOPLES
from companion.ui.widgets import BagItem, outline, sign


@dataclass(frozen=True, slots=True)
class _Picker:
    """Items of an open field."""

    field: OpenBag
    wording: Wording

    def rows(self) -> list[tuple[str, list[BagItem]]]:
        """Return a row for face-down cards that nobody saw, then one per people."""
        anonymous = [self._item(i, most) for i, most in self.field.items if ":" not in i]
        rows = [(self.wording.own("board.face_down"), anonymous)] if anonymous else []
        for colour in COLOURS:
            row = [
                self._item(item, most)
                for item, most in self.field.items
                if item.startswith(f"{colour}:")
            ]
            if row:
                rows.append((capitalised(self.wording.term(f"colour_f.{colour}")), row))
        return rows

    def _item(self, item: str, most: int) -> BagItem:
        colour, _, value = item.partition(":")
        people = PEOPLES.get(colour, PEOPLES["any"])
        return BagItem(
            item,
            self.wording.term(f"card.{colour}.{value}" if value else item),
            value or "?",
            min(most, self.field.maximum),
            people.back,
            people.ink,
            people.picture if value else GOODS["cards"],
        )


def bag_rows(wording: Wording, field: OpenBag) -> Sequence[tuple[str, Sequence[BagItem]]]:
    """Return the picker of cards: one row per people, its values in columns."""
    return _Picker(field, wording).rows()


def card_mark(card: str, wording: Wording) -> ft.Control:
    """Return a card with its people and its value."""
    colour, _, value = card.partition(":")
    people = PEOPLES.get(colour, PEOPLES["any"])
    visual = ft.Container(
        ft.Row(
            [
                sign(people.picture if value else GOODS["cards"], 17, people.ink),
                ft.Text(value or "?", size=17, weight=ft.FontWeight.BOLD, color=people.ink),
            ],
            spacing=2,
            tight=True,
        ),
        bgcolor=people.back,
        border=outline(1, ft.Colors.OUTLINE),
        border_radius=6,
        padding=ft.Padding.symmetric(horizontal=5, vertical=3),
    )
    return ft.Semantics(
        label=wording.term(f"card.{colour}.{value}" if value else card),
        content=ft.Semantics(exclude_semantics=True, content=visual),
    )
