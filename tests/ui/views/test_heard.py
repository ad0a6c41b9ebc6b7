"""Sentences of players are read as reports, whether legal or not.

`sentences/<game>.toml` has them in parts, like the questions of `tests/rulebook`.
"""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest

from companion.games import GAMES
from companion.match.fold import Match
from companion.ui.context import wording_of
from companion.ui.views.questions.heard import readings, report_text
from companion.ui.views.questions.sentence_words import is_plain
from companion.ui.views.questions.table_answers import table_answer
from tests.ui.tables import actas, read

FILES: Final = sorted((Path(__file__).parent / "sentences").glob("*.toml"))
TO_REACH: Final = {"tuning": (0.97, 0.99), "unseen": (0.94, 0.96)}
"""By part, the share of sentences heard exactly, and among the readings shown."""


@lru_cache
def _table(game: str) -> Match:
    match = read(actas(game)[0])
    return match.before_step(len(match.steps) // 2)


@lru_cache
def _sentences(part: str) -> tuple[tuple[str, str, str], ...]:
    """Return game, sentence and what it reports."""
    return tuple(
        (path.stem, sentence, report)
        for path in FILES
        for sentence, report in tomllib.loads(path.read_text("utf-8")).get(part, {}).items()
    )


def _heard(game: str, sentence: str) -> tuple[str, ...]:
    match = _table(game)
    seat = next(iter(match.game.awaiting(match.state)), 0)
    words = wording_of(match)
    said = (report_text(match, words, draft) for draft in readings(match, words, sentence, seat))
    return tuple(one.replace("\u00a0", " ") for one in said) or ("",)


@pytest.mark.parametrize("part", TO_REACH)
def test_sentences_are_heard_as_what_they_say(part: str) -> None:
    asked = _sentences(part)
    heard = [(_heard(game, sentence), report) for game, sentence, report in asked]
    exact = sum(said[0] == report for said, report in heard) / len(asked)
    among = sum(report in said for said, report in heard) / len(asked)
    missed = [(said, report) for said, report in heard if report != said[0]]
    assert exact >= TO_REACH[part][0], missed
    assert among >= TO_REACH[part][1], missed


@pytest.mark.parametrize(
    ("card", "reading"),
    [
        ("roja 1", "llevar al dragón de los Vulca al Mercado con una roja 1"),
        ("negra 1", "llevar al dragón de los Vulca al Mercado con una negra 1"),
    ],
)
def test_legality_never_decides_what_was_heard(card: str, reading: str) -> None:
    """Only a black card moves that dragon, and the red one is heard all the same."""
    sentence = f"¿puedo llevar el dragón de los Vulca al Mercado con una {card}?"
    assert _heard("blue_moon_city", sentence) == (reading,)


@pytest.mark.parametrize(
    ("sentence", "report"),
    [
        ("uso el Banco", "usar el Banco"),
        ("no uso el Banco", "ir al Banco y renunciar a lo que ofrece"),
        ("voy al Banco y no lo uso", "ir al Banco y renunciar a lo que ofrece"),
        ("cambio tres pesos por puntos", "cambiar en el Casino 3 pesos por 1 punto"),
        ("cambio pesos por tres puntos", "cambiar en el Casino 9 pesos por 3 puntos"),
        ("vendo un ron en el Café", "vender 1 ron en el Café"),
        ("vendo un puro en el Café", "vender 1 puro en el Café"),
    ],
)
def test_one_word_makes_another_report(sentence: str, report: str) -> None:
    assert _heard("santiago_de_cuba", sentence)[0] == report


@pytest.mark.parametrize(
    "question",
    ["¿a quién le toca?", "¿cuántas cartas se roban?", "qué pasa si empatamos", "¿Cómo se gana?"],
)
def test_plain_question_reports_nothing(question: str) -> None:
    assert is_plain(question)
    assert all(_heard(game, question) == ("",) for game in GAMES)


def test_table_answers_what_it_knows() -> None:
    match = _table("blue_moon_city")
    words = wording_of(match)

    def answer(question: str, *mine: int) -> str:
        return table_answer(match, words, question, mine, mine)

    turn = match.options.players[match.game.awaiting(match.state)[0]]
    assert answer("¿a quién le toca?") == f"Turno de {turn}"
    scales = match.state.scales(1)
    assert answer("¿cuántas escamas tiene Beto?") == f"Beto, escamas: {scales}"
    assert answer("¿cuántos cristales tengo?", 0) == (f"Ana, cristales: {match.state.crystals(0)}")
    assert answer("¿cuántas cartas se roban?") == ""


def test_table_tells_nothing_that_a_seat_hides() -> None:
    match = _table("santiago_de_cuba")
    said = table_answer(match, wording_of(match), "¿cuántos pesos tiene Beto?", (0,), (0,))
    assert said == "Beto, pesos: oculto"


@pytest.mark.parametrize("junk", ["", "   ", "¿?", "\x00", "😀" * 50, "a " * 3000, "9" * 400])
@pytest.mark.parametrize("game", GAMES)
def test_hostile_sentence_never_raises(game: str, junk: str) -> None:
    assert isinstance(_heard(game, junk), tuple)
