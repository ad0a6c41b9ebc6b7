"""Card of a notable moment: its consequences, and what each seat received."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.ui.panels.control.match_controller import MatchController
from companion.ui.screens.match.arrangement import width_beside
from companion.ui.screens.match.last_action import TurnHandouts
from companion.ui.theme import RADIUS
from companion.ui.views.table.consequences import Consequences, SeatConsequences
from companion.ui.widgets import outline, seat_badge, tappable

_INK = ft.Colors.ON_TERTIARY_CONTAINER
_LEAST = 150
"""Smallest width of a row."""
_SPACE, _AROUND = 6, 40
"""Space between rows, and around all of them."""


def moment_card(
    controller: MatchController,
    moment: Consequences,
    handed: TurnHandouts,
    close: Callable[[], None],
) -> ft.Control:
    """Build the card. It closes with a touch or the next act; pending handouts stay as a chip."""
    lines = {f"moment:seat:{share.seat}": _share(controller, share) for share in moment.shares}
    for handout in moment.loose:
        lines[f"moment:{handout.key}"] = _HandoutLine(handout.text, frozenset({handout.key}))
    width = _width(controller, len(lines))
    rows = [line.drawn(handed, key, width) for key, line in lines.items()]
    shares = ft.Row(rows, wrap=True, spacing=_SPACE, run_spacing=4)
    return ft.Container(
        ft.Column(
            [_head(controller, moment, close), *([shares] if rows else [])], spacing=2, tight=True
        ),
        key="moment",
        bgcolor=ft.Colors.TERTIARY_CONTAINER,
        border=outline(3, ft.Colors.TERTIARY),
        border_radius=RADIUS,
        padding=ft.Padding.only(left=8, right=8, bottom=6),
        margin=ft.Margin.symmetric(horizontal=8),
    )


def _head(
    controller: MatchController, moment: Consequences, close: Callable[[], None]
) -> ft.Control:
    """Build the title of the card, which closes it when touched."""
    said = ft.Text(moment.title, size=18, weight=ft.FontWeight.BOLD, color=_INK)
    more = [ft.Text(line, size=14, color=_INK) for line in moment.more]
    words = ft.Semantics(live_region=True, content=ft.Column([said, *more], spacing=1, tight=True))
    return tappable(
        ft.Row(
            [
                ft.Icon(ft.Icons.AUTO_AWESOME, size=26, color=_INK),
                ft.Container(words, expand=True),
                ft.Icon(ft.Icons.CLOSE, size=22, color=_INK),
            ],
            spacing=8,
        ),
        f"{' '.join((moment.title, *moment.more))} {controller.ctx.words('mesa.go_on')}",
        lambda _e: close(),
        key="moment:on",
        padding=ft.Padding.symmetric(horizontal=4, vertical=8),
        radius=RADIUS - 4,
    )


def _width(controller: MatchController, lines: int) -> float:
    """Return the width of a row. Two stand side by side if there is room."""
    room = width_beside(controller.ctx) - _AROUND
    wide = lines > 1 and room >= 2 * _LEAST and not controller.ctx.settings.large_text
    columns = 2 if wide else 1
    return (room - _SPACE * (columns - 1)) / columns


def _share(controller: MatchController, share: SeatConsequences) -> "_HandoutLine":
    """Return the row of what one seat received."""
    badge = seat_badge(controller.wording.colour(share.seat), share.name, 26)
    return _HandoutLine(" · ".join(share.what), share.keys, share.name, badge)


@dataclass(frozen=True)
class _HandoutLine:
    """Row of what a seat received, with a tick box if it is handed out by hand."""

    what: str
    keys: frozenset[str]
    name: str = ""
    badge: ft.Control | None = None

    def drawn(self, handed: TurnHandouts, key: str, width: float) -> ft.Control:
        """Build the row, which is touchable if there is something to tick off."""
        waiting = self.keys & handed.left
        box = ft.Icons.CHECK_BOX_OUTLINE_BLANK if waiting else ft.Icons.CHECK_BOX
        texts: list[ft.Control] = [ft.Text(self.name, size=13, color=_INK)] if self.name else []
        texts.append(ft.Text(self.what, size=16, weight=ft.FontWeight.W_600, color=_INK))
        row = ft.Row(
            [
                *([self.badge] if self.badge else []),
                ft.Column(texts, spacing=0, tight=True, expand=True),
                *([ft.Icon(box, size=22, color=_INK)] if self.keys else []),
            ],
            spacing=8,
        )
        return tappable(
            row,
            f"{self.name}: {self.what}" if self.name else self.what,
            (lambda _e: handed.tick(waiting or self.keys)) if self.keys else None,
            key=key,
            selected=bool(self.keys) and not waiting,
            padding=ft.Padding.symmetric(horizontal=8, vertical=4),
            bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST if waiting else None,
            border=outline(1, ft.Colors.TERTIARY),
            radius=RADIUS - 4,
            width=width,
            alignment=ft.Alignment.CENTER_LEFT,
        )
