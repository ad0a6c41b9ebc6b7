"""The same from Flet with less work: what it does for each control that nobody needs.

Making a control sets each of its fifty properties, mostly to what it is by default; comparing and
mounting one goes through all fifty again, words a debug log that nobody reads, and asks what is a
dataclass some thousand times a screen. Here only what was given is set and looked at. What is sent
stays the same, byte for byte (`tests/ui/test_swift.py`).

It knows Flet 1.0.5 alone: with any other version everything stays as it comes.
"""

import dataclasses
import inspect
import sys
import weakref
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType, SimpleNamespace
from typing import Any

from companion.toolkit.kinds import DATACLASSES, PLAIN, is_dataclass

_KNOWN = "1.0.5"


def known() -> bool:
    """Whether this is the Flet that all of this was made for."""
    try:
        return version("flet") == _KNOWN
    except PackageNotFoundError:
        # Packed without metadata, as the site is: what it was built with is pinned.
        return True


_in_place: list[Callable[[], None]] = []


def install() -> None:
    """Makes it swift, once."""
    if not _in_place and known():
        _in_place.append(_installed())


def remove() -> None:
    """Makes it as it comes."""
    while _in_place:
        _in_place.pop()()


def _installed() -> Callable[[], None]:
    """Makes it swift; what is returned takes all of it back."""
    from flet.components import component
    from flet.controls import base_control, object_patch
    from flet.messaging import protocol, session

    from companion.toolkit.swift_events import kinds_of_events
    from companion.toolkit.swift_keeping import named_beforehand, values
    from companion.toolkit.swift_mounting import mounting
    from companion.toolkit.swift_packing import packing

    undo: list[Callable[[], None]] = []

    def put(where: Any, name: str, what: object) -> None:
        before = getattr(where, name)
        undo.append(lambda: setattr(where, name, before))
        setattr(where, name, what)

    def swift(cls: type) -> None:
        named_beforehand(cls)
        found = _making(cls)
        if found is not None:
            put(cls, "__init__", found)

    stock = base_control._apply_control

    def applied(*args: Any, **kwargs: Any) -> type:
        cls = stock(*args, **kwargs)
        swift(cls)
        return cls

    put(object_patch, "logger", _Silent)
    put(session, "patch_logger", _Silent)
    put(component, "logger", _Silent)
    put(object_patch, "dataclasses", SimpleNamespace(is_dataclass=is_dataclass, fields=_fields))
    # Every class of controls holds on to this very function.
    put(base_control.BaseControl.__post_init__, "__code__", _made.__code__)
    put(base_control, "_apply_control", applied)
    put(base_control, "get_event_field_type", kinds_of_events(base_control))
    builder = object_patch.DiffBuilder
    put(builder, "_compare_values", _comparing(builder))
    put(builder, "_compare_dataclasses", _comparing_controls(builder, base_control.BaseControl))
    put(builder, "_compare_lists", _comparing_lists(builder, base_control.BaseControl))
    put(builder, "_configure_dataclass", mounting(builder))
    put(builder, "get_added_controls", _added(base_control.BaseControl))
    put(builder, "get_removed_controls", _removed(base_control.BaseControl))
    put(session.Session, "_Session__find_live_control", _finding(base_control.BaseControl))
    configure = protocol.configure_encode_object_for_msgpack
    for module in _holding(configure):
        put(module, configure.__name__, packing(configure))
    for each in values():
        named_beforehand(each)
    for cls in _below(base_control.BaseControl):
        swift(cls)

    def back() -> None:
        while undo:
            undo.pop()()

    return back


def _holding(what: Any) -> list[Any]:
    """The modules that know a function by its name."""
    loaded = [one for one in [*sys.modules.values()] if isinstance(one, ModuleType)]
    return [one for one in loaded if vars(one).get(what.__name__) is what]


def _below(cls: type) -> list[type]:
    own: list[type] = cls.__subclasses__()
    return [*own, *(each for sub in own for each in _below(sub) if each not in own)]


class _Silent:
    """A log that nobody reads."""

    debug = "".format
    """It takes anything, and is written in C."""


def _comparing(builder: type) -> Callable[..., None]:
    """How two values are compared: at once, where they are one and the same, or both empty."""
    stock: Callable[..., None] = builder._compare_values  # type: ignore[attr-defined]

    def compare(
        self: Any, parent: Any, path: Any, key: Any, src: Any, dst: Any, frozen: bool
    ) -> None:
        if src is dst and type(src) in PLAIN:
            return
        if type(src) is dict and type(dst) is dict and not src and not dst:
            return
        stock(self, parent, path, key, src, dst, frozen)

    return compare


def _comparing_controls(builder: type, control: type) -> Callable[..., None]:
    """How a control is held against the one that was drawn in its place before.

    Each is noted once, and of what it holds only that is compared which can differ: two of one
    class are called alike and have the same number by then, and a handler is there or not.
    """
    from companion.toolkit.swift_keeping import settled
    from companion.toolkit.swift_mounting import before_update

    stock: Callable[..., None] = builder._compare_dataclasses  # type: ignore[attr-defined]
    structural: dict[type, tuple[str, ...]] = {}
    never_built: Any = control.build  # type: ignore[attr-defined]

    def compare(self: Any, parent: Any, path: Any, src: Any, dst: Any, frozen: bool) -> None:
        cls = type(dst)
        drawn_anew = frozen and src is not dst and cls is type(src) and isinstance(dst, control)
        placed = isinstance(parent, control) and parent is not dst
        if not (drawn_anew and placed) or parent.is_isolated():
            stock(self, parent, path, src, dst, frozen)
            return
        dst._migrate_state(src)
        if not hasattr(dst, "_initialized"):
            if cls.build is not never_built:
                _built(dst)
            object.__setattr__(dst, "_initialized", True)
        dst._parent = weakref.ref(parent)
        dst._frozen = frozen
        self._added_dataclasses[dst._i] = dst
        self._removed_dataclasses[src._i] = src
        before_update(dst)
        settled(dst)
        names = structural.get(cls)
        if names is None:
            found = (name for name in cls._structural_fields if name not in ("_i", "_c"))
            names = structural[cls] = tuple(found)
        for name in names:
            self._compare_values(dst, path, name, getattr(src, name), getattr(dst, name), frozen)
        before, after = src._values, dst._values
        defaults, events = cls._prop_defaults, cls._event_fields
        for name in {**before, **after}:
            default = defaults.get(name)
            old, new = before.get(name, default), after.get(name, default)
            if old is new:
                continue
            if name in events:
                old, new = old is not None, new is not None
            elif (type(new) in PLAIN or not self._holds_control(new)) and old == new:
                continue
            self._compare_values(dst, path, name, old, new, frozen)

    return compare


def _comparing_lists(builder: type, control: type) -> Callable[..., None]:
    """How what stands in a row is held against what stood there before.

    Where each stands in the place of one of its kind and key, no keys are gathered to find it.
    """
    stock: Callable[..., None] = builder._compare_lists  # type: ignore[attr-defined]

    def compare(
        self: Any, parent: Any, path: list[Any], src: list[Any], dst: list[Any], frozen: bool
    ) -> None:
        if not frozen or len(src) != len(dst) or not all(map(_alike, src, dst)):
            stock(self, parent, path, src, dst, frozen)
            return
        for at, (old, new) in enumerate(zip(src, dst, strict=True)):
            if old is not new:
                self._compare_dataclasses(parent, [*path, at], old, new, frozen)
            elif parent is not None and parent is not new:
                new._parent = weakref.ref(parent)

    def _alike(old: Any, new: Any) -> bool:
        if not isinstance(new, control):
            return False
        if old is new:
            return True
        # Two components may draw by different functions.
        return type(old) is type(new) and new._c != "C" and _key(old) == _key(new)  # type: ignore[attr-defined]

    return compare


def _key(thing: Any) -> Any:
    key = thing._values.get("key")
    return getattr(key, "value", key)


def _added(control: type) -> Callable[[Any], Iterator[Any]]:
    """What is there now: what took the place of something was made ready as it did."""

    def added(self: Any) -> Iterator[Any]:
        for number, thing in self._added_dataclasses.items():
            replaces = number in self._removed_dataclasses
            if replaces and isinstance(thing, control) and getattr(thing, "_frozen", False):
                yield thing
            else:
                yield from self._configure_dataclass(thing, None, False, replaces)

    return added


def _removed(control: type) -> Callable[[Any], Iterator[Any]]:
    """What is there no more: of what something took the place of, nothing else is gone."""

    def removed(self: Any) -> Iterator[Any]:
        for number, thing in self._removed_dataclasses.items():
            replaced = number in self._added_dataclasses
            if replaced and isinstance(thing, control) and not hasattr(thing, "__prev_lists"):
                yield thing
            else:
                yield from self._removed_controls(thing, not replaced)

    return removed


def _finding(control: type) -> Callable[..., Any]:
    """How the control that an event is for is looked for on the screen, where it is not at hand.

    Of each thing only that is gone into which can hold a control. An event for what has gone costs
    the whole way, and anybody can send one.
    """

    def find(_session: Any, value: Any, control_id: int, parent: Any = None) -> Any:
        seen = set[int]()
        # What is still to be looked at, the next one last, each with the control around it.
        ahead = [(value, parent)]
        while ahead:
            thing, around = ahead.pop()
            if type(thing) in PLAIN or id(thing) in seen:
                continue
            seen.add(id(thing))
            if isinstance(thing, control):
                if around is not None and around is not thing:
                    thing._parent = weakref.ref(around)  # type: ignore[attr-defined]
                if thing._i == control_id:  # type: ignore[attr-defined]
                    return thing
                around = thing
            inner: list[Any] = []
            if isinstance(thing, dict):
                inner = list(thing.values())
            elif isinstance(thing, list | tuple):
                inner = list(thing)
            elif is_dataclass(thing) and not isinstance(thing, type):
                inner = [getattr(thing, name, None) for name in _gone_into(thing)]
            ahead.extend((each, around) for each in reversed(inner) if type(each) not in PLAIN)
        return None

    return find


def _gone_into(thing: Any) -> Iterator[str]:
    for field in _fields(thing):
        if not field.metadata.get("skip", False) and field.name != "_parent":
            yield field.name


def _built(control: Any) -> None:
    """What a control makes of itself, which it may not do once it is drawn."""
    frozen = getattr(control, "_frozen", None)
    if frozen is not None:
        del control._frozen
    control.build()
    if frozen is not None:
        object.__setattr__(control, "_frozen", frozen)


_HANDED_ON = vars(dataclasses)["_FIELD_INITVAR"]
_CLASS_VARIABLE = vars(dataclasses)["_FIELD_CLASSVAR"]
"""Kinds of fields, as `dataclasses` marks them."""

_WAYS = 256
"""So many ways to call a class are remembered: those of the program are far fewer."""

_laid_out: dict[type, tuple[tuple[str, bool, Field[Any]], ...]] = {}
"""By type, its fields: the name of each, whether it is looked at in any case, and itself."""


def _fields(thing: Any) -> tuple[Field[Any], ...]:
    """The fields of a control in which there can be anything but what is there by default."""
    values = getattr(thing, "_values", None)
    cls = type(thing)
    if values is None or not hasattr(cls, "_structural_fields"):
        return dataclasses.fields(thing)
    found = _laid_out.get(cls)
    if found is None:
        defaults: dict[str, Any] = cls._prop_defaults
        found = _laid_out[cls] = tuple(
            (f.name, f.name not in defaults or DATACLASSES[type(defaults[f.name])], f)
            for f in dataclasses.fields(cls)
        )
    changed = thing._dirty
    return tuple(f for name, always, f in found if always or name in values or name in changed)


def _made(self: Any, ref: Any) -> None:
    """What every control does once it is made, but for setting its class anew each time.

    It runs as a part of `flet.controls.base_control`, with the names of that module.
    """
    cls = self.__class__
    if cls.__dict__.get("__hash__") is not BaseControl.__hash__:  # type: ignore[name-defined]  # noqa: F821
        cls.__hash__ = BaseControl.__hash__  # type: ignore[name-defined]  # noqa: F821
    self._i = ControlId.next()  # type: ignore[name-defined]  # noqa: F821
    if not hasattr(self, "_c") or self._c is None:
        raise ValueError(f"Control {cls.__qualname__} must have a type_name.")
    if ref is not None:
        ref.current = self
    self.init()
    self._dirty.clear()


def _making(cls: type) -> Callable[..., None] | None:
    """How a control of a class is made of what is given alone; None where the class says how."""
    from flet.controls.value_types import Prop

    stock: Callable[..., None] = cls.__init__  # type: ignore[misc]
    if "__init__" not in vars(cls) or not hasattr(cls, "_prop_defaults"):
        return None
    declared: dict[str, Any] = cls.__dataclass_fields__  # type: ignore[attr-defined]
    of = {name: f for name, f in declared.items() if f._field_type is not _CLASS_VARIABLE}
    order = {name: n for n, name in enumerate(of)}
    props: dict[str, Any] = cls._prop_defaults
    given_at_last = {name: f.default for name, f in of.items() if f._field_type is _HANDED_ON}
    factories = [
        (name, f.default_factory) for name, f in of.items() if f.default_factory is not MISSING
    ]
    plain = [
        (name, f.default)
        for name, f in of.items()
        if f.init and f.default is not MISSING and name not in props and name not in given_at_last
    ]
    settable = {name for name, f in of.items() if f.init}
    by_place = [name for name, f in of.items() if f.init and not f.kw_only]
    needed = {
        name
        for name, f in of.items()
        if f.init and f.default is MISSING and f.default_factory is MISSING
    }

    # What is given to such a field is only written down, unless it is the default.
    only_kept = not hasattr(cls, "_notify") and vars(object)["__setattr__"] is cls.__setattr__
    kept = frozenset(n for n in props if only_kept and type(inspect.getattr_static(cls, n)) is Prop)
    ways: dict[tuple[int, tuple[str, ...]], tuple[str, ...] | None] = {}

    def way(count: int, names: tuple[str, ...]) -> tuple[str, ...] | None:
        """The fields that are given, in order; None where something is wrong with them."""
        named = {*by_place[:count], *names}
        right = len(named) == count + len(names) and named <= settable and needed <= named
        return tuple(sorted(named, key=order.__getitem__)) if right else None

    def make(self: Any, *args: Any, **given: Any) -> None:
        asked = (len(args), tuple(given))
        try:
            names = ways[asked]
        except KeyError:
            names = way(*asked)
            if len(ways) < _WAYS:
                ways[asked] = names
        if names is None:
            # It says what is wrong.
            stock(self, *args, **given)
            return
        named = {**dict(zip(by_place, args, strict=False)), **given} if args else given
        for name, factory in factories:
            if name not in named:
                setattr(self, name, factory())
        for name, default in plain:
            if name not in named:
                setattr(self, name, default)
        later, values = dict(given_at_last), self._values
        for name in names:
            value = named[name]
            if name in kept:
                default = props[name]
                if value is default:
                    continue
                # A colour answers slowly whether it is nothing.
                if default is None or not value == default:  # noqa: SIM201 - as Flet asks it
                    values[name] = value
            elif name in later:
                later[name] = value
            else:
                setattr(self, name, value)
        self.__post_init__(*later.values())

    return make
