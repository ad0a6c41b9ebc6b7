"""What one device has before it at one match, at one moment."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.kernel.values import Seat
from companion.match.entries import (
    Edit,
)
from companion.match.errors import ActaError
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.table import sight
from companion.table.store import StoreError
from companion.table.veil import held_by
from companion.ui.context import AppContext
from companion.ui.panels.peek import COVERED, Peek
from companion.ui.views import form as forms
from companion.ui.views.desk import Desk
from companion.ui.views.form import FormView
from companion.ui.views.glance import acting_seat


@dataclass(frozen=True)
class Viewpoint:
    """One device at one match, at one moment."""

    ctx: AppContext
    match: Match
    wording: Wording
    desk: Desk
    put: Callable[[Desk], None]
    """Replaces the desk, and draws it."""
    now: Callable[[], Desk]
    """The desk at this very moment, should it have changed since this was drawn."""
    base: Match | None = None
    """The match as it is recorded, where `match` is a branch of it."""
    peek: Peek = COVERED
    """Whose owner looks at what is hidden, on a device with several seats."""

    @property
    def match_id(self) -> str:
        """The match."""
        return self.match.started.match

    @property
    def recorded(self) -> Match:
        """The match as it is recorded."""
        return self.base or self.match

    @cached_property
    def mine(self) -> tuple[Seat, ...]:
        """The seats of this device."""
        return tuple(sorted(self.ctx.hub.seats(self.match)))

    @cached_property
    def seen(self) -> frozenset[Seat]:
        """The seats whose hidden things this device may show now."""
        return sight.seen(self.match, self.mine, self.peek.seat)

    @property
    def answered(self) -> frozenset[Seat]:
        """The seats whose reports are judged in full here, though it may not be said by what."""
        return sight.answered(self.match, self.mine)

    def greyed(self, seat: Seat) -> bool:
        """Whether what a seat hides greys out its choices on this device."""
        return sight.private_for(self.match, self.mine, seat)

    @property
    def seat(self) -> Seat:
        """Who reports."""
        if self.desk.form:
            return self.desk.form.draft.seat
        chosen = self.desk.seat
        return acting_seat(self.shown, self.mine, self.state) if chosen is None else chosen

    @property
    def shown(self) -> Match:
        """The match as the form sees it: with what waits to be accepted, as far as that is told."""
        foreseen = self.foreseen(self.desk.edits)
        return self.match if foreseen is None else foreseen

    def foreseen(self, edits: tuple[Edit, ...]) -> Match | None:
        """The match with edits; None without any, or if they do not fit or must not be told."""
        try:
            after = self.ctx.hub.preview(self.match_id, edits) if edits else None
        except (ActaError, StoreError):
            return None
        told = after and sight.foreseen(self.recorded, after, self.mine)
        return held_by(after, self.peek.seat) if after and told else None

    @property
    def there(self) -> Match:
        """The match at the moment that the form is about: an earlier one while correcting."""
        at = self.desk.target or self.desk.moment
        return self.shown.before(at) if at else self.shown

    @property
    def state(self) -> Any:
        """The table that the form is about."""
        return self.there.state

    def view(self) -> FormView | None:
        """What the open form shows."""
        form = self.desk.form
        if form is None:
            return None
        seat = form.draft.seat
        found = forms.view(
            self.match.game,
            self.state,
            form,
            greyed=self.greyed(seat),
            told=seat in self.answered,
        )
        return found if seat in self.seen else forms.without_secrets(self.match.game, found)

    def set(self, **changes: Any) -> None:
        """Puts down the desk with some changes."""
        self.put(replace(self.now(), **changes))
