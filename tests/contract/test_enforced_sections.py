"""Enforced sections of the rules: those by which some case is refused."""

from pathlib import Path
from typing import Any

from companion.kernel import legality
from companion.kernel.game import Game
from companion.rulebook.loader import load
from companion.rulebook.sections import Enforcement
from tests.games import cases
from tests.games.random_play import sample_of

GAMES = Path(__file__).parent.parent / "games"


def _refusing(game: Game[Any]) -> set[str]:
    """Return the sections by which some case is refused."""
    lay = sample_of(game).lay
    sections = set[str]()
    for case in cases.load(GAMES / game.id / "cases"):
        if case.verdict == "refused":
            report = game.read_action(case.report)
            refusal = legality.judge(game, lay(case.given), report).refusal
            sections.update(refusal.rules if refusal else ())
    return sections


def test_enforced_sections_are_those_that_refuse_a_case(game: Game[Any]) -> None:
    """Readers of the rules can rely on the mark, both ways.

    Impossible set-ups are no cases; the conditions that forbid them cite their sections.
    """
    said = {s.id: s.enforcement for s in load(game.id).rulebook if s.states_rule}
    enforced = {section for section, how in said.items() if how is Enforcement.ENFORCED}
    refusing = _refusing(game)
    before = {rule for condition in game.setup_conditions for rule in condition.rules}
    assert sorted(enforced - refusing - before) == []
    assert sorted((refusing & said.keys()) - enforced) == []
