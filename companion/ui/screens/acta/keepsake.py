"""Note or photo of the table, as large as the screen, with what may be done with it."""

from datetime import datetime

import flet as ft

from companion.services.matches.keepsakes import Keepsake
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.hooks import current_page, use_match
from companion.ui.layout import board_alone
from companion.ui.panels.report.keepsake_form import attempted
from companion.ui.panels.shared_table import unreadable
from companion.ui.shell import COLUMN, page, screen
from companion.ui.theme import RADIUS
from companion.ui.views.entries.keepsake_lines import keepsake_lines
from companion.ui.widgets import Tone, message, secondary, text_button

_AROUND, _MARGIN = 420, 32
"""Height of what stands above and below a photo, and the margins beside it."""
_LEAST, _TALLEST = 240, 1.1
"""Least height, and the greatest as a share of the width."""


@screen
def Screen(ctx: AppContext, match_id: str, keepsake_id: str) -> ft.Control:
    """Render one note or photo."""
    loaded = use_match(ctx, match_id)
    sure, set_sure = ft.use_state(False)
    if loaded.match is None:
        return unreadable(ctx, loaded)
    words, back = ctx.words, routes.match(match_id, "acta")
    kept = ctx.client.keepsakes.of(match_id)
    one = next((each for each in kept if each.id == keepsake_id), None)
    if one is None:
        gone = message(words("keepsake.gone"), Tone.CARE, key="gone")
        return page(ctx, words("final.notes"), [gone], back=back)
    (line,) = keepsake_lines([one], words, datetime.now().astimezone())
    body: list[ft.Control] = [_photo(ctx, one)] if one.photo else []
    body += [ft.Text(one.text, size=20, selectable=True)] if one.text else []
    body.append(ft.Text(line.under, size=15))

    def remove() -> None:
        if attempted(ctx, lambda: ctx.client.keepsakes.remove(match_id, keepsake_id)):
            ctx.notify(words("keepsake.removed"))
            ctx.back(back)

    entry = secondary(
        words("keepsake.see_moment"),
        lambda _e: ctx.go(routes.entry(match_id, one.entry)),
        icon=ft.Icons.HISTORY_EDU,
        key="keepsake:moment",
    )
    actions: list[ft.Control] = [entry]
    if ctx.client.keepsakes.may_remove(match_id, one) and not sure:
        asks = secondary(
            words("keepsake.remove"),
            lambda _e: set_sure(True),
            icon=ft.Icons.DELETE_OUTLINE,
            key="keepsake:remove",
        )
        actions.append(asks)
    body.append(ft.Row(actions, wrap=True, spacing=8, run_spacing=8))
    if sure:
        yes = secondary(
            words("keepsake.remove_yes"), lambda _e: remove(), key="keepsake:remove:yes"
        )
        no = text_button(
            words("button.cancel"), lambda _e: set_sure(False), key="keepsake:remove:no"
        )
        asked = words("keepsake.remove_sure")
        body.append(message(asked, Tone.BAD, actions=(yes, no), key="keepsake:sure"))
    title = words("keepsake.title_photo" if one.photo else "keepsake.title_note")
    return page(ctx, title, body, back=back)


def _photo(ctx: AppContext, one: Keepsake) -> ft.Control:
    """Build the photo, which fingers can make larger still."""
    window = current_page()
    wide = min(board_alone(ctx.layout, window.width or 412), COLUMN) - _MARGIN
    high = max(_LEAST, min((window.height or 800) - _AROUND, wide * _TALLEST))
    image = ft.Image(
        src=one.photo,
        width=wide,
        height=high,
        fit=ft.BoxFit.CONTAIN,
        semantics_label=ctx.words("keepsake.photo_said", text=one.text),
    )
    return ft.Container(
        ft.InteractiveViewer(image, min_scale=1, max_scale=5),
        height=high,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=RADIUS,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        key="photo",
    )
