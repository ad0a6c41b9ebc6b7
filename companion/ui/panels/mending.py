"""Beginning to mend the past: which entry, and what is to become of it. Nothing is recorded."""

from dataclasses import replace

from companion.kernel.models import Action
from companion.match.entries import Edit, Insert, Move, Remove
from companion.match.ids import fresh_id
from companion.ui import routes
from companion.ui.drafts.shelf import shelve
from companion.ui.panels.clerk import Clerk, report
from companion.ui.views import desk as desks
from companion.ui.views import shown_card
from companion.ui.views.desk import Mode
from companion.ui.views.shown_card import ShownCard


def correct(clerk: Clerk, item: str) -> None:
    """Opens the form of an earlier report, to put another in its place."""
    action = _action_of(clerk, item)
    if action:
        clerk.put(desks.correcting(clerk.now(), action, item, fresh_id()))


def _action_of(clerk: Clerk, item: str) -> Action | None:
    match = clerk.shown
    if match.broken and match.broken.item.id == item:
        return match.broken.action
    return next((step.action for step in match.steps if step.item.id == item), None)


def insert_before(clerk: Clerk, item: str) -> None:
    """Asks what was done before an earlier entry and not reported."""
    clerk.put(desks.inserting(clerk.now(), item))


def doubt_before(clerk: Clerk, item: str) -> None:
    """Asks what could have been done before an earlier entry."""
    clerk.put(desks.doubting(clerk.now(), item))


def move(clerk: Clerk, item: str) -> None:
    """Asks where an earlier entry belongs."""
    clerk.put(desks.moving(clerk.now(), item))


def place_before(clerk: Clerk, before: str | None) -> None:
    """Moves the entry that looks for its place."""
    target = clerk.desk.target
    if target:
        clerk.add(Move(target=target, before=before))


def drop(clerk: Clerk, item: str) -> None:
    """Takes an entry away."""
    clerk.add(Remove(target=item))


def take_back(clerk: Clerk) -> None:
    """Takes back the last edit."""
    clerk.put(desks.taken_back(clerk.now()))


def throw_away(clerk: Clerk) -> None:
    """Leaves the branch, or the correction, with all that is on it."""
    clerk.put(desks.done(clerk.now()))


def what_if(clerk: Clerk) -> None:
    """Begins a branch from the present table."""
    clerk.put(desks.branching(clerk.now()))


def try_out(clerk: Clerk, action: Action) -> None:
    """Puts what was doubted on a branch; a doubt of the past becomes a correction to look at."""
    desk = clerk.now()
    edit = Insert(id=fresh_id(), before=desk.moment, body=report(action))
    if desk.moment is None:
        clerk.put(desks.branching(desk))
    clerk.add(edit)


def look_at(clerk: Clerk, edits: tuple[Edit, ...]) -> None:
    """Shows the table as it would be after a correction."""
    branch = replace(desks.branching(clerk.now()), edits=edits)
    shelve(clerk.ctx.device, clerk.match_id, branch)
    clerk.ctx.go(routes.match(clerk.match_id))


def on_branch(clerk: Clerk) -> bool:
    """Whether what is shown is a branch that nobody recorded."""
    return clerk.desk.mode is Mode.WHAT_IF


def card_of_broken(clerk: Clerk) -> ShownCard | None:
    """The ruling card of the entry that no longer holds, of what is shown."""
    match = clerk.shown
    broken = match.broken
    if broken is None or broken.refusal is None or broken.action is None:
        return None
    return shown_card.broken_card(
        match.game,
        match.state,
        clerk.ctx.wording(match),
        broken.refusal,
        broken.action,
        broken.item.id,
        seen=clerk.seen,
        answered=clerk.answered,
    )
