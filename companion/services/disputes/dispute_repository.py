"""Repository of disputes: each under a key of its own, so that damage stays isolated."""

import json
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from companion.kernel.game import Game
from companion.kernel.models import revised
from companion.match.files.value_catalog import Catalog
from companion.match.fold import Match
from companion.services.disputes.dispute_builder import DisputeQuestion, build_dispute
from companion.services.disputes.model import (
    MAX_KEPT,
    MAX_OPEN,
    Decision,
    Dispute,
    DisputeError,
    check_dispute,
    dump_disputes,
    load_disputes,
    with_content_id,
    with_current_names,
)
from companion.services.storage.store import ASIDE, Store, StoreError

log = logging.getLogger(__name__)

INDEX = "disputes"
"""Setting that lists them, in the order in which they were opened."""


def _key(dispute_id: str) -> str:
    # The key has no colon: guests may write keys that end in the id of a match.
    return f"dispute/{dispute_id}"


@dataclass(frozen=True, slots=True)
class Taken:
    """Outcome of an import of disputes."""

    new: tuple[Dispute, ...] = ()
    already: tuple[Dispute, ...] = ()
    beside: tuple[Dispute, ...] = ()
    """Disputes stored under another id, since the one here differs."""

    @property
    def first(self) -> Dispute:
        """Return one of them, to be shown."""
        return (*self.new, *self.beside, *self.already)[0]


class Disputes:
    """Repository of the disputes of a data folder.

    Raises (each method that changes something):
        DisputeError: the change is impossible.
        StoreError: it could not be saved; then nothing has changed.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any]],
        catalog: Callable[[str], Catalog],
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
        notify: Callable[[str], None],
    ) -> None:
        self._store = store
        self._games = games
        self._catalog = catalog
        self._clock = clock
        self._new_id = new_id
        self._notify = notify
        self._read: dict[str, Dispute] | None = None
        self.set_aside = False
        """True if some stored data could not be read; it stays there as it is."""

    @property
    def _disputes(self) -> dict[str, Dispute]:
        if self._read is None:
            self._read = dict(self._readable())
        return self._read

    def _readable(self) -> Iterable[tuple[str, Dispute]]:
        for dispute_id in self._listed():
            text = self._store.setting(_key(dispute_id))
            try:
                yield dispute_id, self._of_today(Dispute.model_validate_json(text or ""))
            except (ValidationError, RecursionError):
                log.warning("the dispute %s cannot be read", dispute_id)
                self.set_aside = True

    def _listed(self) -> list[str]:
        text = self._store.setting(INDEX)
        try:
            index = json.loads(text or "[]")
        except (ValueError, RecursionError):
            index = None
        if not isinstance(index, list):
            self._put_aside(text or "")
            return []
        return [name for name in index if isinstance(name, str)]

    def _put_aside(self, text: str) -> None:
        log.warning("the list of disputes cannot be read: it is set aside")
        self.set_aside = True
        try:
            self._store.set_setting(f"{INDEX}{ASIDE}", text)
            self._store.set_setting(INDEX, "[]")
        except StoreError:
            log.warning("it could not be set aside")

    def all(self) -> tuple[Dispute, ...]:
        """Return every readable dispute, last opened first; none if the store cannot be read."""
        try:
            return tuple(sorted(self._disputes.values(), key=lambda d: d.opened_at, reverse=True))
        except StoreError:
            log.warning("the disputes cannot be read")
            return ()

    def find(self, dispute_id: str) -> Dispute | None:
        """Return the dispute with that id, or None."""
        return next((d for d in self.all() if d.id == dispute_id), None)

    def export(self, dispute_id: str) -> bytes:
        """Serialize one dispute to its file form.

        Raises:
            StoreError: `not_found`.
        """
        dispute = self.find(dispute_id)
        if dispute is None:
            raise StoreError("not_found", dispute_id)
        return dump_disputes([dispute])

    def open(self, asked: DisputeQuestion, match: Match | None) -> Dispute:
        """Open a dispute about a match at that moment, or about no match.

        The same question at the same moment is the dispute that waits already.
        """
        game = match.game if match else self._games.get(asked.game)
        if game is None:
            raise DisputeError("unknown_game", {"game": asked.game})
        opened = build_dispute(
            asked, game, self._catalog(game.id), match, self._new_id(), self._clock()
        )
        waiting = [d for d in self.all() if d.match == opened.match and not d.decided]
        for one in waiting:
            same = revised(opened, id=one.id, opened_at=one.opened_at)
            if same.model_dump_json() == one.model_dump_json():
                return one
        if opened.match and len(waiting) >= MAX_OPEN:
            raise DisputeError("full_match", {"limit": MAX_OPEN})
        return self.keep(opened)

    def decide(self, dispute_id: str, decision: Decision, *, precedent: bool) -> Dispute:
        """Decide a dispute now, as a precedent of the host or for its match alone.

        The same decision again is the one that was made.
        """
        before = self.find(dispute_id)
        if before and (revised(before.decision, at=decision.at), before.precedent) == (
            decision,
            precedent,
        ):
            return before
        at = None if decision.verdict == "open" else self._clock()
        try:
            decided = Decision.model_validate({**decision.model_dump(), "at": at})
            after = self._changed(dispute_id, decision=decided, precedent=precedent)
        except ValidationError as error:
            raise DisputeError("undecided") from error
        return self.keep(after)

    def mark(self, dispute_id: str, *, precedent: bool) -> Dispute:
        """Mark or unmark a decided dispute as a precedent of the host."""
        try:
            after = self._changed(dispute_id, precedent=precedent)
        except ValidationError as error:
            raise DisputeError("undecided") from error
        return self.keep(after)

    def _changed(self, dispute_id: str, **changes: object) -> Dispute:
        before = self.find(dispute_id)
        if before is None:
            raise StoreError("not_found", dispute_id)
        return Dispute.model_validate({**before.model_dump(), **_dumped(changes)})

    def keep(self, dispute: Dispute) -> Dispute:
        """Save a new or changed dispute; return it as it reads once written."""
        check_dispute(self._catalog(dispute.game), dispute)
        kept = self._disputes
        if dispute.id not in kept and len(kept) >= MAX_KEPT:
            raise DisputeError("full", {"limit": MAX_KEPT})
        written = dispute.model_dump_json()
        dispute = Dispute.model_validate_json(written)
        self._store.set_setting(_key(dispute.id), written)
        if dispute.id not in kept:
            self._list((*self._listed(), dispute.id))
        self._read = {**kept, dispute.id: dispute}
        self._tell(dispute)
        return dispute

    def drop(self, dispute_id: str) -> None:
        """Delete a dispute, if it is still there; entries it led to stay in the acta."""
        dispute = self.find(dispute_id)
        if dispute is None:
            return
        self._list(name for name in self._listed() if name != dispute_id)
        self._store.set_setting(_key(dispute_id), "")
        self._read = {k: d for k, d in self._disputes.items() if k != dispute_id}
        self._tell(dispute)

    def take_in(self, data: bytes) -> Taken:
        """Import disputes from their file form beside the others; all of them, or none.

        Raises:
            DisputeError: they are none, or hold impossible claims.
            StoreError: they could not be saved.
        """
        taken = self.preview_import(data)
        for dispute in (*taken.new, *taken.beside):
            self.keep(dispute)
        return taken

    def preview_import(self, data: bytes) -> Taken:
        """Return the outcome that importing disputes from their file form would have.

        Nothing is saved.

        Raises:
            DisputeError: they are none, or hold impossible claims.
        """
        new: list[Dispute] = []
        already: list[Dispute] = []
        aside: list[Dispute] = []
        known = {dispute.id: dispute for dispute in self.all()}
        for dispute in map(self._of_today, load_disputes(data)):
            self._check(dispute)
            here, other = known.get(dispute.id), with_content_id(dispute)
            if here is None:
                new.append(dispute)
                known[dispute.id] = dispute
            elif here == dispute or other.id in known:
                already.append(known.get(other.id, here))
            else:
                aside.append(other)
                known[other.id] = other
        if len(known) > MAX_KEPT:
            raise DisputeError("full", {"limit": MAX_KEPT})
        return Taken(tuple(new), tuple(already), tuple(aside))

    def _of_today(self, dispute: Dispute) -> Dispute:
        known = dispute.game in self._games
        return with_current_names(self._catalog(dispute.game), dispute) if known else dispute

    def _check(self, dispute: Dispute) -> None:
        if dispute.game not in self._games:
            raise DisputeError("unknown_game", {"game": dispute.game})
        check_dispute(self._catalog(dispute.game), dispute)

    def _list(self, names: Iterable[str]) -> None:
        self._store.set_setting(INDEX, json.dumps(list(dict.fromkeys(names))))

    def _tell(self, dispute: Dispute) -> None:
        if dispute.match:
            self._notify(dispute.match)


def _dumped(changes: Mapping[str, object]) -> dict[str, object]:
    return {k: v.model_dump() if isinstance(v, Decision) else v for k, v in changes.items()}
