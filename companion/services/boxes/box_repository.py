"""Repository of box profiles, read with the current names of printed values."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from companion.kernel.box.facts import FactValue, FactValues
from companion.kernel.game import Game
from companion.kernel.models import revised
from companion.match.files.acta_reader import Catalogs
from companion.services.boxes.profiles import (
    BoxError,
    BoxProfile,
    check_box,
    dump_box,
    load_box,
    pack_box,
    unpack_box,
)
from companion.services.storage.store import Store, StoredBox, StoreError

log = logging.getLogger(__name__)


class Boxes:
    """Repository of the box profiles of a data folder.

    Args:
        store: where they are stored.
        games: by id.
        catalogs: return the printed values and rulings of a game.
        new_id: return a fresh identifier.
        closed: True for a device that is not the host's: it has none, and can save none.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any]],
        catalogs: Catalogs,
        new_id: Callable[[], str],
        *,
        closed: bool = False,
    ) -> None:
        self._store = store
        self._closed = closed
        self._games = games
        self._catalogs = catalogs
        self._new_id = new_id
        self.looked = False
        """True if they were read since the last write, so that `lost` is up to date."""
        self.lost = False
        """True if one cannot be read, as far as is known."""

    def all(self, game: str | None = None) -> tuple[BoxProfile, ...]:
        """Return the boxes of one game or of all, by name."""
        if self._closed:
            return ()
        boxes, lost = [], False
        for stored in self._store.boxes():
            try:
                boxes.append(self._of_today(BoxProfile.model_validate_json(stored.data)))
            except ValidationError:
                log.warning("box %s cannot be read", stored.id)
                lost = True
        self.looked, self.lost = True, lost
        return tuple(sorted((b for b in boxes if game in (None, b.game)), key=lambda b: b.name))

    def find(self, box_id: str) -> BoxProfile:
        """Return a box by its id.

        Raises:
            StoreError: `not_found`.
        """
        self._must_be_open()
        for box in self.all():
            if box.id == box_id:
                return box
        raise StoreError("not_found", box_id)

    def new(self, game: str, name: str, facts: Mapping[str, FactValue]) -> BoxProfile:
        """Create a box with an id of its own; nothing is saved yet."""
        return BoxProfile(id=self._new_id(), game=game, name=name, facts=dict(facts))

    def save(self, box: BoxProfile) -> None:
        """Save a box.

        Raises:
            BoxError: a value cannot be printed in it.
            StoreError: it could not be saved; `read_only`.
        """
        self._must_be_open()
        self._check(box)
        self._store.save_box(StoredBox(box.id, box.game, box.model_dump_json()))
        self.looked = False

    def drop(self, box_id: str) -> None:
        """Delete a box; matches keep the values they were played with."""
        self._must_be_open()
        self._store.delete_box(box_id)
        self.looked = False

    def read(self, data: bytes) -> BoxProfile:
        """Parse and check a box in its file form; nothing is saved.

        Raises:
            BoxError: it is not one, or holds impossible values.
        """
        self._must_be_open()
        box = self._of_today(load_box(data))
        self._check(box)
        return box

    def take_in(self, data: bytes) -> BoxProfile:
        """Import a box from its file form, beside the others.

        Raises:
            BoxError: it is not one, or holds impossible values.
            StoreError: it could not be saved.
        """
        box = self.read(data)
        if any(box.id == other.id and box != other for other in self.all()):
            box = revised(box, id=self._new_id())
        self.save(box)
        return box

    def take_in_packed(self, data: bytes) -> BoxProfile:
        """Import a box from its packed form; see `take_in`."""
        self._must_be_open()
        return self.take_in(unpack_box(data))

    def export(self, box_id: str) -> bytes:
        """Serialize a box to its file form.

        Raises:
            StoreError: `not_found`.
        """
        return dump_box(self.find(box_id))

    def pack(self, box_id: str) -> bytes:
        """Serialize a box to its packed form.

        Raises:
            StoreError: `not_found`.
        """
        return pack_box(self.find(box_id))

    def _must_be_open(self) -> None:
        if self._closed:
            raise StoreError("read_only")

    def _check(self, box: BoxProfile) -> None:
        if box.game not in self._games:
            raise BoxError("unknown_game", {"game": box.game})
        check_box(self._catalogs(box.game), box)

    def _of_today(self, box: BoxProfile) -> BoxProfile:
        if box.game not in self._games:
            return box
        facts = self._catalogs(box.game).facts_now(box.facts)
        return revised(box, facts=facts)


@dataclass(frozen=True, slots=True)
class Contrary:
    """Printed value on which the box and another source disagree."""

    fact: str
    kept: FactValue
    """Value in the box."""
    typed: FactValue
    """Value of the other source: a table, or another box."""


@dataclass(frozen=True)
class Compared:
    """Comparison of another source with the known values."""

    added: Mapping[str, FactValue]
    """Values that were not known."""
    contrary: tuple[Contrary, ...]
    """Contradictions, in the order of the other source."""


def compared(known: FactValues, said: FactValues) -> Compared:
    """Compare the values of another source with the known ones."""
    return Compared(
        {fact: value for fact, value in said.items() if fact not in known},
        tuple(
            Contrary(fact, known[fact], value)
            for fact, value in said.items()
            if fact in known and known[fact] != value
        ),
    )


def merged(box: BoxProfile, comparison: Compared, chosen: FactValues) -> BoxProfile:
    """Return the box with the additions, and the chosen value of each contradiction.

    Args:
        box: the one to update.
        comparison: the additions and contradictions of the other source.
        chosen: really printed values, by fact; others stay as they are.
    """
    settled = {c.fact: chosen[c.fact] for c in comparison.contrary if c.fact in chosen}
    return revised(box, facts={**box.facts, **comparison.added, **settled})
