"""Whole turns, where one report affects the next."""

from collections import Counter
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.blue_moon_city.state import State
from companion.kernel import legality
from companion.kernel.refusal import Refusal
from tests.games.blue_moon_city.sample import GAME_ID, lay
from tests.games.random_play import play

GAME = GAMES[GAME_ID]


def report(state: State, kind: str, seat: int = 0, **fields: Any) -> State:
    """Return the state after a legal report."""
    action = GAME.read_action({"kind": kind, "seat": seat, **fields})
    refusal = legality.check(GAME, state, action)
    assert refusal is None, refusal
    after: State = GAME.apply(state, action)[0]
    assert GAME.invariants(after) == ()
    return after


def refused(state: State, kind: str, seat: int = 0, **fields: Any) -> Refusal:
    """Return the refusal of a report."""
    refusal = legality.check(GAME, state, GAME.read_action({"kind": kind, "seat": seat, **fields}))
    assert refusal is not None
    return refusal


def test_worked_turn_of_the_rulebook_has_its_numbers() -> None:
    """Purple (seat 0) goes from the Posada, over the Markethall, to the Universidad."""
    state = lay(
        {
            "city": "worked_turn",
            "finished": ["fire_temple", "market_hall"],
            "figures": {"0": "hospice"},
            "dragons": {"terrah": "university"},
            "stones": {"university": [-1, 1]},
        }
    )
    state = report(state, "move_figure", to="university")
    state = report(state, "move_dragon", dragon="aqua", card="blue:1", to="university")
    state = report(state, "place_stone", section=0, cards=["white:2", "white:3"])
    assert (state.scales(0), state.crystals(0)) == (3, 4)
    assert (state.scales(1), state.crystals(1)) == (0, 4)
    assert state.ledger.balance("aside:0", "card") == 2
    assert state.hand_size(1) == 10
    assert "university" in state.finished
    assert state.standing(0) == "university"
    assert state.dragons_on("university") == 2
    before = state.hand_size(0)
    state = report(state, "finish_turn", discards=["card", "card"])
    # Two discarded, four drawn, and the two set aside.
    assert state.hand_size(0) == before - 2 + 4 + 2
    assert state.turn.seat == 1


def test_dragon_pays_once_a_turn_and_again_in_the_next() -> None:
    state = lay({"figures": {"0": "thermae", "1": "thermae"}, "dragons": {"aqua": "thermae"}})
    state = report(state, "place_stone", section=0, cards=["blue:3"])
    assert state.scales(0) == 1
    state = report(state, "place_stone", section=1, cards=["blue:2"])
    assert state.scales(0) == 1
    state = report(state, "finish_turn")
    state = report(state, "place_stone", seat=1, section=2, cards=["blue:2"])
    assert state.scales(1) == 1


def test_figure_and_dragons_move_in_any_order_within_two_steps() -> None:
    state = lay({})
    state = report(state, "move_figure", to="fire_temple")
    state = report(state, "move_dragon", dragon="vulca", card="black:1", to="thermae")
    state = report(state, "move_dragon", dragon="vulca", card="black:2", to="university")
    state = report(state, "move_figure", to="university")
    assert refused(state, "move_figure", to="thermae").code == "steps_used_up"
    state = report(state, "move_figure", to="thermae", cards=["grey:2"])
    state = report(state, "move_figure", to="flight_tower")
    assert refused(state, "move_figure", to="mill").code == "steps_used_up"


def test_three_offerings_in_a_turn_cost_their_prices() -> None:
    state = lay({"crystals": {"0": 25}})
    state = report(state, "make_offering")
    state = report(state, "make_offering", card="yellow:1")
    state = report(state, "make_offering", card="yellow:2")
    # The price is 7, then 7 plus 1, then 8 plus 2.
    assert state.crystals(0) == 0
    assert state.offerings(0) == 3
    assert refused(state, "move_figure", to="mill").code == "movement_over"
    state = report(state, "finish_turn")
    assert state.quiet_turns == 0


def test_yellow_card_alone_leaves_the_normal_offering() -> None:
    rulings = {"yellow_needs_a_normal_offering_first": "no"}
    state = lay({"crystals": {"0": 25}, "rulings": rulings})
    state = report(state, "make_offering", card="yellow:1")
    state = report(state, "make_offering")
    assert refused(state, "make_offering").code == "second_normal_offering"


def test_owed_cards_are_drawn_once_there_are_some() -> None:
    rulings = {"deck_and_discard_empty": "owed"}
    state = lay({"deck": 0, "rulings": rulings, "hand": {"0": 3}})
    state = report(state, "finish_turn")
    assert state.owed_cards == (2, 0)
    assert state.hand_size(0) == 3
    state = report(state, "move_dragon", seat=1, dragon="aqua", card="blue:1", to="thermae")
    # Only the card just played is left: it is shuffled and drawn.
    assert state.hand_size(0) == 4
    assert state.owed_cards == (1, 0)


def test_lost_cards_are_not_drawn_later() -> None:
    state = report(lay({"deck": 0, "hand": {"0": 3}}), "finish_turn")
    assert state.owed_cards == (0, 0)


def test_reward_cards_of_others_wait_or_not_by_ruling() -> None:
    for reading, held in (("at_once", 9), ("aside", 8)):
        state = lay(
            {
                "figures": {"0": "royal_palace"},
                "stones": {"royal_palace": [1, 1, 0, -1]},
                "rulings": {"reward_cards_of_others": reading},
            }
        )
        state = report(state, "place_stone", section=3, cards=["red:3"])
        assert state.hand_size(1) == held
        state = report(state, "finish_turn")
        # Both seats have received it once the turn is over.
        assert state.hand_size(1) == 9
        assert state.hand_size(0) == 8 - 1 + 2 + 1


def test_quiet_rounds_count_from_the_last_stone_or_offering() -> None:
    state = lay({"figures": {"0": "thermae"}})
    for number in range(6):
        state = report(state, "finish_turn", seat=number % 2)
    assert "may_declare_stalemate" in {duty.code for duty in GAME.duties(state)}
    state = report(state, "place_stone", section=0, cards=["blue:3"])
    state = report(state, "finish_turn")
    assert state.quiet_turns == 0
    assert refused(state, "declare_stalemate", winners=[0]).code == "rounds_not_quiet"


def test_stone_or_offering_ends_the_quiet_rounds_at_once() -> None:
    quiet = {"quiet_turns": 6, "crystals": {"0": 7}}
    state = report(lay({**quiet, "figures": {"0": "thermae"}}), "move_figure", to="university")
    assert "may_declare_stalemate" in {duty.code for duty in GAME.duties(state)}
    built = report(state, "place_stone", section=1, cards=["white:2"])
    offered = report(lay(quiet), "make_offering")
    for state in (built, offered):
        assert "may_declare_stalemate" not in {duty.code for duty in GAME.duties(state)}
        assert refused(state, "declare_stalemate", winners=[0]).code == "rounds_not_quiet"


def test_finale_is_not_cut_short_by_earlier_quiet_rounds() -> None:
    state = lay({"all_finished": True, "quiet_turns": 6, "crystals": {"1": 7}})
    state = report(state, "close_city")
    assert refused(state, "declare_stalemate", winners=[0]).code == "rounds_not_quiet"
    state = report(state, "make_offering", seat=1)
    assert refused(state, "declare_stalemate", winners=[0]).code == "rounds_not_quiet"


def test_finale_goes_round_while_somebody_offers() -> None:
    state = lay({"all_finished": True, "crystals": {"0": 14, "1": 8}})
    state = report(state, "close_city")
    assert set(state.figures) == {"courtyard"}
    assert state.turn.seat == 1
    state = report(state, "make_offering", seat=1)
    state = report(state, "finish_turn", seat=1)
    state = report(state, "make_offering", seat=0)
    assert refused(state, "make_offering").code == "second_normal_offering"
    state = report(state, "finish_turn", seat=0)
    state = report(state, "finish_turn", seat=1)
    assert GAME.outcome(state) is None
    state = report(state, "finish_turn", seat=0)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "city_finished_by_crystals")


def test_finale_allows_any_number_of_offerings_by_ruling() -> None:
    rulings = {"finale_offerings": "any_number"}
    state = lay({"all_finished": True, "crystals": {"0": 14, "1": 8}, "rulings": rulings})
    state = report(state, "close_city")
    state = report(state, "make_offering", seat=1)
    state = report(state, "finish_turn", seat=1)
    state = report(state, "make_offering", seat=0)
    assert refused(state, "make_offering").code == "crystals_short"
    state = report(state, "finish_turn", seat=0)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (0,)


def test_first_turns_of_a_recorded_match_have_its_numbers() -> None:
    """Players build the fire temple: 5 and 3 by one, 4 by the other."""
    state = lay({"figures": {"0": "fire_temple"}, "dragons": {"aqua": "fire_temple"}})
    state = report(state, "place_stone", section=0, cards=["black:2", "black:3"])
    state = report(state, "finish_turn")
    state = report(state, "move_figure", seat=1, to="royal_palace")
    state = report(state, "move_dragon", seat=1, dragon="terrah", card="red:1", to="royal_palace")
    state = report(state, "place_stone", seat=1, section=3, cards=["yellow:3"])
    state = report(state, "finish_turn", seat=1)
    state = report(state, "place_stone", section=2, cards=["brown:1", "brown:2"])
    state = report(state, "finish_turn")
    state = report(state, "move_figure", seat=1, to="fire_temple")
    state = report(state, "move_dragon", seat=1, dragon="terrah", card="red:2", to="fire_temple")
    state = report(state, "place_stone", seat=1, section=1, cards=["black:2", "black:2"])
    # Two stones against one: the first seat is master builder. No neighbour is finished.
    assert (state.crystals(0), state.crystals(1)) == (4, 2)
    assert (state.scales(0), state.scales(1)) == (2, 3)


@pytest.mark.parametrize("kind", ["move_figure", "place_stone", "finish_turn"])
def test_consented_report_out_of_turn_leaves_the_turn_unchanged(kind: str) -> None:
    state = lay({"figures": {"1": "thermae"}})
    all_fields: dict[str, dict[str, Any]] = {
        "move_figure": {"to": "university"},
        "place_stone": {"section": 0, "cards": ["blue:3"]},
        "finish_turn": {},
    }
    fields = all_fields[kind]
    action = GAME.read_action({"kind": kind, "seat": 1, **fields})
    assert legality.beyond_consent(GAME, state, action) is None
    after, _ = GAME.apply(state, action)
    assert GAME.invariants(after) == ()
    if kind != "finish_turn":
        assert after.turn == state.turn


def test_adjusted_section_moves_its_stone() -> None:
    state = lay({})
    settable = next(s for s in GAME.settables_of(state) if s.code == "section.university.0")
    after = settable.set(state, "1")
    assert after.ledger.balance("tile:university", "stone:1") == 1
    assert GAME.invariants(after) == ()
    assert settable.set(after, "nobody").ledger == state.ledger


def verdicts(state: State, kind: str, seat: int = 0, **fields: Any) -> dict[str, str]:
    """Return the verdict of the doubt list by condition."""
    action = GAME.read_action({"kind": kind, "seat": seat, **fields})
    return {line.code: str(line.verdict) for line in legality.explain(GAME, state, action)}


@pytest.mark.parametrize("seat", [0, 1])
def test_too_long_move_fails_in_turn_and_out_of_turn(seat: int) -> None:
    far = verdicts(lay({"figures": {"0": "mill", "1": "mill"}}), "move_figure", seat, to="citadel")
    assert far["too_far"] == "fails"
    assert far["not_your_turn"] == ("fails" if seat else "holds")
    near = verdicts(lay({}), "move_figure", seat, to="university")
    assert near["too_far"] == near["diagonal_step"] == "holds"


def test_offering_of_one_seat_does_not_count_for_another() -> None:
    offered = lay({"turn": {"phase": "build", "offerings": 1}, "crystals": {"1": 9}})
    said = verdicts(offered, "make_offering", 1)
    assert (said["not_your_turn"], said["second_normal_offering"]) == ("fails", "holds")


def test_condition_lifted_by_a_ruling_is_moot() -> None:
    mixed = ["blue:2", "brown:1", "brown:1", "green:1"]
    state = lay({"figures": {"0": "water_temple"}})
    assert (
        verdicts(state, "place_stone", section=0, cards=mixed)["substitutions_combined"] == "moot"
    )
    read_no = lay({"figures": {"0": "water_temple"}, "rulings": {"substitutions_combined": "no"}})
    paid = verdicts(read_no, "place_stone", section=2, cards=["brown:1", "brown:1"])
    assert paid["substitutions_combined"] == "holds"
    assert (
        verdicts(state, "place_stone", section=2, cards=["blue:3"])["palace_two_colours"] == "moot"
    )
    after_flight = lay({"figures": {"0": "mill"}, "turn": {"flights": 1}})
    assert verdicts(after_flight, "move_figure", to="thermae")["flight_with_steps"] == "moot"


def test_every_needless_grey_card_is_noted_and_no_other() -> None:
    """Against trying each move with fewer cards, by every rule, in random positions."""
    rng, noted = Random(3), Counter[bool]()
    for step in islice(play(GAME, rng, 400), 0, None, 4):
        state, seat = step.after, step.after.turn.seat
        for cards in (("grey:1",), ("grey:2",), ("grey:1", "grey:2"), ("grey:2", "grey:2")):
            to = rng.choice(state.layout)
            report = {"kind": "move_figure", "seat": seat, "to": to, "cards": cards}
            answer = legality.judge(GAME, state, GAME.read_action(report))
            if answer.refusal:
                continue
            fewer = [bag for size in range(len(cards)) for bag in combinations(cards, size)]
            reports = [GAME.read_action({**report, "cards": bag}) for bag in fewer]
            needless = any(legality.judge(GAME, state, one).refusal is None for one in reports)
            assert needless == any(note.code == "needless_grey" for note in answer.notes), report
            noted[needless] += 1
    assert noted[True] > 9 < noted[False], noted
