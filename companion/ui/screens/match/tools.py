"""Tools for when the table and the app, or the players, disagree."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui import routes
from companion.ui.boards.contract import GameScreen, no_names
from companion.ui.context import AppContext
from companion.ui.panels.clock import may_put_clock, put_beside
from companion.ui.panels.control.edit_entry import on_branch
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.corrections import consequences
from companion.ui.panels.step_panel import step_panel
from companion.ui.screens.match.count import count_from_here
from companion.ui.shell import screen
from companion.ui.theme import BRANCH, ON_BRANCH, RADIUS
from companion.ui.views.report.interaction import Arranging, Panel, Start
from companion.ui.views.report.interaction_events import LayerChanged, Press
from companion.ui.views.table.status import STEPS, UndoLine, redo_lines, undo_lines
from companion.ui.widgets import (
    close_button,
    heading,
    icon_button,
    outline,
    primary,
    seat_badge,
    secondary,
    tappable,
    text_button,
)


@dataclass(frozen=True)
class _Tool:
    key: str
    word: str
    icon: ft.IconData
    use: Callable[[], None]


def tools_panel(controller: MatchController, screen: GameScreen) -> ft.Control:
    """Build the panel of the tools."""
    words = controller.ctx.words
    closing = close_button(words("button.close"), controller.close, key="tools:close")
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

    if controller.may_undo or controller.may_redo or on_branch(controller):
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
    if controller.mine and not on_branch(controller):
        yield _Tool(
            "people:open", "people.title", ft.Icons.GROUPS_OUTLINED, lambda: live.show(Panel.PEOPLE)
        )
        yield _Tool(
            "note:open", "keepsake.add", ft.Icons.STICKY_NOTE_2, lambda: live.show(Panel.NOTE)
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
    said = name if tool.word else f"{name}. {controller.wording.own('helper.title')}"
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


def branch_bar(controller: MatchController) -> ft.Control:
    """Build the banner that says nothing here is recorded, with the ways out."""
    words = controller.ctx.words
    said = ft.Semantics(
        live_region=True,
        content=ft.Text(
            words("what_if.banner"), size=16, weight=ft.FontWeight.BOLD, color=ON_BRANCH
        ),
    )
    see = icon_button(
        ft.Icons.BALANCE,
        words("what_if.see"),
        lambda _e: controller.live.show(Panel.CONSEQUENCES),
        key="what_if:see",
        colour=ON_BRANCH,
    )
    throw = icon_button(
        ft.Icons.CLOSE,
        words("what_if.throw"),
        lambda _e: controller.live.send(Press.THROW_AWAY),
        key="what_if:throw",
        colour=ON_BRANCH,
    )
    icon = ft.Icon(ft.Icons.ALT_ROUTE, color=ON_BRANCH, size=24)
    return ft.Container(
        ft.Row([icon, ft.Container(said, expand=True), see, throw], spacing=6),
        key="branch",
        bgcolor=BRANCH,
        padding=ft.Padding.only(left=12, right=2),
    )


def framed(content: ft.Control) -> ft.Control:
    """Frame a screen that shows a branch."""
    # Draw the frame over the content, so that it takes no room: the content is laid out for the
    # whole window.
    frame = ft.BoxDecoration(border=outline(5, BRANCH))
    return ft.Container(content, foreground_decoration=frame, expand=True, key="framed")


def consequences_panel(controller: MatchController) -> ft.Control:
    """Build the consequences of a branch, with the choice to record or discard it."""
    words, edits = controller.ctx.words, controller.interaction.edits
    body, fits = consequences(controller, edits) if edits else ([_nothing(controller)], False)
    take = primary(
        words("what_if.apply"),
        lambda _e: controller.amend(edits),
        icon=ft.Icons.CHECK,
        key="what_if:apply",
    )
    go_on = secondary(words("what_if.back"), lambda _e: controller.close(), key="what_if:back")
    throw = text_button(
        words("what_if.throw"),
        lambda _e: controller.send(Press.THROW_AWAY),
        icon=ft.Icons.DELETE_OUTLINE,
        key="what_if:drop",
    )
    return step_panel(
        words("what_if.title"), body, [*([take] if fits else []), go_on, throw], key="consequences"
    )


def _nothing(controller: MatchController) -> ft.Control:
    return ft.Text(controller.ctx.words("what_if.nothing"), size=17)


@screen
def UndoPanel(ctx: AppContext, controller: MatchController) -> ft.Control:
    """Render the steps that can be undone or redone, latest first."""
    words, past = ctx.words, controller.match.timeline.past
    first, set_first = ft.use_state(0)
    first = first if first < len(past) else 0
    closing = close_button(words("button.close"), controller.close, key="undo:close")
    redo = () if first else redo_lines(controller.match, controller.wording)
    undo = undo_lines(controller.match, controller.wording, first)
    body: list[ft.Control] = []
    if redo:
        body.append(heading(words("undo.redo_title"), 16, level=3))
        body += _lines(
            controller, tuple(reversed(redo)), "undo.redo_to", ft.Icons.REDO, controller.redo
        )
    body.append(heading(words("undo.undo_title"), 16, level=3))
    if undo:
        body += _lines(controller, undo, "undo.undo_to", ft.Icons.UNDO, controller.undo)
    else:
        body.append(ft.Text(words("acta.empty"), size=15))
    ways = []
    if first:
        ways.append(
            _range_button(
                ctx, "acta.newer", ft.Icons.ARROW_UPWARD, lambda: set_first(first - STEPS)
            )
        )
    if first + STEPS < len(past):
        ways.append(
            _range_button(
                ctx, "acta.older", ft.Icons.ARROW_DOWNWARD, lambda: set_first(first + STEPS)
            )
        )
    if ways:
        body.append(ft.Row(ways, wrap=True, spacing=8, run_spacing=4))
    return step_panel(words("undo.list"), body, [], close=closing, key=f"undo_panel:{first}")


def _range_button(
    ctx: AppContext, word: str, icon: ft.IconData, act: Callable[[], None]
) -> ft.Control:
    return secondary(ctx.words(word), lambda _e: act(), icon=icon, key=f"undo:{word}")


def _lines(
    controller: MatchController,
    lines: Sequence[UndoLine],
    word: str,
    icon: ft.IconData,
    act: Callable[[str], None],
) -> list[ft.Control]:
    return [_line(controller, line, word, icon, act) for line in lines]


def _line(
    controller: MatchController,
    line: UndoLine,
    word: str,
    icon: ft.IconData,
    act: Callable[[str], None],
) -> ft.Control:
    seat: list[ft.Control] = []
    if line.seat is not None:
        seat.append(
            seat_badge(
                controller.wording.colour(line.seat), controller.wording.player(line.seat), 24
            )
        )
    visual = ft.Row(
        [ft.Icon(icon, size=20), *seat, ft.Text(line.text, size=16, expand=True)], spacing=8
    )
    return tappable(
        visual,
        controller.ctx.words(word, what=line.text),
        lambda _e: act(line.id),
        key=f"{word}:{line.id}",
        padding=ft.Padding.symmetric(horizontal=12, vertical=12),
        border=outline(1, ft.Colors.OUTLINE_VARIANT),
        radius=RADIUS,
    )
