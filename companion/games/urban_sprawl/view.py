"""Public view of the table: everything but the order of the decks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.urban_sprawl.components import (
    CONTRACT_PLACES,
    FAVORS,
    OFFICES,
    PLANNING_ROW,
    PRESTIGE,
    PRICE,
    RENEWAL,
    WEALTH,
)
from companion.games.urban_sprawl.state import State
from companion.kernel.agenda import Task
from companion.kernel.pieces.standings import sign_of
from companion.kernel.values import Seat, Term


@dataclass(frozen=True)
class SprawlTask:
    """Task of the agenda."""

    code: str
    awaited: tuple[Seat, ...]
    about: Mapping[str, Any]
    """What it is about, by name: keys of terms, amounts, lines of a card."""


@dataclass(frozen=True)
class SprawlOffice:
    """Office of the city."""

    in_play: bool
    holder: Seat | None


@dataclass(frozen=True)
class SprawlBuilding:
    """Building of the city."""

    id: str
    colour: str
    lots: tuple[str, ...]
    owner: Seat | None


@dataclass(frozen=True)
class SprawlSlot:
    """Place of a card on the board."""

    card: str | None
    price: int


@dataclass(frozen=True)
class SprawlSeat:
    """Belongings of a seat."""

    wealth: int
    prestige: int
    unread: Mapping[str, str]
    """Sign of what wealth and prestige lack, as somebody has left a line for later."""
    permits: tuple[str, ...]
    renewals: int
    favors: Mapping[str, str | None]
    """Card on each place of its favours."""
    vocations: Mapping[str, int]


@dataclass(frozen=True)
class SprawlTable:
    """Everything on the table."""

    seat: Seat
    """Seat whose turn it is."""
    points: int
    """Action points that it has left."""
    turns: int
    """Number of turns begun."""
    phase: str
    agenda: tuple[SprawlTask, ...]
    """Tasks that are due, the next one first."""
    over: bool
    pawn: str
    """Office on which the election pawn stands."""
    active: tuple[str, ...]
    """Contract decks in play."""
    offices: Mapping[str, SprawlOffice]
    buildings: tuple[SprawlBuilding, ...]
    numbers: Mapping[str, int]
    """Number that lies on each place beside the city."""
    values: Mapping[str, int]
    """Value of each block."""
    markers: Mapping[str, str]
    """Marker on each place beside the city."""
    rails: Mapping[str, SprawlSlot]
    seats: tuple[SprawlSeat, ...]


def public_view(state: State, _viewer: Seat | None) -> SprawlTable:
    """Return the table, which every seat sees alike."""
    city = state.city
    return SprawlTable(
        seat=state.turn.seat,
        points=state.turn.points,
        turns=state.turns,
        phase=state.phase,
        agenda=tuple(map(_task, reversed(state.agenda))),
        over=state.over,
        pawn=state.track,
        active=tuple(state.active),
        offices={o: SprawlOffice(state.in_play(o), state.holder(o)) for o in OFFICES},
        buildings=tuple(
            SprawlBuilding(name, one.colour, tuple(sorted(one.lots)), one.owner)
            for name, one in sorted(city.buildings.items())
        ),
        numbers=dict(city.numbers),
        values=dict(city.values),
        markers=dict(city.markers),
        rails={
            place: SprawlSlot(state.card_at(place), PRICE[place])
            for place in (*PLANNING_ROW, *CONTRACT_PLACES)
        },
        seats=tuple(_seat(state, seat) for seat in range(state.players)),
    )


def _task(task: Task) -> SprawlTask:
    about = {name: _plain(value) for name, value in task.about}
    return SprawlTask(str(task.code), task.awaited, about)


def _plain(value: Any) -> Any:
    if isinstance(value, Term):
        return value.key
    return value if isinstance(value, str | int | tuple | None) else str(value)


def _seat(state: State, seat: Seat) -> SprawlSeat:
    return SprawlSeat(
        wealth=state.wealth(seat),
        prestige=state.prestige(seat),
        unread={what: sign_of(state.between(seat, what)) for what in (WEALTH, PRESTIGE)},
        permits=tuple(state.permits(seat)),
        renewals=state.has(seat, RENEWAL),
        favors={place: state.card_at(place, seat) for place in FAVORS},
        vocations=dict(state.vocations(seat)),
    )
