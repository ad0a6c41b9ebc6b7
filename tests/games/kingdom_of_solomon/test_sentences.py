"""Sentences of effects and of deductions that the table overrules."""

from random import Random
from typing import Any

import pytest

from companion.games.kingdom_of_solomon import GAME
from companion.kernel import game as kernel
from companion.kernel.effects import Transfer
from companion.kernel.refusal import ConditionKind
from companion.rulebook.wording import Wording
from tests.games.kingdom_of_solomon.sample import DATA, NAMES, lay
from tests.games.random_play import play
from tests.seeds import seeds


def sentences_of(given: dict[str, Any], **report: Any) -> list[str]:
    """Return the sentences of the effects of a report."""
    state = lay(given)
    action = GAME.read_action(report)
    assert kernel.check(GAME, state, action) is None
    _, effects = GAME.apply(state, action)
    wording = Wording(GAME.id, state.options.players, state.rulings)
    return [wording.effect(effect).replace("\u00a0", " ") for effect in effects]


def test_whoever_sells_what_a_card_is_worth_sells_and_the_supply_does_not() -> None:
    given = {
        "phase": "market",
        "waiting": [2, 1],
        "rulings": {"sell_fortune_good": "yes"},
        "has": {2: {"fortune": 1}},
    }
    said = sentences_of(given, kind="sell", seat=2, place="price.timber-1", card="fortune.1")
    assert said[:2] == [
        "Clara vende lo que vale 1 carta de Fortuna (Carta de Fortuna 1).",
        "En el mercado se pone 1 de madera de la reserva.",
    ]
    assert sentences_of(
        {**given, "has": {2: {"timber": 1}}}, kind="sell", seat=2, place="price.timber-1"
    )[0] == ("Clara vende 1 de madera.")


def test_theft_names_who_loses_the_cube() -> None:
    given = {
        "phase": "resolution",
        "cards": {0: ["building.c5"]},
        "pawns": {0: ["building.c5"]},
        "has": {1: {"gold": 1}},
        "facts": {"building.c5.lines": [["steal", 1]]},
    }
    report = {"kind": "use_space", "seat": 0, "space": "building.c5", "victim": 1}
    assert "Ana recibe 1 de oro de Beto (Carta 5)." in sentences_of(
        given, **report, stolen=["gold"]
    )


def test_deduction_that_there_is_one_road_can_be_overruled() -> None:
    given = {
        "phase": "build",
        "palaces": {0: ["territory.t1", "territory.t2"]},
        "roads": ["frontier.1x2"],
        "has": {0: {"timber": 2, "food": 1}},
    }
    state = lay(given)
    road = {"kind": "build_road", "seat": 0, "one": "territory.t1", "other": "territory.t2"}
    act = GAME.read_action({**road, "pay": ["food", "timber", "timber"]})
    refusal = kernel.check(GAME, state, act)
    assert refusal is not None
    assert (refusal.code, refusal.overrulable) == ("road_exists", True)
    assert kernel.beyond_consent(GAME, state, act) is None
    after, _ = GAME.apply(state, act)
    assert GAME.invariants(after) == ()
    assert after.ledger.balance("frontier:1x2", "road") == 2


def test_every_deduction_of_the_rulebook_can_be_overruled() -> None:
    """What our own sections call a deduction is never refused beyond consent."""
    deduced = {s.id for s in DATA.rulebook.sections if "educción" in s.text}
    refusing = {
        condition.code
        for conditions in GAME.conditions.values()
        for condition in conditions
        if condition.kind is ConditionKind.EXISTENCE and deduced & set(condition.rules)
    }
    # A road between a territory and itself is no road.
    assert refusing == {"same_territory"}


@pytest.mark.parametrize("seed", seeds(12))
def test_sentence_of_a_transfer_names_no_seat_that_gives_or_gets_nothing(seed: int) -> None:
    """The seats and the amount in the sentence of a transfer are those of the ledger."""
    checked = 0
    for step in play(GAME, Random(seed), 150):
        players = step.before.options.players
        wording = Wording(GAME.id, players, step.before.rulings)
        for effect in step.effects:
            if not isinstance(effect, Transfer):
                continue
            text = wording.effect(effect)
            sides = {effect.source, effect.target}
            moved = {NAMES[seat] for seat in range(len(players)) if f"seat:{seat}" in sides}
            named = {name for name in players if name in text}
            assert named <= moved, text
            assert "La reserva vende" not in text
            checked += 1
    assert checked
