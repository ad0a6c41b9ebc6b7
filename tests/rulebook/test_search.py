"""Search for a rule section by the words that players use."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rulebook import loader
from companion.rulebook.search import Hit, Index, search
from companion.rulebook.sections import Rulebook

RULEBOOK = loader.load("blue_moon_city").rulebook
INDEX = Index(RULEBOOK)


def found(query: str) -> list[str]:
    return [hit.section.id for hit in search(RULEBOOK, query)]


@pytest.mark.parametrize(
    ("query", "section"),
    [
        ("pagar de más", "place_stone.overpay"),
        ("mas pagar", "place_stone.overpay"),
        ("SOBREPAGAR", "place_stone.overpay"),
        ("¿Puedo pagar de más?", "place_stone.overpay"),
        ("empate escamas", "scales.tie"),
        ("escamas empate", "scales.tie"),
        ("pareja marrón", "powers.brown_pair"),
        ("pareja marron", "powers.brown_pair"),
        ("mimix", "powers.brown_pair"),
        ("comodin verde", "powers.green"),
        ("constructor maestro", "scoring.master_builder"),
        ("courtyard", "tiles.market"),
        ("Lika", "components.dragons"),
        ("barajar", "draw.reshuffle"),
        ("dragón fuera", "powers.dragon_two.in_city"),
        ("teletransporte", "powers.grey_one"),
        ("variante", "setup.variant"),
        ("límite de mano", "draw.no_hand_limit"),
        ("cuántas ofrendas para ganar", "end.offerings"),
    ],
)
def test_finds(query: str, section: str) -> None:
    assert section in found(query)[:4]


def test_accents_case_and_order_do_not_matter() -> None:
    assert found("SECCIÓN libre") == found("libre seccion") == found("Libre, sección.")


def test_a_beginning_is_enough() -> None:
    assert "scales.trigger" in found("escam")
    assert found("obeli")


@pytest.mark.parametrize("pair", [("loseta", "baldosa"), ("baldosa", "ficha"), ("peón", "figura")])
def test_synonyms_work_both_ways(pair: tuple[str, str]) -> None:
    one, other = pair
    assert found(one)
    assert set(found(one)) == set(found(other))


def test_singular_and_plural_find_the_same() -> None:
    assert set(found("dragones")) == set(found("dragón"))


def test_words_that_never_come_together_find_any_of_them() -> None:
    assert "scales.tie" in found("empate zeppelin")


def test_the_title_weighs_more_than_the_text() -> None:
    assert search(RULEBOOK, "maestro obras")[0].section.id == "scoring.master_builder"


def test_highlights_are_spans_of_the_shown_text() -> None:
    hit = search(RULEBOOK, "vecinos terminados")[0]
    marked = [hit.title[start:end].casefold() for start, end in hit.title_spans]
    assert marked == ["vecinos", "terminados"]
    for start, end in hit.snippet_spans:
        assert 0 <= start < end <= len(hit.snippet)
    assert "\x01" not in hit.title + hit.snippet


@pytest.mark.parametrize(
    "query",
    ["", "   ", '"', "*", '"*', "a*b", "(", "NEAR(", "title:x", "AND", "OR NOT", "^", "-x", "\0",
     "😀", "'; DROP TABLE section; --", "½ ² ⅷ", "ñ" * 5000, "a " * 5000, "\ud800"],
)  # fmt: skip
def test_hostile_input_never_raises(query: str) -> None:
    assert isinstance(search(RULEBOOK, query), tuple)


@pytest.mark.deep
@given(st.text(max_size=60))
def test_any_text_is_answered(query: str) -> None:
    for hit in INDEX.search(query):
        _check_hit(hit)


def _check_hit(hit: Hit) -> None:
    assert hit.section in RULEBOOK.sections
    assert all(0 <= s < e <= len(hit.snippet) for s, e in hit.snippet_spans)
    assert all(0 <= s < e <= len(hit.title) for s, e in hit.title_spans)


def test_no_more_than_asked_for() -> None:
    assert len(search(RULEBOOK, "carta", limit=3)) == 3


def test_an_empty_rulebook_has_nothing_to_find() -> None:
    assert search(Rulebook(()), "carta") == ()
