"""Truth test by random play: every line of the doubt list is compared with its words."""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from companion.kernel import legality
from companion.kernel.conditions import Verdict
from companion.kernel.game import Game
from companion.kernel.models import Action
from tests.games.random_play import any_action, play, slip

Seen = Counter[tuple[str, str]]
"""Number of lines by code and verdict."""


def check(
    game: Game[Any],
    read: Callable[[Any, Action], Any],
    true_of: Mapping[str, Callable[[Any], bool]],
    seed: int,
    limit: int,
    *,
    remarks: bool = False,
) -> Seen:
    """Check the doubt list of reports of one random match, line by line.

    Args:
        game: the game.
        read: what an independent reading knows of a state and a report.
        true_of: predicates by code: whether the words of the condition are true of that.
        seed: seed of the match.
        limit: the most reports.
        remarks: whether the names of conditions that hold with a remark are held against it, too.
    """
    rng, seen = Random(seed), Seen()
    for step in play(game, rng, limit):
        seen += _lines(game, read, true_of, step.before, step.action, remarks)
        for make in (slip, any_action):
            report = make(game, step.after, rng)
            seen += _lines(game, read, true_of, step.after, report, remarks)
    return seen


def _lines(
    game: Game[Any],
    read: Callable[[Any, Action], Any],
    true_of: Mapping[str, Callable[[Any], bool]],
    state: Any,
    action: Action,
    remarks: bool,
) -> Seen:
    seen = Seen()
    for line in legality.explain(game, state, action):
        remarked = remarks and line.verdict is Verdict.REMARK
        if line.verdict in (Verdict.HOLDS, Verdict.FAILS) or remarked:
            met = line.verdict is not Verdict.FAILS
            assert true_of[line.code](read(state, action)) == met, (line, action)
        seen[line.code, str(line.verdict)] += 1
    return seen
