"""Dispute on screen, and the transient state of its screen."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.match.fold import Match
from companion.services.disputes.model import Dispute, DisputeError
from companion.services.storage.store import StoreError
from companion.ui.context import AppContext
from companion.ui.views.rulings.dispute_view import DisputeView


@dataclass(frozen=True)
class DisputeScreenState:
    """Transient state of the dispute screen."""

    changing: bool = False
    """True if a decision already taken is being changed."""
    deleting: bool = False

    def with_top_closed(self) -> "DisputeScreenState | None":
        """Return the state with the topmost form closed, or None if no form is open."""
        if self.deleting:
            return replace(self, deleting=False)
        return replace(self, changing=False) if self.changing else None


@dataclass(frozen=True)
class File:
    """Dispute as shown on one device."""

    ctx: AppContext
    dispute: Dispute
    view: DisputeView
    match: Match | None
    """Current state of its match, if the match is here."""
    now: DisputeScreenState
    put: Callable[[DisputeScreenState], None]

    def show(self, **changes: bool) -> None:
        """Change the transient state and render the current dispute again."""
        self.put(replace(self.now, **changes))

    def act(self, job: Callable[[], object], done: str) -> bool:
        """Do something with the dispute and notify the result, or the error."""
        words = self.ctx.words
        try:
            job()
        except DisputeError as error:
            self.ctx.notify(words(f"dispute.{error.code}", **error.params))
            return False
        except StoreError as error:
            self.ctx.notify(words(f"store.{error.code}"))
            return False
        self.ctx.notify(done)
        return True
