"""Hidden cards: a known card stays known until it can have moved, and no longer."""

from companion.games.blue_moon import GAME
from companion.games.blue_moon.catalogue import CARDS, PREPARED
from companion.games.blue_moon.state import DISCARD, HAND, State
from companion.games.blue_moon.table import settables_in
from companion.kernel import legality
from tests.games.blue_moon.sample import lay

THROWN = ["mimix_09", "mimix_25", "mimix_26"]


def _after_the_afterlife() -> State:
    """Return a state where two random cards were taken from a discard pile of three."""
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


def test_card_taken_at_random_may_be_in_the_hand_or_the_pile() -> None:
    state = _after_the_afterlife()
    assert (state.hand(0), state.count(0, DISCARD)) == (8, 1)
    assert state.known(0, DISCARD) == ()
    assert state.known(0, HAND) == ("mimix_13",)
    for name in THROWN:
        assert state.known_place(0, name) is None
        assert name in state.playable(0)
        assert name in state.may_lie(0, DISCARD)
    # A leadership card never lies in the discard pile.
    assert "mimix_30" in state.playable(0)
    assert "mimix_30" not in state.may_lie(0, DISCARD)
    assert GAME.invariants(state) == ()


def test_adjustment_of_the_pile_makes_its_cards_known() -> None:
    state = _after_the_afterlife()
    where = next(s for s in settables_in(state) if s.code == "where.0.mimix_25")
    adjusted = where.set(state, DISCARD)
    assert (adjusted.hand(0), adjusted.count(0, DISCARD)) == (8, 1)
    assert adjusted.known(0, DISCARD) == ("mimix_25",)
    # The rest of the pile is known, so all other cards are in the hand or the deck.
    assert "mimix_25" not in adjusted.playable(0)
    assert adjusted.may_lie(0, DISCARD) == ("mimix_25",)
    assert GAME.invariants(adjusted) == ()


# Face-down cards

BLUFFS = [name for name in PREPARED["buka"] if CARDS[name].bluff is not None]


def _facing_a_bluff(**given: object) -> State:
    """Return a state where Ana has one card face down and announces."""
    return lay(
        {
            "decks": ["buka", "hoax"],
            "combat": {1: ["hoax_04"]},
            "played": [
                {"kind": "play_cards", "seat": 0, "cards": ["buka_01"]},
                {"kind": "play_bluff", "seat": 0},
                {"kind": "announce", "seat": 0},
            ],
            **given,
        }
    )


def test_card_face_down_may_be_any_unseen_bluff_card() -> None:
    state = _facing_a_bluff()
    assert set(BLUFFS) <= set(state.unseen(0))
    assert set(BLUFFS) <= set(state.playable(0))
    assert all(state.known_place(0, name) is None for name in BLUFFS)
    seen = GAME.public_view(state, 0)
    assert seen == GAME.public_view(state, 1)
    assert seen.seats[0].support == ("bluff_1",)


def test_last_unseen_bluff_card_must_be_the_one_face_down() -> None:
    *others, last = BLUFFS
    state = _facing_a_bluff(discard={0: others})
    assert last in state.unseen(0)
    assert last not in state.playable(0)
    report = {"kind": "play_cards", "seat": 0, "cards": [last]}
    refusal = legality.check(GAME, _turn_of_ana(state), GAME.read_action(report))
    assert refusal is not None
    assert refusal.code == "not_in_hand"


def _turn_of_ana(state: State) -> State:
    for report in (
        {"kind": "trust_bluff", "seat": 1},
        {"kind": "play_cards", "seat": 1, "cards": ["mutant_105"]},
        {"kind": "announce", "seat": 1},
    ):
        state, _ = GAME.apply(state, GAME.read_action(report))
    return state


def test_adjustment_sets_cards_face_down_and_cargo_of_ships() -> None:
    state = lay({"decks": ["buka", "hoax"], "influence": {0: ["buka_28", "buka_30"]}})

    def put(at: State, part: str, value: str) -> State:
        settable = next(s for s in settables_in(at) if s.code == part)
        assert value in settable.values(at)
        after = settable.set(at, value)
        assert settable.current(after) == value
        assert GAME.invariants(after) == ()
        return after

    laid = put(state, "face_down.0", "3")
    assert (len(laid.face_down(0)), laid.hand(0)) == (3, 3)
    assert put(laid, "face_down.0", "1").hand(0) == 5
    aboard = put(put(state, "where.0.buka_04", "buka_30"), "where.0.buka_05", "buka_28")
    assert (aboard.cargo(0, "buka_28"), aboard.cargo(0, "buka_30")) == (("buka_05",), ("buka_04",))
    # A ship that is removed takes its cargo with it.
    gone = put(aboard, "where.0.buka_28", "discard")
    assert gone.ships(0) == ("buka_30",)
    assert gone.known_place(0, "buka_05") is None
    # No card is loaded where there is no room.
    full = put(aboard, "where.0.buka_06", "buka_28")
    where = next(s for s in settables_in(full) if s.code == "where.0.buka_07")
    assert "buka_28" not in where.values(full)
    assert "buka_30" in where.values(full)
