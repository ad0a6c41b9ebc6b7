"""Hub: the single service facade below all clients. Synchronous, and free of any user interface."""

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
from companion.match import acta_codec
from companion.match.entries import Edit
from companion.match.errors import ActaError
from companion.match.fold import Match
from companion.match.resumable import Resumable, done
from companion.match.value_catalog import Catalog
from companion.services.boxes.profiles import BoxProfile, dump_box, pack_box, unpack_box
from companion.services.boxes.repository import Boxes
from companion.services.disputes.builder import Recalled
from companion.services.disputes.repository import Disputes
from companion.services.matches.cache import MatchCache
from companion.services.matches.import_export import Against, Delivery
from companion.services.matches.listeners import GONE, Callback, Listeners
from companion.services.matches.match_list import Listing
from companion.services.matches.previews import Previews
from companion.services.matches.results import (
    Answer,
    ImportResult,
    MatchSummary,
    NewMatch,
    NotImported,
    NotSaved,
    Submission,
    Unplayable,
    UnreadableInput,
)
from companion.services.matches.writer import MatchWriter
from companion.services.sharing.shared_tables import SharedTables
from companion.services.storage.store import Store, StoreError, Trouble


class Hub:
    """Matches of a data folder: read, judge, record, and notify the screens.

    Args:
        store: where matches and boxes are stored.
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
        self._at_hand = MatchCache(store, games, catalog, self._listeners.__contains__)
        self._list = Listing(store, games, self._at_hand)
        self._recorder = MatchWriter(
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
        self.tables = SharedTables(store, self._nudge)
        self.recalled = Recalled()
        self.disputes = Disputes(store, games, catalog, clock, new_id, self._nudge)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Return the problems of the data folder, which is in use all the same."""
        self.disputes.all()
        if not self._boxes.looked:
            with suppress(StoreError):
                self._boxes.all()
        troubles = [*self._noticed, *self._store.troubles]
        if self.tables.set_aside:
            troubles.append("tables_aside")
        if self.disputes.set_aside:
            troubles.append("disputes_aside")
        if self._boxes.lost:
            troubles.append("box_lost")
        return tuple(dict.fromkeys(troubles))

    # Reading

    def matches(self) -> tuple[MatchSummary, ...]:
        """Return every match, last played first; unreadable ones come last.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        return self._list.matches()

    def unlisted(self) -> int:
        """Return the number of matches that `matches` would have to read from disk.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        return self._list.unread()

    def listing(self) -> Resumable[None]:
        """Load, as resumable work, what `matches` needs.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        return self._list.going_through()

    def results(self) -> tuple[MatchSummary, ...]:
        """Return the list of `matches`, with the result of each finished match.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        return self._list.results()

    def open(self, match_id: str) -> Match:
        """Return a match in its current state.

        Raises:
            StoreError: it cannot be read.
            ActaError: it can be read, but not played by this program.
        """
        return self._at_hand.open(match_id)

    def is_open(self, match_id: str) -> bool:
        """Return whether `open` is fast: the match is cached, short, or unreadable."""
        return self._at_hand.get(match_id) is not None or self._list.is_short(match_id)

    def cached(self, match_id: str) -> Match | None:
        """Return a match if it is cached."""
        return self._at_hand.get(match_id)

    def opening(self, match_id: str) -> Resumable[Match]:
        """Run `open` as resumable work."""
        return self._at_hand.opening(match_id)

    def preview(self, match_id: str, edits: tuple[Edit, ...]) -> Match:
        """Return the match as it would be after an amendment; nothing is recorded.

        Raises:
            StoreError, ActaError: as `open`; `unknown_target` if an edit refers to nothing.
        """
        return done(self.previewing(match_id, edits))

    def previewing(self, match_id: str, edits: tuple[Edit, ...]) -> Resumable[Match]:
        """Run `preview` as resumable work."""
        return (yield from self._previews.making(self.open(match_id), edits))

    def doubt(self, match_id: str, draft: Draft, *, private: bool = True) -> tuple[Checked, ...]:
        """Return every condition of a draft with its verdict in the current state.

        Without `private`, facts known only to the acting seat are left out.

        Raises:
            StoreError, ActaError: as `open`.
            BadDraft: it cannot be a draft.
        """
        match = self.open(match_id)
        read = kernel.read_draft(match.game, draft)
        return kernel.explain_draft(match.game, match.state, read, private=private)

    # Recording

    def create(self, new: NewMatch) -> Match | Refusal | UnreadableInput | Unplayable | NotSaved:
        """Begin a match, or return why it cannot begin."""
        return self._recorder.create(new)

    def submit(
        self, match_id: str, submission: Submission, against: Against | None = None
    ) -> Answer:
        """Judge a submission in the current state and record it, or return why not.

        Args:
            match_id: of the match.
            submission: the entry to record.
            against: permission check of the outcome; given the match before and after, it
                returns an error code or None.
        """
        return done(self.submitting(match_id, submission, against))

    def submitting(
        self, match_id: str, submission: Submission, against: Against | None = None
    ) -> Resumable[Answer]:
        """Run `submit` as resumable work; writes made during a pause are judged too."""
        return self._recorder.submitting(match_id, submission, against)

    def rename(self, match_id: str, title: str) -> Match:
        """Rename a match and return it.

        Raises:
            StoreError, ActaError: as `open`.
            ValidationError: the title is too long.
        """
        return self._recorder.rename(match_id, title)

    # Screens

    def subscribe(self, match_id: str, callback: Callback) -> Callable[[], None]:
        """Call back with the new version (the number of entries) after each change.

        Returns:
            A callback that ends the subscription.
        """
        return self._listeners.add(match_id, callback)

    # Files

    def export(self, match_id: str) -> bytes:
        """Serialize a match to its file form; a damaged one with every line, good and bad.

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
        """Import a match beside the others, or continue the same one; never overwrite.

        Damaged data is imported only with `partial`, as far as it is offered. With `look` nothing
        is imported: a possible import returns `Waits`. `packed` data needs no checksum: it cannot
        be unpacked with a byte changed.
        """
        return self._delivery.take_in(
            data, as_copy=as_copy, partial=partial, look=look, against=against, packed=packed
        )

    def reading(self, data: bytes, *, packed: bool = False) -> Resumable[None]:
        """Parse a file in advance, as resumable work, so that importing it is fast."""
        with suppress(ActaError):
            yield from self._delivery.reading(acta_codec.unpack(data) if packed else data)

    def pack(self, match_id: str) -> bytes:
        """Serialize a whole match to its packed form, for a link or a QR.

        Raises:
            StoreError: it cannot be read.
        """
        return done(self._delivery.packing(match_id))

    def packing(self, match_id: str) -> Resumable[bytes]:
        """Run `pack` as resumable work."""
        return self._delivery.packing(match_id)

    def import_packed(
        self, data: bytes, *, as_copy: bool = False, partial: bool = False, look: bool = False
    ) -> ImportResult:
        """Import a match from the packed form; see `import_acta`."""
        try:
            acta = acta_codec.unpack(data)
            return self.import_acta(acta, as_copy=as_copy, partial=partial, look=look, packed=True)
        except ActaError as error:
            return NotImported(f"acta.{error.code}", error.params)

    # The bin

    def delete(self, match_id: str) -> None:
        """Move a match to the bin.

        Raises:
            StoreError: it cannot be moved.
        """
        self._store.delete(match_id)
        self._recorder.changed(match_id)
        self._at_hand.damaged.pop(match_id, None)
        self._listeners.tell(match_id, GONE)

    def binned(self) -> tuple[str, ...]:
        """Return the ids of the matches in the bin."""
        return self._store.binned()

    def restore(self, match_id: str) -> None:
        """Take a match out of the bin.

        Raises:
            StoreError: it is not there, or its place is taken.
        """
        self._store.restore(match_id)
        self._recorder.changed(match_id)

    def empty_bin(self) -> None:
        """Delete the matches in the bin for good."""
        self._store.empty_bin()

    # Boxes and settings

    def boxes(self, game: str | None = None) -> tuple[BoxProfile, ...]:
        """Return the box profiles of one game or of all, by name."""
        return self._boxes.all(game)

    def new_box(self, game: str, name: str, facts: Mapping[str, FactValue]) -> BoxProfile:
        """Create a box profile with an id of its own; nothing is saved yet."""
        return self._boxes.new(game, name, facts)

    def save_box(self, box: BoxProfile) -> None:
        """Save a box profile.

        Raises:
            BoxError: a value cannot be printed in it.
            StoreError: it could not be saved.
        """
        self._boxes.save(box)

    def delete_box(self, box_id: str) -> None:
        """Delete a box profile; matches keep the values they were played with."""
        self._boxes.drop(box_id)

    def export_box(self, box_id: str) -> bytes:
        """Serialize a box profile to its file form.

        Raises:
            StoreError: `not_found`.
        """
        return dump_box(self._boxes.find(box_id))

    def pack_box(self, box_id: str) -> bytes:
        """Serialize a box profile to its packed form.

        Raises:
            StoreError: `not_found`.
        """
        return pack_box(self._boxes.find(box_id))

    def read_box(self, data: bytes) -> BoxProfile:
        """Parse and check a box profile in its file form; nothing is saved.

        Raises:
            BoxError: it is not one, or holds impossible values.
        """
        return self._boxes.read(data)

    def import_box(self, data: bytes) -> BoxProfile:
        """Import a box profile from its file form, beside the others.

        Raises:
            BoxError: it is not one, or holds impossible values.
            StoreError: it could not be saved.
        """
        return self._boxes.take_in(data)

    def import_packed_box(self, data: bytes) -> BoxProfile:
        """Import a box profile from its packed form.

        Raises:
            BoxError, StoreError: as `import_box`.
        """
        return self.import_box(unpack_box(data))

    def setting(self, key: str) -> str | None:
        """Return the value of a setting, or None."""
        return self._store.setting(key)

    def set_setting(self, key: str, value: str) -> None:
        """Store the value of a setting."""
        self._store.set_setting(key, value)

    def _nudge(self, match_id: str) -> None:
        """Notify the screens of a match to redraw it, although nothing was recorded."""
        match = self._at_hand.get(match_id)
        self._listeners.tell(match_id, len(match.entries) if match else 0)
