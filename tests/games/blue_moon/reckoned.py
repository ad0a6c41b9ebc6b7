"""What a table of Blue Moon must be after an adjustment, reckoned from where its cards lie."""

from typing import Any

from companion.games.blue_moon import GAME
from tests.games.blue_moon import naive

PLACES = ("deck", "hand", "combat", "support", "leader", "discard", "influence")
LAID = ("combat", "support", "leader", "influence")


def check(_before: Any, code: str, value: str, after: Any) -> None:
    """Reckon the table again after an adjustment."""
    part = code.partition(".")[0]
    assert not GAME.invariants(after)
    for seat in (0, 1):
        number = 0
        for place in PLACES:
            held = after.ledger.held(f"{place}:{seat}")
            number += sum(n for item, n in held.items() if item.partition(":")[0] == "card")
            assert all(n >= 0 for n in held.values()), (code, value, held)
            if place in LAID:
                assert sum(held.values()) == len(after.piles[f"{place}:{seat}"])
        assert number == len(after.decks[seat])
        if after.turn.leadership is None and after.rulings["boost_target"] != "chosen":
            for at, element in enumerate(("fire", "earth")):
                assert after.total(seat, element).amount == _power(after, seat, at)
    _check_tasks(after)
    if part == "turn":
        seat = int(value)
        assert (after.turn.seat, after.awaited, after.turn.played) == (seat, (seat,), ())
    if part == "element":
        assert after.fight.element == (None if value == "none" else value)


def _check_tasks(state: Any) -> None:
    """Look for decisions about cards that do not lie there."""
    for task in state.agenda:
        seat = task.of("seat")
        if task.code == "bluff_faced":
            assert state.ledger.balance(f"support:{seat}", "card") > 0
        if task.code == "bluffs_to_show":
            place = "support" if task.of("called") else "discard"
            lying = state.ledger.balance(f"{place}:{seat}", "card")
            assert lying == task.of("number") if task.of("called") else lying >= task.of("number")


def _power(state: Any, seat: int, element: int) -> int:
    amount, _ = naive.power(
        _lying(state, seat),
        _lying(state, 1 - seat),
        element,
        (False, False),
        raise_first=state.rulings["power_order"] == "raise_first",
        multiply=state.rulings["doublings"] == "multiply",
    )
    return amount


def _lying(state: Any, seat: int) -> list[str]:
    combat = state.piles[f"combat:{seat}"][state.covered[seat] :]
    return [*combat, *state.piles[f"support:{seat}"]]
