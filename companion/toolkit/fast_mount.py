"""Fast mounting of new controls and removal of old ones, visiting only what they contain.

Flet goes through all fields of each control, and passes each one up through all its ancestors.
"""

import dataclasses
import weakref
from collections.abc import Callable, Iterable
from enum import Enum, IntEnum, auto
from typing import Any, NamedTuple

from flet.controls.base_control import BaseControl


class ValueKind(IntEnum):
    """Kind of a value for traversal."""

    NOTHING = auto()
    """Value without content."""
    NAMED = auto()
    """Enumeration member."""
    DATACLASS = auto()
    LIST = auto()
    DICT = auto()


class Kinds(dict[type, ValueKind]):
    """Cache of the kind of a type."""

    def __missing__(self, cls: type) -> ValueKind:
        kind = self[cls] = _kind(cls)
        return kind


def _kind(cls: type) -> ValueKind:
    if dataclasses.is_dataclass(cls):
        return ValueKind.DATACLASS
    if issubclass(cls, list):
        return ValueKind.LIST
    if issubclass(cls, dict):
        return ValueKind.DICT
    return ValueKind.NAMED if issubclass(cls, Enum) else ValueKind.NOTHING


KINDS = Kinds()


class HoldsControls(dict[type, bool]):
    """Cache of whether values of a type can contain others."""

    def __missing__(self, cls: type) -> bool:
        holds = self[cls] = KINDS[cls] > ValueKind.NAMED
        return holds


HOLDING = HoldsControls()


class _MountPlan(NamedTuple):
    """Mounting plan of one class."""

    control: bool
    order: dict[str, int]
    """Position of each field."""
    structural: tuple[str, ...]
    """Fields that are always visited."""
    given: tuple[tuple[str, Any], ...]
    """Fields whose defaults contain something."""
    builds: bool


def mounting(builder: type) -> Callable[..., Iterable[Any]]:
    """Return the function that mounts a value and lists the controls in it."""
    stock: Callable[..., Iterable[Any]] = builder._configure_dataclass  # type: ignore[attr-defined]

    def configured(
        self: Any, item: Any, parent: Any, frozen: bool, configure_setattr_only: bool = False
    ) -> Iterable[Any]:
        if configure_setattr_only:
            return stock(self, item, parent, frozen, True)
        controls: list[Any] = []
        put(self, item, parent, frozen, controls)
        return controls

    def put(self: Any, item: Any, parent: Any, frozen: bool, controls: list[Any]) -> None:
        kind = KINDS[type(item)]
        if kind is ValueKind.LIST:
            for each in item:
                put(self, each, parent, frozen, controls)
        elif kind is ValueKind.DICT:
            for each in item.values():
                put(self, each, parent, frozen, controls)
        elif kind is ValueKind.DATACLASS:
            made_ready(self, item, parent, frozen, controls)

    def made_ready(self: Any, item: Any, parent: Any, frozen: bool, controls: list[Any]) -> None:
        cls = type(item)
        plan = _plans[cls] if cls in _plans else _plans.setdefault(cls, _plan(cls))
        if parent is None:
            around = getattr(item, "_parent", None)
            parent = around() if around else None
        if plan is None or parent is item:
            controls.extend(stock(self, item, parent, frozen))
            return
        if parent is not None:
            item._parent = weakref.ref(parent)
        if hasattr(item, "_frozen"):
            frozen = item._frozen
        elif frozen:
            item._frozen = frozen
        if plan.control:
            if plan.builds:
                item.build()
            item._before_update_safe()
            item._initialized = True
            controls.append(item)
            parent = item
        for each in _held(item, plan):
            put(self, each, parent, frozen, controls)
        if not frozen:
            item._dirty.clear()

    return configured


def removing(builder: type) -> Callable[..., Iterable[Any]]:
    """Return the function that lists the controls in a value that is gone."""
    stock: Callable[..., Iterable[Any]] = builder._removed_controls  # type: ignore[attr-defined]

    def removed(self: Any, item: Any, recurse: bool) -> Iterable[Any]:
        controls: list[Any] = []
        gather(self, item, recurse, controls)
        return controls

    def gather(self: Any, item: Any, recurse: bool, controls: list[Any]) -> None:
        cls = type(item)
        kind = KINDS[cls]
        if kind is ValueKind.LIST or kind is ValueKind.DICT:
            for each in item.values() if kind is ValueKind.DICT else item:
                gather(self, each, recurse, controls)
        elif kind is ValueKind.DATACLASS:
            plan = _plans[cls] if cls in _plans else _plans.setdefault(cls, _plan(cls))
            if plan is None or hasattr(item, "__prev_lists"):
                controls.extend(stock(self, item, recurse))
            elif plan.control:
                for each in _held(item, plan) if recurse else ():
                    gather(self, each, recurse, controls)
                controls.append(item)

    return removed


def _held(item: Any, plan: _MountPlan) -> Iterable[Any]:
    """Return the contents of a control or value that can contain something, in field order."""
    values, order = item._values, plan.order
    held = [(order[name], each) for name, each in values.items() if HOLDING[type(each)]]
    for name in plan.structural:
        each = getattr(item, name)
        if each and HOLDING[type(each)]:
            held.append((order[name], each))
    if plan.given:
        held.extend((order[name], each) for name, each in plan.given if name not in values)
    if len(held) > 1:
        held.sort(key=_place)
    return [each for _, each in held]


_plans: dict[type, _MountPlan | None] = {}


def _place(held: tuple[int, Any]) -> int:
    return held[0]


def _plan(cls: type) -> _MountPlan | None:
    """Return the plan, or None if a class does not store its values as controls do."""
    if not hasattr(cls, "_structural_fields") or "__setattr__" in vars(cls):
        return None
    of: Any = cls
    if getattr(cls, "__flet_control_cls__", None) is None:
        of.__flet_control_cls__ = BaseControl
    names = [f.name for f in dataclasses.fields(of) if not f.metadata.get("skip", False)]
    defaults: dict[str, Any] = of._prop_defaults
    in_order = [(name, defaults.get(name)) for name in names]
    is_control = issubclass(cls, BaseControl)
    return _MountPlan(
        control=is_control,
        order={name: n for n, name in enumerate(names)},
        structural=tuple(n for n in names if n not in defaults and n not in ("_i", "_c")),
        given=tuple((n, d) for n, d in in_order if KINDS[type(d)] is ValueKind.DATACLASS),
        builds=is_control and of.build is not BaseControl.build,
    )
