"""Fixes of problems on a table: adjustments proved before they are offered."""

from collections.abc import Iterator
from typing import Any

from companion.kernel import legality
from companion.kernel.duties import Fix, Problem
from companion.kernel.game import Game
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.pieces.settables import Settable
from companion.match.entries import Adjusted, Body, Posted, Refereed, Setting
from companion.match.fold import Match
from companion.match.steps import adjust, impossible

TURN = "turn"
"""Code of the settable that says whose turn it is."""
PHASE = "phase"
"""Code of the settable that says what is done now."""

MOST = 6
"""Maximum of fixes offered for one problem."""
_AT_ONCE = 10_000
"""Maximum amount of one posting."""
_TRIES = 600
"""Maximum of candidates tried, to bound the time."""


def find_fixes(match: Match, problem: Problem) -> tuple[Adjusted, ...]:
    """Return the adjustments that each remove a problem without causing another."""
    game, state = match.game, match.state
    before = {fixes.key for fixes in match.problems}
    fixes: list[Adjusted] = []
    alone = len(match.problems) == 1
    for tries, body in enumerate(_proposed(game, state, problem, alone)):
        if tries == _TRIES or len(fixes) == MOST:
            break
        if body not in fixes and _sets_right(game, state, body, problem, before):
            fixes.append(body)
            if problem.code == legality.NOBODY_CAN_ACT:
                # Nothing tells what is wrong. Offer only the nearest fix; the others would be
                # guesses.
                break
    return tuple(fixes)


def _proposed(game: Game[Any], state: Any, problem: Problem, alone: bool) -> Iterator[Adjusted]:
    yield from map(adjusted, problem.fixes)
    if problem.code != legality.NOBODY_CAN_ACT:
        return
    for settable in game.settables_of(state):
        current, values = settable.current(state), settable.values(state)
        # Try the current value first: setting the turn to it again restarts the turn.
        # Try other values only if no other problem could be the cause.
        others = tuple(value for value in values if value != current) if alone else ()
        for value in (*({current} & {*values}), *others):
            yield Adjusted(settings=(Setting(code=settable.code, value=value),))


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
        if type(body) is Refereed and body.judged:
            number = 0
        elif type(body) is Refereed and not number:
            number, starter = 1, _now(match.game, before)
        elif number and _turns_to(body, starter):
            number += _now(match.game, before) != starter
        before = step.state
    return number


def assumed(match: Match) -> bool:
    """Return whether the app laid out what nobody has said of the table, who only counts since."""
    bodies = [step.item.body for step in match.steps if type(step.item.body) is Refereed]
    return match.counting and all(not body.judged for body in bodies) and bodies[0].assumed


def _turns_to(body: Body, value: str) -> bool:
    return isinstance(body, Adjusted) and any(
        (setting.code, setting.value) == (TURN, value) for setting in body.settings
    )


def adjusted(fix: Fix) -> Adjusted:
    """Return the entry that carries a proposed fix out."""
    return Adjusted(
        postings=tuple(posting for move in fix.moves for posting in _posted(*move)),
        settings=tuple(Setting(code=code, value=value) for code, value in fix.settings),
    )


def _posted(account: str, item: str, amount: int) -> Iterator[Posted]:
    while amount:
        part = max(-_AT_ONCE, min(_AT_ONCE, amount))
        yield Posted(account=account, item=item, amount=part)
        amount -= part


def _sets_right(
    game: Game[Any], state: Any, body: Adjusted, problem: Problem, before: set[tuple[object, ...]]
) -> bool:
    if impossible(game, state, body):
        return False
    done = adjust(game, state, body)
    if isinstance(done, str):
        return False
    after, _ = done
    left = {other.key for other in legality.problems(game, after)}
    return problem.key not in left and left <= before
