"""Script that writes the example match of the first screen.

Usage: python -m tests.games.blue_moon_city.example

Three players build sensibly with only the certain values of the box: no value is invented for the
tiles that the table would have to type. The match stops in the middle of a turn.
"""

from pathlib import Path
from random import Random
from typing import Any

from companion.games.blue_moon_city import GAME
from companion.games.blue_moon_city.acts.build import unknown_rewards
from companion.games.blue_moon_city.components import CITIES, COURTYARD, CityOptions
from companion.games.blue_moon_city.state import Phase, State
from companion.kernel import legality
from companion.kernel.box.facts import Unknown
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.rulebook.loader import load
from tests.playthroughs import actas, transcript

TURNS = 12
SEED = 3
TARGET = Path("rules_data") / GAME.id / "ejemplo.acta"


def main() -> None:
    """Play the example and writes its acta."""
    data = load(GAME.id)
    options = CityOptions(
        players=("Ana", "Beto", "Clara"), first_seat=0, layout=next(iter(CITIES.values()))
    )
    table = (options, data.default_facts(), data.default_rulings())
    state, rng, actions = GAME.setup(*table), Random(SEED), []
    while state.turn.number < TURNS or state.turn.phase is not Phase.BUILD:
        action = _best(state, rng)
        actions.append(action)
        state, _ = GAME.apply(state, action)
    recorded = transcript.recording(GAME, table, actions)
    TARGET.write_text(actas.written(recorded, "ejemplo", example=True), encoding="utf-8")


def _best(state: State, rng: Random) -> Action:
    sure = [a for a in legality.legal_actions(GAME, state) if not GAME.asks(state, _draft(a))]
    noted = [(a, legality.judge(GAME, state, a)) for a in sure]
    return max((a for a, j in noted if not j.notes), key=lambda a: _worth(state, a, rng))


def _draft(action: Action) -> Draft:
    values = {name: getattr(action, name) for name in action.form_fields()}
    return Draft(action.kind, action.seat, values)


def _worth(state: State, action: Any, rng: Random) -> float:
    match action.kind:
        case "make_offering":
            return 90 + rng.random()
        case "place_stone":
            spent = len(action.cards)
            cheap = (
                _open(state, state.standing(action.seat))
                and spent <= 3
                and state.ledger.total(f"seat:{action.seat}", "card") - spent >= 2
            )
            return (60 - 6 * spent if cheap else -5) + rng.random() * 12
        case "move_figure":
            return (50 if state.turn.steps == 0 else -9) + _place(state, action) + rng.random() * 9
        case "move_dragon":
            here = action.to == state.standing(action.seat) and _open(state, action.to)
            return 48 if here and rng.random() < 0.3 else -9
        case "finish_turn":
            return 8 - 2 * len(action.discards) + rng.random() * 5
        case _:
            return -99


def _place(state: State, action: Any) -> float:
    if action.cards:
        return -60
    if action.to == COURTYARD:
        return 30 if state.crystals(action.seat) >= (state.next_price or 99) else -60
    return 0 if _open(state, action.to) else -60


def _open(state: State, tile: str) -> bool:
    """Return whether a section can be built, and its values and rewards are known."""
    if not state.sections(tile) or tile in state.finished:
        return False
    return not isinstance(state.need(tile, 0), Unknown) and not unknown_rewards(state, tile)


if __name__ == "__main__":
    main()
