"""QR code as one image, dark on light in every theme, as cameras require."""

from functools import lru_cache

import flet as ft

from companion.ui.theme import RADIUS

_MARGIN = 4
"""Light modules around the code, which readers require."""
_DENSE = 300
"""Number of letters from which modules are larger instead of error correction higher.

Nothing is torn or smudged on a screen. The best of the eight masks is not sought either, which
takes long.
"""


@lru_cache(maxsize=32)
def qr_svg(text: str) -> str:
    """Return the QR code of a text as SVG: one path, by runs of dark modules."""
    # Import here: these sixteen modules are not needed by any first screen.
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
    """Return the QR code of a text; `label` describes its target."""
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
