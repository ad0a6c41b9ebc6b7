"""Random matches to the end under random rulings; counts by independent models."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.santiago_de_cuba import GAME
from companion.games.santiago_de_cuba.acts.drive import Drive
from companion.games.santiago_de_cuba.components import DEMANDED
from companion.games.santiago_de_cuba.state import State
from companion.kernel import legality
from tests.games.random_play import any_action, play
from tests.games.santiago_de_cuba.sample import STREET, lay
from tests.seeds import seeds


def _check_match(seed: int, limit: int) -> str:
    """Play one match, check every state, and return how it ended."""
    rng = Random(seed)
    state: Any = None
    for step in play(GAME, rng, limit):
        state = step.after
        assert GAME.invariants(state) == (), (seed, step.action)
        assert bool(GAME.awaiting(state)) != state.over
        _check_holdings(step.before, state)
        report = any_action(GAME, state, rng)
        if legality.check(GAME, state, report) is None:
            assert GAME.invariants(GAME.apply(state, report)[0]) == ()
    ended = GAME.outcome(state)
    return ended.reason if ended else "unfinished"


def _check_holdings(before: State, after: State) -> None:
    """Check that no holding is negative, and that the ship's number never falls."""
    for seat in range(after.players):
        assert min(after.pesos(seat), after.points(seat), after.markers(seat)) >= 0
    assert after.ship.number >= before.ship.number
    assert sum(after.points(s) + after.pesos(s) for s in range(after.players)) < 10_000


@pytest.mark.parametrize("seed", seeds(20))
def test_random_matches_keep_every_invariant_and_end(seed: int) -> None:
    assert _check_match(seed, 1500) != "unfinished"


@pytest.mark.campaign
def test_two_thousand_random_matches_end() -> None:
    ends = [_check_match(seed, 3000) for seed in range(2000)]
    print({end: ends.count(end) for end in sorted(set(ends))})
    assert ends.count("unfinished") == 0


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9))
def test_arbitrary_reports_are_judged_as_they_are_explained(seed: int) -> None:
    rng = Random(seed)
    for step in play(GAME, rng, 15):
        for _ in range(5):
            action = any_action(GAME, step.after, rng)
            judgement = legality.judge(GAME, step.after, action)
            listed = legality.explain(GAME, step.after, action)
            assert (judgement.refusal is None) == all(c.verdict != "fails" for c in listed)


# Stops within reach of the car, counted on a number line


@pytest.mark.parametrize(("at", "pesos"), list(product(range(10), (0, 1, 5, 9, 10, 21))))
def test_car_may_reach_every_stop_that_its_money_pays(at: int, pesos: int) -> None:
    stops = ("port", *STREET)
    table = lay({"car": stops[at], "has": {"0": {"peso": pesos}}})
    reached = {
        (action.to, action.laps)
        for action in legality.legal_actions(GAME, table, (0,))
        if isinstance(action, Drive)
    }
    line = [stops[(at + step) % 10] for step in range(1, pesos + 2)]
    # Back at its first stop, the car has made a full lap.
    laps = {(stop, [stops[at], *line[:index]].count(stop)) for index, stop in enumerate(line)}
    assert reached == laps


# Perft: number of report sequences in a loading round, compared with a model that shares no code


@dataclass(frozen=True)
class Model:
    """Loading round between two: holdings, demand, and who has not passed."""

    held: tuple[tuple[int, ...], ...]
    """Holdings by seat: sugar, citrus, wood."""
    asked: tuple[int, int]
    points: tuple[int, int]
    waiting: tuple[int, ...]
    value: int

    @property
    def over(self) -> bool:
        """Return whether the round has ended."""
        return not self.waiting or not any(self.asked)

    def moves(self) -> Iterator["Model"]:
        """Yield the round after every report of the awaited seat."""
        seat, rest = self.waiting[0], self.waiting[1:]
        yield replace(self, waiting=rest)
        for paid, die in ((0, 0), (1, 1), (2, 0), (2, 1)):
            each = 1 if paid == 2 else self.value
            for amount in range(1, min(self.held[seat][paid], self.asked[die]) + 1):
                held = [list(goods) for goods in self.held]
                held[seat][paid] -= amount
                asked = list(self.asked)
                asked[die] -= amount
                points = list(self.points)
                points[seat] += amount * each
                yield Model(
                    tuple(map(tuple, held)),
                    (asked[0], asked[1]),
                    (points[0], points[1]),
                    (*rest, seat),
                    self.value,
                )


def _ends(state: State) -> Iterator[tuple[int, int]]:
    """Yield the points of both seats at every end of the round."""
    if state.phase != "loading":
        yield state.points(0), state.points(1)
        return
    for action in legality.legal_actions(GAME, state):
        yield from _ends(GAME.apply(state, action)[0])


def _modelled(model: Model) -> Iterator[tuple[int, int]]:
    if model.over:
        yield model.points
        return
    for after in model.moves():
        yield from _modelled(after)


@pytest.mark.parametrize(
    ("held", "asked", "flag"),
    [
        (((1, 0, 0), (1, 0, 0)), (1, 1), 0),
        (((2, 1, 1), (1, 1, 0)), (2, 1), 1),
        (((2, 0, 2), (0, 1, 1)), (2, 1), 2),
        (((0, 0, 0), (3, 0, 0)), (3, 1), 0),
    ],
)
def test_ends_of_a_loading_round_agree_with_a_model(
    held: tuple[tuple[int, ...], ...], asked: tuple[int, int], flag: int
) -> None:
    nothing = dict.fromkeys(DEMANDED, 0)
    has = {
        str(seat): {**nothing, "sugar": s, "citrus": c, "wood": w, "point": 0}
        for seat, (s, c, w) in enumerate(held)
    }
    demand = {"sugar": asked[0], "citrus": asked[1], "tobacco": 0, "rum": 0}
    table = lay(
        {
            "has": has,
            "ship": {"flag": flag, "demand": demand},
            "turn": {"phase": "loading", "waiting": [0, 1]},
        }
    )
    model = Model(held, asked, (0, 0), (0, 1), (2, 3, 4)[flag])
    assert sorted(_ends(table)) == sorted(_modelled(model))
