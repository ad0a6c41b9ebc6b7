"""Files and settings, scoped to what a device may do."""

from contextlib import suppress
from typing import Final

from companion.match.entries import ActaError, Started
from companion.match.files import acta_codec, acta_file
from companion.match.fold import Match
from companion.match.resumable import Resumable
from companion.services.matches.import_export import MatchFiles
from companion.services.matches.results import ImportResult, NotImported
from companion.services.privacy.visibility import hides
from companion.services.sharing.permissions import AccessScope, Permissions
from companion.services.sharing.scoped_matches import ScopedMatches
from companion.services.sharing.shared_tables import Role
from companion.services.storage.store import Store, StoreError


class ScopedFiles:
    """Import and export of the matches of one device.

    Args:
        access: what the device may see.
        files: import and export of every match.
        matches: matches of the device.
        permissions: what the device may record.
    """

    def __init__(
        self,
        access: AccessScope,
        files: MatchFiles,
        matches: ScopedMatches,
        permissions: Permissions,
    ) -> None:
        self._access = access
        self._files = files
        self._matches = matches
        self._permissions = permissions

    def may_export(self, match: Match) -> bool:
        """Return whether this device may have the whole acta, which reveals everything hidden."""
        role = self._access.role(match.started.match)
        if role is Role.HOST:
            return True
        return role is not None and (match.outcome is not None or not hides(match))

    def export(self, match_id: str) -> bytes:
        """Serialize a match to its file form.

        Raises:
            StoreError: `not_found` where this device may not have it.
        """
        host = self._access.role(match_id) is Role.HOST
        if not host and not self.may_export(self._matches.open(match_id)):
            raise StoreError("not_found", match_id)
        return self._files.export(match_id)

    def pack(self, match_id: str) -> Resumable[bytes]:
        """Serialize a match to its packed form.

        Raises:
            StoreError: `not_found` where this device may not have it.
        """
        if not self.may_export(self._matches.open(match_id)):
            raise StoreError("not_found", match_id)
        return (yield from self._files.pack(match_id))

    def import_acta(
        self, data: bytes, *, as_copy: bool = False, partial: bool = False, look: bool = False
    ) -> ImportResult:
        """Import a match as `MatchFiles.import_acta` does; host only.

        Another host of a table may import the match of that table again, and nothing else.
        """
        try:
            if not self._access.owner and (as_copy or not self._brings_back(data)):
                return NotImported("import.not_allowed")
        except ActaError as error:
            return NotImported(f"acta.{error.code}", error.params)
        started = None if self._access.owner else _header(data)
        against = self._permissions.against() if started else None
        result = self._files.import_acta(
            data, as_copy=as_copy, partial=partial, look=look, against=against
        )
        return self._matches.redacted_answer(result)

    def import_packed(
        self, data: bytes, *, as_copy: bool = False, partial: bool = False, look: bool = False
    ) -> ImportResult:
        """Import a match from the packed form; see `import_acta`."""
        if not self._may_bring():
            return NotImported("import.not_allowed")
        try:
            acta = acta_codec.unpack(data)
            return self.import_acta(acta, as_copy=as_copy, partial=partial, look=look)
        except ActaError as error:
            return NotImported(f"acta.{error.code}", error.params)

    def reading(self, data: bytes, *, packed: bool = False) -> Resumable[None]:
        """Parse a file in advance, if this device could import it."""
        with suppress(ActaError):
            allowed = self._access.owner or (
                self._may_bring() and (packed or self._brings_back(data))
            )
            if allowed:
                yield from self._files.reading(data, packed=packed)

    def _may_bring(self) -> bool:
        access = self._access
        return access.owner or any(access.role(table) is Role.HOST for table in access.joined())

    def _brings_back(self, data: bytes) -> bool:
        """Return whether the data is a match at whose table this device is a host.

        For other devices it is not even parsed, as that may take long.
        """
        header = _header(data) if self._may_bring() else None
        return header is not None and self._access.role(header.match) is Role.HOST


def _header(data: bytes) -> Started | None:
    entry = acta_file.header(data)
    return entry.body if entry and isinstance(entry.body, Started) else None


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
