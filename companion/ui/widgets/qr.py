"""A QR code as one drawing, dark on light in every theme, because cameras want it so."""

from functools import lru_cache

import flet as ft

from companion.ui.theme import RADIUS

_MARGIN = 4
"""Light modules around the code, which readers ask for."""
_DENSE = 300
"""Letters from which on a code is made with larger modules instead of more correction: on a screen
nothing is torn or smudged. Nor is the best of its eight masks looked for, which takes long."""


@lru_cache(maxsize=32)
def qr_svg(text: str) -> str:
    """The code of a text as an SVG picture: one path, a run of dark modules at a time."""
    # Sixteen modules that no first screen needs.
    from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M
    from qrcode.main import QRCode

    dense = len(text) > _DENSE
    code = QRCode(
        border=_MARGIN,
        error_correction=ERROR_CORRECT_L if dense else ERROR_CORRECT_M,
        mask_pattern=2 if dense else None,
    )
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    side = len(rows)
    path = "".join(_runs(row, y) for y, row in enumerate(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}H0z"/>'
        f'<path fill="#000" d="{path}"/></svg>'
    )


def _runs(row: list[bool], y: int) -> str:
    parts: list[str] = []
    x = 0
    while x < len(row):
        start = x
        while x < len(row) and row[x]:
            x += 1
        if x > start:
            parts.append(f"M{start} {y}h{x - start}v1H{start}z")
        x = max(x, start + 1)
    return "".join(parts)


def qr(text: str, label: str, *, size: float = 260) -> ft.Control:
    """The code of a text; `label` says what it leads to."""
    return ft.Semantics(
        image=True,
        label=label,
        content=ft.Container(
            ft.Image(
                src=qr_svg(text),
                width=size,
                height=size,
                exclude_from_semantics=True,
                fit=ft.BoxFit.CONTAIN,
            ),
            bgcolor="#FFFFFF",
            border_radius=RADIUS,
            padding=8,
            width=size + 16,
            height=size + 16,
        ),
    )
