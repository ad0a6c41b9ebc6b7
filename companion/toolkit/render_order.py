"""The order in which what changed is drawn again."""

from collections.abc import Callable, Iterator, MutableMapping

import flet as ft
from flet.controls.base_control import BaseControl

_PENDING = "_Session__pending_updates"


class OutermostFirst(dict[BaseControl, None]):
    """What waits to be drawn again: what stands around it goes before, as it was told otherwise.

    Flet keeps a set, so a part and the screen around it are drawn in the order of their memory
    addresses. Drawn first, the part would see its own new state beside what the screen told it
    before the same touch.
    """

    def add(self, control: BaseControl) -> None:
        """Puts in one more, once."""
        self.setdefault(control)

    def __iter__(self) -> Iterator[BaseControl]:
        return iter(sorted(super().__iter__(), key=_depth))


def in_order(
    page: ft.Page, pending: Callable[[], MutableMapping[BaseControl, None]] = OutermostFirst
) -> None:
    """Draws what changes on a page in that order, as long as Flet keeps what waits where it did."""
    session = vars(page.session)
    if _PENDING in session:
        session[_PENDING] = pending()


def _depth(control: BaseControl) -> int:
    depth, around = 0, control.parent
    while around:
        depth, around = depth + 1, around.parent
    return depth
