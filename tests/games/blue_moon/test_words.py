"""Words and sections of the game: closed both ways with its codes."""

from companion.games import GAMES
from companion.games.blue_moon import GAME
from companion.games.blue_moon.acts.announce import Announce
from companion.rulebook.completeness import missing_words, unused_conditions
from companion.rulebook.search import search
from companion.rulebook.wording import Wording
from tests.games.blue_moon.sample import DATA, NAMES, lay


def test_every_code_has_words() -> None:
    assert missing_words(GAME) == ()
    assert unused_conditions(GAME) == ()


def test_card_is_searched_by_name_number_and_people() -> None:
    for query in ("Thirkomedas", "Hoax 13", "hoax prohibir"):
        section_ids = [hit.section.id for hit in search(GAMES["blue_moon"], query)]
        assert "card.hoax_13" in section_ids[:6], (query, section_ids[:6])


def test_every_rule_is_enforced_or_tracked() -> None:
    coverage = DATA.rulebook.coverage()
    print(coverage)
    assert coverage.share == 1.0


def test_announced_power_is_explained_before_it_is_recorded() -> None:
    """Doubts are answered with «7 = 3 + 2 × 2» and the opponent's total."""
    cards = {"combat": {0: ["vulca_07"], 1: ["hoax_12"]}, "support": {1: ["hoax_22"]}}
    state = lay({"turn": 1, "element": "earth", **cards})
    wording = Wording(GAME.id, NAMES)
    act = Announce(seat=1, element="same")
    said = wording.action_attempt("announce", GAME.describe(state, act))
    assert said == f"anunciar un poder de 6 = 2 + 2 × 2 en tierra, contra 4 de {NAMES[0]}"
