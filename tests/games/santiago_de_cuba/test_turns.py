"""Whole turns and rounds, as players would report them; the view of each seat."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.games.santiago_de_cuba import GAME
from companion.games.santiago_de_cuba.components import DEMANDED, GOODS
from companion.games.santiago_de_cuba.state import State
from companion.kernel import legality
from companion.kernel.advice import remedies
from companion.kernel.advice.remedies import OTHER_SEAT
from companion.kernel.form import Draft
from companion.kernel.pieces.ledger import ADJUSTMENTS, SUPPLY, Transfer
from companion.kernel.values import Term
from companion.rulebook.wording import Wording
from tests.games.random_play import any_action, legal_action, play
from tests.games.santiago_de_cuba.sample import NAMES, lay, start

Report = tuple[int, str, Mapping[str, Any]]


def reported(state: State, *reports: Report) -> State:
    """Return the state after these reports, all of them legal."""
    for seat, kind, fields in reports:
        action = GAME.read_action({"kind": kind, "seat": seat, **fields})
        refusal = legality.check(GAME, state, action)
        assert refusal is None, (kind, refusal)
        state, _ = GAME.apply(state, action)
        assert GAME.invariants(state) == ()
    return state


def load(seat: int, good: str, amount: int) -> Report:
    """Return a report of loading."""
    return seat, "load_goods", {"good": good, "amount": amount}


def passed(seat: int) -> Report:
    """Return a report of passing."""
    return seat, "pass_loading", {}


def test_loading_round_of_the_rulebook_scores_as_printed_t2() -> None:
    table = lay(
        {
            "players": 4,
            "car": "martinez",
            "ship": {"flag": 1, "demand": {"citrus": 4, "sugar": 2, "rum": 1, "tobacco": 0}},
            "has": {"0": {"citrus": 2, "rum": 1}, "1": {"sugar": 2}, "2": {"citrus": 1}},
        }
    )
    before = [table.points(seat) for seat in range(4)]
    after = reported(
        table,
        (0, "drive", {"to": "port"}),
        load(0, "citrus", 2),
        load(1, "sugar", 2),
        load(2, "citrus", 1),
        passed(3),
        load(0, "rum", 1),
        passed(1),
        passed(2),
        passed(0),
    )
    assert [after.points(s) - before[s] for s in range(4)] == [9, 6, 3, 0]
    assert dict(after.ship.demand or {}) == {"citrus": 1, "sugar": 0, "rum": 0, "tobacco": 0}
    assert (after.value, after.ship.number) == (4, 1)
    assert GAME.awaiting(after) == (1,)


def test_turn_without_choices_takes_two_reports() -> None:
    after = reported(
        lay({"car": "jose"}),
        (0, "drive", {"to": "miguel"}),
        (0, "visit_building", {"building": "bank"}),
    )
    assert after.turn.seat == 1
    assert (after.pesos(0), after.good(0, "wood")) == (5, 2)


def test_full_ship_leaves_and_the_same_seat_rolls() -> None:
    after = reported(
        lay({"car": "martinez", "ship": {"flag": 2}, "has": {"0": {"sugar": 2}}}),
        (0, "drive", {"to": "maria"}),
        (0, "visit_building", {"building": "distillery"}),
        (0, "use_distillery", {"amount": 2}),
    )
    assert GAME.awaiting(after) == (0,)
    dice = {"aside": "sugar", "citrus": 4, "tobacco": 0, "rum": 0, "cigars": 3}
    after = reported(after, (0, "roll_ship", dice))
    assert after.ship.number == 2
    assert GAME.awaiting(after) == (1,)


def test_gifts_to_el_zorro_may_come_in_any_order() -> None:
    table = lay({"players": 4, "car": "pedro", "pawns": {"0": "sawmill"}})
    after = reported(
        table,
        (0, "drive", {"to": "zorro"}),
        (3, "give_to_zorro", {"what": "point"}),
        (1, "give_to_zorro", {"what": "peso"}),
        (2, "give_to_zorro", {"what": "tobacco"}),
        (0, "decline", {}),
    )
    assert (after.pesos(0), after.points(0), after.good(0, "tobacco")) == (4, 3, 2)
    assert after.turn.seat == 1


def test_alonso_lets_one_building_be_used_twice() -> None:
    table = lay({"car": "pablo", "owners": {"cafe": 0}, "has": {"0": {"rum": 2, "cigars": 2}}})
    after = reported(
        table,
        (0, "drive", {"to": "alonso"}),
        (0, "use_own_building", {"building": "cafe"}),
        (0, "use_cafe", {"cigars": 1, "rum": 1}),
        (0, "visit_building", {"building": "cafe"}),
        (0, "use_cafe", {"cigars": 1, "rum": 1}),
    )
    assert after.points(0) == 2 + 8


def test_table_is_asked_about_an_empty_ship_during_a_drive_e25() -> None:
    """Four times past the port: up twice, the ship leaves, and the new one climbs again."""
    table = lay({"car": "maria", "ship": {"flag": 2}, "has": {"0": {"peso": 50}}})
    asked = reported(table, (0, "drive", {"to": "jose", "laps": 4}))
    assert (asked.phase, asked.ship.number, asked.ship.flag) == ("empty_ship", 2, 2)
    left = reported(asked, (0, "settle_empty_ship", {"fate": "leaves"}))
    assert (left.phase, left.ship.number, left.good(0, "sugar")) == ("visit", 3, 3)
    stays = reported(asked, (0, "settle_empty_ship", {"fate": "stays"}))
    assert (stays.ship.number, stays.ship.flag) == (2, 2)


def test_table_is_asked_about_an_empty_ship_in_the_harbour_office_e25() -> None:
    turn = {"phase": "building", "using": "harbour_office"}
    given = {"ship": {"flag": 2, "empty": True}, "turn": turn}
    asked = reported(lay(given), (0, "use_harbour_office", {"direction": "right"}))
    after = reported(asked, (0, "settle_empty_ship", {"fate": "leaves"}))
    assert (after.ship.number, after.phase) == (2, "roll")


def test_ship_without_dice_rises_after_a_loading_round_e25() -> None:
    """Goods cannot be loaded, as the ship left while the car was on its way to the port."""
    table = lay({"car": "martinez", "ship": {"flag": 2}, "has": {"0": {"peso": 20}}})
    loading = reported(table, (0, "drive", {"to": "port", "laps": 1}))
    assert (loading.phase, loading.ship.demand) == ("loading", None)
    action = GAME.read_action({"kind": "load_goods", "seat": 0, "good": "sugar", "amount": 1})
    refusal = legality.check(GAME, loading, action)
    assert refusal is not None
    assert refusal.code == "not_demanded"
    after = reported(loading, passed(0), passed(1))
    assert (after.ship.flag, after.phase) == (1, "roll")


def test_seventh_ship_ends_the_match_in_the_middle_of_a_round() -> None:
    ship = {"number": 7, "demand": {"sugar": 1, "citrus": 0, "tobacco": 0, "rum": 0}}
    table = lay({"ship": ship, "turn": {"phase": "loading", "waiting": [1, 0]}})
    after = reported(table, load(1, "sugar", 1))
    assert after.over
    assert GAME.awaiting(after) == ()
    assert GAME.outcome(after) is not None


def test_consented_action_out_of_turn_leaves_the_turn_unchanged() -> None:
    table = lay({"car": "miguel", "turn": {"phase": "visit"}})
    action = GAME.read_action({"kind": "use_bank", "seat": 1})
    after, _ = GAME.apply(table, action)
    assert after.pesos(1) == 5
    assert after.turn == table.turn


# What each seat sees


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_seat_sees_only_its_own_holdings(viewer: int | None) -> None:
    view = GAME.public_view(start(3), viewer)
    for seat in range(3):
        assert (view.seats[seat].hidden is not None) == (seat == viewer)
    assert "peso" not in view.supply


def test_open_table_and_finished_match_show_all_holdings() -> None:
    for state in (start(3, hidden_holdings="open"), lay({"over": True})):
        view = GAME.public_view(state, None)
        assert all(seat.hidden is not None for seat in view.seats)
        assert not any(line.hidden for line in GAME.score(state))
    assert all(line.hidden for line in GAME.score(start(3)))


def test_answers_to_a_draft_do_not_depend_on_hidden_holdings() -> None:
    rich = {"1": dict.fromkeys((*GOODS, "peso", "point"), 2)}
    poor = {"1": dict.fromkeys((*GOODS, "peso", "point"), 0)}
    for turn in _turns():
        tables = [lay({**turn, "has": has}) for has in (rich, poor)]
        # The supply is public, so make it the same at both tables.
        tables = [_same_supply(table) for table in tables]
        assert _answers_to_drafts(tables[0]) == _answers_to_drafts(tables[1])


def _turns() -> list[dict[str, Any]]:
    uses = [k.removeprefix("use_") for k in GAME.action_models if k.startswith("use_")]
    uses.remove("own_building")
    building = [{"turn": {"seat": 1, "phase": "building", "using": use}} for use in uses]
    others: list[dict[str, Any]] = [
        {"turn": {"seat": 1, "phase": phase}} for phase in ("drive", "good", "lawyer", "visit")
    ]
    return [
        *building,
        *others,
        {"turn": {"phase": "tribute", "waiting": [1]}, "car": "zorro"},
        {"turn": {"phase": "loading", "waiting": [1, 0]}},
    ]


def _same_supply(state: State) -> State:
    moved = [
        Transfer(f"good:{good}", state.supply(good) - 4, SUPPLY, ADJUSTMENTS, "table.adjustment")
        for good in GOODS
    ]
    return GAME.with_ledger(state, state.ledger.post(moved))


def _answers_to_drafts(state: State) -> list[Any]:
    drafts = []
    for kind in GAME.action_models:
        first = Draft(kind, 1, {})
        drafts.append(first)
        name = legality.next_field(GAME, first)
        if name is None:
            continue
        for value in legality.values_to_try(GAME.candidates(state, first, name)):
            drafts.append(first.with_value(name, value))
    return [legality.check_draft(GAME, state, draft, private=False) for draft in drafts]


def test_form_offers_the_same_whatever_a_seat_holds() -> None:
    rich, poor = ({"1": dict.fromkeys((*DEMANDED, "peso"), n)} for n in (2, 0))
    for kind in GAME.action_models:
        draft = Draft(kind, 1, {"good": "sugar", "to": "maria", "aside": "rum"})
        for name in GAME.action_models[kind].form_fields():
            asked = [GAME.candidates(lay({"has": has}), draft, name) for has in (rich, poor)]
            assert asked[0] == asked[1]


def test_unknown_flower_is_asked_for_when_driving_there() -> None:
    table = lay({"unknown": ["flower.maria"]})
    asked = GAME.asks(table, Draft("drive", 0, {"to": "maria"}))
    assert [(ask.fact, ask.compulsory) for ask in asked] == [("flower.maria", False)]
    assert GAME.asks(table, Draft("drive", 0, {"to": "jose"})) == ()
    asleep = lay({"unknown": ["flower.maria"], "inactive": ["maria"]})
    assert GAME.asks(asleep, Draft("drive", 0, {"to": "maria"})) == ()


def test_unknown_flower_is_asked_for_again_when_the_pawn_goes_in() -> None:
    """Skipped while driving, it may keep a pawn from staying where all buildings are taken."""
    turn = {"phase": "visit"}
    unknown = lay({"unknown": ["flower.maria"], "car": "maria", "turn": turn})
    asked = GAME.asks(unknown, Draft("visit_building", 0, {}))
    assert [(ask.fact, ask.compulsory) for ask in asked] == [("flower.maria", False)]
    assert GAME.asks(lay({"car": "maria", "turn": turn}), Draft("visit_building", 0, {})) == ()


def test_giving_nothing_to_el_zorro_is_worded_as_a_negation() -> None:
    table = lay({"car": "zorro", "turn": {"phase": "tribute", "waiting": [1]}})
    wording = Wording(GAME.id, table.options.players, table.rulings)
    for what, said in (("nothing", "Beto no da nada a Ana"), ("peso", "Beto da 1\u00a0peso a Ana")):
        action = GAME.read_action({"kind": "give_to_zorro", "seat": 1, "what": what})
        assert said in wording.action_sentence("give_to_zorro", GAME.describe(table, action))


def test_visit_duty_under_an_unknown_flower_names_no_building() -> None:
    turn = {"phase": "visit"}
    pawns = {"0": "black_market", "1": "bank"}
    given = {"players": 3, "car": "maria", "turn": turn, "pawns": pawns}
    known = GAME.duties(lay(given))
    unsure = GAME.duties(lay({**given, "unknown": ["flower.maria"]}))
    blocked = {**given, "pawns": {**pawns, "2": "cigar_factory"}, "unknown": ["flower.maria"]}
    codes = [due[0].code for due in (known, unsure, GAME.duties(lay(blocked)))]
    assert codes == ["visit_due", "visit_unsure_due", "visit_or_stay_due"]


def test_flower_deducible_from_the_box_is_not_asked_for() -> None:
    table = lay({"unknown": ["flower.maria"], "facts": {"flower.martinez": "blue"}})
    assert table.colours("maria") == ("red",)
    assert GAME.asks(table, Draft("drive", 0, {"to": "maria"})) == ()


def test_every_gain_names_the_citizen_or_building_behind_it() -> None:
    """Payments and the owner's point name it, too."""
    wording, named = Wording(GAME.id, NAMES), set()
    for seed in range(4):
        for step in play(GAME, Random(seed), 200):
            for effect in step.effects:
                if not isinstance(effect, Transfer) or "building:" in effect.target:
                    continue
                chapter, _, rest = effect.rule.partition(".")
                if chapter in ("building", "citizen") and "building:" not in effect.source:
                    key = "stop" if chapter == "citizen" else "building"
                    assert effect.cause == Term(f"{key}.{rest}"), effect
                elif effect.rule == "visit.owner_point":
                    assert effect.cause == Term(f"building.{step.after.pawns[step.action.seat]}")
                else:
                    assert effect.cause is None, effect
                    continue
                named.add(wording.cause(effect.cause))
                if effect.rule != "citizen.zorro":
                    assert wording.cause(effect.cause) in wording.effect(effect), effect
    assert len(named) > 15


def test_consented_action_after_the_end_leaves_a_seat_awaited() -> None:
    """Matters when a correction takes the end back."""
    rng, tried = Random(3), 0
    over = _played_to_the_end(rng)
    for _ in range(400):
        action = any_action(GAME, over, rng)
        if legality.beyond_consent(GAME, over, action) or legality.fact_needed(GAME, over, action):
            continue
        after, _ = GAME.apply(over, action)
        tried += 1
        assert GAME.invariants(after) is not None
        (ship,) = (part for part in GAME.settables_of(after) if part.code == "ship")
        back = ship.set(after, str(after.ship.number))
        assert GAME.awaiting(back)
        assert GAME.duties(back)
    assert tried


def _played_to_the_end(rng: Random) -> State:
    state = start()
    while GAME.outcome(state) is None:
        action = legal_action(GAME, state, rng)
        assert action is not None
        state, _ = GAME.apply(state, action)
    return state


@pytest.mark.parametrize("named", [False, True])
def test_report_out_of_turn_is_certain_where_no_money_decides(named: bool) -> None:
    """The first step of the car is free: what another seat holds in secret is no matter."""
    state = lay({})
    to = next(stop for stop in state.stops if state.steps(stop, 0) == 1)
    draft = Draft("drive", 1, {"to": to} if named else {})
    refusal = legality.check_draft(GAME, state, draft, private=False)
    assert refusal is not None
    ways = remedies.find_remedies(GAME, state, draft, refusal, seen=()).remedies
    assert [way.certain for way in ways if way.remedy.code == OTHER_SEAT] == [True]
