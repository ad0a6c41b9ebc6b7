"""Fast path over Flet: the same results without the work that no control needs.

Creating a control sets its fifty properties, mostly to defaults. Diffing and mounting go through
all fifty again, format a debug log that nobody reads, and ask some thousand times per screen what
is a dataclass. Here only what was given is set and compared. The data sent is the same, byte for
byte (`tests/toolkit/test_fast_flet.py`).

It is written for Flet 1.0.5 only. With any other version Flet is unchanged.
"""

import dataclasses
import sys
import weakref
from collections.abc import Callable, Iterator
from dataclasses import Field
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType, SimpleNamespace
from typing import Any

from companion.toolkit.value_kinds import DATACLASSES, PLAIN, is_dataclass

_KNOWN = "1.0.5"


def is_known_version() -> bool:
    """Return whether this is the version of Flet it is written for."""
    try:
        return version("flet") == _KNOWN
    except PackageNotFoundError:
        # Packed without metadata, as in the site. There the version was pinned at build time.
        return True


_in_place: list[Callable[[], None]] = []


def is_installed() -> bool:
    """Return whether the fast path is installed."""
    return bool(_in_place)


def install() -> None:
    """Install the fast path, once."""
    if not _in_place and is_known_version():
        _in_place.append(_installed())


def remove() -> None:
    """Restore stock Flet."""
    while _in_place:
        _in_place.pop()()


def _installed() -> Callable[[], None]:
    """Install the fast path, and return the function that undoes it."""
    from flet.components import component
    from flet.controls import base_control, object_patch
    from flet.messaging import protocol, session

    from companion.toolkit.fast_attributes import named_beforehand
    from companion.toolkit.fast_diff import comparing
    from companion.toolkit.fast_events import kinds_of_events
    from companion.toolkit.fast_init import making
    from companion.toolkit.fast_intern import factories, values
    from companion.toolkit.fast_mount import leaving, mounting
    from companion.toolkit.fast_pack import packing
    from companion.toolkit.fast_paths import patch_message

    undo: list[Callable[[], None]] = []

    def put(where: Any, name: str, what: object) -> None:
        before = vars(where)[name] if isinstance(where, type) else getattr(where, name)
        undo.append(lambda: setattr(where, name, before))
        setattr(where, name, what)

    def swift(cls: type) -> None:
        named_beforehand(cls)
        init = making(cls)
        if init is not None:
            put(cls, "__init__", init)

    stock = base_control._apply_control

    def applied(*args: Any, **kwargs: Any) -> type:
        cls = stock(*args, **kwargs)
        swift(cls)
        return cls

    put(object_patch, "logger", _Silent)
    put(session, "patch_logger", _Silent)
    put(component, "logger", _Silent)
    put(object_patch, "dataclasses", SimpleNamespace(is_dataclass=is_dataclass, fields=_fields))
    # Replace the code and not the function: every control class holds a reference to this function.
    put(base_control.BaseControl.__post_init__, "__code__", _made.__code__)
    put(base_control, "_apply_control", applied)
    put(base_control, "get_event_field_type", kinds_of_events(base_control))
    builder = object_patch.DiffBuilder
    for name, compare in comparing(builder).items():
        put(builder, name, compare)
    put(builder, "_configure_dataclass", mounting(builder))
    put(builder, "teardown", _let_go(builder))
    put(builder, "get_added_controls", _added(base_control.BaseControl))
    put(builder, "get_removed_controls", leaving(builder))
    put(object_patch.ObjectPatch, "to_message", patch_message)
    put(session.Session, "_Session__find_live_control", _finding(base_control.BaseControl))
    configure = protocol.configure_encode_object_for_msgpack
    for module in _holding(configure):
        put(module, configure.__name__, packing(configure))
    for each in values():
        swift(each)
    for where, name, once in factories():
        put(where, name, once)
    for cls in _below(base_control.BaseControl):
        swift(cls)

    def back() -> None:
        while undo:
            undo.pop()()

    return back


def _holding(what: Any) -> list[Any]:
    """Return the modules that know a function by its name."""
    loaded = [one for one in [*sys.modules.values()] if isinstance(one, ModuleType)]
    return [one for one in loaded if vars(one).get(what.__name__) is what]


def _below(cls: type) -> list[type]:
    own: list[type] = cls.__subclasses__()
    return [*own, *(each for sub in own for each in _below(sub) if each not in own)]


class _Silent:
    """Silent replacement of a logger."""

    debug = "".format
    """No-op implemented in C, which accepts any arguments."""


_CHAIN = "_DiffBuilder__root"


def _let_go(builder: Any) -> Callable[[Any], None]:
    """Build the teardown of a diff, which breaks its linked ring.

    Flet leaves it as reference cycles that keep everything alive until the garbage collector runs.
    """
    stock: Callable[[Any], None] = builder.teardown

    def let_go(self: Any) -> None:
        ring = getattr(self, _CHAIN)
        at = ring[1]
        while at is not ring:
            following = at[1]
            at.clear()
            at = following
        stock(self)

    return let_go


def _added(control: type) -> Callable[[Any], Iterator[Any]]:
    """Build the listing of added controls. Replacements were already mounted."""

    def added(self: Any) -> Iterator[Any]:
        for number, thing in self._added_dataclasses.items():
            replaces = number in self._removed_dataclasses
            if replaces and isinstance(thing, control) and getattr(thing, "_frozen", False):
                yield thing
            else:
                yield from self._configure_dataclass(thing, None, False, replaces)

    return added


def _finding(control: type) -> Callable[..., Any]:
    """Build the search for the control of an event, if it is not in the index.

    Only fields that can contain a control are searched. An event for a removed control costs the
    whole traversal, and anybody can send one.
    """

    def find(_session: Any, value: Any, control_id: int, parent: Any = None) -> Any:
        seen = set[int]()
        # Stack of values still to visit, the next one last, each with the control that contains it.
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


_laid_out: dict[type, tuple[tuple[str, bool, Field[Any]], ...]] = {}
"""Cache of the fields by type: name, whether it is always visited, and the field."""


def _fields(thing: Any) -> tuple[Field[Any], ...]:
    """Return the fields of a control that can differ from their defaults."""
    values = getattr(thing, "_values", None)
    cls = type(thing)
    if values is None or not hasattr(cls, "_structural_fields"):
        return dataclasses.fields(thing)
    layout = _laid_out.get(cls)
    if layout is None:
        defaults: dict[str, Any] = cls._prop_defaults
        layout = _laid_out[cls] = tuple(
            (f.name, f.name not in defaults or DATACLASSES[type(defaults[f.name])], f)
            for f in dataclasses.fields(cls)
        )
    changed = thing._dirty
    return tuple(f for name, always, f in layout if always or name in values or name in changed)


def _made(self: Any, ref: Any) -> None:
    """Finish a new control as Flet does, without setting its class hash each time.

    Its code runs as part of `flet.controls.base_control`, with the names of that module.
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
