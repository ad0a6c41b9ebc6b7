"""Offers to save values typed during a match to a box, for later matches.

Boxes belong to the host, so other devices get no offers. An offer is made as long as there is
something to save, and never again for values that were saved or turned down.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.kernel.box.facts import FactValue, default_values
from companion.kernel.models import revised
from companion.match.entries import FactsEntered
from companion.match.files.acta_reader import Catalogs
from companion.match.fold import Match
from companion.services.boxes.box_repository import Boxes, Contrary, compared
from companion.services.boxes.profiles import BoxProfile
from companion.services.storage.store import Store, StoreError

log = logging.getLogger(__name__)

_OF_MATCH, _LAST = "box_of_match", "last_box"
"""Settings: the box record of a match, and the box last used with a game."""


class _Note(BaseModel):
    """Stored record about the box of one match."""

    model_config = ConfigDict(frozen=True)

    box: str
    """Id of its box; empty: it has none."""
    left: dict[str, FactValue] = Field(default_factory=dict)
    """Typed values that were turned down."""


@dataclass(frozen=True)
class BoxOffer:
    """Values that can be saved now."""

    box: BoxProfile | None
    """Box of the match; None: it has none yet."""
    added: Mapping[str, FactValue]
    """Values that the box lacks."""
    contrary: tuple[Contrary, ...] = ()
    others: tuple[BoxProfile, ...] = ()
    """Boxes of the game that it may have been played with, where the match has no box."""


class BoxOffers:
    """Boxes of matches, within the access scope of one device.

    Args:
        boxes: those this device may see.
        store: where it is noted which box a match has.
        catalog: returns the printed values and rulings of a game.
        owner: True if this device is the host's.
    """

    def __init__(self, boxes: Boxes, store: Store, catalog: Catalogs, *, owner: bool) -> None:
        self._boxes = boxes
        self._store = store
        self._catalog = catalog
        self._owner = owner

    # Which box

    def box_of(self, match: Match) -> BoxProfile | None:
        """Return the box that a match is played with, if it is here."""
        boxes = self._of_game(match.game.id)
        note = self._note(match)
        if note is not None:
            return next((box for box in boxes if box.id == note.box), None)
        # A match from elsewhere, or from an older version of the program, only has the name of a
        # box.
        named = [box for box in boxes if box.name == match.started.box]
        return named[0] if len(named) == 1 else None

    def last_used(self, game: str) -> BoxProfile | None:
        """Return the box of the last match of a game that had one."""
        boxes = self._of_game(game)
        last = self._store.setting(f"{_LAST}:{game}") if boxes else None
        last_box = next((box for box in boxes if box.id == last), None)
        return last_box or (boxes[0] if len(boxes) == 1 else None)

    def begun(self, match: Match, box: BoxProfile | None) -> None:
        """Save which box a match begins with.

        Raises:
            StoreError: it could not be saved.
        """
        self._remember(match, _Note(box=box.id if box else ""))

    # Offers to save

    def keeps(self, match: Match) -> bool:
        """Return whether this device can save values typed in a match."""
        return self._owner and not match.started.example

    def offer(self, match: Match) -> BoxOffer | None:
        """Return the known values that the box lacks or contradicts; None if there are none."""
        if not self.keeps(match) or match.broken:
            return None
        typed = self._typed(match)
        if not typed:
            return None
        box, start = self.box_of(match), self._start(match.game.id)
        known = {**start, **(box.facts if box else {})}
        difference = compared(known, typed)
        if not difference.added and not difference.contrary:
            return None
        if box is not None:
            return BoxOffer(box, difference.added, difference.contrary)
        # There is no box yet. A new one begins with the values that this match knows and the
        # program does not.
        own = {fact: value for fact, value in match.known.items() if start.get(fact) != value}
        return BoxOffer(None, own, (), self._of_game(match.game.id))

    def keep(
        self, match: Match, box: BoxProfile | None = None, name: str = ""
    ) -> BoxProfile | None:
        """Save the offered values to a box, which becomes the box of the match.

        Contradicting values are left for `settle`.

        Args:
            match: the match.
            box: the one to add to; None: a new one.
            name: of the new one.

        Returns:
            The box as it is now; None if there was nothing to save.

        Raises:
            BoxError, StoreError: as `Boxes.save`.
        """
        offer = self.offer(match)
        if offer is None:
            return None
        if box is None:
            made = self._boxes.new(match.game.id, self._unlike(match.game.id, name), offer.added)
        else:
            added = {f: v for f, v in offer.added.items() if f not in box.facts}
            made = revised(box, facts={**box.facts, **added})
        self._boxes.save(made)
        note = self._note(match) or _Note(box="")
        self._remember(match, revised(note, box=made.id))
        return made

    def settle(self, match: Match, contrary: Contrary, value: FactValue) -> None:
        """Save the value that is really printed, where box and table contradicted each other.

        Raises:
            BoxError, StoreError: as `Boxes.save`.
        """
        box = self.box_of(match)
        if value == contrary.kept or box is None:
            self._leave(match, {contrary.fact: contrary.typed})
        else:
            facts = {**box.facts, contrary.fact: value}
            self._boxes.save(revised(box, facts=facts))

    def leave(self, match: Match) -> None:
        """Turn the offered values down, so that they are not offered again.

        Raises:
            StoreError: it could not be saved.
        """
        offer = self.offer(match)
        if offer is not None:
            typed = self._typed(match)
            offered = {*offer.added, *(conflict.fact for conflict in offer.contrary)}
            self._leave(match, {fact: v for fact, v in typed.items() if fact in offered})

    # Helpers

    def _of_game(self, game: str) -> tuple[BoxProfile, ...]:
        return self._boxes.all(game) if self._owner else ()

    def _start(self, game: str) -> Mapping[str, FactValue]:
        """Return the values that every match starts from without a box."""
        return default_values(self._catalog(game).fact_specs)

    def _typed(self, match: Match) -> dict[str, FactValue]:
        """Return the values typed in the match or learned that count and were not turned down."""
        typed: dict[str, FactValue | None] = {fact: match.known[fact] for fact in match.learned}
        typed |= {
            fact: value
            for item in match.timeline.items
            if isinstance(item.body, FactsEntered)
            for fact, value in item.body.facts.items()
        }
        if not typed:
            return {}
        note = self._note(match)
        left = note.left if note else {}
        return {f: v for f, v in typed.items() if v is not None and left.get(f) != v}

    def _unlike(self, game: str, name: str) -> str:
        """Return a name that no other box of the game has."""
        taken = {box.name for box in self._of_game(game)}
        names = (name, *(f"{name[:74]} {n}" for n in range(2, len(taken) + 3)))
        return next(free for free in names if free not in taken)

    def _note(self, match: Match) -> _Note | None:
        text = self._store.setting(f"{_OF_MATCH}:{match.started.match}")
        try:
            return _Note.model_validate_json(text) if text else None
        except ValidationError:
            log.warning("what became of the box of %s cannot be read", match.started.match)
            return None

    def _leave(self, match: Match, left: Mapping[str, FactValue]) -> None:
        box = self.box_of(match)
        note = self._note(match) or _Note(box=box.id if box else "")
        self._remember(match, revised(note, left={**note.left, **left}))

    def _remember(self, match: Match, note: _Note) -> None:
        if not self._owner:
            raise StoreError("read_only")
        self._store.set_setting(f"{_OF_MATCH}:{match.started.match}", note.model_dump_json())
        if note.box:
            self._store.set_setting(f"{_LAST}:{match.game.id}", note.box)
