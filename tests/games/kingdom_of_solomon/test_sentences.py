"""Sentences of random reports, held against an independent reading of their words."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from typing_extensions import override

from companion.games.kingdom_of_solomon import GAME
from companion.kernel import legality
from companion.kernel.models import Action
from companion.kernel.refusal import ConditionKind
from companion.rulebook.wording import Wording
from tests.games.kingdom_of_solomon.sample import DATA, NAMES, lay
from tests.games.kingdom_of_solomon.sentences.changes import CHANGES
from tests.games.kingdom_of_solomon.sentences.costs import COSTS
from tests.games.kingdom_of_solomon.sentences.effects import EFFECTS
from tests.games.kingdom_of_solomon.sentences.ends import ENDS, UNREAD
from tests.games.kingdom_of_solomon.sentences.reading import SolomonReport, collected
from tests.games.kingdom_of_solomon.sentences.refusals import REFUSALS
from tests.games.kingdom_of_solomon.sentences.titles import TITLES
from tests.games.readings import Grammar, Reader
from tests.games.sentences import Walk, long_run
from tests.seeds import seeds

READER = Reader(
    Grammar(DATA.words, NAMES, whole_keys=True),
    {**TITLES, **EFFECTS, **ENDS, **REFUSALS, **COSTS, **CHANGES},
    UNREAD,
)


@dataclass
class SolomonWalk(Walk):
    """Walk that compares what is collected at once with what the map gives."""

    @override
    def report_of(self, state: Any, action: Any) -> SolomonReport:
        return SolomonReport(state, action)

    @override
    def wrong(self, state: Any, rng: Random) -> Iterator[Action]:
        yield from super().wrong(state, rng)
        yield of_anything(state, rng)

    @override
    def end_step(self, told: SolomonReport) -> None:
        if told.action.kind == "collect_all":
            before, after = (table.held(told.table.me) for table in (told.table, told.then))
            got = Counter({f"cube.{good}": n for good, n in (after - before).items()})
            expected = collected(told)
            assert expected is None or got + told.running.get("short", Counter()) == expected


def of_anything(state: Any, rng: Random) -> Action:
    """Return a report about a thing that no form offers."""
    space = rng.choice((f"territory.t{rng.randint(1, 16)}", f"building.c{rng.randint(1, 20)}"))
    cards = [f"fortune.{rng.randint(1, 32)}"]
    seat = rng.choice(GAME.awaiting(state) or (0,))
    card = f"building.c{rng.randint(1, 20)}"
    reports: tuple[dict[str, Any], ...] = (
        {"kind": "place_pawn", "space": space},
        {"kind": "use_space", "space": space, "cards": cards},
        {"kind": "skip_space", "space": space},
        {"kind": "turn_up", "card": card},
        {"kind": "build_card", "card": card, "site": "plot.none", "pay": [], "cards": cards},
    )
    return GAME.read_action({**rng.choice(reports), "seat": seat})


def check(seed: int, limit: int) -> Counter[str]:
    """Read the sentences of one random match; count them by place."""
    return SolomonWalk(GAME, READER).run(seed, limit)


def test_every_template_is_read() -> None:
    READER.check_complete()


@pytest.mark.parametrize("seed", seeds(12))
def test_sentences_say_what_was_reported_and_judged(seed: int) -> None:
    assert check(seed, 120)


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_sentences_say_what_was_reported_and_judged_long_run() -> None:
    long_run(check, READER, matches=60, limit=400)


def sentences_of(given: dict[str, Any], **report: Any) -> list[str]:
    """Return the sentences of the effects of a report."""
    state = lay(given)
    action = GAME.read_action(report)
    assert legality.check(GAME, state, action) is None
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


def test_card_of_fortune_that_draws_is_played_and_the_deck_plays_nothing() -> None:
    given = {"has": {0: {"fortune": 1}}, "facts": {"fortune.1.lines": [["draw", 2]]}}
    said = sentences_of(given, kind="play_fortune", seat=0, card="fortune.1")
    assert said == [
        "Ana juega 1 carta de Fortuna (Carta de Fortuna 1).",
        "Ana roba 2 cartas de Fortuna (Carta de Fortuna 1).",
    ]


def test_building_is_put_by_whoever_owns_it() -> None:
    given = {"phase": "build", "has": {0: {"stone": 2}}}
    report = {"kind": "build_card", "seat": 0, "card": "building.c1", "site": "territory.t3"}
    said = sentences_of(given, **report, pay=["stone", "stone"])
    assert "Ana pone 1 edificio en el Territorio 3." in said


def test_order_that_holds_from_the_next_round_is_not_told_as_changed() -> None:
    given = {"phase": "resolution", "pawns": {1: ["bonus.altar"]}, "waiting": [1]}
    report = {"kind": "take_bonus", "seat": 1, "bonus": "bonus.altar"}
    now = "El orden de turno pasa a ser: Beto, Ana, Clara y Dani."
    later = "El orden de turno será desde la ronda siguiente: Beto, Ana, Clara y Dani."
    for reading, text in (("immediate", now), ("next_round", later)):
        assert text in sentences_of({**given, "rulings": {"order_change": reading}}, **report)


def test_whoever_does_not_do_it_by_hand_is_told_who_does() -> None:
    given = {
        "phase": "resolution",
        "cards": {0: ["building.c5"]},
        "pawns": {0: ["building.c5"]},
        "facts": {"building.c5.lines": [["manual", 1, "", "se reparte algo"]]},
        "played": [{"kind": "use_space", "seat": 0, "space": "building.c5"}],
    }
    state = lay(given)
    codes = {
        seat: legality.check(GAME, state, GAME.read_action({"kind": "done_by_hand", "seat": seat}))
        for seat in (0, 1)
    }
    assert codes[0] is None
    assert codes[1] is not None
    assert codes[1].code == "not_your_turn"


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
    refusal = legality.check(GAME, state, act)
    assert refusal is not None
    assert (refusal.code, refusal.overrulable) == ("road_exists", True)
    assert legality.beyond_consent(GAME, state, act) is None
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
