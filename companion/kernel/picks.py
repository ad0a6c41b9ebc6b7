"""What one field of a report can be and how a value of it reads, declared once.

A game makes its own out of these: a place, a card, a good, a seat, an amount with its bounds.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeAlias, TypeVar

from companion.kernel.form import Choices, Draft, Field, OpenBag, OpenNumber
from companion.kernel.values import Value

S = TypeVar("S")

Words: TypeAlias = Callable[[Any], Value]
"""The words for a value."""


def plain(value: Any) -> Value:
    """The value itself: a number, yes or no."""
    return value  # type: ignore[no-any-return]


SAME: Final[Words] = lambda value: value  # noqa: E731
"""In the sentence a value reads as it does in the form."""


@dataclass(frozen=True, slots=True)
class Pick(Generic[S]):
    """One field: what it can be, how a value reads in the form and in the sentence."""

    field: Callable[[S, Draft], Field]
    """What it can be; the fields before it are filled in."""
    label: Callable[[S, Draft, Any], Value]
    told: Words | None = None
    """What the sentence of the act says of it; None: nothing."""
    told_as: str = ""
    """The parameter of the sentence that this is; empty: it is called like the field."""

    @property
    def untold(self) -> "Pick[S]":
        """The same, where the sentence says it otherwise or not at all."""
        return replace(self, told=None)


def choice(
    values: tuple[Any, ...] | Callable[[S, Draft], tuple[Any, ...]],
    label: Words = plain,
    *,
    told: Words | None = SAME,
    told_as: str = "",
    optional: bool = False,
    label_in: Callable[[S, Draft, Any], Value] | None = None,
) -> Pick[S]:
    """One of the values, legal or not, in a fixed order.

    Args:
        values: all of them, or what they follow from.
        label: the words for one.
        told: how the sentence says it, where it is not by its label; None: it says nothing of it.
        told_as: what the sentence calls it, where it is not called like the field.
        optional: whether it may be left at its default.
        label_in: the words for one where the table decides them.
    """

    def field(state: S, draft: Draft) -> Field:
        return Choices(values(state, draft) if callable(values) else values, optional)

    return Pick(field, label_in or _alone(label), label if told is SAME else told, told_as)


def number(
    bounds: Callable[[S, Draft], tuple[int, int]],
    *,
    proposals: tuple[int, ...] | None = None,
    told: Words | None = None,
    optional: bool = False,
) -> Pick[S]:
    """An amount from the least to the most that there can be.

    Args:
        bounds: the least and the most.
        proposals: those worth offering, where it is typed; else each is a choice of its own.
        told: how the sentence says it; None: it does not, or the act tells it with its noun.
        optional: whether it may be left at its default.
    """

    def field(state: S, draft: Draft) -> Field:
        low, high = bounds(state, draft)
        if proposals is None:
            return Choices(tuple(range(low, high + 1)), optional)
        return OpenNumber(low, high, tuple(n for n in proposals if low <= n <= high))

    return Pick(field, _alone(plain), told)


def yes_or_no(
    *, unless: Callable[[S, Draft], bool] | None = None, told: Words | None = None
) -> Pick[S]:
    """Something that was done or not; it may be left out.

    Args:
        unless: where it can only be no.
        told: how the sentence says it; None: it says nothing of it.
    """

    def field(state: S, draft: Draft) -> Field:
        only_no = unless is not None and unless(state, draft)
        return Choices((False,) if only_no else (False, True), optional=True)

    return Pick(field, _alone(plain), told)


def bag(
    items: Callable[[S, Draft], OpenBag],
    label: Words,
    *,
    told: Words | None = SAME,
    label_in: Callable[[S, Draft, Any], Value] | None = None,
) -> Pick[S]:
    """Items laid down.

    Args:
        items: how many of each there can be, and bags worth offering.
        label: the words for one item.
        told: how the sentence says them, where it is not one by one; None: it does not.
        label_in: the words for one item where the table decides them.
    """
    of_one = label_in or _alone(label)

    def each(kinds: tuple[str, ...]) -> Value:
        return tuple(map(label, kinds))

    def shown(state: S, draft: Draft, value: Any) -> Value:
        if isinstance(value, str):
            return of_one(state, draft, value)
        return tuple(of_one(state, draft, one) for one in value)

    return Pick(items, shown, each if told is SAME else told)


def _alone(label: Words) -> Callable[[S, Draft, Any], Value]:
    return lambda _state, _draft, value: label(value)
