"""How a control, or a value of one, is made of what is given alone.

Flet sets each of fifty properties, mostly to what it is by default anyway, and then goes through a
function for each class that a control is of. Here it is found out once for each way in which a
class is called what there is to do.
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
"""So many ways to call a class are remembered: those of the program are far fewer."""

_number: Callable[[], int] = vars(ControlId)["_counter"].__next__
"""The number of the next control. Counting needs no lock: Python does it in one step."""

_FIRST = ("_values", "_dirty")
"""What everything that is made has, before anything else is noted of it."""


class _Way(NamedTuple):
    """What there is to do when a class is called in one way."""

    made: tuple[tuple[str, Callable[[], Any]], ...]
    """What is made, where it is not given."""
    noted: tuple[tuple[str, Any], ...]
    """What is noted of each that is not given."""
    given: tuple[tuple[int, str, Any, bool], ...]
    """What is given, in the order of the fields: its place, its name, what it is by default, and
    whether it is only written down, unless it is that."""
    handed_on: tuple[tuple[int, Any], ...]
    """What is told once all is set: its place, or -1, and what it is by default."""


Finish = Callable[..., None]


def making(cls: Any) -> Callable[..., None] | None:
    """How one of a class is made of what is given alone; None where the class says how."""
    stock: Callable[..., None] = cls.__init__
    if "__init__" not in vars(cls) or not hasattr(cls, "_prop_defaults"):
        return None
    find, finish = _ways(cls), _finishing(cls)
    ways: dict[tuple[Any, ...], _Way] = {}

    def make(self: Any, *args: Any, **given: Any) -> None:
        asked = (len(args), *given)
        way = ways.get(asked)
        if way is None:
            way = find(len(args), tuple(given))
            if way is None:
                # It says what is wrong.
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
            # A colour answers slowly whether it is nothing.
            elif value is not default and (default is None or not value == default):  # noqa: SIM201
                values[name] = value
        finish(self, *(every[at] if at >= 0 else default for at, default in way.handed_on))

    return make


def _ways(cls: Any) -> Callable[[int, tuple[str, ...]], _Way | None]:
    """What finds out what there is to do, by how many are given by place and which by name; it
    finds nothing where something is wrong with them."""
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
    # What is given to such a field is only written down, unless it is the default.
    plainly = not hasattr(cls, "_notify") and vars(object)["__setattr__"] is cls.__setattr__
    only_kept = {n for n in props if plainly and type(inspect.getattr_static(cls, n)) is Prop}

    def find(count: int, names: tuple[str, ...]) -> _Way | None:
        called = (*by_place[:count], *names)
        at = {name: n for n, name in enumerate(called)}
        right = len(at) == count + len(names) and at.keys() <= settable and needed <= at.keys()
        if not right:
            return None
        told = sorted((n for n in at if n not in handed_on), key=order.__getitem__)
        return _Way(
            made=tuple((n, f) for n, f in made.items() if n not in at and n not in _FIRST),
            noted=tuple((n, default) for n, default in noted.items() if n not in at),
            given=tuple((at[n], n, props.get(n), n in only_kept) for n in told),
            handed_on=tuple((at.get(n, -1), default) for n, default in handed_on.items()),
        )

    return find


def _finishing(cls: Any) -> Finish:
    """What is done with one of a class once all is set."""
    if issubclass(cls, BaseControl):
        return _controls(cls)
    own = getattr(cls, "__post_init__", None)

    def finish(self: Any, *told: Any) -> None:
        if own is not None:
            own(self, *told)
        if self._dirty:
            self._dirty.clear()

    return finish


def _controls(cls: Any) -> Finish:
    """The same of a control: it gets its number, and does what it does at first."""
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

    # Flet sets it anew whenever one is made, and the interpreter forgets what it knew of the class.
    cls.__hash__ = BaseControl.__hash__
    return finish


def _named(cls: Any) -> tuple[str, bool | None] | None:
    """What a class is called and whether it stands apart, as each class that it is of would say
    one after the other; None where one of them does something besides."""
    kind: str | None = None
    apart: bool | None = None
    step: Any = cls.__post_init__
    while step is not BaseControl.__post_init__:
        if getattr(step, "__name__", "") != "new_post_init" or not step.__closure__:
            return None
        held = zip(step.__code__.co_freevars, step.__closure__, strict=True)
        told = {name: cell.cell_contents for name, cell in held}
        kind = told["type_name"] if kind is None else kind
        apart = apart if told["isolated"] is None else told["isolated"]
        step = told["orig_post_init"]
    return None if kind is None or "_c" in dir(cls) else (kind, apart)
