"""Fast path over Flet: the same results without the work that no control needs.

| replaced | saves: opening a match, following an act | what Flet would have to offer |
| --- | --- | --- |
| making a control (`__init__`) | 19 to 23 %, 16 to 23 % | set only what is given |
| looking into one (`dataclasses.fields`) | 74 to 81 %, 16 to 29 % | visit only what is given |
| its log `flet_object_patch` | up to 2 %, 3 to 9 % | ask first whether anybody reads it |

The gain is what a screen costs more without it. Private names of Flet: `_apply_control`, `_values`,
`_dirty`, `_c`, `_i`, `_isolated`, and `new_post_init` with its three variables; to make controls,
all of them, and `_values`, `_dirty`, `_c` and `_i` to look into one.

Everything sent is the same (`tests/toolkit/test_fast_flet.py`). It is written for Flet 1.0.5 only.
With any other version Flet is unchanged.
"""

import dataclasses
import inspect
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from types import SimpleNamespace
from typing import Any, NamedTuple

from flet.controls import base_control, object_patch
from flet.controls.base_control import BaseControl, Prop
from flet.controls.id_counter import ControlId

_KNOWN = "1.0.5"


def is_known_version() -> bool:
    """Return whether this is the version of Flet it is written for."""
    try:
        return version("flet") == _KNOWN
    except PackageNotFoundError:
        # Packed without metadata, as in the site. There the version was pinned at build time.
        return True


_undo: list[Callable[[], None]] = []


def install() -> None:
    """Install the fast path, once."""
    if _undo or not is_known_version():
        return
    decorate = base_control._apply_control

    def decorated(*args: Any, **kwargs: Any) -> type:
        cls = decorate(*args, **kwargs)
        _make_fast(cls)
        return cls

    _put(base_control, "_apply_control", decorated)
    for cls in set(_below(BaseControl)):
        _make_fast(cls)
    given = SimpleNamespace(is_dataclass=dataclasses.is_dataclass, fields=_fields_to_visit)
    _put(object_patch, "dataclasses", given)
    _put(object_patch.logger, "debug", lambda *_: None)


def remove() -> None:
    """Restore stock Flet."""
    while _undo:
        _undo.pop()()


def _put(where: Any, name: str, what: object) -> None:
    before = getattr(where, name)
    _undo.append(lambda: setattr(where, name, before))
    setattr(where, name, what)


def _below(cls: type) -> list[type]:
    own: list[type] = cls.__subclasses__()
    return [*own, *(each for sub in own for each in _below(sub))]


def _make_fast(cls: type) -> None:
    if "__init__" in vars(cls):
        _put(cls, "__init__", _init(cls))


# Making


class _Call(NamedTuple):
    """Plan of one way of calling a class."""

    made: list[tuple[str, Callable[[], Any]]]
    """Fields with a default factory that are not given."""
    fixed: list[tuple[str, Any]]
    """Other fields that are not given and no properties, with their default."""
    given: list[tuple[int, str, bool, Any]]
    """Place of an argument, its name, whether it is a property, and its default."""
    handed_on: list[tuple[int, Any]]
    """Arguments of `finish`: place, or -1, and default."""
    finish: Callable[..., None]
    """What `__post_init__` does."""


def _init(cls: Any) -> Callable[..., None]:
    """Return an `__init__` that sets only what is given. Each way of calling it is planned once."""
    stock: Callable[..., None] = cls.__init__
    calls: dict[tuple[Any, ...], _Call | None] = {}

    def make(self: Any, *args: Any, **given: Any) -> None:
        way = (len(args), *given)
        if way not in calls:
            calls[way] = _planned(cls, stock, len(args), given)
        call = calls[way]
        if call is None:
            # Invalid arguments: the original raises the error.
            stock(self, *args, **given)
            return
        every = (*args, *given.values())
        for name, factory in call.made:
            setattr(self, name, factory())
        for name, default in call.fixed:
            setattr(self, name, default)
        values = self._values
        for at, name, is_property, default in call.given:
            value = every[at]
            if not is_property:
                setattr(self, name, value)
            # If the default is None, identity is enough: `==` on a colour is slow.
            elif value is not default and (default is None or not value == default):  # noqa: SIM201
                values[name] = value
        call.finish(self, *[every[at] if at >= 0 else default for at, default in call.handed_on])

    return make


def _planned(
    cls: Any, stock: Callable[..., None], count: int, names: Iterable[str]
) -> _Call | None:
    """Plan a call with so many positional arguments and these names; None if it is invalid."""
    signature = _signature(stock)
    try:
        signature.bind(None, *range(count), **dict.fromkeys(names))
    except TypeError:
        return None
    asked, props = signature.parameters, _properties(cls)
    at = {name: n for n, name in enumerate((*list(asked)[1 : count + 1], *names))}
    fields = {f.name: f for f in dataclasses.fields(cls)}
    left = [f for name, f in fields.items() if name not in at]
    made = [(f.name, f.default_factory) for f in left if callable(f.default_factory)]
    fixed = [(f.name, asked[f.name].default) for f in left if f.name in {*asked} - {*props}]
    given = [(at[n], n, n in props, props.get(n)) for n in fields if n in at]
    handed_on = [n for n in cls.__dataclass_fields__ if n in asked and n not in fields]
    return _Call(
        made,
        [each for each in fixed if each[0] not in dict(made)],
        given,
        [(at.get(name, -1), asked[name].default) for name in handed_on],
        _finishing(cls),
    )


_signature = cache(inspect.signature)


@cache
def _properties(cls: type) -> dict[str, Any]:
    """Return the properties of a class, and their defaults."""
    declared = {f.name: inspect.getattr_static(cls, f.name, None) for f in dataclasses.fields(cls)}
    return {name: each.default for name, each in declared.items() if isinstance(each, Prop)}


@cache
def _finishing(cls: Any) -> Callable[..., None]:
    """Return the function that finishes an instance once its fields are set."""
    named = _named(cls)
    if named is None:
        own: Callable[..., None] = cls.__post_init__
        return own
    kind, apart = named
    number, initialises = ControlId.next, cls.init is not BaseControl.init

    def finish(self: Any, ref: Any) -> None:
        self._c = kind
        if apart is not None:
            self._isolated = apart
        self._i = number()
        if ref is not None:
            ref.current = self
        if initialises:
            self.init()
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
        cells = inspect.getclosurevars(step).nonlocals
        kind = cells["type_name"] if kind is None else kind
        apart = apart if cells["isolated"] is None else cells["isolated"]
        step = cells["orig_post_init"]
    return None if kind is None or "_c" in dir(cls) else (kind, apart)


# Looking into a control


class _Contents(NamedTuple):
    """Fields in which a control or value of one class can hold others."""

    fields: dict[str, tuple[int, Any]]
    """Each field that is visited, and its place."""
    always: list[str]
    """Fields that are no properties."""
    by_default: list[str]
    """Properties whose default holds something."""


class _Holds(dict[type, bool]):
    """Cache of whether values of a type can hold controls."""

    def __missing__(self, cls: type) -> bool:
        holds = dataclasses.is_dataclass(cls) or issubclass(cls, list | dict)
        self[cls] = holds
        return holds


class _ContentsOf(dict[type, _Contents | None]):
    """Contents by class; None for classes that store their values in another way."""

    def __missing__(self, cls: type) -> _Contents | None:
        self[cls] = contents = _contents(cls)
        return contents


def _contents(cls: Any) -> _Contents | None:
    props = _properties(cls)
    visited = [f for f in dataclasses.fields(cls) if not f.metadata.get("skip", False)]
    if not props:
        return None
    return _Contents(
        {f.name: (n, f) for n, f in enumerate(visited)},
        [f.name for f in visited if f.name not in (*props, "_i", "_c")],
        [name for name, default in props.items() if _holds[type(default)]],
    )


_holds, _of = _Holds(), _ContentsOf()


def _fields_to_visit(thing: Any) -> Any:
    """Return the fields of a thing that hold something or have changed, in their order.

    Flet looks into nothing else, and fifty fields a control are empty.
    """
    contents = _of[type(thing)]
    if contents is None:
        return dataclasses.fields(thing)
    fields, values = contents.fields, thing._values
    held = [fields[name] for name, value in values.items() if _holds[type(value)]]
    held += [fields[name] for name in contents.always if _holds[type(getattr(thing, name))]]
    held += [fields[name] for name in contents.by_default if name not in values]
    changed = (name for name in thing._dirty if not _holds[type(values.get(name))])
    held += [fields[name] for name in changed if name in fields]
    held.sort(key=_place)
    return [field for _, field in held]


def _place(held: tuple[int, Any]) -> int:
    return held[0]
