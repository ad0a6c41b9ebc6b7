"""State and actions of the shared table screen."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.server.lan_listener import Way
from companion.services.sharing.shared_tables import Mending
from companion.services.storage.store import StoreError
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.hooks import current_page, in_page
from companion.ui.panels.shared_table import table_view, trying
from companion.ui.views.player_names import known_names, remember
from companion.ui.views.shared_table import SharedTableView

OWN_KEY = "host_names"
"""Setting key of the players who used this device, latest first."""


@dataclass(frozen=True)
class SharedTableScreenState:
    """Transient state of the shared table screen. None of it is stored."""

    kept: frozenset[Seat] | None = None
    """Seats that stay here when the table opens.

    None: those of the last time, or the seat of whoever holds this device.
    """
    asking: str = ""
    """Action to confirm: `close`, `renew`, `leave` or `expel`."""
    person: str = ""
    seat: Seat | None = None
    busy: bool = False
    way: str = ""
    """Address in the invitation; empty: the likeliest."""
    ways: tuple[Way, ...] = ()
    """Addresses when this screen was opened. A change forces a render."""

    def with_top_closed(self) -> "SharedTableScreenState | None":
        """Return the state with the topmost form closed, or None if no form is open."""
        if self.asking:
            return replace(self, asking="")
        if self.person:
            return replace(self, person="")
        return replace(self, seat=None) if self.seat is not None else None


class SharedTableActions:
    """Actions of the shared table screen."""

    def __init__(
        self,
        ctx: AppContext,
        match: Match,
        now: SharedTableScreenState,
        set_now: Callable[[Callable[[SharedTableScreenState], SharedTableScreenState]], None],
    ) -> None:
        self.ctx = ctx
        self.match = match
        self.now = now
        self.table: SharedTableView = table_view(ctx, match)
        self.kept = self._own() if now.kept is None else now.kept
        self._set = set_now
        self._page = current_page()

    @property
    def match_id(self) -> str:
        """Return the id of the match."""
        return self.match.started.match

    @property
    def way(self) -> Way | None:
        """Return the address in the invitation, or None while nobody can connect."""
        ways = self.ctx.lan_listener.ways
        return next((way for way in ways if way.url == self.now.way), ways[0] if ways else None)

    def _own(self) -> frozenset[Seat]:
        """Return the seats that stay here by default: those of the last time.

        At a table that was never open, it is the seat of who plays from this device, or the first.
        """
        kept = self.ctx.client.seating.table(self.match).kept
        if kept or self.table.known:
            return kept
        names = self.match.options.players
        before = known_names(self.ctx.client.settings.get(OWN_KEY))
        here = next((name for name in before if name in names), names[0])
        return frozenset({names.index(here)})

    def show(self, **changes: Any) -> None:
        """Change the transient state and render again."""
        self._set(lambda now: replace(now, **changes))

    def do(self, act: Callable[[], object]) -> bool:
        """Change the table, and close the forms that led to it."""
        done = trying(self.ctx, act)
        self.show(asking="", person="", seat=None)
        return done

    def open(self) -> None:
        """Open the LAN listener, then the table."""
        self.show(busy=True)
        in_page(self._page, self._open)

    async def _open(self) -> None:
        client, door = self.ctx.client, self.ctx.lan_listener
        if await door.open() and trying(
            self.ctx, lambda: client.seating.open_table(self.match_id, self.kept)
        ):
            door.announce(client.seating.table(self.match).code)
            self._remember()
        self.show(busy=False)

    def _remember(self) -> None:
        """Store who plays from this device, for later tables."""
        names, client = self.match.options.players, self.ctx.client
        # Only a convenience, so a storage error is ignored: the table is already open.
        with suppress(StoreError):
            here = [names[seat] for seat in sorted(self.kept)]
            client.settings.set(OWN_KEY, remember(here, client.settings.get(OWN_KEY)))

    def retry(self) -> None:
        """Open the LAN listener for a table that is already open."""
        in_page(self._page, self._retry)

    async def _retry(self) -> None:
        await self.ctx.lan_listener.open()
        self.show(busy=False)

    def close(self) -> None:
        """Close the table, and the LAN listener after the last one."""
        if self.do(lambda: self.ctx.client.seating.close_table(self.match_id)):
            self.ctx.notify(self.ctx.words("share.closed"))
            in_page(self._page, self.ctx.lan_listener.settle)

    def renew(self) -> None:
        """Replace the invitation."""
        if self.do(lambda: self.ctx.client.seating.renew(self.match_id, self.table.code)):
            self.ctx.lan_listener.announce(self.ctx.client.seating.table(self.match).code)
            self.ctx.notify(self.ctx.words("share.renewed"))

    def settle_mending(self, way: Mending) -> None:
        """Set who may undo and correct."""
        self.do(lambda: self.ctx.client.seating.set_mending(self.match_id, way))

    def leave(self) -> None:
        """Leave the table."""
        if self.do(lambda: self.ctx.client.seating.leave(self.match_id)):
            self.ctx.notify(self.ctx.words("share.left"))
            self.ctx.go(routes.HOME)
