"""Message within the page, with a tone."""

from enum import StrEnum

import flet as ft

from companion.ui.theme import RADIUS


class Tone(StrEnum):
    """Tone of a message."""

    CALM = "calm"
    GOOD = "good"
    CARE = "care"
    BAD = "bad"


_LOOK = {
    Tone.CALM: (
        ft.Colors.SURFACE_CONTAINER_HIGH,
        ft.Colors.ON_SURFACE,
        ft.Icons.INFO_OUTLINE,
    ),
    Tone.GOOD: (
        ft.Colors.TERTIARY_CONTAINER,
        ft.Colors.ON_TERTIARY_CONTAINER,
        ft.Icons.CHECK_CIRCLE_OUTLINE,
    ),
    Tone.CARE: (
        ft.Colors.PRIMARY_CONTAINER,
        ft.Colors.ON_PRIMARY_CONTAINER,
        ft.Icons.HELP_OUTLINE,
    ),
    Tone.BAD: (ft.Colors.ERROR_CONTAINER, ft.Colors.ON_ERROR_CONTAINER, ft.Icons.ERROR_OUTLINE),
}


def message(
    text: str,
    tone: Tone = Tone.CALM,
    *,
    actions: tuple[ft.Control, ...] = (),
    key: str | None = None,
) -> ft.Control:
    """Return a message with its actions, read out when it appears."""
    back, ink, icon = _LOOK[tone]
    lines: list[ft.Control] = [ft.Text(text, size=17, color=ink)]
    if actions:
        lines.append(ft.Row(list(actions), wrap=True, spacing=8, run_spacing=8))
    return ft.Container(
        ft.Semantics(
            live_region=True,
            content=ft.Row(
                [
                    ft.Icon(icon, color=ink, size=24, apply_text_scaling=True),
                    ft.Column(lines, spacing=10, expand=True),
                ],
                spacing=12,
                vertical_alignment=ft.CrossAxisAlignment.START,
            ),
        ),
        key=key,
        bgcolor=back,
        border_radius=RADIUS,
        padding=16,
    )
