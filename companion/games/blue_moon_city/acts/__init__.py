"""What players can report, one file for each chapter of the rulebook, in the order of the menu."""

from typing import Any, Final

from companion.games.blue_moon_city import actions, candidates, terms, transitions
from companion.games.blue_moon_city.acts.offering import OFFERING
from companion.games.blue_moon_city.legality import CONDITIONS
from companion.games.blue_moon_city.state import State
from companion.kernel.acts import Act, Scattered
from companion.kernel.models import Action


def _scattered(model: type[Action]) -> Scattered[State]:
    """An act whose parts are not together yet."""
    return Scattered(
        model,
        conditions=CONDITIONS[str(model.model_fields["kind"].default)],
        candidates=candidates.candidates,
        apply=transitions.apply,
        describe=terms.describe,
        label=terms.label,
        asks=candidates.asks,
    )


ACTS: Final[tuple[Act[State, Any, Any], ...]] = (
    _scattered(actions.MoveFigure),
    _scattered(actions.MoveDragon),
    _scattered(actions.PlaceStone),
    OFFERING,
    _scattered(actions.FinishTurn),
    _scattered(actions.CloseCity),
    _scattered(actions.DeclareStalemate),
)
