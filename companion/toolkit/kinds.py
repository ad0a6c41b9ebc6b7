"""What values of controls are, by their type: what can hold something and what cannot."""

import dataclasses
from enum import Enum, IntEnum, auto
from typing import Any

PLAIN = frozenset({type(None), bool, int, float, str})


class Dataclasses(dict[type, bool]):
    """By type, whether it is a dataclass."""

    def __missing__(self, cls: type) -> bool:
        found = self[cls] = hasattr(cls, "__dataclass_fields__")
        return found


DATACLASSES = Dataclasses()


def is_dataclass(thing: Any) -> bool:
    """As that of `dataclasses`, with each type asked once."""
    return DATACLASSES[type(thing)] or (isinstance(thing, type) and dataclasses.is_dataclass(thing))


class Kind(IntEnum):
    """What a value is, to whoever goes into it."""

    NOTHING = auto()
    """Nothing is in it."""
    NAMED = auto()
    """One of an enumeration."""
    DATACLASS = auto()
    LIST = auto()
    DICT = auto()


class Kinds(dict[type, Kind]):
    """By type, what a value is."""

    def __missing__(self, cls: type) -> Kind:
        found = self[cls] = _kind(cls)
        return found


def _kind(cls: type) -> Kind:
    if DATACLASSES[cls]:
        return Kind.DATACLASS
    if issubclass(cls, list):
        return Kind.LIST
    if issubclass(cls, dict):
        return Kind.DICT
    return Kind.NAMED if issubclass(cls, Enum) else Kind.NOTHING


KINDS = Kinds()


class Holding(dict[type, bool]):
    """By type, whether a value can hold something."""

    def __missing__(self, cls: type) -> bool:
        found = self[cls] = KINDS[cls] > Kind.NAMED
        return found


HOLDING = Holding()
