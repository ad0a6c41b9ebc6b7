"""List of the boxes on this device."""

from functools import partial

import flet as ft

from companion.games import GAMES
from companion.rulebook.loader import RulebookError
from companion.services.boxes.profiles import BoxProfile, is_box
from companion.ui import routes, widgets
from companion.ui.boards.parts import game_row
from companion.ui.context import AppContext
from companion.ui.files import Files, use_files
from companion.ui.scheduler import carry_out
from companion.ui.screens.boxes import presenter
from companion.ui.shell import page, screen
from companion.ui.views import file_results
from companion.ui.views.file_results import FileNews
from companion.ui.widgets import Tone

_NO_NEWS: FileNews | None = None


@screen
def Screen(ctx: AppContext) -> ft.Control:
    """Render every box profile, with buttons to create one per game or import one from a file."""
    news, set_news = ft.use_state(_NO_NEWS)
    files = use_files()
    words = ctx.words

    def picked(data: bytes) -> None:
        if not is_box(data):
            set_news(_refused(ctx, data))
            return
        carry_out(ctx.inbox.taking_file(ctx.client, data), lambda _: ctx.go(routes.RECEIVE))

    boxes = ctx.client.boxes.all()
    body: list[ft.Control] = [ft.Text(words("boxes.hint"), size=16)]
    if news:
        body.append(widgets.message(news.text, Tone.BAD if news.bad else Tone.GOOD, key="box-news"))
    if boxes:
        cards = [_card(ctx, box) for box in boxes]
        body.append(ft.Column(cards, spacing=10, key="boxes"))
    else:
        body.append(
            widgets.nothing_yet(words("boxes.none"), ft.Icons.INVENTORY_2_OUTLINED, key="no-boxes")
        )
    body.append(widgets.section(words("boxes.new"), _begin(ctx, files, picked), key="new"))
    return page(ctx, words("boxes.title"), body, back=routes.HOME)


def _refused(ctx: AppContext, data: bytes) -> FileNews:
    if data:
        return file_results.refused("box.not_box", ctx.words)
    return FileNews(ctx.words("import.no_data"), bad=True)


def _begin(ctx: AppContext, files: Files, picked: "partial[None] | object") -> list[ft.Control]:
    buttons: list[ft.Control] = []
    for game_id in GAMES:
        try:
            data = ctx.rulebook(game_id)
        except RulebookError:
            continue
        if not data.facts:
            continue
        buttons.append(
            game_row(
                ctx,
                game_id,
                ctx.words("boxes.new_of", game=data.info.name),
                ft.Icons.ADD_CIRCLE,
                routes.box(game_id),
                f"new-box:{game_id}",
            )
        )
    importing = widgets.text_button(
        ctx.words("boxes.import"),
        lambda _e: (ctx.pick_file or files.pick)(picked),  # type: ignore[arg-type]
        icon=ft.Icons.FILE_UPLOAD_OUTLINED,
        key="import-box",
    )
    return [*buttons, widgets.in_own_row(importing)]


def _open(ctx: AppContext, route: str, _event: object) -> None:
    ctx.go(route)


def _card(ctx: AppContext, box: BoxProfile) -> ft.Control:
    try:
        data = ctx.rulebook(box.game)
    except RulebookError:
        return widgets.message(ctx.words("error.no_game"), Tone.CARE)
    view = presenter.box(data, ctx.game_wording(box.game), box.facts)
    words = ctx.words
    left = words("boxes.left", n=view.missing, total=view.total) if view.missing else ""
    status = left or words("boxes.all_known")
    visual = ft.Row(
        [
            ft.Icon(ft.Icons.INVENTORY_2_OUTLINED, size=30, color=ft.Colors.PRIMARY),
            ft.Column(
                [
                    ft.Text(box.name, size=19, weight=ft.FontWeight.BOLD),
                    ft.Text(data.info.name, size=15),
                    ft.Text(status, size=14, color=ft.Colors.ON_SURFACE_VARIANT),
                ],
                spacing=2,
                expand=True,
            ),
            ft.Icon(ft.Icons.CHEVRON_RIGHT),
        ],
        spacing=16,
    )
    return widgets.tappable(
        visual,
        f"{box.name}. {data.info.name}. {status}",
        partial(_open, ctx, routes.box(box.game, box.id)),
        key=f"box:{box.id}",
        padding=16,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )
