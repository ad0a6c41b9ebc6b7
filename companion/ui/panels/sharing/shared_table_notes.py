"""Notes of the match screen where several devices share the table."""

import flet as ft

from companion.ui import routes
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.sharing.shared_table import table_view
from companion.ui.views.sharing import shared_table as presenter
from companion.ui.widgets import cached_part, in_own_row, primary, secondary


def presence(controller: MatchController) -> list[ft.Control]:
    """Build the line of absent participants, while the table is open."""
    ctx = controller.ctx
    text = presenter.away(table_view(ctx, controller.match), ctx.words)
    return [cached_part("presence", _away, text)] if text else []


def _away(text: str) -> ft.Control:
    faint = ft.Colors.ON_SURFACE_VARIANT
    return ft.Row(
        [
            ft.Icon(ft.Icons.CIRCLE_OUTLINED, size=12, color=faint),
            ft.Text(text, size=13, color=faint, expand=True),
        ],
        spacing=6,
    )


def news_line(text: str) -> ft.Control:
    """Build the line of the entry that has just arrived."""
    ink = ft.Colors.ON_PRIMARY_CONTAINER
    return ft.Row(
        [
            ft.Icon(ft.Icons.CAMPAIGN, size=20, color=ink),
            ft.Text(text, size=14, weight=ft.FontWeight.BOLD, color=ink, expand=True),
        ],
        spacing=6,
    )


def idle(controller: MatchController) -> ft.Control:
    """Build the message in place of the actions, on a device without a seat."""
    ctx, words = controller.ctx, controller.ctx.words
    if ctx.client.owner:
        text, button = words("share.nothing_here"), table_link(controller)
    else:
        text = words("share.watching")
        button = primary(
            words("share.take_one"),
            lambda _e: ctx.go(routes.match(controller.match_id, "sitio")),
            icon=ft.Icons.EVENT_SEAT,
            key="take-seat",
        )
    said = ft.Text(text, size=17, weight=ft.FontWeight.W_600)
    if ctx.settings.large_text:
        return ft.Container(ft.Column([said, in_own_row(button)], spacing=8, tight=True), padding=8)
    return ft.Container(ft.Row([ft.Container(said, expand=True), button], spacing=16), padding=8)


def who_mends(controller: MatchController) -> list[ft.Control]:
    """Describe who may undo and correct, and who may export, if the table is or was open."""
    ctx, words = controller.ctx, controller.ctx.words
    table = table_view(ctx, controller.match)
    if not table.known:
        return []
    texts = [words(f"share.mending_line.{table.mending}")]
    if not ctx.client.files.may_export(controller.match):
        texts.append(words("share.export.denied"))
    faint = ft.Colors.ON_SURFACE_VARIANT
    return [
        ft.Column(
            [ft.Text(text, size=15, color=faint) for text in texts],
            spacing=4,
            tight=True,
            key="mending",
        )
    ]


def table_link(controller: MatchController) -> ft.Control:
    """Build the button that opens the table panel, with its name."""
    ctx = controller.ctx
    return secondary(
        ctx.words("share.title"),
        lambda _e: ctx.go(routes.match(controller.match_id, "compartir")),
        icon=ft.Icons.GROUPS,
        key="to-table-panel",
    )


def seatless(controller: MatchController) -> str:
    """Return why this device cannot report anything; empty if it can."""
    if controller.mine:
        return ""
    key = "share.nothing_here" if controller.ctx.client.owner else "share.not_allowed.spectator"
    return controller.ctx.words(key)
