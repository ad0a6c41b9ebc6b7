"""Board of Blue Moon City: the city, the objects beside it, and the picker of cards."""

from collections.abc import Callable, Collection

import flet as ft

from companion.games.blue_moon_city.components import COLOUR_AND_SECTIONS, COURTYARD, OUT
from companion.games.blue_moon_city.state import CARD, CRYSTAL, OBELISK, OWED, SCALE, STONE
from companion.games.blue_moon_city.view import CityTable
from companion.kernel.duties import ScoreLine
from companion.kernel.forms.form import Draft
from companion.kernel.memo import memoised
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.board_moments import board_now, step_changes
from companion.ui.boards.contract import BoardInput, GameScreen, Quick, SeatHolding
from companion.ui.boards.tiles import TileSize, marks_of, offer_of
from companion.ui.games.blue_moon_city.board_view import (
    CityView,
    ObeliskSpace,
    changed,
    city,
    obelisk,
    obelisk_owners,
)
from companion.ui.games.blue_moon_city.cards import bag_rows, card_mark
from companion.ui.games.blue_moon_city.hand import city_helper, hand_field
from companion.ui.games.blue_moon_city.look import GOODS, PEOPLES
from companion.ui.games.blue_moon_city.pictures import DECK, DISCARD
from companion.ui.games.blue_moon_city.pictures import OBELISK as OBELISK_PICTURE
from companion.ui.games.blue_moon_city.pieces import outside_room, pieces
from companion.ui.games.blue_moon_city.tile import GAP, city_tile
from companion.ui.views.report.interaction import Start
from companion.ui.views.rulings.origin import Source
from companion.ui.views.table.status import last_step
from companion.ui.widgets import Sign, cached_part, seat_badge, sign, tappable


def board(given: BoardInput) -> ft.Control:
    """Return the city as a square of tiles, with the other objects in its free corners."""
    view = _view(given.match, None)
    now, fresh = board_now(given.match, city), memoised(given.match, _fresh)
    size, spaces = _size(given), memoised(given.match, _spaces)
    beside = (view.deck, view.discard, view.scales, spaces)
    shown = (now, beside, fresh, given.offers, size, given.width, given.people, given.still)
    return cached_part("city", lambda *_: _city_grid(given, view, now, fresh, size, beside), *shown)


def _city_grid(
    given: BoardInput,
    view: CityTable,
    now: CityView,
    fresh: frozenset[str],
    size: TileSize,
    beside: object,
) -> ft.Control:
    corners = {(0, 0): _obelisk, (0, 4): _outside, (4, 0): _cards, (4, 4): _scales}
    at = {(tile.row, tile.column): tile for tile in now.tiles}

    def cell(row: int, column: int) -> ft.Control:
        tile = at.get((row, column))
        if tile is None:
            return corners[row, column](given, view, now, size)
        return city_tile(
            tile,
            marks_of(given, tile.id, tile.id in fresh),
            size,
            given.people,
            given.on_touch,
        )

    def row(number: int) -> ft.Control:
        """Return a row of the square, rendered again only if something in it changes."""
        tiles = tuple(at.get((number, column)) for column in range(5))
        around = (beside, now.outside) if None in tiles else None
        new = fresh.intersection(tile.id for tile in tiles if tile)
        return cached_part(
            f"row:{number}",
            lambda *_: ft.Row([cell(number, c) for c in range(5)], spacing=GAP, tight=True),
            *(tiles, around, new, given.offers, size, given.people),
        )

    rows = [row(number) for number in range(5)]
    wide = size.width * 5 + GAP * 4
    tiles = ft.Column(rows, spacing=GAP, tight=True)
    return ft.Row(
        [ft.Stack([tiles, *pieces(given, now, size)], width=wide)],
        scroll=ft.ScrollMode.AUTO if wide > given.width else None,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _view(match: Match, viewer: Seat | None) -> CityTable:
    view: CityTable = match.game.public_view(match.state, viewer)
    return view


def _size(given: BoardInput) -> TileSize:
    """Return the largest size that fits.

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
    return TileSize(int(wide), scale, int(tall), share=scale / given.grown)


_LEAST = (64, 66)
"""Least width and height of a tile at 100 %."""


def _fresh(match: Match) -> frozenset[str]:
    """Return the tiles that the last step changed."""
    return step_changes(match, last_step(match), city, changed) or frozenset()


# Corners of the board


def _corner(
    key: str,
    content: object,
    lines: Callable[[], list[ft.Control]],
    spoken: str,
    size: TileSize,
) -> ft.Control:
    """Return the objects in a free corner beside the city."""

    def draw(*_content: object) -> ft.Control:
        inside = ft.Column(
            lines(),
            spacing=1,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
        silent = ft.Semantics(exclude_semantics=True, content=inside)
        return ft.Semantics(
            label=spoken, content=ft.Container(silent, width=size.width, height=size.height)
        )

    return cached_part(key, draw, content, spoken, size)


def _outside(given: BoardInput, _view: CityTable, now: CityView, size: TileSize) -> ft.Control:
    """Return the dragons beside the city; a target if a dragon may go there."""
    own, wording = given.wording.own, given.wording
    names = ", ".join(wording.term(f"dragon_short.{d}") for d in now.outside)
    spoken = own("board.outside_spoken", names=names or own("board.nobody"))

    def row() -> ft.Control:
        # The dragons are drawn over the board, so this row only reserves their room.
        return ft.Container(height=outside_room(size))

    if offer_of(given, OUT) == "none":
        title = [_small(own("board.outside"), size)] if now.outside else []
        return _corner("outside", bool(now.outside), lambda: [*title, row()], spoken, size)
    marks = marks_of(given, OUT, changed=False)
    return tappable(
        ft.Column(
            [_small(own("board.outside"), size), row()],
            spacing=1,
            alignment=ft.MainAxisAlignment.CENTER,
        ),
        marks.named(spoken),
        lambda _e: given.on_touch(OUT),
        key="tile:out",
        width=size.width,
        height=size.height,
        border=marks.edge(),
        opacity=marks.opacity,
        alignment=ft.Alignment.CENTER,
    )


def _obelisk(given: BoardInput, _view: CityTable, _now: CityView, size: TileSize) -> ft.Control:
    """Return the filled spaces of the obelisk with their owners, and its next price."""
    match = given.match
    people = given.people
    spaces = memoised(match, _spaces)
    filled = sum(space.owner is not None for space in spaces)
    following = next((space.price for space in spaces if space.following), None)
    spoken = given.wording.own(
        "board.obelisk_spoken", filled=filled, total=len(spaces), price=following or "–"
    )
    last = [space.owner for space in spaces if space.owner is not None][-4:]

    def lines() -> list[ft.Control]:
        price = ft.Row(
            [
                ft.Text(str(following or "–"), size=size.text(20), weight=ft.FontWeight.BOLD),
                sign(GOODS["crystals"], size.box(17)),
            ],
            spacing=1,
            tight=True,
        )
        head = ft.Row(
            [sign(OBELISK_PICTURE, size.box(15)), _small(f"{filled}/{len(spaces)}", size)],
            spacing=2,
            tight=True,
        )
        stones = ft.Row([seat_badge(*people[s], 16) for s in last], spacing=0, tight=True)
        return [head, price, stones]

    return _corner("obelisk", (spaces, people), lines, spoken, size)


def _spaces(match: Match) -> tuple[ObeliskSpace, ...]:
    return obelisk(len(match.options.players), match.facts, memoised(match, obelisk_owners))


def _cards(given: BoardInput, view: CityTable, _now: CityView, size: TileSize) -> ft.Control:
    own = given.wording.own
    piles = (
        (DECK, view.deck, "deck"),
        (DISCARD, view.discard, "discard"),
    )
    spoken = ". ".join(f"{own(f'board.{name}')}: {amount}" for _, amount, name in piles)

    def lines() -> list[ft.Control]:
        return [
            cached_part(name, _pile, picture, amount, own(f"board.{name}"), size)
            for picture, amount, name in piles
        ]

    return _corner("cards", piles, lines, spoken, size)


def _scales(given: BoardInput, view: CityTable, _now: CityView, size: TileSize) -> ft.Control:
    label = given.wording.own("board.scales")
    scales = view.scales

    def lines() -> list[ft.Control]:
        return [_pile(GOODS["scales"], scales, label, size)]

    return _corner("scales", scales, lines, f"{label}: {scales}", size)


def _pile(picture: Sign, amount: int, label: str, size: TileSize) -> ft.Control:
    number = ft.Text(str(amount), size=size.text(16), weight=ft.FontWeight.BOLD)
    return ft.Column(
        [
            _small(label, size),
            ft.Row([sign(picture, size.box(16)), number], spacing=2, tight=True),
        ],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _small(text: str, size: TileSize) -> ft.Control:
    return ft.Text(text, size=size.text(11.5), max_lines=1, style=ft.TextStyle(height=1.05))


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
                Quick(field, section, value, said, people.back, people.text, people.picture)
            )
    return tuple(buttons)


def _printed(match: Match, tile: str, section: int) -> str:
    values = match.facts.get(f"tile.{tile}.values")
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
    hand=hand_field,
    helper=city_helper,
)
