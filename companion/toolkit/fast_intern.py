"""Interning of equal values that are no longer written to.

A screen has hundreds of borders, paddings and text styles, created anew for each control, of which
few differ. Mounted values cannot be written to, so all controls can share them, and identical
values need no comparison.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import flet as ft
from flet.controls.alignment import AlignmentProperty

from companion.toolkit.value_kinds import KINDS, PLAIN, ValueKind

_MOST = 4096
"""Maximum number of interned values. A program has some hundreds for each screen size."""

_kept: dict[Any, Any] = {}
"""Interned values by their content."""
_known: set[int] = set()
"""Identities of the interned values."""


def values() -> list[Any]:
    """Return every class of values that stores them as controls do."""
    return [cls for cls in object.__subclasses__() if getattr(cls, "_is_flet_value", False)]


_fields: dict[type, tuple[str, ...]] = {cls: tuple(cls._structural_fields) for cls in values()}
"""Other fields of each value class, besides the given values."""


def factories() -> Iterator[tuple[Any, str, Any]]:
    """Yield Flet's value factories: owner, name and the caching replacement."""
    for cls in (ft.Padding, ft.Margin, ft.BorderRadius):
        for name in ("all", "symmetric", "only", "horizontal", "vertical"):
            if name in vars(cls):
                yield cls, name, staticmethod(_made_once(getattr(cls, name)))
    yield AlignmentProperty, "__get__", _named_once


def _made_once(make: Callable[..., Any]) -> Callable[..., Any]:
    # `typed`: equal values are not always sent alike, such as 1 and 1.0.
    @lru_cache(maxsize=512, typed=True)
    def made(*args: Any, **given: Any) -> Any:
        return _shared(make(*args, **given))

    return made


@lru_cache(maxsize=64)
def _named_once(of: AlignmentProperty, _instance: object, _owner: type) -> Any:
    return _shared(of.factory())


def share(values: dict[str, Any]) -> None:
    """Replace the values given to a control by interned ones."""
    for name, value in values.items():
        if type(value) in _fields:
            values[name] = _shared(value)


def is_shared(value: Any) -> bool:
    """Return whether a value is interned."""
    return id(value) in _known


def _shared(value: Any) -> Any:
    if id(value) in _known:
        return value
    key = _content_key(value)
    if key is None:
        return value
    shared = _kept.get(key)
    if shared is None:
        if len(_kept) >= _MOST:
            _kept.clear()
            _known.clear()
        _settle(value)
        shared = _kept[key] = value
        _known.add(id(value))
    return shared


def _content_key(value: Any) -> tuple[Any, ...] | None:
    """Return the content of a value with its types, or None if it can contain a control."""
    key: list[Any] = [type(value)]
    for name, inner in (*value._values.items(), *_others(value)):
        kind = type(inner)
        if kind in PLAIN or KINDS[kind] is ValueKind.NAMED:
            # Include the type: equal values are not always sent alike, such as 1 and 1.0.
            key += (name, kind, inner)
        elif kind not in _fields:
            return None
        else:
            within = _content_key(inner)
            if within is None:
                return None
            key += (name, within)
    return tuple(key)


def _settle(value: Any) -> None:
    """Intern the contents of a value and freeze it."""
    share(value._values)
    for name, inner in _others(value):
        if type(inner) in _fields:
            setattr(value, name, _shared(inner))
    value._frozen = True
    value._dirty.clear()


def _others(value: Any) -> list[tuple[str, Any]]:
    return [(name, getattr(value, name)) for name in _fields[type(value)]]
