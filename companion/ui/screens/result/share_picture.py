"""Picture of a result, to view, share through the system or save as a file."""

from dataclasses import dataclass

import flet as ft

from companion.ui.context import AppContext
from companion.ui.files import file_name, use_files
from companion.ui.screens.result.picture import HEIGHT, WIDTH
from companion.ui.shell import screen
from companion.ui.theme import RADIUS
from companion.ui.widgets import in_own_row, secondary, section

_SHOWN = 300.0


@dataclass(frozen=True)
class ResultImage:
    """Picture to share."""

    svg: str
    said: str
    """Description for people who cannot see it."""
    title: str


@screen
def SharedPicture(ctx: AppContext, picture: ResultImage) -> ft.Control:
    """Render the picture and the buttons that share or save it.

    It is shared as SVG: a page cannot paint anything larger than its window without cutting it.
    """
    files, phone = use_files(), ctx.place.phone
    name, data = file_name(picture.title, "svg"), picture.svg.encode()
    buttons = [
        secondary(
            ctx.words("final.picture_save"),
            lambda _e: files.save(name, data),
            icon=ft.Icons.IMAGE_OUTLINED,
            key="picture:save",
        )
    ]
    if phone is not None and phone.state.shares:
        send = secondary(
            ctx.words("phone.share"),
            lambda _e: phone.ask("share", picture.said, name, data),
            icon=ft.Icons.SHARE_OUTLINED,
            key="picture:share",
        )
        buttons.insert(0, send)
    row = ft.Row(list(buttons), wrap=True, spacing=8, run_spacing=8)
    return section(
        ctx.words("final.picture"), [in_own_row(_picture_control(picture)), row], key="picture"
    )


def _picture_control(picture: ResultImage) -> ft.Control:
    image = ft.Image(
        src=picture.svg,
        width=_SHOWN,
        height=_SHOWN * HEIGHT / WIDTH,
        fit=ft.BoxFit.CONTAIN,
        exclude_from_semantics=True,
    )
    return ft.Semantics(
        image=True,
        label=picture.said,
        content=ft.Container(image, border_radius=RADIUS, clip_behavior=ft.ClipBehavior.ANTI_ALIAS),
    )
