"""Sample tables for random play, and the table that a case describes."""

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.games.scorekeeping import GAME, THINGS, ScorekeepingOptions, State, item, setup
from companion.kernel.box.facts import FactValue
from companion.kernel.pieces.ledger import SUPPLY, Transfer, seat_account
from companion.kernel.play import evolved
from tests.games.cases import played

NAMES = ("Ana", "Beto", "Clara", "Dani", "Elsa", "Fidel")
NAMED = ("Puntos", "Monedas", "Vidas", "Bazas", "Cartas", "Victorias")

WEIGHTS = {"change_count": 1.0, "next_turn": 0.5, "close_round": 0.1, "finish_match": 0.02}
"""Weight of each kind of action in random play."""
UNTIL: Mapping[str, Any] = {}


def full_facts(_rng: Random | None = None) -> dict[str, FactValue]:
    """Return a box in which everything is known: nothing is printed in this one."""
    return {}


def table(rng: Random) -> tuple[ScorekeepingOptions, dict[str, FactValue], dict[str, str]]:
    """Return options, box and rulings drawn at random, good for a match."""
    players = NAMES[: rng.choice(GAME.players)]
    options = ScorekeepingOptions(
        players=players,
        name=rng.choice(("", "Parchís", "Chinchón")),
        things=NAMED[: rng.randint(1, len(THINGS))],
        fewest=rng.random() < 0.3,
        first_seat=rng.randrange(len(players)),
    )
    return options, {}, {}


def lay(given: Mapping[str, Any]) -> State:
    """Return the state that a case describes.

    `players` and `things` are numbers; `has` holds the first count of each seat; `fewest`, `first`,
    `turn`, `round` and `over` are as in options and state; `played` is played on.
    """
    options = ScorekeepingOptions(
        players=NAMES[: given.get("players", 2)],
        things=NAMED[: given.get("things", 1)],
        fewest=given.get("fewest", False),
        first_seat=given.get("first", 0),
    )
    state = setup(options, {}, {})
    handed = (
        Transfer(item(THINGS[0]), n, SUPPLY, seat_account(seat), "counting")
        for seat, n in enumerate(given.get("has", ()))
    )
    parts = {key: given[key] for key in ("turn", "round", "over") if key in given}
    state = evolved(GAME.with_ledger(state, state.ledger.post(handed)), parts)
    return played(GAME, state, given.get("played", ()))
