"""Start of an edit of the past: which entry, and what happens to it. Nothing is recorded."""

from collections.abc import Mapping
from typing import Any

from companion.kernel.box.facts import FactValue
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.models import Action, revised
from companion.match.entries import (
    Adjusted,
    Edit,
    FactsEntered,
    Insert,
    Move,
    Recordable,
    Remove,
    Replace,
    RulingChanged,
    fresh_id,
)
from companion.ui import routes
from companion.ui.drafts.draft_cache import shelve
from companion.ui.panels.control.match_context import report
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import Filling, InteractionState, Mode, Panel, Tool
from companion.ui.views.report.interaction_events import PastOpened, Press
from companion.ui.views.report.transitions import branching, update, with_edits
from companion.ui.views.rulings import ruling_view
from companion.ui.views.rulings.ruling_view import ShownCard


def correct(controller: MatchController, item: str) -> None:
    """Open the form of an earlier entry, with what it says, to replace it."""
    body = body_of(controller, item)
    if tool := _tool_of(body):
        controller.send(PastOpened(Mode.AMEND, item, tool))
        return
    action = _action_of(controller, item)
    if action:
        match = controller.shown
        form = forms.to_correct(match.game, match.state_before(item), action)
        filling = Filling(form, fresh_id())
        controller.send(PastOpened(Mode.AMEND, item, filling))


def has_form(controller: MatchController, item: str) -> bool:
    """Return whether an entry that is no report has a form that corrects it."""
    return _tool_of(body_of(controller, item)) is not None


def body_of(controller: MatchController, item: str) -> Recordable | None:
    """Return the effective body of an entry; None if it does not count."""
    return next((each.body for each in controller.shown.timeline.items if each.id == item), None)


def _tool_of(body: Recordable | None) -> Tool | None:
    match body:
        case FactsEntered():
            return Tool(Panel.VALUES)
        case RulingChanged():
            return Tool(Panel.READINGS)
        case Adjusted(postings=(first, *_)):
            return Tool(Panel.ADJUST, first.account)
        case Adjusted(settings=(part, *_)):
            return Tool(Panel.ADJUST, part.code)
        case _:
            return None


def replace_entry(controller: MatchController, body: Recordable) -> None:
    """Replace the entry that is corrected, and preview what changes."""
    controller.add(Replace(target=controller.interaction.target or "", body=body))


def correct_values(controller: MatchController, facts: Mapping[str, FactValue]) -> None:
    """Replace values of the entry that is corrected; its others stay as they were typed."""
    typed = body_of(controller, controller.interaction.target or "")
    if isinstance(typed, FactsEntered):
        replace_entry(controller, revised(typed, facts={**typed.facts, **facts}))


def _action_of(controller: MatchController, item: str) -> Action | None:
    match = controller.shown
    if match.broken and match.broken.item.id == item:
        return match.broken.action
    return next((step.action for step in match.steps if step.item.id == item), None)


def insert_before(controller: MatchController, item: str) -> None:
    """Ask which unreported action came before an earlier entry."""
    controller.send(PastOpened(Mode.INSERT, item, Tool(Panel.KINDS)))


def put_in_place(controller: MatchController, item: str, shown: ShownCard) -> None:
    """Report before an earlier entry what was refused now, and preview what changes."""
    if shown.action:
        controller.add(_before(item, shown.action))
    elif shown.draft:
        controller.send(_asked_before(controller.match.game, item, shown.draft))


def in_its_place(game: Game[Any], item: str, draft: Draft) -> InteractionState:
    """Return the state that previews a forgotten report before an entry, or asks what it lacks."""
    state, action = InteractionState(seat=draft.seat), forms.fully_answered_action(game, draft)
    if action:
        return with_edits(state, (_before(item, action),))
    return update(state, _asked_before(game, item, draft))[0]


def _before(item: str, action: Action) -> Insert:
    return Insert(id=fresh_id(), before=item, body=report(action))


def _asked_before(game: Game[Any], item: str, draft: Draft) -> PastOpened:
    return PastOpened(Mode.INSERT, item, Filling(forms.form_of_draft(game, draft), fresh_id()))


def doubt_before(controller: MatchController, item: str) -> None:
    """Ask what could have been done before an earlier entry."""
    controller.send(PastOpened(Mode.DOUBT, item, Tool(Panel.KINDS)))


def move(controller: MatchController, item: str) -> None:
    """Ask for the new position of an earlier entry."""
    controller.send(PastOpened(Mode.AMEND, item, Tool(Panel.PLACES)))


def place_before(controller: MatchController, before: str | None) -> None:
    """Move the chosen entry to a position."""
    target = controller.interaction.target
    if target:
        controller.add(Move(target=target, before=before))


def drop(controller: MatchController, item: str) -> None:
    """Remove an entry."""
    controller.add(Remove(target=item))


def try_out(controller: MatchController, action: Action) -> None:
    """Put the doubted action on a branch; a doubt of the past becomes a correction to preview."""
    interaction = controller.now()
    edit = Insert(id=fresh_id(), before=interaction.moment, body=report(action))
    if interaction.moment is None:
        controller.send(Press.BRANCH)
    controller.add(*interaction.typed, edit)


def look_at(controller: MatchController, edits: tuple[Edit, ...]) -> None:
    """Show the match as it would be after a correction."""
    branch = branching(controller.now(), edits)
    shelve(controller.ctx.device, controller.match_id, branch)
    controller.ctx.go(routes.match(controller.match_id))


def on_branch(controller: MatchController) -> bool:
    """Return whether an unrecorded branch is shown."""
    return controller.interaction.mode is Mode.WHAT_IF


def card_of_broken(controller: MatchController) -> ShownCard | None:
    """Build the ruling card of the broken entry that is shown."""
    match = controller.shown
    broken = match.broken
    if broken is None or broken.refusal is None or broken.action is None:
        return None
    return ruling_view.broken_card(
        match.game,
        match.state,
        controller.ctx.wording(match),
        broken.refusal,
        broken.action,
        broken.item.id,
        seen=controller.seen,
        answered=controller.answered,
    )
