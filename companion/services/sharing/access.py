"""Access scope of one device: everything for the host, else what its tables allow."""

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.services.sharing.shared_tables import Role, SharedTables, Table
from companion.services.storage.store import StoreError


class AccessScope:
    """Identity of a device, and its resulting access.

    Args:
        tables: the open tables.
        device: the public name of the device (`sharing.device_id`).
        owner: True if it connected through the host's own listener.
        address: its network address, to limit its attempts.
    """

    def __init__(
        self, tables: SharedTables, device: str, *, owner: bool, address: str = ""
    ) -> None:
        self._tables = tables
        self.device = device
        self.owner = owner
        self.address = address

    def role(self, match_id: str) -> Role | None:
        """Return the role of this device in a match; None: it has no access to it."""
        if self.owner:
            return Role.HOST
        table = self._tables.of(match_id)
        member = table.member(self.device) if table.is_open else None
        return member.role if member else None

    def seats(self, match: Match) -> frozenset[Seat]:
        """Return the seats whose hidden holdings this device sees, and for which it reports."""
        table = self._tables.of(match.started.match)
        if self.owner:
            return frozenset(range(len(match.options.players))) - table.taken
        member = table.member(self.device)
        everyone = frozenset(range(len(match.options.players)))
        return everyone & frozenset(member.seats) if member else frozenset()

    def name(self, match_id: str) -> str:
        """Return the name of this device at a table; empty for the host."""
        member = self._tables.of(match_id).member(self.device)
        return member.name if member and not self.owner else ""

    def joined(self) -> tuple[str, ...]:
        """Return the matches whose open table this device has joined."""
        return self._tables.of_member(self.device)

    def must_see(self, match_id: str) -> None:
        """Refuse a device that is not at the table.

        Raises:
            StoreError: `not_found`.
        """
        if self.role(match_id) is None:
            raise StoreError("not_found", match_id)

    def must_host(self, match_id: str) -> Table:
        """Return a table of which this device is a host.

        Raises:
            StoreError: `not_found` for any other device.
        """
        if self.role(match_id) is not Role.HOST:
            raise StoreError("not_found", match_id)
        return self._tables.of(match_id)

    def must_own(self) -> None:
        """Refuse every device but the host's own.

        Raises:
            StoreError: `read_only`.
        """
        if not self.owner:
            raise StoreError("read_only")
