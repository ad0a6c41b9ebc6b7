"""Public view of the table."""

from typing import Any

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
from companion.games.kingdom_of_solomon.state import CARD_ITEM, PIECES, SEATS, TOKEN, State
from companion.kernel.facts import Unknown
from companion.kernel.ledger import SUPPLY
from companion.kernel.values import Seat


def public_view(state: State, _viewer: Seat | None) -> dict[str, Any]:
    """Return the open things on the table: all but the fortune cards in hands."""
    return {
        "round": state.round,
        "turn": {"seat": state.due.seats[0], "phase": str(state.phase)},
        "awaited": () if state.over else state.awaited,
        "over": state.over,
        "order": state.order,
        "priest": state.priest,
        "priest_used": state.priest_used,
        "territories": {
            t: {
                "pawn": state.pawn_on(t),
                "palace": state.piece_on(t),
                "yields": None if isinstance(goods := state.yield_of(t), Unknown) else dict(goods),
                "site": None if isinstance(has := state.has_site(t), Unknown) else has,
            }
            for t in TERRITORIES
        },
        "actions": {action: state.pawn_on(action) for action in ACTIONS},
        "bonuses": {bonus: state.pawn_on(bonus) for bonus in state.bonuses},
        "cards": {card: state.pawn_on(card) for card in CARDS if state.owner_of(card) is not None},
        "roads": [way for way in ENDS if state.road(way)],
        "offer": [card for card in CARDS if state.offered(card)],
        "market": {place: state.taken(place) for place in PLACES},
        "temple": {part: state.laid(part) for part in PARTS},
        "met": [card for card in FORTUNES if card in state.met],
        "supply": dict(state.heap(SUPPLY)),
        "seats": [_seat_view(state, seat) for seat in range(state.players)],
    }


def _seat_view(state: State, seat: Seat) -> dict[str, Any]:
    held = state.ledger.balance
    return {
        "name": state.options.players[seat],
        "cubes": {good: state.cubes(seat, good) for good in GOODS},
        "points": state.points(seat),
        "pawns": state.pawns(seat),
        "palaces": held(SEATS[seat], PIECES[seat]),
        "fortunes": state.fortunes(seat),
        "tokens": held(SEATS[seat], TOKEN),
        "cards": [card for card in CARDS if held(SEATS[seat], CARD_ITEM[card])],
    }
