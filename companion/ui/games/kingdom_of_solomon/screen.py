"""The board of Kingdom of Solomon: the order, the map, the spaces, the cards, market and Temple."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import flet as ft

from companion.games.kingdom_of_solomon.components import (
    ACTIONS,
    BONUSES,
    FORTUNES,
    GOODS,
    PARTS,
    PLACES,
    TERRITORIES,
)
from companion.games.kingdom_of_solomon.state import (
    CUBE,
    FORTUNE,
    PIECES,
    POINT,
    PRIEST,
    SEATS,
    TOKEN,
)
from companion.kernel.duties import ScoreLine
from companion.kernel.once import once
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import BoardInput, GameScreen, Holding, Quick
from companion.ui.boards.tiles import Marks, TileSize, marks_of
from companion.ui.context import wording_of
from companion.ui.games.kingdom_of_solomon import tiles
from companion.ui.games.kingdom_of_solomon.board_view import PLAN, TableView, changed, table
from companion.ui.games.kingdom_of_solomon.look import GOOD_LOOKS, bag_rows, item_mark
from companion.ui.theme import TOUCH, seat_look
from companion.ui.views.desk import Start
from companion.ui.views.glance import last_step, state_before
from companion.ui.views.origins import Source
from companion.ui.widgets import kept

GAP = 4
KEPT = "fortune.kept"
"""The number of fortune cards that may be kept at the end of a round."""
_ABOUT = {"market": ("market",), "build": ("offer", "map", "temple")}
"""By phase, the parts that it is about."""


def board(given: BoardInput) -> ft.Control:
    """The whole board, from the turn order down to the Temple."""
    now, fresh = once(given.match, _now), once(given.match, _fresh)
    room = (given.width, given.height, given.text_scale)
    shown = (now, fresh, given.offers, *room, given.people)
    return kept("kingdom", lambda *_: _Drawing(given, now, fresh).drawn(), *shown)


def _now(match: Match) -> TableView:
    return _at(match, match.state)


def _at(match: Match, state: Any) -> TableView:
    return table(match.game.public_view(state, None), match.facts, wording_of(match))


def _fresh(match: Match) -> frozenset[str]:
    """What the last step changed."""
    step = last_step(match)
    if step is None:
        return frozenset()
    return changed(_at(match, state_before(match, step)), once(match, _now))


class _Shown(Protocol):
    """A place of the board, or a card of its own."""

    @property
    def id(self) -> str:
        """What it is called by."""


@dataclass(frozen=True)
class _Drawing:
    """One board being drawn."""

    given: BoardInput
    now: TableView
    fresh: frozenset[str]

    @property
    def columns(self) -> int:
        """How many territories stand side by side: fewer where the text is large."""
        return 4 if self.given.width / self.given.grown >= 330 else 2

    def size(self, columns: int, height: float) -> TileSize:
        scale = self.given.grown
        width = (self.given.width - (columns - 1) * GAP) / columns
        return TileSize(width, scale, max(TOUCH, height * scale), roomy=150)

    def marks(self, place: str) -> Marks:
        return marks_of(self.given, place, place in self.fresh)

    def drawn(self) -> ft.Control:
        """What the phase is about stands above the rest, so that nobody scrolls for it."""
        now = self.now
        parts: dict[str, tuple[Callable[[], ft.Control], tuple[_Shown, ...]]] = {
            "map": (self.map, now.territories),
            "spaces": (self.spaces, now.spaces),
            "offer": (self.offer, now.offer),
            "market": (self.market, now.market),
            "temple": (self.temple, now.temple),
        }
        first = _ABOUT.get(now.phase, ())
        rest = (name for name in parts if name not in first)
        shown = [self.order(), *(self.part(name, *parts[name]) for name in (*first, *rest))]
        return ft.Column(shown, spacing=GAP + 2, tight=True, width=self.given.width)

    def part(
        self, name: str, draw: Callable[[], ft.Control], places: tuple[_Shown, ...]
    ) -> ft.Control:
        """One part of the board, drawn again only when something of it changes."""
        given, roads = self.given, self.now.roads if name == "map" else ()
        fresh = self.fresh.intersection(place.id for place in places)
        room = (given.width, given.text_scale)
        shown = (places, roads, fresh, given.offers, room, given.people)
        return kept(f"part:{name}", lambda *_: draw(), *shown)

    def order(self) -> ft.Control:
        columns = min(self.columns, len(self.now.order))
        size = self.size(columns, 34)
        return _grid(
            [tiles.seat_tile(seat, size, self.given.people) for seat in self.now.order], columns
        )

    def map(self) -> ft.Control:
        size = self.size(self.columns, 62)
        found = [
            tiles.territory_tile(each, self.marks(each.id), size, self.given.people, self.touch)
            for each in self.now.territories
        ]
        rows = [found[n : n + self.columns] for n in range(0, len(found), self.columns)]
        shown = [_joined(n, row, self.beside(n)) for n, row in enumerate(rows)]
        lines = [[row, self.below(n, size)] for n, row in enumerate(shown)]
        parts = [part for line in lines for part in line][:-1]
        return ft.Column(parts, spacing=0, tight=True)

    def beside(self, row: int) -> tuple[str | None, ...]:
        """The colours of the roads between the territories of a row, from left to right."""
        first = row * self.columns
        return tuple(self.road(n, n + 1) for n in range(first, first + self.columns - 1))

    def below(self, row: int, size: TileSize) -> ft.Control:
        """The roads from a row to the one below it."""
        first = row * self.columns
        gaps = tuple(self.road(n, n + self.columns) for n in range(first, first + self.columns))
        return kept(f"roads:{row}", _below, gaps, size.width)

    def road(self, one: int, other: int) -> str | None:
        """The colour of the road between two places of the map."""
        shown = self.now.territories
        if max(one, other) >= len(shown):
            return None
        ends = {shown[one].id, shown[other].id}
        found = next((road for road in self.now.roads if {road.one, road.other} == ends), None)
        if found is None:
            return None
        return (
            ft.Colors.OUTLINE
            if found.owner is None
            else seat_look(self.given.people[found.owner].colour).colour
        )

    def spaces(self) -> ft.Control:
        size = self.size(self.columns, 44)
        found = [
            tiles.space_tile(each, self.marks(each.id), size, self.given.people, self.touch)
            for each in self.now.spaces
        ]
        return _grid(found, self.columns)

    def offer(self) -> ft.Control:
        size = self.size(self.columns, 56)
        found = [
            tiles.card_tile(card, self.marks(card.id), size, self.touch) for card in self.now.offer
        ]
        return _grid(found, self.columns)

    def market(self) -> ft.Control:
        size = self.size(len(GOODS), 40)
        found = [
            tiles.place_tile(place, self.marks(place.id), size, self.touch)
            for row in range(4)
            for place in self.now.market[row::4]
        ]
        return _grid(found, len(GOODS))

    def temple(self) -> ft.Control:
        columns = len(PARTS) if self.columns > 2 else 1
        size = self.size(columns, 48)
        found = [
            tiles.part_tile(part, self.marks(part.id), size, self.touch) for part in self.now.temple
        ]
        return _grid(found, columns)

    @property
    def touch(self) -> Callable[[str], None]:
        return self.given.on_touch


def _below(colours: Sequence[str | None], width: float) -> ft.Control:
    bars = [_bar(width * 0.3, GAP, colour) for colour in colours]
    held = [ft.Container(bar, width=width, alignment=ft.Alignment.CENTER) for bar in bars]
    return ft.Row(list[ft.Control](held), spacing=GAP, height=GAP)


def _bar(width: float, height: float, colour: str | None) -> ft.Control:
    return ft.Container(width=width, height=height, bgcolor=colour)


def _joined(number: int, row: Sequence[ft.Control], colours: Sequence[str | None]) -> ft.Control:
    """A row of tiles with the roads between them."""
    parts = list(row[:1])
    for n, (tile, colour) in enumerate(zip(row[1:], colours, strict=False)):
        parts += [kept(f"road:{number}:{n}", _bar, GAP, 22, colour), tile]
    return ft.Row(parts, spacing=0)


def _grid(found: Sequence[ft.Control], columns: int) -> ft.Control:
    rows = [found[n : n + columns] for n in range(0, len(found), columns)]
    return ft.Column([ft.Row(list(row), spacing=GAP) for row in rows], spacing=GAP, tight=True)


# What touching a place can mean.


def starts(match: Match, _seat: Seat, place: str) -> tuple[Start, ...]:
    """What touching a place can mean, the likeliest first; never nothing."""
    view = match.game.public_view(match.state, None)
    phase = view["turn"]["phase"]
    if place in PLACES:
        return (Start("buy" if view["market"][place] else "sell", {"place": place}),)
    if place in PARTS:
        return (Start("build_temple", {"part": place}),)
    if place in view["offer"] and phase != "place":
        return (Start("build_card", {"card": place}),)
    if place in BONUSES:
        taken = Start("take_bonus", {"bonus": place})
        return (taken,) if phase == "resolution" else (Start("claim_bonus", {"bonus": place}),)
    if phase == "resolution":
        return _resolved(place)
    if phase == "build" and place in TERRITORIES:
        return (Start("build_road", {"one": place}),)
    return (Start("place_pawn", {"space": place}),)


def _resolved(place: str) -> tuple[Start, ...]:
    if place in TERRITORIES:
        return (Start("harvest", {"territory": place}),)
    # Not to use it is seldom done: it has a button of its own.
    return (Start("use_space", {"space": place}),)


def places(match: Match) -> tuple[str, ...]:
    """Everything on the board that can be touched."""
    view = match.game.public_view(match.state, None)
    owned = (card for seat in view["seats"] for card in seat["cards"])
    bonuses = tuple(view["bonuses"])
    found = (*TERRITORIES, *ACTIONS, *bonuses, *owned, *view["offer"], *PLACES, *PARTS)
    return tuple(dict.fromkeys(found))


def holdings(
    match: Match, wording: Wording, seat: Seat, _seen: Collection[Seat]
) -> tuple[Holding, ...]:
    """What lies in front of a seat: all of it is open, but for the faces of its fortune cards."""
    found = match.game.public_view(match.state, None)["seats"][seat]
    account = SEATS[seat]
    points = found["points"]
    cubes = _cubes(match, wording, seat, found["cubes"])
    counts = [(ft.Icons.STYLE, found["fortunes"], FORTUNE)]
    if len(match.options.players) <= _FEW:
        counts.append((ft.Icons.TEMPLE_BUDDHIST, found["tokens"], TOKEN))
    return (
        Holding(
            ft.Icons.STAR,
            str(points),
            wording.noun(points, "point"),
            source=(account, (POINT,)),
            race=True,
        ),
        *cubes,
        *(
            Holding(
                icon, str(n), wording.noun(n, item.partition(":")[0]), source=(account, (item,))
            )
            for icon, n, item in counts
            if n
        ),
    )


_FEW = 2
"""With more people than this there is no room for each good by itself."""


def _cubes(
    match: Match, wording: Wording, seat: Seat, held: Mapping[str, int]
) -> tuple[Holding, ...]:
    """The cubes of a seat: each good by itself, or all of them together."""
    account, everything = SEATS[seat], sum(held.values())
    if len(match.options.players) > _FEW:
        source = (account, tuple(CUBE.values()))
        said = wording.noun(everything, "cubo")
        return (Holding(ft.Icons.WIDGETS, str(everything), said, source=source),)
    return tuple(
        Holding(
            GOOD_LOOKS[good].picture,
            str(n),
            wording.noun(n, f"cube.{good}"),
            source=(account, (CUBE[good],)),
        )
        for good, n in held.items()
        if n
    )


def source_of(line: ScoreLine) -> Source | None:
    """Where each score line of a seat lies in the ledger."""
    if line.code == "priest":
        return PRIEST, (PIECES[line.seat],)
    return SEATS[line.seat], (POINT,)


def named(match: Match) -> tuple[str, ...]:
    """What lies on the table and has a name on the copy of the table: territories and cards."""
    view = match.game.public_view(match.state, None)
    built = (card for seat in view["seats"] for card in seat["cards"])
    fortunes = (c for c in FORTUNES if f"{c}.lines" in match.facts or c in view["met"])
    return (*view["offer"], *built, *fortunes, *TERRITORIES)


def quick(match: Match, wording: Wording, seat: Seat, kind: str) -> tuple[Quick, ...]:
    """How many fortune cards may be laid down, the fewest first: seldom more than one has to be."""
    if kind != "discard_fortune" or seat >= len(match.options.players):
        return ()
    held = match.game.public_view(match.state, None)["seats"][seat]["fortunes"]
    numbers = range(max(1, held - int(str(match.facts[KEPT]))), held + 1)
    back, ink = ft.Colors.PRIMARY_CONTAINER, ft.Colors.ON_PRIMARY_CONTAINER
    return tuple(
        Quick("amount", n, str(n), wording.noun(n, FORTUNE), back, ink, ft.Icons.STYLE)
        for n in numbers[:3]
    )


SCREEN = GameScreen(
    board=board,
    starts=starts,
    places=places,
    likely=(
        ("collect_all", "turn_up", "discard_fortune", "done_by_hand"),
        ("play_fortune",),
        ("skip_space", "pass_market", "end_building", "end_fortunes", "keep_pawns"),
    ),
    moments=(
        "last_round_over",
        "last_round",
        "priest_taken",
        "building>seat",
        "tokens>seat",
        "order_changed",
    ),
    quick=quick,
    named=named,
    plan=PLAN,
    at_once=("use_space", "play_fortune"),
    holdings=holdings,
    source_of=source_of,
    bag_rows=bag_rows,
    item_mark=item_mark,
    charted="points",
    ranked=("points", "priest"),
)
