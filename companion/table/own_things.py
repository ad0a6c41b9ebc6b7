"""What is the host's own: the bin, the boxes, the settings and the address of the site."""

from collections.abc import Mapping

from companion.kernel.facts import FactValue
from companion.table.boxes import Box
from companion.table.reach import Reach
from companion.table.store import StoreError

SITE, MAX_SITE = "site_address", 300
"""The setting that holds the address of the published copy, and how long it may be."""


class OwnThings(Reach):
    """What a device may do with what belongs to the house: at the host's own door, all of it."""

    def delete(self, match_id: str) -> None:
        """As `Hub.delete`; its table is gone with it."""
        self._must_own()
        self._hub.delete(match_id)
        self._tables.forget(match_id)

    def binned(self) -> tuple[str, ...]:
        """As `Hub.binned`."""
        return self._hub.binned() if self.owner else ()

    def restore(self, match_id: str) -> None:
        """As `Hub.restore`."""
        self._must_own()
        self._hub.restore(match_id)

    def empty_bin(self) -> None:
        """As `Hub.empty_bin`."""
        self._must_own()
        self._hub.empty_bin()

    def boxes(self, game: str | None = None) -> tuple[Box, ...]:
        """As `Hub.boxes`."""
        return self._hub.boxes(game) if self.owner else ()

    def new_box(self, game: str, name: str, facts: Mapping[str, FactValue]) -> Box:
        """As `Hub.new_box`."""
        return self._hub.new_box(game, name, facts)

    def save_box(self, box: Box) -> None:
        """As `Hub.save_box`."""
        self._must_own()
        self._hub.save_box(box)

    def delete_box(self, box_id: str) -> None:
        """As `Hub.delete_box`."""
        self._must_own()
        self._hub.delete_box(box_id)

    def export_box(self, box_id: str) -> bytes:
        """As `Hub.export_box`."""
        self._must_own()
        return self._hub.export_box(box_id)

    def read_box(self, data: bytes) -> Box:
        """As `Hub.read_box`."""
        self._must_own()
        return self._hub.read_box(data)

    def import_box(self, data: bytes) -> Box:
        """As `Hub.import_box`."""
        self._must_own()
        return self._hub.import_box(data)

    def pack_box(self, box_id: str) -> bytes:
        """As `Hub.pack_box`."""
        self._must_own()
        return self._hub.pack_box(box_id)

    def import_packed_box(self, data: bytes) -> Box:
        """As `Hub.import_packed_box`."""
        self._must_own()
        return self._hub.import_packed_box(data)

    @property
    def site(self) -> str:
        """The address of the published copy, empty while there is none: no secret."""
        return self._hub.setting(SITE) or ""

    def publish_at(self, address: str) -> None:
        """Says where the published copy is, at the host's own door."""
        self._must_own()
        self._hub.set_setting(SITE, address[:MAX_SITE])

    def setting(self, key: str) -> str | None:
        """As `Hub.setting`; a guest reads those of its matches alone."""
        return self._hub.setting(key) if self._may_set(key) else None

    def set_setting(self, key: str, value: str) -> None:
        """As `Hub.set_setting`; a guest writes those of its matches alone."""
        if not self._may_set(key) or len(value) > 4096:
            raise StoreError("read_only", key)
        self._hub.set_setting(key, value)

    def _may_set(self, key: str) -> bool:
        """Keys that belong to a match end in its id."""
        _, _, match_id = key.rpartition(":")
        return self.owner or (match_id != key and self.role(match_id) is not None)
