"""The words and sections of the game are closed both ways with its codes."""

from companion.games.blue_moon import GAME
from companion.rulebook.catalogue import missing_words, unused_conditions
from companion.rulebook.search import search
from tests.games.blue_moon.sample import DATA


def test_nothing_lacks_words() -> None:
    assert missing_words(GAME) == ()
    assert unused_conditions(GAME) == ()


def test_a_card_is_found_by_its_name_its_number_and_its_people() -> None:
    for query in ("Thirkomedas", "Hoax 13", "hoax prohibir"):
        found = [hit.section.id for hit in search(DATA.rulebook, query)]
        assert "card.hoax_13" in found[:6], (query, found[:6])


def test_the_coverage_of_the_rulebook() -> None:
    coverage = DATA.rulebook.coverage()
    print(coverage)
    assert coverage.share == 1.0
