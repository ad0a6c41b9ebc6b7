"""Base classes of data that crosses a boundary, and sanitising of text from outside."""

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Final, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from companion.kernel.values import SEATS, Seat

_TURNED = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""Characters that change the direction of the text around them."""
_UNSEEN = "\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb"
_BREAKS = re.compile("[\t\n\x0b\x0c\r\x85\u2028\u2029]+")
_OUT = re.compile(f"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f{_TURNED}{_UNSEEN}]")
"""Invisible characters that control a terminal or a line of text."""
_NOTHING = "?"
"""Replacement of a text of which nothing is left."""


def one_line(text: str) -> str:
    """Remove line breaks, control characters and direction changes from a text."""
    if text.isascii() and text.isprintable():
        return text
    return _left(text, _OUT.sub("", _BREAKS.sub(" ", text)))


def lines(text: str) -> str:
    """Sanitise a text like `one_line`, keeping its lines."""
    if text.isascii() and text.isprintable():
        return text
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    return _left(text, "\n".join(_OUT.sub("", _BREAKS.sub(" ", x)) for x in unified.split("\n")))


def folded(text: str) -> str:
    """Return a text without case or accents, for search and sorting."""
    if text.isascii():
        return text.casefold()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _left(before: str, after: str) -> str:
    return after if after.strip() or not before else _NOTHING


ONE_LINE = AfterValidator(one_line)
LINES = AfterValidator(lines)


def _sorted(items: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(items)) if len(items) > 1 else items


SORTED: Final = AfterValidator(_sorted)
"""Validator that sorts items whose order does not matter.

Their number has to be bounded before it, which is fast.
"""

M = TypeVar("M", bound=BaseModel)


def revised(model: M, **changes: Any) -> M:
    """Return a copy with other values, validated like values from outside.

    Raises:
        ValidationError: a value is impossible.
    """
    return type(model).model_validate({**dict(model), **changes})


Bag: TypeAlias = Annotated[tuple[str, ...], Field(max_length=100), SORTED]
"""Bag of items, with repeats; kept sorted, because the order does not matter."""


_NOT_IN_THE_FORM: Final = ("kind", "seat", "edition")


class Action(BaseModel):
    """One act that a player reports, with every physical result it needs.

    A subclass has a `kind` literal; its other fields, in order, are the form that reports it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Any
    seat: Annotated[Seat, Field(ge=SEATS[0], le=SEATS[-1])]

    results: ClassVar[frozenset[str]] = frozenset()
    """Fields that nobody chooses, such as dice or the next card: another value is never advised."""
    payments: ClassVar[frozenset[str]] = frozenset()
    """Fields of what is paid for it; of two reports alike but for these, the cheaper is advised."""

    @classmethod
    def form_fields(cls) -> tuple[str, ...]:
        """Return the fields that a report fills in, in order, after `kind` and `seat`."""
        return _form_fields(cls)


@lru_cache(maxsize=128)
def _form_fields(model: type[Action]) -> tuple[str, ...]:
    return tuple(name for name in model.model_fields if name not in _NOT_IN_THE_FORM)


class VersionedAction(Action):
    """Action of a game whose rules changed, judged and applied by the rules of its time.

    A game sets the default of `edition` to its own version, which is also the highest.
    """

    edition: Annotated[int, Field(ge=1, exclude=True)]
    """Version of the rules it was recorded under.

    It is never recorded with the act: `of_edition` adds it to what an older program recorded.
    """


def of_edition(
    version: int, kinds: Collection[str] | None = None
) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return the upcast that marks a recorded act with that edition.

    Args:
        version: version of the rules the act was recorded under.
        kinds: kinds of acts whose rules changed after it; None: all.
    """

    def upcast(recorded: dict[str, Any]) -> dict[str, Any]:
        if kinds is not None and recorded.get("kind") not in kinds:
            return recorded
        return {"edition": version, **recorded}

    return upcast


class Options(BaseModel):
    """Agreements of a table before a match. A game adds its own fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    players: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=40), ONE_LINE], ...],
        Field(min_length=1, max_length=10),
    ]
    """Names in clockwise order; the seat is the position."""

    before: ClassVar[Mapping[str, Any]] = {}
    """By later field, the value for matches recorded without it, if not the default."""
    formerly: ClassVar[Mapping[str, str | None]] = {}
    """By the earlier name of a field, its present name; None: it no longer counts."""

    @classmethod
    def of_record(cls, recorded: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options of a recorded header in the present fields, whatever its version."""
        names = {name: cls.formerly.get(name, name) for name in recorded}
        kept = {names[name]: value for name, value in recorded.items()}
        return {**cls.before, **{name: value for name, value in kept.items() if name is not None}}
