"""Sample tables for random play, and the table that a case describes."""

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.kernel.box.facts import FactValue
from companion.kernel.pieces.ledger import SUPPLY, Transfer, seat_account
from tests.games.cases import played
from tests.games.elsewhere import data_of
from tests.games.pebbles.game import GAME, PebbleOptions, State, setup

NAMES = ("Ana", "Beto", "Clara", "Dani")
DATA = data_of(GAME.id)

WEIGHTS = {"take": 1.0, "cash": 0.5, "skip": 0.2}
"""Weight of each kind of action in random play."""
UNTIL: Mapping[str, Any] = {}


def full_facts(rng: Random | None = None) -> dict[str, FactValue]:
    """Return a box in which everything is known."""
    return {**DATA.default_facts(), "lid.value": rng.randint(1, 8) if rng else 5}


def table(rng: Random) -> tuple[PebbleOptions, dict[str, FactValue], dict[str, str]]:
    """Return options, box and rulings drawn at random, good for a match."""
    options = PebbleOptions(players=NAMES[: rng.choice(GAME.players)], pile=rng.randint(12, 30))
    rulings = {ruling.id: rng.choice(ruling.readings) for ruling in DATA.rulings}
    return options, full_facts(rng), rulings


def lay(given: Mapping[str, Any]) -> State:
    """Return the state that a case describes: `players`, `pile`, `has`, `rulings`, `played`."""
    options = PebbleOptions(players=NAMES[: given.get("players", 2)], pile=given.get("pile", 12))
    facts = {**full_facts(), **given.get("facts", {})}
    state = setup(options, facts, {**DATA.default_rulings(), **given.get("rulings", {})})
    handed = (
        Transfer("pebble", n, SUPPLY, seat_account(int(seat)), "taking")
        for seat, n in given.get("has", {}).items()
    )
    state = GAME.with_ledger(state, state.ledger.post(handed))
    return played(GAME, state, given.get("played", ()))
