"""Pending imports, stored with the matches so that a reloaded page restores them."""

import base64
import json
import logging
from collections.abc import Iterator

from companion.match.resumable import Resumable
from companion.services.client import Client
from companion.services.storage.store import Store, StoreError
from companion.services.transfer.incoming_data import FILE, IncomingData, IncomingItem, rechecking

log = logging.getLogger(__name__)

LONGEST, LONGEST_OF_GUEST = 8_000_000, 400_000
"""Characters stored for one device: the host's own, and a guest's."""


class PendingImports:
    """Pending imports of one device.

    Args:
        store: where they are stored.
        client: the client of the device.
    """

    def __init__(self, store: Store, client: Client) -> None:
        self._store = store
        self._visit = client
        # The key has no colon: guests may write keys that end in the id of a match.
        self._key = f"incoming/{client.device}"
        self._longest = LONGEST if client.owner else LONGEST_OF_GUEST
        self._written: str | None = None

    def put(self, arrivals: IncomingData) -> None:
        """Save the undecided items, newest first if not all of them fit."""
        before = self._text()
        kept, left = list[dict[str, object]](), self._longest
        for arrival in arrivals.items:
            if arrival.undecided and (left := left - 2 * len(arrival.data)) > 0:
                kept.append(_written(arrival))
        text = json.dumps(kept) if kept else ""
        if text == before:
            return
        try:
            self._store.set_setting(self._key, text)
            self._written = text
        except StoreError as error:
            # Without storage, the pending items last as long as this page does.
            log.warning("what waits could not be kept: %s", error.code)

    def taking_up(self) -> Resumable[IncomingData]:
        """Load the pending imports as resumable work; items decided by now are dropped."""
        pending = []
        for what, data, partial in _read(self._text()):
            arrival = yield from rechecking(self._visit, what, data, partial=partial)
            if arrival.undecided:
                pending.append(arrival)
            yield
        return IncomingData(items=tuple(pending))

    def _text(self) -> str:
        if self._written is None:
            try:
                self._written = self._store.setting(self._key) or ""
            except StoreError:
                return ""
        return self._written


def _written(arrival: IncomingItem) -> dict[str, object]:
    data = base64.b64encode(arrival.data).decode()
    return {"what": arrival.what, "data": data, "partial": arrival.partial}


def _read(text: str) -> Iterator[tuple[str, bytes, bool]]:
    """Parse the stored items, skipping damaged ones."""
    try:
        raw = json.loads(text) if text else []
    except (ValueError, RecursionError):
        raw = []
    for one in raw if isinstance(raw, list) else []:
        if isinstance(one, dict) and isinstance(one.get("data"), str):
            what, partial = one.get("what", FILE), one.get("partial") is True
            try:
                yield str(what), base64.b64decode(one["data"], validate=True), partial
            except ValueError:
                continue
