"""What words of a sentence belong to: things, whoever gets them, amounts, a second report."""

import pytest

from companion.ui.views.questions.said_labels import said_at
from companion.ui.views.questions.sentence_words import label_words, tokens_of
from tests.ui.views.test_heard import heard_at, heard_table, offered_at


@pytest.mark.parametrize(
    ("game", "sentence", "report"),
    [
        ("blue_moon", "juego Oosa y Aquatic Armor", "jugar Oosa-Aqua-Epsilon y Aquatic Armor"),
        ("blue_moon", "le pongo la Aquatic Armor a Oosa", "jugar Aquatic Armor"),
        ("blue_moon", "el Earthblast lo pone Beto", "jugar Earthblast"),
        ("blue_moon", "voy a poner un personaje, todavía no sé cuál", "jugar cartas …"),
        ("blue_moon", "cojo dos cartas del mazo sin mirarlas", "coger 2 cartas"),
        ("blue_moon", "cojo una carta del mazo sin mirarla", "coger 1 carta"),
        ("blue_moon", "canto tierra", "anunciar un poder de 4 = 3 + 1 en tierra, contra 2 de Beto"),
        ("blue_moon", "primero echo la Firewater y luego anuncio", "jugar Firewater"),
        ("blue_moon", "juego Oosa una vez que ya está Yang", "jugar Oosa-Aqua-Epsilon"),
        ("blue_moon", "abadono la pelea", "retirarse de la pelea"),
        (
            "blue_moon_city",
            "acabo el turno y desecho la verde y una más",
            "terminar el turno desechando 2 cartas",
        ),
        ("blue_moon_city", "acabo sin desechar nada", "terminar el turno"),
        ("blue_moon", "ponle la Aquatic Armor a Oosa", "jugar Aquatic Armor"),
        ("blue_moon", "echo la Aquatic Armor encima de Oosa", "jugar Aquatic Armor"),
        ("blue_moon", "echo la Aquatic Armor y Oosa", "jugar Oosa-Aqua-Epsilon y Aquatic Armor"),
        ("blue_moon", "para el texto elijo a Yang", "elegir cartas para un texto: yang …"),
        (
            "blue_moon_city",
            "Ana edifica la de 5 con cuatro azules",
            "construir una sección de la Biblioteca: 5 …",
        ),
        (
            "blue_moon_city",
            "llevo el dragón azul al Molino con una azul de 2",
            "llevar al dragón de los Aqua al Molino con una azul 2",
        ),
        ("santiago_de_cuba", "atraso la bandera", "mover el contador a la izquierda"),
        ("santiago_de_cuba", "adelanto la bandera", "mover el contador a la derecha"),
        (
            "urban_sprawl",
            "he destapado una y es un evento",
            "descubrir una carta: es un evento …",
        ),
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
        (
            "kingdom_of_solomon",
            "con el ladrón le saco dos piedras a Beto",
            "usar el Ladrón, quitando 2 de piedra a Beto",
        ),
        ("urban_sprawl", "sale una carta con urna y un 4", "descubrir una carta: 4, con urna …"),
        (
            "urban_sprawl",
            "descubro una con urna y el número 7",
            "descubrir una carta: 7, con urna …",
        ),
    ],
)
def test_each_word_goes_to_what_it_belongs_to(game: str, sentence: str, report: str) -> None:
    assert heard_at(heard_table(game), sentence)[0].text.replace("\u00a0", " ") == report


@pytest.mark.parametrize(
    "later",
    [
        "aún no sé cuál",
        "todavía estoy pensando cuál",
        "falta decir cuál",
        "ahora te digo qué",
        "ya veré",
        "no lo tengo claro",
        "déjame pensar cuál",
        "luego digo con qué",
        "a ver cuál",
        "la que sea",
        "me da igual",
    ],
)
@pytest.mark.parametrize(
    ("game", "sentence", "report"),
    [
        ("blue_moon", "juego una carta", "jugar cartas …"),
        ("blue_moon_city", "muevo un dragón", "mover un dragón …"),
        ("kingdom_of_solomon", "juego una de Fortuna", "jugar una carta de Fortuna …"),
        ("santiago_de_cuba", "voy a cargar", "cargar mercancías …"),
        ("urban_sprawl", "me llevo una carta de planificación", "coger una carta …"),
    ],
)
def test_what_is_decided_later_is_left_open(
    game: str, sentence: str, report: str, later: str
) -> None:
    """Nothing is chosen for it, though one answer alone would share a word with the sentence."""
    for joint in (", ", " "):
        assert heard_at(heard_table(game), f"{sentence}{joint}{later}")[0].text == report


def test_what_is_told_with_a_verb_of_saying_is_no_later_choice() -> None:
    heard = heard_at(heard_table("santiago_de_cuba"), "digo que cargo dos rones")
    assert heard[0].text.replace("\u00a0", " ") == "cargar 2 rones"


@pytest.mark.parametrize(
    ("game", "sentence", "report"),
    [
        ("blue_moon", "que se retire Beto", "retirarse de la pelea"),
        ("blue_moon", "¿es legal retirarse?", "retirarse de la pelea"),
        ("blue_moon_city", "que empiece ya la ronda final", "empezar la ronda final"),
        ("blue_moon_city", "me gustaría ir al Palacio", "mover la figura al Palacio"),
        ("kingdom_of_solomon", "que vaya un peón a Bashan", "colocar un peón en Bashan"),
        ("kingdom_of_solomon", "¿hay forma de ocupar Tob?", "colocar un peón en Tob"),
        ("santiago_de_cuba", "que zarpe el barco", "decidir que el barco zarpa"),
        ("santiago_de_cuba", "que Beto cargue dos rones", "cargar 2 rones"),
        ("santiago_de_cuba", "cóbrame lo del banco", "usar el Banco"),
        ("urban_sprawl", "toca acabar el turno", "acabar el turno"),
        ("urban_sprawl", "y que acabe el turno", "acabar el turno"),
        ("santiago_de_cuba", "que pasa con el barco", ""),
        ("santiago_de_cuba", "que cuesta el Casino", ""),
    ],
)
def test_wish_is_heard_as_a_report_and_a_question_is_not(
    game: str, sentence: str, report: str
) -> None:
    """«Que pase» tells what is to be done, «que pasa» asks."""
    heard = [one.text.replace("\u00a0", " ") for one in heard_at(heard_table(game), sentence)]
    assert heard[:1] == [report][: len(report)]


@pytest.mark.parametrize(
    ("sentence", "guess"), [("boto el Favor", False), ("boto el Favor que tenía", True)]
)
def test_reading_alone_that_leaves_out_a_word_is_a_guess(sentence: str, guess: bool) -> None:
    (only,) = offered_at(heard_table("urban_sprawl"), sentence)
    assert only.guess is guess


def test_small_word_is_no_form_of_a_name() -> None:
    assert said_at(label_words("Sear"), tokens_of("descarta Sear"), 1)
    assert not said_at(label_words("Sear"), tokens_of("se niega"), 0)
