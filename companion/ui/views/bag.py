"""Items laid down, in few words."""

from collections import Counter


def summed_up(bag: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Each item of a bag with how often it is there, in order."""
    return tuple(sorted(Counter(bag).items()))
