"""Value controller: takes printed values for the open form, which is recorded with them."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Self

from companion.kernel.box.facts import FactValue
from companion.match.entries import ActaError, Edit, FactsEntered, Insert, fresh_id
from companion.match.fold import Match
from companion.match.resumable import Resumable
from companion.services.privacy.redaction import held_by
from companion.services.storage.store import StoreError
from companion.ui.panels.control.form_controller import FormController
from companion.ui.scheduler import carry_out
from companion.ui.views.keep_in_box import (
    changes_replay,
)
from companion.ui.views.report import interaction_events as events
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import InteractionState, Mode
from companion.ui.views.report.transitions import after_recording, with_form, with_values


@dataclass(frozen=True)
class ValueController(FormController):
    """Controller of the printed values that are typed or left for later."""

    @abstractmethod
    def record_values(self, entered: FactsEntered) -> None:
        """Record printed values by themselves, and continue with the form."""

    def type_facts(self, facts: Mapping[str, FactValue]) -> None:
        """Take printed values: as a part of the open form, else recorded by themselves.

        If they change what was already played, that is previewed first.
        """
        supposed = with_values(self.now(), facts, fresh_id())
        if supposed.typed:
            self.unless_replayed(supposed.typed, lambda: self._suppose(supposed))
            return
        entered = FactsEntered(facts=dict(facts))
        edit = Insert(id=fresh_id(), before=None, body=entered)
        self.unless_replayed((edit,), lambda: self._alone(edit, entered))

    def _alone(self, edit: Insert, entered: FactsEntered) -> None:
        """Record values that say all there is to say; a branch takes them as a change of it."""
        if self.interaction.mode is Mode.WHAT_IF:
            self.send(events.EditsAdded((edit,)))
        else:
            self.record_values(entered)

    def unless_replayed(self, typed: tuple[Insert, ...], act: Callable[[], None]) -> None:
        """Act, unless typed values change what was played; then their effects are shown."""
        if not typed or self.interaction.mode is not Mode.REPORT:
            act()
            return

        def seen(_done: object) -> None:
            after = self.foreseen(typed)
            if after is None or not changes_replay(self.recorded, after):
                act()
            else:
                self.send(events.ReplayChanged(typed))

        carry_out(self.foreseeing(typed), seen)

    def foreseeing(self, edits: tuple[Edit, ...]) -> Resumable[None]:
        """Compute the preview of edits, so that it is ready when rendered."""
        with suppress(ActaError, StoreError):
            yield from self.ctx.client.matches.preview(self.match_id, edits)

    def _suppose(self, supposed: InteractionState) -> None:
        """Continue the form with the values typed for it."""

        def seen(_done: object) -> None:
            after, values = self.foreseen(supposed.assumed), supposed.values
            assert values is not None
            if after is None:
                # What they lead to would reveal what others hide, so the form goes on without.
                self.put(supposed)
                self._with(supposed).skip_facts(values.facts)
            elif self._fulfils(supposed, after):
                # They say all that the form was about, so nothing else is left to accept.
                self._alone(supposed.typed[0], values)
            else:
                self._with(supposed).know_and_go_on(after, supposed, base=self.recorded)

        carry_out(self.foreseeing(supposed.assumed), seen)

    def know_and_go_on(
        self, after: Match, interaction: InteractionState, base: Match | None = None
    ) -> None:
        """Continue the form on the new state; close it if its duty is gone.

        Args:
            after: match with the values.
            interaction: interaction state with the form.
            base: recorded match, if `after` is not recorded.
        """
        if self._fulfils(interaction, after):
            self.put(after_recording(interaction))
        else:
            replace(self.knowing(after)._with(interaction), base=base)._go_on(interaction)

    def _fulfils(self, interaction: InteractionState, after: Match) -> bool:
        """Return whether the duty that a form reports is gone in a match with its values."""
        form = interaction.form if interaction.mode in (Mode.REPORT, Mode.WHAT_IF) else None
        return form is not None and form.draft.kind in _due(self.match) - _due(after)

    def _with(self, interaction: InteractionState) -> Self:
        return replace(self, interaction=interaction)

    def knowing(self, after: Match) -> Self:
        """Return the controller with the new match."""
        there = held_by(after, self.peek.seat)
        return replace(self, match=there, wording=self.ctx.wording(after))

    def skip_facts(self, facts: Iterable[str]) -> None:
        """Continue without some printed values."""
        form = self.interaction.form
        if form:
            self._go_on(with_form(self.now(), forms.skip_facts(form, facts)))

    def _go_on(self, interaction: InteractionState) -> None:
        """Continue the form after printed values were typed or skipped."""
        if interaction.form is None or interaction.thorough or interaction.mode is not Mode.REPORT:
            self.put(interaction)
        else:
            self.arrive(interaction)


def _due(match: Match) -> frozenset[str]:
    """Return the kinds of report that the duties wait for."""
    duties = match.game.duties(match.state)
    return frozenset(kind for duty in duties for kind in (duty.action, *duty.others) if kind)
