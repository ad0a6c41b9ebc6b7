"""Tools for when the table and the app, or the players, disagree."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import flet as ft

from companion.ui import routes
from companion.ui.boards.contract import GameScreen, no_names
from companion.ui.panels.clock import may_put_clock, put_beside
from companion.ui.panels.control.edit_entry import on_branch
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.step_panel import step_panel
from companion.ui.screens.match.count import count_from_here
from companion.ui.theme import RADIUS
from companion.ui.views.report.interaction import Arranging, Panel, Start
from companion.ui.views.report.interaction_events import LayerChanged, Press
from companion.ui.widgets import icon_button, tappable


@dataclass(frozen=True)
class _Tool:
    key: str
    word: str
    icon: ft.IconData
    use: Callable[[], None]


def tools_panel(controller: MatchController, screen: GameScreen) -> ft.Control:
    """Build the panel of the tools."""
    words = controller.ctx.words
    closing = icon_button(
        ft.Icons.CLOSE, words("button.close"), lambda _e: controller.close(), key="tools:close"
    )
    cells = [_cell(controller, tool) for tool in _tools(controller, screen)]
    columns = 1 if controller.ctx.settings.large_text else 2
    rows = [
        ft.Row([*cells[n : n + columns], *[ft.Container(expand=1)] * (n + columns - len(cells))])
        for n in range(0, len(cells), columns)
    ]
    return step_panel(
        words("tools.title"),
        rows,
        [],
        close=closing,
        key="tools",
    )


def _tools(controller: MatchController, screen: GameScreen) -> Iterator[_Tool]:
    match_id, live = controller.match_id, controller

    def go(route: str) -> None:
        # Close the tools first, so that coming back leads to the board.
        live.close()
        controller.ctx.go(route)

    yield _Tool("undo:list", "undo.list", ft.Icons.HISTORY, lambda: live.show(Panel.UNDO))
    yield _Tool(
        "cuadre:open",
        "cuadre.open",
        ft.Icons.BALANCE,
        lambda: go(routes.match(match_id, "cuadre")),
    )
    yield _Tool("adjust:open", "undo.adjust", ft.Icons.TUNE, lambda: live.show(Panel.ADJUST))
    judged = controller.match.game.judged and not controller.match.counting
    if judged and not on_branch(controller):
        yield _Tool(
            "what_if:start", "what_if.start", ft.Icons.ALT_ROUTE, lambda: live.send(Press.BRANCH)
        )
    if judged:
        yield _Tool(
            "dispute:open",
            "dispute.open",
            ft.Icons.GAVEL,
            lambda: go(routes.open_dispute(match_id)),
        )
    if screen.counted and controller.mine and not on_branch(controller):
        yield from _without_referee(controller)
    if may_put_clock(controller):
        yield _Tool("clock:put", "clock.put", ft.Icons.TIMER_OUTLINED, lambda: put_beside(live))
    if screen.dice and live.mine:
        # If no roll is pending, the refusal explains it.
        yield _Tool("dice", "tools.dice", ft.Icons.CASINO, lambda: live.open(Start(screen.dice)))
    yield _Tool(
        "share",
        "share.title",
        ft.Icons.GROUP_ADD_OUTLINED,
        lambda: go(routes.match(match_id, "compartir")),
    )
    if screen.named is not no_names and controller.mine and not on_branch(controller):
        yield _Tool("names:open", "names.tool", ft.Icons.EDIT_NOTE, lambda: live.show(Panel.NAMES))
    if controller.match.learned and controller.mine and not on_branch(controller):
        yield _Tool("copy:open", "boxes.offer.tool", ft.Icons.RULE, lambda: live.show(Panel.COPY))
    if screen.plan is not None and controller.mine and not on_branch(controller):
        yield _Tool(
            "plan:open",
            "plan.tool",
            ft.Icons.GRID_VIEW,
            lambda: live.send(LayerChanged(Arranging())),
        )
    if screen.helper is not None:
        yield _Tool("helper", "", ft.Icons.STYLE, lambda: live.show(Panel.HELPER))


def _without_referee(controller: MatchController) -> Iterator[_Tool]:
    """Yield what a table does without a referee, as long as the match lasts."""
    live, match = controller, controller.match
    if match.outcome is not None:
        return
    if not match.counting:
        yield _Tool(
            "counting:on", "counting.on", ft.Icons.EXPOSURE_PLUS_1, lambda: count_from_here(live)
        )
    if match.game.close is not None:
        yield _Tool(
            "closing:open", "closing.title", ft.Icons.FLAG, lambda: live.show(Panel.CLOSING)
        )


def _cell(controller: MatchController, tool: _Tool) -> ft.Control:
    name = controller.ctx.words(tool.word) if tool.word else controller.wording.own("helper.button")
    said = name if tool.word else controller.wording.own("helper.title")
    settings = controller.ctx.settings
    visual = ft.Row(
        [
            ft.Icon(tool.icon, size=24 * settings.grown, color=ft.Colors.PRIMARY),
            ft.Text(
                name,
                size=14,
                weight=ft.FontWeight.W_600,
                expand=True,
                style=ft.TextStyle(height=1.15),
            ),
        ],
        spacing=10,
    )
    return tappable(
        visual,
        said,
        lambda _e: tool.use(),
        key=tool.key,
        padding=ft.Padding.symmetric(horizontal=10, vertical=10 if settings.large_text else 4),
        # Tools in a row have the same height. With large text the height follows the name.
        height=None if settings.large_text else 60 * settings.grown,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        radius=RADIUS,
        expand=1,
    )
