"""Search for a rule section by the words that players use."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.rulebook import loader
from companion.rulebook.search import Hit, Index, search
from companion.rulebook.sections import Rulebook

GAME = GAMES["blue_moon_city"]
RULEBOOK = loader.load(GAME.id).rulebook
INDEX = Index(RULEBOOK)


def section_ids(query: str) -> list[str]:
    return [hit.section.id for hit in search(GAME, query)]


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
def test_search_finds_the_section_by_the_words_of_players(query: str, section: str) -> None:
    assert section in section_ids(query)[:4]


def test_search_ignores_accents_case_and_order() -> None:
    assert (
        section_ids("SECCIÓN libre")
        == section_ids("libre seccion")
        == section_ids("Libre, sección.")
    )


def test_search_matches_the_beginning_of_a_word() -> None:
    assert "scales.trigger" in section_ids("escam")
    assert section_ids("obeli")


@pytest.mark.parametrize("pair", [("loseta", "baldosa"), ("baldosa", "ficha"), ("peón", "figura")])
def test_synonyms_find_the_same_sections(pair: tuple[str, str]) -> None:
    one, other = pair
    assert section_ids(one)
    assert set(section_ids(one)) == set(section_ids(other))


def test_singular_and_plural_find_the_same_sections() -> None:
    assert set(section_ids("dragones")) == set(section_ids("dragón"))


def test_words_of_no_common_section_find_any_of_them() -> None:
    assert "scales.tie" in section_ids("empate zeppelin")


def test_title_weighs_more_than_the_text() -> None:
    assert search(GAME, "maestro obras")[0].section.id == "scoring.master_builder"


def test_highlights_are_spans_of_the_shown_text() -> None:
    hit = search(GAME, "vecinos terminados")[0]
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
def test_hostile_query_never_raises(query: str) -> None:
    assert isinstance(search(GAME, query), tuple)


@pytest.mark.deep
@given(st.text(max_size=60))
def test_any_text_gives_hits_with_valid_spans(query: str) -> None:
    for hit in INDEX.search(query):
        _check_hit(hit)


def _check_hit(hit: Hit) -> None:
    assert hit.section in RULEBOOK.sections
    assert all(0 <= s < e <= len(hit.snippet) for s, e in hit.snippet_spans)
    assert all(0 <= s < e <= len(hit.title) for s, e in hit.title_spans)


def test_search_returns_no_more_than_its_limit() -> None:
    assert len(search(GAME, "carta", limit=3)) == 3


def test_empty_rulebook_has_no_hits() -> None:
    assert Index(Rulebook(())).search("carta") == ()
