"""What leaves one list is not taken for what comes into another one.

Flet takes what is gone from a list and what is new in one for the same thing that has moved, if
both have one key and stand below one path. A path is a place, though: once a row has come in or
gone, another row stands there. A card that leaves the fourth row and lies in the fifth, which is
the fourth by now, would be such a move; what is sent then takes away more than there is, and a
client gives up in the middle of it. So a key counts within the very list that is looked at.
"""

from typing import Any

from flet.controls.object_patch import DiffBuilder


class _Within:
    """A key within one list; the list is known by the path that was made for it alone."""

    __slots__ = ("key", "path")

    def __init__(self, key: Any, path: object) -> None:
        self.key = key
        self.path = path

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Within) and self.path is other.path and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def _of_one_list(_builder: DiffBuilder, item: Any, item_key: Any, _path: list[Any]) -> Any:
    return item if item_key is None else _Within(*item_key)


def install() -> None:
    """Has Flet look for what moved within one list alone."""
    DiffBuilder._index_key = _of_one_list  # type: ignore[assignment, method-assign]
