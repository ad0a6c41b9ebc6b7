"""Kinds of control values by type: which can contain others and which cannot."""

import dataclasses
from enum import Enum, IntEnum, auto

PLAIN = frozenset({type(None), bool, int, float, str})


class ValueKind(IntEnum):
    """Kind of a value for traversal."""

    NOTHING = auto()
    """Value without content."""
    NAMED = auto()
    """Enumeration member."""
    DATACLASS = auto()
    LIST = auto()
    DICT = auto()


class Kinds(dict[type, ValueKind]):
    """Cache of the kind of a type."""

    def __missing__(self, cls: type) -> ValueKind:
        kind = self[cls] = _kind(cls)
        return kind


def _kind(cls: type) -> ValueKind:
    if dataclasses.is_dataclass(cls):
        return ValueKind.DATACLASS
    if issubclass(cls, list):
        return ValueKind.LIST
    if issubclass(cls, dict):
        return ValueKind.DICT
    return ValueKind.NAMED if issubclass(cls, Enum) else ValueKind.NOTHING


KINDS = Kinds()


class HoldsControls(dict[type, bool]):
    """Cache of whether values of a type can contain others."""

    def __missing__(self, cls: type) -> bool:
        holds = self[cls] = KINDS[cls] > ValueKind.NAMED
        return holds


HOLDING = HoldsControls()
