"""What a table of Santiago de Cuba must be after an adjustment, reckoned from its pieces."""

from typing import Any

from companion.games.santiago_de_cuba import GAME

TOLD = {
    "car": {"car_elsewhere", "no_building_to_visit", "pawn_elsewhere"},
    "die": {"complete_ship_in_port", "wrong_number_of_dice"},
    "owner": {"building_not_owned"},
    "pawn": {"two_pawns_in_building", "pawn_elsewhere", "no_building_to_visit"},
}
"""Problems that a table is told, by what was set; they have a fix each."""


def check(_before: Any, code: str, value: str, after: Any) -> None:
    """Reckon the table again after an adjustment."""
    part, _, of = code.partition(".")
    problems = {problem.code for problem in GAME.invariants(after)}
    assert problems <= TOLD.get(part, set()), problems
    for building in after.options.buildings:
        owner = after.owners.get(building)
        there = [after.ledger.balance(f"building:{building}", f"marker:{s}") for s in _seats(after)]
        assert there == [int(seat == owner) for seat in _seats(after)]
    for seat in _seats(after):
        owned = list(after.owners.values()).count(seat)
        assert after.markers(seat) + owned == after.facts["start.markers"]
    free = _free(after)
    assert free is None or set(after.free) == free
    if part == "turn":
        assert (after.turn.seat, after.awaited, after.phase) == (int(value), (int(value),), "drive")
        remembered = (after.turn.stop, after.turn.used, after.turn.gave, after.turn.moved)
        assert remembered == (None, (), (), False)
        assert after.before is None
    if part == "car":
        # Where the car is set down it has stopped, so an inactive citizen wakes there.
        assert after.waking == (value if value in after.inactive else None)
        assert after.turn.stop in (None, value)
    if part == "citizen":
        assert (of in after.inactive) == (value == "down")
        assert after.waking in after.inactive or after.waking is None
    if part in ("ship", "flag"):
        assert after.value == after.facts.flags[after.ship.flag]


def _seats(state: Any) -> range:
    return range(len(state.options.players))


def _free(state: Any) -> set[str] | None:
    """Return the buildings without a pawn under the flower at the car; None if it is not known."""
    colours = state.colours(state.car)
    if len(colours) != 1:
        return None if colours else set()
    first = 3 * ("yellow", "blue", "red", "white").index(colours[0])
    return set(state.options.buildings[first : first + 3]) - set(state.pawns)
