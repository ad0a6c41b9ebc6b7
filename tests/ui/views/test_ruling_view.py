"""Ruling cards of random wrong reports: none is silent about what would make them legal."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.kernel.advice.remedies import draft_of
from companion.kernel.game import Game
from companion.rulebook.wording import Wording
from companion.ui.views.rulings.ruling_view import ShownCard, card_of, nothing_found
from tests.contract.test_remedies import refused
from tests.games.refereed import REFEREED
from tests.seeds import how_much


def _cards(game: Game[Any], seed: int, limit: int) -> Iterator[ShownCard]:
    """Yield the cards of wrong reports, as somebody sees them who sees everything."""
    for state, action, refusal in refused(game, Random(seed), limit):
        wording = Wording(game.id, state.options.players, state.rulings)
        seats = range(len(state.options.players))
        yield card_of(game, state, wording, refusal, draft_of(action), action, seen=seats)


@pytest.mark.deep
@pytest.mark.parametrize("name", REFEREED)
@how_much("matches", everyday=1, before_release=6)
def test_every_refusal_says_what_helps_or_when_or_that_nothing_was_found(
    name: str, matches: int
) -> None:
    told = Counter[str]()
    for seed in range(matches):
        for shown in _cards(GAMES[name], seed, 60):
            said = nothing_found(shown)
            helped = shown.card.remedies or shown.card.possible
            assert helped or shown.card.until or said, shown.card
            # Of a search that was cut short nobody is told that there is nothing.
            assert said != "ruling.no_way" or shown.ways.exhausted
            told[said or "helped"] += 1
    assert told["helped"] > sum(told.values()) / 4
