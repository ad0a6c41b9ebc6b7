"""Rule cases of the game, random matches to the end, and its board drawn."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from companion.rulebook import completeness
from tests.games import cases
from tests.games.pebbles.game import GAME
from tests.games.pebbles.sample import lay, table
from tests.games.random_play import play
from tests.ui.played_board import said_at_home, said_on_screen

CASES = cases.load(Path(__file__).parent / "cases")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_rule_case_gets_its_verdict(case: cases.Case) -> None:
    cases.run(GAME, lay, case)


def test_words_are_complete() -> None:
    assert completeness.missing_words(GAME) == ()
    assert completeness.unused_conditions(GAME) == ()


@pytest.mark.parametrize("seed", range(5))
def test_random_matches_keep_every_invariant_and_end(seed: int) -> None:
    *_, last = play(GAME, Random(seed))
    assert GAME.invariants(last.after) == ()
    assert GAME.outcome(last.after) is not None


def test_game_is_offered(tmp_path: Path) -> None:
    assert f"new:{GAME.id}" in asyncio.run(said_at_home(tmp_path))


def test_board_is_drawn_and_a_touch_begins_a_report(tmp_path: Path) -> None:
    at_first, asked = asyncio.run(said_on_screen(tmp_path, GAME, table(Random(0)), ("pile",)))
    assert any("Montón: " in text for text in at_first)
    assert any("¿Cuántas piedras?" in text for text in asked)
