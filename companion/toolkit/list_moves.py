"""Detection of moves within one list only, never between lists.

Flet treats an item that left a list and a new one as the same moved item if both have the same key
and path. But a path is a position: once a row has been added or removed, another row is there. A
card that leaves the fourth row and appears in the fifth, now the fourth, would be such a move. The
patch then removes more than there is, and the client stops in the middle of it. So keys count only
within the list being compared.
"""

from typing import Any

from flet.controls.object_patch import DiffBuilder


class _Within:
    """Key within one list, identified by the path object created for that list."""

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
    """Make Flet look for moves within one list only."""
    DiffBuilder._index_key = _of_one_list  # type: ignore[assignment, method-assign]
