"""What each device is doing, kept beside its session: a lost connection loses no draft."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

import flet as ft

from companion.ui.presenters.desk import Desk

_KEPT = 64
T = TypeVar("T")


class Shelf(Generic[T]):
    """One thing for each device and match; of so many, the oldest goes.

    Args:
        new: what there is as long as nothing was kept.
    """

    def __init__(self, new: Callable[[], T]) -> None:
        self._new = new
        self._kept: OrderedDict[tuple[str, str], T] = OrderedDict()

    def of(self, device: str, match_id: str) -> T:
        """What a device had at a match."""
        return self._kept.get((device, match_id)) or self._new()

    def keep(self, device: str, match_id: str, thing: T) -> None:
        """Keeps what a device has at a match."""
        self._kept[device, match_id] = thing
        self._kept.move_to_end((device, match_id))
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)


def use_desk() -> tuple[Desk, Callable[[Desk], None], Callable[[], Desk]]:
    """A desk that lasts as long as its screen: as it was drawn, how to replace it, and as it is."""
    desk, set_desk = ft.use_state(Desk())
    now: ft.MutableRef[Desk] = ft.use_ref(desk)

    def put(new: Desk) -> None:
        now.current = new
        set_desk(new)

    return desk, put, lambda: now.current


_DESKS = Shelf(Desk)
_TICKS: Shelf[frozenset[str]] = Shelf(frozenset)


def shelved(device: str, match_id: str) -> Desk:
    """What a device had on its desk: a lost connection takes no draft away."""
    return _DESKS.of(device, match_id)


def shelve(device: str, match_id: str, desk: Desk) -> None:
    """Keeps what a device has on its desk."""
    _DESKS.keep(device, match_id, desk)


def ticks(device: str, match_id: str) -> frozenset[str]:
    """The handouts that were ticked off on a device."""
    return _TICKS.of(device, match_id)


def tick(device: str, match_id: str, keys: frozenset[str]) -> None:
    """Ticks handouts off, or on again."""
    _TICKS.keep(device, match_id, ticks(device, match_id) ^ keys)
