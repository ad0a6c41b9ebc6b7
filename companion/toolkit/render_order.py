"""Order in which changed controls render, and moves within one list only.

Flet treats an item that left a list and a new one as the same moved item if both have the same key
and path. But a path is a position: once a row has been added or removed, another row is there. A
card that leaves the fourth row and appears in the fifth, now the fourth, would be such a move. The
patch then removes more than there is, and the client stops in the middle of it. So keys count only
within the list being compared.
"""

from collections.abc import Callable, Iterator, MutableMapping
from typing import Any

import flet as ft
from flet.controls.base_control import BaseControl
from flet.controls.object_patch import DiffBuilder

_PENDING = "_Session__pending_updates"


class OutermostFirst(dict[BaseControl, None]):
    """Pending updates, outermost first.

    Flet keeps a set, so a part and the screen around it render in the order of their memory
    addresses. If the part went first, it would see its own new state with the old arguments of its
    screen.
    """

    def add(self, control: BaseControl) -> None:
        """Add a control once."""
        self.setdefault(control)

    def __iter__(self) -> Iterator[BaseControl]:
        return iter(sorted(super().__iter__(), key=_depth))


def in_order(
    page: ft.Page, pending: Callable[[], MutableMapping[BaseControl, None]] = OutermostFirst
) -> None:
    """Render the changes of a page in that order, if Flet keeps them where expected."""
    session = vars(page.session)
    if _PENDING in session:
        session[_PENDING] = pending()


def _depth(control: BaseControl) -> int:
    depth, around = 0, control.parent
    while around:
        depth, around = depth + 1, around.parent
    return depth


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
