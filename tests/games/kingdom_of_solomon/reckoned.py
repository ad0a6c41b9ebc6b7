"""What a table of Kingdom of Solomon must be after an adjustment, reckoned from its pieces."""

from collections import Counter
from typing import Any

from companion.games.kingdom_of_solomon import GAME
from companion.games.kingdom_of_solomon.components import BONUSES, TERRITORIES


def check(before: Any, code: str, value: str, after: Any) -> None:
    """Reckon the table again after an adjustment."""
    problems = {problem.code for problem in GAME.invariants(after)}
    assert problems <= {"priest_with_fewer"}
    part, place = code.partition(".")[0], code.partition(".")[2]
    moved = _pieces(after) - _pieces(before)
    if part in ("turn", "phase", "order", "priest_used"):
        assert not moved
    if part == "priest":
        assert after.pieces == before.pieces
        # By ruling the piece that marks the High Priest counts as one of five buildings.
        assert after.ends == before.ends or before.rulings["priest_piece"] == "counted"
    if part in ("pawn", "palace"):
        # Only that place changes, and wherever the piece was.
        assert len({account for account, _ in moved}) <= 2 + (part == "palace")
    if part == "order" and before.rulings["order_change"] == "immediate":
        assert after.order == after.next_order
    _check_seats(part, before, after)
    first = after.due.seats[0]
    if after.phase == "resolution":
        mine = {t for t in TERRITORIES if after.ledger.balance(_at(t), f"pawn:{first}")}
        assert mine <= set(after.stood_by(first)), (code, value, place)
        theirs = [t for t in after.stood_by(first) if after.pawn_on(t) not in (None, first)]
        assert not theirs, (code, value)


def _check_seats(part: str, before: Any, after: Any) -> None:
    """Reckon who places and who resolves from the pawns, in the turn order."""
    if part == "order" and before.rulings["order_change"] != "immediate":
        return
    if after.phase != before.phase or part not in ("order", "pawn", "priest", "palace"):
        return
    if part == "order" and after.phase in ("resolution", "build"):
        assert list(after.due.seats) == [s for s in after.order if s in before.due.seats]
    if part == "order" and after.phase == "place":
        hands = [_in_hand(after, seat) for seat in after.due.seats]
        assert hands == sorted(hands, reverse=True)
    if all(_in_hand(after, seat) == _in_hand(before, seat) for seat in range(after.players)):
        return
    if after.phase == "resolution":
        expected = [seat for seat in after.order if _on_board(after, seat)]
        assert list(after.due.seats) == expected or not expected
    if after.phase == "place":
        left = [s for s in after.order if _in_hand(after, s) and not _claimed(after, s)]
        left.sort(key=lambda seat: -_in_hand(after, seat))
        assert list(after.due.seats) == left or not left


def _in_hand(state: Any, seat: int) -> int:
    return int(state.ledger.balance(f"seat:{seat}", f"pawn:{seat}"))


def _claimed(state: Any, seat: int) -> bool:
    return any(state.ledger.balance(_at(space), f"pawn:{seat}") > 0 for space in BONUSES)


def _on_board(state: Any, seat: int) -> int:
    """Return the pawns of a seat on the board; the one at the High Priest is not resolved."""
    return sum(
        n
        for account, item, n in state.ledger.items()
        if item == f"pawn:{seat}" and account.partition(":")[0] not in ("seat", "priest")
    )


def _pieces(state: Any) -> Counter[tuple[str, str]]:
    return Counter({(a, i): n for a, i, n in state.ledger.items() if n})


def _at(place: str) -> str:
    return place.replace(".", ":")
