"""Client of one device: the services of the hub, each within what the device may do.

Screens use only a `Client`: what a device may not see does not exist for it.
"""

from collections.abc import Mapping
from typing import Any

from companion.kernel.game import Game
from companion.match.files.value_catalog import Catalog
from companion.services.boxes.offers import BoxOffers
from companion.services.disputes.dispute_service import DisputeService
from companion.services.hub import Hub
from companion.services.sharing.permissions import AccessScope, Permissions
from companion.services.sharing.proposals import Proposals
from companion.services.sharing.scoped_files import ScopedFiles, ScopedSettings
from companion.services.sharing.scoped_keepsakes import ScopedKeepsakes
from companion.services.sharing.scoped_matches import ScopedMatches
from companion.services.sharing.seat_assignment import Seating
from companion.services.storage.store import Trouble


class Client(AccessScope):
    """Services within the access scope of one device.

    Args:
        hub: every match.
        device: the public name of the device (`sharing.device_id`).
        owner: True if it connected through the host's own listener.
        address: its network address, to limit its attempts.
    """

    def __init__(self, hub: Hub, device: str, *, owner: bool, address: str = "") -> None:
        super().__init__(hub.tables, device, owner=owner, address=address)
        self._hub = hub
        self.permissions = Permissions(self, hub.tables, hub.matches)
        self.matches = ScopedMatches(self, hub.matches, hub.tables, self.permissions)
        self.files = ScopedFiles(self, hub.files, self.matches, self.permissions)
        self.keepsakes = ScopedKeepsakes(self, hub.keepsakes, self.matches)
        self.seating = Seating(self, hub.tables, hub.matches)
        self.proposals = Proposals(
            self, self.permissions, self.matches, hub.matches, hub.tables, hub.catalog
        )
        self.disputes = DisputeService(self, self.matches, hub.disputes, hub.recalled)
        self.boxes = hub.boxes if owner else hub.no_boxes
        self.box_offers = BoxOffers(self.boxes, hub.store, hub.catalog, owner=owner)
        self.settings = ScopedSettings(self, hub.store)

    @property
    def games(self) -> Mapping[str, Game[Any]]:
        """Return the games, by id."""
        return self._hub.games

    def catalog(self, game: str) -> Catalog:
        """Return the printed values and rulings of a game."""
        return self._hub.catalog(game)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Return the problems of the data folder; host only."""
        return self._hub.troubles if self.owner else ()
