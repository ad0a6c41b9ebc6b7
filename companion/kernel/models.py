"""Base classes of what crosses a boundary: actions, options. Frozen, strict, nothing extra."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Final, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from companion.kernel.text import ONE_LINE
from companion.kernel.values import SEATS, Seat


def _sorted(items: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(items)) if len(items) > 1 else items


SORTED: Final = AfterValidator(_sorted)
"""Of items whose order does not matter. Their number is bounded before, where that is quick."""

Bag: TypeAlias = Annotated[tuple[str, ...], Field(max_length=100), SORTED]
"""Items laid down, with repeats; the order does not matter, so it is kept sorted."""


_NOT_IN_THE_FORM: Final = ("kind", "seat", "edition")


class Action(BaseModel):
    """One act that a player reports, with every physical result it needs.

    A subclass has a `kind` literal; its other fields, in order, are the form that reports it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Any
    seat: Annotated[Seat, Field(ge=SEATS[0], le=SEATS[-1])]

    results: ClassVar[frozenset[str]] = frozenset()
    """Fields that chance decided, such as dice: to choose another value is no advice."""

    @classmethod
    def form_fields(cls) -> tuple[str, ...]:
        """The fields that a report fills in, in order, after `kind` and `seat`."""
        return _form_fields(cls)


@lru_cache(maxsize=128)
def _form_fields(model: type[Action]) -> tuple[str, ...]:
    return tuple(name for name in model.model_fields if name not in _NOT_IN_THE_FORM)


class Deed(Action):
    """An act of a game whose rules changed: it is judged and carried out by those of its time.

    A game sets the default of `edition` to its own version, which is also the highest.
    """

    edition: Annotated[int, Field(ge=1, exclude=True)]
    """The version of the rules it was recorded under.

    It is never recorded with the act: `of_edition` puts it on what an older program recorded.
    """


def of_edition(version: int) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """What lifts a recorded act of that version: it stays of its edition."""
    return lambda recorded: {"edition": version, **recorded}


class Options(BaseModel):
    """What a table agrees on before a match. A game adds its own fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    players: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=40), ONE_LINE], ...],
        Field(min_length=1, max_length=10),
    ]
    """Names in clockwise order; the seat is the position."""

    before: ClassVar[Mapping[str, Any]] = {}
    """By a field that came later, what matches without it are played with; others: its default."""
    formerly: ClassVar[Mapping[str, str | None]] = {}
    """By the earlier name of a field, the name it has now; None: it no longer counts."""

    @classmethod
    def of_record(cls, recorded: Mapping[str, Any]) -> dict[str, Any]:
        """What a header says, whichever version wrote it, in the fields of today."""
        names = {name: cls.formerly.get(name, name) for name in recorded}
        kept = {names[name]: value for name, value in recorded.items()}
        return {**cls.before, **{name: value for name, value in kept.items() if name is not None}}
