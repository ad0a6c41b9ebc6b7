"""What each device is doing, kept beside its session: a lost connection loses no draft."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import flet as ft
from pydantic import TypeAdapter, ValidationError

from companion.ui.presenters.desk import Desk

_KEPT = 64
_JUST_NOW = 2.0
"""Seconds within which a screen that fails does so because of a change."""
T = TypeVar("T")
_SHELVES: list["Shelf[Any]"] = []


@dataclass(frozen=True)
class _Kept(Generic[T]):
    thing: T
    before: T
    at: float


class Shelf(Generic[T]):
    """One thing for each device and match; of so many, the oldest goes.

    Args:
        new: what there is as long as nothing was kept.
        clock: in seconds.
    """

    def __init__(self, new: Callable[[], T], clock: Callable[[], float] = time.monotonic) -> None:
        self._new = new
        self._clock = clock
        self._kept: OrderedDict[tuple[str, str], _Kept[T]] = OrderedDict()
        _SHELVES.append(self)

    def of(self, device: str, match_id: str) -> T:
        """What a device had at a match."""
        kept = self._kept.get((device, match_id))
        return (kept and kept.thing) or self._new()

    def keep(self, device: str, match_id: str, thing: T) -> None:
        """Keeps what a device has at a match."""
        before = self.of(device, match_id)
        self._kept[device, match_id] = _Kept(thing, before, self._clock())
        self._kept.move_to_end((device, match_id))
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def take_back(self, device: str, match_id: str) -> None:
        """Puts back what there was before a change of this very moment."""
        kept = self._kept.get((device, match_id))
        if kept and self._clock() - kept.at < _JUST_NOW:
            self._kept[device, match_id] = _Kept(kept.before, self._new(), kept.at)

    def forget(self, device: str, match_id: str) -> None:
        """Keeps nothing of a device at a match."""
        self._kept.pop((device, match_id), None)

    def of_device(self, device: str) -> dict[str, T]:
        """Everything that a device has, by match."""
        return {key[1]: kept.thing for key, kept in self._kept.items() if key[0] == device}


def take_back(device: str, match_id: str) -> None:
    """Takes back what was just changed on a device at a match: with that, its screen failed.

    What it was writing elsewhere waits for the screens that open next.
    """
    for shelf in _SHELVES:
        shelf.take_back(device, match_id)
    for name in _DRAFTS.of_device(device):
        _DRAFTS.take_back(device, name)
    rescued(device, drafts_of(device))


def forget(device: str, match_id: str) -> None:
    """Clears away what a device had half done at a match: its screen fails with it."""
    for shelf in _SHELVES:
        shelf.forget(device, match_id)
    _RESCUED.pop(device, None)


def use_draft(device: str, name: str, first: T) -> tuple[T, Callable[[T], None]]:
    """A state that lasts as long as its screen, and comes back if the session fails meanwhile.

    Args:
        device: the public name of the browser.
        name: of what is being written, unlike any other's.
        first: what it begins with.
    """
    begun = ft.use_memo(lambda: _resumed(device, name, first), [name])
    value, set_value = ft.use_state(begun)

    def put(new: T) -> None:
        _DRAFTS.keep(device, name, new)
        set_value(lambda _now: new)

    ft.use_effect(lambda: None, [name], cleanup=lambda: _DRAFTS.forget(device, name))
    return value, put


def _resumed(device: str, name: str, first: T) -> T:
    kept = _RESCUED.get(device, {}).pop(name, None)
    if kept is None or isinstance(kept, type(first)):
        return first if kept is None else kept
    try:
        found: T = TypeAdapter(type(first)).validate_python(kept)
    except ValidationError:
        return first
    return found


def rescued(device: str, drafts: dict[str, Any]) -> None:
    """What a device was writing when its session failed, for the screens that open next."""
    _RESCUED[device] = drafts
    while len(_RESCUED) > _KEPT:
        _RESCUED.pop(next(iter(_RESCUED)))


def drafts_of(device: str) -> dict[str, Any]:
    """What a device is writing, by name."""
    return _DRAFTS.of_device(device)


def desks_of(device: str) -> dict[str, Desk]:
    """The desks of a device, by match."""
    return _DESKS.of_device(device)


def use_desk(device: str, name: str) -> tuple[Desk, Callable[[Desk], None], Callable[[], Desk]]:
    """A desk that lasts as long as its screen: as it was drawn, how to replace it, and as it is.

    Args:
        device: the public name of the browser.
        name: of the screen and what it shows.
    """
    desk, put = use_draft(device, name, Desk())
    now: ft.MutableRef[Desk] = ft.use_ref(desk)
    now.current = desk

    def put_now(new: Desk) -> None:
        now.current = new
        put(new)

    return desk, put_now, lambda: now.current


_DRAFTS: Shelf[Any] = Shelf(lambda: None)
_SHELVES.remove(_DRAFTS)
_RESCUED: dict[str, dict[str, Any]] = {}
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
