"""Adjustments: what can be reckoned from the table follows what is set by hand.

`tests/contract/test_adjustments.py` tries every settable.
"""

from typing import Any

from companion.games.kingdom_of_solomon import GAME
from companion.kernel import legality
from companion.match.entries import Adjusted, Posted, Setting
from companion.match.steps import adjust
from tests.games.kingdom_of_solomon.sample import lay

ANA, BETO, CLARA = 0, 1, 2


def put(state: Any, code: str, value: object) -> Any:
    """Return the state after an adjustment."""
    settable = next(s for s in GAME.settables_of(state) if s.code == code)
    assert str(value) in settable.values(state)
    return settable.set(state, str(value))


def legal(state: Any, **report: Any) -> bool:
    return legality.check(GAME, state, GAME.read_action(report)) is None


RESOLVING = {
    "players": 3,
    "phase": "resolution",
    "pawns": {0: ["territory.t1"], 1: ["territory.t2"], 2: ["territory.t3"]},
}


def test_order_tokens_moved_by_hand_change_who_resolves_next() -> None:
    state = put(lay(RESOLVING), "order.0", CLARA)
    assert state.order == (CLARA, BETO, ANA)
    assert (state.due.seats, state.awaited) == ((CLARA, BETO, ANA), (CLARA,))


def test_by_ruling_order_tokens_moved_in_the_resolution_count_from_the_next_round() -> None:
    state = lay({**RESOLVING, "rulings": {"order_change": "next_round"}})
    state = put(state, "order.0", CLARA)
    assert (state.order, state.next_order) == ((ANA, BETO, CLARA), (CLARA, BETO, ANA))
    assert state.awaited == (ANA,)


def test_order_tokens_moved_by_hand_change_who_places_and_who_builds() -> None:
    placing = lay({"players": 3, "waiting": [2, 0, 1], "pawns": {0: ["territory.t1"]}})
    moved = put(placing, "order.1", CLARA)
    assert (moved.order, moved.due.seats) == ((ANA, CLARA, BETO), (CLARA, BETO, ANA))
    building = lay({"players": 3, "phase": "build", "waiting": [1, 2]})
    assert put(building, "order.1", CLARA).awaited == (CLARA,)


def test_order_tokens_moved_by_hand_turn_the_market_round() -> None:
    beginning = lay({"players": 3, "phase": "market"})
    assert put(beginning, "order.2", ANA).due.seats == (ANA, BETO, CLARA)
    under_way = lay({"players": 3, "phase": "market", "waiting": [1, 0, 2]})
    assert put(under_way, "order.2", ANA).due.seats == (BETO, CLARA, ANA)


def test_artisan_follows_the_turn_that_is_set() -> None:
    state = lay(
        {
            **RESOLVING,
            "pawns": {0: ["territory.t1"], 1: ["territory.t2", "action.artisan"]},
            "stood": ["territory.t1"],
        }
    )
    state = put(put(state, "phase", "market"), "phase", "resolution")
    state = put(state, "turn", BETO)
    assert state.stood_by(BETO) == ("territory.t2",)
    assert legal(state, kind="collect_all", seat=BETO, spaces=["territory.t2"])
    state, _ = GAME.apply(
        state,
        GAME.read_action({"kind": "collect_all", "seat": BETO, "spaces": ["territory.t2"]}),
    )
    used: dict[str, Any] = {"kind": "use_space", "seat": BETO, "space": "action.artisan"}
    assert legal(state, **used, at="territory.t2", take=["timber"])
    assert not legal(state, **used, at="territory.t1", take=["stone"])


def test_artisan_follows_a_pawn_that_is_set() -> None:
    state = lay({**RESOLVING, "pawns": {0: ["action.artisan"]}})
    assert state.stood_by(ANA) == ()
    state = put(state, "pawn.territory.t4", ANA)
    assert state.stood_by(ANA) == ("territory.t4",)
    assert put(state, "pawn.territory.t4", "nobody").stood_by(ANA) == ()


FIVE = [f"territory.t{n}" for n in range(1, 6)]


def test_high_priest_set_by_hand_takes_no_building_off_the_map() -> None:
    state = lay({"players": 2, "phase": "build", "palaces": {0: FIVE}, "tokens": {0: 1}})
    assert state.ends == "palaces"
    after = put(state, "priest", ANA)
    assert (after.priest, after.pieces, after.ends) == (ANA, (5, 0), "palaces")
    assert GAME.invariants(after) == ()
    freed = put(after, "priest", "nobody")
    assert (freed.priest, freed.pawns(ANA), freed.pieces) == (None, 6, (5, 0))


def test_building_set_by_hand_leaves_the_high_priest_marked() -> None:
    state = lay({"players": 2, "palaces": {0: FIVE[:4]}, "tokens": {0: 1}, "priest": 0})
    after = put(state, "palace.territory.t7", ANA)
    assert (after.pieces[ANA], after.priest) == (5, ANA)


def test_tokens_that_do_not_match_the_high_priest_are_a_problem_with_its_fix() -> None:
    state = lay({"players": 3, "tokens": {0: 1, 1: 2}, "priest": 0})
    (problem,) = GAME.invariants(state)
    assert problem.code == "priest_with_fewer"
    assert [fix.settings for fix in problem.fixes] == [(("priest", "1"),)]
    assert GAME.invariants(put(state, "priest", BETO)) == ()


def test_card_that_changes_the_order_counts_at_once_in_any_phase() -> None:
    facts = {"fortune.4.lines": [["first"]]}
    given = {"players": 3, "phase": "build", "waiting": [1, 2], "facts": facts}
    state = lay({**given, "has": {2: {"fortune": 1}}})
    act = GAME.read_action({"kind": "play_fortune", "seat": CLARA, "card": "fortune.4"})
    after, _ = GAME.apply(state, act)
    assert (after.order, after.awaited) == ((CLARA, ANA, BETO), (CLARA,))
    older = act.model_copy(update={"edition": 2})
    assert GAME.apply(state, older)[0].awaited == (BETO,)


def adjusted(state: Any, *settings: tuple[str, object]) -> Any:
    """Return the state after an adjustment as a table records it."""
    body = Adjusted(settings=tuple(Setting(code=c, value=str(v)) for c, v in settings))
    done = adjust(GAME, state, body)
    assert not isinstance(done, str)
    return done[0]


def test_pawn_set_by_hand_changes_who_still_places() -> None:
    placing = lay({"players": 2, "waiting": [0, 1], "pawns": {0: FIVE[:4], 1: FIVE[4:]}})
    assert placing.pawns(ANA) == 2
    moved = adjusted(placing, ("pawn.territory.t10", ANA), ("pawn.territory.t11", ANA))
    assert moved.pawns(ANA) == 0
    assert moved.due.seats == (BETO,)
    assert adjusted(moved, ("pawn.territory.t10", "nobody")).due.seats == (BETO, ANA)


def test_pawn_set_by_hand_changes_who_still_resolves() -> None:
    state = lay(RESOLVING)
    gone = adjusted(state, ("pawn.territory.t1", "nobody"))
    assert gone.due.seats == (BETO, CLARA)
    assert adjusted(gone, ("pawn.territory.t6", ANA)).due.seats == (ANA, BETO, CLARA)


def test_last_pawn_taken_away_by_hand_does_not_end_the_resolution() -> None:
    state = lay({"players": 3, "phase": "resolution", "pawns": {1: ["territory.t2"]}})
    gone = adjusted(state, ("pawn.territory.t2", "nobody"))
    assert gone.phase == "resolution"
    assert adjusted(gone, ("pawn.territory.t3", BETO)).awaited == (BETO,)


def dealt(state: Any, seat: int, number: int) -> Any:
    """Return the state after some fortune cards turn out to be in a hand, as a table records it."""
    postings = (
        Posted(account=f"seat:{seat}", item="fortune", amount=number),
        Posted(account="fortunes", item="fortune", amount=-number),
    )
    done = adjust(GAME, state, Adjusted(postings=postings))
    assert not isinstance(done, str)
    return done[0]


def test_whoever_turns_out_to_have_too_many_cards_discards_too() -> None:
    state = lay({"phase": "trim", "has": {0: {"fortune": 5}}, "waiting": [ANA]})
    assert dealt(state, CLARA, 4).due.seats == (ANA, CLARA)
    assert dealt(state, CLARA, 3).due.seats == (ANA,)
    assert dealt(state, ANA, -1).due.seats == (ANA,)


def test_whoever_turns_out_to_have_a_card_at_the_end_may_show_it() -> None:
    state = lay({"phase": "reveal", "has": {0: {"fortune": 1}, 1: {"fortune": 1}}, "waiting": [1]})
    assert dealt(state, CLARA, 1).due.seats == (BETO, CLARA)
    # Ana has said that she shows no more.
    assert dealt(state, ANA, 1).due.seats == (BETO,)


def ruled(state: Any, number: str) -> Any:
    return GAME.with_rulings(state, {**state.rulings, "pawns_with_four": number})


def hands(state: Any) -> list[int]:
    return [state.pawns(seat) for seat in range(state.players)]


def test_pawns_of_four_people_follow_the_reading_before_anybody_places() -> None:
    state = lay({"players": 4})
    assert hands(ruled(state, "4")) == [4, 4, 4, 4]
    assert hands(ruled(ruled(state, "4"), "5")) == [5, 5, 5, 5]
    assert hands(ruled(lay({"players": 3}), "4")) == [6, 6, 6]


def test_pawns_on_the_board_stay_until_the_next_round_whatever_is_ruled() -> None:
    state = lay({"players": 4, "pawns": {0: ["territory.t1"]}})
    changed = ruled(state, "4")
    assert hands(changed) == hands(state)
    assert not legality.problems(GAME, changed)
