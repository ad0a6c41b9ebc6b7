"""On which table rulings an answer rests: it is judged again under each other reading."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from companion.kernel import game as kernel
from companion.kernel.form import Draft
from companion.kernel.game import Game, TableState
from companion.kernel.refusal import Refusal

S = TypeVar("S", bound=TableState)


@dataclass(frozen=True, slots=True)
class Hinge:
    """A table ruling without which the answer would be another one."""

    ruling: str
    reading: str
    """The one in force."""
    other: str
    """The one that gives another answer."""
    refused: str | None
    """The condition that fails then; None: the report is legal then."""


def hinges(
    game: Game[S],
    state: S,
    draft: Draft,
    readings: Mapping[str, tuple[str, ...]],
    *,
    private: bool = True,
) -> tuple[Hinge, ...]:
    """Every reading that the table could have chosen and that would change the answer.

    Args:
        game: of the match.
        state: the table.
        draft: the report, whole or as far as it is filled in.
        readings: by ruling, all of its readings.
        private: whether whoever asks may know what the acting seat holds.
    """
    refusal = kernel.check_draft(game, state, draft, private=private)
    found = []
    for ruling, in_force in state.rulings.items():
        for other in readings.get(ruling, ()):
            if other == in_force:
                continue
            read_so = game.with_rulings(state, {**state.rulings, ruling: other})
            then = kernel.check_draft(game, read_so, draft, private=private)
            if _code(then) != _code(refusal):
                found.append(Hinge(ruling, in_force, other, _code(then)))
    return tuple(found)


def _code(refusal: Refusal | None) -> str | None:
    return refusal.code if refusal else None
