"""Hub: the services of one data folder. Synchronous, and free of any user interface."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from companion.kernel.game import Game
from companion.match.files.acta_reader import Catalogs
from companion.match.files.value_catalog import CheckedGames
from companion.services.boxes.box_repository import Boxes
from companion.services.disputes.dispute_builder import Recalled
from companion.services.disputes.dispute_repository import Disputes
from companion.services.matches.import_export import MatchFiles
from companion.services.matches.keepsakes import Keepsakes
from companion.services.matches.match_service import MatchService
from companion.services.sharing.shared_tables import SharedTables
from companion.services.storage.store import Store, StoreError, Trouble


class Hub:
    """Services of a data folder, each for what it is named after.

    Args:
        store: where matches, boxes, settings and the rest are stored.
        games: by id.
        catalog: returns the printed values and rulings of a game.
        clock: returns the current time, with its zone.
        new_id: returns a fresh identifier.
        troubles: problems of the folder noted before it was opened.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any]],
        catalog: Catalogs,
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
        troubles: Iterable[Trouble] = (),
    ) -> None:
        games = CheckedGames(games, catalog)
        self.games = games
        self.catalog = catalog
        self.store = store
        self._noticed = tuple(troubles)
        self.matches = MatchService(store, games, catalog, clock, new_id)
        self.files = MatchFiles(store, games, catalog, self.matches)
        self.keepsakes = Keepsakes(store, clock, self.matches.redraw)
        self.boxes = Boxes(store, games, catalog, new_id)
        self.no_boxes = Boxes(store, games, catalog, new_id, closed=True)
        self.tables = SharedTables(store, self.matches.redraw)
        self.disputes = Disputes(store, games, catalog, clock, new_id, self.matches.redraw)
        self.recalled = Recalled()

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Return the problems of the data folder, which is in use all the same."""
        self.disputes.all()
        if not self.boxes.looked:
            with suppress(StoreError):
                self.boxes.all()
        troubles = [*self._noticed, *self.store.troubles]
        if self.tables.set_aside:
            troubles.append("tables_aside")
        if self.disputes.set_aside:
            troubles.append("disputes_aside")
        if self.boxes.lost:
            troubles.append("box_lost")
        return tuple(dict.fromkeys(troubles))
