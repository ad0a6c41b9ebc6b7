"""Visibility of hidden holdings: the only place that decides what a device may show.

A seat hides what the table rules make visible to its owner only. The owner may look, and gets full
answers. Other viewers see neither an amount nor a verdict that depends on one.

A device with several seats is visible to all of their owners: it shows the holdings of one seat
while its owner presses to look, and answers their reports without showing a number.
"""

from collections.abc import Callable, Collection, Iterable, Iterator

from companion.kernel import legality
from companion.kernel.memo import memoised
from companion.kernel.pieces.ledger import Effect, ItemSpec, Transfer, Visibility, family
from companion.kernel.refusal import Note
from companion.kernel.rulings import Rulings
from companion.kernel.values import Seat
from companion.match.entries import ActaError, Amended, Body, Reported
from companion.match.fold import Match
from companion.match.steps import Step
from companion.match.timeline import Item, Items, amended_items


def hides(match: Match) -> bool:
    """Return whether anything in the match is hidden from some of its players."""
    return memoised(match, _any_hidden)


def _any_hidden(match: Match) -> bool:
    return any(
        Visibility.OPEN is not visibility
        for spec in match.game.items_of(match.state)
        for visibility in (spec.balance, spec.transfer)
    )


def all_open(match: Match) -> bool:
    """Return whether nothing is hidden, by the rulings of the table or because the match ended."""
    return match.outcome is not None or not hides(match)


def about_hidden(match: Match, ruling: str, reading: str) -> bool:
    """Return whether that reading of the ruling would change what is hidden."""
    rulings = match.state.rulings
    return _hidden(match, {**rulings, ruling: reading}) != _hidden(match, rulings)


def uncovers(before: Match, after: Match) -> bool:
    """Return whether the readings of the match after reveal what those before hide."""
    if before.outcome is not None or after.state.rulings == before.state.rulings:
        return False
    return not _hidden(before, before.state.rulings) <= _hidden(before, after.state.rulings)


def _hidden(match: Match, rulings: Rulings) -> frozenset[tuple[str, bool]]:
    """Return the families hidden by these rulings, each for balances and for transfers."""
    game = match.game
    specs = game.items_of(game.with_rulings(match.state, rulings))
    return frozenset(
        (spec.family, of_transfer)
        for spec in specs
        for of_transfer, sees in ((False, spec.balance), (True, spec.transfer))
        if sees is not Visibility.OPEN
    )


def visible_seats(
    match: Match, mine: Iterable[Seat], looking: Seat | None = None
) -> frozenset[Seat]:
    """Return the seats whose hidden holdings this device may show now.

    Args:
        match: the match.
        mine: the seats of this device.
        looking: of several, the one whose owner presses to look.
    """
    if all_open(match):
        return frozenset(range(len(match.options.players)))
    own = frozenset(mine)
    return own if len(own) < 2 else own & {looking}


def answered(match: Match, mine: Iterable[Seat]) -> frozenset[Seat]:
    """Return the seats whose reports are judged in full here, though reasons may stay hidden."""
    return frozenset(range(len(match.options.players)) if all_open(match) else mine)


def secret(match: Match, seat: Seat, kind: str, code: str, seats: Collection[Seat]) -> bool:
    """Return whether a verdict on an action of a seat reveals what these seats may not know.

    That an action is forbidden may be shown where necessary, but never by how much.
    """
    return seat not in seats and not legality.tells_all(match.game, kind, code)


def private_for(match: Match, mine: Collection[Seat], seat: Seat) -> bool:
    """Return whether hidden holdings of a seat may disable its choices in advance.

    Not on a device with several seats, which all of their owners see; there a choice is judged once
    it is touched.
    """
    return all_open(match) or set(mine) == {seat}


def foreseen(match: Match, after: Match, mine: Iterable[Seat]) -> bool:
    """Return whether a device with these seats may preview the outcome of a correction.

    Whether an action holds can reveal what its seat hides, so a preview would answer any question
    about it. A branch that ends the match would also reveal what the match still hides.
    """
    if (after.outcome and not match.outcome and hides(match)) or uncovers(match, after):
        return False
    return _may_judge(match, mine, _judged_anew(match, after))


def foretold(match: Match, body: Body, mine: Iterable[Seat]) -> bool:
    """Return whether a device with these seats may know the outcome of recording a body.

    What is judged anew can tell what its seat hides, whether the outcome is shown or refused.
    """
    if not isinstance(body, Amended):
        return True
    try:
        items = amended_items(match.timeline, body.edits)
    except ActaError:
        return True  # It names an entry that is not there, whatever anybody hides.
    return _may_judge(match, mine, _reported(match, items[_first_edited(match, items) :]))


def replayed(match: Match, mine: Iterable[Seat]) -> bool:
    """Return whether a device with these seats may see the outcome of judging all again."""
    return _may_judge(match, mine, _reported(match, match.timeline.items))


def _may_judge(match: Match, mine: Iterable[Seat], reports: Iterable[tuple[Seat, str]]) -> bool:
    judged = judging(match, mine)
    return judged is None or all(judged(seat, kind) for seat, kind in reports)


def _judged_anew(match: Match, after: Match) -> Iterator[tuple[Seat, str]]:
    """Yield seat and kind of each report from the first that is edited, or reads another value."""
    new = after.timeline.items
    return _reported(match, new[min(_first_edited(match, new), _first_to_read(match, after)) :])


def _first_edited(match: Match, new: Items) -> int:
    """Return the number of the first entry in which these differ from those of the match."""
    old = match.timeline.items
    return next(
        (n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]),
        min(len(old), len(new)),
    )


def _first_to_read(match: Match, after: Match) -> int:
    """Return the number of the first entry that reads a printed value changed since."""
    items = len(match.timeline.items)
    if match.facts == after.facts:
        return items
    # Each may be redacted or not, so each is asked by its own game.
    box, later = match.game.box, after.game.box
    if box is None or later is None or box.rest(match.start) != later.rest(after.start):
        return 0
    changed = box.of(match.start).other_than(later.of(after.start))
    reads = (n for n, step in enumerate(match.steps) if not step.read.isdisjoint(changed))
    return next(reads, items)


def _reported(match: Match, items: Iterable[Item]) -> Iterator[tuple[Seat, str]]:
    """Yield seat and kind of each report."""
    for item in items:
        action = item.body.action if isinstance(item.body, Reported) else {}
        if action.get("kind") in match.game.action_models:
            yield action.get("seat", -1), action["kind"]


def judging(match: Match, mine: Iterable[Seat]) -> Callable[[Seat, str], bool] | None:
    """Return a predicate of the actions judged for these seats; None: all of them.

    Whether somebody could have done something is a question about hidden holdings.
    """
    seats = answered(match, mine)
    if len(seats) == len(match.options.players):
        return None
    return lambda seat, kind: seat in seats or not legality.depends_on_hidden(match.game, kind)


def visible_notes(match: Match, step: Step, seats: Collection[Seat]) -> tuple[Note, ...]:
    """Return the remarks on an action, as far as these seats may see them."""
    action, notes = step.action, step.judgement.notes
    if action is None or action.seat in seats:
        return notes
    return tuple(n for n in notes if legality.tells_all(match.game, action.kind, n.code))


def visible_effects(
    match: Match, effects: Iterable[Effect], seats: Collection[Seat]
) -> tuple[Effect, ...]:
    """Return the effects without transfers whose amounts these seats may not see."""
    return tuple(e for e in effects if not isinstance(e, Transfer) or shown(match, e, seats))


def shown(match: Match, transfer: Transfer, seats: Collection[Seat]) -> bool:
    """Return whether these seats may see the amount of a transfer."""
    if _visibility(match, transfer.item, of_transfer=True) is Visibility.OPEN:
        return True
    moved = {seat_of(transfer.source), seat_of(transfer.target)} - {None}
    return not moved.isdisjoint(seats)


def counted(match: Match, account: str, item: str, seats: Collection[Seat]) -> bool:
    """Return whether these seats may see the balance of an account.

    The rest in a common place reveals what all seats hold together, so it takes all of them.
    """
    if family(item) not in memoised(match, _covered):
        return True
    seat = seat_of(account)
    return seat in seats if seat is not None else len(set(seats)) == len(match.options.players)


def _covered(match: Match) -> frozenset[str]:
    """Return the families whose balance is not visible to everybody."""
    if all_open(match):
        return frozenset()
    families = {spec.family for spec in match.game.items_of(match.state)}
    return frozenset(
        name
        for name in families
        if _visibility(match, name, of_transfer=False) is not Visibility.OPEN
    )


def _visibility(match: Match, item: str, *, of_transfer: bool) -> Visibility:
    spec = memoised(match, _by_family).get(family(item))
    if spec is None:
        return Visibility.OPEN
    return spec.transfer if of_transfer else spec.balance


def _by_family(match: Match) -> dict[str, ItemSpec]:
    return {spec.family: spec for spec in match.game.items_of(match.state)}


def seat_of(account: str) -> Seat | None:
    """Return the seat that owns an account, or None."""
    _, _, of = account.partition(":")
    return int(of) if of.isdecimal() else None
