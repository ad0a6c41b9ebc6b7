"""Drafts in memory by device, outside the session: a lost connection loses none."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import flet as ft
from pydantic import PydanticUserError, TypeAdapter, ValidationError

from companion.ui.views.report.interaction import InteractionState

_EACH = 16
"""Maximum number of entries of a kind per device; empty ones do not count."""
_DEVICES = 1024
"""Maximum number of devices; beyond it, those without drafts are evicted first, oldest first."""
_JUST_NOW = 2.0
"""Seconds after a change within which a failure of the screen is blamed on it."""
T = TypeVar("T")
_SHELVES: list["DraftCache[Any]"] = []


@dataclass(frozen=True)
class _CachedDraft(Generic[T]):
    thing: T
    before: T
    at: float


class DraftCache(Generic[T]):
    """Cache of one value per device and match; the oldest beyond the limit are evicted.

    Args:
        new: returns the initial value.
        clock: returns the time in seconds.
        empty: tells whether a value holds nothing that anybody would miss.
    """

    def __init__(
        self,
        new: Callable[[], T],
        clock: Callable[[], float] = time.monotonic,
        empty: Callable[[T], bool] | None = None,
    ) -> None:
        self._new = new
        self._clock = clock
        self._empty = empty or (lambda thing: thing == new())
        self._kept: OrderedDict[str, OrderedDict[str, _CachedDraft[T]]] = OrderedDict()
        _SHELVES.append(self)

    def of(self, device: str, match_id: str) -> T:
        """Return the value of a device at a match."""
        kept = self._of(device).get(match_id)
        return (kept and kept.thing) or self._new()

    def keep(self, device: str, match_id: str, thing: T) -> None:
        """Set the value of a device at a match."""
        before = self.of(device, match_id)
        mine = self._kept.setdefault(device, OrderedDict())
        mine[match_id] = _CachedDraft(thing, before, self._clock())
        mine.move_to_end(match_id)
        self._kept.move_to_end(device)
        for empty in (False, True):
            alike = [name for name, kept in mine.items() if self._empty(kept.thing) is empty]
            for name in alike[:-_EACH]:
                del mine[name]
        if len(self._kept) > _DEVICES:
            self._let_go()
        _tell(device)

    def _let_go(self) -> None:
        """Evict the first device with only empty values, else the oldest."""
        idle = (d for d, mine in self._kept.items() if self._holds_nothing(mine))
        del self._kept[next(idle, next(iter(self._kept)))]

    def _holds_nothing(self, mine: OrderedDict[str, _CachedDraft[T]]) -> bool:
        return all(self._empty(kept.thing) for kept in mine.values())

    def take_back(self, device: str, match_id: str) -> None:
        """Restore the value from before a change made just now."""
        kept = self._of(device).get(match_id)
        if kept and self._clock() - kept.at < _JUST_NOW:
            self._kept[device][match_id] = _CachedDraft(kept.before, self._new(), kept.at)
            _tell(device)

    def forget(self, device: str, match_id: str) -> None:
        """Remove the value of a device at a match."""
        mine = self._of(device)
        mine.pop(match_id, None)
        if not mine:
            self._kept.pop(device, None)
        _tell(device)

    def of_device(self, device: str) -> dict[str, T]:
        """Return all values of a device, by match."""
        return {name: kept.thing for name, kept in self._of(device).items()}

    def _of(self, device: str) -> OrderedDict[str, _CachedDraft[T]]:
        return self._kept.get(device) or OrderedDict()


_FOLLOWING: dict[str, list[Callable[[], None]]] = {}


def follow(device: str, changed: Callable[[], None]) -> Callable[[], None]:
    """Call back after each change of a device's values, until the returned function is called."""
    _FOLLOWING.setdefault(device, []).append(changed)

    def end() -> None:
        heard = _FOLLOWING.get(device, [])
        if changed in heard:
            heard.remove(changed)
        if not heard:
            _FOLLOWING.pop(device, None)

    return end


def _tell(device: str) -> None:
    for changed in tuple(_FOLLOWING.get(device, ())):
        changed()


def take_back(device: str, match_id: str) -> None:
    """Revert the latest change of a device at a match, because its screen failed with it.

    Texts typed elsewhere are handed to the screens that open next.
    """
    for shelf in _SHELVES:
        shelf.take_back(device, match_id)
    for name in _DRAFTS.of_device(device):
        _DRAFTS.take_back(device, name)
    left(device)


def forget(device: str, match_id: str) -> None:
    """Discard the drafts of a device at a match, because its screen fails with them."""
    for shelf in _SHELVES:
        shelf.forget(device, match_id)
    for name in _DRAFTS.of_device(device):
        _DRAFTS.forget(device, name)
    _RESCUED.pop(device, None)


def use_draft(device: str, name: str, first: T) -> tuple[T, Callable[[T], None]]:
    """Return a state that lives as long as its screen and survives a failed session.

    Args:
        device: public name of the browser.
        name: unique name of the draft.
        first: initial value.
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
        converted: T = TypeAdapter(type(first)).validate_python(kept)
    except (ValidationError, PydanticUserError):
        # Values of another shape, or of a type that has none as text, such as a ruling card.
        return first
    return converted


def rescued(device: str, drafts: dict[str, Any]) -> None:
    """Store the texts a device was typing when its session ended, for the next screens."""
    _RESCUED.pop(device, None)
    if drafts:
        _RESCUED[device] = dict(list(drafts.items())[-_EACH:])
    while len(_RESCUED) > _DEVICES:
        _RESCUED.pop(next(iter(_RESCUED)))


def left(device: str) -> None:
    """Hand the unfinished texts of an ended session over to the next one."""
    rescued(device, {**_RESCUED.get(device, {}), **drafts_of(device)})


def drafts_of(device: str) -> dict[str, Any]:
    """Return the texts a device is typing, by name."""
    return _DRAFTS.of_device(device)


def waiting_for(device: str) -> dict[str, Any]:
    """Return the texts typed in an earlier session and in this one."""
    return {**_RESCUED.get(device, {}), **drafts_of(device)}


def interactions_of(device: str) -> dict[str, InteractionState]:
    """Return the interaction states of a device, by match."""
    return _INTERACTIONS.of_device(device)


def use_interaction(
    device: str, name: str
) -> tuple[InteractionState, Callable[[InteractionState], None], Callable[[], InteractionState]]:
    """Return an interaction state that lives as long as its screen.

    The result is the state as rendered, a function that replaces it, and one that returns the
    latest.

    Args:
        device: public name of the browser.
        name: name of the screen and of what it shows.
    """
    interaction, put = use_draft(device, name, InteractionState())
    now: ft.MutableRef[InteractionState] = ft.use_ref(interaction)
    now.current = interaction

    def put_now(new: InteractionState) -> None:
        now.current = new
        put(new)

    return interaction, put_now, lambda: now.current


_DRAFTS: DraftCache[Any] = DraftCache(lambda: None)
_SHELVES.remove(_DRAFTS)
_RESCUED: dict[str, dict[str, Any]] = {}
_INTERACTIONS = DraftCache(
    InteractionState, empty=lambda interaction: not (interaction.form or interaction.edits)
)
_TICKS: DraftCache[frozenset[str]] = DraftCache(frozenset)
_SEEN: DraftCache[frozenset[str]] = DraftCache(frozenset)
_TURNED: DraftCache[bool] = DraftCache(bool)
_OPENED: DraftCache[str] = DraftCache(str)
_ASKED: DraftCache[tuple[str, int]] = DraftCache(lambda: ("", 0))
"""Question that each device took elsewhere, with the number of entries that the match had then."""
_HANDS: DraftCache[frozenset[str]] = DraftCache(frozenset)
"""Noted hands of each device; they are never written down or shown elsewhere."""


def stored_state(device: str, match_id: str) -> InteractionState:
    """Return the interaction state of a device at a match."""
    return _INTERACTIONS.of(device, match_id)


def shelve(device: str, match_id: str, interaction: InteractionState) -> None:
    """Store the interaction state of a device at a match."""
    _INTERACTIONS.keep(device, match_id, interaction)


def ticks(device: str, match_id: str) -> frozenset[str]:
    """Return the handouts ticked off on a device."""
    return _TICKS.of(device, match_id)


def tick(device: str, match_id: str, keys: frozenset[str]) -> None:
    """Toggle the ticks of handouts."""
    _TICKS.keep(device, match_id, ticks(device, match_id) ^ keys)


def seen(device: str, match_id: str) -> frozenset[str]:
    """Return what was told at a match and closed, or looked at, on a device."""
    return _SEEN.of(device, match_id)


def see(device: str, match_id: str, key: str) -> None:
    """Keep that a device has seen what was told at a match."""
    _SEEN.keep(device, match_id, seen(device, match_id) | {key})


def is_turned(device: str, match_id: str) -> bool:
    """Return whether a device lies between two people, with the far side of its board turned."""
    return _TURNED.of(device, match_id)


def turn_over(device: str, match_id: str) -> None:
    """Toggle whether the far side of the board is turned on a device."""
    _TURNED.keep(device, match_id, not is_turned(device, match_id))


def opened_part(device: str, match_id: str) -> str:
    """Return the part of the board shown large on a device."""
    return _OPENED.of(device, match_id)


def open_part(device: str, match_id: str, part: str) -> None:
    """Show a part of the board large on a device, or none."""
    _OPENED.keep(device, match_id, part)


def asked(device: str, match_id: str, entries: int) -> str:
    """Return what a device took elsewhere at a match, as long as nothing was recorded since."""
    question, then = _ASKED.of(device, match_id)
    return question if then == entries else ""


def keep_asked(device: str, match_id: str, entries: int, question: str) -> None:
    """Keep what a device takes elsewhere at a match of so many entries."""
    _ASKED.keep(device, match_id, (question, entries))


def hand_of(device: str, whose: str) -> frozenset[str]:
    """Return what a device has noted of a seat's hand, by match and seat."""
    return _HANDS.of(device, whose)


def keep_hand(device: str, whose: str, hand: frozenset[str]) -> None:
    """Note a hand on a device."""
    _HANDS.keep(device, whose, hand)
