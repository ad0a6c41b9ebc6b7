"""Winners, deciding keys and prizes of places, compared with implementations that share no code."""

from itertools import groupby
from random import Random

from companion.kernel.pieces.standings import paid_by_place, shared_places, standing


def _by_knocking_out(keys: list[tuple[int, ...]]) -> tuple[tuple[int, ...], int | None]:
    """Return the winners, and the number of the key that left a single one.

    Key after key, whoever has less is removed.
    """
    left = set(range(len(keys)))
    for n in range(len(keys[0])):
        most = max(keys[i][n] for i in left)
        left = {i for i in left if keys[i][n] == most}
        if len(left) == 1:
            return tuple(left), n + 1
    return tuple(sorted(left)), None


def test_winners_agree_with_elimination_key_by_key() -> None:
    rng = Random(1)
    for _ in range(5000):
        seats, depth = rng.randint(1, 5), rng.randint(1, 3)
        keys = [tuple(rng.randint(0, 2) for _ in range(depth)) for _ in range(seats)]
        assert standing(keys) == _by_knocking_out(keys)


def test_winner_is_decided_by_the_first_key_that_differs() -> None:
    assert standing([(3, 0), (2, 9)]) == ((0,), 1)
    assert standing([(3, 0), (3, 9)]) == ((1,), 2)
    assert standing([(3, 9), (3, 9), (3, 1)]) == ((0, 1), None)


def _handed_out(counts: list[int], amounts: list[int]) -> tuple[int, ...]:
    """Return the payments of the places, where equal counts share the places they take."""
    paid, left = [0] * len(counts), list(amounts)
    order = sorted(range(len(counts)), key=lambda i: -counts[i])
    for count, group in groupby(order, key=lambda i: counts[i]):
        who = list(group)
        taken, left = left[: len(who)], left[len(who) :]
        for i in who:
            paid[i] = sum(taken) // len(who) if count else 0
    return tuple(paid)


def test_tied_seats_share_the_prizes_of_their_places() -> None:
    rng = Random(2)
    for _ in range(5000):
        counts = [rng.randint(0, 4) for _ in range(rng.randint(1, 6))]
        amounts = sorted((rng.randint(0, 12) for _ in range(rng.randint(0, 4))), reverse=True)
        assert shared_places(counts, amounts) == _handed_out(counts, amounts)


def test_three_prizes_are_shared_by_tied_places() -> None:
    prizes = (9, 6, 3)
    assert shared_places((5, 3, 1, 0), prizes) == (9, 6, 3, 0)
    assert shared_places((5, 5, 1), prizes) == (7, 7, 3)
    assert shared_places((5, 3, 3), prizes) == (9, 4, 4)
    assert shared_places((2, 2, 2, 2), prizes) == (4, 4, 4, 4)
    assert shared_places((4, 0, 0), prizes) == (9, 0, 0)


def test_place_may_pay_another_prize_to_tied_seats() -> None:
    def worth(place: int, tied: int) -> int:
        return 3 if place or tied > 1 else 6

    assert paid_by_place((5, 3, 2), worth, least=3) == (6, 3, 0)
    assert paid_by_place((5, 5, 3), worth, least=3) == (3, 3, 3)
    assert paid_by_place((2, 2), worth, least=3) == (0, 0)
