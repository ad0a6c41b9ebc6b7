"""What a table of Urban Sprawl must be after an adjustment, reckoned by the second computation."""

from typing import Any

from companion.games.urban_sprawl import GAME
from companion.games.urban_sprawl.grid import BLOCKS, CIRCLES, LOTS, block_of, cell
from tests.games.urban_sprawl import naive

OFFICES = dict(
    zip(
        ("office.mayor", "office.attorney", "office.treasurer", "office.chief", "office.boss"),
        naive.ORDER,
        strict=True,
    )
)
CIRCLE = dict(zip(CIRCLES, naive.CIRCLES, strict=True))
ZONES = {"civic": "civ", "commercial": "com", "industrial": "ind", "residential": "res"}


def check(before: Any, code: str, value: str, after: Any) -> None:
    """Reckon the table again after an adjustment."""
    part = code.partition(".")[0]
    assert not GAME.invariants(after)
    lots = [lot for one in after.city.buildings.values() for lot in one.lots]
    assert len(lots) == len(set(lots))
    assert set(after.city.empty) == set(LOTS) - set(lots)
    markers = list(after.city.markers.values())
    assert len(markers) == len(set(markers))
    city = _city(after)
    for block in BLOCKS:
        lot = next(lot for lot in LOTS if block_of(lot) == block)
        assert after.city.values[block] == city.value(cell(lot))
    for office in (*OFFICES, "office.contractor"):
        item = office.replace(".", ":")
        held = [n for _, what, n in after.ledger.items() if what == item]
        assert sum(held) == 1, office
    _check_task(after, city)
    if part == "turn":
        assert after.turn.seat == int(value)
        seat = before.turn.seat
        if seat != int(value):
            assert all(task.of("seat") != seat for task in after.agenda)


def _check_task(state: Any, city: naive.City) -> None:
    """Reckon the election that is due."""
    if state.over or not state.agenda:
        return
    task = state.due
    if task.code == "elect":
        office = task.of("prize")
        tied, _ = naive.elected(city, OFFICES[office], state.players, _vocations(state))
        among = set(task.of("among"))
        assert len(tied) > 1
        assert among == set(tied) or among == set(tied) - set(task.seats)
    if task.code == "contractor":
        least = naive.contractor([state.prestige(seat) for seat in range(state.players)])
        assert len(least) > 1
        assert set(task.of("among")) in (set(least), set(least) - set(task.seats))
    if task.code == "cash":
        assert all(state.has(seat, task.of("vocation")) > 0 for seat in task.seats)
    if task.code == "lose_or_pay":
        assert all(any(house.owner == seat for house in city.houses) for seat in task.seats)
    if task.code == "tribute":
        owed = task.of("owed")
        assert all(0 < owed[s] <= sum(h.owner == s for h in city.houses) for s in task.seats)
    if task.code == "park" and task.of("rule") == "politicians.mayor":
        assert task.seats == (state.holder("office.mayor"),) or state.holder("office.mayor") is None
    if task.code == "drop_control" and task.of("office"):
        assert task.seats == (state.holder(task.of("office")),)


def _vocations(state: Any) -> list[int]:
    counted = state.rulings["media_counts_for_mayor"] == "yes"
    return [
        sum(n for name, n in state.vocations(s).items() if counted or name != "vocation.media")
        for s in range(state.players)
    ]


def _city(state: Any) -> naive.City:
    houses = tuple(
        naive.House(ZONES.get(one.colour, one.colour), frozenset(map(cell, one.lots)), one.owner)
        for one in state.city.buildings.values()
    )
    markers = {CIRCLE[at]: marker.partition(".")[2] for at, marker in state.city.markers.items()}
    return naive.City(houses, markers)
