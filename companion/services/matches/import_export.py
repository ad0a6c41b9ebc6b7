"""Import and export of matches as files: beside the others, or as the same match."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol, TypeAlias

from companion.kernel.game import Game
from companion.match.entries import ActaError, Entry, Started, id_of_copy
from companion.match.files import acta_codec, acta_file
from companion.match.files.acta_reader import Catalogs, OpenedActa, opening
from companion.match.fold import Match
from companion.match.resumable import Resumable, done
from companion.services.matches.results import (
    AlreadyHere,
    Continued,
    Imported,
    ImportResult,
    InPart,
    NotImported,
    PartsWays,
    Waits,
)
from companion.services.storage.store import Store, StoreError, as_file

_READ = 2
"""Number of parsed files to cache: a file is previewed first and imported later."""

Against: TypeAlias = Callable[[Match, Match], str | None]
"""Check of a device's permission for an outcome: the match before and after to an error code."""


class Keeper(Protocol):
    """Owner of the matches, which writes what is imported."""

    def open(self, match_id: str) -> Match:
        """Return a match in its current state."""

    def begin(self, match: Match) -> None:
        """Save a new match."""

    def go_on(self, before: Match, after: Match) -> None:
        """Save the entries that a match has gained."""

    def fits(self, before: Match | None, after: Match) -> bool:
        """Return whether the longer match can still be read from a file of its own."""


class MatchFiles:
    """Import and export of matches as files.

    Args:
        store: where matches are stored.
        games: by id.
        catalogs: return the printed values and rulings of a game.
        keeper: owns the matches, and saves what is imported.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any]],
        catalogs: Catalogs,
        keeper: Keeper,
    ) -> None:
        self._store = store
        self._games = games
        self._catalogs = catalogs
        self._keeper = keeper
        self._read: deque[tuple[bytes, OpenedActa]] = deque(maxlen=_READ)

    def export(self, match_id: str) -> bytes:
        """Serialize a match to its file form; a damaged one with every line, good and bad.

        Raises:
            StoreError: nothing of it can be read.
        """
        try:
            return acta_file.with_checksum(acta_file.dumps(self._store.load(match_id))).encode()
        except StoreError as error:
            rows = self._store.rows(match_id) if error.code != "not_found" else ()
            if not rows:
                raise
            return as_file(rows)

    def pack(self, match_id: str) -> Resumable[bytes]:
        """Serialize a whole match to its packed form, for a link or a QR.

        Raises:
            StoreError: it cannot be read.
        """
        entries = yield from self._store.loading(match_id)
        yield
        return (yield from acta_codec.packing(entries))

    def reading(self, data: bytes, *, packed: bool = False) -> Resumable[None]:
        """Parse a file in advance, as resumable work, so that importing it is fast."""
        with suppress(ActaError):
            yield from self._opening(acta_codec.unpack(data) if packed else data)

    def _opening(self, data: bytes) -> Resumable[OpenedActa]:
        for known, read in self._read:
            if known == data:
                return read
        opened = yield from opening(self._games, self._catalogs, data)
        self._read.append((data, opened))
        return opened

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
        try:
            opened = done(self._opening(data))
            if opened.faults and not partial:
                return InPart(opened)
            theirs, sealed = opened.offered, packed or opened.sealed
            if as_copy:
                theirs = _under_id(theirs, id_of_copy(data))
            match_id = theirs.started.match
            if match_id not in self._store.match_ids():
                return self._new(theirs, look=look, sealed=sealed)
            return self._continued(self._keeper.open(match_id), theirs, against, look=look)
        except ActaError as error:
            return NotImported(f"acta.{error.code}", error.params)
        except StoreError as error:
            return NotImported(f"store.{error.code}")

    def import_packed(
        self, data: bytes, *, as_copy: bool = False, partial: bool = False, look: bool = False
    ) -> ImportResult:
        """Import a match from the packed form; see `import_acta`."""
        try:
            acta = acta_codec.unpack(data)
        except ActaError as error:
            return NotImported(f"acta.{error.code}", error.params)
        return self.import_acta(acta, as_copy=as_copy, partial=partial, look=look, packed=True)

    def _new(self, match: Match, *, look: bool, sealed: bool) -> Imported | Waits:
        self._must_fit(None, match)
        if look:
            return Waits(match)
        self._keeper.begin(match)
        self._read.clear()
        return Imported(match, sealed)

    def _continued(
        self, ours: Match, theirs: Match, against: Against | None, *, look: bool
    ) -> ImportResult:
        seq = _first_difference(ours.entries, theirs.entries)
        if seq == len(theirs.entries):
            return AlreadyHere(ours)
        if seq < len(ours.entries):
            return PartsWays(ours, seq)
        match = _headed(theirs, ours.entries[0])
        if against and against(ours, match):
            return NotImported("import.not_allowed")
        self._must_fit(ours, match)
        added = len(match.entries) - seq
        if look:
            return Waits(match, added)
        self._keeper.go_on(ours, match)
        self._read.clear()
        return Continued(match, added)

    def _must_fit(self, before: Match | None, after: Match) -> None:
        if not self._keeper.fits(before, after):
            raise ActaError("too_large", {"limit": acta_file.MAX_BYTES // 1_000_000})


def _first_difference(ours: Sequence[Entry], theirs: Sequence[Entry]) -> int:
    """Return the first sequence number at which two actas differ, ignoring the title."""
    for seq, (mine, other) in enumerate(zip(ours, theirs, strict=False)):
        if mine != other and (seq or _untitled(mine) != _untitled(other)):
            return seq
    return min(len(ours), len(theirs))


def _under_id(match: Match, match_id: str) -> Match:
    """Return the same match under another id."""
    started = match.started.model_copy(update={"match": match_id})
    return _headed(match, match.entries[0].model_copy(update={"body": started}))


def _headed(match: Match, header: Entry) -> Match:
    """Return a match under a header that differs in its id or title alone."""
    started = header.body
    assert isinstance(started, Started)
    return replace(match, started=started, entries=(header, *match.entries[1:]))


def _untitled(header: Entry) -> Entry:
    body = header.body
    assert isinstance(body, Started)
    return header.model_copy(update={"body": body.model_copy(update={"title": ""})})
