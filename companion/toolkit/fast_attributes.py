"""Less memory per mounted control, of which a screen has many hundreds.

Python shares the attribute names of a class among its instances if they were present before many
were created. Later ones give each instance a table of its own, three times as large. Flet sets some
only on mounting, so they are introduced beforehand. Equal state that is no longer written to is
shared by all controls of a class.
"""

import inspect
from typing import Any

from flet.controls.base_control import BaseControl
from flet.utils import validation

from companion.toolkit.fast_intern import share

_NOTED_LATER = ("_c", "_i", "_initialized", "_parent", "_frozen")
_REPORTED: str = vars(validation)["_REPORTED_VALIDATION_ERRORS_KEY"]


def named_beforehand(cls: Any) -> None:
    """Introduce every attribute that instances of a class will ever have."""
    if hasattr(cls, "_structural_fields"):
        blank = object.__new__(cls)
        for name in names(cls):
            object.__setattr__(blank, name, None)


def names(cls: Any) -> tuple[str, ...]:
    """Return the attributes of an instance besides its values."""
    later = (*_NOTED_LATER, _REPORTED) if issubclass(cls, BaseControl) else ("_parent", "_frozen")
    fields = sorted(cls._structural_fields)
    skipped = [name for name, f in cls.__dataclass_fields__.items() if f.metadata.get("skip")]
    attributes = dict.fromkeys(("_values", "_dirty", *skipped, *fields, *later))
    return tuple(name for name in attributes if not _written_elsewhere(cls, name))


def _written_elsewhere(cls: Any, name: str) -> bool:
    return hasattr(type(inspect.getattr_static(cls, name, None)), "__set__")


_UNCHANGED: dict[str, None] = {}
"""Shared empty change set of controls that can no longer change."""
_internals: dict[type, dict[str, Any]] = {}
"""Latest internals of each class."""
_settling: dict[type, bool] = {}
"""Cache by class of whether mounted controls are never written to."""


def settled(item: Any) -> None:
    """Share the state of a control that can no longer be written to."""
    cls = type(item)
    if not (_settling[cls] if cls in _settling else _settling.setdefault(cls, _settles(cls))):
        return
    item._dirty = _UNCHANGED
    share(item._values)
    own = item._internals
    shared = _internals.get(cls)
    if shared == own:
        item._internals = shared
    else:
        _internals[cls] = own


def _settles(cls: Any) -> bool:
    plain = BaseControl
    return cls.before_update is plain.before_update and cls.build is plain.build
