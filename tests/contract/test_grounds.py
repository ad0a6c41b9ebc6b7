"""Grounds of a legal answer: few decisive sections, and none that go without saying."""

from collections import Counter
from typing import Any

from companion.kernel import legality
from companion.kernel.game import Game
from companion.rulebook.loader import load
from companion.rulebook.wording import Wording
from tests.games.elsewhere import is_small
from tests.games.random_play import played

MOST = 4
_SAID_ELSEWHERE = {
    "blue_moon": {"table.seats", "end", "turn.order", "phases", "cards.deck"},
    "blue_moon_city": {"components.cards", "cards.threes", "turn.direction", "end.at_once"},
    "kingdom_of_solomon": {"table.seats", "end", "placement.order", "round"},
    "santiago_de_cuba": {"table.seats", "end.last_ship", "turn.order", "turn.phases"},
    "urban_sprawl": {"table.seats", "end.stop", "turn"},
}
"""Sections that hold of nearly every report: they decide no legal answer."""


def _cited(game: Game[Any], state: Any, action: Any) -> tuple[str, ...]:
    judgement = legality.judge(game, state, action)
    checked = legality.explain(game, state, action)
    card = Wording(game.id).judgement(judgement, action.kind, None, checked)
    return tuple(rule.id for rule in card.rules)


def test_legal_answer_cites_only_decisive_sections(game: Game[Any]) -> None:
    known, kinds = {section.id for section in load(game.id).rulebook.sections}, Counter[str]()
    for seed in range(4):
        for step in played(game, seed, 150):
            cited = _cited(game, step.before, step.action)
            assert 1 <= len(cited) <= MOST, (step.action, cited)
            assert known.issuperset(cited)
            assert _SAID_ELSEWHERE.get(game.id, set()).isdisjoint(cited), (step.action, cited)
            kinds[step.action.kind] += 1
    assert len(kinds) > 4 or is_small(game)
