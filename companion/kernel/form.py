"""Form of an action: its fields in order, with their candidates or bounds.

No field holds the same value twice: a screen keys its controls by value, and two controls with one
key crash it. Repeats are dropped when a field is made, whatever a game passes.

A game builds its own from these: a place, a card, a good, a seat, an amount with its bounds.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar

from pydantic import TypeAdapter, ValidationError

from companion.kernel.models import Action
from companion.kernel.values import Value

T = TypeVar("T", bound=Hashable)


def _once(values: tuple[T, ...]) -> tuple[T, ...]:
    """Return the values without repeats: each becomes a control with a key of its own."""
    return values if len(set(values)) == len(values) else tuple(dict.fromkeys(values))


@dataclass(frozen=True, slots=True)
class Draft:
    """Report being filled in: its kind, its seat and the fields so far."""

    kind: str
    seat: int
    values: Mapping[str, Any]

    def with_value(self, field: str, value: object) -> "Draft":
        """Return the draft with one more field filled in."""
        return Draft(self.kind, self.seat, {**self.values, field: value})


@dataclass(frozen=True, slots=True)
class Choices:
    """Closed field: all its values in a fixed order, legal or not."""

    values: tuple[Any, ...]
    optional: bool = False
    """True if it may be left at its default."""
    there: tuple[Any, ...] = ()
    """Those that "the one that is there" can mean, or all in the order in which one gets there."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", _once(self.values))


@dataclass(frozen=True, slots=True)
class OpenBag:
    """Open field: a bag of items, each up to a maximum."""

    items: tuple[tuple[str, int], ...]
    """Items and the maximum of each, in a fixed order."""
    minimum: int = 0
    maximum: int = 100
    proposals: tuple[tuple[str, ...], ...] = ()
    """Bags worth offering, such as the cheapest payments; the order within one means nothing."""
    only: bool = False
    """True if the rules allow only the bags offered, or there is nothing to put into one."""

    def __post_init__(self) -> None:
        nothing = not any(amount for _item, amount in self.items)
        object.__setattr__(self, "only", self.only or (nothing and bool(self.proposals)))
        most: dict[str, int] = {}
        for item, amount in self.items:
            most[item] = max(amount, most.get(item, 0))
        object.__setattr__(self, "items", tuple(most.items()))
        bags = tuple(tuple(sorted(bag)) for bag in self.proposals)
        object.__setattr__(self, "proposals", _once(bags))


@dataclass(frozen=True, slots=True)
class OpenNumber:
    """Open field: a number within bounds."""

    minimum: int
    maximum: int
    proposals: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "proposals", _once(self.proposals))


@dataclass(frozen=True, slots=True)
class OpenText:
    """Open field: a short text, such as a name."""

    maximum: int = 80


@dataclass(frozen=True, slots=True)
class AskFact:
    """Request for an unknown printed value before this field."""

    fact: str
    compulsory: bool
    """True if the action cannot be applied without it; otherwise it may be skipped."""


Field: TypeAlias = Choices | OpenBag | OpenNumber | OpenText | AskFact


class BadDraft(ValueError):
    """Error of a draft that cannot be parsed."""

    def __init__(self, field: str) -> None:
        """Store the field with the invalid value; it may also be `kind` or `seat`."""
        super().__init__(field)
        self.field = field


def read(models: Mapping[str, type[Action]], draft: Draft) -> Draft:
    """Parse each value of a draft by the type of its field.

    Raises:
        BadDraft: there is no such kind or field, or a value does not fit its field.
    """
    kind = draft.kind
    if not isinstance(kind, str) or kind not in models:
        raise BadDraft("kind")
    model, values = models[kind], draft.values
    if not isinstance(values, Mapping):
        raise BadDraft("kind")
    strange = values.keys() - set(model.form_fields())
    if strange:
        raise BadDraft(min(map(str, strange)))
    seat: int = _read(model, "seat", draft.seat)
    return Draft(kind, seat, {name: _read(model, name, values[name]) for name in values})


@lru_cache(maxsize=128)
def defaults(model: type[Action]) -> Mapping[str, Any]:
    """Return the default values of an action's fields that a report may omit."""
    fields = model.model_fields.items()
    return {name: field.get_default() for name, field in fields if not field.is_required()}


def _read(model: type[Action], name: str, value: object) -> Any:
    try:
        return _adapter(model, name).validate_python(value)
    except ValidationError as error:
        raise BadDraft(name) from error


@lru_cache(maxsize=512)
def _adapter(model: type[Action], name: str) -> TypeAdapter[Any]:
    field_info = model.model_fields[name]
    kind: Any = Annotated[(field_info.annotation, *field_info.metadata, None)]
    return TypeAdapter(kind)


def bounds(model: type[Action], name: str) -> tuple[int, int] | None:
    """Return the least and the greatest whole number of a field, if it has such bounds."""
    info = model.model_fields.get(name)
    given = info.metadata if info and info.annotation is int else []
    least = next((each.ge for each in given if hasattr(each, "ge")), None)
    most = next((each.le for each in given if hasattr(each, "le")), None)
    return (least, most) if isinstance(least, int) and isinstance(most, int) else None


def within(field: Field, least: int, most: int) -> Field:
    """Return a field without the numbers beyond these bounds, which a strange table can bring."""
    match field:
        case Choices(values, optional):
            return Choices(tuple(n for n in values if least <= n <= most), optional)
        case OpenNumber(low, high, proposals):
            fitting = tuple(n for n in proposals if least <= n <= most)
            return OpenNumber(max(low, least), min(high, most), fitting)
        case _:
            return field


S = TypeVar("S")

Words: TypeAlias = Callable[[Any], Value]
"""Function that returns the words for a value."""


def plain(value: Any) -> Value:
    """Return the value itself: a number, yes or no."""
    return value  # type: ignore[no-any-return]


SAME: Final[Words] = lambda value: value  # noqa: E731
"""Sign that the sentence uses the label of the form."""


@dataclass(frozen=True, slots=True)
class Pick(Generic[S]):
    """Field of a report: its candidates, and the words of a value in form and sentence."""

    field: Callable[[S, Draft], Field]
    """Candidates; the fields before it are filled in."""
    label: Callable[[S, Draft, Any], Value]
    sentence: Words | None = None
    """Words of a value in the sentence of the act; None: left out."""
    param_name: str = ""
    """Parameter name in the sentence; empty: the name of the field."""

    @property
    def untold(self) -> "Pick[S]":
        """Return the same pick, left out of the sentence or described there by other means."""
        return replace(self, sentence=None)


def _nowhere(_state: object, _draft: Draft) -> tuple[Any, ...]:
    return ()


def choice(
    values: tuple[Any, ...] | Callable[[S, Draft], tuple[Any, ...]],
    label: Words = plain,
    *,
    sentence: Words | None = SAME,
    param_name: str = "",
    optional: bool = False,
    label_in: Callable[[S, Draft, Any], Value] | None = None,
    there: Callable[[S, Draft], tuple[Any, ...]] = _nowhere,
) -> Pick[S]:
    """Return a pick of one value, legal or not, in a fixed order.

    Args:
        values: all of them, or a function that returns them.
        label: words for one value.
        sentence: words in the sentence, if they differ from the label; None: left out.
        param_name: parameter name in the sentence, if it differs from the field.
        optional: True if it may be left at its default.
        label_in: words for one value that depend on the table.
        there: function that returns those that "the one that is there" can mean, or all in the
            order in which one gets there.
    """

    def field(state: S, draft: Draft) -> Field:
        offered = values(state, draft) if callable(values) else values
        return Choices(offered, optional, there(state, draft))

    return Pick(
        field, label_in or _alone(label), label if sentence is SAME else sentence, param_name
    )


def number(
    bounds: Callable[[S, Draft], tuple[int, int]],
    *,
    proposals: tuple[int, ...] | None = None,
    sentence: Words | None = None,
    optional: bool = False,
) -> Pick[S]:
    """Return a pick of an amount within bounds.

    Args:
        bounds: minimum and maximum.
        proposals: amounts worth offering if it is typed; otherwise each amount is a choice.
        sentence: words in the sentence; None: left out, or the act describes it with its noun.
        optional: True if it may be left at its default.
    """

    def field(state: S, draft: Draft) -> Field:
        low, high = bounds(state, draft)
        if proposals is None:
            return Choices(tuple(range(low, high + 1)), optional)
        return OpenNumber(low, high, tuple(n for n in proposals if low <= n <= high))

    return Pick(field, _alone(plain), sentence)


def yes_or_no(
    *, unless: Callable[[S, Draft], bool] | None = None, sentence: Words | None = None
) -> Pick[S]:
    """Return an optional pick of yes or no.

    Args:
        unless: tells when it can only be no.
        sentence: words in the sentence; None: left out.
    """

    def field(state: S, draft: Draft) -> Field:
        only_no = unless is not None and unless(state, draft)
        return Choices((False,) if only_no else (False, True), optional=True)

    return Pick(field, _alone(plain), sentence)


def bag(
    items: Callable[[S, Draft], OpenBag],
    label: Words,
    *,
    sentence: Words | None = SAME,
    label_in: Callable[[S, Draft, Any], Value] | None = None,
) -> Pick[S]:
    """Return a pick of a bag of items.

    Args:
        items: maximum of each item, and bags worth offering.
        label: words for one item.
        sentence: words in the sentence, if not one by one; None: left out.
        label_in: words for one item that depend on the table.
    """
    of_one = label_in or _alone(label)

    def each(kinds: tuple[str, ...]) -> Value:
        return tuple(map(label, kinds))

    def shown(state: S, draft: Draft, value: Any) -> Value:
        if isinstance(value, str):
            return of_one(state, draft, value)
        return tuple(of_one(state, draft, one) for one in value)

    return Pick(items, shown, each if sentence is SAME else sentence)


def _alone(label: Words) -> Callable[[S, Draft, Any], Value]:
    return lambda _state, _draft, value: label(value)
