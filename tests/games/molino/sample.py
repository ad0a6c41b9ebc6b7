"""Sample tables for random play, and the table that a case describes."""

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.kernel.box.facts import FactValue
from companion.kernel.models import Options
from companion.kernel.pieces.ledger import Transfer, seat_account
from companion.kernel.play import evolved
from tests.games.cases import played
from tests.games.elsewhere import data_of
from tests.games.molino.game import GAME
from tests.games.molino.game.state import MAN, State, at, lost, setup

NAMES = ("Ana", "Beto")
DATA = data_of(GAME.id)

WEIGHTS = {"place": 1.0, "slide": 1.0, "capture": 1.0}
"""Weight of each kind of action in random play."""
UNTIL: Mapping[str, Any] = {}


def full_facts(_rng: Random | None = None) -> dict[str, FactValue]:
    """Return a box in which everything is known: nothing is printed in this one."""
    return {}


def table(rng: Random) -> tuple[Options, dict[str, FactValue], dict[str, str]]:
    """Return options, box and rulings drawn at random, good for a match."""
    rulings = {ruling.id: rng.choice(ruling.readings) for ruling in DATA.rulings}
    return Options(players=NAMES), {}, rulings


def lay(given: Mapping[str, Any]) -> State:
    """Return the state that a case describes.

    `men` holds the points of each seat; `hand` what each has still to place; the rest was
    captured. `turn`, `capturing` and `quiet` are as in the state, `played` is played on.
    """
    rulings = {**DATA.default_rulings(), **given.get("rulings", {})}
    state = setup(Options(players=NAMES), {}, rulings)
    if "men" in given:
        moves = []
        for seat, points in enumerate(given["men"]):
            mine = seat_account(seat)
            moves += [Transfer(MAN[seat], 1, mine, at(point), "placing") for point in points]
            gone = 9 - len(points) - given.get("hand", [0, 0])[seat]
            moves.append(Transfer(MAN[seat], gone, mine, lost(seat), "mill"))
        state = GAME.with_ledger(state, state.ledger.post(moves))
    parts = {key: given[key] for key in ("turn", "capturing", "quiet") if key in given}
    return played(GAME, evolved(state, parts), given.get("played", ()))
