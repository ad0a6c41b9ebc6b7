"""The dispute that is shown, and what is open on its screen."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.match.fold import Match
from companion.table.disputes import Dispute, DisputeError
from companion.table.store import StoreError
from companion.ui.context import AppContext
from companion.ui.views.disputes import DisputeView


@dataclass(frozen=True)
class Passing:
    """What is open on this screen, for as long as it is shown."""

    changing: bool = False
    """Whether a decision already taken is being taken anew."""
    deleting: bool = False

    def stepped_out(self) -> "Passing | None":
        """Without the form that lies on top; None where there is none."""
        if self.deleting:
            return replace(self, deleting=False)
        return replace(self, changing=False) if self.changing else None


@dataclass(frozen=True)
class File:
    """One dispute on one device."""

    ctx: AppContext
    dispute: Dispute
    view: DisputeView
    match: Match | None
    """Its match as it is now, if it is here."""
    now: Passing
    put: Callable[[Passing], None]

    def show(self, **changes: bool) -> None:
        """Renders again with something else open, and the dispute as it is kept now."""
        self.put(replace(self.now, **changes))

    def act(self, job: Callable[[], object], done: str) -> bool:
        """Does something with the dispute and says so, or says why not."""
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
