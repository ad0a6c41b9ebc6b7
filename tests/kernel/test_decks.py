"""Decks and partly known hands, compared with a table where every card has its face."""

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from companion.kernel.pieces.decks import (
    Deck,
    draw,
    move_hidden,
    move_shown,
    reshuffle,
)
from companion.kernel.pieces.ledger import Happening, Ledger, Reveal
from companion.kernel.play import Play

DECK = Deck("card", "deck", "discard", "draw.reshuffle", "reshuffled", "carta")
FACES = ("card:red", "card:blue")
PLACES = ("deck", "discard", "seat:0", "seat:1")


@dataclass(frozen=True)
class State:
    """State that holds only a ledger."""

    ledger: Ledger


def _play(balances: dict[tuple[str, str], int]) -> Play[State]:
    return Play(State(Ledger(balances)))


def _held(play: Play[State], account: str) -> dict[str, int]:
    return play.state.ledger.held(account)


def test_draw_reshuffles_once_when_the_deck_runs_out() -> None:
    play = _play({("deck", "card"): 2, ("discard", "card:red"): 3, ("discard", "card"): 1})
    assert draw(play, DECK, 4, "seat:0", "draw") == 0
    assert _held(play, "seat:0") == {"card": 4}
    assert _held(play, "deck") == {"card": 2}
    assert _held(play, "discard") == {}
    said = [effect.code for effect in play.effects if isinstance(effect, Happening)]
    assert said == ["reshuffled"]


def test_draw_returns_the_number_of_missing_cards() -> None:
    play = _play({("deck", "card"): 1, ("discard", "card:red"): 1})
    assert draw(play, DECK, 5, "seat:0", "draw") == 3
    assert _held(play, "seat:0") == {"card": 2}
    assert not reshuffle(play, DECK)


def test_known_card_is_not_revealed_again() -> None:
    play = _play({("seat:0", "card"): 3, ("seat:0", "card:red"): 1})
    move_shown(play, ["card:red", "card:red", "card:blue"], "seat:0", "discard", "play")
    assert _held(play, "seat:0") == {"card": 1}
    assert _held(play, "discard") == {"card:red": 2, "card:blue": 1}
    turned = {e.shown: e.amount for e in play.effects if isinstance(e, Reveal)}
    assert turned == {"card:red": 1, "card:blue": 1}


def test_card_laid_face_down_stays_unknown() -> None:
    play = _play({("seat:0", "card"): 2})
    move_shown(play, ["card"], "seat:0", "discard", "play")
    assert _held(play, "discard") == {"card": 1}


def test_hand_that_gives_a_hidden_card_becomes_unknown() -> None:
    play = _play({("seat:0", "card"): 1, ("seat:0", "card:red"): 2})
    move_hidden(play, "card", 1, "seat:0", "seat:1", "give")
    assert _held(play, "seat:0") == {"card": 2}
    assert _held(play, "seat:1") == {"card": 1}


def test_hand_that_moves_whole_keeps_its_known_cards() -> None:
    play = _play({("seat:0", "card"): 1, ("seat:0", "card:red"): 2})
    move_hidden(play, "card", 3, "seat:0", "seat:1", "give")
    assert _held(play, "seat:0") == {}
    assert _held(play, "seat:1") == {"card": 1, "card:red": 2}


@pytest.mark.parametrize("seed", range(40))
def test_ledger_knows_only_cards_that_are_really_there(seed: int) -> None:
    """Real cards move as reported; the ledger has as many in each place and no other face."""
    rng = Random(seed)
    real = {place: Counter[str]() for place in PLACES}
    real["deck"] = Counter({face: rng.randint(2, 6) for face in FACES})
    play = _play({("deck", "card"): real["deck"].total()})
    for _ in range(60):
        source, target = rng.sample(("seat:0", "seat:1", "discard"), 2)
        if rng.random() < 0.4:
            seat = rng.choice(("seat:0", "seat:1"))
            wanted = rng.randint(1, 4)
            missing = draw(play, DECK, wanted, seat, "draw")
            left = wanted - missing
            while left:
                if not real["deck"]:
                    real["deck"], real["discard"] = real["discard"], Counter()
                card = rng.choice(sorted(real["deck"].elements()))
                real["deck"] -= Counter([card])
                real[seat] += Counter([card])
                left -= 1
        else:
            there = sorted(real[source].elements())
            going = rng.sample(there, rng.randint(0, len(there)))
            if rng.random() < 0.5:
                move_shown(play, going, source, target, "play")
            else:
                move_hidden(play, "card", len(going), source, target, "give")
            real[source] -= Counter(going)
            real[target] += Counter(going)
        for place, cards in real.items():
            held = _held(play, place)
            assert sum(held.values()) == cards.total()
            assert all(n >= 0 for n in held.values())
            assert all(cards[face] >= held.get(face, 0) for face in FACES)
