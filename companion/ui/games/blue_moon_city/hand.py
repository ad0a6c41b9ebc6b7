"""Private hand helper of Blue Moon City: sections that the hand can pay for."""

import flet as ft

from companion.games.blue_moon_city.buildable import AffordableSection, buildable
from companion.games.blue_moon_city.components import CARD_KINDS
from companion.games.blue_moon_city.view import CityTable
from companion.kernel.forms.form import Draft, OpenBag
from companion.kernel.game import check_draft
from companion.match.fold import Match
from companion.services.privacy.redaction import call_on_whole_state
from companion.ui.boards.contract import HelperInput
from companion.ui.games.blue_moon_city.cards import card_mark
from companion.ui.games.blue_moon_city.look import people_mark
from companion.ui.widgets import heading


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
