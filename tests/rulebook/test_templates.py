"""Templates: numbers, plurals, articles and lists."""

import pytest

from companion.kernel.values import Counted, SeatRef, Term, Value
from companion.rulebook import templates
from companion.rulebook.templates import MINUS, NBSP, THIN, Lexicon

LEXICON = Lexicon(
    nouns={"cristal": ("cristal", "cristales"), "card.red.1": ("roja 1", "rojas 1")},
    terms={
        "tile.mill": "Molino",
        "tile.university": "Universidad",
        "tile.thermae": "Termas",
        "place.outside": "fuera de la ciudad",
        "stop.zorro": "El Zorro",
        "card.red.1": "roja 1",
        "card.grey.2": "gris 2",
    },
    articles={
        "tile.mill": "el",
        "tile.university": "la",
        "tile.thermae": "las",
        "place.outside": templates.ADVERB,
        "card.*": "la",
    },
    players=("Ana", "Íñigo", "Óscar"),
    empty={"winners": "nadie", templates.ANY: "nada"},
)
MILL, UNIVERSITY, THERMAE = Term("tile.mill"), Term("tile.university"), Term("tile.thermae")
OUTSIDE, ZORRO = Term("place.outside"), Term("stop.zorro")


def rendered(template: str, **params: Value) -> str:
    return templates.render(template, params, LEXICON)


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0"),
        (7, "7"),
        (2458, "2458"),
        (9999, "9999"),
        (10_000, f"10{THIN}000"),
        (28_450, f"28{THIN}450"),
        (1_234_567, f"1{THIN}234{THIN}567"),
        (-3, f"{MINUS}3"),
        (-28_450, f"{MINUS}28{THIN}450"),
    ],
)
def test_numbers_are_grouped_from_ten_thousand_up(amount: int, text: str) -> None:
    assert templates.number(amount) == text


@pytest.mark.parametrize(
    ("amount", "text"),
    [(0, "0 cristales"), (1, "1 cristal"), (3, "3 cristales"), (28_450, f"28{THIN}450 cristales")],
)
def test_noun_agrees_with_its_number_and_does_not_break_from_it(amount: int, text: str) -> None:
    expected = text.replace(" ", NBSP)
    assert rendered("{n:cristal}", n=amount) == expected
    assert rendered("{n}", n=Counted(amount, "cristal")) == expected


def test_words_agree_with_a_number_or_the_length_of_a_list() -> None:
    assert rendered("{n:Falta|Faltan} {n}", n=1) == "Falta 1"
    assert rendered("{n:Falta|Faltan} {n}", n=2) == "Faltan 2"
    winners = (SeatRef(0), SeatRef(1))
    assert rendered("{w:Gana|Ganan} {w}", w=winners) == "Ganan Ana e Íñigo"
    assert rendered("{w:Gana|Ganan} {w}", w=winners[:1]) == "Gana Ana"


def test_signed_number_shows_plus_or_minus() -> None:
    assert rendered("{n:+}", n=3) == "+3"
    assert rendered("{n:+}", n=-3) == f"{MINUS}3"
    assert rendered("{n:+cristal}", n=1) == f"+1{NBSP}cristal"


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((), "nada"),
        (("a",), "a"),
        (("a", "b"), "a y b"),
        (("a", "b", "c"), "a, b y c"),
        (("madera", "hierro"), "madera y hierro"),
        (("padre", "hijos"), "padre e hijos"),
        (("Ana", "Inés"), "Ana e Inés"),
        (("Ana", "Íñigo"), "Ana e Íñigo"),
        (("uno", "«Ítaca»"), "uno e «Ítaca»"),
        (("agua", "hiedra"), "agua y hiedra"),
        (("Ana", "Hilario"), "Ana e Hilario"),
        (("Ana", "Yvonne"), "Ana e Yvonne"),
        (("Ana", "Yolanda"), "Ana y Yolanda"),
    ],
)
def test_list_joined_with_y_changes_to_e_before_i(parts: tuple[str, ...], text: str) -> None:
    assert rendered("{x}", x=parts) == text


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (("a", "b", "c"), "a, b o c"),
        (("plata", "oro"), "plata u oro"),
        (("mujer", "hombre"), "mujer u hombre"),
        (("Ana", "Óscar"), "Ana u Óscar"),
        ((7, 8), "7 u 8"),
        ((10, 11), "10 u 11"),
        ((9, 10), "9 o 10"),
        ((10, Counted(11, "cristal")), f"10 u 11{NBSP}cristales"),
        ((2, 11_000), f"2 u 11{THIN}000"),
        ((2, 110), "2 o 110"),
    ],
)
def test_list_joined_with_o_changes_to_u_before_o(parts: tuple[Value, ...], text: str) -> None:
    assert rendered("{x:o}", x=parts) == text


def test_prepositions_contract_with_the_article() -> None:
    assert rendered("{t:del}", t=MILL) == "del Molino"
    assert rendered("{t:del}", t=UNIVERSITY) == "de la Universidad"
    assert rendered("{t:al}", t=MILL) == "al Molino"
    assert rendered("{t:al}", t=THERMAE) == "a las Termas"
    assert rendered("{t:El} está", t=UNIVERSITY) == "La Universidad está"
    assert rendered("{t:Del}", t=MILL) == "Del Molino"
    assert rendered("{t:el}", t=(MILL, UNIVERSITY)) == "el Molino y la Universidad"


def test_name_keeps_its_own_article() -> None:
    assert rendered("{t:al}", t=ZORRO) == "a El Zorro"
    assert rendered("de {t}", t=ZORRO) == "de El Zorro"


def test_family_of_terms_shares_an_article() -> None:
    cards = (Term("card.red.1"), Term("card.grey.2"))
    assert rendered("sin {c:el}", c=cards) == "sin la roja 1 y la gris 2"
    assert rendered("sin {c:el o}", c=cards) == "sin la roja 1 o la gris 2"


def test_equal_terms_are_counted_together() -> None:
    red, grey = Term("card.red.1"), Term("card.grey.2")
    assert rendered("sobran {c:el}", c=(red, grey, red)) == "sobran las dos rojas 1 y la gris 2"
    assert rendered("con {c:un}", c=(red, grey, red)) == "con dos rojas 1 y una gris 2"
    assert rendered("con {c:un}", c=(red,)) == "con una roja 1"
    assert rendered("{c:Un}", c=Counted(3, "card.red.1")) == "Tres rojas 1"
    assert rendered("{c:un}", c=Counted(1, "card.red.1")) == "una roja 1"
    assert rendered("{c:un}", c=Counted(12, "card.red.1")) == f"12{NBSP}rojas 1"
    assert rendered("{c:un}", c=Counted(0, "card.red.1")) == f"0{NBSP}rojas 1"
    assert rendered("{c}", c=(red, red)) == "roja 1 y roja 1"


def test_adverb_takes_neither_article_nor_preposition() -> None:
    assert rendered("va {t:al}", t=OUTSIDE) == "va fuera de la ciudad"
    assert rendered("está {t:en}", t=OUTSIDE) == "está fuera de la ciudad"
    assert rendered("está {t:en}", t=MILL) == "está en el Molino"
    assert rendered("viene {t:del}", t=OUTSIDE) == "viene de fuera de la ciudad"
    assert rendered("{t:El}", t=OUTSIDE) == "Fuera de la ciudad"


def test_words_before_a_value_change_with_it() -> None:
    """Same holds where the value is a text that was rendered before."""
    assert rendered("Cuesta 3, y {s} tiene 2", s=SeatRef(1)) == "Cuesta 3, e Íñigo tiene 2"
    assert rendered("Cuesta 3, y {s} tiene 2", s=SeatRef(0)) == "Cuesta 3, y Ana tiene 2"
    assert rendered("3 o {n}", n=8) == "3 u 8"
    assert rendered("de {a} a {b}", a="el montón", b="el Molino") == "del montón al Molino"
    assert rendered("hoy {x}", x="Íñigo") == "hoy Íñigo"
    assert rendered("y{x}", x="Íñigo") == "yÍñigo"


def test_verb_agrees_with_a_plural_term() -> None:
    assert rendered("{t:El} {t:está|están}", t=THERMAE) == "Las Termas están"
    assert rendered("{t:El} {t:está|están}", t=(THERMAE,)) == "Las Termas están"
    assert rendered("{t:El} {t:está|están}", t=MILL) == "El Molino está"


def test_optional_part_stands_only_if_its_value_is_not_empty() -> None:
    template = "terminar el turno{n:? desechando {n:cristal}}"
    assert rendered(template, n=0) == "terminar el turno"
    assert rendered(template, n=1) == f"terminar el turno desechando 1{NBSP}cristal"
    choice = "{w:?{w:Gana|Ganan} {w}|No gana nadie}."
    assert rendered(choice, w=()) == "No gana nadie."
    assert rendered(choice, w=(SeatRef(0),)) == "Gana Ana."
    assert rendered(choice, w=(SeatRef(0), SeatRef(1))) == "Ganan Ana e Íñigo."
    assert rendered("{n:?algo|nada}", n=Counted(0, "cristal")) == "nada"
    assert templates.parameters(choice) == {"w"}
    assert templates.parameters("{a:?{b:?{c}}}") == {"a", "b", "c"}
    assert not templates.problems(choice, LEXICON)
    assert templates.problems("{w:?{w:gema}}", LEXICON)
    assert templates.problems("{w:?{w!r}|no}", LEXICON)


def test_empty_list_renders_its_word_for_nothing() -> None:
    assert rendered("{winners:Gana|Ganan} {winners}", winners=()) == "Gana nadie"
    assert rendered("{x:Cap}", x=()) == "Nada"
    assert rendered("{x:el o}", x=()) == "nada"


def test_missing_value_never_raises() -> None:
    assert rendered("{nothing}") == templates.MISSING
    assert rendered("{nothing:cristal}") == templates.MISSING
    assert rendered("{t}", t=Term("tile.nowhere")) == "tile.nowhere"
    assert rendered("{t:del}", t=Term("tile.nowhere")) == "de tile.nowhere"
    assert rendered("{s}", s=SeatRef(7)) == "#8"
    assert rendered("{n:gema}", n=2) == f"2{NBSP}gema"
    assert rendered("broken {", n=2) == "broken {"
    assert rendered("{n:cristal}", n="text") == "text"


def test_template_problems_are_reported() -> None:
    assert not templates.problems(
        "{a} {b:cristal} {c:el} {d:uno|dos} {e:+cristal} {f:Cap}", LEXICON
    )
    assert templates.problems("{a:gema}", LEXICON)
    assert templates.problems("{a", LEXICON)
    assert templates.problems("{}", LEXICON)
    assert templates.problems("{a!r}", LEXICON)
    assert templates.problems("{a:uno|dos|tres}", LEXICON)


def test_parameters_of_a_template_are_listed() -> None:
    assert templates.parameters("{a} y {b:cristal}") == {"a", "b"}
    assert templates.is_complete("{a}", {"a": 1, "b": 2})
    assert not templates.is_complete("{a}", {"b": 2})
