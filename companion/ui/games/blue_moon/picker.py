"""The cards of one's own deck by their printed number, to say which ones were laid."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.games.blue_moon.catalogue import CARDS, Card
from companion.rulebook.search import folded
from companion.rulebook.templates import capitalised
from companion.ui.boards.contract import Pick, PickerInput
from companion.ui.games.blue_moon.cell import GAP, HIGH, cell_width, face, named
from companion.ui.games.blue_moon.look import PEOPLES
from companion.ui.theme import TOUCH
from companion.ui.widgets import search_field, tappable

ALL, HAND, MARKING = "all", "hand", "marking"

_SEEN = {"card_elsewhere", "not_active", "not_there"}
"""The refusals by which a card lies where everybody sees it, or out of reach."""


@ft.component
def Picker(given: PickerInput) -> ft.Control:
    """The grid, with a search by name and what this device keeps of its own hand."""
    shown, set_shown = ft.use_state(HAND if _held(given) else ALL)
    query, set_query = ft.use_state("")
    searching, set_searching = ft.use_state(False)
    desk = _Desk(given, shown, query)

    def look_for(text: str) -> None:
        set_query(lambda _now: text)

    def switch_search(_event: object) -> None:
        set_searching(lambda now: not now)
        look_for("")

    def mode(name: str) -> Callable[[object], None]:
        return lambda _e: set_shown(lambda now: ALL if now == name else name)

    own = given.wording.own
    tools = [
        _tool(
            ft.Icons.SEARCH,
            own("grid.search"),
            switch_search,
            "grid:search",
            lit=searching,
        ),
        *(_hand_tools(given, shown, mode) if _from_hand(given) else []),
    ]
    parts: list[ft.Control] = [ft.Row(tools, spacing=6, wrap=True, run_spacing=4)]
    if searching:
        parts.append(search_field(own("grid.search"), query, look_for, key="grid:query"))
    if shown == MARKING:
        parts.append(ft.Text(own("grid.marking", n=len(given.hand)), size=15))
    parts.append(desk.grid())
    return ft.Column(
        parts, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


def _from_hand(given: PickerInput) -> bool:
    return given.draft.kind in ("play_cards", "decline")


def _held(given: PickerInput) -> bool:
    """Whether something of the hand is kept here that may still be in it."""
    return _from_hand(given) and any(_may_be_held(given, pick) for pick in given.picks)


def _may_be_held(given: PickerInput, pick: Pick) -> bool:
    elsewhere = pick.refusal is not None and pick.refusal.code in _SEEN
    return pick.item in given.hand and not elsewhere


def _hand_tools(
    given: PickerInput, shown: str, mode: Callable[[str], Callable[[object], None]]
) -> list[ft.Control]:
    own = given.wording.own
    found = [
        _tool(ft.Icons.EDIT, own("grid.mark"), mode(MARKING), "grid:mark", lit=shown == MARKING)
    ]
    if given.hand and shown != MARKING:
        found.append(
            _tool(
                ft.Icons.STYLE,
                own("grid.mine"),
                mode(HAND),
                "grid:mine",
                lit=shown == HAND,
            )
        )
    return found


def _tool(
    icon: ft.IconData,
    text: str,
    on_tap: Callable[[object], None],
    key: str,
    *,
    lit: bool,
) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY_CONTAINER if lit else ft.Colors.ON_SURFACE
    return tappable(
        ft.Row(
            [ft.Icon(icon, size=20, color=ink), ft.Text(text, size=15, color=ink)],
            spacing=6,
            tight=True,
        ),
        text,
        on_tap,
        key=key,
        selected=lit,
        height=TOUCH,
        padding=ft.Padding.symmetric(horizontal=12),
        bgcolor=ft.Colors.PRIMARY_CONTAINER if lit else ft.Colors.SURFACE_CONTAINER_HIGHEST,
    )


@dataclass(frozen=True)
class _Desk:
    """The grid, as it is looked at now."""

    given: PickerInput
    shown: str
    query: str

    @property
    def scale(self) -> float:
        return self.given.grown

    def grid(self) -> ft.Control:
        """The cards in the order of their deck, so many side by side as there is room for."""
        given = self.given
        picks = [pick for pick in given.picks if self._wanted(pick)]
        if not picks:
            return ft.Text(given.wording.own("grid.none"), size=16)
        wide = cell_width(given.width, self.scale)
        return ft.Row(
            [self._cell(pick, wide) for pick in picks], wrap=True, spacing=GAP, run_spacing=GAP
        )

    def _wanted(self, pick: Pick) -> bool:
        if self.query:
            return all(word in _searched(self.given, pick) for word in folded(self.query).split())
        return self.shown != HAND or _may_be_held(self.given, pick)

    def _cell(self, pick: Pick, wide: int) -> ft.Control:
        given, card = self.given, CARDS[pick.item]
        marking = self.shown == MARKING
        marked = pick.item in (given.hand if marking else given.chosen)
        greyed = pick.refusal is not None and not (marking or marked)
        said = self._said(pick, card, greyed=greyed)
        return tappable(
            face(card, self.scale, _state(pick, marked=marked, greyed=greyed)),
            said,
            self._touched(pick, marking=marking, marked=marked, greyed=greyed),
            key=f"pick:{pick.item}",
            selected=marked,
            width=wide,
            height=HIGH * self.scale,
            radius=8,
            bgcolor=PEOPLES[card.people].back,
            border=ft.Border.all(3, ft.Colors.PRIMARY) if marked else None,
            padding=3 if not marked else 0,
            opacity=0.42 if greyed else 1,
        )

    def _said(self, pick: Pick, card: Card, *, greyed: bool) -> str:
        own, parts = self.given.wording.own, named(card, self.given.wording)
        if greyed and pick.refusal:
            seen = pick.refusal.code in _SEEN
            parts.append(own("grid.elsewhere" if seen else "grid.greyed"))
        return ", ".join(parts)

    def _touched(
        self, pick: Pick, *, marking: bool, marked: bool, greyed: bool
    ) -> Callable[[object], None]:
        given, item = self.given, pick.item
        if marking:
            return lambda _e: given.keep_hand(given.hand ^ {item})
        if greyed:
            return lambda _e: given.blocked(item)
        if not given.together:
            return lambda _e: given.take((item,))
        others = tuple(name for name in given.chosen if name != item)
        return lambda _e: given.take(others if marked else (*others, item))


def _state(pick: Pick, *, marked: bool, greyed: bool) -> ft.IconData | None:
    """What is drawn over a card: picked, seen elsewhere, or not allowed."""
    if marked:
        return ft.Icons.CHECK_CIRCLE
    if not greyed or pick.refusal is None:
        return None
    return ft.Icons.VISIBILITY if pick.refusal.code in _SEEN else ft.Icons.BLOCK


def _searched(given: PickerInput, pick: Pick) -> str:
    card, wording = CARDS[pick.item], given.wording
    people = capitalised(wording.term(f"people.{card.people}"))
    found = (wording.term(f"card.{card.id}"), str(card.number), people)
    return folded(" ".join((*found, wording.term(f"type.{card.type}"))))
