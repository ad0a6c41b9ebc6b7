"""Shared memo of pure functions of immutable objects."""

from collections.abc import Callable, Hashable
from functools import lru_cache
from types import MethodType
from typing import Any, Generic, TypeVar

R = TypeVar("R")
T = TypeVar("T")

_KEPT = 4096
"""Size of the memo.

An act needs some sixty answers, for itself and for the act before, while fifty other tables go on.
"""


def memoised(thing: object, answer: Callable[..., R], *args: Hashable) -> R:
    """Return `answer(thing, *args)`, memoised.

    Args:
        thing: immutable object such as a state or a match, compared by identity.
        answer: pure function of a module or a game, not one created on the spot.
        args: further arguments.
    """
    # A bound method makes a fast cache key: Python compares it by the identity of its object.
    result: R = _answered(MethodType(answer, thing), *args)
    return result


class ById(Generic[T]):
    """Key that compares an object by identity."""

    __slots__ = ("thing",)

    def __init__(self, thing: T) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ById) and other.thing is self.thing

    def __hash__(self) -> int:
        return id(self.thing)


@lru_cache(maxsize=_KEPT)
def _answered(answer: Callable[..., Any], *args: Hashable) -> Any:
    return answer(*args)
