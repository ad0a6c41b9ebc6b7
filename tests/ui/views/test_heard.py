"""Sentences of players are read as reports, whether legal or not.

`sentences/<game>.toml` has them in parts, like the questions of `tests/rulebook`.
"""

import tomllib
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Final

import pytest

from companion.games import GAMES
from companion.match.fold import Match
from companion.rulebook.speller import speller
from companion.services.privacy.redaction import redact
from companion.ui.context import wording_of
from companion.ui.views.questions.clauses import is_plain
from companion.ui.views.questions.heard import choices, readings
from companion.ui.views.questions.interpretations import Reading, amounts_beside, verdict_on
from companion.ui.views.questions.sentence_words import tokens_of
from companion.ui.views.questions.table_answers import table_answers
from tests.ui.tables import actas, changed, changes, hiding, read

FILES: Final = sorted((Path(__file__).parent / "sentences").glob("*.toml"))
TO_REACH: Final = {"tuning": (0.97, 0.99), "unseen": (0.94, 0.96)}
"""By part, the share of sentences heard exactly, and among the readings shown."""
SURE_AND_WRONG: Final = 0.01
"""Greatest share of sentences with one reading alone that contradicts what was said."""


@lru_cache
def heard_table(game: str) -> Match:
    """Return the table of a game at which its sentences are said."""
    match = read(actas(game)[0])
    return match.before_step(len(match.steps) // 2)


@lru_cache
def _sentences(part: str) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Return game, sentence and what it reports; several, where it leaves something open."""
    return tuple(
        (path.stem, sentence, (reports,) if isinstance(reports, str) else tuple(reports))
        for path in FILES
        for sentence, reports in tomllib.loads(path.read_text("utf-8")).get(part, {}).items()
    )


def heard_at(match: Match, sentence: str) -> tuple[Reading, ...]:
    """Return what a sentence may report at a table, put right as the screen does."""
    seat = next(iter(match.game.awaiting(match.state)), 0)
    spelt = speller(match.game.id).corrected(sentence, match.options.players)
    return readings(match, wording_of(match), spelt, seat)


def offered_at(match: Match, sentence: str) -> tuple[Reading, ...]:
    """Return what is shown of a sentence: what it may report, and what else may be meant."""
    seat = next(iter(match.game.awaiting(match.state)), 0)
    spelt = speller(match.game.id).corrected(sentence, match.options.players)
    return choices(match, wording_of(match), spelt, seat)


def _texts(read: tuple[Reading, ...]) -> tuple[str, ...]:
    return tuple(one.text.replace("\u00a0", " ") for one in read) or ("",)


def _heard(game: str, sentence: str) -> tuple[str, ...]:
    return _texts(heard_at(heard_table(game), sentence))


def _shown(game: str, sentence: str) -> tuple[str, ...]:
    return _texts(offered_at(heard_table(game), sentence))


def _contradicts(heard: tuple[str, ...], sentence: str, reports: tuple[str, ...]) -> bool:
    """Return whether one reading is shown alone, and says something else than the sentence.

    One that only leaves something open says nothing else.
    """
    if len(heard) > 1 or heard[0] in ("", *reports):
        return False
    if not heard[0].endswith("…"):
        return True
    said = tokens_of(" ".join((sentence, *reports)))
    stems = {stem for token in said for stem in token.stems}
    numbers = {token.number for token in said} - {None}
    return not all(token.stems & stems or token.number in numbers for token in tokens_of(heard[0]))


@pytest.mark.parametrize("part", TO_REACH)
def test_sentences_are_heard_as_what_they_say(part: str) -> None:
    asked = _sentences(part)
    heard = [(_heard(game, sentence), reports) for game, sentence, reports in asked]
    exact = sum(said[0] in reports for said, reports in heard) / len(asked)
    shown = [(_shown(game, sentence), reports) for game, sentence, reports in asked]
    among = sum(not set(reports).isdisjoint(said) for said, reports in shown) / len(asked)
    missed = [(said, reports) for said, reports in heard if said[0] not in reports]
    assert exact >= TO_REACH[part][0], missed
    assert among >= TO_REACH[part][1], missed


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("construyo con el permiso Zutano en Perengano", ("construir un contrato …",)),
        # Who asks is answered by the rules, and who does not act reports nothing.
        ("¿construyo con el permiso Zutano en Perengano?", ("",)),
        ("no construyo con el permiso Zutano en Perengano", ("",)),
        ("hoy comemos paella con Zutano en Perengano", ("",)),
    ],
)
def test_act_whose_answers_nobody_knows_is_offered_to_be_filled_in(
    sentence: str, shown: tuple[str, ...]
) -> None:
    assert _shown("urban_sprawl", sentence) == shown


@pytest.mark.parametrize(
    ("sentence", "report"),
    [
        (
            "cambio dos cobres por un oro con el comerciante",
            "usar el Comerciante, pagando 2 de cobre, recibiendo 1 de oro",
        ),
        (
            "el comerciante me da una piedra por una madera",
            "usar el Comerciante, pagando 1 de madera, recibiendo 1 de piedra",
        ),
    ],
)
def test_what_is_given_for_what_is_heard_on_its_side(sentence: str, report: str) -> None:
    """No other space exchanges anything, so these are not among the sentences that are varied."""
    assert _heard("kingdom_of_solomon", sentence)[0] == report


@pytest.mark.parametrize(
    "sentence",
    ["desembarco el barco de Yin", "Ana descubre el farol de Beto", "uso el texto de Yang"],
)
def test_act_that_the_table_lacks_is_heard_and_refused(sentence: str) -> None:
    match = heard_table("blue_moon")
    first = offered_at(match, sentence)[0]
    assert first.draft.kind not in match.game.kinds(match.state)
    assert verdict_on(match, first, frozenset((0, 1))) == "refused"


@pytest.mark.parametrize(
    ("game", "sentence", "shown"),
    [
        (
            "santiago_de_cuba",
            "mi coche se va a Conchita pagando, sin nada a cambio",
            "llevar el coche hasta Conchita (5 pesos) y renunciar a lo que da",
        ),
    ],
)
def test_reading_that_leaves_words_out_is_shown_with_another_answer(
    game: str, sentence: str, shown: str
) -> None:
    heard, *others = offered_at(heard_table(game), sentence)
    assert heard.unheard != ()
    assert shown in _texts(tuple(others))


def test_doubtful_open_report_is_shown_with_an_answer_to_what_its_form_asks() -> None:
    said = "Ana entrega al barco el cítrico que pide"
    heard, *others = offered_at(heard_table("santiago_de_cuba"), said)
    assert heard.text.endswith("…")
    assert _texts(tuple(others))[:1] == ("cargar 1 cítrico",)
    assert all(one.guess for one in others)


def test_item_that_pays_is_named_by_its_number_alone() -> None:
    path = next(path for path in actas("urban_sprawl") if path.stem == "most_prestige_2")
    match = read(path).before_step(152)
    heard, *_ = heard_at(match, "construyo la Marina en E5, industrial, pagando con la 14")
    assert heard.draft.values["pay"] == ("permit.p14",)
    two, *_ = heard_at(match, "construyo la Marina en E5, industrial, pagando con la 14 y la 11")
    # Somebody else's is no part of it, and half a payment is none.
    assert "pay" not in two.draft.values


def test_choice_of_several_things_is_not_meant_by_one_of_them() -> None:
    path = next(path for path in actas("kingdom_of_solomon") if path.stem == "most_points_3")
    match = read(path).before_step(95)
    (everything,) = heard_at(match, "Clara cobra todo")
    assert everything.draft.values["spaces"] == ("territory.t1", "bonus.ark")
    assert _texts(offered_at(match, "Clara cobra el Arca")) == ("recibir lo que da el Arca",)


def test_doubtful_sentence_is_shown_with_what_it_may_mean() -> None:
    """It is among what is shown, and what was heard comes before it."""
    missed = []
    for game, sentence, (report,) in _sentences("meant"):
        shown = offered_at(heard_table(game), sentence)
        if report not in _texts(shown) or [one.guess for one in shown] != sorted(
            one.guess for one in shown
        ):
            missed.append((sentence, _texts(shown)))
    assert missed == []


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("blue_moon_city", "mando el dragón de los Vulca al Mercado con una negra 1"),
        ("blue_moon_city", "muevo el dragón al Molino con una azul 1"),
        ("santiago_de_cuba", "uso el Banco"),
        ("santiago_de_cuba", "voy al Banco y no lo uso"),
        ("blue_moon", "juego Yang"),
        ("kingdom_of_solomon", "pongo un peón en Tob"),
        ("urban_sprawl", "acabo el turno"),
    ],
)
def test_sentence_that_leaves_nothing_out_is_shown_alone(game: str, sentence: str) -> None:
    (only,) = offered_at(heard_table(game), sentence)
    assert not only.guess


@pytest.mark.parametrize("part", TO_REACH)
def test_hardly_a_sentence_is_heard_as_another_report_alone(part: str) -> None:
    asked = [(sentence, _heard(game, sentence), told) for game, sentence, told in _sentences(part)]
    wrong = [one for one in asked if _contradicts(one[1], one[0], one[2])]
    assert len(wrong) <= SURE_AND_WRONG * len(asked), wrong


@pytest.mark.parametrize(
    ("heard", "wrong"),
    [
        (("cargar 2 rones",), False),
        (("cargar mercancías …",), True),
        (("cargar: 2, ron …",), False),
        (("cargar: 3, ron …",), True),
        (("cargar 3 rones",), True),
        (("cargar 3 rones", "cargar madera …"), False),
        (("",), False),
    ],
)
def test_what_leaves_something_open_contradicts_nothing(
    heard: tuple[str, ...], wrong: bool
) -> None:
    assert _contradicts(heard, "cargo dos rones", ("cargar 2 rones",)) is wrong


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
        ("voy al Banco", "ir al Banco"),
        ("voy a usar el Banco", "usar el Banco"),
        ("uso el Banco", "usar el Banco"),
        ("no uso el Banco", "ir al Banco y renunciar a lo que ofrece"),
        ("voy al Banco y no lo uso", "ir al Banco y renunciar a lo que ofrece"),
        ("cambio tres pesos por puntos", "cambiar en el Casino 3 pesos por 1 punto"),
        ("cambio pesos por tres puntos", "cambiar en el Casino 9 pesos por 3 puntos"),
        ("vendo un ron en el Café", "vender 1 ron en el Café"),
        ("vendo un puro en el Café", "vender 1 puro en el Café"),
        ("vendo 2 rones", "vender 2 rones en el Café"),
        ("vendo 2 puros", "vender 2 puros en el Café"),
        ("muevo el coche cuatro paradas hasta Pedro", "llevar el coche hasta Pedro (4 pesos)"),
        ("muevo el coche 1 vuelta hasta Pedro", "llevar el coche hasta Pedro (14 pesos)"),
        ("ya está, paso", "pasar"),
        ("paso porque no tengo ron", "pasar"),
        ("no tengo ron, así que paso", "pasar"),
    ],
)
def test_one_word_makes_another_report(sentence: str, report: str) -> None:
    assert _heard("santiago_de_cuba", sentence)[0] == report


@pytest.mark.parametrize(
    ("dragon", "reading"),
    [
        ("el dragón azul", "llevar al dragón de los Aqua al Molino con una azul 1"),
        ("el dragón verde", "llevar al dragón de los Terrah al Molino con una azul 1"),
        ("el dragón", "mover un dragón: azul 1, Molino …"),
    ],
)
def test_other_name_of_a_thing_counts_if_all_of_it_is_said(dragon: str, reading: str) -> None:
    assert _heard("blue_moon_city", f"muevo {dragon} al Molino con una azul 1") == (reading,)


@pytest.mark.parametrize(
    "question",
    ["¿a quién le toca?", "¿cuántas cartas se roban?", "qué pasa si empatamos", "¿Cómo se gana?"],
)
def test_plain_question_reports_nothing(question: str) -> None:
    assert is_plain(tokens_of(question))
    assert all(_shown(game, question) == ("",) for game in GAMES)


def test_table_answers_what_it_knows() -> None:
    match = heard_table("blue_moon_city")
    words = wording_of(match)

    def answer(question: str, *mine: int) -> str:
        return "; ".join(one.text for one in table_answers(match, words, question, mine, mine))

    turn = match.options.players[match.game.awaiting(match.state)[0]]
    for asked in ("¿a quién le toca?", "de quien es el turno", "¿me toca a mí?"):
        assert answer(asked) == f"Turno de {turn}"
    for other in ("¿quién va ganando?", "¿a quién le toca después?", "quién va primero"):
        assert answer(other) == ""
    scales = match.state.scales(1)
    assert answer("¿cuántas escamas tiene Beto?") == f"Beto, escamas: {scales}"
    assert answer("¿cuántos cristales tengo?", 0) == (f"Ana, cristales: {match.state.crystals(0)}")
    everyone = [
        f"{name}, escamas: {match.state.scales(n)}" for n, name in enumerate(match.options.players)
    ]
    assert answer("¿cuántas escamas tiene cada uno?") == "; ".join(everyone)
    assert answer("¿cuántas cartas se roban?") == ""
    # "Ana" is in "mañana", and nobody is asked about.
    assert answer("¿cuántos cristales necesito mañana?") == ""


@pytest.mark.parametrize(
    ("game", "question", "told"),
    [
        (
            "santiago_de_cuba",
            "¿cuánto cuesta llevar el coche a Pedro?",
            "Llevar el coche hasta Pedro (4 pesos)",
        ),
        (
            "santiago_de_cuba",
            "cuánto pago por mover el coche hasta José",
            "Llevar el coche hasta José (7 pesos)",
        ),
        ("blue_moon_city", "¿cuánto cuesta hacer una ofrenda?", "Hacer una ofrenda de 7 cristales"),
        ("santiago_de_cuba", "¿cuánto cuesta el ron?", ""),
        ("santiago_de_cuba", "¿cuánto cuesta mover el coche?", ""),
        ("blue_moon_city", "¿cuánto cuesta una cerveza?", ""),
    ],
)
def test_table_tells_what_an_act_costs(game: str, question: str, told: str) -> None:
    match = heard_table(game)
    mine = frozenset(range(len(match.options.players)))
    said = table_answers(match, wording_of(match), question, mine, mine)
    assert "; ".join(one.text for one in said).replace("\u00a0", " ") == told


def test_table_tells_nothing_that_a_seat_hides() -> None:
    match = heard_table("santiago_de_cuba")
    (said,) = table_answers(match, wording_of(match), "¿cuántos pesos tiene Beto?", (0,), (0,))
    assert (said.text, said.source) == ("Beto, pesos: oculto", None)


@pytest.mark.parametrize("nth", [5, pytest.param(1, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("game", hiding())
def test_twins_are_answered_alike(game: str, nth: int) -> None:
    """Holdings that others hide change neither what is heard, nor a verdict, nor an answer."""
    match, words = heard_table(game), wording_of(heard_table(game))
    sentences = [sentence for of, sentence, _ in _sentences("tuning") if of == game][::nth]
    asked = [*sentences, *(f"¿cuánto {thing} tiene {{}}?" for thing in ("ron", "pesos", "oro"))]
    names = match.options.players

    def answered(twin: Match, seat: int, sentence: str) -> object:
        mine, seen = frozenset((seat,)), redact(twin, (seat,))
        told = table_answers(seen, words, sentence, mine, mine)
        read = choices(seen, words, sentence, seat)
        return told, [(one.text, one.unheard, verdict_on(seen, one, mine)) for one in read]

    for seat in range(len(names)):
        for change in islice(changes(match, (seat,)), 2):
            twin = changed(match, change)
            for sentence in asked:
                said = sentence.format(names[seat - 1])
                assert answered(twin, seat, said) == answered(match, seat, said), said


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("santiago_de_cuba", "tengo tres tabacos y dos rones"),
        ("santiago_de_cuba", "hay un peón en el Banco"),
        ("santiago_de_cuba", "el banco es mío"),
        ("santiago_de_cuba", "Ana me debe dos pesos"),
        ("santiago_de_cuba", "no entiendo nada"),
        ("santiago_de_cuba", "robo un cristal"),
        ("santiago_de_cuba", "tres"),
        ("santiago_de_cuba", "no paso"),
        ("santiago_de_cuba", "ya está cargado el ron"),
        ("santiago_de_cuba", "la mesa del Café"),
        ("blue_moon_city", "no ofrendo nada"),
        ("blue_moon_city", "le doy un cristal a Beto"),
        ("blue_moon_city", "la luna es azul"),
        ("kingdom_of_solomon", "quito el peón"),
        ("kingdom_of_solomon", "me gusta el oro"),
        ("urban_sprawl", "derribo un edificio"),
        ("urban_sprawl", "elijo a Beto alcalde"),
    ],
)
def test_what_no_act_says_reports_nothing(game: str, sentence: str) -> None:
    """Sentences that describe the table, deny an act, or are mostly about something else."""
    assert _heard(game, sentence) == ("",)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("santiago_de_cuba", "no paso"),
        ("santiago_de_cuba", "tres"),
        ("santiago_de_cuba", "el banco es mío"),
        ("santiago_de_cuba", "tengo tres tabacos y dos rones"),
        ("blue_moon", "no me retiro"),
        ("blue_moon_city", "la luna es azul"),
        ("blue_moon_city", "¿es obligatorio moverse?"),
        ("kingdom_of_solomon", "me gusta el oro"),
        ("urban_sprawl", "¿puedo construir en un solar ocupado?"),
    ],
)
def test_nothing_is_offered_that_a_sentence_does_not_say(game: str, sentence: str) -> None:
    """Neither the act that it denies, nor one whose answers a question does not name."""
    assert not any(one.guess for one in offered_at(heard_table(game), sentence))


@pytest.mark.parametrize(
    ("game", "sentence", "never"),
    [
        ("urban_sprawl", "pillo la licencia trece", "Licencia 12"),
        ("kingdom_of_solomon", "pongo un peón en la tierra quince", "Tierra 5"),
        ("blue_moon_city", "construyo en el Palacio con una amarilla 3", "Torre"),
        ("blue_moon", "anuncio tierra", "fuego"),
    ],
)
def test_nothing_shown_contradicts_what_was_named(game: str, sentence: str, never: str) -> None:
    assert not any(never in text for text in _shown(game, sentence))


@pytest.mark.parametrize(
    ("sentence", "seat", "report"),
    [
        ("voy al Banco", 0, "ir al Banco"),
        ("Beto va al Banco", 1, "ir al Banco"),
        ("¿puede Beto ir al Banco?", 1, "ir al Banco"),
        ("¿puede ir Beto al Banco?", 1, "ir al Banco"),
        ("mueve Beto el coche a Pedro", 1, "llevar el coche hasta Pedro (4 pesos)"),
        ("¿ha ido Beto al Banco?", 1, "ir al Banco"),
        ("había movido Beto el coche a Pedro", 1, "llevar el coche hasta Pedro (4 pesos)"),
        ("le doy un peso a Beto", 0, "dar 1 peso a Ana"),
    ],
)
def test_whoever_does_it_is_named_first_or_behind_the_verb(
    sentence: str, seat: int, report: str
) -> None:
    match = heard_table("santiago_de_cuba")
    (read,) = readings(match, wording_of(match), sentence, 0)
    assert (read.draft.seat, read.text.replace("\u00a0", " ")) == (seat, report)


@pytest.mark.parametrize(
    ("game", "sentence", "unheard"),
    [
        ("santiago_de_cuba", "vendo un puro y dos rones en el Café", ()),
        ("santiago_de_cuba", "he vendido tres tabacos", ("vendido",)),
        ("santiago_de_cuba", "avanzo dos y paro en José", ("dos",)),
        ("santiago_de_cuba", "muevo el coche al puerto y cargo ron", ("cargo", "ron")),
        ("blue_moon", "anuncio tierra nueve", ("nueve",)),
        ("blue_moon", "anuncio fuego", ()),
        ("blue_moon_city", "robo dos cartas a Beto", ("beto",)),
        ("blue_moon_city", "muevo el dragón negro", ()),
    ],
)
def test_what_a_reading_leaves_out_is_told(
    game: str, sentence: str, unheard: tuple[str, ...]
) -> None:
    match = heard_table(game)
    seat = next(iter(match.game.awaiting(match.state)), 0)
    assert readings(match, wording_of(match), sentence, seat)[0].unheard == unheard


def test_unknown_verb_beside_a_thing_named_in_full_is_shown_as_left_out() -> None:
    match = heard_table("santiago_de_cuba")
    read = heard_at(match, "me instalo en el Café")
    assert len(read) > 1
    assert {one.unheard for one in read} == {("instalo",)}


@pytest.mark.parametrize(
    ("game", "sentence", "seat", "report"),
    [
        ("santiago_de_cuba", "me olvidé de cargar dos rones", 0, "cargar 2 rones"),
        ("santiago_de_cuba", "me olvide de cargar dos rones", 0, "cargar 2 rones"),
        ("santiago_de_cuba", "no apunté que Beto fue al Banco", 1, "ir al Banco"),
        ("santiago_de_cuba", "a Beto se le pasó ir al Banco", 1, "ir al Banco"),
        ("santiago_de_cuba", "se le olvidó ir al Banco a Beto", 1, "ir al Banco"),
        ("santiago_de_cuba", "Beto se olvidó de ir al Banco", 1, "ir al Banco"),
        ("santiago_de_cuba", "ir al Banco se nos pasó", 0, "ir al Banco"),
        (
            "kingdom_of_solomon",
            "antes me olvidé de poner un peón en Tob",
            0,
            "colocar un peón en Tob",
        ),
        ("urban_sprawl", "no he apuntado que acabé el turno", 1, "acabar el turno"),
        ("blue_moon_city", "se me olvidó apuntar que terminé el turno", 1, "terminar el turno"),
        ("blue_moon", "se me pasó jugar Yang", 0, "jugar Yang"),
    ],
)
def test_forgotten_act_is_heard_as_the_act(
    game: str, sentence: str, seat: int, report: str
) -> None:
    first = heard_at(heard_table(game), sentence)[0]
    assert (first.draft.seat, *_texts((first,)), first.unheard) == (seat, report, ())


@pytest.mark.parametrize(
    ("sentence", "report"),
    [
        ("juego Mekarthas Shrewd", "jugar Mekarthas the Shrewd"),
        ("¿se puede jugar Yang?", "jugar Yang"),
        ("juego Yang y Sea", "jugar Yang y Swarming Sea Serpents"),
    ],
)
def test_card_is_named_once_and_by_no_small_word(sentence: str, report: str) -> None:
    assert _heard("blue_moon", sentence) == (report,)


@pytest.mark.parametrize("junk", ["", "   ", "¿?", "\x00", "😀" * 50, "a " * 3000, "9" * 400])
@pytest.mark.parametrize("game", GAMES)
def test_hostile_sentence_never_raises(game: str, junk: str) -> None:
    assert isinstance(_shown(game, junk), tuple)


@pytest.mark.parametrize(
    ("game", "sentence", "told"),
    [
        (
            "blue_moon_city",
            "¿puedo hacer una ofrenda con 3 cristales?",
            "No es «3 cristales»: aquí es «7 cristales»",
        ),
        (
            "blue_moon_city",
            "¿puedo hacer una ofrenda con dos cartas?",
            "Aquí no se pregunta: dos cartas",
        ),
        ("blue_moon_city", "ofrezco 7 cristales", ""),
        ("santiago_de_cuba", "¿puedo ir al Banco con 3 pesos?", "Aquí no se pregunta: 3 pesos"),
        (
            "santiago_de_cuba",
            "¿puedo llevar el coche hasta Pedro con 2 pesos?",
            "No es «2 pesos»: aquí es «4 pesos»",
        ),
        ("santiago_de_cuba", "cargo dos rones", ""),
        ("blue_moon", "¿puedo jugar Yang con 3 dragones?", "Aquí no se pregunta: 3 dragones"),
        (
            "kingdom_of_solomon",
            "¿puedo poner un peón en Tob pagando 2 de oro?",
            "Aquí no se pregunta: 2 de oro",
        ),
        (
            "urban_sprawl",
            "¿puedo acabar el turno con 10 de riqueza?",
            "Aquí no se pregunta: 10 de riqueza",
        ),
        # What is no thing of the table stays unheard.
        ("santiago_de_cuba", "¿puedo ir al Banco con 3 elefantes?", ""),
    ],
)
def test_amount_that_a_form_does_not_ask_for_is_answered(
    game: str, sentence: str, told: str
) -> None:
    match = heard_table(game)
    tokens = tokens_of(sentence)
    answered = [
        amounts_beside(match, wording_of(match), one, tokens) for one in offered_at(match, sentence)
    ]
    lines = [line.replace("\u00a0", " ") for notes, _ in answered for line in notes]
    assert told in lines if told else lines == []
    for notes, unheard in answered:
        assert not (notes and any(word.isdecimal() for word in unheard))
