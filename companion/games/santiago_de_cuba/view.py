"""View of the table for a seat, as plain data."""

from typing import Any, Final

from companion.games.santiago_de_cuba.components import DEMANDED, FLOWERS, GOODS
from companion.games.santiago_de_cuba.state import Ship, State
from companion.games.santiago_de_cuba.turn import Phase
from companion.kernel.facts import Unknown
from companion.kernel.values import Seat

_BY_SEVERAL: Final = (Phase.TRIBUTE, Phase.LOADING)


def public_view(state: State, viewer: Seat | None) -> dict[str, Any]:
    """Return the view of a seat as plain data, without hidden things."""
    ship, turn = state.ship, state.turn
    return {
        "street": list(state.stops),
        "car": state.car,
        "inactive": sorted(state.inactive),
        "flowers": {
            citizen: None if isinstance(flower, Unknown) else flower
            for citizen, flower in state.facts.flowers.items()
        },
        "buildings": {flower: list(state.under(flower)) for flower in FLOWERS},
        "owners": dict(state.owners),
        "ship": {
            "number": ship.number,
            "of": state.facts["ships"],
            "flag": ship.flag,
            "value": state.value,
            "rolled": ship.demand is not None,
            "demand": {g: ship.demand[g] for g in DEMANDED if g in (ship.demand or {})}
            if ship.demand is not None
            else {},
            "aside": _aside(ship),
        },
        "flags": list(state.facts.flags),
        "turn": {
            "seat": turn.seat,
            "number": turn.number,
            "phase": str(state.phase),
            "using": state.using,
            "waiting": list(state.agenda[-1].seats) if state.phase in _BY_SEVERAL else [],
            "free": list(state.free) if state.phase == Phase.VISIT else [],
        },
        "supply": {good: state.supply(good) for good in GOODS},
        "seats": [_seat_view(state, seat, viewer) for seat in range(state.players)],
    }


def _aside(ship: Ship) -> str | None:
    if ship.demand is None:
        return None
    return next((good for good in DEMANDED if good not in ship.demand), None)


def _seat_view(state: State, seat: Seat, viewer: Seat | None) -> dict[str, Any]:
    view: dict[str, Any] = {
        "name": state.options.players[seat],
        "pawn": state.pawns[seat],
        "markers": state.markers(seat),
        "buildings": [building for building, owner in state.owners.items() if owner == seat],
    }
    if viewer == seat or not state.hidden:
        view["pesos"] = state.pesos(seat)
        view["points"] = state.points(seat)
        view["goods"] = {good: state.good(seat, good) for good in GOODS}
        view["goods_in_all"] = state.goods(seat)
    return view
