"""Adjustments: whatever can be reckoned from the table equals that reckoning.

In random positions of every game, a settable is set to one of its values. The table after it
answers like one built anew from its bare parts, somebody can go on, and refused reports can be
explained.
What else a game can reckon stands in `reckoned` of its tests, written from the rulebook.
"""

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from importlib import import_module
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from companion.kernel import legality
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.pieces.ledger import Ledger
from companion.kernel.pieces.settables import Settable
from companion.match.entries import Adjusted, Setting
from companion.match.steps import adjust, impossible
from companion.rulebook.wording import Wording
from tests.games.elsewhere import is_small
from tests.games.random_play import legal_action, play, slip
from tests.rulebook import rendered_texts
from tests.seeds import seeds


def rebuilt(value: Any) -> Any:
    """Return a copy of a state in which nothing is remembered but its bare parts."""
    if isinstance(value, Ledger):
        return Ledger({(account, item): n for account, item, n in value.items()})
    if is_dataclass(value) and not isinstance(value, type):
        parts = {one.name: getattr(value, one.name) for one in fields(value) if one.init}
        return type(value)(**{name: rebuilt(part) for name, part in parts.items()})
    if type(value) is tuple:
        return tuple(map(rebuilt, value))
    if isinstance(value, MappingProxyType):
        return MappingProxyType({key: rebuilt(part) for key, part in value.items()})
    return value


def answers(game: Game[Any], state: Any) -> dict[str, Any]:
    """Return all that a table says of itself: whose turn it is, standings, views, forms."""
    seats = range(len(state.options.players))
    return {
        "awaiting": game.awaiting(state),
        "duties": game.duties(state),
        "score": game.score(state),
        "outcome": game.outcome(state),
        "problems": game.invariants(state),
        "settables": {s.code: (s.current(state), s.values(state)) for s in _few(game, state)},
        "views": [game.public_view(state, seat) for seat in (None, *seats)],
        "acts": [legality.legal_kinds(game, state, seat) for seat in seats],
        "fields": [
            _first_field(game, state, Draft(k, s, {})) for k in game.kinds(state) for s in seats
        ],
    }


def _few(game: Game[Any], state: Any) -> Iterator[Settable[Any]]:
    return islice(game.settables_of(state), 0, None, 7)


def _first_field(game: Game[Any], state: Any, draft: Draft) -> object:
    name = legality.next_field(game, draft)
    return None if name is None else game.candidates(state, draft, name)


def _check(game: Game[Any], before: Any, setting: Setting, rng: Random) -> str | None:
    """Carry out one adjustment and compare; return how the match goes on, or None if it cannot."""
    body = Adjusted(settings=(setting,))
    snapshot = rebuilt(before)
    if impossible(game, before, body):
        return None
    done = adjust(game, before, body)
    assert not isinstance(done, str), done
    after, _ = done
    assert rebuilt(before) == snapshot
    # Where nothing is left to do in what was set, the match goes on from there.
    settable = next(s for s in game.settables_of(before) if s.code == setting.code)
    assert settable.current(settable.set(before, setting.value)) == setting.value
    assert answers(game, after) == answers(game, rebuilt(after))
    if game.follow or not is_small(game):
        reckoned = import_module(f"tests.games.{game.id}.reckoned")
        reckoned.check(before, setting.code, setting.value, after)
    if game.outcome(after) is not None:
        return "over"
    problems = {problem.code for problem in game.invariants(after)}
    action = legal_action(game, after, rng)
    if action is None:
        return "problem" if problems else "stuck"
    then, moved = game.apply(after, action)
    assert after.ledger.post(moved) == then.ledger
    assert {problem.code for problem in game.invariants(then)} <= problems
    if rng.random() < 0.1:
        _explain(game, after, rng)
    return "problem" if problems else "played"


def _explain(game: Game[Any], state: Any, rng: Random) -> None:
    """Draw every text of a mistaken report."""
    report, wording = slip(game, state, rng), Wording(game.id, state.options.players, state.rulings)
    if report.seat < len(state.options.players):
        assert all(said.text for said in rendered_texts.of_report(game, state, wording, report))


@dataclass
class Tried:
    """Adjustments tried, of which those tried least are the next."""

    settings: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By settable and value, also those that are still to be tried."""
    ways: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By part and by how the match goes on."""

    @property
    def codes(self) -> Counter[str]:
        """Return how often each settable was set."""
        codes = Counter[str]()
        for (code, _), number in self.settings.items():
            codes[code] += number
        return codes

    def sample(
        self, game: Game[Any], state: Any, rng: Random, each: int, values: int
    ) -> Iterator[Setting]:
        """Yield adjustments: of each part some settables, of each settable some values."""
        possible = {one.code: list(one.values(state)) for one in game.settables_of(state)}
        self.settings.update(dict.fromkeys(_pairs(possible), 0))
        times, seen = self.codes, Counter[str]()
        for code in sorted(possible, key=lambda code: (times[code], rng.random())):
            part, said = _part(code), possible[code]
            if seen[part] == each or not said:
                continue
            seen[part] += 1
            said.sort(key=lambda value: (self.settings[code, value], rng.random()))
            for value in said[:values]:
                self.settings[code, value] += 1
                yield Setting(code=code, value=value)


def _pairs(possible: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    return ((code, value) for code, values in possible.items() for value in values)


def check(
    game: Game[Any],
    seed: int,
    limit: int,
    every: int,
    each: int = 2,
    values: int = 2,
    tried: Tried | None = None,
) -> Tried:
    """Adjust the positions of a random match, with what was tried least so far."""
    rng, tried = Random(f"{game.id}{seed}"), tried or Tried()
    for number, step in enumerate(play(game, Random(seed), limit)):
        state = step.after
        if number % every or game.outcome(state) is not None:
            continue
        for setting in tried.sample(game, state, rng, each, values):
            how = _check(game, state, setting, rng)
            tried.ways[_part(setting.code), str(how)] += 1
    return tried


STUCK: Mapping[str, frozenset[str]] = {
    # Nobody has a pawn left, which does not end the phase while pawns are set one after another.
    "kingdom_of_solomon": frozenset({"pawn", "phase", "priest", "turn"}),
    # A fight that is said to begin anew, while the other seat has cards that nothing can beat.
    "blue_moon": frozenset({"element", "face_down", "where"}),
    # A block that becomes dearer than what anybody has before the first turn.
    "urban_sprawl": frozenset({"circle"}),
}
"""Settables that can leave a table on which nobody can act, which it is then told."""


def _check_nothing_stops(game: Game[Any], tried: Tried) -> None:
    stopped = {part for part, how in tried.ways if how == "stuck"}
    assert stopped <= STUCK.get(game.id, frozenset())


@pytest.mark.parametrize("seed", seeds(6))
def test_table_follows_what_is_set_by_hand(
    game: Game[Any], seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        tried = check(game, seed, 120, 24)
    assert not caplog.records
    assert tried.ways
    _check_nothing_stops(game, tried)


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_table_follows_what_is_set_by_hand_long_run(
    game: Game[Any], caplog: pytest.LogCaptureFixture
) -> None:
    tried = Tried()
    with caplog.at_level(logging.ERROR):
        for seed in range(1000, 1012):
            check(game, seed, 600, 40, 30, 2, tried)
    assert not caplog.records
    ways = Counter[str]()
    for (_, how), number in tried.ways.items():
        ways[how] += number
    print(game.id, f"{ways.total()} adjustments of {len(tried.codes)} settables", dict(ways))
    left = [pair for pair, number in tried.settings.items() if not number]
    print(f"values tried: {len(tried.settings) - len(left)} of {len(tried.settings)}")
    _check_nothing_stops(game, tried)
    assert min(tried.codes.values()) > 0, left


def _part(code: str) -> str:
    return code.partition(".")[0]
