"""Past of random matches amended at random points, compared with play without corrections."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.games import GAMES
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.match.entries import (
    Amended,
    Body,
    Consent,
    ConsentTo,
    Edit,
    Entry,
    Insert,
    Move,
    Redone,
    Remove,
    Replace,
    Reported,
    Undone,
)
from companion.match.fold import Match, append, fold
from companion.match.history import history
from tests.games.random_play import any_action, legal_action
from tests.match.builders import BEGINNING, random_header
from tests.seeds import how_much

PICKS = st.integers(0, 10**6)
SEEDS = st.integers(0, 2**32)
TABLES = 40
"""Number of actions in a match before anything is amended."""


def begun(game: Game[Any], rng: Random) -> Match:
    """Return a match of a game on a random table."""
    return fold({game.id: game}, (random_header(game, rng),))


def report(action: Action, consent: str = "") -> Reported:
    """Return the report of an action."""
    said = Consent(by=consent) if consent else None
    return Reported(action=action.model_dump(mode="json"), consent=said)


class MendedMatch(RuleBasedStateMachine):
    """Random match of one game whose past is amended again and again."""

    game: Game[Any]

    def __init__(self) -> None:
        super().__init__()
        self.fresh = 0

    @initialize(seed=SEEDS)
    def play(self, seed: int) -> None:
        """Play some turns of a match."""
        rng = Random(seed)
        self.match = begun(self.game, rng)
        for _ in range(TABLES):
            action = legal_action(self.game, self.match.state, rng)
            if action is None or self.match.outcome:
                return
            self._add(report(action))

    def _add(self, body: Body) -> None:
        n = len(self.match.entries)
        entry = Entry(seq=n, id=f"entry-{n}", at=BEGINNING, body=body)
        self.match = append(self.match, entry)

    def _state_at(self, index: int) -> Any:
        """Return the state before one of the items, as far as it is played."""
        steps = self.match.steps[: min(index, len(self.match.steps))]
        return steps[-1].state if steps else self.match.start

    def _edit(self, seed: int) -> Edit:
        rng, items = Random(seed), self.match.timeline.items
        index = rng.randrange(len(items))
        target, state = items[index].id, self._state_at(index)
        fitting = legal_action(self.game, state, rng) or any_action(self.game, state, rng)
        strange = any_action(self.game, state, rng)
        body = rng.choice([report(fitting), report(fitting), report(strange, "Ana")])
        place = rng.choice([*(i.id for i in items if i.id != target), None])
        kind = rng.choice(["replace", "insert", "remove", "move", "consent"])
        if kind == "replace":
            return Replace(target=target, body=body)
        if kind == "insert":
            self.fresh += 1
            return Insert(id=f"new-{self.fresh}", before=target, body=body)
        if kind == "remove":
            return Remove(target=target)
        if kind == "consent" and isinstance(items[index].body, Reported):
            return ConsentTo(target=target, consent=Consent(by="Luis", reason="así quedó"))
        return Move(target=target, before=place)

    @precondition(lambda self: self.match.timeline.items)
    @rule(seed=SEEDS, more=st.integers(0, 2))
    def fix(self, seed: int, more: int) -> None:
        """Record some edits at once; undo restores the same state, redo the state after it."""
        rng = Random(seed)
        before = self.match
        edits: list[Edit] = []
        for _ in range(1 + more):
            self.match = _with(before, edits)
            if self.match.timeline.items:
                edits.append(self._edit(rng.randrange(2**32)))
        self.match = before
        self._add(Amended(edits=tuple(edits)))
        after = self.match
        last = after.entries[-1].id
        self._add(Undone(to=last))
        _same_play(self.match, before)
        self._add(Redone(to=last))
        _same_play(self.match, after)

    @rule(seed=SEEDS)
    def go_on(self, seed: int) -> None:
        """Report a legal action, unless the match is broken or over."""
        if self.match.broken or self.match.outcome:
            return
        action = legal_action(self.game, self.match.state, Random(seed))
        if action:
            self._add(report(action))

    @precondition(lambda self: self.match.broken)
    @rule()
    def drop_what_no_longer_holds(self) -> None:
        """Remove the first entry that no longer holds, as is offered for it."""
        assert self.match.broken
        self._add(Amended(edits=(Remove(target=self.match.broken.item.id),)))

    @precondition(lambda self: self.match.timeline.past)
    @rule(pick=PICKS)
    def undo(self, pick: int) -> None:
        """Undo a few steps, corrections among them."""
        past = self.match.timeline.past[-3:]
        self._add(Undone(to=past[pick % len(past)].entry.id))

    @invariant()
    def as_if_it_had_been_played_that_way(self) -> None:
        """Compare with the effective entries written without a correction."""
        if not hasattr(self, "match"):
            return
        fresh = fold({self.game.id: self.game}, _straight(self.match))
        _same_play(fresh, self.match)
        lines = [line.id for line in history(self.match) if line.live]
        assert lines == [item.id for item in self.match.timeline.items]


def _with(match: Match, edits: list[Edit]) -> Match:
    if not edits:
        return match
    body = Amended(edits=tuple(edits))
    entry = Entry(seq=len(match.entries), id="aside", at=BEGINNING, body=body)
    return append(match, entry)


def _straight(match: Match) -> tuple[Entry, ...]:
    """Return the same match as an acta that was never corrected."""
    bodies: Mapping[str, Body] = {item.id: item.body for item in match.timeline.items}
    numbered = enumerate(bodies.items(), 1)
    plain = (Entry(seq=n, id=i, at=BEGINNING, body=body) for n, (i, body) in numbered)
    return (match.entries[0], *plain)


def _same_play(one: Match, other: Match) -> None:
    assert one.state == other.state
    assert [s.state for s in one.steps] == [s.state for s in other.steps]
    assert [s.judgement for s in one.steps] == [s.judgement for s in other.steps]
    assert (one.broken and one.broken.refusal) == (other.broken and other.broken.refusal)
    assert (one.broken and one.broken.item.id) == (other.broken and other.broken.item.id)
    assert one.outcome == other.outcome


QUICK = settings(
    stateful_step_count=8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def _machine(game: Game[Any]) -> type[MendedMatch]:
    return type(f"Mended_{game.id}", (MendedMatch,), {"game": game})


@pytest.mark.deep
@how_much("matches", everyday=2, before_release=12)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_amended_match_equals_one_played_that_way(game: Game[Any], matches: int) -> None:
    quick = settings(QUICK, max_examples=matches)
    run_state_machine_as_test(_machine(game), settings=quick)


@pytest.mark.campaign
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_amended_match_equals_one_played_that_way_long_run(game: Game[Any]) -> None:
    long = settings(QUICK, max_examples=300, stateful_step_count=20)
    run_state_machine_as_test(_machine(game), settings=long)
