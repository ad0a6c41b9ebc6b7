"""Host-only services: the bin, the boxes, the settings and the address of the site."""

from collections.abc import Mapping

from companion.kernel.facts import FactValue
from companion.services.boxes.profiles import BoxProfile
from companion.services.sharing.access import AccessScope
from companion.services.storage.store import StoreError

SITE, MAX_SITE = "site_address", 300
"""Setting that holds the address of the published copy, and its maximum length."""


class HostOnly(AccessScope):
    """Host-only operations: available to the host's own device."""

    def delete(self, match_id: str) -> None:
        """Delete a match and its table; host only."""
        self._must_own()
        self._hub.delete(match_id)
        self._tables.forget(match_id)

    def binned(self) -> tuple[str, ...]:
        """Delegate to `Hub.binned`; host only."""
        return self._hub.binned() if self.owner else ()

    def restore(self, match_id: str) -> None:
        """Delegate to `Hub.restore`; host only."""
        self._must_own()
        self._hub.restore(match_id)

    def empty_bin(self) -> None:
        """Delegate to `Hub.empty_bin`; host only."""
        self._must_own()
        self._hub.empty_bin()

    def boxes(self, game: str | None = None) -> tuple[BoxProfile, ...]:
        """Delegate to `Hub.boxes`; host only."""
        return self._hub.boxes(game) if self.owner else ()

    def new_box(self, game: str, name: str, facts: Mapping[str, FactValue]) -> BoxProfile:
        """Delegate to `Hub.new_box`."""
        return self._hub.new_box(game, name, facts)

    def save_box(self, box: BoxProfile) -> None:
        """Delegate to `Hub.save_box`; host only."""
        self._must_own()
        self._hub.save_box(box)

    def delete_box(self, box_id: str) -> None:
        """Delegate to `Hub.delete_box`; host only."""
        self._must_own()
        self._hub.delete_box(box_id)

    def export_box(self, box_id: str) -> bytes:
        """Delegate to `Hub.export_box`; host only."""
        self._must_own()
        return self._hub.export_box(box_id)

    def read_box(self, data: bytes) -> BoxProfile:
        """Delegate to `Hub.read_box`; host only."""
        self._must_own()
        return self._hub.read_box(data)

    def import_box(self, data: bytes) -> BoxProfile:
        """Delegate to `Hub.import_box`; host only."""
        self._must_own()
        return self._hub.import_box(data)

    def pack_box(self, box_id: str) -> bytes:
        """Delegate to `Hub.pack_box`; host only."""
        self._must_own()
        return self._hub.pack_box(box_id)

    def import_packed_box(self, data: bytes) -> BoxProfile:
        """Delegate to `Hub.import_packed_box`; host only."""
        self._must_own()
        return self._hub.import_packed_box(data)

    @property
    def site(self) -> str:
        """Return the address of the published copy, empty without one; it is public."""
        return self._hub.setting(SITE) or ""

    def publish_at(self, address: str) -> None:
        """Set the address of the published copy; host only."""
        self._must_own()
        self._hub.set_setting(SITE, address[:MAX_SITE])

    def setting(self, key: str) -> str | None:
        """Delegate to `Hub.setting`; a guest reads only settings of its matches."""
        return self._hub.setting(key) if self._may_set(key) else None

    def set_setting(self, key: str, value: str) -> None:
        """Delegate to `Hub.set_setting`; a guest writes only settings of its matches."""
        if not self._may_set(key) or len(value) > 4096:
            raise StoreError("read_only", key)
        self._hub.set_setting(key, value)

    def _may_set(self, key: str) -> bool:
        """Return whether this device may access a key; keys of a match end in its id."""
        _, _, match_id = key.rpartition(":")
        return self.owner or (match_id != key and self.role(match_id) is not None)
