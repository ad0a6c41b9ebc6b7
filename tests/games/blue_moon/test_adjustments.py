"""Adjustments: decisions about cards that are taken away by hand end.

`tests/contract/test_adjustments.py` tries every settable.
"""

from typing import Any

import pytest

from companion.games.blue_moon import GAME
from companion.kernel import legality
from companion.match.entries import Adjusted, Setting
from companion.match.steps import adjust
from tests.games.blue_moon.sample import lay

ANNOUNCED: dict[str, Any] = {
    "decks": ["buka", "hoax"],
    "combat": {"1": ["hoax_04"]},
    "face_down": {"0": 1},
    "played": [
        {"kind": "play_cards", "seat": 0, "cards": ["buka_01"]},
        {"kind": "announce", "seat": 0},
    ],
}


def adjusted(state: Any, code: str, value: object) -> Any:
    """Return the state after an adjustment as a table records it."""
    done = adjust(GAME, state, Adjusted(settings=(Setting(code=code, value=str(value)),)))
    assert not isinstance(done, str)
    after, effects = done
    moved = tuple(effect for effect in effects if effect.rule != "table.adjustment")
    return after, moved


def test_call_ends_with_the_last_card_that_lay_face_down() -> None:
    state = lay({**ANNOUNCED, "hand": {"0": 4}})
    assert (state.due.code, state.awaited) == ("bluff_faced", (1,))
    after, moved = adjusted(state, "face_down.0", 0)
    # The turn goes on: the hand is filled up, and it is the other seat's turn.
    assert (after.due.code, after.awaited, after.turn.seat) == ("turn", (1,), 1)
    assert moved
    assert GAME.invariants(after) == ()


def test_call_stays_while_a_card_lies_face_down() -> None:
    state = lay({**ANNOUNCED, "face_down": {"0": 2}})
    after, moved = adjusted(state, "face_down.0", 1)
    assert (after.due.code, after.awaited, moved) == ("bluff_faced", (1,), ())


@pytest.mark.parametrize(("lay_down", "number"), [(1, 2), (2, 1), (2, 3)])
def test_whoever_was_called_shows_what_lies_face_down_now(lay_down: int, number: int) -> None:
    call = {"kind": "call_bluff", "seat": 1}
    played = [*ANNOUNCED["played"], call]
    state = lay({**ANNOUNCED, "face_down": {"0": lay_down}, "hand": {"0": 4}, "played": played})
    assert (state.due.code, state.due.of("number")) == ("bluffs_to_show", lay_down)
    after, moved = adjusted(state, "face_down.0", number)
    assert (after.due.code, after.due.of("number"), moved) == ("bluffs_to_show", number, ())
    cards = ["buka_07", "buka_08", "buka_09"]
    for shown, verdict in ((lay_down, "refused"), (number, "legal")):
        report = {"kind": "show_bluffs", "seat": 0, "cards": cards[:shown]}
        judgement = legality.judge(GAME, after, GAME.read_action(report))
        assert judgement.verdict == verdict, judgement


def test_call_that_finds_nothing_face_down_any_more_ends() -> None:
    played = [*ANNOUNCED["played"], {"kind": "call_bluff", "seat": 1}]
    state = lay({**ANNOUNCED, "hand": {"0": 4}, "played": played})
    after, _ = adjusted(state, "face_down.0", 0)
    assert (after.due.code, after.awaited) == ("turn", (1,))


def test_text_ends_with_its_ship_that_is_taken_away() -> None:
    decks = ["buka", "hoax"]
    ship = {"kind": "play_cards", "seat": 0, "cards": ["buka_29"]}
    state = lay({"decks": decks, "combat": {"1": ["hoax_04"]}, "played": [ship]})
    assert state.due.code == "text"
    after, _ = adjusted(state, "where.0.buka_29", "hand")
    assert (after.due.code, after.awaited) == ("turn", (0,))


def test_rival_discards_nothing_more_once_the_hand_is_small_enough() -> None:
    water = {"kind": "play_cards", "seat": 0, "cards": ["aqua_29"]}
    state = lay({"decks": ["aqua", "vulca"], "hand": {"1": 6}, "played": [water]})
    assert state.awaited == (1,)
    after, _ = adjusted(state, "where.1.vulca_08", "combat")
    assert (after.due.code, after.awaited) == ("turn", (0,))


def test_card_set_into_an_empty_hand_comes_from_the_deck() -> None:
    state = lay({"hand": {"0": 0}})
    deck = state.deck(0)
    after, _ = adjusted(state, "where.0.vulca_08", "hand")
    assert (after.hand(0), after.deck(0)) == (1, deck - 1)
    playing = GAME.read_action({"kind": "play_cards", "seat": 0, "cards": ["vulca_08"]})
    assert legality.check(GAME, after, playing) is None
    assert GAME.invariants(GAME.apply(after, playing)[0]) == ()
