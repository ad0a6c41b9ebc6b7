"""Sample tables: decks drawn at random, and a layout of a table."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.blue_moon import GAME
from companion.games.blue_moon.catalogue import CARD, CARDS, DECKS, PREPARED, BlueMoonOptions
from companion.games.blue_moon.state import (
    AID,
    AT,
    BOARD,
    COMBAT,
    CRYSTAL,
    DECK,
    DISCARD,
    DRAGON,
    HAND,
    LAID,
    LEADER,
    SEATS,
    SHIPS,
    State,
    Turn,
    setup,
    turn_of,
)
from companion.kernel.box.facts import FactValue
from companion.kernel.pieces.ledger import SUPPLY, Reveal, Transfer
from companion.kernel.play import frozen
from companion.rulebook.loader import load
from tests.games.cases import played

GAME_ID = "blue_moon"
NAMES = ("Ana", "Beto")
DATA = load(GAME_ID)
RULE = "table.adjustment"

WEIGHTS = dict.fromkeys(GAME.action_models, 1.0) | {
    "play_cards": 4.0,
    "announce": 4.0,
    "retreat": 0.5,
    "decline": 0.3,
    "skip": 0.4,
}
"""Weight of each kind of action in random play."""

ALL = tuple(card for deck in DECKS for card in PREPARED[deck])


def built(rng: Random, people: str) -> tuple[str, ...]:
    """Return a deck of thirty cards, with no more foreign moons than its leader allows."""
    while True:
        cards = tuple(rng.sample(ALL, 30))
        if sum(CARDS[c].moons for c in cards if CARDS[c].people != people) <= 10:
            return cards
        own = [c for c in ALL if CARDS[c].people == people]
        foreign = sorted((c for c in ALL if c not in own), key=lambda c: (CARDS[c].moons, c))
        rng.shuffle(own)
        return (*own, *foreign)[:30] if len(own) < 30 else tuple(own[:30])


def table(rng: Random) -> tuple[BlueMoonOptions, dict[str, FactValue], dict[str, str]]:
    """Return options, box and rulings drawn at random, good for a match."""
    # Draw the Buka more often, about every third table: they have rules that no other people has.
    decks = (rng.choice((*DECKS, "buka", "buka")), rng.choice(DECKS))
    own = tuple(built(rng, people) if rng.random() < 0.3 else () for people in decks)
    options = BlueMoonOptions(
        players=NAMES,
        first_seat=rng.randrange(2),
        decks=decks,
        built=own if any(own) else (),
        series=rng.random() < 0.3,
    )
    rulings = {ruling.id: rng.choice(ruling.readings) for ruling in DATA.rulings}
    return options, DATA.default_facts(), rulings


def start(**rulings: str) -> State:
    """Return the first state of a game of Vulca against Hoax."""
    return lay({"rulings": rulings, "new": True})


def lay(given: Mapping[str, Any]) -> State:
    """Return the state that a case describes: Ana with the Vulca against Beto with the Hoax.

    It is Ana's turn in a fight of fire that she did not open, unless `new`, `opening`, `turn` or
    `element` say otherwise. By seat, `combat`, `covered`, `support`, `leader`, `discard`, `known`
    and `influence` list the cards that lie there, each ship before its cargo; `face_down` gives the
    number of cards face down; `hand` and `deck` the total number of cards. `dragons`, `crystals`;
    `played`: earlier reports, all of them legal.
    """
    options = BlueMoonOptions(
        players=NAMES,
        first_seat=given.get("first", 0),
        decks=tuple(given.get("decks", ("vulca", "hoax"))),
        built=tuple(tuple(cards) for cards in given.get("built", ())),
        series=given.get("series", False),
    )
    facts = DATA.default_facts() | given.get("facts", {})
    rulings = {**DATA.default_rulings(), **given.get("rulings", {})}
    state = setup(options, facts, rulings)
    if not given.get("new"):
        state = _with_turn(state, given)
    state = _with_cards(state, given)
    return played(GAME, state, given.get("played", ()))


def _with_turn(state: State, given: Mapping[str, Any]) -> State:
    seat, opening = given.get("turn", 0), given.get("opening", False)
    element = None if opening else given.get("element", "fire")
    starter = seat if opening else given.get("starter", 1 - seat)
    fight = replace(state.fight, starter=starter, element=element, opening=opening)
    fight = replace(fight, declined=given.get("declined", 0))
    return replace(state, fight=fight, turn=Turn(seat, 2), agenda=(turn_of(seat),))


def _with_cards(state: State, given: Mapping[str, Any]) -> State:
    ledger, piles, covered = state.ledger, dict(state.piles), list(state.covered)
    effects: list[Any] = []
    for place in (COMBAT, "covered", AID, LEADER, DISCARD, SHIPS, "known"):
        for key, names in given.get(place, {}).items():
            seat = int(key)
            account = AT[{"covered": COMBAT, "known": HAND}.get(place, place)][seat]
            for name in names:
                item = CARDS[name].item
                effects.append(Reveal(CARD, item, 1, AT[DECK][seat], RULE))
                effects.append(Transfer(item, 1, AT[DECK][seat], account, RULE))
                if place == "covered":
                    piles[account] = (
                        *piles[account][: covered[seat]],
                        name,
                        *piles[account][covered[seat] :],
                    )
                    covered[seat] += 1
                elif place in LAID:
                    piles[account] = (*piles[account], name)
    for key, number in given.get("face_down", {}).items():
        deck, area = AT[DECK][int(key)], AT[AID][int(key)]
        effects.append(Transfer(CARD, number, deck, area, RULE))
        piles[area] = (*piles[area], *state.face_down_as[:number])
    ledger = ledger.post(effects)
    for place in (HAND, DECK):
        for key, number in given.get(place, {}).items():
            seat = int(key)
            more = number - ledger.total(AT[place][seat], CARD)
            other = AT[DECK if place == HAND else DISCARD][seat]
            if place == DECK and more < 0:
                # Cards that are no longer in the deck have been discarded.
                ledger = _thrown(state, ledger, piles, seat, -more)
                continue
            ledger = ledger.post([Transfer(CARD, more, other, AT[place][seat], RULE)])
    for key, number in given.get("dragons", {}).items():
        ledger = ledger.post([Transfer(DRAGON, number, BOARD, SEATS[int(key)], RULE)])
    for key, number in given.get("crystals", {}).items():
        ledger = ledger.post([Transfer(CRYSTAL, number, SUPPLY, SEATS[int(key)], RULE)])
    ran_out = tuple(given.get("ran_out", ()))
    return replace(
        state, ledger=ledger, piles=frozen(piles), covered=tuple(covered), ran_out=ran_out
    )


def _thrown(state: State, ledger: Any, piles: dict[str, Any], seat: int, number: int) -> Any:
    """Discard so many cards of a deck: the last ones of the list that are hidden."""
    there = replace(state, ledger=ledger, piles=frozen(piles)).unseen(seat)
    for name in there[len(there) - number :]:
        item, place = CARDS[name].item, DISCARD
        if CARDS[name].type == "leadership":
            place = LEADER
            piles[AT[LEADER][seat]] = (*piles[AT[LEADER][seat]], name)
        ledger = ledger.post(
            [
                Reveal(CARD, item, 1, AT[DECK][seat], RULE),
                Transfer(item, 1, AT[DECK][seat], AT[place][seat], RULE),
            ]
        )
    return ledger


def _next_turn(then: State, now: State, action: Any) -> bool:
    return now.turn.number > then.turn.number and now.turn.seat == action.seat


UNTIL: dict[str, Callable[[Any, Any, Any], bool]] = {"next_turn": _next_turn}
"""Predicate of each moment by code: `(the state refused on, the state now, action)`."""
