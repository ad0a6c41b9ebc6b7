"""Fast path over Flet: the same results without the work that no control needs.

| replaced | saves: opening a match, following an act | what Flet would have to offer |
| --- | --- | --- |
| making a control (`__init__`) | 19 to 23 %, 16 to 23 % | set only what is given |
| looking into one (`dataclasses.fields`) | 74 to 81 %, 16 to 29 % | visit only what is given |
| comparing (`_compare_dataclasses`) | nothing, 8 to 20 % | compare only what is given |
| its log `flet_object_patch` | up to 2 %, 3 to 9 % | ask first whether anybody reads it |

The gain is what a screen costs more without it.

| private names of Flet | for |
| --- | --- |
| `_i`, `new_post_init` and its variables | making a control |
| `_values`, `_dirty`, `_c` | making it, looking into it, comparing |
| `_compare_dataclasses`, `_compare_lists`, `_compare_values`, `_migrate_state`, \
`_dataclass_added`, `_dataclass_removed`, `_before_update_safe` | comparing |

Everything sent is the same (`tests/toolkit/test_fast_flet.py`). It is written for Flet 1.0.5 only.
With any other version Flet is unchanged.
"""

import dataclasses
import inspect
from collections.abc import Callable, Collection, Iterable
from dataclasses import is_dataclass
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
    _put(base_control, "dataclass", _fast_dataclass)
    for cls in set(_below(BaseControl)):
        _make_fast(cls)
    given = SimpleNamespace(is_dataclass=is_dataclass, fields=_fields_to_visit)
    _put(object_patch, "dataclasses", given)
    builder = object_patch.DiffBuilder
    _put(builder, "_compare_dataclasses", _comparing(builder._compare_dataclasses))
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


def _fast_dataclass(**kwargs: Any) -> Callable[[type], type]:
    def decorated(cls: type) -> type:
        cls = dataclasses.dataclass(**kwargs)(cls)
        _make_fast(cls)
        return cls

    return decorated


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
    kind = _type_name(cls)
    if kind is None:
        own: Callable[..., None] = cls.__post_init__
        return own
    number, initialises = ControlId.next, cls.init is not BaseControl.init

    def finish(self: Any, ref: Any) -> None:
        self._c = kind
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


def _type_name(cls: Any) -> str | None:
    """Return the type name of a class, or None if it does anything else after its fields are set.

    Each decorated class wraps the `__post_init__` of its base.
    """
    kind: str | None = None
    step: Any = cls.__post_init__
    while step is not BaseControl.__post_init__:
        if getattr(step, "__name__", "") != "new_post_init" or not step.__closure__:
            return None
        held = inspect.getclosurevars(step).nonlocals
        if held["isolated"] is not None:
            return None
        kind, step = kind or held["type_name"], held["orig_post_init"]
    return None if "_c" in dir(cls) else kind


# Looking into a control


class _Class(NamedTuple):
    """Fields of one class of controls or values."""

    fields: dict[str, tuple[int, Any]]
    """Each field that is visited, and its place."""
    structural: list[str]
    """Fields that are no properties, in the order of Flet."""
    defaults: dict[str, Any]
    """Default of each property."""
    holding: list[str]
    """Properties whose default holds something."""
    events: set[str]
    """Properties of which only the presence is sent."""
    is_control: bool
    builds: bool
    """True if the class makes its content once it is placed."""


class _Holds(dict[type, bool]):
    """Cache of whether values of a type can hold controls."""

    def __missing__(self, cls: type) -> bool:
        holds = is_dataclass(cls) or issubclass(cls, list | dict)
        self[cls] = holds
        return holds


class _Classes(dict[type, _Class | None]):
    """Cache of fields by class; None for classes that store their values in another way."""

    def __missing__(self, cls: type) -> _Class | None:
        self[cls] = described = _described(cls) if _properties(cls) else None
        return described


def _described(cls: Any) -> _Class:
    props, is_control = _properties(cls), issubclass(cls, BaseControl)
    fields = [f for f in dataclasses.fields(cls) if not f.metadata.get("skip", False)]
    return _Class(
        fields={f.name: (n, f) for n, f in enumerate(fields)},
        structural=[n for n in _others(fields, props) if n not in ("_i", "_c")],
        defaults=props,
        holding=[name for name, default in props.items() if _holds[type(default)]],
        events={f.name for f in fields if _is_event(f)} & {*props},
        is_control=is_control,
        builds=is_control and cls.build is not BaseControl.build,
    )


def _others(fields: list[Any], props: Collection[str]) -> frozenset[str]:
    """Return the names of fields that are no properties, in a set built as Flet builds it."""
    others: set[str] = set()
    for each in fields:
        if each.name not in props:
            others.add(each.name)
    return frozenset(others)


def _is_event(field: Any) -> bool:
    return bool(field.name.startswith("on_") and field.metadata.get("event", True))


_holds, _classes = _Holds(), _Classes()


def _fields_to_visit(thing: Any) -> Any:
    """Return the fields of a thing that hold something or have changed, in their order.

    Flet looks into nothing else, and fifty fields a control are empty.
    """
    cls = _classes[type(thing)]
    if cls is None:
        return dataclasses.fields(thing)
    fields, values = cls.fields, thing._values
    held = [fields[name] for name, value in values.items() if _holds[type(value)]]
    held += [fields[name] for name in cls.structural if _holds[type(getattr(thing, name))]]
    held += [fields[name] for name in cls.holding if name not in values]
    changed = (name for name in thing._dirty if not _holds[type(values.get(name))])
    held += [fields[name] for name in changed if name in fields]
    held.sort(key=_place)
    return [field for _, field in held]


def _place(held: tuple[int, Any]) -> int:
    return held[0]


# Comparing


def _comparing(stock: Callable[..., None]) -> Callable[..., None]:
    """Return the comparison of a new control or value with what was in its place before.

    Everything unusual goes through Flet's own code.
    """

    def compare(self: Any, parent: Any, path: Any, src: Any, dst: Any, frozen: bool) -> None:
        cls = _classes[type(dst)] if frozen and type(src) is type(dst) and src is not dst else None
        placed = cls and isinstance(parent, BaseControl) and parent is not dst
        if cls is None or cls.builds or not placed or parent.is_isolated():
            stock(self, parent, path, src, dst, frozen)
            return
        if cls.is_control:
            dst._migrate_state(src)
            self._dataclass_added(dst, parent, True)
            self._dataclass_removed(src)
            dst._before_update_safe()
        for name in cls.structural:
            old, new = getattr(src, name), getattr(dst, name)
            if old or new:
                within(self, dst, path, name, old, new)
        before, after, defaults = src._values, dst._values, cls.defaults
        for name in {**before, **after}:
            default = defaults.get(name)
            old, new = before.get(name, default), after.get(name, default)
            if old is new:
                continue
            if name in cls.events:
                old, new = old is not None, new is not None
            if not _alike(old, new):
                within(self, dst, path, name, old, new)
        if not cls.is_control:
            self._dataclass_removed(src)
            self._dataclass_added(dst, parent, True)

    def within(self: Any, parent: Any, path: Any, name: str, old: Any, new: Any) -> None:
        cls = type(new) if type(new) is type(old) else None
        if cls is list and old and new:
            self._compare_lists(parent, [*path, name], old, new, True)
        elif cls and isinstance(new, BaseControl) and new._c != "C" and _key(old) == _key(new):
            compare(self, parent, [*path, name], old, new, True)
        else:
            self._compare_values(parent, path, name, old, new, True)

    return compare


def _key(control: Any) -> Any:
    key = control._values.get("key")
    return getattr(key, "value", key)


def _alike(old: Any, new: Any) -> bool:
    """Return whether two values are equal and hold no control."""
    if not _holds[type(new)]:
        return bool(old == new)
    cls = _classes[type(new)] if type(old) is type(new) and is_dataclass(new) else None
    return (
        cls is not None
        and not cls.is_control
        and old._values == new._values
        and all(getattr(old, name) == getattr(new, name) for name in cls.structural)
    )
