"""Inference of printed values that nobody read off the box, from reports."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias, TypeVar

from companion.kernel import legality
from companion.kernel.box.facts import FactValue, Unknown
from companion.kernel.box.printed_values import tracking_reads
from companion.kernel.game import Game, TableState
from companion.kernel.models import Action
from companion.kernel.refusal import Judgement

Judged: TypeAlias = tuple[Judgement, frozenset[str]]
"""Judgement of an act, and the printed values read for it."""


S = TypeVar("S", bound=TableState)


class Shown(NamedTuple):
    """Printed value that a report shows."""

    name: str
    """Name under which a state keeps it (`Game.box`)."""
    fact: str
    value: FactValue


def infer_facts(game: Game[S], state: S, action: Action) -> dict[str, FactValue]:
    """Return the values that `shown_values` infers, by fact id."""
    return {shown.fact: shown.value for shown in shown_values(game, state, action)}


def shown_values(
    game: Game[S], state: S, action: Action, judged: Judged | None = None
) -> tuple[Shown, ...]:
    """Return the unknown values of which a single one lets an act be legal.

    If the act was legal, that value is printed. Values are tried if the possible ones are known;
    otherwise a condition reads one off the report (`Unverified.shows`), and it is tried. Private
    conditions are left out, so the result is public.

    Args:
        game: its game.
        state: the state before.
        action: the act.
        judged: its judgement and the values read for it, if they are known.
    """
    if game.box is None:
        return ()
    if judged is None or legality.depends_on_hidden(game, action.kind):
        judged = tracking_reads(legality.judge, game, state, action, private=False)
    judgement, read = judged
    if judgement.refusal is not None:
        return ()
    read_off = {note.fact: note.shows for note in judgement.notes if note.shows is not None}
    values = game.box.of(state)
    asked = ((name, values.get(name)) for name in sorted(read))
    unknown = {name: value for name, value in asked if isinstance(value, Unknown)}
    shown = tuple(
        Shown(name, value.fact, read_off[value.fact])
        for name, value in unknown.items()
        if value.fact in read_off and not value.among
    )
    # What is read off a report mostly stands together, so all of it is tried at once.
    if shown and _is_refused(game, learned(game, state, shown), action):
        shown = tuple(one for one in shown if _fits(game, state, action, one.name, one.value))
    few = ((name, value) for name, value in unknown.items() if value.among)
    return (*shown, *_only_ones(game, state, action, few))


def _only_ones(
    game: Game[S], state: S, action: Action, unknown: Iterable[tuple[str, Unknown]]
) -> Iterator[Shown]:
    """Yield the values that are the only possible one of a few."""
    for name, value in unknown:
        fitting = [one for one in value.among if _fits(game, state, action, name, one)]
        if len(fitting) == 1:
            yield Shown(name, value.fact, fitting[0])


def learned(game: Game[S], state: S, shown: tuple[Shown, ...]) -> S:
    """Return a state with values that reports have shown in force."""
    if game.box is None or not shown:
        return state
    return game.box.typed(state, {one.name: one.value for one in shown})


def _fits(game: Game[S], state: S, action: Action, name: str, value: Any) -> bool:
    assert game.box is not None
    return not _is_refused(game, game.box.typed(state, {name: value}), action)


def _is_refused(game: Game[S], state: S, action: Action) -> bool:
    """Return whether a public condition refuses an act."""
    # All conditions together are judged faster, where none of them is private.
    private = not legality.depends_on_hidden(game, action.kind)
    return legality.judge(game, state, action, private=private).refusal is not None
