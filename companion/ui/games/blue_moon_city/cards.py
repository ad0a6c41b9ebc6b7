"""Cards of Blue Moon City: drawn small, and laid out for picking."""

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.games.blue_moon_city.components import CARD_KINDS, COLOURS
from companion.games.blue_moon_city.view import AffordableSection, CityTable, buildable
from companion.kernel.form import Draft, OpenBag
from companion.kernel.legality import check_draft
from companion.match.fold import Match
from companion.rulebook.templates import capitalised
from companion.rulebook.wording import Wording
from companion.services.privacy.redaction import call_on_whole_state
from companion.ui.boards.contract import HelperInput
from companion.ui.games.blue_moon_city.look import GOODS, PEOPLES, people_mark
from companion.ui.widgets import BagItem, heading, outline, sign


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


def hand_field(match: Match) -> OpenBag:
    """Return every card that a hand can hold."""
    copies = match.state.facts.copies
    return OpenBag(tuple((kind, copies[kind]) for kind in CARD_KINDS))


def city_helper(given: HelperInput) -> ft.Control:
    """Return the sections that the hand pays for: here, within walking range, and farther away."""
    own = given.wording.own
    table: CityTable = given.match.game.public_view(given.match.state, None)
    here = table.figures[given.seat]
    payable = call_on_whole_state(given.match, buildable, given.hand) if given.hand else ()
    near = {section.tile for section in payable if _walkable(given, section.tile)}
    groups: dict[str, list[AffordableSection]] = {"here": [], "near": [], "far": []}
    for section in payable:
        where = "here" if section.tile == here else "near" if section.tile in near else "far"
        groups[where].append(section)
    if not payable:
        return ft.Text(own("helper.nothing" if given.hand else "helper.empty"), size=16)
    return ft.Column(
        [
            control
            for where, sections in groups.items()
            if sections
            for control in (
                heading(own(f"helper.{where}"), 17),
                *(_line(given, section) for section in sections),
            )
        ],
        spacing=6,
    )


def _walkable(given: HelperInput, tile: str) -> bool:
    draft = Draft("move_figure", given.seat, {"to": tile, "cards": ()})
    return check_draft(given.match.game, given.match.state, draft, private=False) is None


def _line(given: HelperInput, section: AffordableSection) -> ft.Control:
    wording, facts = given.wording, given.match.state.facts
    tile = facts.tiles[section.tile]
    value = tile.value(section.section)
    name = wording.term(f"tile.{section.tile}")
    text = f"{name} · {value if isinstance(value, int) else '?'}"
    label = ft.Text(text, size=16, weight=ft.FontWeight.W_600, expand=True)
    cards = ft.Row([card_mark(card, wording) for card in section.cards], spacing=4, tight=True)
    return ft.Row([people_mark(tile.colour, 26), label, cards], spacing=8)
