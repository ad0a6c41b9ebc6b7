"""Inference of printed values that nobody read off the box, from reports."""

from typing import Any, NamedTuple, TypeVar

from companion.kernel import game as kernel
from companion.kernel.box.facts import FactValue, Unknown
from companion.kernel.box.printed_values import tracking_reads
from companion.kernel.game import Game
from companion.kernel.models import Action

S = TypeVar("S", bound=kernel.TableState)


class Shown(NamedTuple):
    """Printed value that a report shows."""

    name: str
    """Name under which a state keeps it (`Game.box`)."""
    fact: str
    value: FactValue


def infer_facts(game: Game[S], state: S, action: Action) -> dict[str, FactValue]:
    """Return the values that `shown_values` infers, by fact id."""
    return {shown.fact: shown.value for shown in shown_values(game, state, action)}


def shown_values(game: Game[S], state: S, action: Action) -> tuple[Shown, ...]:
    """Return the unknown values of which a single one lets an act be legal.

    If the act was legal, that value is printed. Values are tried if the possible ones are known;
    otherwise a condition reads one off the report (`Unverified.shows`), and it is tried. Private
    conditions are left out, so the result is public.
    """
    if game.box is None:
        return ()
    judgement, read = tracking_reads(kernel.judge, game, state, action, private=False)
    if judgement.refusal is not None:
        return ()
    read_off = {note.fact: note.shows for note in judgement.notes if note.shows is not None}
    inferred: list[Shown] = []
    for name in sorted(read):
        value = game.box.of(state).get(name)
        if isinstance(value, Unknown):
            among = value.among or tuple(v for f, v in read_off.items() if f == value.fact)
            fitting = [one for one in among if _fits(game, state, action, name, one)]
            if len(fitting) == 1:
                inferred.append(Shown(name, value.fact, fitting[0]))
    return tuple(inferred)


def learned(game: Game[S], state: S, shown: tuple[Shown, ...]) -> S:
    """Return a state with values that reports have shown in force."""
    box = game.box
    if box is not None:
        for one in shown:
            state = box.typed(state, one.name, one.value)
    return state


def _fits(game: Game[S], state: S, action: Action, name: str, value: Any) -> bool:
    assert game.box is not None
    there = game.box.typed(state, name, value)
    return kernel.judge(game, there, action, private=False).refusal is None
