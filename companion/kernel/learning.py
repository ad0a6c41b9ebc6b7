"""What a report shows of a value that nobody had read off the box."""

from typing import Any, TypeVar

from companion.kernel import game as kernel
from companion.kernel.facts import FactValue, Unknown
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.printed import noting

S = TypeVar("S", bound=kernel.TableState)


def shown(game: Game[S], state: S, action: Action) -> dict[str, FactValue]:
    """The unknown values of which but one lets an act be legal: if it was, that one is printed.

    It is found by trying, where it is known among which it is; else a condition reads it off the
    report (`Unverified.shows`), and it is tried. What only its seat may know is left out of it, so
    it can be told to everybody.
    """
    if game.box is None:
        return {}
    judgement, read = noting(kernel.judge, game, state, action, private=False)
    if judgement.refusal is not None:
        return {}
    read_off = {note.fact: note.shows for note in judgement.notes if note.shows is not None}
    found: dict[str, FactValue] = {}
    for name in sorted(read):
        value = game.box.of(state).get(name)
        if isinstance(value, Unknown):
            among = value.among or tuple(v for f, v in read_off.items() if f == value.fact)
            fitting = [one for one in among if _fits(game, state, action, name, one)]
            if len(fitting) == 1:
                found[value.fact] = fitting[0]
    return found


def _fits(game: Game[S], state: S, action: Action, name: str, value: Any) -> bool:
    assert game.box is not None
    there = game.box.typed(state, name, value)
    return kernel.judge(game, there, action, private=False).refusal is None
