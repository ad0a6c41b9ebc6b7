"""What is offered of the copy of a table: a chip or a line on Mesa, and what it opens."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import flet as ft

from companion.kernel.facts import FactValue
from companion.ui.context import AppContext
from companion.ui.panels.clerk import Clerk
from companion.ui.panels.keeping import box_offer, contradicted_by, learned_by, type_button
from companion.ui.panels.step import step_panel
from companion.ui.theme import RADIUS, TOUCH
from companion.ui.views import keeping as presenter
from companion.ui.views.desk import Panel
from companion.ui.widgets import icon_button, tappable


class Chip(NamedTuple):
    """The same beside what was done last: a sign, what it does in few words, how many values."""

    icon: ft.IconData
    text: str
    brief: str
    many: str
    """In short, and of how many: what stands there where there is less room."""
    spoken: str
    on_touch: Callable[[Clerk], None]
    key: str
    firm: bool = False
    """Whether its words are worth the room of what is to be handed out."""


_STORE = ft.Icons.INVENTORY_2_OUTLINED
_TYPES = "learn"
"""The key of what types all that was learned, with one touch."""


class _Line(NamedTuple):
    """What the line says, and what can be done without opening it."""

    text: str
    ways: list[ft.Control]
    icon: ft.IconData
    many: int


def copy_chip(clerk: Clerk) -> Chip | None:
    """That something can be typed or kept, where a line of its own would cover the board."""
    if found := learned_by(clerk.ctx, clerk.recorded):
        return _learned_chip(clerk, found)
    line = _line(clerk.ctx, clerk)
    if line is None:
        return None
    way = "store" if line.icon is _STORE else "clear_up"
    short = clerk.ctx.words(f"boxes.offer.line.{way}", n=line.many)
    return Chip(line.icon, short, short, str(line.many), line.text, _show_copy, "copy")


def _learned_chip(clerk: Clerk, found: Mapping[str, FactValue]) -> Chip:
    """What types all of it with one touch; told in words while it is little."""
    words, n = clerk.ctx.words, len(found)
    text = brief = words("boxes.offer.line.type_all", n=n)
    spoken = words("boxes.offer.line.learn_many", n=n)
    if n <= _TOLD:
        told = "; ".join(clerk.wording.facts_told(found))
        spoken = words("boxes.offer.line.learn", n=n, what=told)
        if n == 1 and len(told) <= _LONGEST:
            text = words("boxes.offer.line.type", what=told)
    return Chip(ft.Icons.EDIT_NOTE, text, brief, str(n), spoken, _type_learned, _TYPES, firm=True)


_LONGEST, _TOLD = 44, 3
"""Letters of a value that fit beside what was done last; so many values are read out."""


def _type_learned(clerk: Clerk) -> None:
    """As nothing is offered that the rules do not make certain, it needs no second touch."""
    clerk.type_facts(learned_by(clerk.ctx, clerk.recorded))


def _show_copy(clerk: Clerk) -> None:
    clerk.show(Panel.COPY)


def _show_names(clerk: Clerk) -> None:
    clerk.show(Panel.NAMES)


def name_chip(clerk: Clerk, thing: str) -> Chip:
    """That something has no name yet."""
    said = clerk.ctx.words("names.offer", thing=clerk.wording.term(thing))
    short = clerk.ctx.words("names.offer_short")
    return Chip(ft.Icons.LABEL_OUTLINE, short, short, "", said, _show_names, "names:give")


def copy_line(clerk: Clerk) -> list[ft.Control]:
    """That something can be typed or kept, no higher than a finger: the board stays in sight."""
    found = _line(clerk.ctx, clerk)
    if found is None:
        return []
    large = clerk.ctx.settings.large_text
    said = ft.Text(found.text, size=14, expand=True, style=ft.TextStyle(height=1.15))
    opening = tappable(
        ft.Row([said, ft.Icon(ft.Icons.EXPAND_LESS, size=TOUCH / 2)], spacing=8),
        found.text,
        lambda _e: clerk.live.show(Panel.COPY),
        key="copy",
        expand=None if large else True,
        padding=ft.Padding.symmetric(horizontal=12, vertical=4),
    )
    # Beside each other, large words would be broken.
    row: ft.Control = ft.Row([opening, *found.ways], spacing=0)
    if large:
        row = ft.Column(
            [opening, *found.ways],
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
    return [
        ft.Container(
            row,
            bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
            border_radius=RADIUS,
            height=None if large else TOUCH,
        )
    ]


def _line(ctx: AppContext, clerk: Clerk) -> _Line | None:
    """What is learned is typed at once; of anything else there is more to choose."""
    words, match = ctx.words, clerk.recorded
    if found := learned_by(ctx, match):
        button = type_button(ctx, found, clerk.live.type_facts)
        said, icon = words("boxes.offer.line.learned", n=len(found)), ft.Icons.EDIT_NOTE
        return _Line(said, [button], icon, len(found))
    if contrary := contradicted_by(ctx, match):
        said = words("boxes.offer.line.contradicts", n=len(contrary))
        return _Line(said, [], ft.Icons.RULE, len(contrary))
    offer = ctx.hub.keeping.offer(match)
    if offer is None:
        return None
    view = presenter.offered(offer, clerk.wording)
    if view.disputes:
        said, many = words("boxes.offer.line.contrary", n=len(view.disputes)), len(view.disputes)
        return _Line(said, [], ft.Icons.RULE, many)
    if not view.places:
        return None
    said, many = words("boxes.offer.line.keep", n=len(offer.added)), len(offer.added)
    return _Line(said, [], _STORE, many)


def copy_panel(clerk: Clerk) -> ft.Control:
    """All of it. It stays open while something is left."""

    def redrawn() -> None:
        now = clerk.live
        now.set(panel=Panel.COPY if _line(now.ctx, now) else Panel.NONE)

    words = clerk.ctx.words
    closing = icon_button(
        ft.Icons.CLOSE, words("button.close"), lambda _e: clerk.live.close(), key="copy:close"
    )
    body = box_offer(clerk.ctx, clerk.recorded, redrawn, clerk.live.type_facts, in_full=True)
    nothing = ft.Text(words("boxes.offer.nothing"), size=16)
    return step_panel(
        words("boxes.offer.title"),
        body or [nothing],
        [],
        close=closing,
        key="copy-list",
    )
