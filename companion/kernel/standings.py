"""Who comes first, by what it was decided, and what places are worth. Pure arithmetic."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class Standing(NamedTuple):
    """Who has most, compared key by key."""

    winners: tuple[int, ...]
    """By position; several who are level in everything."""
    decided: int | None
    """How many keys it took to leave nobody else level; None: they are level in all of them."""


def standing(keys: Sequence[tuple[Any, ...]]) -> Standing:
    """Who has most: by the first key, then, among those level, by the next, and so on.

    Args:
        keys: by position, what counts, in the order in which it is compared. At least one.
    """
    top = max(keys)
    winners = tuple(i for i, held in enumerate(keys) if held == top)
    alone = (n for n in range(1, len(top) + 1) if sum(k[:n] == top[:n] for k in keys) == 1)
    return Standing(winners, next(alone, None))


def places(counts: Sequence[int]) -> tuple[int, ...]:
    """By position, how many have more: 0 for the first place, the same for those who are level."""
    return tuple(sum(other > count for other in counts) for count in counts)


def paid_by_place(
    counts: Sequence[int], worth: Callable[[int, int], int], *, least: int = 1
) -> tuple[int, ...]:
    """By position, what each is paid for its place.

    Args:
        counts: how much each has.
        worth: what a place is worth to each of so many who are level on it.
        least: whoever has less is paid nothing.
    """
    place = places(counts)
    return tuple(
        worth(at, place.count(at)) if count >= least else 0
        for at, count in zip(place, counts, strict=True)
    )


def shared_places(counts: Sequence[int], amounts: Sequence[int]) -> tuple[int, ...]:
    """By position, what each is paid where those who are level share what their places are worth.

    What cannot be shared evenly stays where it is, and whoever has nothing gets nothing.

    Args:
        counts: how much each has.
        amounts: what each place is worth, the first one first.
    """
    return paid_by_place(counts, lambda at, tied: sum(amounts[at : at + tied]) // tied)
