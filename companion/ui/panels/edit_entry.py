"""Start of an edit of the past: which entry, and what happens to it. Nothing is recorded."""

from dataclasses import replace

from companion.kernel.models import Action
from companion.match.entries import Edit, Insert, Move, Remove
from companion.match.ids import fresh_id
from companion.ui import routes
from companion.ui.drafts.draft_cache import shelve
from companion.ui.panels.match_controller import MatchController, report
from companion.ui.views import interaction as desks
from companion.ui.views import ruling_view
from companion.ui.views.interaction import Mode
from companion.ui.views.ruling_view import ShownCard


def correct(clerk: MatchController, item: str) -> None:
    """Open the form of an earlier report, to replace it."""
    action = _action_of(clerk, item)
    if action:
        clerk.put(desks.correcting(clerk.now(), action, item, fresh_id()))


def _action_of(clerk: MatchController, item: str) -> Action | None:
    match = clerk.shown
    if match.broken and match.broken.item.id == item:
        return match.broken.action
    return next((step.action for step in match.steps if step.item.id == item), None)


def insert_before(clerk: MatchController, item: str) -> None:
    """Ask which unreported action came before an earlier entry."""
    clerk.put(desks.inserting(clerk.now(), item))


def doubt_before(clerk: MatchController, item: str) -> None:
    """Ask what could have been done before an earlier entry."""
    clerk.put(desks.doubting(clerk.now(), item))


def move(clerk: MatchController, item: str) -> None:
    """Ask for the new position of an earlier entry."""
    clerk.put(desks.moving(clerk.now(), item))


def place_before(clerk: MatchController, before: str | None) -> None:
    """Move the chosen entry to a position."""
    target = clerk.desk.target
    if target:
        clerk.add(Move(target=target, before=before))


def drop(clerk: MatchController, item: str) -> None:
    """Remove an entry."""
    clerk.add(Remove(target=item))


def take_back(clerk: MatchController) -> None:
    """Take back the last edit."""
    clerk.put(desks.without_last_edit(clerk.now()))


def throw_away(clerk: MatchController) -> None:
    """Discard the branch or the correction, with all its edits."""
    clerk.put(desks.after_recording(clerk.now()))


def what_if(clerk: MatchController) -> None:
    """Start a branch from the current state."""
    clerk.put(desks.branching(clerk.now()))


def try_out(clerk: MatchController, action: Action) -> None:
    """Put the doubted action on a branch; a doubt of the past becomes a correction to preview."""
    desk = clerk.now()
    edit = Insert(id=fresh_id(), before=desk.moment, body=report(action))
    if desk.moment is None:
        clerk.put(desks.branching(desk))
    clerk.add(edit)


def look_at(clerk: MatchController, edits: tuple[Edit, ...]) -> None:
    """Show the match as it would be after a correction."""
    branch = replace(desks.branching(clerk.now()), edits=edits)
    shelve(clerk.ctx.device, clerk.match_id, branch)
    clerk.ctx.go(routes.match(clerk.match_id))


def on_branch(clerk: MatchController) -> bool:
    """Return whether an unrecorded branch is shown."""
    return clerk.desk.mode is Mode.WHAT_IF


def card_of_broken(clerk: MatchController) -> ShownCard | None:
    """Build the ruling card of the broken entry that is shown."""
    match = clerk.shown
    broken = match.broken
    if broken is None or broken.refusal is None or broken.action is None:
        return None
    return ruling_view.broken_card(
        match.game,
        match.state,
        clerk.ctx.wording(match),
        broken.refusal,
        broken.action,
        broken.item.id,
        seen=clerk.seen,
        answered=clerk.answered,
    )
