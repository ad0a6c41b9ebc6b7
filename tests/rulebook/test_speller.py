"""Words written as they sound, or with a letter wrong, are read as those of the game."""

import tomllib
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.rulebook.search import search
from companion.rulebook.speller import sound, speller

QUESTIONS = sorted((Path(__file__).parent / "questions").glob("*.toml"))


@pytest.mark.parametrize(
    ("game", "typed", "read"),
    [
        ("santiago_de_cuba", "bendo dos rones", "vende dos rones"),
        ("santiago_de_cuba", "fábrica de tavacos", "fábrica de tabaco"),
        ("santiago_de_cuba", "aseradero", "aserradero"),
        ("blue_moon_city", "muebo la figura al merkado", "mueve la figura al mercado"),
        ("blue_moon_city", "ago una hofrenda", "ago una ofrenda"),
        ("blue_moon_city", "cristlaes", "cristales"),
        ("blue_moon", "abadono la pelea", "abandonar la pelea"),
        ("kingdom_of_solomon", "pongo un peón en basham", "pongo un peón en bashan"),
        ("santiago_de_cuba", "hasta Pabol", "hasta pablo"),
        ("santiago_de_cuba", "hasta pabol", "hasta pabol"),
        # What is no word of the game stays: names, other words, and what is nothing at all.
        ("blue_moon_city", "mi hermana hace trampas", "mi hermana hace trampas"),
        ("blue_moon_city", "hola, ¿qué tal?", "hola, ¿qué tal?"),
        ("blue_moon_city", "asdf", "asdf"),
        ("blue_moon_city", "", ""),
    ],
)
def test_slips_are_read_as_words_of_the_game(game: str, typed: str, read: str) -> None:
    assert speller(game).corrected(typed) == read


def test_names_of_people_are_no_slips() -> None:
    assert speller("blue_moon_city").corrected("Merkado mueve") == "mercado mueve"
    assert speller("blue_moon_city").corrected("Merkado mueve", ("Merkado",)) == "Merkado mueve"


@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: path.stem)
def test_questions_written_right_stay_as_they_are(path: Path) -> None:
    for question in tomllib.loads(path.read_text("utf-8"))["tuning"]:
        assert speller(path.stem).corrected(question) == question


def test_letters_that_sound_alike_are_alike() -> None:
    assert sound("bender") == sound("vender")
    assert sound("hofrenda") == sound("ofrenda")
    assert sound("paso") != sound("peso")


def test_slip_finds_what_the_word_finds() -> None:
    game = GAMES["blue_moon_city"]
    hits = [hit.section.id for hit in search(game, "biblioteca ofrenda")]
    assert [hit.section.id for hit in search(game, "bivlioteca hofrenda")] == hits
