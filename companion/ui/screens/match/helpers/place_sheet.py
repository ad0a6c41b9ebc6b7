"""Sheet of a place on the board: its facts, its rule and the possible reports."""

from collections.abc import Callable

import flet as ft

from companion.ui import routes
from companion.ui.boards.contract import GameScreen
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.step_panel import step_panel
from companion.ui.screens.match.helpers.detail_table import detail_table
from companion.ui.views.report.interaction import Mode, Start
from companion.ui.widgets import SeatIdentity, icon_button, paragraphs, primary, text_button


def place_panel(controller: MatchController, game: GameScreen) -> ft.Control | None:
    """Build the panel of the touched place, or return None if there is nothing to show."""
    detail = game.place_detail(controller.match, controller.wording, controller.interaction.place)
    if detail is None:
        return None
    words = controller.ctx.words
    closing = icon_button(
        ft.Icons.CLOSE, words("button.close"), lambda _e: controller.close(), key="place:close"
    )
    body: list[ft.Control] = [ft.Text(line, size=17) for line in detail.lines]
    if detail.rows:
        colours, names = controller.match.colours, controller.match.options.players
        people = tuple(map(SeatIdentity, colours, names))
        body.append(detail_table(controller.ctx, people, detail.rows))
    actions: list[ft.Control] = [
        primary(
            controller.wording.action_label(start.kind),
            _opening(controller, start),
            key=f"do:{start.kind}",
        )
        for start in (detail.starts if _may_report(controller) else ())
    ]
    rules = controller.ctx.rulebook(controller.match.game.id).rulebook
    section = rules.find(detail.section)
    if section is not None:
        body.append(paragraphs(section.text))
        route = routes.match_rules(controller.match_id, section.id)
        actions.append(
            text_button(
                words("ruling.see_rule"),
                lambda _e: controller.ctx.go(route),
                icon=ft.Icons.MENU_BOOK,
                key="place:rule",
            )
        )
    return step_panel(detail.title, body, actions, close=closing, key="place")


def _may_report(controller: MatchController) -> bool:
    """Return whether this device holds an awaited seat. In doubt mode any seat may ask."""
    if controller.interaction.mode is Mode.DOUBT:
        return bool(controller.mine)
    return bool(set(controller.mine) & set(controller.match.game.awaiting(controller.state)))


def _opening(controller: MatchController, start: Start) -> Callable[[object], None]:
    return lambda _e: controller.live.open(start)
