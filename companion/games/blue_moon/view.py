"""View of the table for a seat, as plain data."""

from typing import Any

from companion.games.blue_moon.catalogue import (
    ELEMENTS,
)
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


def public_view(state: State, _viewer: Seat | None) -> dict[str, Any]:
    """Return the view of the table as plain data.

    It is the same for every seat: hands are counted, not known.
    """
    fight, turn = state.fight, state.turn
    return {
        "fight": {
            "number": fight.number,
            "starter": fight.starter,
            "element": fight.element,
            "opening": fight.opening,
        },
        "turn": {"seat": turn.seat, "number": turn.number, "step": turn.step.name.lower()},
        "due": {
            "code": str(state.due.code),
            "seats": list(state.awaited),
            "card": state.due.of("card"),
        },
        "board": state.ledger.balance(BOARD, DRAGON),
        "ran_out": list(state.ran_out),
        "games": [{"winner": end.winner, "crystals": end.crystals} for end in state.ends],
        "over": state.over,
        "seats": [_seat_view(state, seat) for seat in range(state.players)],
    }


def _seat_view(state: State, seat: Seat) -> dict[str, Any]:
    combat, covered = state.piles[AT[COMBAT][seat]], state.covered[seat]
    totals = {element: state.total(seat, element) for element in ELEMENTS}
    return {
        "name": state.options.players[seat],
        "leader": state.leaders[seat],
        "deck": state.deck(seat),
        "hand": state.hand(seat),
        "known": sorted(state.known(seat, HAND)),
        "unseen": list(state.unseen(seat)),
        "combat": list(combat[covered:]),
        "covered": list(combat[:covered]),
        "active": list(state.active(seat)),
        "support": list(state.piles[AT[AID][seat]]),
        "counted": state.counted_in_areas(seat),
        "ships": [
            {
                "id": ship,
                "cargo": list(state.cargo(seat, ship)),
                "landed": ship in state.landed(seat),
            }
            for ship in state.ships(seat)
        ],
        "leadership": list(state.piles[AT[LEADER][seat]]),
        "discard": sorted(state.known(seat, DISCARD)),
        "dragons": state.dragons(seat),
        "crystals": state.crystals(seat),
        "power": {element: side_total.amount for element, side_total in totals.items()},
        "sum": {element: side_total.sum for element, side_total in totals.items()},
        "counts": {
            element: {part.card.id: part.amount for part in side_total.parts}
            for element, side_total in totals.items()
        },
        "shield": [element for element, side_total in totals.items() if side_total.shield],
    }
