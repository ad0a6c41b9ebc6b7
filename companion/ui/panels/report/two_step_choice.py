"""Choice in two steps among many options, with the likely ones in the first."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import flet as ft

from companion.rulebook.wording import Wording
from companion.ui.context import AppContext
from companion.ui.theme import GAP
from companion.ui.widgets import Option, choices

MANY = 9
"""Maximum number of options side by side; beyond it, they are grouped."""
_TEN = 10

Groups: TypeAlias = Sequence[tuple[str, Sequence[Option]]]
"""Groups of options, by name."""


def of_many(
    wording: Wording, options: Sequence[Option], take: Callable[[Any], None], key: str
) -> ft.Control:
    """Build choices with a value each; many of them are grouped behind one option each.

    Args:
        wording: gives the groups.
        options: options in fixed order.
        take: gets the chosen value.
        key: prefix of the control keys.
    """
    if len(options) <= MANY:
        return choices(options, take, key=key)
    marked = {each.value: replace(each, mark=str(n)) for n, each in enumerate(options)}
    grouped = wording.groups(marked)
    groups = [(name, [marked[value] for value in inside]) for name, inside in grouped]
    within = {each.value for _, inside in groups for each in inside}
    alone = [each for each in marked.values() if each.value not in within]
    return _grouped(alone, groups, take, key)


def many_numbers(
    ctx: AppContext,
    bounds: tuple[int, int],
    typed: int | None,
    take: Callable[[int], None],
    key: str,
    first: int = _TEN,
) -> ft.Control:
    """Build the choice of a number in two touches: the first ones, then ranges of ten."""
    low, high = bounds

    def option(number: int) -> Option:
        return Option(number, str(number), selected=number == typed, mark=str(number - low))

    def named(ten: Sequence[int]) -> tuple[str, list[Option]]:
        said = ctx.words("form.numbers", first=ten[0], last=ten[-1])
        return said, [option(number) for number in ten]

    alone, ranges = by_ten(low, high, first)
    return _grouped([*map(option, alone)], [*map(named, ranges)], take, key, beside=True)


def by_ten(low: int, high: int, first: int) -> tuple[Sequence[int], Sequence[Sequence[int]]]:
    """Return the first numbers one by one, and the others in ranges of ten.

    A last range of one number belongs to the one before it.
    """
    numbers = range(low, high + 1)
    ranges = [numbers[start : start + _TEN] for start in range(first, len(numbers), _TEN)]
    if not ranges or len(ranges[-1]) > 1:
        return numbers[:first], ranges
    if len(ranges) == 1:
        return numbers, []
    return numbers[:first], [*ranges[:-2], numbers[-1 - _TEN :]]


def _grouped(
    alone: Sequence[Option],
    groups: Groups,
    take: Callable[[Any], None],
    key: str,
    *,
    beside: bool = False,
) -> ft.Control:
    component: Any = Grouped
    drawn: ft.Control = component(alone, groups, take, key, beside, key=f"{key}:many")
    return drawn


@ft.component
def Grouped(
    alone: Sequence[Option],
    groups: Groups,
    take: Callable[[Any], None],
    base: str,
    beside: bool,
) -> ft.Control:
    """Render single options and group names, and the contents of the open group.

    An open group replaces the others, unless `beside` keeps them.
    """
    opened, set_opened = ft.use_state(_chosen(groups))

    def touched(name: str) -> None:
        set_opened("" if name == opened else name)

    names = [_name(name, at, name == opened) for at, (name, _) in enumerate(groups)]
    inside = next((each for name, each in groups if name == opened), ())
    if opened and not beside:
        names = [each for each in names if each.value == opened]
        rows = [choices(names, touched, key=base), choices(inside, take, key=base)]
    else:
        # Single options and groups together look like one row of targets.
        rows = [choices(alone, take, key=base)] if alone else []
        rows += [choices(names, touched, key=base)] if names else []
        rows += [choices(inside, take, key=base)] if inside else []
    return ft.Column(rows, spacing=GAP, tight=True)


def _name(name: str, at: int, opened: bool) -> Option:
    icon = ft.Icons.EXPAND_LESS if opened else ft.Icons.EXPAND_MORE
    return Option(name, name, selected=opened, icon=icon, mark=f"group:{at}")


def _chosen(groups: Iterable[tuple[str, Sequence[Option]]]) -> str:
    """Return the group of the selected option."""
    return next((name for name, inside in groups if any(each.selected for each in inside)), "")
