"""What players can report, one file for each chapter of the rulebook, in the order of the menu."""

from typing import Any, Final

from companion.games.santiago_de_cuba import actions, candidates, terms, transitions
from companion.games.santiago_de_cuba.acts.loading import LOAD_GOODS, LOAD_WOOD, PASS
from companion.games.santiago_de_cuba.legality import CONDITIONS
from companion.games.santiago_de_cuba.state import State
from companion.kernel.acts import Act, Scattered
from companion.kernel.models import Action


def _scattered(model: type[Action]) -> Act[State, Any, Any]:
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


_BEFORE = map(_scattered, actions.ACTIONS[:-2])
_AFTER = map(_scattered, actions.ACTIONS[-2:])
ACTS: Final[tuple[Act[State, Any, Any], ...]] = (*_BEFORE, LOAD_GOODS, LOAD_WOOD, PASS, *_AFTER)
