"""Values of the box typed during a match: the same match as if known from the start.

Steps that did not read the value are not played again.
"""

from collections import Counter
from itertools import count
from random import Random
from typing import Any

import pytest

from companion.bootstrap import catalog
from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.box.facts import FactValue
from companion.kernel.game import Game
from companion.match import fold as folding
from companion.match import steps as playing
from companion.match.entries import Entry, FactsEntered, Reported, Started, Undone
from companion.match.fold import Match, append, fold
from tests.contract.test_boxes import _printed
from tests.games.random_play import legal_action, sample_of
from tests.playthroughs.actas import FIRST


class _Table:
    """Table that plays at random, and reads values off its box at random."""

    def __init__(self, game: Game[Any], rng: Random) -> None:
        self.game, self.rng, self.ids = game, rng, count(1)
        options, facts, rulings = sample_of(game).table(rng)
        self.specs = [s for s in catalog(game.id).fact_specs if s.id not in game.required_facts]
        unknown = {spec.id for spec in self.specs if rng.random() < 0.3}
        started = Started(
            match="match-1",
            game=game.id,
            rules_version=game.version,
            options=options.model_dump(mode="json"),
            facts={fact: value for fact, value in facts.items() if fact not in unknown},
            rulings=rulings,
        )
        self.match = fold(GAMES, (Entry(seq=0, id="start", at=FIRST, body=started),))

    def step(self) -> bool:
        """Play, undo or type values at random; return whether printed values changed."""
        chance = self.rng.random()
        past = self.match.timeline.past
        if chance < 0.12 and self.specs:
            return self._record(FactsEntered(facts=dict(self._read() for _ in range(2))))
        if chance < 0.18 and past:
            step = self.rng.choice(past[-3:])
            return self._record(Undone(to=step.entry.id))
        action = legal_action(self.game, self.match.state, self.rng, None)
        if action is not None and legality.fact_needed(self.game, self.match.state, action) is None:
            self._record(Reported(action=action.model_dump(mode="json")))
        return False

    def _read(self) -> tuple[str, FactValue | None]:
        spec = self.rng.choice(self.specs)
        return spec.id, None if self.rng.random() < 0.2 else _printed(spec, self.rng)

    def _record(self, body: Any) -> bool:
        number = len(self.match.entries)
        entry = Entry(seq=number, id=f"entry-{next(self.ids)}", at=FIRST, body=body)
        self.match = append(self.match, entry)
        return True


def _same(one: Match, other: Match) -> None:
    assert one.facts == other.facts
    assert one.start == other.start
    assert len(one.steps) == len(other.steps)
    for mine, theirs in zip(one.steps, other.steps, strict=True):
        assert mine == theirs, mine.item
    assert one.broken == other.broken


def _played(game: Game[Any], rng: Random, steps: int, seen: Counter[str]) -> None:
    table, play = _Table(game, rng), playing.play
    for _ in range(steps):
        before = len(table.match.steps)
        again = [0]

        def counted(*given: Any, again: list[int] = again) -> Any:
            again[0] += 1
            return play(*given)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(folding, "play", counted)
            changed = table.step()
        if changed:
            whole = fold(GAMES, table.match.entries)
            _same(table.match, whole)
            seen["played again"] += again[0]
            seen["there"] += before
        if table.match.broken:
            table._record(Undone(to=table.match.timeline.past[-1].entry.id))
            _same(table.match, fold(GAMES, table.match.entries))


@pytest.mark.deep
def test_match_with_typed_values_equals_one_that_had_them(game: Game[Any]) -> None:
    seen: Counter[str] = Counter()
    for seed in range(6):
        _played(game, Random(seed), 60, seen)
    assert game.box is None or 0 < seen["played again"] < seen["there"] / 2, seen


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_many_matches_with_typed_values_equal_ones_that_had_them(game: Game[Any]) -> None:
    seen: Counter[str] = Counter()
    for seed in range(200):
        _played(game, Random(1000 + seed), 150, seen)
    print(f"{game.id}: {dict(seen)}")
