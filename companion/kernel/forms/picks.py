"""Picks: candidates and labels of one field of a report, declared once.

A game builds its own from these: a place, a card, a good, a seat, an amount with its bounds.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeAlias, TypeVar

from companion.kernel.forms.form import (
    Choices,
    Draft,
    Field,
    OpenBag,
    OpenNumber,
)
from companion.kernel.values import Value

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


def choice(
    values: tuple[Any, ...] | Callable[[S, Draft], tuple[Any, ...]],
    label: Words = plain,
    *,
    sentence: Words | None = SAME,
    param_name: str = "",
    optional: bool = False,
    label_in: Callable[[S, Draft, Any], Value] | None = None,
) -> Pick[S]:
    """Return a pick of one value, legal or not, in a fixed order.

    Args:
        values: all of them, or a function that returns them.
        label: words for one value.
        sentence: words in the sentence, if they differ from the label; None: left out.
        param_name: parameter name in the sentence, if it differs from the field.
        optional: True if it may be left at its default.
        label_in: words for one value that depend on the table.
    """

    def field(state: S, draft: Draft) -> Field:
        return Choices(values(state, draft) if callable(values) else values, optional)

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
