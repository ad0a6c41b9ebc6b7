"""Notes and photos of the table: the form for one more, and those that are there."""

from collections.abc import Callable, Sequence

import flet as ft

from companion.match.entries import fresh_id
from companion.match.fold import Match
from companion.services.matches.keepsakes import MAX_NOTE, KeepsakeError, NewKeepsake
from companion.services.storage.store import StoreError
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.files import use_files
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.step_panel import step_panel
from companion.ui.shell import screen
from companion.ui.theme import RADIUS
from companion.ui.views.entries.keepsake_lines import KeepsakeLine
from companion.ui.widgets import close_button, secondary, tappable, text_field

_WIDE, _HIGH = 96, 72
"""Size of a small photo."""


@screen
def KeepsakeForm(ctx: AppContext, match: Match, done: Callable[[], None]) -> ft.Control:
    """Render the form for a note or a photo, which changes nothing in the match."""
    words, files, match_id = ctx.words, use_files(), match.started.match
    text, set_text = ft.use_state("")
    # Two touches keep one thing.
    made, renew = ft.use_state(fresh_id())
    note = " ".join(text.split())

    def keep(photo: bytes = b"") -> None:
        mine = ctx.client.seats(match)
        author = match.options.players[min(mine)] if len(mine) == 1 else ""
        if attempted(
            ctx, lambda: ctx.client.keepsakes.add(match_id, NewKeepsake(made, note, photo, author))
        ):
            ctx.notify(words("keepsake.kept_photo" if photo else "keepsake.kept_note"))
            set_text("")
            renew(fresh_id())
            done()

    def chosen(data: bytes) -> None:
        if data:
            keep(data)
        else:
            ctx.notify(words("keepsake.no_photo"))

    def choose(_event: object) -> None:
        (ctx.take_photo or files.pick)(chosen)

    field = text_field(words("keepsake.field"), text, set_text, key="note:text", maximum=MAX_NOTE)
    save = secondary(
        words("button.save"),
        lambda _e: keep(),
        icon=ft.Icons.CHECK,
        key="note:save",
        disabled=not note,
    )
    photo = secondary(
        words("keepsake.add_photo"), choose, icon=ft.Icons.ADD_A_PHOTO_OUTLINED, key="photo:add"
    )
    hint = ft.Text(words("keepsake.hint"), size=15)
    return ft.Column(
        [hint, field, ft.Row([save, photo], wrap=True, spacing=8, run_spacing=8)],
        spacing=10,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def attempted(ctx: AppContext, act: Callable[[], object]) -> bool:
    """Carry out something about a note or a photo; tell what went wrong, and return whether not."""
    try:
        act()
    except KeepsakeError as error:
        ctx.notify(ctx.words(f"keepsake.{error.code}", **error.params))
        return False
    except StoreError as error:
        ctx.notify(ctx.words(f"store.{error.code}"))
        return False
    return True


def keepsake_panel(controller: MatchController) -> ft.Control:
    """Build the panel of a note or a photo, which is kept with this moment."""
    words, live = controller.ctx.words, controller.live
    close = close_button(words("button.cancel"), lambda: live.close(), key="note:close")
    form = KeepsakeForm(controller.ctx, controller.match, lambda: live.close(), key="note:field")
    return step_panel(words("keepsake.add"), [form], [], close=close, key="note")


def keepsake_rows(
    ctx: AppContext, match_id: str, lines: Sequence[KeepsakeLine]
) -> list[ft.Control]:
    """Build small notes and photos; a touch shows one large."""
    return [_row(ctx, match_id, line) for line in lines]


def _row(ctx: AppContext, match_id: str, line: KeepsakeLine) -> ft.Control:
    said: list[ft.Control] = [ft.Text(line.text, size=16)] if line.text else []
    said.append(ft.Text(line.under, size=13))
    note = ft.Icon(ft.Icons.STICKY_NOTE_2_OUTLINED, size=22, apply_text_scaling=True)
    visual = ft.Row(
        [
            _small_photo(line.photo) if line.photo else note,
            ft.Column(said, spacing=2, tight=True, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20),
        ],
        spacing=10,
    )
    return tappable(
        visual,
        line.opens,
        lambda _e: ctx.go(routes.keepsake(match_id, line.id)),
        key=f"keepsake:{line.id}",
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
    )


def _small_photo(photo: bytes) -> ft.Control:
    return ft.Container(
        ft.Image(
            src=photo, width=_WIDE, height=_HIGH, fit=ft.BoxFit.COVER, exclude_from_semantics=True
        ),
        border_radius=RADIUS / 2,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )
