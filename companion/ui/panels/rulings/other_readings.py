"""Addition to an answer once the match was replayed under every other reading."""

import flet as ft

from companion.match.counterfactual import CounterfactualAnswer
from companion.match.resumable import Resumable
from companion.services.privacy.redaction import redacted_counterfactuals
from companion.ui.context import AppContext
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.scheduler import use_slices
from companion.ui.shell import screen
from companion.ui.views.rulings.other_readings import counterfactual_text, is_relevant
from companion.ui.views.rulings.ruling_view import ShownCard
from companion.ui.widgets import Tone, message


@screen
def EarlierRulings(_ctx: AppContext, controller: MatchController, shown: ShownCard) -> ft.Control:
    """Render the earlier rulings without which the answer would differ."""
    kept: ft.MutableRef[tuple[str, tuple[CounterfactualAnswer, ...]]] = ft.use_ref(None)
    at = controller.shown if shown.item else controller.there
    draft = shown.attempt
    last, values = [step.item for step in at.steps[-1:]], controller.interaction.values
    name = repr((at.started.match, last, len(at.steps), draft, values, controller.seen))

    def known() -> tuple[CounterfactualAnswer, ...] | None:
        return kept.current[1] if kept.current and kept.current[0] == name else None

    def work() -> Resumable[None]:
        assert draft is not None
        readings, private = controller.wording.readings, draft.seat in controller.seen
        earlier = yield from redacted_counterfactuals(
            at, controller.mine, draft, readings, private=private
        )
        kept.current = (name, earlier)

    use_slices(name, lambda: draft is None or known() is not None, work)
    lines = [
        counterfactual_text(at, earlier, controller.wording)
        for earlier in known() or ()
        if draft is not None and is_relevant(at, earlier, draft.kind, controller.wording)
    ]
    return ft.Column(
        [message(line, Tone.CALM, key=f"earlier:{n}") for n, line in enumerate(lines)],
        tight=True,
        visible=bool(lines),
    )
