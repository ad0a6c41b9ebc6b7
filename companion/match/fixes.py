"""Fixes of problems on a table: adjustments proved before they are offered."""

from collections.abc import Iterator
from typing import Any

from companion.kernel import legality
from companion.kernel.duties import Fix, Problem
from companion.kernel.game import Game
from companion.match.entries import Adjusted, Posted, Setting
from companion.match.fold import Match
from companion.match.steps import adjust, impossible

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
