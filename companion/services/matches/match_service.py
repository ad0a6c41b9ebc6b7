"""Service of matches: read, judge, record, rename, and notify the screens."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from companion.kernel import legality
from companion.kernel.conditions import Checked
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.refusal import Refusal
from companion.match import review
from companion.match.entries import ActaError, Amended, Edit, Entry, Finished, Started
from companion.match.files import acta_file
from companion.match.files.acta_reader import Catalogs
from companion.match.files.value_catalog import check_chosen, written
from companion.match.fold import Match, append, fold
from companion.match.resumable import Resumable, done
from companion.services.matches.cache import MatchCache
from companion.services.matches.import_export import Against
from companion.services.matches.listeners import GONE, Callback, Listeners
from companion.services.matches.match_list import MatchList
from companion.services.matches.results import (
    Answer,
    FieldError,
    NewMatch,
    NotAllowed,
    NotSaved,
    Recorded,
    Submission,
    Unplayable,
    UnreadableInput,
    field_errors,
)
from companion.services.matches.submission import judging
from companion.services.matches.summary import digest
from companion.services.storage.store import Store, StoreError

_KEPT = 8


class Previews:
    """Cache of the last previewed amendments.

    Args:
        clock: returns the current time, with its zone.
        new_id: returns a fresh identifier.
    """

    def __init__(self, clock: Callable[[], datetime], new_id: Callable[[], str]) -> None:
        self._clock = clock
        self._new_id = new_id
        self._kept: deque[tuple[Match, tuple[Edit, ...], Match]] = deque(maxlen=_KEPT)

    def of(self, match: Match, edits: tuple[Edit, ...]) -> Match | None:
        """Return the result of an amendment of a match, if it is cached."""
        for before, known, after in self._kept:
            if before is match and known == edits:
                return after
        return None

    def making(self, match: Match, edits: tuple[Edit, ...]) -> Resumable[Match]:
        """Return the match as it would be after an amendment, as resumable work.

        Raises:
            ActaError: `unknown_target` if an edit refers to nothing.
        """
        cached = self.of(match, edits)
        if cached is not None:
            return cached
        earlier = self._when_last_seen(match, edits)
        after = yield from review.amending(match, edits, self._new_id(), self._clock(), earlier)
        self._kept.append((match, edits, after))
        return after

    def clear(self) -> None:
        """Empty the cache."""
        self._kept.clear()

    def _when_last_seen(self, match: Match, edits: tuple[Edit, ...]) -> Match | None:
        """Return the last cached result of the same amendment on an earlier version."""
        for before, known, after in reversed(self._kept):
            if before.started.match == match.started.match and known == edits:
                return after
        return None


_ATTEMPTS = 3
"""Number of resumable judgements that other writes may overtake, before one without pauses."""


class MatchService:
    """Matches of a data folder, with cache, list and screens kept in step.

    Args:
        store: where they are stored.
        games: by id.
        catalogs: return the printed values and rulings of a game.
        clock: returns the current time, with its zone.
        new_id: returns a fresh identifier.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any]],
        catalogs: Catalogs,
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
    ) -> None:
        self._store = store
        self._games = games
        self._catalogs = catalogs
        self._clock = clock
        self._new_id = new_id
        self.listeners = Listeners()
        self.cache = MatchCache(store, games, catalogs, self.listeners.__contains__)
        self.previews = Previews(clock, new_id)
        self._sizes: dict[str, tuple[int, int]] = {}
        """Measured entries and their bytes, by match."""
        self.list = MatchList(store, games, self.cache)
        """One line for each match."""

    # Reading

    def open(self, match_id: str) -> Match:
        """Return a match in its current state.

        Raises:
            StoreError: it cannot be read.
            ActaError: it can be read, but not played by this program.
        """
        return self.cache.open(match_id)

    def opening(self, match_id: str) -> Resumable[Match]:
        """Run `open` as resumable work."""
        return self.cache.opening(match_id)

    def is_open(self, match_id: str) -> bool:
        """Return whether `open` is fast: the match is cached, short, or unreadable."""
        return self.cache.get(match_id) is not None or self.list.is_short(match_id)

    def cached(self, match_id: str) -> Match | None:
        """Return a match if it is cached."""
        return self.cache.get(match_id)

    def preview(self, match_id: str, edits: tuple[Edit, ...]) -> Resumable[Match]:
        """Return the match as it would be after an amendment; nothing is recorded.

        Raises:
            StoreError, ActaError: as `open`; `unknown_target` if an edit refers to nothing.
        """
        return (yield from self.previews.making(self.open(match_id), edits))

    def doubt(self, match_id: str, draft: Draft, *, private: bool = True) -> tuple[Checked, ...]:
        """Return every condition of a draft with its verdict in the current state.

        Without `private`, facts known only to the acting seat are left out.

        Raises:
            StoreError, ActaError: as `open`.
            BadDraft: it cannot be a draft.
        """
        match = self.open(match_id)
        read = legality.read_draft(match.game, draft)
        return legality.explain_draft(match.game, match.state, read, private=private)

    # Screens

    def subscribe(self, match_id: str, callback: Callback) -> Callable[[], None]:
        """Call back with the new version (the number of entries) after each change.

        Returns:
            A callback that ends the subscription.
        """
        return self.listeners.add(match_id, callback)

    def redraw(self, match_id: str) -> None:
        """Notify the screens of a match to redraw it, although nothing was recorded."""
        match = self.cached(match_id)
        self.listeners.tell(match_id, len(match.entries) if match else 0)

    # A new match

    def create(self, new: NewMatch) -> Match | Refusal | UnreadableInput | Unplayable | NotSaved:
        """Begin a match, or return why it cannot begin; the one that has begun, if asked again."""
        begun = self._begun(new.id) if new.id else None
        if begun is not None:
            return begun
        game = self._games.get(new.game)
        if game is None:
            return UnreadableInput(None, (FieldError("game", "unknown_game"),))
        try:
            options = game.options.model_validate(dict(new.options))
            header = self._header(new, game, options.model_dump(mode="json"))
        except ValidationError as error:
            return UnreadableInput(None, field_errors(error))
        started = header.body
        assert isinstance(started, Started)
        try:
            check_chosen(self._catalogs(game.id), started)
        except ActaError as error:
            return UnreadableInput(None, (FieldError("box", error.code, error.params),))
        if not _reads_again(header):
            return UnreadableInput(None, (FieldError("", "unreadable"),))
        refusal = legality.check_setup(game, options, started.facts, started.rulings)
        if refusal:
            return refusal
        match = fold(self._games, (header,))
        # Each value is valid, but they are impossible together. A match already recorded like this
        # still opens.
        return Unplayable(match) if match.problems else self._store_new(match)

    def _begun(self, match_id: str) -> Match | NotSaved | None:
        """Return the match that an earlier request for the same one has begun; None: none has."""
        try:
            return self.open(match_id) if match_id in self._store.match_ids() else None
        except StoreError as error:
            return NotSaved(error.code)
        except ActaError:
            return NotSaved("damaged")

    def _header(self, new: NewMatch, game: Game[Any], options: dict[str, Any]) -> Entry:
        started = Started(
            match=new.id or self._new_id(),
            game=game.id,
            rules_version=game.version,
            title=new.title,
            options=options,
            facts=dict(new.facts),
            rulings={**self._catalogs(game.id).default_rulings, **new.rulings},
            box=new.box,
            example=new.example,
            colours=new.colours,
            learns=game.box is not None,
        )
        return Entry(
            seq=0,
            id=self._new_id(),
            at=self._clock(),
            author=new.author,
            device=new.device,
            body=started,
        )

    def _store_new(self, match: Match) -> Match | NotSaved:
        try:
            self.begin(match)
        except StoreError as error:
            return NotSaved(error.code)
        return match

    # A new entry

    def submit(
        self, match_id: str, submission: Submission, against: Against | None = None
    ) -> Resumable[Answer]:
        """Judge a submission in the current state and record it, or return why not.

        Writes made during a pause are judged too.

        Args:
            match_id: of the match.
            submission: the entry to record.
            against: permission check of the outcome; given the match before and after, it
                returns an error code or None.
        """
        try:
            for _ in range(_ATTEMPTS):
                match, since = self.open(match_id), self.cache.times_written(match_id)
                answer = yield from self._judging(match, submission)
                if self.cache.times_written(match_id) == since:
                    break
            else:
                match = self.open(match_id)
                answer = done(self._judging(match, submission))
            if isinstance(answer, Recorded):
                problem = against(match, answer.match) if against else None
                return NotAllowed(match, problem) if problem else self._recorded(match, answer)
            return answer
        except StoreError as error:
            # The write may or may not have reached the disk. Only reading it again can tell.
            self.changed(match_id)
            return NotSaved(error.code)
        except ActaError:
            return NotSaved("damaged")

    def _judging(self, match: Match, submission: Submission) -> Resumable[Answer]:
        body, catalog = submission.body, self._catalogs(match.game.id)
        looked_at = self.previews.of(match, body.edits) if isinstance(body, Amended) else None
        return (yield from judging(match, submission, catalog, self._clock(), looked_at))

    def _recorded(self, before: Match, answer: Recorded) -> Recorded | NotSaved:
        match = self._closed(answer.match, answer.entry)
        if not self.fits(before, match):
            return NotSaved("full")
        self.go_on(before, match)
        return Recorded(match, answer.entry, answer.step)

    def _closed(self, match: Match, last: Entry) -> Match:
        """Return the match with its end recorded, if it has ended."""
        outcome = None if match.broken or match.finished else match.outcome
        if outcome is None or outcome.contenders:
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

    # Renaming

    def rename(self, match_id: str, title: str) -> Match:
        """Rename a match and return it.

        Raises:
            StoreError, ActaError: as `open`.
            ValidationError: the title is too long.
        """
        match = self.open(match_id)
        body = Started.model_validate({**match.started.model_dump(), "title": title})
        header = match.entries[0].model_copy(update={"body": body})
        renamed = replace(match, started=body, entries=(header, *match.entries[1:]))
        self._store.rename(match_id, written(self._catalogs(match.game.id), header))
        self._sizes.pop(match_id, None)
        self.changed(match_id)
        self.cache.put(renamed)
        self.listeners.tell(match_id, len(match.entries))
        return renamed

    # The bin

    def delete(self, match_id: str) -> None:
        """Move a match to the bin; one that is there already stays there.

        Raises:
            StoreError: it cannot be moved.
        """
        if self._place(match_id) == (False, True):
            return
        self._store.delete(match_id)
        self.changed(match_id)
        self.cache.damaged.pop(match_id, None)
        self.listeners.tell(match_id, GONE)

    def binned(self) -> tuple[str, ...]:
        """Return the ids of the matches in the bin."""
        return self._store.binned()

    def restore(self, match_id: str) -> None:
        """Take a match out of the bin; one that is out already stays out.

        Raises:
            StoreError: it is not there, or its place is taken.
        """
        if self._place(match_id) == (True, False):
            return
        self._store.restore(match_id)
        self.changed(match_id)

    def _place(self, match_id: str) -> tuple[bool, bool]:
        """Return whether a match is among those to play, and whether it is in the bin."""
        return match_id in self._store.match_ids(), match_id in self._store.binned()

    def empty_bin(self) -> None:
        """Delete the matches in the bin for good."""
        self._store.empty_bin()

    # Shared by creation, submission and import

    def begin(self, match: Match) -> None:
        """Save a new match.

        Raises:
            StoreError: it could not be saved.
        """
        made = digest(match)
        header = written(self._catalogs(match.game.id), match.entries[0])
        self._store.create(match.started.match, (header, *match.entries[1:]), made)
        self._now(match, made)

    def go_on(self, before: Match, after: Match) -> None:
        """Save the entries that a match has gained, and notify the screens.

        Raises:
            StoreError: it could not be saved.
        """
        match_id = after.started.match
        made = digest(after)
        self._store.append(match_id, after.entries[len(before.entries) :], made)
        self._now(after, made)
        self.listeners.tell(match_id, len(after.entries))

    def fits(self, before: Match | None, after: Match) -> bool:
        """Return whether the longer match can still be read from a file of its own."""
        match_id, known = after.started.match, before.entries if before else ()
        counted, size = self._sizes.get(match_id, (0, 0))
        if counted != len(known):
            counted, size = len(known), acta_file.size(known)
        size += acta_file.size(after.entries[counted:])
        if len(after.entries) > acta_file.MAX_ENTRIES or size > acta_file.MAX_BYTES:
            return False
        self._sizes[match_id] = (len(after.entries), size)
        return True

    def changed(self, match_id: str) -> None:
        """Invalidate a match, so that it is read again."""
        self.list.forget(match_id)
        self.cache.drop(match_id)

    def _now(self, match: Match, made: str) -> None:
        """Update list and cache with a match that was just written."""
        self.list.put(match, made)
        self.cache.put(match)


def _reads_again(header: Entry) -> bool:
    """Return whether a header survives serializing and parsing unchanged."""
    try:
        return acta_file.loads(acta_file.dumps((header,))) == (header,)
    except (ActaError, ValueError):
        return False
