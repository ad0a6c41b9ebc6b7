"""The one place that screens talk to. Synchronous, and free of any user interface."""

import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from companion.kernel import game as kernel
from companion.kernel.conditions import Checked
from companion.kernel.facts import FactValue
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.refusal import Refusal
from companion.match import acta_file, packing, review
from companion.match.catalog import Catalog, check_chosen
from companion.match.entries import Edit, Entry, Finished, Started
from companion.match.errors import ActaError
from companion.match.fold import Match, append, fold
from companion.match.reading import folded, opened
from companion.table.answers import (
    AlreadyHere,
    Answer,
    Continued,
    FieldError,
    Imported,
    ImportResult,
    InPart,
    Malformed,
    MatchSummary,
    NewMatch,
    NotAllowed,
    NotImported,
    NotSaved,
    PartsWays,
    Recorded,
    Submission,
    Waits,
    field_errors,
)
from companion.table.boxes import (
    Box,
    BoxError,
    check_box,
    dump_box,
    load_box,
    pack_box,
    unpack_box,
)
from companion.table.disputes_kept import Disputes
from companion.table.judging import judged
from companion.table.rows import as_file
from companion.table.sharing import Tables
from companion.table.store import Head, Store, StoredBox, StoreError, Trouble
from companion.table.summary import digest, summary

log = logging.getLogger(__name__)

GONE = -1
"""The version told to subscribers of a match that went to the bin."""

_STAYS = frozenset({"damaged", "newer_data"})
"""What is wrong with a match for good."""
_CACHED = 32
_PREVIEWED = 8
"""What screens draw several times, while somebody looks at what a correction would do."""

Callback = Callable[[int], None]
Against = Callable[[Match, Match], str | None]


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
        self._box_lost = False
        self.catalog = catalog
        self._store = store
        self._clock = clock
        self._new_id = new_id
        self._cache: OrderedDict[str, Match] = OrderedDict()
        self._previews: deque[tuple[Match, tuple[Edit, ...], Match]] = deque(maxlen=_PREVIEWED)
        self._damaged: dict[str, str] = {}
        """Why matches could not be opened: their beginning and end do not show it."""
        self._sizes: dict[str, tuple[int, int]] = {}
        """By match, so many entries of it and their bytes."""
        self._subscribers: dict[str, list[Callback]] = {}
        self.tables = Tables(store, self._nudge)
        self.disputes = Disputes(store, games, catalog, clock, new_id, self._nudge)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong with the data folder, although it is in use."""
        self.disputes.all()
        with suppress(StoreError):
            self.boxes()
        found = [*self._noticed, *self._store.troubles]
        if self.tables.set_aside:
            found.append("tables_aside")
        if self.disputes.set_aside:
            found.append("disputes_aside")
        if self._box_lost:
            found.append("box_lost")
        return tuple(dict.fromkeys(found))

    # Reading

    def matches(self) -> tuple[MatchSummary, ...]:
        """Every match, the last one played first; those that cannot be read come last.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        found = [self._summary(match_id) for match_id in self._store.match_ids()]
        return _by_date(found)

    def results(self) -> tuple[MatchSummary, ...]:
        """Every match as in `matches`, with the result of each that is finished.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        return tuple(map(self._with_result, self.matches()))

    def open(self, match_id: str) -> Match:
        """A match as it stands.

        Raises:
            StoreError: it cannot be read.
            ActaError: it can be read, but not played by this program.
        """
        match = self._cache.get(match_id)
        if match is None:
            match = self._opened(match_id)
        self._remember(match)
        return match

    def _opened(self, match_id: str) -> Match:
        """A match read from where it is kept; what is wrong with it is known to the list then."""
        try:
            match = folded(self.games, self.catalog, self._store.load(match_id))
            if match.started.match != match_id:
                raise StoreError("damaged", "the acta of another match")
        except StoreError as error:
            if error.code in _STAYS:
                self._damaged[match_id] = f"store.{error.code}"
            raise
        except ActaError as error:
            self._damaged[match_id] = f"acta.{error.code}"
            raise
        self._damaged.pop(match_id, None)
        return match

    def preview(self, match_id: str, edits: tuple[Edit, ...]) -> Match:
        """The match as it would be after an amendment; nothing is recorded.

        Raises:
            StoreError, ActaError: as `open`; `unknown_target` if an edit refers to nothing.
        """
        match = self.open(match_id)
        for before, known, after in self._previews:
            if before is match and known == edits:
                return after
        after = review.amended(match, edits, self._new_id(), self._clock())
        self._previews.append((match, edits, after))
        return after

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

    def create(self, new: NewMatch) -> Match | Refusal | Malformed | NotSaved:
        """Begins a match, or says why it cannot."""
        game = self.games.get(new.game)
        if game is None:
            return Malformed(None, (FieldError("game", "unknown_game"),))
        try:
            options = game.options.model_validate(dict(new.options))
            header = self._header(new, game, options.model_dump(mode="json"))
        except ValidationError as error:
            return Malformed(None, field_errors(error))
        started = header.body
        assert isinstance(started, Started)
        try:
            check_chosen(self.catalog(game.id), started)
        except ActaError as error:
            return Malformed(None, (FieldError("box", error.code, error.params),))
        if not _reads_again(header):
            return Malformed(None, (FieldError("", "unreadable"),))
        refusal = kernel.check_setup(game, options, started.facts, started.rulings)
        return refusal or self._kept(fold(self.games, (header,)))

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
        try:
            match = self.open(match_id)
            answer = judged(match, submission, self.catalog(match.game.id), self._clock())
            if isinstance(answer, Recorded):
                problem = against(match, answer.match) if against else None
                return NotAllowed(match, problem) if problem else self._recorded(match, answer)
            return answer
        except StoreError as error:
            # Whether it reached the disk is only known by reading it again.
            self._cache.pop(match_id, None)
            return NotSaved(error.code)
        except ActaError:
            return NotSaved("damaged")

    def rename(self, match_id: str, title: str) -> Match:
        """The match under another title.

        Raises:
            StoreError, ActaError: as `open`.
            ValidationError: the title is too long.
        """
        match = self.open(match_id)
        body = Started.model_validate({**match.started.model_dump(), "title": title})
        header = match.entries[0].model_copy(update={"body": body})
        self._store.rename(match_id, header)
        self._sizes.pop(match_id, None)
        self._cache.pop(match_id, None)
        self._tell(match_id, len(match.entries))
        return self.open(match_id)

    # Screens

    def subscribe(self, match_id: str, callback: Callback) -> Callable[[], None]:
        """Calls back with the new version (the number of entries) after each change.

        Returns:
            What ends the subscription.
        """
        self._subscribers.setdefault(match_id, []).append(callback)

        def unsubscribe() -> None:
            callbacks = self._subscribers.get(match_id, [])
            if callback in callbacks:
                callbacks.remove(callback)
            if not callbacks:
                self._subscribers.pop(match_id, None)

        return unsubscribe

    # Files

    def export(self, match_id: str) -> bytes:
        """A match in its file form; of a damaged one every line there is, good and bad.

        Raises:
            StoreError: nothing of it can be read.
        """
        try:
            return acta_file.sealed(acta_file.dumps(self._store.load(match_id))).encode()
        except StoreError as error:
            rows = self._store.rows(match_id) if error.code != "not_found" else ()
            if not rows:
                raise
            return as_file(rows)

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
        try:
            found = opened(self.games, self.catalog, data)
            if found.faults and not partial:
                return InPart(found)
            theirs, sealed = found.offered, packed or found.sealed
            if as_copy:
                return self._imported(self._under_new_id(theirs), look=look, sealed=sealed)
            match_id = theirs.started.match
            if match_id not in self._store.match_ids():
                return self._imported(theirs, look=look, sealed=sealed)
            return self._continued(self.open(match_id), theirs, against, look=look)
        except ActaError as error:
            return NotImported(f"acta.{error.code}", error.params)
        except StoreError as error:
            return NotImported(f"store.{error.code}")

    def pack(self, match_id: str) -> bytes:
        """A whole match in its packed form, for a link or a QR.

        Raises:
            StoreError: it cannot be read.
        """
        return packing.pack(self._store.load(match_id))

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
        self._cache.pop(match_id, None)
        self._damaged.pop(match_id, None)
        self._tell(match_id, GONE)

    def binned(self) -> tuple[str, ...]:
        """The ids of the matches in the bin."""
        return self._store.binned()

    def restore(self, match_id: str) -> None:
        """Takes a match out of the bin.

        Raises:
            StoreError: it is not there, or its place is taken.
        """
        self._store.restore(match_id)

    def empty_bin(self) -> None:
        """Deletes what is in the bin for good."""
        self._store.empty_bin()

    # Boxes and settings

    def boxes(self, game: str | None = None) -> tuple[Box, ...]:
        """The box profiles, of one game or of all, by name."""
        found = []
        for stored in self._store.boxes():
            try:
                found.append(self._of_today(Box.model_validate_json(stored.data)))
            except ValidationError:
                log.warning("box %s cannot be read", stored.id)
                self._box_lost = True
        return tuple(sorted((b for b in found if game in (None, b.game)), key=lambda b: b.name))

    def new_box(self, game: str, name: str, facts: Mapping[str, FactValue]) -> Box:
        """A box profile with an id of its own, not kept yet."""
        return Box(id=self._new_id(), game=game, name=name, facts=dict(facts))

    def save_box(self, box: Box) -> None:
        """Keeps a box profile.

        Raises:
            BoxError: a value cannot be printed in it.
            StoreError: it could not be kept.
        """
        if box.game not in self.games:
            raise BoxError("unknown_game", {"game": box.game})
        check_box(self.catalog(box.game), box)
        self._store.save_box(StoredBox(box.id, box.game, box.model_dump_json()))

    def delete_box(self, box_id: str) -> None:
        """Forgets a box profile; matches keep the values they were played with."""
        self._store.delete_box(box_id)

    def export_box(self, box_id: str) -> bytes:
        """A box profile in its file form.

        Raises:
            StoreError: `not_found`.
        """
        return dump_box(self._box(box_id))

    def pack_box(self, box_id: str) -> bytes:
        """A box profile in its packed form.

        Raises:
            StoreError: `not_found`.
        """
        return pack_box(self._box(box_id))

    def read_box(self, data: bytes) -> Box:
        """A box profile from its file form; nothing is kept.

        Raises:
            BoxError: it is none, or claims what cannot be.
        """
        box = self._of_today(load_box(data))
        if box.game not in self.games:
            raise BoxError("unknown_game", {"game": box.game})
        check_box(self.catalog(box.game), box)
        return box

    def import_box(self, data: bytes) -> Box:
        """Keeps a box profile from its file form, beside the others.

        Raises:
            BoxError: it is none, or claims what cannot be.
            StoreError: it could not be kept.
        """
        box = self.read_box(data)
        if any(box.id == other.id and box != other for other in self.boxes()):
            box = box.model_copy(update={"id": self._new_id()})
        self.save_box(box)
        return box

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

    # Inside

    def _of_today(self, box: Box) -> Box:
        """A box profile with the ids that printed values have today."""
        if box.game not in self.games:
            return box
        facts = self.catalog(box.game).facts_now(box.facts)
        return box.model_copy(update={"facts": facts})

    def _box(self, box_id: str) -> Box:
        for box in self.boxes():
            if box.id == box_id:
                return box
        raise StoreError("not_found", box_id)

    def _header(self, new: NewMatch, game: Game[Any], options: dict[str, Any]) -> Entry:
        started = Started(
            match=self._new_id(),
            game=game.id,
            rules_version=game.version,
            title=new.title,
            options=options,
            facts=dict(new.facts),
            rulings={**self.catalog(game.id).default_rulings, **new.rulings},
            box=new.box,
            example=new.example,
        )
        return Entry(
            seq=0,
            id=self._new_id(),
            at=self._clock(),
            author=new.author,
            device=new.device,
            body=started,
        )

    def _kept(self, match: Match) -> Match | NotSaved:
        try:
            self._store.create(match.started.match, match.entries, digest(match))
        except StoreError as error:
            return NotSaved(error.code)
        self._remember(match)
        return match

    def _recorded(self, before: Match, answer: Recorded) -> Recorded | NotSaved:
        match = self._closed(answer.match, answer.entry)
        if not self._fits(before, match):
            return NotSaved("full")
        match_id = match.started.match
        self._store.append(match_id, match.entries[len(before.entries) :], digest(match))
        self._remember(match)
        self._tell(match_id, len(match.entries))
        return Recorded(match, answer.entry, answer.step)

    def _fits(self, before: Match | None, after: Match) -> bool:
        """Whether the longer match can still be read from a file of its own."""
        match_id, known = after.started.match, before.entries if before else ()
        counted, size = self._sizes.get(match_id, (0, 0))
        if counted != len(known):
            counted, size = len(known), acta_file.size(known)
        size += acta_file.size(after.entries[counted:])
        if len(after.entries) > acta_file.MAX_ENTRIES or size > acta_file.MAX_BYTES:
            return False
        self._sizes[match_id] = (len(after.entries), size)
        return True

    def _closed(self, match: Match, last: Entry) -> Match:
        """The match with its end recorded, if it has come to it."""
        outcome = None if match.broken or match.finished else match.outcome
        if outcome is None:
            return match
        end = Entry(
            seq=len(match.entries),
            id=self._new_id(),
            at=last.at,
            author=last.author,
            device=last.device,
            body=Finished(winners=outcome.winners, reason=outcome.reason),
        )
        return append(match, end)

    def _remember(self, match: Match) -> None:
        self._cache[match.started.match] = match
        self._cache.move_to_end(match.started.match)
        if len(self._cache) > _CACHED:
            self._cache.popitem(last=False)

    def _tell(self, match_id: str, version: int) -> None:
        for callback in tuple(self._subscribers.get(match_id, ())):
            try:
                callback(version)
            except Exception:
                log.exception("a screen could not be told")

    def _nudge(self, match_id: str) -> None:
        """Lets the screens of a match draw it again, although nothing was recorded."""
        match = self._cache.get(match_id)
        self._tell(match_id, len(match.entries) if match else 0)

    def _summary(self, match_id: str) -> MatchSummary:
        if match_id in self._damaged:
            return MatchSummary(match_id, damaged=self._damaged[match_id])
        try:
            return self._kept_summary(match_id) or self._made_summary(match_id)
        except StoreError as error:
            return MatchSummary(match_id, damaged=f"store.{error.code}")
        except ActaError as error:
            return MatchSummary(match_id, damaged=f"acta.{error.code}")

    def _kept_summary(self, match_id: str) -> MatchSummary | None:
        """What lies beside the acta; None where it has to be made again, or cannot be."""
        try:
            head = self._store.head(match_id)
        except StoreError as error:
            if error.code == "damaged":
                return None
            raise
        started = head.header.body
        if not isinstance(started, Started) or started.match != match_id:
            return None
        game = self.games.get(started.game)
        return summary(head, game.version) if game else None

    def _made_summary(self, match_id: str) -> MatchSummary:
        match = self.open(match_id)
        made = digest(match)
        try:
            self._store.write_digest(match_id, made)
        except StoreError:
            # Only to be faster the next time.
            log.warning("the summary of %s could not be kept", match_id)
        last = match.entries[-1]
        found = summary(Head(match.entries[0], last.seq + 1, last.at, made), match.game.version)
        return found or MatchSummary(match_id, damaged="store.damaged")

    def _with_result(self, line: MatchSummary) -> MatchSummary:
        if line.damaged or line.broken or not line.finished or line.result:
            return line
        try:
            return self._made_summary(line.id)
        except StoreError as error:
            return replace(line, damaged=f"store.{error.code}")
        except ActaError as error:
            return replace(line, damaged=f"acta.{error.code}")

    def _under_new_id(self, match: Match) -> Match:
        started = match.started.model_copy(update={"match": self._new_id()})
        header = match.entries[0].model_copy(update={"body": started})
        return fold(self.games, (header, *match.entries[1:]))

    def _imported(self, match: Match, *, look: bool, sealed: bool) -> Imported | Waits:
        if not self._fits(None, match):
            raise ActaError("too_large", {"limit": acta_file.MAX_BYTES // 1_000_000})
        if look:
            return Waits(match)
        self._store.create(match.started.match, match.entries, digest(match))
        self._remember(match)
        return Imported(match, sealed)

    def _continued(
        self, ours: Match, theirs: Match, against: Against | None, *, look: bool
    ) -> ImportResult:
        seq = _first_difference(ours.entries, theirs.entries)
        if seq == len(theirs.entries):
            return AlreadyHere(ours)
        if seq < len(ours.entries):
            return PartsWays(ours, seq)
        match = fold(self.games, (*ours.entries, *theirs.entries[seq:]))
        if against and against(ours, match):
            return NotImported("import.not_allowed")
        match_id = ours.started.match
        if not self._fits(ours, match):
            raise ActaError("too_large", {"limit": acta_file.MAX_BYTES // 1_000_000})
        if look:
            return Waits(match, len(match.entries) - seq)
        self._store.append(match_id, match.entries[seq:], digest(match))
        self._remember(match)
        self._tell(match_id, len(match.entries))
        return Continued(match, len(match.entries) - seq)


def _reads_again(header: Entry) -> bool:
    """Whether a header, written down, is read as the same one."""
    try:
        return acta_file.loads(acta_file.dumps((header,))) == (header,)
    except (ActaError, ValueError):
        return False


def _by_date(found: list[MatchSummary]) -> tuple[MatchSummary, ...]:
    dated = [(s.updated_at, s) for s in found if s.updated_at is not None]
    dated.sort(key=lambda pair: pair[0], reverse=True)
    return (*(s for _, s in dated), *(s for s in found if s.updated_at is None))


def _first_difference(ours: tuple[Entry, ...], theirs: tuple[Entry, ...]) -> int:
    """The first sequence number at which two actas differ; a title is no difference."""
    for seq, (mine, other) in enumerate(zip(ours, theirs, strict=False)):
        if mine != other and (seq or _untitled(mine) != _untitled(other)):
            return seq
    return min(len(ours), len(theirs))


def _untitled(header: Entry) -> Entry:
    body = header.body
    assert isinstance(body, Started)
    return header.model_copy(update={"body": body.model_copy(update={"title": ""})})
