"""Values that reports have shown are in force, and are the printed ones.

A random truthful match is played with a box of which nothing is known that a table may type. No
report is refused, whatever was learned before; each learned value is the printed one. Whatever
takes back the report that showed it takes the value back.
"""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.kernel.pieces.standings import of_state
from companion.match.entries import Amended, Body, Consent, ConsentTo, Entry, Remove, Undone
from companion.match.fold import Match, append
from companion.services.privacy.redaction import redact
from tests.contract.skipped_values import check
from tests.playthroughs.actas import FIRST
from tests.seeds import seeds

UNKNOWN = tuple(name for name, game in sorted(GAMES.items()) if game.box is not None)
"""Games with values that a table can play without."""


def _with(match: Match, body: Body) -> Match:
    return append(match, Entry(seq=len(match.entries), id="the-last", at=FIRST, body=body))


def _taken_back(match: Match, fact: str) -> None:
    """Check that a value goes with the report that showed it."""
    item = match.learned[fact].item
    without = _with(match, Amended(edits=(Remove(target=item.id),)))
    # Another report may show it as well.
    assert fact not in without.learned or without.learned[fact].item.id != item.id
    before = next(n for n, step in enumerate(match.steps) if step.item.id == item.id)
    assert [step.state for step in without.steps[:before]] == [
        step.state for step in match.steps[:before]
    ]
    agreed = _with(match, Amended(edits=(ConsentTo(target=item.id, consent=Consent(by="Ana")),)))
    assert fact not in agreed.learned or agreed.learned[fact].item.id != item.id
    if any(undo.entry.id == item.id for undo in match.timeline.past):
        assert fact not in _with(match, Undone(to=item.id)).known


def _learns(name: str, seed: int, limit: int) -> Counter[str]:
    """Play a match; return how many values each kind of report showed."""
    game, rng, seen = GAMES[name], Random(seed), Counter[str]()

    def watch(match: Match, full: Mapping[str, Any]) -> None:
        for one in match.steps[-1].shows:
            # Some cards of an invented box lack a value also where all is known.
            assert match.known[one.fact] == full.get(one.fact, one.value), one
            assert game.box is not None
            assert game.box.of(match.state)[one.name] is not None
        lacking = {one.fact for one in of_state(match.state)}
        assert not lacking & match.learned.keys(), "a learned value is missing in no number"
        last = match.steps[-1]
        seen.update(last.action.kind for _ in last.shows if last.action)
        if match.learned and rng.random() < 0.02:
            _taken_back(match, rng.choice(sorted(match.learned)))
        if rng.random() < 0.02:
            seats = range(len(match.options.players))
            for mine in ((), (rng.choice(seats),), seats):
                assert redact(match, mine).known == match.known

    check(game, seed, limit, learns=True, share=1, watch=watch)
    return seen


@pytest.mark.parametrize("name", UNKNOWN)
@pytest.mark.parametrize("seed", seeds(6))
def test_learned_values_are_the_printed_ones_and_refuse_no_truthful_report(
    name: str, seed: int
) -> None:
    # In some matches of Blue Moon City nothing shows a value.
    assert any(_learns(name, 20 * seed + n, 120) for n in range(20))


@pytest.mark.campaign
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", UNKNOWN)
def test_learned_values_are_the_printed_ones_in_many_matches(name: str) -> None:
    print(name, dict(sum((_learns(name, 100 + seed, 300) for seed in range(300)), Counter())))
