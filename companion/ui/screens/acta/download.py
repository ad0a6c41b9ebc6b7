"""Files of an acta: to read, for a spreadsheet, and for this app."""

from collections.abc import Callable, Sequence

import flet as ft

from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.storage.store import StoreError
from companion.ui.boards.contract import game_screen
from companion.ui.context import AppContext
from companion.ui.files import Files, file_name
from companion.ui.hooks import in_page
from companion.ui.scheduler import sliced
from companion.ui.views.entries.acta import Acta
from companion.ui.views.entries.acta_export import ActaRow, acta_csv, acta_rows, acta_text
from companion.ui.widgets import secondary, section


def download_panel(
    ctx: AppContext, files: Files, match: Match, wording: Wording, read: Acta
) -> ft.Control:
    """Build the choice of files. A guest gets those to read, with what its screen shows."""
    words, title = ctx.words, match.started.title or wording.data.info.name
    game, mine = game_screen(match.game.id), ctx.client.seats(match)

    def save(ending: str, written: Callable[[Sequence[ActaRow]], bytes]) -> None:
        async def write() -> None:
            rows = acta_rows(match, read, game.deciding, mine)
            kept = [row async for row in sliced(rows)]
            files.save(file_name(f"{words('acta.title')} {title}", ending), written(kept))

        in_page(files.page, write)

    def export() -> None:
        try:
            data = ctx.client.files.export(match.started.match)
        except StoreError as error:
            ctx.notify(words(f"store.{error.code}"))
            return
        files.save(f"{match.started.match[:8]}.acta", data)

    buttons = [
        secondary(
            words("acta.as_text"),
            lambda _e: save("txt", lambda rows: acta_text(rows, wording, title)),
            icon=ft.Icons.ARTICLE_OUTLINED,
            key="acta:text",
        ),
        secondary(
            words("acta.as_csv"),
            lambda _e: save("csv", lambda rows: acta_csv(rows, wording)),
            icon=ft.Icons.TABLE_CHART,
            key="acta:csv",
        ),
    ]
    if ctx.client.files.may_export(match):
        whole = secondary(
            words("acta.as_file"), lambda _e: export(), icon=ft.Icons.DOWNLOAD, key="acta:export"
        )
        buttons.append(whole)
    row = ft.Row(list(buttons), wrap=True, spacing=8, run_spacing=8)
    return section(
        words("acta.save"), [ft.Text(words("acta.save_hint"), size=15), row], key="acta:files"
    )
