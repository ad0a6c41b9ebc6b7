"""Public view of the table: the same for every seat, as hands are counted and not known."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.games.blue_moon.catalogue import ELEMENTS, CardId
from companion.games.blue_moon.state import (
    AID,
    AT,
    BOARD,
    COMBAT,
    DISCARD,
    DRAGON,
    HAND,
    LEADER,
    State,
)
from companion.kernel.values import Seat


@dataclass(frozen=True)
class MoonShip:
    """Ship in the area of influence of a seat."""

    id: CardId
    cargo: tuple[CardId, ...]
    landed: bool


@dataclass(frozen=True)
class MoonSide:
    """Side of a seat."""

    name: str
    leader: str
    """People of its leader."""
    deck: int
    hand: int
    known: tuple[CardId, ...]
    """Cards of its hand that have been shown."""
    unseen: tuple[CardId, ...]
    """Cards that may lie in its hand or deck."""
    combat: tuple[CardId, ...]
    covered: tuple[CardId, ...]
    active: tuple[CardId, ...]
    support: tuple[CardId, ...]
    counted: int
    """Number of cards in its areas, as the rule of retreat counts them."""
    ships: tuple[MoonShip, ...]
    discard: tuple[CardId, ...]
    leadership: tuple[CardId, ...]
    """Cards on its leader."""
    dragons: int
    crystals: int
    power: Mapping[str, int]
    """Power by element."""
    sum: Mapping[str, str]
    """Sum that gives the power, by element."""
    counts: Mapping[str, Mapping[CardId, int]]
    """Power that each card counts, by element."""
    shield: tuple[str, ...]
    """Elements in which a shield is in force."""


@dataclass(frozen=True)
class MoonTable:
    """Everything on the table."""

    element: str | None
    """Element of the fight; None until it is announced."""
    opening: bool
    """Whether nobody has played in this fight."""
    turn: Seat
    board: int
    """Dragons in the middle."""
    over: bool
    seats: tuple[MoonSide, ...]


def public_view(state: State, _viewer: Seat | None) -> MoonTable:
    """Return the table, which every seat sees alike."""
    return MoonTable(
        element=state.fight.element,
        opening=state.fight.opening,
        turn=state.turn.seat,
        board=state.ledger.balance(BOARD, DRAGON),
        over=state.over,
        seats=tuple(_side(state, seat) for seat in range(state.players)),
    )


def _side(state: State, seat: Seat) -> MoonSide:
    combat, covered = state.piles[AT[COMBAT][seat]], state.covered[seat]
    totals = {element: state.total(seat, element) for element in ELEMENTS}
    return MoonSide(
        name=state.options.players[seat],
        leader=state.leaders[seat],
        deck=state.deck(seat),
        hand=state.hand(seat),
        known=tuple(sorted(state.known(seat, HAND))),
        unseen=tuple(state.unseen(seat)),
        combat=_names(combat[covered:]),
        covered=_names(combat[:covered]),
        active=tuple(state.active(seat)),
        support=_names(state.piles[AT[AID][seat]]),
        counted=state.counted_in_areas(seat),
        ships=tuple(
            MoonShip(ship, tuple(state.cargo(seat, ship)), ship in state.landed(seat))
            for ship in state.ships(seat)
        ),
        discard=tuple(sorted(state.known(seat, DISCARD))),
        leadership=_names(state.piles[AT[LEADER][seat]]),
        dragons=state.dragons(seat),
        crystals=state.crystals(seat),
        power={element: total.amount for element, total in totals.items()},
        sum={element: total.sum for element, total in totals.items()},
        counts={
            element: {part.card.id: part.amount for part in total.parts}
            for element, total in totals.items()
        },
        shield=tuple(element for element, total in totals.items() if total.shield),
    )


def _names(pile: Iterable[CardId | None]) -> tuple[CardId, ...]:
    """Return the cards of an area, which all lie face up."""
    return tuple(name for name in pile if name is not None)
