"""Settings of the data folder within the access scope of one device."""

from typing import Final

from companion.services.sharing.access import AccessScope
from companion.services.storage.store import Store, StoreError

SITE: Final = "site_address"
"""Setting that holds the address of the published copy."""
MAX_SITE: Final = 300
"""Maximum length of that address, in characters."""
_MOST: Final = 4096


class ScopedSettings:
    """Settings that one device may read and write: a guest only those of its matches."""

    def __init__(self, access: AccessScope, store: Store) -> None:
        self._access = access
        self._store = store

    @property
    def site(self) -> str:
        """Return the address of the published copy, empty without one; it is public."""
        return self._store.setting(SITE) or ""

    def publish_at(self, address: str) -> None:
        """Set the address of the published copy; host only.

        Raises:
            StoreError: `read_only`.
        """
        self._access.must_own()
        self._store.set_setting(SITE, address[:MAX_SITE])

    def get(self, key: str) -> str | None:
        """Return the value of a setting, or None."""
        return self._store.setting(key) if self._may_use(key) else None

    def set(self, key: str, value: str) -> None:
        """Store the value of a setting.

        Raises:
            StoreError: `read_only`.
        """
        if not self._may_use(key) or len(value) > _MOST:
            raise StoreError("read_only", key)
        self._store.set_setting(key, value)

    def _may_use(self, key: str) -> bool:
        """Return whether this device may access a key; keys of a match end in its id."""
        _, _, match_id = key.rpartition(":")
        return self._access.owner or (match_id != key and self._access.role(match_id) is not None)
