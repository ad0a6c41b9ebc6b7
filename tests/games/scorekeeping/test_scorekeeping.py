"""Rule cases of the game, its turns and rounds, random matches, and its board touched."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from companion.games.scorekeeping import GAME, CloseRound, NextTurn, ScorekeepingOptions, setup
from companion.kernel.legality import check_setup
from companion.rulebook import completeness
from companion.rulebook.wording import Wording
from tests.games import cases
from tests.games.random_play import play
from tests.games.scorekeeping.sample import lay, table
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


def test_round_begins_after_the_last_person() -> None:
    state = lay({"players": 3, "first": 1})
    seen = [(state.round, state.turn)]
    for _ in range(4):
        state, _effects = GAME.apply(state, NextTurn(seat=state.turn))
        seen.append((state.round, state.turn))
    assert seen == [(1, 1), (1, 2), (1, 0), (2, 1), (2, 2)]


def test_closed_round_is_followed_by_the_person_who_began() -> None:
    state = lay({"players": 3, "first": 1, "turn": 0, "round": 4})
    after, _effects = GAME.apply(state, CloseRound(seat=0))
    assert (after.round, after.turn) == (5, 1)


def test_two_counts_of_one_name_are_refused() -> None:
    options = ScorekeepingOptions(players=("Ana", "Beto"), things=("Puntos", "puntos "))
    refusal = check_setup(GAME, options, {}, {})
    assert refusal is not None
    assert refusal.code == "counted_twice"
    twin = ScorekeepingOptions(players=("Ana", "Beto"), things=("Puntos", "Monedas"))
    assert check_setup(GAME, twin, {}, {}) is None


def test_counts_have_the_names_that_the_table_gave() -> None:
    options = ScorekeepingOptions(players=("Ana", "Beto"), things=("Gallinas",))
    wording = Wording("scorekeeping", options.players, given=GAME.given_terms(options))
    state = setup(options, {}, {})
    assert {wording.score_label(line.code) for line in GAME.score(state)} == {"Gallinas"}
    assert wording.with_rulings({}).item_label("notch:n1") == "Gallinas"


def test_game_is_offered(tmp_path: Path) -> None:
    assert f"new:{GAME.id}" in asyncio.run(said_at_home(tmp_path))


def test_board_is_drawn_and_one_touch_is_one_change(tmp_path: Path) -> None:
    given = table(Random(2))
    first, *said = asyncio.run(
        said_on_screen(
            tmp_path, GAME, given, ("more:0:n1", "more:0:n1", "less:1:n1", "number:0:n1")
        )
    )
    assert "Puntos de Ana: 0" in first
    assert [f"Puntos de Ana: {n}" in texts for n, texts in enumerate(said[:2], 1)] == [True, True]
    assert "Puntos de Beto: −1" in said[2]
    assert any("¿Cuánto cambia?" in text for text in said[3])


def test_round_is_filled_in_for_everybody_at_once(tmp_path: Path) -> None:
    options = ScorekeepingOptions(players=("Ana", "Beto"), things=("Puntos",))
    touches = ("kind:close_round:0", "round:Beto: Puntos:more", "record")
    _, opened, *_, closed = asyncio.run(said_on_screen(tmp_path, GAME, (options, {}, {}), touches))
    assert any("También se puede restar" in text for text in opened)
    assert any("Se cierra la ronda 1: Beto +1" in text for text in closed)
    assert "Ronda 2" in closed


def test_nothing_asks_for_a_verdict(tmp_path: Path) -> None:
    options = ScorekeepingOptions(players=("Ana", "Beto"))
    said = asyncio.run(said_on_screen(tmp_path, GAME, (options, {}, {}), ("tools",)))
    assert any("Contar la mesa" in text for text in said[1])
    verdicts = ("¿Puedo", "¿Y si", "Abrir disputa")
    assert not any(word in text for text in (*said[0], *said[1]) for word in verdicts)
