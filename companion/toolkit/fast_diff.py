"""Fast diff, comparing only what can differ.

Flet formats each value of each control for a log that nobody reads, and reads all fifty properties
of two objects before it calls them different. Here each class is analysed once, and of values
created anew only what was given is compared. Everything unusual goes through Flet's own code.
"""

import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

from flet.controls.base_control import BaseControl

from companion.toolkit.fast_mount import HOLDING, KINDS, ValueKind

Compare = Callable[..., None]

_MISSING = object()


class _DiffPlan(NamedTuple):
    """Comparison plan of one class."""

    control: bool
    structural: tuple[str, ...]
    """Fields that are always compared."""
    defaults: dict[str, Any]
    events: frozenset[str]
    """Handler fields, of which only the presence is sent."""
    equal_by_values: bool
    """True if equality depends on the given values only."""
    moves: bool
    """True if the class migrates state in its own way."""
    builds: bool


class _Plans(dict[type, _DiffPlan | None]):
    """Comparison plans by class; None for classes that store their values in another way."""

    def __missing__(self, cls: type) -> _DiffPlan | None:
        plan = self[cls] = _plan(cls)
        return plan


def _plan(cls: Any) -> _DiffPlan | None:
    if not hasattr(cls, "_structural_fields"):
        return None
    control = issubclass(cls, BaseControl)
    return _DiffPlan(
        control=control,
        # Skip `_c` and `_i`: two controls of one class share `_c`, and by then they have the same
        # `_i`.
        structural=tuple(n for n in cls._structural_fields if n not in ("_i", "_c")),
        defaults=cls._prop_defaults,
        events=cls._event_fields,
        equal_by_values=not control and _equal_by_values(cls),
        moves=control and cls._migrate_state is not BaseControl._migrate_state,
        builds=control and cls.build is not BaseControl.build,
    )


def _equal_by_values(cls: Any) -> bool:
    """Return whether `dataclasses` generated the equality, over all fields."""
    made = getattr(vars(cls).get("__eq__"), "__qualname__", "")
    fields = cls.__dataclass_fields__.values()
    return made.startswith("__create_fn__") and all(f.compare for f in fields)


_plans = _Plans()


def _same(old: Any, new: Any, plan: _DiffPlan) -> bool:
    """Return whether two values of one class are equal. Default values are not stored."""
    before, after = old._values, new._values
    if len(before) != len(after):
        return False
    for name, one in before.items():
        other = after.get(name, _MISSING)
        if one is other:
            continue
        if not _equal(one, other):
            return False
    return all(_equal(getattr(old, name), getattr(new, name)) for name in plan.structural)


def _equal(one: Any, other: Any) -> bool:
    plan = _plans[type(one)] if type(one) is type(other) else None
    if plan and plan.equal_by_values:
        return one is other or _same(one, other, plan)
    return bool(one == other)


def comparing(builder: type) -> Compare:
    """Return the function that compares two controls or values."""
    stock: Compare = builder._compare_dataclasses  # type: ignore[attr-defined]

    def pair(self: Any, parent: Any, path: Any, src: Any, dst: Any, frozen: bool) -> None:
        """Compare a control or a value with what was rendered in its place before."""
        if frozen and src is dst:
            if parent is not None and parent is not dst:
                dst._parent = weakref.ref(parent)
            return
        plan = _plans[type(dst)]
        placed = frozen and isinstance(parent, BaseControl) and parent is not dst
        apart = placed and getattr(parent, "_isolated", False)
        if plan is None or not placed or apart or type(src) is not type(dst):
            stock(self, parent, path, src, dst, frozen)
        elif plan.control:
            taking_place(self, parent, src, dst, plan)
            within(self, path, src, dst, plan)
        else:
            within(self, path, src, dst, plan)
            self._dataclass_removed(src)
            self._dataclass_added(dst, parent, True)

    def taking_place(self: Any, parent: Any, src: Any, dst: Any, plan: _DiffPlan) -> None:
        """Let a control take the place of an earlier one."""
        if plan.moves:
            dst._migrate_state(src)
        else:
            dst._i = src._i
            if dst.data is None and src.data is not None:
                dst.data = src.data
        if not hasattr(dst, "_initialized"):
            if plan.builds:
                _built(dst)
            dst._initialized = True
        dst._parent = weakref.ref(parent)
        dst._frozen = True
        self._added_dataclasses[dst._i] = dst
        self._removed_dataclasses[src._i] = src
        dst._before_update_safe()

    def within(self: Any, path: Any, src: Any, dst: Any, plan: _DiffPlan) -> None:
        """Compare all fields of two objects of one class, in Flet's order."""
        for name in plan.structural:
            old, new = getattr(src, name), getattr(dst, name)
            if name == "_internals" and (old is new or (old == new and not _deep(new))):
                continue
            if type(old) is list and type(new) is list and bool(old) is bool(new):
                if old:
                    self._compare_lists(dst, [*path, name], old, new, True)
                continue
            self._compare_values(dst, path, name, old, new, True)
        before, after = src._values, dst._values
        defaults, events = plan.defaults, plan.events
        for name, old in before.items():
            new = after.get(name, _MISSING)
            if new is _MISSING:
                new = defaults.get(name)
            if old is not new:
                one(self, dst, path, name, old, new, name in events)
        for name, new in after.items():
            if name not in before:
                old = defaults.get(name)
                if old is not new:
                    one(self, dst, path, name, old, new, name in events)

    def one(self: Any, parent: Any, path: Any, name: str, old: Any, new: Any, event: bool) -> None:
        """Compare one property."""
        if event:
            if (old is None) is not (new is None):
                self._compare_values(parent, path, name, old is not None, new is not None, True)
            return
        cls = type(new)
        if not HOLDING[cls] and not HOLDING[type(old)]:
            if not old == new:  # noqa: SIM201 - as Flet asks it
                self._item_replaced(path, name, new)
            return
        if cls is type(old):
            if cls is list and old and new and isinstance(new[0], BaseControl):
                self._compare_lists(parent, [*path, name], old, new, True)
                return
            plan = _plans[cls]
            if plan and plan.control and new._c != "C" and key_of(old) == key_of(new):
                pair(self, parent, [*path, name], old, new, True)
                return
            if plan and plan.equal_by_values:
                if not _same(old, new, plan):
                    pair(self, parent, [*path, name], old, new, True)
                return
        if self._holds_control(new) or not old == new:  # noqa: SIM201 - as Flet asks it
            self._compare_values(parent, path, name, old, new, True)

    return pair


def _deep(internals: dict[str, Any]) -> bool:
    """Return whether a control's internals can contain a control."""
    return any(KINDS[type(value)] is ValueKind.DATACLASS for value in internals.values())


def key_of(thing: Any) -> Any:
    """Return the key of a control among its siblings."""
    key = thing._values.get("key")
    return getattr(key, "value", key)


def _built(control: Any) -> None:
    """Build a control, which is not allowed once it is frozen."""
    frozen = getattr(control, "_frozen", None)
    if frozen is not None:
        del control._frozen
    control.build()
    if frozen is not None:
        object.__setattr__(control, "_frozen", frozen)
