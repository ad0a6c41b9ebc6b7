"""Match context: what one device shows of one match, at one moment."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, Self

from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.values import Seat
from companion.match.entries import ActaError, Amended, Consent, Edit, Insert, Reported, fresh_id
from companion.match.fold import Match
from companion.match.resumable import done
from companion.match.review import earlier_moments, last_turns, left_unsure, told_since, ways_at
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.services.privacy.redaction import held_by
from companion.services.storage.store import StoreError
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.panels.control.peek import COVERED, Peek
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import InteractionState
from companion.ui.views.report.report_form import FormView
from companion.ui.views.table.status import acting_seat

_PLACES = 4
"""Maximum of earlier places at which a report is tried."""


@dataclass(frozen=True)
class MatchContext:
    """Context of one device at one match, at one moment."""

    ctx: AppContext
    match: Match
    wording: Wording
    interaction: InteractionState
    put: Callable[[InteractionState], None]
    """Callback that replaces the interaction state and renders it."""
    now: Callable[[], InteractionState]
    """Callback that returns the current state, which may be newer than the rendered one."""
    base: Match | None = None
    """Recorded match, if `match` is a branch of it."""
    peek: Peek = COVERED
    """Current peek at hidden things, on a device with several seats."""

    @property
    def match_id(self) -> str:
        """Return the id of the match."""
        return self.match.started.match

    @property
    def rulebook(self) -> str:
        """Return the route of the rules within the match, by the readings of its table."""
        return routes.match_rules(self.match_id)

    @property
    def recorded(self) -> Match:
        """Return the match as recorded."""
        return self.base or self.match

    @cached_property
    def mine(self) -> tuple[Seat, ...]:
        """Return the seats of this device."""
        return tuple(sorted(self.ctx.client.seats(self.match)))

    @cached_property
    def seen(self) -> frozenset[Seat]:
        """Return the seats whose hidden things this device may show now."""
        return visibility.visible_seats(self.match, self.mine, self.peek.seat)

    @property
    def answered(self) -> frozenset[Seat]:
        """Return the seats whose reports are judged in full here, even without giving reasons."""
        return visibility.answered(self.match, self.mine)

    def greyed(self, seat: Seat) -> bool:
        """Return whether hidden things of a seat disable its choices on this device."""
        return visibility.private_for(self.match, self.mine, seat)

    @property
    def seat(self) -> Seat:
        """Return the seat that reports."""
        if self.interaction.form:
            return self.interaction.form.draft.seat
        chosen = self.interaction.seat
        return acting_seat(self.shown, self.mine, self.state) if chosen is None else chosen

    @property
    def shown(self) -> Match:
        """Return the match as the form sees it, with pending edits as far as they may be shown.

        The values typed for the form are among them.
        """
        foreseen = self.foreseen(self.interaction.assumed)
        return self.match if foreseen is None else foreseen

    def foreseen(self, edits: tuple[Edit, ...]) -> Match | None:
        """Return the match with edits.

        None without edits, or if they do not fit or must not be shown.
        """
        try:
            after = done(self.ctx.client.matches.preview(self.match_id, edits)) if edits else None
        except (ActaError, StoreError):
            return None
        may_show = after and visibility.foreseen(self.recorded, after, self.mine)
        return held_by(after, self.peek.seat) if after and may_show else None

    @property
    def there(self) -> Match:
        """Return the match at the moment of the form; an earlier one while correcting."""
        at = self.interaction.target or self.interaction.moment
        return self.shown.before(at) if at else self.shown

    @property
    def state(self) -> Any:
        """Return the state that the form is about."""
        return self.there.state

    def place_before(self, match: Match, draft: Draft, action: Action | None) -> str | None:
        """Return the earlier entry before which a forgotten report belongs, if it fits there.

        It fits if all that follows still holds, and is no less sure; one that is begun, if some way
        to fill it in does. A whole one may belong to the turn before. One that may be any of those
        reported since is not forgotten.
        """
        if draft.seat not in self.mine:
            return None
        if draft.seat not in self.seen and legality.depends_on_hidden(match.game, draft.kind):
            return None
        tried, private = draft_of(action) if action else draft, draft.seat in self.answered
        turns, latest = (2, {*last_turns(match, draft.seat)}) if action else (1, set[str]())
        places = earlier_moments(match, tried, private=private, turns=turns)
        for place in islice(places, _PLACES * turns):
            ways = ways_at(match, place, tried, private=private)
            if any(self._fits(place, way) for way in ((action,) if action else ways)):
                told = place not in latest and told_since(match, place, tried)
                return None if told else place
        return None

    def _fits(self, place: str, action: Action) -> bool:
        edit = Insert(id=fresh_id(), before=place, body=report(action))
        if not visibility.foretold(self.recorded, Amended(edits=(edit,)), self.seen):
            return False
        after = self.foreseen((edit,))
        if after is None or after.broken is not None:
            return False
        others = tuple(step for step in after.steps if step.item.id != edit.id)
        return not left_unsure(self.recorded, replace(after, steps=others))

    def worded(self) -> Self:
        """Return the context in the words of the values typed for the open form."""
        if not self.interaction.typed:
            return self
        return replace(self, wording=self.ctx.wording(self.shown))

    def view(self) -> FormView | None:
        """Return the view model of the open form."""
        form = self.interaction.form
        if form is None:
            return None
        seat = form.draft.seat
        shown = forms.view(
            self.match.game,
            self.state,
            form,
            greyed=self.greyed(seat),
            informed=seat in self.answered,
        )
        return shown if seat in self.seen else forms.without_secrets(self.match.game, shown)

    def redraw(self) -> None:
        """Render the same interaction state again."""
        self.put(self.now())


def report(action: Action, consent: Consent | None = None) -> Reported:
    """Build the body that records an action."""
    return Reported(action=action.model_dump(mode="json"), consent=consent)
