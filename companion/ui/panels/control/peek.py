"""Peek at hidden things of a seat on a device with several: while held, or for some seconds."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

import flet as ft

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.ui.context import AppContext
from companion.ui.hooks import current_page, in_page
from companion.ui.views.rulings.origin import Source, may_tell
from companion.ui.widgets import hold, icon_button

BRIEFLY = 8
"""Seconds of a peek without holding: enough to read, or to hear it read out."""
LONGEST = 30
"""Seconds after which a peek ends, even without a release event."""

_Turn: TypeAlias = tuple[Seat, ...]
_Held: TypeAlias = tuple[Seat, _Turn, int] | None
_NOBODY: _Held = None


@dataclass(frozen=True)
class Peek:
    """Seat whose hidden things a screen shows now, and callbacks that start and end it."""

    seat: Seat | None
    look: Callable[[Seat | None], None]
    """Callback that starts the peek while held; None: released."""
    briefly: Callable[[Seat], None]
    """Callback that starts a peek that ends by itself."""


def _nothing(_seat: Seat | None) -> None:
    pass


COVERED = Peek(None, _nothing, _nothing)
"""Peek where nobody looks and nobody can."""


def use_peek(match: Match | None, visit: int = 0) -> Peek:
    """Return the current peek; it ends with every change of turn, when the device is handed on.

    Args:
        match: the match.
        visit: number that is another each time the screen is opened, which also ends the peek.
    """
    held, set_held = ft.use_state(_NOBODY)
    count: ft.MutableRef[int] = ft.use_ref(0)
    page = current_page()
    if match is None:
        return COVERED
    turn: _Turn = match.game.awaiting(match.state)

    def look(seat: Seat | None, seconds: float = LONGEST) -> None:
        count.current = mine = (count.current or 0) + 1
        set_held(None if seat is None else (seat, turn, visit))

        async def cover() -> None:
            await asyncio.sleep(seconds)
            if count.current == mine:
                set_held(None)

        if seat is not None:
            in_page(page, cover)

    seat = held[0] if held and held[1:] == (turn, visit) else None
    return Peek(seat, lambda seat: look(seat), lambda seat: look(seat, BRIEFLY))


def hides_from_others(match: Match, mine: Iterable[Seat], seat: Seat) -> bool:
    """Return whether a device covers a seat's hidden things until its owner looks."""
    own = frozenset(mine)
    return seat in own and seat not in visibility.visible_seats(match, own)


def covers(match: Match, mine: Iterable[Seat], seat: Seat, source: Source) -> bool:
    """Return whether a number of a seat is covered until its owner looks."""
    return hides_from_others(match, mine, seat) and not may_tell(match, source, ())


def peek_bar(ctx: AppContext, wording: Wording, seat: Seat, peek: Peek) -> ft.Control:
    """Build the control to hold for a peek, and a button for one that ends by itself."""
    name, held = wording.player(seat), peek.seat == seat
    words = ctx.words
    pressed = hold(
        words("peek.shown" if held else "peek.hold", name=name),
        lambda pressed: peek.look(seat if pressed else None),
        key=f"hold:{seat}",
        held=held,
        icon=ft.Icons.VISIBILITY if held else ft.Icons.VISIBILITY_OFF,
    )
    shortly = icon_button(
        ft.Icons.TIMER_OUTLINED,
        words("peek.briefly", name=name, n=BRIEFLY),
        lambda _e: peek.briefly(seat),
        key=f"briefly:{seat}",
    )
    return ft.Row([pressed, shortly], spacing=6, key=f"peek:{seat}")
