"""What a table of Blue Moon City must be after an adjustment, reckoned from its pieces."""

from typing import Any

from companion.games.blue_moon_city import GAME
from companion.games.blue_moon_city.components import BUILDINGS

TOLD = {"section": {"finished_with_stones", "full_and_unfinished"}}
"""Problems that a table is told, by what was set; they have a fix each."""


def check(before: Any, code: str, value: str, after: Any) -> None:
    """Reckon the table again after an adjustment."""
    part, _, of = code.partition(".")
    problems = {problem.code for problem in GAME.invariants(after)}
    earlier = {problem.code for problem in GAME.invariants(before)}
    assert problems - earlier <= TOLD.get(part, set()), problems
    for seat in range(len(after.options.players)):
        stone, laid = f"stone:{seat}", 0
        for tile in BUILDINGS:
            there = [owner == seat for owner in after.sections(tile)]
            assert sum(there) == after.ledger.balance(f"tile:{tile}", stone)
            laid += sum(there)
        laid += after.ledger.balance("obelisk", stone)
        assert after.ledger.balance(f"seat:{seat}", stone) == after.facts["stones.each"] - laid
        reach = after.facts["move.steps"] if seat != after.turn.seat else None
        assert reach is None or after.steps_left(seat) == reach
    filled = sum(after.ledger.balance("obelisk", f"stone:{s}") for s in range(after.players))
    prices = after.facts.prices(after.players)
    assert after.next_price == (prices[filled] if filled < len(prices) else None)
    if part == "finished" and value == "yes":
        assert not any(owner is not None for owner in after.sections(of))
    if part == "turn":
        turn = after.turn
        assert GAME.awaiting(after) in ((int(value),), ())
        assert (turn.steps, turn.extra, turn.flights, turn.stones) == (0, 0, 0, 0)
        assert (turn.offerings, turn.yellow, turn.scaled) == (0, 0, frozenset())
    if part in ("figure", "dragon", "phase"):
        assert after.ledger == before.ledger
