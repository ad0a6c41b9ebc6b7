"""Keepsakes, scoped to what a device may see and do."""

from companion.services.matches.keepsakes import (
    Keepsake,
    KeepsakeError,
    Keepsakes,
    NewKeepsake,
    read_keepsake,
)
from companion.services.sharing.permissions import AccessScope
from companion.services.sharing.scoped_matches import ScopedMatches
from companion.services.sharing.shared_tables import Role


class ScopedKeepsakes:
    """Keepsakes of the matches of one device: everybody at a table sees them.

    Args:
        access: what the device may see.
        keepsakes: keepsakes of every match.
        matches: matches of the device.
    """

    def __init__(self, access: AccessScope, keepsakes: Keepsakes, matches: ScopedMatches) -> None:
        self._access = access
        self._keepsakes = keepsakes
        self._matches = matches

    def of(self, match_id: str) -> tuple[Keepsake, ...]:
        """Return the keepsakes of a match, the first one first; `not_found` without access."""
        self._access.must_see(match_id)
        return self._keepsakes.of(match_id)

    def count(self, match_id: str) -> int:
        """Return the number of keepsakes of a match; `not_found` without access."""
        self._access.must_see(match_id)
        return self._keepsakes.count(match_id)

    def may_add(self, match_id: str) -> bool:
        """Return whether this device may keep something: hosts and players."""
        return self._access.role(match_id) in (Role.HOST, Role.PLAYER)

    def may_remove(self, match_id: str, keepsake: Keepsake) -> bool:
        """Return whether this device may delete a keepsake: a host any, a player its own."""
        role = self._access.role(match_id)
        mine = role is Role.PLAYER and keepsake.device == self._access.device
        return role is Role.HOST or mine

    def add(self, match_id: str, new: NewKeepsake) -> None:
        """Keep something with the present moment of a match.

        Raises:
            KeepsakeError: `not_allowed`, or it cannot be kept.
            StoreError: the match cannot be read, or it could not be saved.
        """
        if not self.may_add(match_id):
            raise KeepsakeError("not_allowed")
        match = self._matches.open(match_id)
        author = self._access.name(match_id) or new.author
        sent = NewKeepsake(new.id, new.text, new.photo, author[:80])
        self._keepsakes.add(match_id, match.entries[-1].id, sent, self._access.device)

    def remove(self, match_id: str, keepsake_id: str) -> None:
        """Delete a keepsake; one that is gone already is gone.

        Raises:
            KeepsakeError: `not_allowed`.
            StoreError: it could not be deleted.
        """
        if not self.may_add(match_id):
            raise KeepsakeError("not_allowed")
        keepsake = next((one for one in self.of(match_id) if one.id == keepsake_id), None)
        if keepsake is None:
            return
        if not self.may_remove(match_id, keepsake):
            raise KeepsakeError("not_allowed")
        self._keepsakes.remove(match_id, keepsake_id)

    def take_in(self, data: bytes, photo: bytes = b"") -> bool:
        """Import a keepsake of a match that is here; return whether it is new. Host only.

        Raises:
            KeepsakeError: it cannot be kept.
            StoreError: the match is not here, or it could not be saved.
        """
        self._access.must_own()
        return self._keepsakes.put(*read_keepsake(data, photo))
