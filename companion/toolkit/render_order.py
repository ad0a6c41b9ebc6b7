"""Order in which changed controls render."""

from collections.abc import Callable, Iterator, MutableMapping

import flet as ft
from flet.controls.base_control import BaseControl

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
