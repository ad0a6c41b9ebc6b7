"""Incoming data of one screen from links, codes and files, and its subscribers."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Protocol

from companion.match.resumable import Resumable
from companion.services.client import Client
from companion.services.transfer.incoming_data import (
    IncomingData,
    IncomingItem,
    PendingImports,
    accepting,
    import_as_copy,
    import_in_part,
    reading,
    reading_file,
    received,
    received_file,
    resumed,
    without_arrival,
)


class Carrier(Protocol):
    """Source of texts and files that links and the system deliver while the app is open."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call back with each text, also with those that came before."""

    def listen_files(self, heard: Callable[[bytes], None]) -> None:
        """Call back with each file that the system opens with the app."""

    def taken(self, text: str) -> None:
        """Confirm that a text was imported and need not be delivered again."""

    def rescue(self, text: str) -> None:
        """Store a text with the page before the program ends with it."""

    def shown(self) -> None:
        """Tell the page that the first screen is on its way, so that its placeholder can go."""


class Inbox:
    """Incoming data of this screen; pending items and partial series are stored elsewhere.

    Args:
        keep: stores the codes of an incomplete series.
    """

    def __init__(self, keep: Callable[[tuple[str, ...]], None]) -> None:
        self.arrivals = IncomingData()
        self._keep = keep
        self._waiting: PendingImports | None = None
        self._callbacks: list[Callable[[], None]] = []

    def resume(self, parts: object) -> None:
        """Resume a partial series of codes."""
        if isinstance(parts, list):
            self.arrivals = resumed(parts)

    def recalling(self, waiting: PendingImports) -> Resumable[None]:
        """Resume the items that were pending when the page was reloaded."""
        waited = yield from waiting.taking_up()
        pending = (*self.arrivals.items, *waited.items)
        self._waiting = waiting
        self._put(replace(self.arrivals, items=pending))

    def taking(self, client: Client, texts: Iterable[str]) -> Resumable[None]:
        """Preview links and codes."""
        for text in texts:
            yield from reading(client, self.arrivals, text)
            self._put(received(client, self.arrivals, text))

    def taking_file(self, client: Client, data: bytes) -> Resumable[None]:
        """Preview a file."""
        yield from reading_file(client, data)
        self._put(received_file(client, self.arrivals, data))

    def accepting(self, client: Client, arrival: IncomingItem) -> Resumable[None]:
        """Import a pending item."""
        self._put((yield from accepting(client, lambda: self.arrivals, arrival)))

    def leave(self, arrival: IncomingItem) -> None:
        """Discard an item."""
        self._put(without_arrival(self.arrivals, arrival))

    def copy(self, client: Client, arrival: IncomingItem) -> None:
        """Import a diverging match as a copy beside the existing one."""
        self._put(import_as_copy(client, self.arrivals, arrival))

    def take_part(self, client: Client, arrival: IncomingItem) -> None:
        """Import the readable part of a damaged match."""
        self._put(import_in_part(client, self.arrivals, arrival))

    def drop(self) -> None:
        """Forget the codes read so far."""
        self._put(IncomingData(items=self.arrivals.items))

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after each change, until the returned function is called."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def _put(self, arrivals: IncomingData) -> None:
        before, self.arrivals = self.arrivals, arrivals
        if before.parts != arrivals.parts:
            self._keep(arrivals.parts)
        if self._waiting:
            self._waiting.put(arrivals)
        for callback in tuple(self._callbacks):
            callback()
