"""What one device may see and do: everything at the host's own door, else what its tables allow.

Screens talk to a `Visit` and to nothing else: what a device may not see is not there for it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from companion.kernel.conditions import Checked
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.refusal import Refusal
from companion.match import acta_file, clock, packing
from companion.match.catalog import Catalog
from companion.match.entries import Edit, Started
from companion.match.errors import ActaError
from companion.match.fold import Match
from companion.match.work import Work, done
from companion.table import sight
from companion.table.answers import (
    Answer,
    ImportResult,
    Malformed,
    MatchSummary,
    NewMatch,
    NotAllowed,
    NotImported,
    NotSaved,
    Submission,
    Unplayable,
)
from companion.table.at_table import AtTable, Person, TableNow
from companion.table.docket import Docket
from companion.table.hub import Callback, Hub
from companion.table.keeping import Keeping
from companion.table.own_things import MAX_SITE, SITE, OwnThings
from companion.table.permits import Permits
from companion.table.proposals import Proposals
from companion.table.sharing import Mending, Role
from companion.table.sight import hides
from companion.table.store import StoreError, Trouble
from companion.table.veil import Seen, cut, veil

__all__ = ["MAX_SITE", "SITE", "Person", "TableNow", "Unforeseen", "Visit"]

T = TypeVar("T")

_KEPT = 6
"""How many matches are kept veiled: screens ask for the same ones all the time."""


class Unforeseen(StoreError):
    """What a correction leads to would tell this device what others hide."""


class Visit(AtTable, OwnThings):
    """The hub, as far as one device reaches.

    Args:
        hub: every match.
        device: the public name of the device (`sharing.device_id`).
        owner: whether it came in at the host's own door.
        address: where it comes from, to bound its attempts.
    """

    def __init__(self, hub: Hub, device: str, *, owner: bool, address: str = "") -> None:
        super().__init__(hub, device, owner=owner, address=address)
        self._last: tuple[Seen, ...] = ()
        self.disputes = Docket(hub, self)
        self.keeping = Keeping(hub, owner=owner)
        self.proposals = Proposals(hub, self)
        self._permits = Permits(self, self._mending, self.proposals.way)

    @property
    def games(self) -> Mapping[str, Game[Any]]:
        """The games, by id."""
        return self._hub.games

    def catalog(self, game: str) -> Catalog:
        """The printed values and rulings of a game."""
        return self._hub.catalog(game)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong with the data folder, at the host's own door."""
        return self._hub.troubles if self.owner else ()

    # Reading

    def matches(self) -> tuple[MatchSummary, ...]:
        """The matches this device may see, the last one played first.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        if self.owner:
            return self._hub.matches()
        mine = self._tables.of_member(self.device)
        return tuple(line for line in self._hub.matches() if line.id in mine) if mine else ()

    def unlisted(self) -> int:
        """As `Hub.unlisted`: nothing where this device may see no match."""
        known = self.owner or self._tables.of_member(self.device)
        return self._hub.unlisted() if known else 0

    def listing(self) -> Work[None]:
        """As `Hub.listing`."""
        if self.unlisted():
            yield from self._hub.listing()

    def results(self) -> tuple[MatchSummary, ...]:
        """As `Hub.results`, at the host's own door."""
        return self._hub.results() if self.owner else ()

    def open(self, match_id: str) -> Seen:
        """As `Hub.open`, as far as this device sees; `not_found` where it may not look."""
        self._must_see(match_id)
        return self._veiled(self._hub.open(match_id))

    def is_open(self, match_id: str) -> bool:
        """Whether `open` takes no time: it was read, or there is nothing to be read for it."""
        return self.role(match_id) is None or self._hub.is_open(match_id)

    def opening(self, match_id: str) -> Work[Seen]:
        """As `open`, with pauses."""
        self._must_see(match_id)
        yield from self._hub.opening(match_id)
        match = self.open(match_id)
        yield from clock.reading(match)
        return match

    def preview(self, match_id: str, edits: tuple[Edit, ...]) -> Seen:
        """As `Hub.preview`, as far as this device sees.

        Raises:
            Unforeseen: what it leads to is not for this device to know.
            StoreError, ActaError: as `Hub.preview`.
        """
        self._must_see(match_id)
        match, after = self._hub.open(match_id), self._hub.preview(match_id, edits)
        if not sight.foreseen(match, after, self.seats(match)):
            raise Unforeseen("not_found", match_id)
        return self._veiled(after)

    def _veiled(self, match: Match) -> Seen:
        """The match as this device may see it; each is veiled once while nothing changes."""
        mine = self.seats(match)
        for kept in self._last:
            if kept.whole is match and kept.mine == mine:
                return kept
        found = veil(match, mine)
        self._last = (found, *self._last[: _KEPT - 1])
        return found

    def _told(self, answer: T) -> T:
        """An answer of the hub, with the match in it as this device may see it."""
        match = getattr(answer, "match", None)
        return cut(answer, self._veiled(match)) if isinstance(match, Match) else answer

    def doubt(self, match_id: str, draft: Draft) -> tuple[Checked, ...]:
        """As `Hub.doubt`, without what only the seat of the draft may know."""
        match = self.open(match_id)
        seen = sight.seen(match, match.mine)
        return self._hub.doubt(match_id, draft, private=draft.seat in seen)

    def may_export(self, match: Match) -> bool:
        """Whether this device may have the whole acta: it tells everything that is hidden."""
        role = self.role(match.started.match)
        if role is Role.HOST:
            return True
        return role is not None and (match.outcome is not None or not hides(match))

    def export(self, match_id: str) -> bytes:
        """As `Hub.export`.

        Raises:
            StoreError: `not_found` where this device may not have it.
        """
        host = self.role(match_id) is Role.HOST
        if not host and not self.may_export(self.open(match_id)):
            raise StoreError("not_found", match_id)
        return self._hub.export(match_id)

    def pack(self, match_id: str) -> bytes:
        """As `Hub.pack`.

        Raises:
            StoreError: `not_found` where this device may not have it.
        """
        return done(self.packing(match_id))

    def packing(self, match_id: str) -> Work[bytes]:
        """As `pack`, with pauses."""
        if not self.may_export(self.open(match_id)):
            raise StoreError("not_found", match_id)
        return (yield from self._hub.packing(match_id))

    def subscribe(self, match_id: str, callback: Callback) -> Callable[[], None]:
        """As `Hub.subscribe`: what is told is a number, and says nothing of the match."""
        return self._hub.subscribe(match_id, callback)

    # Recording

    def create(self, new: NewMatch) -> Match | Refusal | Malformed | Unplayable | NotSaved:
        """As `Hub.create`, at the host's own door."""
        if not self.owner:
            return NotSaved("read_only")
        made = self._hub.create(replace(new, device=self.device))
        # Of what nobody has begun, nothing is anybody's secret: it is what was typed here.
        return self._veiled(made) if isinstance(made, Match) else made

    def submit(self, match_id: str, submission: Submission) -> Answer:
        """As `Hub.submit`, unless this device may not."""
        try:
            match = self.open(match_id)
        except StoreError as error:
            return NotSaved(error.code)
        except ActaError:
            return NotSaved("damaged")
        problem = self._permits.objection(match, submission.body)
        if problem:
            return NotAllowed(match, problem)
        name = self.name(match_id) or submission.author
        sent = replace(submission, device=self.device, author=name[:80])
        return self._told(
            self._hub.submit(match_id, sent, self._permits.against(match_id, sent.body))
        )

    def _mending(self, match_id: str) -> Mending:
        return self._tables.of(match_id).mending

    def rename(self, match_id: str, title: str) -> Match:
        """As `Hub.rename`, for hosts."""
        self._must_host(match_id)
        return self._veiled(self._hub.rename(match_id, title))

    # The host's own things

    def import_acta(
        self, data: bytes, *, as_copy: bool = False, partial: bool = False, look: bool = False
    ) -> ImportResult:
        """As `Hub.import_acta`, at the host's own door.

        Whoever else is a host at a table brings its own match back, and nothing besides.
        """
        try:
            if not self.owner and (as_copy or not self._brings_back(data)):
                return NotImported("import.not_allowed")
        except ActaError as error:
            return NotImported(f"acta.{error.code}", error.params)
        started = None if self.owner else self._header(data)
        against = self._permits.against(started.match) if started else None
        found = self._hub.import_acta(
            data, as_copy=as_copy, partial=partial, look=look, against=against
        )
        return self._told(found)

    def import_packed(
        self, data: bytes, *, as_copy: bool = False, partial: bool = False, look: bool = False
    ) -> ImportResult:
        """As `import_acta`, from the packed form."""
        if not self._may_bring():
            return NotImported("import.not_allowed")
        try:
            found = packing.unpack(data)
            return self.import_acta(found, as_copy=as_copy, partial=partial, look=look)
        except ActaError as error:
            return NotImported(f"acta.{error.code}", error.params)

    def _may_bring(self) -> bool:
        return self.owner or any(self.role(table) is Role.HOST for table in self.my_tables())

    def _brings_back(self, data: bytes) -> bool:
        """Whether that is a match at whose table this device is a host.

        For anybody else it is not even read: that may take long.
        """
        header = self._header(data) if self._may_bring() else None
        return header is not None and self.role(header.match) is Role.HOST

    @staticmethod
    def _header(data: bytes) -> Started | None:
        found = acta_file.scan(data).entries
        header = found[0].body if found else None
        return header if isinstance(header, Started) else None
