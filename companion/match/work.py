"""Long work that stops now and then, so that whoever does it can do something else in between."""

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Work: TypeAlias = Generator[None, None, T]
"""Comes to a `T` after any number of pauses. What is told in a pause is nothing."""


def done(work: Work[T]) -> T:
    """What some work comes to, done without a pause."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found
