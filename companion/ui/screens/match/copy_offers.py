"""Offers for the table's own box on the match screen: a chip or a line, and its panel."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import flet as ft

from companion.kernel.box.facts import FactValue
from companion.ui.context import AppContext
from companion.ui.panels.control.edit_entry import correct
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.keep_in_box import box_offer, contradicted_by, type_button, waiting
from companion.ui.panels.own_copy import name_offer
from companion.ui.panels.step_panel import step_panel
from companion.ui.theme import RADIUS, TOUCH
from companion.ui.views import keep_in_box as presenter
from companion.ui.views.report.interaction import Panel
from companion.ui.widgets import close_button, tappable


class CopyChip(NamedTuple):
    """Chip beside the last action: icon, short text and number of values."""

    icon: ft.IconData
    text: str
    brief: str
    many: str
    """Number of values, shown if there is little room."""
    spoken: str
    on_touch: Callable[[MatchController], None]
    key: str
    firm: bool = False
    """True if its text may take room from the handouts."""


_STORE = ft.Icons.INVENTORY_2_OUTLINED
_TYPES = "learn"
"""Key of the chip that saves all inferred values."""


class _CopyLine(NamedTuple):
    """Text of the line, with the buttons that act without opening the panel."""

    text: str
    ways: list[ft.Control]
    icon: ft.IconData
    many: int


def copy_chip(controller: MatchController) -> CopyChip | None:
    """Return the chip of the current offer, used if a line would cover the board."""
    if inferred := waiting(controller.ctx, controller.recorded):
        return _learned_chip(controller, inferred)
    line = _line(controller.ctx, controller)
    if line is None:
        return None
    way = "store" if line.icon is _STORE else "clear_up"
    short = controller.ctx.words(f"boxes.offer.line.{way}", n=line.many)
    return CopyChip(line.icon, short, short, str(line.many), line.text, _show_copy, "copy")


def _learned_chip(controller: MatchController, inferred: Mapping[str, FactValue]) -> CopyChip:
    """Return the chip that saves all inferred values. Few values are named, many are counted."""
    words, n = controller.ctx.words, len(inferred)
    text = brief = words("boxes.offer.line.type_all", n=n)
    spoken = words("boxes.offer.line.learn_many", n=n)
    if n <= _TOLD:
        description = "; ".join(controller.wording.describe_facts(inferred))
        spoken = words("boxes.offer.line.learn", n=n, what=description)
        if n == 1 and len(description) <= _LONGEST:
            text = words("boxes.offer.line.type", what=description)
    return CopyChip(
        ft.Icons.EDIT_NOTE, text, brief, str(n), spoken, _type_learned, _TYPES, firm=True
    )


_LONGEST, _TOLD = 44, 3
"""Longest value text that fits the chip, and the greatest number of values read out."""


def _type_learned(controller: MatchController) -> None:
    """Save the inferred values without confirmation, as the rules make them certain."""
    controller.type_facts(waiting(controller.ctx, controller.recorded))


def _show_copy(controller: MatchController) -> None:
    controller.show(Panel.COPY)


def _show_names(controller: MatchController) -> None:
    controller.show(Panel.NAMES)


def name_chip(controller: MatchController, thing: str) -> CopyChip:
    """Return the chip that offers to name a thing."""
    said = name_offer(controller.wording, thing)
    short = controller.ctx.words("names.offer_short")
    return CopyChip(ft.Icons.LABEL_OUTLINE, short, short, "", said, _show_names, "names:give")


def copy_line(controller: MatchController) -> list[ft.Control]:
    """Build the line of the current offer, no taller than a touch target."""
    offer_line = _line(controller.ctx, controller)
    if offer_line is None:
        return []
    large = controller.ctx.settings.large_text
    said = ft.Text(offer_line.text, size=14, expand=True, style=ft.TextStyle(height=1.15))
    opening = tappable(
        ft.Row([said, ft.Icon(ft.Icons.EXPAND_LESS, size=TOUCH / 2)], spacing=8),
        offer_line.text,
        lambda _e: controller.live.show(Panel.COPY),
        key="copy",
        expand=None if large else True,
        padding=ft.Padding.symmetric(horizontal=12, vertical=4),
    )
    # With large text the buttons stand below, because words side by side would be broken.
    row: ft.Control = ft.Row([opening, *offer_line.ways], spacing=0)
    if large:
        row = ft.Column(
            [opening, *offer_line.ways],
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


def _line(ctx: AppContext, controller: MatchController) -> _CopyLine | None:
    """Return the line of the current offer.

    Inferred values can be saved without opening the panel.
    """
    words, match = ctx.words, controller.recorded
    if inferred := waiting(ctx, match):
        button = type_button(ctx, inferred, controller.live.type_facts)
        said, icon = words("boxes.offer.line.learned", n=len(inferred)), ft.Icons.EDIT_NOTE
        return _CopyLine(said, [button], icon, len(inferred))
    if contrary := contradicted_by(ctx, match):
        said = words("boxes.offer.line.contradicts", n=len(contrary))
        return _CopyLine(said, [], ft.Icons.RULE, len(contrary))
    offer = ctx.client.box_offers.offer(match)
    if offer is None:
        return None
    view = presenter.offered(offer, controller.wording)
    if view.disputes:
        said, many = words("boxes.offer.line.contrary", n=len(view.disputes)), len(view.disputes)
        return _CopyLine(said, [], ft.Icons.RULE, many)
    if not view.places:
        return None
    said, many = words("boxes.offer.line.keep", n=len(offer.added)), len(offer.added)
    return _CopyLine(said, [], _STORE, many)


def copy_panel(controller: MatchController) -> ft.Control:
    """Build the panel with all offers. It stays open while any is left."""

    def redrawn() -> None:
        now = controller.live
        if _line(now.ctx, now):
            now.redraw()
        else:
            now.close()

    words = controller.ctx.words
    closing = close_button(words("button.close"), lambda: controller.live.close(), key="copy:close")
    body = box_offer(
        controller.ctx,
        controller.recorded,
        redrawn,
        controller.live.type_facts,
        in_full=True,
        correct=lambda item: correct(controller.live, item),
    )
    nothing = ft.Text(words("boxes.offer.nothing"), size=16)
    return step_panel(
        words("boxes.offer.title"),
        body or [nothing],
        [],
        close=closing,
        key="copy-list",
    )
