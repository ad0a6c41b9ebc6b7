"""Back, Escape and Ctrl+Z, as reported by the page (`page/assets/device.js`).

The page knows whether something can be closed. Only then it keeps the browser from leaving the
screen.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import flet as ft

EVENT = "gesture"
"""Name of the page's own event."""
BACK, UNDO = "back", "undo"
OPEN_KEY = "open_panels"
"""Storage key that tells the page whether something can be closed."""

Act: TypeAlias = Callable[[], None]


@dataclass(frozen=True)
class GestureHandlers:
    """Handlers of one part of a screen."""

    close: Act | None
    """Callback that closes the topmost panel; None if none is open."""
    undo: Act | None
    """Callback that undoes the last entry; None if this device may undo none."""


NOTHING = GestureHandlers(None, None)


class Gestures:
    """Handlers of one session; the latest that can use a gesture gets it.

    Args:
        tell: tells the page whether something can be closed.
    """

    def __init__(self, tell: Callable[[bool], None]) -> None:
        self._tell = tell
        self._holds: dict[object, Callable[[], GestureHandlers]] = {}

    def hold(self, token: object, now: Callable[[], GestureHandlers]) -> None:
        """Register handlers; `now` gives the current ones at each gesture."""
        self._holds[token] = now
        self.tell()

    def drop(self, token: object) -> None:
        """Unregister the handlers."""
        if self._holds.pop(token, None):
            self.tell()

    def tell(self) -> None:
        """Tell the page whether something is open."""
        self._tell(any(now().close for now in self._holds.values()))

    def came(self, what: object) -> bool:
        """Run the handler; returns whether there was one."""
        for now in reversed(self._holds.values()):
            hold = now()
            act = hold.close if what == BACK else hold.undo if what == UNDO else None
            if act:
                act()
                return True
        return False


def listen(page: ft.Page, came: Mapping[str, Callable[[object], None]]) -> None:
    """Route the page's own events of a session, by their names."""
    session: Any = page.session
    dispatch = session.dispatch_event

    async def dispatched(control_id: int, name: str, data: Any) -> None:
        if control_id == page._i and name in came:
            came[name](data)
        else:
            await dispatch(control_id, name, data)

    session.dispatch_event = dispatched


def use_gestures(gestures: Gestures, now: Callable[[], GestureHandlers], *, is_open: bool) -> None:
    """Handle back and Ctrl+Z while the component is on the screen.

    Args:
        gestures: gestures of the session.
        now: returns the current handlers.
        is_open: True if something can be closed, as rendered.
    """
    live: ft.MutableRef[Callable[[], GestureHandlers]] = ft.use_ref(None)
    live.current = now
    token = ft.use_memo(object, [])

    def hold() -> None:
        gestures.hold(token, lambda: live.current() if live.current else NOTHING)

    ft.use_effect(hold, [is_open], cleanup=lambda: gestures.drop(token))


def use_closing(gestures: Gestures, close: Act | None) -> None:
    """Let back and Escape close what is open on a screen.

    Args:
        gestures: gestures of the session.
        close: closes the topmost layer; None: nothing is open.
    """
    use_gestures(gestures, lambda: GestureHandlers(close, None), is_open=close is not None)
