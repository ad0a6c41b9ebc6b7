"""Matches of two thousand entries, longer than any evening would leave them."""

from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from random import Random

from companion.games import GAMES
from companion.match.entries import Body, Clocked, Entry, Noted, Redone, Reported, Undone
from companion.match.files import acta_file
from companion.match.fold import Match, append, fold
from tests.games.random_play import legal_action
from tests.match.builders import BEGINNING, random_header

LENGTH = 2000
_SOME = 100


@cache
def long_match(name: str, length: int = LENGTH, seed: int = 7) -> Match:
    """Return a match of so many entries: reports, some undone, notes and pauses."""
    game, rng = GAMES[name], Random(seed)
    match = fold(GAMES, (random_header(game, rng),))
    while len(match.entries) < length:
        for body in _next(match, rng):
            n = len(match.entries)
            at = BEGINNING + timedelta(seconds=20 * n)
            match = append(match, Entry(seq=n, id=f"entry-{n}", at=at, author="Ana", body=body))
    return match


def long_file(name: str, match_id: str, length: int = LENGTH) -> bytes:
    """Return the same match under an id of its own, in its file form."""
    match = long_match(name, length)
    started = match.started.model_copy(update={"match": match_id})
    header = match.entries[0].model_copy(update={"body": started})
    return acta_file.dumps((header, *match.entries[1:length])).encode()


def _usual(match: Match) -> Mapping[str, float] | None:
    """Return weights that make frequent actions more frequent, so that the end is far away."""
    done = Counter(step.action.kind for step in match.steps[-_SOME:] if step.action)
    return {kind: n**2 for kind, n in done.items()} if len(match.steps) > _SOME else None


def _next(match: Match, rng: Random) -> list[Body]:
    past, what = match.timeline.past, rng.random()
    report = what < 0.75 or not past
    action = legal_action(match.game, match.state, rng, _usual(match)) if report else None
    if action:
        raw = action.model_dump(mode="json")
        return [Reported(action=raw, rules_version=match.game.version)]
    if what < 0.75:
        return [Undone(to=past[-min(len(past), 40)].entry.id)]
    if what < 0.85:
        return [Noted(text=f"Nota {len(match.entries)}: pausa para cenar")]
    if what < 0.9:
        return [Clocked(running=False), Clocked(running=True)]
    undone = past[-1].entry.id
    return [Undone(to=undone), *([Redone(to=undone)] if what < 0.95 else [])]
