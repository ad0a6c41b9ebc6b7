"""Numbers, plurals, articles and lists."""

import pytest

from companion.kernel.values import Counted, SeatRef, Term, Value
from companion.rulebook import templates
from companion.rulebook.templates import MINUS, NBSP, THIN, Lexicon

LEXICON = Lexicon(
    nouns={"cristal": ("cristal", "cristales")},
    terms={"tile.mill": "Molino", "tile.university": "Universidad", "tile.thermae": "Termas"},
    articles={"tile.mill": "el", "tile.university": "la", "tile.thermae": "las"},
    players=("Ana", "Íñigo", "Óscar"),
)
MILL, UNIVERSITY, THERMAE = Term("tile.mill"), Term("tile.university"), Term("tile.thermae")


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
def test_a_noun_agrees_and_stays_with_its_number(amount: int, text: str) -> None:
    expected = text.replace(" ", NBSP)
    assert rendered("{n:cristal}", n=amount) == expected
    assert rendered("{n}", n=Counted(amount, "cristal")) == expected


def test_words_agree_with_a_number_or_with_how_many_are_listed() -> None:
    assert rendered("{n:Falta|Faltan} {n}", n=1) == "Falta 1"
    assert rendered("{n:Falta|Faltan} {n}", n=2) == "Faltan 2"
    winners = (SeatRef(0), SeatRef(1))
    assert rendered("{w:Gana|Ganan} {w}", w=winners) == "Ganan Ana e Íñigo"
    assert rendered("{w:Gana|Ganan} {w}", w=winners[:1]) == "Gana Ana"


def test_signs() -> None:
    assert rendered("{n:+}", n=3) == "+3"
    assert rendered("{n:+}", n=-3) == f"{MINUS}3"
    assert rendered("{n:+cristal}", n=1) == f"+1{NBSP}cristal"


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((), ""),
        (("a",), "a"),
        (("a", "b"), "a y b"),
        (("a", "b", "c"), "a, b y c"),
        (("madera", "hierro"), "madera y hierro"),
        (("padre", "hijos"), "padre e hijos"),
        (("Ana", "Inés"), "Ana e Inés"),
        (("Ana", "Íñigo"), "Ana e Íñigo"),
        (("uno", "«Ítaca»"), "uno e «Ítaca»"),
        (("agua", "hiedra"), "agua y hiedra"),
    ],
)
def test_lists_with_and(parts: tuple[str, ...], text: str) -> None:
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
    ],
)
def test_lists_with_or(parts: tuple[Value, ...], text: str) -> None:
    assert rendered("{x:o}", x=parts) == text


def test_articles_contract() -> None:
    assert rendered("{t:del}", t=MILL) == "del Molino"
    assert rendered("{t:del}", t=UNIVERSITY) == "de la Universidad"
    assert rendered("{t:al}", t=MILL) == "al Molino"
    assert rendered("{t:al}", t=THERMAE) == "a las Termas"
    assert rendered("{t:El} está", t=UNIVERSITY) == "La Universidad está"
    assert rendered("{t:Del}", t=MILL) == "Del Molino"
    assert rendered("{t:el}", t=(MILL, UNIVERSITY)) == "el Molino y la Universidad"


def test_what_is_missing_never_raises() -> None:
    assert rendered("{nothing}") == templates.MISSING
    assert rendered("{nothing:cristal}") == templates.MISSING
    assert rendered("{t}", t=Term("tile.nowhere")) == "tile.nowhere"
    assert rendered("{t:del}", t=Term("tile.nowhere")) == "de tile.nowhere"
    assert rendered("{s}", s=SeatRef(7)) == "#8"
    assert rendered("{n:gema}", n=2) == f"2{NBSP}gema"
    assert rendered("broken {", n=2) == "broken {"
    assert rendered("{n:cristal}", n="text") == "text"


def test_problems_of_templates() -> None:
    assert not templates.problems(
        "{a} {b:cristal} {c:el} {d:uno|dos} {e:+cristal} {f:Cap}", LEXICON
    )
    assert templates.problems("{a:gema}", LEXICON)
    assert templates.problems("{a", LEXICON)
    assert templates.problems("{}", LEXICON)
    assert templates.problems("{a!r}", LEXICON)
    assert templates.problems("{a:uno|dos|tres}", LEXICON)


def test_parameters_of_a_template() -> None:
    assert templates.parameters("{a} y {b:cristal}") == {"a", "b"}
    assert templates.is_complete("{a}", {"a": 1, "b": 2})
    assert not templates.is_complete("{a}", {"b": 2})
