"""Set-up: refused if impossible, remarked upon if odd; the first state."""

from random import Random
from typing import Any

import pytest

from companion.games.santiago_de_cuba import GAME
from companion.games.santiago_de_cuba.buildings import BUILDINGS, CITIZENS, WITH_FLOWER
from companion.games.santiago_de_cuba.components import FLOWERS, REQUIRED_FACTS, SantiagoOptions
from companion.kernel import legality
from companion.kernel.conditions import Verdict, explain
from companion.kernel.legality import SetupDraft
from companion.kernel.refusal import Judgement
from companion.rulebook.completeness import checklist
from companion.rulebook.templates import MISSING
from companion.rulebook.wording import Wording
from tests.games.santiago_de_cuba.sample import DATA, NAMES, full_facts, start


def judged(facts: dict[str, Any] | None = None, **options: Any) -> Judgement:
    """Return the judgement of a set-up on the sample box."""
    chosen = SantiagoOptions.model_validate({"players": NAMES[:3], **options})
    return legality.judge_setup(GAME, chosen, facts or full_facts(), DATA.default_rulings())


@pytest.mark.parametrize(
    ("options", "code", "section"),
    [
        ({"players": NAMES[:1]}, "wrong_number_of_players", "setup.players"),
        ({"players": (*NAMES, "Eva")}, "wrong_number_of_players", "setup.players"),
        ({"players": ("Ana", " ana", "Eva")}, "name_repeated", "table.seats"),
        ({"first_seat": 3}, "first_player_absent", "setup.first_player"),
        ({"street": CITIZENS[1:]}, "street_wrong", "setup.citizens"),
        ({"street": ("maria", *CITIZENS[:-1])}, "street_wrong", "setup.citizens"),
        ({"street": (*CITIZENS[:-1], "ines")}, "street_wrong", "setup.citizens"),
        ({"buildings": BUILDINGS[1:]}, "buildings_wrong", "setup.buildings"),
        ({"buildings": ("bank", *BUILDINGS[:-1])}, "buildings_wrong", "setup.buildings"),
    ],
)
def test_impossible_setup_is_refused_with_its_code_and_section(
    options: dict[str, Any], code: str, section: str
) -> None:
    refusal = judged(**options).refusal
    assert refusal is not None
    assert (refusal.code, refusal.rules) == (code, (section,))
    card = Wording(GAME.id).card_text(Wording(GAME.id).refusal(refusal))
    assert MISSING not in card


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_of_two_to_four_players_is_legal(players: int) -> None:
    assert judged(players=NAMES[:players]).verdict == "legal"


@pytest.mark.parametrize("fact", REQUIRED_FACTS)
def test_setup_without_a_number_of_the_rulebook_is_refused(fact: str) -> None:
    facts = full_facts()
    del facts[fact]
    refusal = judged(facts).refusal
    assert refusal is not None
    assert refusal.code == "printed_number_missing"


def test_four_flowers_are_known_by_default() -> None:
    known = {fact for fact in DATA.default_facts() if fact.startswith("flower.")}
    assert known == {"flower.pedro", "flower.alonso", "flower.miguel", "flower.jose"}


def test_box_without_a_red_flower_is_refused() -> None:
    facts = full_facts() | {"flower.maria": "blue", "flower.martinez": "yellow"}
    refusal = judged(facts).refusal
    assert refusal is not None
    assert refusal.code == "flower_on_no_citizen"
    assert judged(facts | {"flower.pablo": "red"}).refusal is None


def test_flowers_are_not_judged_while_one_is_unknown() -> None:
    facts = full_facts() | {"flower.maria": "blue"}
    del facts["flower.martinez"]
    assert judged(facts) == Judgement()


def test_unusual_set_of_flowers_is_only_remarked_upon() -> None:
    judgement = judged(full_facts() | {"flower.pablo": "red"})
    assert judgement.verdict == "legal"
    assert [note.code for note in judgement.notes] == ["unusual_flowers"]
    wording = Wording(GAME.id)
    text = wording.note(judgement.notes[0]).text
    assert "3 ciudadanos de roja" in text.replace("\u00a0", " ")
    assert judged().notes == ()


def test_remark_on_flowers_has_a_name_that_is_true_then_too() -> None:
    """«Se sabe de qué color es cada flor» is true where it holds and where it is a remark."""
    verdicts = set[Verdict]()
    rng, players = Random(3), SantiagoOptions(players=NAMES[:3])
    for _ in range(60):
        facts = full_facts() | {
            f"flower.{citizen}": rng.choice(FLOWERS) for citizen in rng.sample(WITH_FLOWER, 2)
        }
        for citizen in rng.sample(WITH_FLOWER, rng.choice((0, 0, 1, 3))):
            facts.pop(f"flower.{citizen}")
        draft = SetupDraft(facts, DATA.default_rulings())
        lines = explain(GAME.setup_conditions, draft, players)
        line = next(line for line in lines if line.code == "unusual_flowers")
        known = all(f"flower.{citizen}" in facts for citizen in WITH_FLOWER)
        assert (line.verdict in (Verdict.HOLDS, Verdict.REMARK)) == known, facts
        verdicts.add(line.verdict)
    assert verdicts == {Verdict.HOLDS, Verdict.REMARK, Verdict.MOOT}


def test_first_state_has_holdings_supply_and_ship() -> None:
    state = start(3)
    assert GAME.invariants(state) == ()
    assert state.car == "port"
    assert (state.ship.number, state.value, state.ship.demand) == (1, 2, None)
    for seat in range(3):
        assert (state.pesos(seat), state.points(seat), state.markers(seat)) == (3, 2, 3)
        assert [state.good(seat, good) for good in ("sugar", "tobacco", "citrus")] == [1, 1, 1]
        assert state.goods(seat) == 3
    supply = {good: state.supply(good) for good in ("sugar", "tobacco", "citrus", "rum", "wood")}
    assert supply == {"sugar": 5, "tobacco": 5, "citrus": 5, "rum": 8, "wood": 8}


@pytest.mark.parametrize(("first", "rolls"), [(0, 2), (1, 0), (2, 1)])
def test_seat_to_the_right_of_the_first_rolls_the_dice(first: int, rolls: int) -> None:
    options = SantiagoOptions(players=NAMES[:3], first_seat=first)
    state = GAME.setup(options, full_facts(), DATA.default_rulings())
    assert GAME.awaiting(state) == (rolls,)
    dice = {"aside": "rum", "sugar": 1, "citrus": 1, "tobacco": 1, "cigars": 1}
    action = GAME.read_action({"kind": "roll_ship", "seat": rolls, **dice})
    assert legality.check(GAME, state, action) is None
    after, _ = GAME.apply(state, action)
    assert GAME.awaiting(after) == (first,)
    assert after.turn.number == 1


@pytest.mark.parametrize("reading", ["hidden", "open"])
def test_checklist_lacks_no_words(reading: str) -> None:
    options = SantiagoOptions(players=NAMES[:3], first_seat=1)
    wording = Wording(GAME.id, NAMES[:3], {"hidden_holdings": reading})
    steps = checklist(wording, options, full_facts())
    texts = " ".join(step.text for step in steps).replace("\u00a0", " ")
    assert MISSING not in texts
    assert "3 pesos, 2 puntos, 1 caña de azúcar, 1 tabaco y 1 cítrico" in texts
    assert ("detrás de la pantalla" in texts) == (reading == "hidden")
