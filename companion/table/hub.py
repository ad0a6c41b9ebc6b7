"""The one place that screens talk to. Synchronous, and free of any user interface."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from companion.kernel import game as kernel
from companion.kernel.conditions import Checked
from companion.kernel.facts import FactValue
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.refusal import Refusal
from companion.match import packing
from companion.match.catalog import Catalog
from companion.match.entries import Edit
from companion.match.errors import ActaError
from companion.match.fold import Match
from companion.match.work import Work, done
from companion.table.answers import (
    Answer,
    ImportResult,
    Malformed,
    MatchSummary,
    NewMatch,
    NotImported,
    NotSaved,
    Submission,
    Unplayable,
)
from companion.table.at_hand import AtHand
from companion.table.boxes import Box, dump_box, pack_box, unpack_box
from companion.table.boxes_kept import Boxes
from companion.table.delivery import Against, Delivery
from companion.table.disputes_kept import Disputes
from companion.table.disputing import Recalled
from companion.table.listeners import GONE, Callback, Listeners
from companion.table.listing import Listing
from companion.table.previews import Previews
from companion.table.recording import Recorder
from companion.table.sharing import Tables
from companion.table.store import Store, StoreError, Trouble


class Hub:
    """Every match of a data folder: reads, judges, records, and tells the screens.

    Args:
        store: where matches and boxes are kept.
        games: by id.
        catalog: the printed values and rulings of a game.
        clock: the present moment, with its zone.
        new_id: a fresh identifier.
        troubles: what was found to be wrong with the folder before it was opened.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any]],
        catalog: Callable[[str], Catalog],
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
        troubles: Iterable[Trouble] = (),
    ) -> None:
        self.games = games
        self._noticed = tuple(troubles)
        self.catalog = catalog
        self._store = store
        self._listeners = Listeners()
        self._previews = Previews(clock, new_id)
        self._at_hand = AtHand(store, games, catalog, self._listeners.__contains__)
        self._list = Listing(store, games, self._at_hand)
        self._recorder = Recorder(
            store,
            games,
            catalog,
            clock,
            new_id,
            self._at_hand,
            self._list,
            self._listeners,
            self._previews,
        )
        self._boxes = Boxes(store, games, catalog, new_id)
        self._delivery = Delivery(store, games, catalog, new_id, self._recorder)
        self.tables = Tables(store, self._nudge)
        self.recalled = Recalled()
        self.disputes = Disputes(store, games, catalog, clock, new_id, self._nudge)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong with the data folder, although it is in use."""
        self.disputes.all()
        if not self._boxes.looked:
            with suppress(StoreError):
                self._boxes.all()
        found = [*self._noticed, *self._store.troubles]
        if self.tables.set_aside:
            found.append("tables_aside")
        if self.disputes.set_aside:
            found.append("disputes_aside")
        if self._boxes.lost:
            found.append("box_lost")
        return tuple(dict.fromkeys(found))

    # Reading

    def matches(self) -> tuple[MatchSummary, ...]:
        """Every match, the last one played first; those that cannot be read come last.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        return self._list.matches()

    def unlisted(self) -> int:
        """Of how many matches `matches` would have to read something.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        return self._list.unread()

    def listing(self) -> Work[None]:
        """Reads what `matches` needs, with pauses.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        return self._list.going_through()

    def results(self) -> tuple[MatchSummary, ...]:
        """Every match as in `matches`, with the result of each that is finished.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        return self._list.results()

    def open(self, match_id: str) -> Match:
        """A match as it stands.

        Raises:
            StoreError: it cannot be read.
            ActaError: it can be read, but not played by this program.
        """
        return self._at_hand.open(match_id)

    def is_open(self, match_id: str) -> bool:
        """Whether `open` takes no time: the match was read, or is short, or cannot be read."""
        return self._at_hand.get(match_id) is not None or self._list.is_short(match_id)

    def at_hand(self, match_id: str) -> Match | None:
        """A match as it stands, if it was read."""
        return self._at_hand.get(match_id)

    def opening(self, match_id: str) -> Work[Match]:
        """As `open`, with pauses."""
        return self._at_hand.opening(match_id)

    def preview(self, match_id: str, edits: tuple[Edit, ...]) -> Match:
        """The match as it would be after an amendment; nothing is recorded.

        Raises:
            StoreError, ActaError: as `open`; `unknown_target` if an edit refers to nothing.
        """
        return done(self.previewing(match_id, edits))

    def previewing(self, match_id: str, edits: tuple[Edit, ...]) -> Work[Match]:
        """As `preview`, with pauses."""
        return (yield from self._previews.making(self.open(match_id), edits))

    def doubt(self, match_id: str, draft: Draft, *, private: bool = True) -> tuple[Checked, ...]:
        """Every condition of a draft with its verdict on the present table.

        Without `private`, nothing is told that only the acting seat may know.

        Raises:
            StoreError, ActaError: as `open`.
            BadDraft: it cannot be a draft.
        """
        match = self.open(match_id)
        read = kernel.read_draft(match.game, draft)
        return kernel.explain_draft(match.game, match.state, read, private=private)

    # Recording

    def create(self, new: NewMatch) -> Match | Refusal | Malformed | Unplayable | NotSaved:
        """Begins a match, or says why it cannot."""
        return self._recorder.create(new)

    def submit(
        self, match_id: str, submission: Submission, against: Against | None = None
    ) -> Answer:
        """Judges a submission on the present table and records it, or says why not.

        Args:
            match_id: of the match.
            submission: what is to be recorded.
            against: why what it leads to is not for that device to record, as a code; it is given
                the match before and after.
        """
        return done(self.submitting(match_id, submission, against))

    def submitting(
        self, match_id: str, submission: Submission, against: Against | None = None
    ) -> Work[Answer]:
        """As `submit`, with pauses. What is written in one of them is judged with."""
        return self._recorder.submitting(match_id, submission, against)

    def rename(self, match_id: str, title: str) -> Match:
        """The match under another title.

        Raises:
            StoreError, ActaError: as `open`.
            ValidationError: the title is too long.
        """
        return self._recorder.rename(match_id, title)

    # Screens

    def subscribe(self, match_id: str, callback: Callback) -> Callable[[], None]:
        """Calls back with the new version (the number of entries) after each change.

        Returns:
            What ends the subscription.
        """
        return self._listeners.add(match_id, callback)

    # Files

    def export(self, match_id: str) -> bytes:
        """A match in its file form; of a damaged one every line there is, good and bad.

        Raises:
            StoreError: nothing of it can be read.
        """
        return self._delivery.export(match_id)

    def import_acta(
        self,
        data: bytes,
        *,
        as_copy: bool = False,
        partial: bool = False,
        look: bool = False,
        against: Against | None = None,
        packed: bool = False,
    ) -> ImportResult:
        """Takes in a match beside the others, or continues the same one; never overwrites.

        What is damaged is taken in only if `partial` says so, and then as far as it is offered.
        With `look` nothing is taken in: where it could be, it `Waits`. What was `packed` needs no
        sum: it cannot be unpacked with a byte changed.
        """
        return self._delivery.take_in(
            data, as_copy=as_copy, partial=partial, look=look, against=against, packed=packed
        )

    def reading(self, data: bytes, *, packed: bool = False) -> Work[None]:
        """Reads a file beforehand, with pauses: taking it in then takes no time."""
        with suppress(ActaError):
            yield from self._delivery.reading(packing.unpack(data) if packed else data)

    def pack(self, match_id: str) -> bytes:
        """A whole match in its packed form, for a link or a QR.

        Raises:
            StoreError: it cannot be read.
        """
        return done(self._delivery.packing(match_id))

    def packing(self, match_id: str) -> Work[bytes]:
        """As `pack`, with pauses."""
        return self._delivery.packing(match_id)

    def import_packed(
        self, data: bytes, *, as_copy: bool = False, partial: bool = False, look: bool = False
    ) -> ImportResult:
        """As `import_acta`, from the packed form."""
        try:
            found = packing.unpack(data)
            return self.import_acta(found, as_copy=as_copy, partial=partial, look=look, packed=True)
        except ActaError as error:
            return NotImported(f"acta.{error.code}", error.params)

    # The bin

    def delete(self, match_id: str) -> None:
        """Moves a match to the bin.

        Raises:
            StoreError: it cannot be moved.
        """
        self._store.delete(match_id)
        self._recorder.changed(match_id)
        self._at_hand.damaged.pop(match_id, None)
        self._listeners.tell(match_id, GONE)

    def binned(self) -> tuple[str, ...]:
        """The ids of the matches in the bin."""
        return self._store.binned()

    def restore(self, match_id: str) -> None:
        """Takes a match out of the bin.

        Raises:
            StoreError: it is not there, or its place is taken.
        """
        self._store.restore(match_id)
        self._recorder.changed(match_id)

    def empty_bin(self) -> None:
        """Deletes what is in the bin for good."""
        self._store.empty_bin()

    # Boxes and settings

    def boxes(self, game: str | None = None) -> tuple[Box, ...]:
        """The box profiles, of one game or of all, by name."""
        return self._boxes.all(game)

    def new_box(self, game: str, name: str, facts: Mapping[str, FactValue]) -> Box:
        """A box profile with an id of its own, not kept yet."""
        return self._boxes.new(game, name, facts)

    def save_box(self, box: Box) -> None:
        """Keeps a box profile.

        Raises:
            BoxError: a value cannot be printed in it.
            StoreError: it could not be kept.
        """
        self._boxes.save(box)

    def delete_box(self, box_id: str) -> None:
        """Forgets a box profile; matches keep the values they were played with."""
        self._boxes.drop(box_id)

    def export_box(self, box_id: str) -> bytes:
        """A box profile in its file form.

        Raises:
            StoreError: `not_found`.
        """
        return dump_box(self._boxes.find(box_id))

    def pack_box(self, box_id: str) -> bytes:
        """A box profile in its packed form.

        Raises:
            StoreError: `not_found`.
        """
        return pack_box(self._boxes.find(box_id))

    def read_box(self, data: bytes) -> Box:
        """A box profile from its file form; nothing is kept.

        Raises:
            BoxError: it is none, or claims what cannot be.
        """
        return self._boxes.read(data)

    def import_box(self, data: bytes) -> Box:
        """Keeps a box profile from its file form, beside the others.

        Raises:
            BoxError: it is none, or claims what cannot be.
            StoreError: it could not be kept.
        """
        return self._boxes.take_in(data)

    def import_packed_box(self, data: bytes) -> Box:
        """As `import_box`, from the packed form.

        Raises:
            BoxError, StoreError: as `import_box`.
        """
        return self.import_box(unpack_box(data))

    def setting(self, key: str) -> str | None:
        """The value kept under a key, or None."""
        return self._store.setting(key)

    def set_setting(self, key: str, value: str) -> None:
        """Keeps a value under a key."""
        self._store.set_setting(key, value)

    def _nudge(self, match_id: str) -> None:
        """Lets the screens of a match draw it again, although nothing was recorded."""
        match = self._at_hand.get(match_id)
        self._listeners.tell(match_id, len(match.entries) if match else 0)
