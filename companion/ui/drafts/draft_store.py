"""Drafts stored with the matches: they survive the session and the program."""

import asyncio
import logging
from weakref import WeakKeyDictionary

from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.storage.store import StoreError
from companion.ui.drafts import snapshot
from companion.ui.drafts.draft_cache import follow, left

log = logging.getLogger(__name__)


PAUSE = 1.0
"""Seconds from a change to its write, so that typing does not wait for the disk."""


_LONGEST = 64_000


_read: WeakKeyDictionary[Hub, set[str]] = WeakKeyDictionary()
"""Devices whose stored drafts have been restored, by hub."""


def _key(device: str) -> str:
    # No colon in the key: guests may write keys that end in the id of a match.
    return f"draft/{device}"


class Drafts:
    """Drafts of one device, for as long as a session of it lives.

    Args:
        hub: stores the drafts.
        client: client of the device.
    """

    def __init__(self, hub: Hub, client: Client) -> None:
        self._hub = hub
        self._client = client
        self._waiting: asyncio.TimerHandle | None = None
        self._held = 0
        self._put_back()
        self._end = follow(client.device, self._changed)

    def close(self) -> None:
        """Write pending changes when the session ends, for the next session."""
        self._end()
        left(self._client.device)
        if self._waiting is not None:
            self._write()

    def _put_back(self) -> None:
        """Restore the drafts stored by an earlier run of the program."""
        done = _read.setdefault(self._hub, set())
        text = self._stored_text()
        if text and self._client.device not in done:
            done.add(self._client.device)
            snapshot.unpack(text, self._client)

    def _changed(self) -> None:
        held, self._held = self._held, snapshot.held(self._client.device)
        if self._held < held:
            # Write at once when a draft is removed, so that a finished draft cannot come back.
            self._write()
        elif self._waiting is None:
            self._waiting = asyncio.get_running_loop().call_later(PAUSE, self._write)

    def _write(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.cancel()
        _read.setdefault(self._hub, set()).add(self._client.device)
        text = snapshot.packed(self._client.device)
        if len(text) > _LONGEST or text == (self._stored_text() or ""):
            return
        try:
            self._hub.store.set_setting(_key(self._client.device), text)
        except StoreError as error:
            # Drafts are best effort. If recording fails too, the recording reports its own error.
            log.warning("a draft could not be kept: %s", error.code)

    def _stored_text(self) -> str | None:
        try:
            return self._hub.store.setting(_key(self._client.device))
        except StoreError:
            return None
