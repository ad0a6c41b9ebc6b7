"""Values that say the same, and that nothing writes to any more, are there once.

A screen has hundreds of borders, paddings and styles of text, each of them made anew for its
control; there are few that differ. What has been put on a screen cannot be written to, so all
controls can have the same; and what is one and the same needs not be compared.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import flet as ft
from flet.controls.alignment import AlignmentProperty

from companion.toolkit.kinds import KINDS, PLAIN, Kind

_MOST = 4096
"""So many are kept: a program has some hundreds, for each size of a screen."""

_kept: dict[Any, Any] = {}
"""By all that it says, the one that all controls have."""
_known: set[int] = set()
"""The same, as Python tells them apart."""


def values() -> list[Any]:
    """Every class of what controls are given, and that keeps its values as they do."""
    return [cls for cls in object.__subclasses__() if getattr(cls, "_is_flet_value", False)]


_fields: dict[type, tuple[str, ...]] = {cls: tuple(cls._structural_fields) for cls in values()}
"""By class of a value, its fields beside what was given to it."""


def factories() -> Iterator[tuple[Any, str, Any]]:
    """Where Flet makes a value anew for every caller: whose, its name, and what makes it once."""
    for cls in (ft.Padding, ft.Margin, ft.BorderRadius):
        for name in ("all", "symmetric", "only", "horizontal", "vertical"):
            if name in vars(cls):
                yield cls, name, staticmethod(_made_once(getattr(cls, name)))
    yield AlignmentProperty, "__get__", _named_once


def _made_once(make: Callable[..., Any]) -> Callable[..., Any]:
    # What is equal is not always sent alike: 1 and 1.0.
    @lru_cache(maxsize=512, typed=True)
    def made(*args: Any, **given: Any) -> Any:
        return _shared(make(*args, **given))

    return made


@lru_cache(maxsize=64)
def _named_once(of: AlignmentProperty, _instance: object, _owner: type) -> Any:
    return _shared(of.factory())


def share(values: dict[str, Any]) -> None:
    """Has what a control was given taken from what is there already."""
    for name, value in values.items():
        if type(value) in _fields:
            values[name] = _shared(value)


def is_shared(value: Any) -> bool:
    """Whether it is one of those that are there once."""
    return id(value) in _known


def _shared(value: Any) -> Any:
    if id(value) in _known:
        return value
    told = _told(value)
    if told is None:
        return value
    found = _kept.get(told)
    if found is None:
        if len(_kept) >= _MOST:
            _kept.clear()
            _known.clear()
        _settle(value)
        found = _kept[told] = value
        _known.add(id(value))
    return found


def _told(value: Any) -> tuple[Any, ...] | None:
    """All that a value says, and of what kind each of it is; None where it can hold a control."""
    told: list[Any] = [type(value)]
    for name, inner in (*value._values.items(), *_others(value)):
        kind = type(inner)
        if kind in PLAIN or KINDS[kind] is Kind.NAMED:
            # What is equal is not always sent alike: 1 and 1.0.
            told += (name, kind, inner)
        elif kind not in _fields:
            return None
        else:
            within = _told(inner)
            if within is None:
                return None
            told += (name, within)
    return tuple(told)


def _settle(value: Any) -> None:
    """Takes what it holds from what is there, too, and lets nothing be written to it any more."""
    share(value._values)
    for name, inner in _others(value):
        if type(inner) in _fields:
            setattr(value, name, _shared(inner))
    value._frozen = True
    value._dirty.clear()


def _others(value: Any) -> list[tuple[str, Any]]:
    return [(name, getattr(value, name)) for name in _fields[type(value)]]
