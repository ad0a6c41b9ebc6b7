"""Board of Blue Moon City: the city, the objects beside it, and the picker of cards."""

from collections.abc import Collection

import flet as ft

from companion.games.blue_moon_city.components import COLOUR_AND_SECTIONS, COURTYARD, OUT
from companion.games.blue_moon_city.state import CARD, CRYSTAL, OBELISK, OWED, SCALE, STONE
from companion.games.blue_moon_city.view import CityTable
from companion.kernel.duties import ScoreLine
from companion.kernel.form import Draft
from companion.kernel.memo import memoised
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.board_moments import board_now, step_changes
from companion.ui.boards.contract import BoardInput, GameScreen, Quick, SeatHolding
from companion.ui.boards.kit import kit_for
from companion.ui.boards.tile import GAP, Tile
from companion.ui.context import wording_of
from companion.ui.games.blue_moon_city.board import Drawing
from companion.ui.games.blue_moon_city.board_view import changed, city, obelisk_tile
from companion.ui.games.blue_moon_city.cards import bag_rows, card_mark, city_helper, hand_field
from companion.ui.games.blue_moon_city.look import GOODS, LOOK, PEOPLES
from companion.ui.games.blue_moon_city.look import OBELISK as OBELISK_PICTURE
from companion.ui.views.report.interaction import Start
from companion.ui.views.rulings.origin import Source
from companion.ui.views.table.status import last_step
from companion.ui.widgets import cached_part


def board(given: BoardInput) -> ft.Control:
    """Return the city as a square of tiles, with the other objects in its free corners."""
    now, fresh = board_now(given.match, city), memoised(given.changing, _fresh)
    obelisk = memoised(given.match, _obelisk)
    cell, scale = _size(given)
    marked = (fresh, given.unsure, given.offers)
    shown = (now, obelisk, *marked, cell, scale, given.width, given.people, given.still)
    kit = kit_for(given, LOOK, fresh, scale)
    return cached_part("city", lambda *_: Drawing(given, kit, now, obelisk, cell).drawn(), *shown)


def _obelisk(match: Match) -> Tile:
    return obelisk_tile(match, wording_of(match))


def _view(match: Match, viewer: Seat | None) -> CityTable:
    view: CityTable = match.game.public_view(match.state, viewer)
    return view


def _size(given: BoardInput) -> tuple[tuple[float, float], float]:
    """Return the largest size of a cell that fits, and the factor of boxes.

    In a scrolled page, the city grows only as far as it stays visible.
    """
    scale = given.grown
    high = ((given.visible_height or given.height) - 4 * GAP) / 5
    if given.visible_height:
        fits = min((given.width - 4 * GAP) / 5 / _LEAST[0], high / _LEAST[1])
        scale = max(1.0, min(scale, fits))
    least_wide, least_high = (least * scale for least in _LEAST)
    wide = max(least_wide, min((given.width - 4 * GAP) / 5, 150 * scale, high * 1.3))
    tall = max(least_high, min(high, wide * 1.25))
    return (int(wide), int(tall)), scale


_LEAST = (64, 66)
"""Least width and height of a tile at 100 %."""


def _fresh(match: Match) -> frozenset[str]:
    """Return the tiles that the last step changed."""
    return step_changes(match, last_step(match), city, changed) or frozenset()


def starts(match: Match, seat: Seat, place: str) -> tuple[Start, ...]:
    """Return the meanings of touching a tile: build or offer at the figure, else move there."""
    view = _view(match, None)
    if seat >= len(view.figures) or place == OUT:
        return ()
    if view.figures[seat] != place:
        return (Start("move_figure", {"to": place}),)
    if place == COURTYARD:
        return (Start("make_offering"),)
    return (Start("place_stone"),)


def holdings(
    match: Match, wording: Wording, seat: Seat, seen: Collection[Seat]
) -> tuple[SeatHolding, ...]:
    """Return the holdings of a seat."""
    seat_view = _view(match, seat if seat in seen else None).seats[seat]
    own = wording.own
    ledger = match.state.ledger
    owed = ledger.balance(f"seat:{seat}", OWED)
    scales = f"{seat_view.scales - owed}+{owed}" if owed else str(seat_view.scales)
    cards = f"{seat_view.cards}+{seat_view.aside}" if seat_view.aside else str(seat_view.cards)
    offered = f"{seat_view.offerings}/{_view(match, None).required_offerings}"
    return (
        SeatHolding(
            OBELISK_PICTURE,
            offered,
            own("board.holding.offerings", n=offered),
            race=True,
            source=(OBELISK, (f"{STONE}:{seat}",)),
        ),
        SeatHolding(
            GOODS["scales"],
            scales,
            own("board.holding.scales", n=scales),
            source=(f"seat:{seat}", (SCALE, OWED)),
        ),
        _crystals(match, wording, seat, seat_view.crystals),
        SeatHolding(
            GOODS["cards"],
            cards,
            own("board.holding.cards", n=cards),
            source=(f"seat:{seat}", (CARD,)),
        ),
    )


def _crystals(match: Match, wording: Wording, seat: Seat, amount: int | None) -> SeatHolding:
    if amount is None:
        return SeatHolding(GOODS["crystals"], "", "", closed=True)
    hidden = _view(match, None).seats[seat].crystals is None
    label = wording.own("board.holding.crystals", n=amount)
    source = f"seat:{seat}", (CRYSTAL,)
    return SeatHolding(GOODS["crystals"], str(amount), label, hidden, source=source)


def source_of(line: ScoreLine) -> Source | None:
    """Return the source of a score line in the ledger."""
    match line.code:
        case "offerings":
            return OBELISK, (f"{STONE}:{line.seat}",)
        case "crystals":
            return f"seat:{line.seat}", (CRYSTAL,)
        case "scales":
            return f"seat:{line.seat}", (SCALE, OWED)
        case _:
            return None


def places(match: Match) -> tuple[str, ...]:
    """Return every tile, and the place outside the city."""
    return (*_view(match, None).layout, OUT)


def quick(match: Match, wording: Wording, seat: Seat, kind: str) -> tuple[Quick, ...]:
    """Return the free sections of the building at the figure, each as a button."""
    if kind != "place_stone":
        return ()
    view = _view(match, None)
    tile = view.figures[seat]
    if tile not in COLOUR_AND_SECTIONS:
        return ()
    people, field = PEOPLES[COLOUR_AND_SECTIONS[tile][0]], "section"
    buttons = []
    for section, owner in enumerate(view.stones[tile]):
        if owner is None:
            label = match.game.label(match.state, Draft(kind, seat, {}), field, section)
            said = wording.value_label(label, kind, field)
            value = _printed(match, tile, section)
            buttons.append(
                Quick(field, section, value, said, people.back, people.ink, people.picture)
            )
    return tuple(buttons)


def _printed(match: Match, tile: str, section: int) -> str:
    values = match.known.get(f"tile.{tile}.values")
    return str(values[section]) if isinstance(values, tuple | list) else "?"


SCREEN = GameScreen(
    board=board,
    starts=starts,
    places=places,
    likely=(
        ("place_stone", "make_offering", "close_city"),
        ("move_dragon",),
        ("finish_turn",),
    ),
    quick=quick,
    moments=("match_won", "finale_began", "scales_scored", "building_finished", "offered"),
    bag_rows=bag_rows,
    item_mark=card_mark,
    holdings=holdings,
    nouns={"crystal": "cristal", "scale": "escama", "card": "carta", "stone": "piedra"},
    source_of=source_of,
    charted="offerings",
    counted=(
        ("obelisk", "stone:{seat}"),
        ("seat:{seat}", "crystal"),
        ("seat:{seat}", "scale"),
        ("seat:{seat}", "card"),
    ),
    hand=hand_field,
    helper=city_helper,
)
