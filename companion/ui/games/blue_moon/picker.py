"""Picker of one's own cards by printed number, for reporting which ones were played."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.games.blue_moon.catalogue import CARDS, CardId
from companion.games.blue_moon.state import Due, State
from companion.kernel.models import folded
from companion.rulebook.templates import capitalised
from companion.rulebook.wording import Wording
from companion.services.privacy.redaction import call_on_whole_state
from companion.ui.boards.contract import PickerInput, PickerItem
from companion.ui.boards.tile import Tile
from companion.ui.games.blue_moon.board_view import view_of
from companion.ui.games.blue_moon.cell import HIGH, cell, face, grid, named, read_out
from companion.ui.theme import TOUCH
from companion.ui.widgets import message, search_field, tappable

ALL, HAND, MARKING, READING = "all", "hand", "marking", "reading"

_SEEN = {"card_elsewhere", "not_active", "not_there"}
"""Refusals of cards that lie openly elsewhere, or out of reach."""


@ft.component
def Picker(given: PickerInput) -> ft.Control:
    """Render the grid, a search by name, and the hand noted on this device."""
    shown, set_shown = ft.use_state(HAND if _held(given) else ALL)
    query, set_query = ft.use_state("")
    searching, set_searching = ft.use_state(False)
    read, set_read = ft.use_state("")
    interaction = _CardGrid(given, shown, query, set_read)
    # The callback never changes, so the cards are not rendered again. It reads the current grid
    # from this reference.
    now: ft.MutableRef[_CardGrid] = ft.use_ref(interaction)
    now.current = interaction
    touch = ft.use_callback(lambda item: now.current and now.current.touched(item), [])

    def look_for(text: str) -> None:
        set_query(lambda _now: text)

    def switch_search(_event: object) -> None:
        set_searching(lambda now: not now)
        look_for("")

    def mode(name: str) -> Callable[[object], None]:
        # A player who has noted a hand wants to see it next.
        other = HAND if name == MARKING and given.hand else ALL
        return lambda _e: set_shown(lambda now: other if now == name else name)

    own, reading = given.wording.own, shown == READING
    tools = [
        _tool(ft.Icons.SEARCH, own("grid.look"), switch_search, "grid:search", lit=searching),
        _tool(ft.Icons.MENU_BOOK, own("grid.read"), mode(READING), "grid:read", lit=reading),
        *(_hand_tools(given, shown, mode) if _from_hand(given) else []),
    ]
    asks = _asks(given)
    parts: list[ft.Control] = [message(asks, key="grid:asks")] if asks else []
    parts.append(ft.Row(tools, spacing=6, wrap=True, run_spacing=4))
    if searching:
        parts.append(search_field(own("grid.search"), query, look_for, key="grid:query"))
    if shown == MARKING:
        held = sum(_may_be_held(given, pick) for pick in given.picks)
        most = view_of(given.match, given.match.state).seats[given.draft.seat].hand
        parts.append(ft.Text(own("grid.marking", n=held, most=most), size=15))
    if reading:
        said = read_out(CARDS[read], given.wording) if read else own("grid.reading")
        parts.append(message(said, key="grid:text"))
    parts.append(interaction.grid(touch))
    return ft.Column(
        parts, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


def _asks(given: PickerInput) -> str:
    """Return the card text for which cards are chosen; empty if there is none."""
    wording = given.wording
    named = call_on_whole_state(
        given.match, _speaking, given.draft.kind, given.draft.values.get("card")
    )
    if named is None:
        return ""
    section = wording.data.rulebook.find(CARDS[named].section)
    # A card without a text asks for nothing, even if a player claims that it does.
    if section is None:
        return ""
    return wording.own("grid.asks", card=wording.term(f"card.{named}"), text=section.text)


def _speaking(state: State, kind: str, named: object) -> CardId | None:
    """Return the card whose text is due, or which makes a demand."""
    if kind == "move_cards" and state.due.code == Due.TEXT:
        return str(state.due.of("card"))
    return named if kind == "meet_demand" and isinstance(named, str) and named in CARDS else None


_FROM_HAND = ("play_cards", "decline", "load_card", "show_bluffs")
"""Acts with cards of the hand; a face-down card was there until it was played."""


def _from_hand(given: PickerInput) -> bool:
    return given.draft.kind in _FROM_HAND


def _held(given: PickerInput) -> bool:
    """Return whether a noted card may still be in the hand."""
    return _from_hand(given) and any(_may_be_held(given, pick) for pick in given.picks)


def _may_be_held(given: PickerInput, pick: PickerItem) -> bool:
    return pick.item in given.hand and not _elsewhere(pick)


def _elsewhere(pick: PickerItem) -> bool:
    """Return whether a card is known to lie where it cannot be picked."""
    return pick.refusal is not None and pick.refusal.code in _SEEN


def _hand_tools(
    given: PickerInput, shown: str, mode: Callable[[str], Callable[[object], None]]
) -> list[ft.Control]:
    own = given.wording.own
    marking = shown == MARKING
    icon = ft.Icons.CHECK if marking else ft.Icons.EDIT
    text = own("grid.marked" if marking else "grid.again" if given.hand else "grid.mark")
    tools = [_tool(icon, text, mode(MARKING), "grid:mark", lit=marking)]
    if given.hand and not marking:
        tools.append(
            _tool(
                ft.Icons.STYLE,
                own("grid.mine"),
                mode(HAND),
                "grid:mine",
                lit=shown == HAND,
            )
        )
    return tools


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
            [ft.Icon(icon, size=18, color=ink), ft.Text(text, size=14, color=ink)],
            spacing=5,
            tight=True,
        ),
        text,
        on_tap,
        key=key,
        selected=lit,
        height=TOUCH,
        padding=ft.Padding.symmetric(horizontal=9),
        bgcolor=ft.Colors.PRIMARY_CONTAINER if lit else ft.Colors.SURFACE_CONTAINER_HIGHEST,
    )


@dataclass(frozen=True)
class _CardGrid:
    """Current view of the grid."""

    given: PickerInput
    shown: str
    query: str
    read: Callable[[str], None]
    """Callback that shows the text of a card."""

    def grid(self, touch: Callable[[str], None]) -> ft.Control:
        """Return the cards in the order of their deck, in as many columns as fit."""
        given = self.given
        picks = [pick for pick in given.picks if self._wanted(pick)]
        if not picks:
            return ft.Text(given.wording.own("grid.none"), size=16)
        cells = [_cell(pick.item, self._look(pick), given.wording) for pick in picks]
        return grid(cells, given.width, HIGH, given.grown, touch)

    def _wanted(self, pick: PickerItem) -> bool:
        if self.query:
            return all(word in _searched(self.given, pick) for word in folded(self.query).split())
        return self.shown != HAND or _may_be_held(self.given, pick)

    def _look(self, pick: PickerItem) -> str:
        """Return the look of a card; one that lies elsewhere is not in the hand, even if noted."""
        given = self.given
        if self.shown == READING:
            return FREE
        if self.shown == MARKING:
            return MARKED if _may_be_held(given, pick) else GONE if _elsewhere(pick) else FREE
        if pick.item in given.chosen:
            return MARKED
        if pick.refusal is None:
            return FREE
        return GONE if _elsewhere(pick) else BARRED

    def touched(self, item: str) -> None:
        """Note, read or pick the touched card, or explain why it cannot be picked."""
        given = self.given
        pick = next(each for each in given.picks if each.item == item)
        if self.shown == MARKING:
            if not _elsewhere(pick):
                given.keep_hand(given.hand ^ {item})
        elif self.shown == READING:
            self.read(item)
        elif item in given.chosen:
            given.take(tuple(name for name in given.chosen if name != item))
        elif pick.refusal:
            given.blocked(item)
        else:
            given.take((*given.chosen, item) if given.together else (item,))


MARKED, FREE, GONE, BARRED = "marked", "free", "gone", "barred"
"""Looks of a card: picked, pickable, lying elsewhere, not allowed now."""


_OVER = {MARKED: "CHECK_CIRCLE", FREE: "", GONE: "VISIBILITY", BARRED: "BLOCK"}
_OPACITY = {MARKED: 1.0, FREE: 1.0, GONE: 0.36, BARRED: 0.62}
"""Opacity by look: a card elsewhere fades; a disallowed one stays legible."""


def _cell(item: str, look: str, wording: Wording) -> Tile:
    card, parts = CARDS[item], named(CARDS[item], wording)
    if look in (GONE, BARRED):
        parts.append(wording.own("grid.elsewhere" if look == GONE else "grid.greyed"))
    said, lines = ", ".join(parts), face(card, _OVER[look])
    marked = look == MARKED
    return cell(card, lines, said, f"pick:{item}", picked=marked, opacity=_OPACITY[look])


def _searched(given: PickerInput, pick: PickerItem) -> str:
    card, wording = CARDS[pick.item], given.wording
    people = capitalised(wording.term(f"people.{card.people}"))
    text = wording.data.rulebook[card.section].text if card.has_text else ""
    parts = (wording.term(f"card.{card.id}"), str(card.number), people, text)
    return folded(" ".join((*parts, wording.term(f"type.{card.type}"))))
