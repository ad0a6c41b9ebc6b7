"""What words of a sentence belong to: things, whoever gets them, amounts, a second report."""

import pytest

from tests.ui.views.test_heard import heard_at, heard_table, offered_at


@pytest.mark.parametrize(
    ("game", "sentence", "report"),
    [
        ("blue_moon", "juego Oosa y Aquatic Armor", "jugar Oosa-Aqua-Epsilon y Aquatic Armor"),
        ("blue_moon", "le pongo la Aquatic Armor a Oosa", "jugar Aquatic Armor"),
        ("blue_moon", "el Earthblast lo pone Beto", "jugar Earthblast"),
        ("blue_moon", "voy a poner un personaje, todavía no sé cuál", "jugar cartas …"),
        ("blue_moon", "cojo dos cartas del mazo sin mirarlas", "mover cartas sin verlas …"),
        ("blue_moon", "cojo una carta del mazo sin mirarla", "coger 1 carta"),
        ("blue_moon", "canto tierra", "anunciar el poder: tierra …"),
        ("blue_moon", "primero echo la Firewater y luego anuncio", "jugar Firewater"),
        ("blue_moon_city", "acabo sin desechar nada", "terminar el turno"),
        (
            "kingdom_of_solomon",
            "uso el comerciante, doy piedra y me llevo oro",
            "usar el Comerciante, pagando 1 de piedra, recibiendo 1 de oro",
        ),
        (
            "kingdom_of_solomon",
            "uso el comerciante, doy oro y me llevo piedra",
            "usar el Comerciante, pagando 1 de oro, recibiendo 1 de piedra",
        ),
        ("santiago_de_cuba", "no quiero lo que me ofrece", "renunciar"),
        (
            "urban_sprawl",
            "en la línea pone 5 para el primero y 2 para el segundo",
            "leer una línea de la tabla: 5, 2 …",
        ),
    ],
)
def test_each_word_goes_to_what_it_belongs_to(game: str, sentence: str, report: str) -> None:
    assert heard_at(heard_table(game), sentence)[0].text.replace("\u00a0", " ") == report


@pytest.mark.parametrize(
    ("sentence", "guess"), [("boto el Favor", False), ("boto el Favor que tenía", True)]
)
def test_reading_alone_that_leaves_out_a_word_is_a_guess(sentence: str, guess: bool) -> None:
    (only,) = offered_at(heard_table("urban_sprawl"), sentence)
    assert only.guess is guess
