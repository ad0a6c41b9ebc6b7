"""Inference of the box from play: an empty box learns what a full one says.

Both boxes are invented; they are used in tests alone.
"""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.games.kingdom_of_solomon import GAME
from companion.games.kingdom_of_solomon.state import State
from companion.kernel import legality
from companion.kernel.box.facts import FactValue, TypedLine
from companion.kernel.box.inference import infer_facts
from companion.kernel.form import Draft
from companion.kernel.models import Action
from tests.games.kingdom_of_solomon.sample import DATA, WEIGHTS, invented, lay, table
from tests.games.random_play import legal_action


def _learned(given: Mapping[str, Any], report: Mapping[str, Any]) -> dict[str, FactValue]:
    state: State = lay(given)
    return dict(infer_facts(GAME, state, GAME.read_action(report)))


HARVEST: dict[str, Any] = {
    "kind": "harvest",
    "seat": 0,
    "territory": "territory.t5",
    "take": ["food", "stone"],
}
ON_FIVE: dict[str, Any] = {
    "phase": "resolution",
    "pawns": {0: ["territory.t5"]},
    "unknown": ["territory.t5.yields"],
}


def test_harvest_reveals_the_yield_of_a_territory() -> None:
    assert _learned(ON_FIVE, HARVEST) == {
        "territory.t5.yields": (("gain", 1, "cube:stone", ""), ("gain", 1, "cube:food", ""))
    }


def test_harvest_that_empties_the_supply_reveals_nothing() -> None:
    assert _learned({**ON_FIVE, "supply": {"food": 1}}, HARVEST) == {}
    # The yield of a good that has run out is not seen either.
    assert _learned({**ON_FIVE, "supply": {"gold": 0}}, HARVEST) == {}


def test_region_reveals_its_one_unknown_territory() -> None:
    joined = {
        **ON_FIVE,
        "palaces": {0: ["territory.t5", "territory.t6"]},
        "roads": ["frontier.5x6"],
    }
    # Territory 6 is known to give one copper.
    report = {**HARVEST, "take": ["copper", "food"]}
    assert _learned(joined, report) == {"territory.t5.yields": (("gain", 1, "cube:food", ""),)}
    both = [*ON_FIVE["unknown"], "territory.t6.yields"]
    assert _learned({**joined, "unknown": both}, report) == {}


BUILD: dict[str, Any] = {
    "kind": "build_card",
    "seat": 0,
    "card": "building.c1",
    "site": "territory.t3",
    "pay": ["gold", "gold"],
}


def test_building_reveals_its_cost_its_palace_and_the_site() -> None:
    unknown = ["building.c1.cost", "building.c1.palace", "territory.t3.plot"]
    given = {"phase": "build", "has": {0: {"gold": 2}}, "unknown": unknown}
    assert _learned(given, BUILD) == {
        "building.c1.cost": (("pay", 2, "cube:gold", ""),),
        "building.c1.palace": "yes",
        "territory.t3.plot": "yes",
    }


BLOCK: dict[str, Any] = {
    "kind": "build_temple",
    "seat": 0,
    "part": "temple.foundation",
    "reward": "reward.tokens",
    "pay": ["stone"],
}
_COST: dict[str, FactValue] = {"temple.foundation.cost": (TypedLine("pay", 1, "cube:stone"),)}


@pytest.mark.parametrize(("alike", "learned"), [("yes", _COST), ("no", {}), ("", {})])
def test_block_reveals_the_cost_of_others_only_where_all_are_alike(
    alike: str, learned: dict[str, FactValue]
) -> None:
    given = {"phase": "build", "unknown": ["temple.foundation.cost"], "has": {0: {"stone": 1}}}
    facts = {"temple.foundation.uniform": alike} if alike else {}
    assert _learned({**given, "facts": facts}, BLOCK) == learned


def test_road_reveals_a_frontier_and_a_territory_without_a_site() -> None:
    report = {
        "kind": "build_road",
        "seat": 0,
        "one": "territory.t1",
        "other": "territory.t13",
        "pay": ["timber", "timber", "food"],
    }
    given = {
        "phase": "build",
        "palaces": {0: ["territory.t1"]},
        "has": {0: {"timber": 2, "food": 1}},
        "unknown": ["frontier.1x13.joined", "territory.t13.plot"],
    }
    assert _learned(given, report) == {"frontier.1x13.joined": "yes", "territory.t13.plot": "no"}


def _typed(state: State, fact: str, value: FactValue) -> State:
    assert GAME.box is not None
    return GAME.box.typed(state, {fact: value})


ONE_BY_ONE = {**WEIGHTS, "collect_all": 0.0}
"""Weights for an unknown box, where each territory is reported by itself."""


def _asked(state: State, action: Action) -> str | None:
    """Return the value that the form asks for before the report is made."""
    wanted = GAME.asks(state, Draft(action.kind, action.seat, vars(action)))
    return next((ask.fact for ask in wanted), None)


def _most_asked(action: Action, rulings: Mapping[str, str]) -> int:
    """Return the most questions of a report.

    Usually one; the points of a block, the last part of the Temple, each fortune card laid down
    and two rulings add one more.
    """
    cards = tuple(card for card in getattr(action, "cards", ()) or (getattr(action, "card", ""),))
    new = sum(str(card).startswith("fortune.") for card in cards)
    last = getattr(action, "part", "") == "temple.pillars"
    temple = action.kind == "build_temple" and rulings["temple_reward"] == "fixed"
    block = getattr(action, "reward", "") == "reward.points"
    building = action.kind == "build_card" and rulings["building_points"] == "both"
    return 1 + new + last + block + temple + building


@pytest.mark.deep
def test_table_with_an_empty_box_learns_and_judges_alike() -> None:
    """Play the actions of a table with the full box; types every value asked for or inferred."""
    asked, read_off = Counter[str](), Counter[str]()
    for seed in range(6):
        rng = Random(seed)
        options, _, rulings = table(rng)
        facts = invented(rng)
        whole = GAME.setup(options, facts, rulings)
        part = GAME.setup(options, DATA.default_facts(), rulings)
        for _ in range(300):
            action = legal_action(GAME, whole, rng, ONE_BY_ONE)
            if action is None:
                break
            questions = 0
            while (fact := _asked(part, action)) is not None:
                part = _typed(part, fact, facts[fact])
                asked[fact.rpartition(".")[2]] += 1
                questions += 1
            assert questions <= _most_asked(action, rulings), (action, rulings)
            assert legality.check(GAME, part, action) is None, action
            for fact, value in infer_facts(GAME, part, action).items():
                assert facts[fact] == value, (fact, action)
                part = _typed(part, fact, value)
                read_off[fact.rpartition(".")[2]] += 1
            whole, part = GAME.apply(whole, action)[0], GAME.apply(part, action)[0]
            assert GAME.box is not None
            assert GAME.box.put(part, whole) == whole, action
    assert set(read_off) >= {"yields", "cost", "plot", "palace"}, read_off
    assert set(asked) >= {"lines", "points", "joined", "in_all"}, asked
