"""Match controller with an interaction state but no screen, and its answers to touches."""

import random
from collections.abc import Iterator
from dataclasses import replace

from companion.kernel.legality import values_to_try
from companion.kernel.values import Seat
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.views.report.interaction import InteractionState, Mode, Start
from companion.ui.views.report.report_form import FormView
from tests.ui.tables import OneMatch, context


class Sitting:
    """Device at a match."""

    def __init__(self, client: OneMatch, mode: Mode, seat: Seat) -> None:
        self._ctx, self._match = context(client, "sitting"), client.matches.open("")
        self.interaction = InteractionState(mode=mode, seat=seat)

    def _put(self, interaction: InteractionState) -> None:
        self.interaction = interaction

    @property
    def controller(self) -> MatchController:
        """Return the current match controller."""
        wording = self._ctx.wording(self._match)
        return MatchController(
            self._ctx, self._match, wording, self.interaction, self._put, lambda: self.interaction
        )

    @property
    def view(self) -> FormView:
        """Return the view model of the open form."""
        view = self.controller.view()
        assert view is not None
        return view

    def answers(self, kind: str, rng: random.Random) -> Iterator[object]:
        """Yield everything shown while a form is filled in with random values."""
        self.controller.open(Start(kind))
        for _ in range(8):
            yield self._comparable()
            view = self.controller.view()
            if view is None:
                return
            yield view
            yield from self._why_greyed(view)
            if view.action and (view.form.asking is None or rng.random() < 0.5):
                self.controller.finish(view)
                yield self.interaction.card, self.interaction.trouble
                return
            if view.field is None or not values_to_try(view.field):
                return
            self.controller.answer(rng.choice(values_to_try(view.field)))

    def _comparable(self) -> InteractionState:
        """Return the interaction state without the ids that differ each time."""
        filling = self.interaction.filling
        opened = replace(filling, submission="") if filling else self.interaction.open
        return replace(self.interaction, open=opened)

    def _why_greyed(self, view: FormView) -> Iterator[object]:
        before, name = self.interaction, view.form.asking or ""
        for choice in view.choices:
            if choice.refusal:
                self.controller.refused(
                    choice.refusal, view.form.draft.with_value(name, choice.value)
                )
                yield self.interaction.card
                self.interaction = before
