"""Resumable work: long computations with pauses, for cooperative scheduling."""

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Resumable: TypeAlias = Generator[None, None, T]
"""Generator that returns a `T` after any number of pauses."""


def done(work: Resumable[T]) -> T:
    """Run some work without a pause and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
