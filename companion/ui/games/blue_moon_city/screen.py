"""The board of Blue Moon City: the city, what lies beside it, and its picker of cards."""

from collections.abc import Collection, Mapping
from typing import Any

import flet as ft

from companion.games.blue_moon_city.components import COURTYARD, OUT
from companion.games.blue_moon_city.state import CARD, CRYSTAL, OBELISK, OWED, SCALE, STONE
from companion.kernel.duties import ScoreLine
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import BoardInput, GameScreen, Holding
from companion.ui.boards.tiles import TileSize, marks_of, offer_of
from companion.ui.games.blue_moon_city.board_view import (
    CityView,
    ObeliskSpace,
    changed,
    city,
    dragon_colour,
    obelisk,
    obelisk_owners,
)
from companion.ui.games.blue_moon_city.cards import bag_rows, card_mark
from companion.ui.games.blue_moon_city.hand import city_helper, hand_field
from companion.ui.games.blue_moon_city.look import GOODS, OBELISK_ICON, dragon
from companion.ui.games.blue_moon_city.tile import city_tile
from companion.ui.views.desk import Start
from companion.ui.views.glance import last_step, state_before
from companion.ui.views.origins import Source
from companion.ui.widgets import Drawing, seat_badge, still, tappable

GAP = 4


def board(given: BoardInput) -> ft.Control:
    """The city with the dragons outside it, the obelisk and the piles."""
    view = _view(given.match, None)
    now = city(view, given.match.facts, given.wording)
    size = _size(given)
    fresh = _fresh(given, now)
    grid = ft.Column(
        [_row(given, now, fresh, size, row) for row in range(5)],
        spacing=GAP,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    wide = size.width * 5 + GAP * 4
    fitting = ft.Row(
        [ft.Container(grid, width=wide)],
        scroll=ft.ScrollMode.AUTO if wide > given.width else None,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    return ft.Column(
        [fitting, _outside(given, now), _obelisk(given), _piles(given, view)],
        spacing=8,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _view(match: Match, viewer: Seat | None) -> Mapping[str, Any]:
    found: Mapping[str, Any] = match.game.public_view(match.state, viewer)
    return found


def _size(given: BoardInput) -> TileSize:
    scale = max(1.0, given.text_scale / 100)
    fitting = (given.width - 4 * GAP) / 5
    return TileSize(round(max(66 * scale, min(fitting, 132 * scale))), scale)


def _fresh(given: BoardInput, now: CityView) -> frozenset[str]:
    """The tiles that the last step changed."""
    step = last_step(given.match)
    if step is None:
        return frozenset()
    before = given.match.game.public_view(state_before(given.match, step), None)
    return changed(city(before, given.match.facts, given.wording), now)


def _row(
    given: BoardInput, now: CityView, fresh: frozenset[str], size: TileSize, row: int
) -> ft.Control:
    names = given.match.options.players
    return ft.Row(
        [
            city_tile(
                tile,
                marks_of(given, tile.id, tile.id in fresh),
                size,
                names,
                given.on_touch,
                key=f"tile:{tile.id}",
            )
            for tile in now.tiles
            if tile.row == row
        ],
        spacing=GAP,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _outside(given: BoardInput, now: CityView) -> ft.Control:
    """The dragons beside the city; a target when a dragon may go there."""
    own = given.wording.own
    offered = given.offers is not None and OUT in given.offers
    if not now.outside and not offered:
        return ft.Container()
    names = ", ".join(given.wording.term(f"dragon_short.{d}") for d in now.outside)
    visual = ft.Row(
        [
            ft.Text(own("board.outside"), size=14),
            *(dragon(dragon_colour(d), d[0].upper(), 28) for d in now.outside),
        ],
        spacing=6,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    legal = offer_of(given, OUT) == "legal"
    return tappable(
        visual,
        own("board.outside_spoken", names=names or own("board.nobody")),
        (lambda _e: given.on_touch(OUT)) if offered else None,
        key="tile:out",
        height=48 if offered else 34,
        border=ft.Border.all(3, ft.Colors.PRIMARY) if legal else None,
        alignment=ft.Alignment.CENTER,
    )


def _obelisk(given: BoardInput) -> ft.Control:
    match = given.match
    spaces = obelisk(len(match.options.players), match.facts, obelisk_owners(match))
    filled = sum(space.owner is not None for space in spaces)
    following = next((space.price for space in spaces if space.following), None)
    own = given.wording.own
    spoken = own("board.obelisk_spoken", filled=filled, total=len(spaces), price=following or "–")
    scale, names = max(1.0, given.text_scale / 100), match.options.players
    drawing = Drawing((spaces, names, scale), lambda: _needle(spaces, names, scale, spoken))
    return still(drawing, key="obelisk")


def _needle(
    spaces: tuple[ObeliskSpace, ...], names: tuple[str, ...], scale: float, spoken: str
) -> ft.Control:
    row = ft.Row(
        [
            ft.Icon(OBELISK_ICON, size=24),
            *(_space(space, names, scale) for space in spaces),
        ],
        spacing=3,
        run_spacing=3,
        wrap=True,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    return ft.Semantics(label=spoken, content=ft.Semantics(exclude_semantics=True, content=row))


def _space(space: ObeliskSpace, names: tuple[str, ...], scale: float) -> ft.Control:
    inside: ft.Control = ft.Text(str(space.price), size=14, weight=ft.FontWeight.W_600)
    if space.owner is not None:
        inside = seat_badge(space.owner, names[space.owner], 22)
    return ft.Container(
        inside,
        width=25 * scale,
        height=28 * scale,
        alignment=ft.Alignment.CENTER,
        border_radius=6,
        bgcolor=ft.Colors.TERTIARY_CONTAINER if space.following else None,
        border=ft.Border.all(
            2 if space.following else 1,
            ft.Colors.TERTIARY if space.following else ft.Colors.OUTLINE_VARIANT,
        ),
    )


def _piles(given: BoardInput, view: Mapping[str, Any]) -> ft.Control:
    own = given.wording.own
    piles = (
        (ft.Icons.LAYERS, view["deck"], own("board.deck")),
        (ft.Icons.LAYERS_CLEAR, view["discard"], own("board.discard")),
        (GOODS["scales"], view["scales"], own("board.scales")),
    )

    def draw() -> ft.Control:
        return ft.Row(
            [_pile(icon, amount, label) for icon, amount, label in piles],
            alignment=ft.MainAxisAlignment.SPACE_EVENLY,
            wrap=True,
        )

    return still(Drawing(piles, draw), key="piles")


def _pile(icon: ft.IconData, amount: int, label: str) -> ft.Control:
    visual = ft.Row(
        [
            ft.Icon(icon, size=18),
            ft.Text(label, size=14),
            ft.Text(str(amount), size=18, weight=ft.FontWeight.BOLD),
        ],
        spacing=4,
        tight=True,
    )
    return ft.Semantics(
        label=f"{label}: {amount}", content=ft.Semantics(exclude_semantics=True, content=visual)
    )


def starts(match: Match, seat: Seat, place: str) -> tuple[Start, ...]:
    """What touching a tile can mean: building or offering where one stands, else going there."""
    view = _view(match, None)
    if seat >= len(view["figures"]) or place == OUT:
        return ()
    if view["figures"][seat] != place:
        return (Start("move_figure", {"to": place}),)
    if place == COURTYARD:
        return (Start("make_offering"),)
    return (Start("place_stone"),)


def holdings(
    match: Match, wording: Wording, seat: Seat, seen: Collection[Seat]
) -> tuple[Holding, ...]:
    """What lies in front of a seat."""
    found = _view(match, seat if seat in seen else None)["seats"][seat]
    own = wording.own
    ledger = match.state.ledger
    owed = ledger.balance(f"seat:{seat}", OWED)
    scales = f"{found['scales'] - owed}+{owed}" if owed else str(found["scales"])
    cards = f"{found['cards']}+{found['aside']}" if found["aside"] else str(found["cards"])
    offered = f"{found['offerings']}/{_view(match, None)['required_offerings']}"
    return (
        Holding(
            OBELISK_ICON,
            offered,
            own("board.holding.offerings", n=offered),
            source=(OBELISK, (f"{STONE}:{seat}",)),
        ),
        Holding(
            GOODS["scales"],
            scales,
            own("board.holding.scales", n=scales),
            source=(f"seat:{seat}", (SCALE, OWED)),
        ),
        _crystals(match, wording, seat, found.get("crystals")),
        Holding(
            GOODS["cards"],
            cards,
            own("board.holding.cards", n=cards),
            source=(f"seat:{seat}", (CARD,)),
        ),
    )


def _crystals(match: Match, wording: Wording, seat: Seat, amount: int | None) -> Holding:
    if amount is None:
        return Holding(GOODS["crystals"], "", "", closed=True)
    hidden = "crystals" not in _view(match, None)["seats"][seat]
    label = wording.own("board.holding.crystals", n=amount)
    source = f"seat:{seat}", (CRYSTAL,)
    return Holding(GOODS["crystals"], str(amount), label, hidden, source=source)


def source_of(line: ScoreLine) -> Source | None:
    """Where each score line of a seat lies in the ledger."""
    match line.code:
        case "offerings":
            return OBELISK, (f"{STONE}:{line.seat}",)
        case "crystals":
            return f"seat:{line.seat}", (CRYSTAL,)
        case "scales":
            return f"seat:{line.seat}", (SCALE, OWED)
        case _:
            return None


SCREEN = GameScreen(
    board=board,
    starts=starts,
    bag_rows=bag_rows,
    item_mark=card_mark,
    holdings=holdings,
    nouns={"crystal": "cristal", "scale": "escama", "card": "carta", "stone": "piedra"},
    source_of=source_of,
    charted="offerings",
    hand=hand_field,
    helper=city_helper,
)
