"""Table that counts by itself: its adjustments, whose turn it is, and its rounds."""

from collections.abc import Iterator
from typing import Any

from companion.kernel import legality
from companion.kernel.duties import Fix
from companion.kernel.game import Game
from companion.kernel.memo import memoised
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.pieces.settables import TURN, Settable
from companion.match.entries import Adjusted, Body, Refereed, Setting
from companion.match.fixes import adjusted
from companion.match.fold import Match
from companion.match.steps import Step, adjust, impossible
from companion.match.timeline import sets_counting

PHASE = "phase"
"""Code of the settable that says what is done now."""


def counted(match: Match, account: str, item: str, change: int) -> Adjusted:
    """Return the adjustment of what a table counted: from or to the supply, if that fits."""
    alone = Fix(moves=((account, item, change),))
    exchange = adjusted(Fix(moves=(*alone.moves, (SUPPLY, item, -change))))
    game, state = match.game, match.state
    if account == SUPPLY or SUPPLY not in game.accounts(state):
        return adjusted(alone)
    done = adjust(game, state, exchange)
    if isinstance(done, str) or impossible(game, state, exchange):
        return adjusted(alone)
    before = {problem.key for problem in match.problems}
    left = {problem.key for problem in legality.problems(game, done[0])}
    return exchange if left <= before else adjusted(alone)


def turn_passed(match: Match) -> Adjusted | None:
    """Return the adjustment that gives the turn to the next seat; None if the game has no turns.

    Where somebody else still has to answer first, it goes on to a phase in which that is over.
    """
    game, seats = match.game, len(match.options.players)
    now = int(_now(game, match.state))
    around = (seat % seats for seat in range(now + 1, now + seats))
    after = next((seat for seat in around if seat not in match.left), now)
    for setting, state in _parts_of_turn(game, match.state):
        turn = _settable(game, state, TURN)
        if turn is None:
            return None
        passed = str(after) in turn.values(state) and turn.set(state, str(after))
        if passed and _now(game, passed) == str(after):
            return Adjusted(settings=(*setting, Setting(code=TURN, value=str(after))))
    return None


def _now(game: Game[Any], state: Any) -> str:
    """Return whom a screen shows as being on turn."""
    return str(next(iter(game.awaiting(state)), 0))


def _parts_of_turn(game: Game[Any], state: Any) -> Iterator[tuple[tuple[Setting, ...], Any]]:
    """Yield the table as it is, and in each phase that can be set."""
    yield (), state
    phase = _settable(game, state, PHASE)
    for value in phase.values(state) if phase else ():
        assert phase is not None
        yield (Setting(code=PHASE, value=value),), phase.set(state, value)


def _settable(game: Game[Any], state: Any, code: str) -> Settable[Any] | None:
    return next((each for each in game.settables_of(state) if each.code == code), None)


def counted_round(match: Match) -> int:
    """Return how often the turn has come around since the table counts by itself."""
    number, starter, before = 0, "", match.start
    for step in match.steps:
        body = step.item.body
        counts = sets_counting(body, refereed=match.game.judged)
        if counts is False:
            number = 0
        elif counts and not number:
            number, starter = 1, _now(match.game, before)
        elif number and _turns_to(body, starter):
            number += _now(match.game, before) != starter
        before = step.state
    return number


def assumed(match: Match) -> bool:
    """Return whether the app laid out what nobody has said of the table, who only counts since."""
    bodies = [step.item.body for step in match.steps if type(step.item.body) is Refereed]
    never = not any(body.judged for body in bodies)
    return match.counting and never and bool(bodies) and bodies[0].assumed


def is_count(match: Match, step: Step) -> bool:
    """Return whether a step is an adjustment by which the table counted without a referee."""
    return type(step.item.body) is Adjusted and step.item.id in memoised(match, _counts)


def _counts(match: Match) -> frozenset[str]:
    ids, counting = set(), False
    for step in match.steps:
        body = step.item.body
        counts = sets_counting(body, refereed=match.game.judged)
        counting = counting if counts is None else counts
        if counting and type(body) is Adjusted:
            ids.add(step.item.id)
    return frozenset(ids)


def _turns_to(body: Body, value: str) -> bool:
    return isinstance(body, Adjusted) and any(
        (setting.code, setting.value) == (TURN, value) for setting in body.settings
    )
