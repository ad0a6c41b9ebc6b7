"""What is known of a card is known until it cannot be, and no longer."""

from companion.games.blue_moon import GAME
from companion.games.blue_moon.state import DISCARD, HAND, State
from companion.games.blue_moon.table import settables_in
from tests.games.blue_moon.sample import lay

THROWN = ["mimix_09", "mimix_25", "mimix_26"]


def _after_the_afterlife() -> State:
    """Two cards were taken at random out of a discard pile of three."""
    return lay(
        {
            "decks": ["mimix", "hoax"],
            "known": {0: ["mimix_13"]},
            "discard": {0: THROWN},
            "played": [
                {"kind": "play_cards", "seat": 0, "cards": ["mimix_21"]},
                {"kind": "announce", "seat": 0},
                {"kind": "move_unseen", "seat": 0, "number": 2},
            ],
        }
    )


def test_what_was_taken_at_random_may_be_in_the_hand_or_in_the_pile() -> None:
    state = _after_the_afterlife()
    assert (state.hand(0), state.count(0, DISCARD)) == (8, 1)
    assert state.known(0, DISCARD) == ()
    assert state.known(0, HAND) == ("mimix_13",)
    for name in THROWN:
        assert state.lies(0, name) is None
        assert name in state.playable(0)
        assert name in state.may_lie(0, DISCARD)
    # Leadership never lies there.
    assert "mimix_30" in state.playable(0)
    assert "mimix_30" not in state.may_lie(0, DISCARD)
    assert GAME.invariants(state) == ()


def test_a_table_that_looks_into_the_pile_says_what_is_there() -> None:
    state = _after_the_afterlife()
    where = next(s for s in settables_in(state) if s.code == "where.0.mimix_25")
    told = where.set(state, DISCARD)
    assert (told.hand(0), told.count(0, DISCARD)) == (8, 1)
    assert told.known(0, DISCARD) == ("mimix_25",)
    # All that is left of the pile is known: the others are in the hand or the deck.
    assert "mimix_25" not in told.playable(0)
    assert told.may_lie(0, DISCARD) == ("mimix_25",)
    assert GAME.invariants(told) == ()
