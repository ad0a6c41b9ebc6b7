"""Bags of items, summed up."""

from collections import Counter


def summed_up(bag: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Return each item of a bag with its count, in order."""
    return tuple(sorted(Counter(bag).items()))
