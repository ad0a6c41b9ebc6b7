"""Writer of matches: new ones, more entries, other titles. It notifies the screens."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from companion.kernel import game as kernel
from companion.kernel.game import Game
from companion.kernel.refusal import Refusal
from companion.match import acta_file
from companion.match.acta_reader import Catalogs
from companion.match.entries import Amended, Entry, Finished, Started
from companion.match.errors import ActaError
from companion.match.fold import Match, append, fold
from companion.match.resumable import Resumable, done
from companion.match.shipped_values import written
from companion.match.value_catalog import check_chosen
from companion.services.matches.cache import MatchCache
from companion.services.matches.import_export import Against
from companion.services.matches.listeners import Listeners
from companion.services.matches.match_list import Listing
from companion.services.matches.previews import Previews
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

_ATTEMPTS = 3
"""Number of resumable judgements that other writes may overtake, before one without pauses."""


class MatchWriter:
    """Writer of matches, which keeps cache, list and screens in step.

    Args:
        store: where they are stored.
        games: by id.
        catalogs: return the printed values and rulings of a game.
        clock: returns the current time, with its zone.
        new_id: returns a fresh identifier.
        at_hand: the cache of matches.
        listing: the list of matches.
        listeners: the screens to notify.
        previews: the cached results of amendments.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any]],
        catalogs: Catalogs,
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
        at_hand: MatchCache,
        listing: Listing,
        listeners: Listeners,
        previews: Previews,
    ) -> None:
        self._store = store
        self._games = games
        self._catalogs = catalogs
        self._clock = clock
        self._new_id = new_id
        self._at_hand = at_hand
        self._list = listing
        self._listeners = listeners
        self._previews = previews
        self._sizes: dict[str, tuple[int, int]] = {}
        """Measured entries and their bytes, by match."""

    # A new match

    def create(self, new: NewMatch) -> Match | Refusal | UnreadableInput | Unplayable | NotSaved:
        """Begin a match, or return why it cannot begin."""
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
        refusal = kernel.check_setup(game, options, started.facts, started.rulings)
        if refusal:
            return refusal
        match = fold(self._games, (header,))
        # Each value is valid, but they are impossible together. A match already recorded like this
        # still opens.
        return Unplayable(match) if match.problems else self._store_new(match)

    def _header(self, new: NewMatch, game: Game[Any], options: dict[str, Any]) -> Entry:
        started = Started(
            match=self._new_id(),
            game=game.id,
            rules_version=game.version,
            title=new.title,
            options=options,
            facts=dict(new.facts),
            rulings={**self._catalogs(game.id).default_rulings, **new.rulings},
            box=new.box,
            example=new.example,
            colours=new.colours,
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

    def submitting(
        self, match_id: str, submission: Submission, against: Against | None
    ) -> Resumable[Answer]:
        """Judge and record a submission; see `Hub.submitting`."""
        try:
            for _ in range(_ATTEMPTS):
                match, since = self.open(match_id), self._at_hand.times_written(match_id)
                answer = yield from self._judging(match, submission)
                if self._at_hand.times_written(match_id) == since:
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
        looked_at = self._previews.of(match, body.edits) if isinstance(body, Amended) else None
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

    # Renaming

    def rename(self, match_id: str, title: str) -> Match:
        """Rename a match and return it; see `Hub.rename`."""
        match = self.open(match_id)
        body = Started.model_validate({**match.started.model_dump(), "title": title})
        header = match.entries[0].model_copy(update={"body": body})
        renamed = replace(match, started=body, entries=(header, *match.entries[1:]))
        self._store.rename(match_id, written(self._catalogs(match.game.id), header))
        self._sizes.pop(match_id, None)
        self.changed(match_id)
        self._at_hand.put(renamed)
        self._listeners.tell(match_id, len(match.entries))
        return renamed

    # Shared by creation, submission and import

    def open(self, match_id: str) -> Match:
        """Return a match in its current state."""
        return self._at_hand.open(match_id)

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
        self._listeners.tell(match_id, len(after.entries))

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
        self._list.forget(match_id)
        self._at_hand.drop(match_id)

    def _now(self, match: Match, made: str) -> None:
        """Update list and cache with a match that was just written."""
        self._list.put(match, made)
        self._at_hand.put(match)


def _reads_again(header: Entry) -> bool:
    """Return whether a header survives serializing and parsing unchanged."""
    try:
        return acta_file.loads(acta_file.dumps((header,))) == (header,)
    except (ActaError, ValueError):
        return False
