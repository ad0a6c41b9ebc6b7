"""The door to the network follows the tables: open while any of them is, shut when none is."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

FAREWELL = 3.0
"""Seconds from closing the last table to shutting the door, so that everybody is told first."""


class Lan(Protocol):
    """The door by which other devices come in."""

    url: str | None
    """The base URL while it is open."""

    @property
    def problem(self) -> str | None:
        """Why it cannot be opened, as a code."""

    def announce(self, link: str) -> None:
        """Shows an invitation to whoever sits at the server."""

    async def open(self) -> str | None:
        """Opens it, unless it is open: the base URL, or None."""

    async def close(self) -> None:
        """Shuts it."""


class OpenTable(Protocol):
    """A table that others may come to."""

    @property
    def code(self) -> str:
        """What they come in by."""


class Tables(Protocol):
    """The tables of this house, of which some are open."""

    def open_ones(self) -> Sequence[OpenTable]:
        """Those that are."""


class Doorkeeper:
    """Opens and shuts the door to the network.

    Args:
        tables: which are open or not.
        lan: the door; None where there is no server, such as in a window of its own.
    """

    def __init__(self, tables: Tables, lan: Lan | None) -> None:
        self._tables = tables
        self._lan = lan

    @property
    def url(self) -> str | None:
        """The base URL by which others come in, while they can."""
        return self._lan.url if self._lan else None

    @property
    def problem(self) -> str:
        """Why they cannot, as a code: words under `share.problem.<code>`; empty if they can."""
        if self._lan is None:
            return "window"
        return self._lan.problem or ""

    def link(self, code: str) -> str | None:
        """The whole invitation with a code. The secret stands where no request carries it."""
        return f"{self.url.rstrip('/')}/#{code}" if self.url and code else None

    def announce(self, code: str) -> None:
        """Shows an invitation to whoever sits at the server."""
        link = self.link(code)
        if self._lan and link:
            self._lan.announce(link)

    async def open(self) -> str | None:
        """Opens the door, ahead of the table that it is for."""
        return await self._lan.open() if self._lan else None

    async def resume(self) -> None:
        """Opens the door for the tables that are open, as the server starts."""
        for table in self._tables.open_ones():
            if await self.open():
                self.announce(table.code)

    async def settle(self, farewell: float = FAREWELL) -> None:
        """Opens or shuts the door, as the tables are now."""
        if self._lan is None:
            return
        if self._wanted():
            await self._lan.open()
            return
        await asyncio.sleep(farewell)
        if not self._wanted():
            await self._lan.close()
        # A table may have been opened while the door was being shut.
        if self._wanted():
            await self._lan.open()

    def _wanted(self) -> bool:
        return bool(self._tables.open_ones())
