"""What a device may show of what seats hide: the only home of that question.

A seat hides what the table rules that only its owner sees. Its owner may look, and is answered
in full. Whoever else looks sees neither an amount nor a verdict that rests on one.
"""

from collections.abc import Callable, Collection, Iterable

from companion.kernel import game as kernel
from companion.kernel.effects import Effect, Transfer
from companion.kernel.ledger import Visibility, family
from companion.kernel.refusal import Note
from companion.kernel.values import Seat
from companion.match.entries import Edit, Insert, Replace, Reported
from companion.match.fold import Match, Step
from companion.table.visit import hides


def all_open(match: Match) -> bool:
    """Whether nothing is hidden from anybody: by the rulings of the table, or at the end."""
    return match.outcome is not None or not hides(match)


def seen(match: Match, mine: Iterable[Seat]) -> frozenset[Seat]:
    """The seats whose hidden things this device may show.

    Args:
        match: the match.
        mine: the seats of this device.
    """
    return frozenset(range(len(match.options.players)) if all_open(match) else mine)


def private_for(match: Match, mine: Collection[Seat], seat: Seat) -> bool:
    """Whether what a seat hides may grey out its choices before any is touched.

    A device with several seats lies in sight of all of them, so there it may not: what its owner
    touches is answered all the same.
    """
    return all_open(match) or set(mine) == {seat}


def unforeseen(match: Match, edits: Iterable[Edit], mine: Iterable[Seat]) -> bool:
    """Whether a correction puts in what rests on things hidden from a device with these seats.

    To show beforehand whether it holds would be to answer any question about them.
    """
    seats = seen(match, mine)
    bodies = (edit.body for edit in edits if isinstance(edit, Replace | Insert))
    actions = (body.action for body in bodies if isinstance(body, Reported))
    return any(
        action.get("seat") not in seats and kernel.hinges_on_hidden(match.game, action["kind"])
        for action in actions
        if action.get("kind") in match.game.action_models
    )


def foreseen(match: Match, after: Match, edits: Iterable[Edit], mine: Iterable[Seat]) -> bool:
    """Whether a device with these seats may see what edits lead to.

    A branch that ends the match would lay open what the match itself still hides.
    """
    seats = frozenset(mine)
    ends = after.outcome is not None and match.outcome is None
    if ends and hides(after) and len(seats) < len(match.options.players):
        return False
    return not unforeseen(match, edits, seats)


def judging(match: Match, mine: Iterable[Seat]) -> Callable[[Seat, str], bool] | None:
    """Which actions may be judged for a device with these seats; None: all of them.

    Whether somebody could have done something is a question about what they hide.
    """
    seats = seen(match, mine)
    if len(seats) == len(match.options.players):
        return None
    return lambda seat, kind: seat in seats or not kernel.hinges_on_hidden(match.game, kind)


def notes_told(match: Match, step: Step, seats: Collection[Seat]) -> tuple[Note, ...]:
    """What was said beside an action, as far as those who see these seats may know it."""
    action, notes = step.action, step.judgement.notes
    if action is None or action.seat in seats:
        return notes
    return tuple(n for n in notes if kernel.tells_all(match.game, action.kind, n.code))


def effects_told(
    match: Match, effects: Iterable[Effect], seats: Collection[Seat]
) -> tuple[Effect, ...]:
    """The effects without the amounts that those who see these seats may not know."""
    return tuple(e for e in effects if not isinstance(e, Transfer) or shown(match, e, seats))


def shown(match: Match, transfer: Transfer, seats: Collection[Seat]) -> bool:
    """Whether those who see these seats may see how much was moved."""
    if _visibility(match, transfer.item, of_transfer=True) is Visibility.OPEN:
        return True
    moved = {seat_of(transfer.source), seat_of(transfer.target)} - {None}
    return not moved.isdisjoint(seats)


def counted(match: Match, account: str, item: str, seats: Collection[Seat]) -> bool:
    """Whether those who see these seats may see how much lies there.

    What is left in a common place tells how much all seats hold together, so it takes all of them.
    """
    if all_open(match) or _visibility(match, item, of_transfer=False) is Visibility.OPEN:
        return True
    seat = seat_of(account)
    return seat in seats if seat is not None else len(set(seats)) == len(match.options.players)


def _visibility(match: Match, item: str, *, of_transfer: bool) -> Visibility:
    name = family(item)
    spec = next((s for s in match.game.items_of(match.state) if s.family == name), None)
    if spec is None:
        return Visibility.OPEN
    return spec.transfer if of_transfer else spec.balance


def seat_of(account: str) -> Seat | None:
    """The seat that an account belongs to."""
    _, _, of = account.partition(":")
    return int(of) if of.isdecimal() else None
