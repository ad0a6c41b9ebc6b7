"""Things that a report names: ids of its answers, and terms of its sentence."""

from collections.abc import Iterator
from typing import Any

from companion.kernel.models import Action
from companion.kernel.values import Params, SeatRef, Term, Value


def terms_of(params: Params) -> dict[str, tuple[str, ...]]:
    """Return the things and other people that a sentence names, by parameter; no amounts."""
    return {name: tuple(_terms_in(value)) for name, value in params.items() if name != "seat"}


def _terms_in(value: Value) -> Iterator[str]:
    if isinstance(value, tuple):
        for each in value:
            yield from _terms_in(each)
    elif isinstance(value, Term):
        yield value.key
    elif isinstance(value, SeatRef):
        yield f"seat.{value.seat}"


def things_in(answer: Any) -> frozenset[str]:
    """Return the ids of things in an answer, or in several."""
    if isinstance(answer, str):
        return frozenset((answer,))
    if isinstance(answer, tuple):
        return frozenset[str]().union(*map(things_in, answer))
    return frozenset()


def without_options(act: Action) -> tuple[object, ...]:
    """Return the required answers of an act, to drop advice that differs only in the rest."""
    named = type(act).model_fields.items()
    return act.kind, *((name, getattr(act, name)) for name, f in named if f.is_required())
