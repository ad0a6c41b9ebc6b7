"""Fast packing of controls into messages, with each class analysed once.

Flet analyses each control anew, and goes through its base classes for every number and name. Only
controls rendered by a component are packed here. For all others Flet keeps what it sent.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from flet.controls.base_control import BaseControl
from flet.controls.value_types import Value
from flet.messaging import protocol

from companion.toolkit.value_kinds import KINDS, ValueKind

_UNSET: Any = vars(protocol)["_UNSET"]
_root_field: Callable[[type, str], Any] = vars(protocol)["_get_root_dataclass_field"]


class _PackPlan(NamedTuple):
    """Packing plan of one class."""

    base: dict[str, Any]
    """Defaults of the client by field, if any."""
    events: frozenset[str]
    overridden: tuple[tuple[str, Any], ...]
    """Defaults of this class that the client lacks."""
    structural: tuple[tuple[str, Any], ...]
    """Other fields, each with the client's default."""


def packing(configure: Callable[..., Callable[[Any], Any]]) -> Callable[..., Callable[[Any], Any]]:
    """Return a replacement for Flet's factory of the packing function."""

    def configured(control_cls: type) -> Callable[[Any], Any]:
        stock = configure(control_cls)
        return _packer(stock) if control_cls is BaseControl else stock

    return configured


def _packer(stock: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def packed(thing: Any) -> Any:
        cls = type(thing)
        kind = KINDS[cls]
        if kind is ValueKind.NAMED:
            return thing._value_
        if kind is not ValueKind.DATACLASS or not hasattr(thing, "_frozen"):
            return stock(thing)
        plan = _plans[cls] if cls in _plans else _plans.setdefault(cls, _plan(cls))
        return stock(thing) if plan is None else _sent(thing, plan)

    return packed


def _sent(thing: Any, plan: _PackPlan) -> dict[str, Any]:
    sent: dict[str, Any] = {}
    base, events = plan.base, plan.events
    for name, value in thing._values.items():
        if value is None or (name in base and value == base[name]):
            continue
        kind = KINDS[type(value)]
        if kind is ValueKind.NAMED:
            sent[name] = value._value_
        elif kind is ValueKind.NOTHING and name in events:
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
        if kind is ValueKind.DATACLASS or (
            value if kind > ValueKind.DATACLASS else value != default
        ):
            sent[name] = value
    return sent


_plans: dict[type, _PackPlan | None] = {}


def _plan(cls: Any) -> _PackPlan | None:
    """Return the plan, or None if a class does not store its values as controls do."""
    if not hasattr(cls, "_structural_fields") or not issubclass(cls, BaseControl | Value):
        return None
    overridden = tuple((n, v) for n, v in cls._override_props.items() if v is not None)
    return _PackPlan(
        base={
            name: value
            for name, value in cls._root_defaults.items()
            if value is not _UNSET and value is not None
        },
        events=cls._event_fields,
        overridden=overridden,
        # Keep the order in which Flet iterates over them. It matches no list.
        structural=tuple((name, _granted(cls, name)) for name in cls._structural_fields),
    )


def _granted(cls: Any, name: str) -> Any:
    own = cls.__dataclass_fields__.get(name)
    root = _root_field(cls, name)
    return root.default if root is not None else own.default if own is not None else _UNSET
