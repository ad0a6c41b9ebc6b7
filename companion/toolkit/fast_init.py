"""Fast initialisation of controls and values from the given arguments only.

Flet sets all fifty properties, mostly to defaults, and then calls a function per base class. Here
the work is determined once for each way of calling a class.
"""

import dataclasses
import inspect
from collections.abc import Callable
from dataclasses import MISSING
from typing import Any, NamedTuple

from flet.controls.base_control import BaseControl
from flet.controls.id_counter import ControlId
from flet.controls.value_types import Prop

_HANDED_ON = vars(dataclasses)["_FIELD_INITVAR"]
_CLASS_VARIABLE = vars(dataclasses)["_FIELD_CLASSVAR"]
"""Kinds of fields, as `dataclasses` marks them."""

_WAYS = 256
"""Number of calling patterns remembered, far more than the program uses."""

_number: Callable[[], int] = vars(ControlId)["_counter"].__next__
"""Counter of control numbers. It needs no lock, as Python advances it in one step."""

_FIRST = ("_values", "_dirty")
"""Attributes that every instance gets first."""


class _InitPlan(NamedTuple):
    """Initialisation plan for one way of calling a class."""

    made: tuple[tuple[str, Callable[[], Any]], ...]
    """Fields with a default factory that are not given."""
    noted: tuple[tuple[str, Any], ...]
    """Defaults of fields that are not given."""
    given: tuple[tuple[int, str, Any, bool], ...]
    """Given fields in order: argument index, name, default, and whether to store only.

    A field of the last kind is just stored, unless it equals its default.
    """
    handed_on: tuple[tuple[int, Any], ...]
    """Arguments of `__post_init__`: index or -1, and default."""


Finish = Callable[..., None]


def making(cls: Any) -> Callable[..., None] | None:
    """Return the fast `__init__` of a class, or None if the class has its own."""
    stock: Callable[..., None] = cls.__init__
    if "__init__" not in vars(cls) or not hasattr(cls, "_prop_defaults"):
        return None
    find, finish = _call_planner(cls), _finishing(cls)
    ways: dict[tuple[Any, ...], _InitPlan] = {}

    def make(self: Any, *args: Any, **given: Any) -> None:
        asked = (len(args), *given)
        way = ways.get(asked)
        if way is None:
            way = find(len(args), tuple(given))
            if way is None:
                # Invalid arguments: the original raises the error.
                stock(self, *args, **given)
                return
            if len(ways) < _WAYS:
                ways[asked] = way
        every = (*args, *given.values())
        self._values = values = {}
        self._dirty = {}
        for name, factory in way.made:
            setattr(self, name, factory())
        for name, default in way.noted:
            setattr(self, name, default)
        for at, name, default, only_kept in way.given:
            value = every[at]
            if not only_kept:
                setattr(self, name, value)
            # If the default is None, identity is enough: `==` on a colour is slow.
            elif value is not default and (default is None or not value == default):  # noqa: SIM201
                values[name] = value
        finish(self, *(every[at] if at >= 0 else default for at, default in way.handed_on))

    return make


def _call_planner(cls: Any) -> Callable[[int, tuple[str, ...]], _InitPlan | None]:
    """Return the function that plans a call from its number of positional and its keyword names.

    It returns None if the arguments are wrong.
    """
    declared: dict[str, Any] = cls.__dataclass_fields__
    of = {name: f for name, f in declared.items() if f._field_type is not _CLASS_VARIABLE}
    order = {name: n for n, name in enumerate(of)}
    props: dict[str, Any] = cls._prop_defaults
    handed_on = {name: f.default for name, f in of.items() if f._field_type is _HANDED_ON}
    settable = {name for name, f in of.items() if f.init}
    by_place = [name for name, f in of.items() if f.init and not f.kw_only]
    made = {n: f.default_factory for n, f in of.items() if f.default_factory is not MISSING}
    needed = {n for n in settable if of[n].default is MISSING and n not in made}
    noted = {
        name: f.default
        for name, f in of.items()
        if f.init and f.default is not MISSING and name not in {*props, *handed_on}
    }
    # Values of these fields are only stored, without further effects. A default value is not stored
    # at all.
    plainly = not hasattr(cls, "_notify") and vars(object)["__setattr__"] is cls.__setattr__
    only_kept = {n for n in props if plainly and type(inspect.getattr_static(cls, n)) is Prop}

    def find(count: int, names: tuple[str, ...]) -> _InitPlan | None:
        called = (*by_place[:count], *names)
        at = {name: n for n, name in enumerate(called)}
        right = len(at) == count + len(names) and at.keys() <= settable and needed <= at.keys()
        if not right:
            return None
        given_names = sorted((n for n in at if n not in handed_on), key=order.__getitem__)
        return _InitPlan(
            made=tuple((n, f) for n, f in made.items() if n not in at and n not in _FIRST),
            noted=tuple((n, default) for n, default in noted.items() if n not in at),
            given=tuple((at[n], n, props.get(n), n in only_kept) for n in given_names),
            handed_on=tuple((at.get(n, -1), default) for n, default in handed_on.items()),
        )

    return find


def _finishing(cls: Any) -> Finish:
    """Return the function that finishes an instance once its fields are set."""
    if issubclass(cls, BaseControl):
        return _controls(cls)
    own = getattr(cls, "__post_init__", None)

    def finish(self: Any, *arguments: Any) -> None:
        if own is not None:
            own(self, *arguments)
        if self._dirty:
            self._dirty.clear()

    return finish


def _controls(cls: Any) -> Finish:
    """Return the same for a control, which gets its number and runs its `init`."""
    named = _named(cls)
    if named is None:
        own: Finish = cls.__post_init__
        return own
    kind, apart = named
    does_something = cls.init is not BaseControl.init

    def finish(self: Any, ref: Any) -> None:
        self._c = kind
        if apart is not None:
            self._isolated = apart
        self._i = _number()
        if ref is not None:
            ref.current = self
        if does_something:
            self.init()
        if self._dirty:
            self._dirty.clear()

    # Set it once: Flet sets it for every new instance, and the interpreter then drops its caches of
    # the class.
    cls.__hash__ = BaseControl.__hash__
    return finish


def _named(cls: Any) -> tuple[str, bool | None] | None:
    """Return the type name of a class and whether it is isolated, as its base classes set them.

    Return None if one of them does anything else.
    """
    kind: str | None = None
    apart: bool | None = None
    step: Any = cls.__post_init__
    while step is not BaseControl.__post_init__:
        if getattr(step, "__name__", "") != "new_post_init" or not step.__closure__:
            return None
        held = zip(step.__code__.co_freevars, step.__closure__, strict=True)
        cells = {name: cell.cell_contents for name, cell in held}
        kind = cells["type_name"] if kind is None else kind
        apart = apart if cells["isolated"] is None else cells["isolated"]
        step = cells["orig_post_init"]
    return None if kind is None or "_c" in dir(cls) else (kind, apart)
