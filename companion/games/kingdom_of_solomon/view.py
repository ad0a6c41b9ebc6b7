"""Public view of the table."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.kingdom_of_solomon.components import (
    ACTIONS,
    CARDS,
    ENDS,
    FORTUNES,
    GOODS,
    PARTS,
    PLACES,
    TERRITORIES,
)
from companion.games.kingdom_of_solomon.state import CARD_ITEM, CUBE, SEATS, TOKEN, State
from companion.kernel.box.facts import Unknown
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.pieces.standings import sign_of
from companion.kernel.values import Seat


@dataclass(frozen=True)
class KingdomTerritory:
    """Territory of the map."""

    pawn: Seat | None
    palace: Seat | None
    """Seat with a building on it."""
    yields: Mapping[str, int] | None
    """Cubes that it gives, by good; None if they have not been read."""
    site: bool | None
    """Whether it has a building site; None if that has not been read."""


@dataclass(frozen=True)
class KingdomSeat:
    """Belongings of a seat."""

    cubes: Mapping[str, int]
    points: int
    unread_points: str
    """Sign of points that moved and that nobody has read; empty if there are none."""
    pawns: int
    fortunes: int
    tokens: int
    cards: tuple[str, ...]
    """Building cards before it."""


@dataclass(frozen=True)
class KingdomTable:
    """Everything on the table but the faces of the fortune cards in hands."""

    phase: str
    awaited: tuple[Seat, ...]
    order: tuple[Seat, ...]
    priest: Seat | None
    territories: Mapping[str, KingdomTerritory]
    actions: Mapping[str, Seat | None]
    """Pawn on each action space."""
    bonuses: Mapping[str, Seat | None]
    cards: Mapping[str, Seat | None]
    """Pawn on each building card that a seat owns."""
    roads: tuple[str, ...]
    offer: tuple[str, ...]
    market: Mapping[str, bool]
    """Whether a cube lies on each place."""
    supply: Mapping[str, int]
    """Cubes that nobody has, by good."""
    temple: Mapping[str, int]
    """Blocks laid, by part."""
    met: frozenset[str]
    """Fortune cards that have been seen."""
    seats: tuple[KingdomSeat, ...]


def public_view(state: State, _viewer: Seat | None) -> KingdomTable:
    """Return the table, which every seat sees alike."""
    return KingdomTable(
        phase=str(state.phase),
        awaited=() if state.over else state.awaited,
        order=state.order,
        priest=state.priest,
        territories={territory: _territory(state, territory) for territory in TERRITORIES},
        actions={action: state.pawn_on(action) for action in ACTIONS},
        bonuses={bonus: state.pawn_on(bonus) for bonus in state.bonuses},
        cards={card: state.pawn_on(card) for card in CARDS if state.owner_of(card) is not None},
        roads=tuple(way for way in ENDS if state.road(way)),
        offer=tuple(card for card in CARDS if state.offered(card)),
        market={place: state.taken(place) for place in PLACES},
        supply=dict(zip(GOODS, state.ledger.balances(SUPPLY, CUBE.values()), strict=True)),
        temple={part: state.laid(part) for part in PARTS},
        met=frozenset(card for card in FORTUNES if card in state.met),
        seats=tuple(_seat(state, seat) for seat in range(state.players)),
    )


def _territory(state: State, territory: str) -> KingdomTerritory:
    goods, site = state.yield_of(territory), state.has_site(territory)
    return KingdomTerritory(
        pawn=state.pawn_on(territory),
        palace=state.piece_on(territory),
        yields=None if isinstance(goods, Unknown) else dict(goods),
        site=None if isinstance(site, Unknown) else site,
    )


def _seat(state: State, seat: Seat) -> KingdomSeat:
    held = state.ledger.balance
    return KingdomSeat(
        cubes={good: state.cubes(seat, good) for good in GOODS},
        points=state.points(seat),
        unread_points=sign_of(state.points_between(seat)),
        pawns=state.pawns(seat),
        fortunes=state.fortunes(seat),
        tokens=held(SEATS[seat], TOKEN),
        cards=tuple(card for card in CARDS if held(SEATS[seat], CARD_ITEM[card])),
    )
