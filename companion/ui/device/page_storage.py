"""Browser storage of a page, with retries: a slow answer does not mean that nothing is stored.

Only the page's own word that there is nothing counts as that. A page that cannot read is asked a
few times more, and after that nothing is overwritten.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

PATIENCE = 3.0
"""Seconds until a request is repeated; an answer to an earlier one still counts."""
_REFUSALS = 3
"""Number of refusals of a page after which the request fails."""


class Preferences(Protocol):
    """Storage of a page, as Flet accesses it."""

    async def get(self, key: str) -> Any:
        """Return the value of a key; None if there is none."""

    async def set(self, key: str, value: Any) -> Any:
        """Store a value."""

    async def remove(self, key: str) -> Any:
        """Remove a value."""


class SessionEnded(Exception):
    """Error: the session ended before its page answered."""


class Unreadable(Exception):
    """Error: the page reports that its storage cannot be used."""


class PageStorage:
    """Storage of one page.

    Args:
        preferences: its storage.
    """

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences
        self._over = False

    def close(self) -> None:
        """End all requests: pending ones raise `SessionEnded`."""
        self._over = True

    async def get(self, key: str) -> Any:
        """Return the value of a key; None only if the page says that there is none.

        Raises:
            SessionEnded: the session is over.
            Unreadable: the page cannot read it.
        """
        return await self._request(lambda: self._preferences.get(key))

    async def read(self, key: str) -> Any:
        """Return the same as `get`; None also if the page cannot read.

        Raises:
            SessionEnded: the session is over.
        """
        with suppress(Unreadable):
            return await self.get(key)
        return None

    async def put(self, key: str, value: str | int | list[str]) -> None:
        """Store a value and waits for the page's confirmation.

        Raises:
            SessionEnded: the session is over.
            Unreadable: the page cannot keep it.
        """
        await self._request(lambda: self._preferences.set(key, value))

    async def try_put(self, key: str, value: str | int | list[str]) -> None:
        """Store a value without waiting; a failure is ignored."""
        await self._tried(lambda: self._preferences.set(key, value))

    async def try_remove(self, key: str) -> None:
        """Remove a value without waiting; a failure is ignored."""
        await self._tried(lambda: self._preferences.remove(key))

    async def _tried(self, act: Callable[[], Awaitable[Any]]) -> None:
        with suppress(Exception):
            await asyncio.wait_for(act(), PATIENCE)

    async def _request(self, ask: Callable[[], Awaitable[Any]]) -> Any:
        """Return the first answer to a request, repeating it until one arrives."""
        asking: set[asyncio.Future[Any]] = set()
        refusals = 0
        try:
            while not self._over:
                asking.add(asyncio.ensure_future(ask()))
                done, _ = await asyncio.wait(
                    asking, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED
                )
                for answered in done:
                    if answered.exception() is None:
                        return answered.result()
                asking -= done
                refusals += len(done)
                if refusals >= _REFUSALS and not self._over:
                    raise Unreadable
            raise SessionEnded
        finally:
            for waiting in asking:
                waiting.cancel()
