"""Public view of the table, and of what a seat may see of itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.games.santiago_de_cuba.components import DEMANDED, FLOWERS, GOODS
from companion.games.santiago_de_cuba.state import Ship, State
from companion.games.santiago_de_cuba.turn import Phase
from companion.kernel.box.facts import Unknown
from companion.kernel.values import Seat

_BY_SEVERAL: Final = (Phase.TRIBUTE, Phase.LOADING)


@dataclass(frozen=True)
class SantiagoShip:
    """Ship in port."""

    number: int
    of: int
    flag: int
    """Index of the flag with the value marker, from the left."""
    value: int
    rolled: bool
    demand: Mapping[str, int]
    """Cubes that each die still asks for, by good; empty before the roll."""
    aside: str | None
    """Good whose die was set aside."""


@dataclass(frozen=True)
class SantiagoTurn:
    """Turn in progress."""

    seat: Seat
    number: int
    phase: str
    using: str
    """Building whose action is pending; empty for none."""
    waiting: tuple[Seat, ...]
    """Seats that act together."""
    free: tuple[str, ...]
    """Buildings where the pawn may go now."""


@dataclass(frozen=True)
class SantiagoHidden:
    """Holdings behind the screen of a seat."""

    pesos: int
    points: int
    goods: Mapping[str, int]


@dataclass(frozen=True)
class SantiagoSeat:
    """Belongings of a seat."""

    pawn: str | None
    """Building where its pawn stands."""
    markers: int
    hidden: SantiagoHidden | None
    """Holdings behind its screen; None if the viewer may not see them."""


@dataclass(frozen=True)
class SantiagoTable:
    """Everything on the table, without what others hide."""

    street: tuple[str, ...]
    car: str
    inactive: frozenset[str]
    flowers: Mapping[str, str | None]
    """Flower of each citizen; None if it has not been read."""
    buildings: Mapping[str, tuple[str, ...]]
    """Buildings by the flower above them."""
    owners: Mapping[str, Seat]
    ship: SantiagoShip
    flags: tuple[int, ...]
    turn: SantiagoTurn
    supply: Mapping[str, int]
    seats: tuple[SantiagoSeat, ...]


def public_view(state: State, viewer: Seat | None) -> SantiagoTable:
    """Return the table as a seat sees it; None: as everybody does."""
    return SantiagoTable(
        street=tuple(state.stops),
        car=state.car,
        inactive=frozenset(state.inactive),
        flowers={
            citizen: None if isinstance(flower, Unknown) else flower
            for citizen, flower in state.facts.flowers.items()
        },
        buildings={flower: tuple(state.under(flower)) for flower in FLOWERS},
        owners=dict(state.owners),
        ship=_ship(state),
        flags=tuple(state.facts.flags),
        turn=_turn(state),
        supply={good: state.supply(good) for good in GOODS},
        seats=tuple(_seat_view(state, seat, viewer) for seat in range(state.players)),
    )


def _ship(state: State) -> SantiagoShip:
    ship = state.ship
    demand = ship.demand or {}
    return SantiagoShip(
        number=ship.number,
        of=state.facts["ships"],
        flag=ship.flag,
        value=state.value,
        rolled=ship.demand is not None,
        demand={good: demand[good] for good in DEMANDED if good in demand},
        aside=_aside(ship),
    )


def _aside(ship: Ship) -> str | None:
    if ship.demand is None:
        return None
    return next((good for good in DEMANDED if good not in ship.demand), None)


def _turn(state: State) -> SantiagoTurn:
    turn, phase = state.turn, None if state.over else state.phase
    return SantiagoTurn(
        seat=turn.seat,
        number=turn.number,
        phase=str(phase or ""),
        using=state.using or "",
        waiting=tuple(state.agenda[-1].seats) if phase in _BY_SEVERAL else (),
        free=tuple(state.free) if phase == Phase.VISIT else (),
    )


def _seat_view(state: State, seat: Seat, viewer: Seat | None) -> SantiagoSeat:
    seen = viewer == seat or not state.hidden
    return SantiagoSeat(
        pawn=state.pawns[seat],
        markers=state.markers(seat),
        hidden=_hidden(state, seat) if seen else None,
    )


def _hidden(state: State, seat: Seat) -> SantiagoHidden:
    goods = {good: state.good(seat, good) for good in GOODS}
    return SantiagoHidden(state.pesos(seat), state.points(seat), goods)
