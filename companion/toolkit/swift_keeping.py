"""How little is kept of each control that stays on a screen: a screen has many hundreds.

Python keeps the names of what a thing holds once for all of its class, as long as they were there
before many things were made of it; what comes later gives each a table of its own, three times as
large. Flet notes some only when a control is put on a screen, so they are named beforehand. And
what is the same in all controls of a class, and is not written to any more, is there once.
"""

import inspect
from typing import Any

from flet.controls.base_control import BaseControl
from flet.utils import validation

from companion.toolkit.swift_sharing import share

_NOTED_LATER = ("_c", "_i", "_initialized", "_parent", "_frozen")
_REPORTED: str = vars(validation)["_REPORTED_VALIDATION_ERRORS_KEY"]


def named_beforehand(cls: Any) -> None:
    """Has everything that one of a class will ever hold in the names of all of it."""
    if hasattr(cls, "_structural_fields"):
        blank = object.__new__(cls)
        for name in names(cls):
            object.__setattr__(blank, name, None)


def names(cls: Any) -> tuple[str, ...]:
    """What one of a class may hold beside its values."""
    later = (*_NOTED_LATER, _REPORTED) if issubclass(cls, BaseControl) else ("_parent", "_frozen")
    fields = sorted(cls._structural_fields)
    skipped = [name for name, f in cls.__dataclass_fields__.items() if f.metadata.get("skip")]
    found = dict.fromkeys(("_values", "_dirty", *skipped, *fields, *later))
    return tuple(name for name in found if not _written_elsewhere(cls, name))


def _written_elsewhere(cls: Any, name: str) -> bool:
    return hasattr(type(inspect.getattr_static(cls, name, None)), "__set__")


_UNCHANGED: dict[str, None] = {}
"""What was set of a control since it was made, where nothing can be any more."""
_internals: dict[type, dict[str, Any]] = {}
"""By class, what the last one told the client of itself."""
_settling: dict[type, bool] = {}
"""By class, whether nothing of it is written to once it is on a screen."""


def settled(item: Any) -> None:
    """Leaves to one that cannot be written to any more only what it alone has."""
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
