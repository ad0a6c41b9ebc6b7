"""Set-up: refused if impossible, remarked upon if odd; the first state."""

from typing import Any

import pytest

from companion.games.blue_moon import GAME
from companion.games.blue_moon.acts.setup import foreign_moons
from companion.games.blue_moon.catalogue import (
    CARDS,
    DECKS,
    PREPARED,
    REQUIRED_FACTS,
    BlueMoonOptions,
)
from companion.kernel import legality
from companion.kernel.refusal import Judgement
from companion.rulebook.completeness import checklist
from companion.rulebook.templates import MISSING
from companion.rulebook.wording import Wording
from tests.games.blue_moon.sample import ALL, DATA, NAMES, lay, start

VULCA, HOAX = PREPARED["vulca"], PREPARED["hoax"]


def judged(facts: dict[str, Any] | None = None, **options: Any) -> Judgement:
    """Return the judgement of a set-up."""
    chosen = BlueMoonOptions.model_validate({"players": NAMES, **options})
    return legality.judge_setup(GAME, chosen, facts or DATA.default_facts(), DATA.default_rulings())


def _own(*more: str, without: int = 0) -> tuple[str, ...]:
    """Return the prepared deck of Vulca with some cards replaced."""
    kept = VULCA[: len(VULCA) - len(more) - without]
    return (*kept, *more)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"players": NAMES[:1]}, "wrong_number_of_players"),
        ({"players": (*NAMES, "Eva")}, "wrong_number_of_players"),
        ({"players": ("Ana", " ana")}, "name_repeated"),
        ({"first_seat": 2}, "first_player_absent"),
        ({"decks": ("vulca",)}, "deck_missing"),
        ({"decks": ("vulca", "elfos")}, "deck_missing"),
        ({"built": (("vulca_99", *VULCA[:-1]),)}, "no_such_card"),
        ({"built": (VULCA[:-1],)}, "deck_too_small"),
        ({"built": ((*VULCA, "hoax_04"),)}, "deck_too_large"),
        ({"built": ((*VULCA[:-1], "vulca_01"),)}, "card_in_deck_twice"),
        ({"built": (_own("hoax_20", "hoax_25", "hoax_26", without=0),)}, "too_many_moons"),
    ],
)
def test_impossible_setup_is_refused_with_its_code(options: dict[str, Any], code: str) -> None:
    refusal = judged(**options).refusal
    assert refusal is not None
    assert refusal.code == code
    assert MISSING not in Wording(GAME.id).card_text(Wording(GAME.id).refusal(refusal))


@pytest.mark.parametrize(
    ("decks", "there"),
    [
        (("vulca", "hoax"), set()),
        (
            ("hoax", "buka"),
            {"play_bluff", "call_bluff", "trust_bluff", "show_bluffs", "load_card", "land_ship"},
        ),
    ],
)
def test_bluffs_and_ships_are_offered_only_with_a_deck_that_has_them(
    decks: tuple[str, str], there: set[str]
) -> None:
    offered = {kind for kind, _refusal in legality.legal_kinds(GAME, lay({"decks": decks}), 0)}
    assert {kind for kind in offered if "bluff" in kind or kind in ("load_card", "land_ship")} == (
        there
    )


@pytest.mark.parametrize("first", DECKS)
@pytest.mark.parametrize("second", DECKS)
def test_any_two_prepared_decks_are_a_legal_setup(first: str, second: str) -> None:
    assert judged(decks=(first, second)) == Judgement()


_VULCA = tuple(name for name in ALL if CARDS[name].people == "vulca")
_TEN = ("hoax_25", "hoax_26", "hoax_19")
"""Ten moons together."""


@pytest.mark.parametrize(
    ("code", "refused", "twin"),
    [
        ("deck_too_small", _VULCA[:29], (*_VULCA[:29], "hoax_04")),
        ("deck_too_large", (*_VULCA[:29], "hoax_04", "hoax_03"), (*_VULCA[:29], "hoax_03")),
        ("card_in_deck_twice", (*_VULCA[:29], "vulca_01"), (*_VULCA[:29], "hoax_04")),
        ("too_many_moons", (*_VULCA[:26], *_TEN, "hoax_21"), (*_VULCA[:27], *_TEN)),
        ("too_many_moons", (*_VULCA[:26], *_TEN, "hoax_21"), (*_VULCA[:26], *_TEN, "hoax_04")),
        ("no_such_card", (*_VULCA[:29], "hoax_32"), (*_VULCA[:29], "hoax_04")),
    ],
)
def test_impossible_deck_is_refused_and_a_similar_one_is_legal(
    code: str, refused: tuple[str, ...], twin: tuple[str, ...]
) -> None:
    refusal = judged(built=(refused,)).refusal
    assert refusal is not None
    assert refusal.code == code
    assert judged(built=(twin,)) == Judgement()


def test_same_cards_cost_moons_under_a_foreign_leader_only() -> None:
    """Cards of the leader's own people are free, in whichever deck they were sold."""
    deck = (*_VULCA[:29], "hoax_04")
    assert judged(decks=("vulca", "hoax"), built=(deck,)) == Judgement()
    refusal = judged(decks=("hoax", "vulca"), built=(deck,)).refusal
    assert refusal is not None
    assert refusal.code == "too_many_moons"


def test_built_deck_within_the_limits_is_legal() -> None:
    cheap = tuple(name for name in ALL if CARDS[name].moons == 0 and name not in VULCA)
    deck = (*VULCA[:-3], *[name for name in cheap if CARDS[name].people != "mutant"][:3])
    assert judged(built=(deck,)) == Judgement()


def test_several_mutants_are_only_remarked_upon() -> None:
    judgement = judged(built=((*VULCA[:-1], "mutant_105"),))
    assert judgement.refusal is None
    assert [note.code for note in judgement.notes] == (
        [] if "mutant_106" not in VULCA[:-1] else ["many_mutants"]
    )
    both = judged(built=((*VULCA[1:], "mutant_105"),))
    assert [note.code for note in both.notes] == ["many_mutants"]


@pytest.mark.parametrize("fact", REQUIRED_FACTS)
def test_setup_without_a_number_of_the_rulebook_is_refused(fact: str) -> None:
    facts = DATA.default_facts()
    del facts[fact]
    refusal = judged(facts).refusal
    assert refusal is not None
    assert refusal.code == "printed_number_missing"


def test_prepared_decks_match_the_box() -> None:
    # S06: thirty cards each. Moons of foreign cards, sums and texts as in the facts.
    assert {len(PREPARED[deck]) for deck in DECKS} == {30}
    moons = {deck: foreign_moons(deck, PREPARED[deck]) for deck in DECKS}
    assert moons == {
        "hoax": 6,
        "vulca": 5,
        "terrah": 6,
        "mimix": 4,
        "flit": 5,
        "khind": 7,
        "pillar": 7, "aqua": 4, "buka": 0,
    }  # fmt: skip
    sums = {
        deck: tuple(sum(CARDS[n].values[e] for n in PREPARED[deck]) for e in ("fire", "earth"))
        for deck in DECKS
    }
    assert sums == {
        "hoax": (55, 44),
        "vulca": (69, 46),
        "terrah": (43, 61),
        "mimix": (72, 69),
        "flit": (44, 45),
        "khind": (48, 48),
        "pillar": (49, 52),
        "aqua": (49, 49),
        "buka": (59, 74),
    }
    texts = {deck: sum(CARDS[n].has_text for n in PREPARED[deck]) for deck in DECKS}
    assert texts == {
        "hoax": 14,
        "vulca": 13,
        "terrah": 16,
        "mimix": 9,
        "flit": 14,
        "khind": 19,
        "pillar": 17, "aqua": 13, "buka": 17,
    }  # fmt: skip


def test_words_and_rules_agree_with_the_card_data() -> None:
    """First words of cards with the icon are those of their names."""
    for name, card in CARDS.items():
        printed_name = DATA.words.terms[f"card.{name}"]
        assert card.first_word == (printed_name.split()[0] if card.has("PAIR") else "")
        assert (f"card.{name}" in DATA.rulebook) == card.has_text


def test_first_state_has_hands_decks_and_dragons() -> None:
    state = start()
    assert GAME.invariants(state) == ()
    assert GAME.awaiting(state) == (0,)
    assert state.fight.element is None
    for seat in (0, 1):
        assert (state.hand(seat), state.deck(seat)) == (6, 24)
        assert (state.dragons(seat), state.crystals(seat)) == (0, 0)
        assert len(state.unseen(seat)) == 30
    assert GAME.public_view(state, 0).board == 3


@pytest.mark.parametrize("series", [False, True])
def test_checklist_lacks_no_words(series: bool) -> None:
    options = BlueMoonOptions(players=NAMES, first_seat=1, series=series)
    wording = Wording(GAME.id, NAMES)
    steps = checklist(wording, options, DATA.default_facts())
    texts = " ".join(step.text for step in steps).replace("\u00a0", " ")
    assert MISSING not in texts
    assert "roba 6 cartas" in texts
    assert ("5 cristales" in texts) == series
