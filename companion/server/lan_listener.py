"""LAN listener policy: open while any table is open, closed when none is."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

FAREWELL = 3.0
"""Seconds from closing the last table to closing the listener; all are notified first."""


@dataclass(frozen=True)
class Way:
    """Address by which others connect, and the network that it belongs to."""

    url: str
    interface: str = ""
    """Name that the system gives it; empty if unknown."""
    network: str = "other"
    """Kind of the network: a word of `share.network`."""


class Lan(Protocol):
    """Listener by which other devices connect."""

    ways: tuple[Way, ...]
    """Addresses while it is open, the likeliest first."""

    @property
    def problem(self) -> str | None:
        """Return why it cannot be opened, as a code, or None."""

    def announce(self, link: str) -> None:
        """Show an invitation to whoever sits at the server."""

    async def open(self) -> str | None:
        """Open it if it is closed; return the base URL, or None."""

    async def close(self) -> None:
        """Close the listener."""


class OpenTable(Protocol):
    """Table that others may join."""

    @property
    def code(self) -> str:
        """Return the secret of its invitation."""


class OpenTables(Protocol):
    """Tables of this host, some of them open."""

    def open_ones(self) -> Sequence[OpenTable]:
        """Return the open tables."""


class LanListenerPolicy:
    """LAN listener policy, which opens and closes the listener.

    Args:
        tables: the tables, open or closed.
        lan: the listener; None where there is no server, such as in a window of its own.
    """

    def __init__(self, tables: OpenTables, lan: Lan | None) -> None:
        self._tables = tables
        self._lan = lan

    @property
    def ways(self) -> tuple[Way, ...]:
        """Return the addresses by which others connect, the likeliest first."""
        return self._lan.ways if self._lan else ()

    @property
    def url(self) -> str | None:
        """Return the likeliest base URL by which others connect, or None while they cannot."""
        return self.ways[0].url if self.ways else None

    @property
    def problem(self) -> str:
        """Return why others cannot connect, as a code.

        It is worded under `share.problem.<code>`; empty if they can.
        """
        if self._lan is None:
            return "window"
        return self._lan.problem or ""

    def link(self, code: str, way: Way | None = None) -> str | None:
        """Return the invitation link of a code, by the likeliest way if none is given.

        The secret is in the fragment, which no request carries.
        """
        url = way.url if way else self.url
        return f"{url.rstrip('/')}/#{code}" if url and code else None

    def announce(self, code: str) -> None:
        """Show an invitation to whoever sits at the server."""
        link = self.link(code)
        if self._lan and link:
            self._lan.announce(link)

    async def open(self) -> str | None:
        """Open the listener in advance, before its table opens."""
        return await self._lan.open() if self._lan else None

    async def resume(self) -> None:
        """Open the listener for the open tables when the server starts."""
        for table in self._tables.open_ones():
            if await self.open():
                self.announce(table.code)

    async def refresh(self) -> tuple[Way, ...]:
        """Return the addresses of the open listener; the machine may have changed networks."""
        if self._lan and self._wanted():
            await self._lan.open()
        return self.ways

    async def settle(self, farewell: float = FAREWELL) -> None:
        """Open or close the listener according to the current tables."""
        if self._lan is None:
            return
        if self._wanted():
            await self._lan.open()
            return
        await asyncio.sleep(farewell)
        if not self._wanted():
            await self._lan.close()
        # A table may have been opened while the listener was closing.
        if self._wanted():
            await self._lan.open()

    def _wanted(self) -> bool:
        return bool(self._tables.open_ones())
