"""How a control is put into what is sent, with each class looked through once.

Flet looks each of them through anew, and for every number and name of a control through all that
its class is made of. Only what is drawn by a component is put in so: of anything else Flet keeps
what it sent.
"""

import secrets
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.value_types import Value
from flet.messaging import protocol

from companion.toolkit.kinds import KINDS, Kind
from companion.toolkit.swift_common import Put, noted

_UNSET: Any = vars(protocol)["_UNSET"]
_root_field: Callable[[type, str], Any] = vars(protocol)["_get_root_dataclass_field"]


class _Plan(NamedTuple):
    """What is sent of each of a class."""

    base: dict[str, Any]
    """By field, what the client takes for granted, where that is anything."""
    events: frozenset[str]
    overridden: tuple[tuple[str, Any], ...]
    """What this class takes for granted and the client does not."""
    structural: tuple[tuple[str, Any], ...]
    """The other fields, each with what the client takes for granted."""


def packing(configure: Callable[..., Callable[[Any], Any]]) -> Callable[..., Callable[[Any], Any]]:
    """What makes the function by which controls are packed, as Flet's own does."""

    def configured(control_cls: type) -> Callable[[Any], Any]:
        stock = configure(control_cls)
        return _packer(stock) if control_cls is BaseControl else stock

    return configured


def _packer(stock: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def packed(thing: Any) -> Any:
        cls = type(thing)
        kind = KINDS[cls]
        if kind is Kind.NAMED:
            return thing._value_
        if cls is Put:
            return packed(thing.value) if KINDS[type(thing.value)] < Kind.LIST else thing.value
        if kind is not Kind.DATACLASS or not hasattr(thing, "_frozen"):
            return stock(thing)
        plan = _plans[cls] if cls in _plans else _plans.setdefault(cls, _plan(cls))
        return stock(thing) if plan is None else _sent(thing, plan)

    return packed


_CODE, _MARK = 77, secrets.token_bytes(16)
_HEAD = b"\xc7\x14" + bytes([_CODE]) + _MARK
"""How a part that was packed before stands in a message until it is put in: as something of a kind
of its own, twenty bytes long, that nobody can foresee; the last four say which one."""


def in_parts(module: ModuleType) -> SimpleNamespace:
    """`msgpack` as Flet knows it, but for what several screens are sent: that is packed once."""
    return SimpleNamespace(**{**vars(module), "packb": packb})


def packb(value: Any, default: Callable[[Any], Any], **given: Any) -> bytes:
    """As that of `msgpack`; a part that several screens show (`swift_common`), and what one way
    puts on all of them, is packed once."""
    parts: list[bytes] = []

    def put(thing: Any) -> Any:
        if type(thing) is Put:
            if thing.packed is None:
                thing.packed = packb(thing.value, default, **given)
            return placed(thing.packed)
        common = noted(thing)
        if common is None:
            return default(thing)
        if common.packed is None:
            common.packed = msgpack.packb(thing, default=default, **given)
        return placed(common.packed)

    def placed(part: bytes) -> Any:
        parts.append(part)
        return msgpack.ExtType(_CODE, _MARK + (len(parts) - 1).to_bytes(4, "big"))

    packed: bytes = msgpack.packb(value, default=put, **given)
    if not parts:
        return packed
    first, *others = packed.split(_HEAD)
    found = (parts[int.from_bytes(other[:4], "big")] + other[4:] for other in others)
    return b"".join((first, *found))


def _sent(thing: Any, plan: _Plan) -> dict[str, Any]:
    sent: dict[str, Any] = {}
    base, events = plan.base, plan.events
    for name, value in thing._values.items():
        if value is None or (name in base and value == base[name]):
            continue
        kind = KINDS[type(value)]
        if kind is Kind.NAMED:
            sent[name] = value._value_
        elif kind is Kind.NOTHING and name in events:
            sent[name] = True
        else:
            sent[name] = value
    for name, value in plan.overridden:
        if name not in sent:
            sent[name] = value
    for name, default in plan.structural:
        value = getattr(thing, name)
        if value is None:
            continue
        kind = KINDS[type(value)]
        if kind is Kind.DATACLASS or (value if kind > Kind.DATACLASS else value != default):
            sent[name] = value
    return sent


_plans: dict[type, _Plan | None] = {}


def _plan(cls: Any) -> _Plan | None:
    """What is sent; None where a class keeps its values otherwise than controls do."""
    if not hasattr(cls, "_structural_fields") or not issubclass(cls, BaseControl | Value):
        return None
    overridden = tuple((n, v) for n, v in cls._override_props.items() if v is not None)
    return _Plan(
        base={
            name: value
            for name, value in cls._root_defaults.items()
            if value is not _UNSET and value is not None
        },
        events=cls._event_fields,
        overridden=overridden,
        # In the order in which Flet goes through them, which is that of no list.
        structural=tuple((name, _granted(cls, name)) for name in cls._structural_fields),
    )


def _granted(cls: Any, name: str) -> Any:
    own = cls.__dataclass_fields__.get(name)
    root = _root_field(cls, name)
    return root.default if root is not None else own.default if own is not None else _UNSET
