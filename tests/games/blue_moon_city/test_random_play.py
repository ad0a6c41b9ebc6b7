"""Random matches to the end under random rulings; counts of moves by an independent model."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.blue_moon_city.components import CELLS, EXAMPLE_CITY
from companion.games.blue_moon_city.state import Phase
from companion.kernel import legality
from companion.kernel.values import Counted
from tests.games.blue_moon_city.sample import GAME_ID, lay
from tests.games.random_play import any_action, play, slip
from tests.seeds import seeds

GAME = GAMES[GAME_ID]
ADDITIONS = "stalemate_additions_2007"


def _check_match(seed: int, limit: int) -> str:
    """Play one match, check every state, and return how it ended."""
    rng = Random(seed)
    state: Any = None
    for step in play(GAME, rng, limit):
        state = step.after
        assert GAME.invariants(state) == (), (seed, step.action)
        offered = sum(state.offerings(seat) for seat in range(state.players))
        assert offered <= len(state.facts.prices(state.players))
        report = any_action(GAME, state, rng)
        if legality.check(GAME, state, report) is None:
            assert GAME.invariants(GAME.apply(state, report)[0]) == ()
    ended = GAME.outcome(state)
    # Without the additions of 2007, a city may be finished in which nobody can win.
    return ended.reason if ended else f"unfinished, additions {state.reads(ADDITIONS)}"


@pytest.mark.parametrize("seed", seeds(12))
def test_random_matches_keep_every_invariant(seed: int) -> None:
    _check_match(seed, 400)


@pytest.mark.campaign
def test_thousand_random_matches_end() -> None:
    ends = [_check_match(seed, 1500) for seed in range(1000)]
    print({end: ends.count(end) for end in sorted(set(ends))})
    assert ends.count("unfinished, additions on") < 50


@pytest.mark.deep
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


def _sensible(state: Any) -> None:
    """Check that what the table is told of a state is possible, whatever it consented to."""
    problems = {problem.code for problem in GAME.invariants(state)}
    # The table itself may have reported more copies than exist.
    assert problems <= {"too_many_copies"}, problems
    assert GAME.public_view(state, None).turn.steps_left >= 0
    for duty in GAME.duties(state):
        for value in duty.params.values():
            assert not isinstance(value, Counted) or value.amount >= 0, duty
    assert state.turn.steps <= state.facts["move.steps"] + state.turn.extra


def _consented(state: Any, rng: Random) -> Any:
    """Return the state after an illegal report that the table lets pass, or None."""
    report = slip(GAME, state, rng)
    refusal = legality.check(GAME, state, report)
    if refusal is None or legality.beyond_consent(GAME, state, report) is not None:
        return None
    return GAME.apply(state, report)[0]


@pytest.mark.parametrize("seed", seeds(6))
def test_consented_reports_leave_sensible_numbers(seed: int) -> None:
    rng, consented = Random(seed), 0
    for step in play(GAME, rng, 120):
        state = step.after
        for _ in range(3):
            after = _consented(state, rng)
            if after is None:
                continue
            consented += 1
            assert (after.turn.phase == Phase.FINALE) >= (state.turn.phase == Phase.FINALE)
            _sensible(after)
            state = after
    assert consented


def test_consented_long_move_takes_no_steps_from_a_grey_two() -> None:
    state = lay({})
    move = {"kind": "move_figure", "seat": 0}
    state, _ = GAME.apply(state, GAME.read_action({**move, "to": "mill"}))
    assert GAME.public_view(state, None).turn.steps_left == 0
    walk = GAME.read_action({**move, "to": "thermae", "cards": ["grey:2"]})
    assert legality.check(GAME, state, walk) is None


def test_consented_stone_does_not_end_the_last_offerings() -> None:
    state = lay({"figures": {"0": "thermae"}, "turn": {"phase": "finale"}})
    fields = {"section": 1, "cards": ["blue:2"]}
    stone = GAME.read_action({"kind": "place_stone", "seat": 0, **fields})
    assert legality.beyond_consent(GAME, state, stone) is None
    assert GAME.apply(state, stone)[0].turn.phase is Phase.FINALE


# Perft: number of report sequences in one turn, compared with a model that shares no code

PLACE = dict(zip(EXAMPLE_CITY, CELLS, strict=True))
CARD_OF = {"vulca": "black", "terrah": "red", "aqua": "blue"}
SECTIONS = {"thermae": ("blue", (3, 2, 2)), "university": ("white", (5, 2))}


def apart(first: str, second: str) -> int:
    """Return the steps between two tiles on the grid."""
    (r, c), (s, d) = PLACE[first], PLACE[second]
    return abs(r - s) + abs(c - d)


@dataclass(frozen=True)
class Model:
    """Model of one turn in a city where only two buildings are unfinished."""

    figure: str
    hand: int
    dragons: tuple[str, ...] = ("out", "out", "out")
    steps: int = 2
    taken: frozenset[tuple[str, int]] = frozenset()
    building: bool = False

    def moves(self) -> Iterator["Model"]:
        """Yield the model after every report but `finish_turn`."""
        if not self.building:
            yield from self._figure_moves()
            yield from self._dragon_moves()
        yield from self._stones()

    def _figure_moves(self) -> Iterator["Model"]:
        for to in PLACE:
            if to == self.figure:
                continue
            for twos, ones in ((0, 0), (1, 0), (0, 1), (2, 0), (3, 0)):
                if twos + ones > self.hand:
                    continue
                left = self.steps + 2 * twos - (0 if ones else apart(self.figure, to))
                if left >= 0:
                    yield replace(self, figure=to, steps=left, hand=self.hand - twos - ones)

    def _dragon_moves(self) -> Iterator["Model"]:
        if not self.hand:
            return
        for index, value, to in product(range(3), (1, 2), (*PLACE, "out")):
            now = self.dragons[index]
            near = now != "out" and to != "out" and apart(now, to) <= 3
            if to != now and (value == 1 or near):
                dragons = (*self.dragons[:index], to, *self.dragons[index + 1 :])
                yield replace(self, dragons=dragons, hand=self.hand - 1)

    def _stones(self) -> Iterator["Model"]:
        _, values = SECTIONS.get(self.figure, ("", ()))
        free = [i for i in range(len(values)) if (self.figure, i) not in self.taken]
        for index in free:
            for size in self._payments(values[index]):
                # Leave out finishing a building: the last section ends the sequence.
                if len(free) > 1:
                    yield replace(
                        self,
                        taken=self.taken | {(self.figure, index)},
                        building=True,
                        hand=self.hand - size,
                    )

    def _payments(self, need: int) -> Iterator[int]:
        """Yield the sizes of the payments proposed: at most eight, all of a hand of two cards."""
        if self.hand >= 1:
            yield from [1] * len([v for v in (2, 3) if v >= need])
        if self.hand >= 2:
            yield from [2] * PAIRS_THAT_PAY[need]


PAIRS_THAT_PAY = {2: 4, 3: 4, 5: 2}
"""Number of pairs that are both needed: values 1 and 2 with greens, or a brown pair."""


def perft(state: Any, depth: int) -> int:
    """Return the number of sequences of legal reports, without finishing the turn or a building."""
    if depth == 0:
        return 1
    total = 0
    for action in legality.legal_actions(GAME, state):
        if action.kind == "finish_turn":
            continue
        after, _ = GAME.apply(state, action)
        if after.finished == state.finished:
            total += perft(after, depth - 1)
    return total


def modelled(model: Model, depth: int) -> int:
    """Return the same count by the model."""
    if depth == 0:
        return 1
    return sum(modelled(after, depth - 1) for after in model.moves())


@pytest.mark.parametrize(
    ("figure", "hand", "depth"),
    [("courtyard", 0, 3), ("courtyard", 1, 1), ("courtyard", 1, 2), ("thermae", 1, 2),
     ("university", 1, 2), ("mill", 2, 1), ("thermae", 2, 1)],
)  # fmt: skip
def test_number_of_legal_sequences_agrees_with_a_model(figure: str, hand: int, depth: int) -> None:
    finished = [tile for tile in EXAMPLE_CITY if tile not in (*SECTIONS, "courtyard")]
    table = lay(
        {
            "figures": {"0": figure},
            "hand": {"0": hand},
            "finished": finished,
            "rulings": {"stalemate_additions_2007": "off", "deck_split_4_4_2": "off"},
        }
    )
    assert perft(table, depth) == modelled(Model(figure, hand), depth)
