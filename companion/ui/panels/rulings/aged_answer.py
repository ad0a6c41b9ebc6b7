"""Answer that others have overtaken: the table played on while it lay open on this device."""

import flet as ft

from companion.kernel import legality
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import Mode
from companion.ui.views.report.interaction_events import CardShown, Press
from companion.ui.views.rulings.ruling_view import ShownCard
from companion.ui.widgets import Tone, message, secondary


def aged(controller: MatchController, shown: ShownCard) -> bool:
    """Return whether something was recorded since the answer, so that it may be another now."""
    if controller.interaction.mode not in (Mode.REPORT, Mode.DOUBT) or shown.item:
        return False
    then = shown.entries
    return then is not None and then != len(controller.recorded.entries)


def aged_notice(controller: MatchController, shown: ShownCard) -> list[ft.Control]:
    """Build the line that says so, with the touch that judges it on the table as it is now."""
    if not aged(controller, shown):
        return []
    words = controller.ctx.words
    again = secondary(
        words("ruling.judge_again"), lambda _e: judge_again(controller), key="card:again"
    )
    return [message(words("ruling.aged"), Tone.CARE, actions=(again,), key="card:aged")]


def judge_again(controller: MatchController) -> None:
    """Show the answer of this moment; where nothing forbids a report any more, say so."""
    shown, game = controller.interaction.card, controller.match.game
    draft = shown.attempt if shown else None
    if draft is None:
        return
    action = forms.fully_answered_action(game, draft)
    if action and controller.interaction.mode is Mode.DOUBT:
        controller.send(CardShown(controller.answer_to(action)))
        return
    private = draft.seat in controller.answered
    refusal = (
        legality.judge(game, controller.state, action, private=private).refusal
        if action
        else legality.check_draft(game, controller.state, draft, private=private)
    )
    if refusal:
        controller.refused(refusal, draft, action)
    else:
        controller.send(Press.LEAVE_CARD)
        controller.ctx.notify(controller.ctx.words("ruling.free_now"))
