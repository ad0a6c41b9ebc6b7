"""Sheet of a place on the board: its facts, its rule and the possible reports."""

from collections.abc import Callable, Sequence

import flet as ft

from companion.kernel.box import by_hand
from companion.match.fold import Match
from companion.rulebook.templates import capitalised
from companion.rulebook.wording import Wording
from companion.ui import routes
from companion.ui.boards.contract import DetailCell, DetailRow, GameScreen, HelperInput, game_screen
from companion.ui.context import AppContext
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.step_panel import step_panel
from companion.ui.screens.match import count
from companion.ui.screens.match.arrangement import COUNTED
from companion.ui.shell import screen
from companion.ui.views.report.interaction import Mode, Start
from companion.ui.views.table.status import left_unread
from companion.ui.widgets import (
    People,
    SeatIdentity,
    Tone,
    bag,
    close_button,
    frame_style,
    message,
    paragraphs,
    primary,
    seat_badge,
    text_button,
)

_CELL = 50
"""Width of the cell of a seat."""


def detail_table(ctx: AppContext, people: People, rows: Sequence[DetailRow]) -> ft.Control:
    """Build the table; each row is read aloud as one sentence."""
    badges = [_boxed(seat_badge(one.colour, one.name, 26)) for one in people]
    lines: list[ft.Control] = [_line(ctx, ft.Text(""), badges)]
    for row in rows:
        lines += [ft.Divider(height=1), _row(ctx, row)]
    return ft.Column(lines, spacing=2, tight=True)


def _row(ctx: AppContext, row: DetailRow) -> ft.Control:
    label: list[ft.Control] = [ft.Text(row.label, size=15, weight=ft.FontWeight.W_600)]
    label += [ft.Text(row.note, size=14)] if row.note else []
    drawn = _line(ctx, ft.Column(label, spacing=0, tight=True), [*map(_cell, row.cells)])
    return ft.Semantics(
        label=row.spoken, content=ft.Semantics(exclude_semantics=True, content=drawn)
    )


def _line(ctx: AppContext, label: ft.Control, cells: list[ft.Control]) -> ft.Control:
    """Build a row. With large text the cells stand below the label."""
    if ctx.settings.large_text:
        beside = ft.Row(cells, alignment=ft.MainAxisAlignment.SPACE_AROUND, spacing=0)
        return ft.Column([label, beside], spacing=0, tight=True)
    return ft.Row([ft.Container(label, expand=True), *cells], spacing=2)


def _cell(cell: DetailCell) -> ft.Control:
    weight = ft.FontWeight.BOLD if cell.chosen else ft.FontWeight.W_500
    ink = ft.Colors.ON_PRIMARY_CONTAINER if cell.chosen else ft.Colors.ON_SURFACE
    parts: list[ft.Control] = [ft.Text(cell.text, size=18, weight=weight, color=ink)]
    parts += [ft.Text(cell.below, size=12, color=ink)] if cell.below else []
    return _boxed(
        ft.Column(parts, spacing=0, tight=True, horizontal_alignment=_MIDDLE), cell.chosen
    )


_MIDDLE = ft.CrossAxisAlignment.CENTER


def _boxed(content: ft.Control, chosen: bool = False) -> ft.Control:
    return ft.Container(
        content,
        width=_CELL,
        alignment=ft.Alignment.CENTER,
        border_radius=8,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else None,
        **frame_style(
            2 if chosen else 1,
            ft.Colors.PRIMARY if chosen else ft.Colors.TRANSPARENT,
            across=3,
            down=3,
        ),
    )


def place_panel(controller: MatchController, game: GameScreen) -> ft.Control | None:
    """Build the panel of the touched place, or return None if there is nothing to show."""
    detail = game.place_detail(controller.match, controller.wording, controller.interaction.place)
    if detail is None:
        return None
    words = controller.ctx.words
    closing = close_button(words("button.close"), controller.close, key="place:close")
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


@screen
def HandHelper(ctx: AppContext, controller: MatchController) -> ft.Control:
    """Render the typed hand and what it pays for. It is lost when the panel closes."""
    empty: tuple[str, ...] = ()
    hand, set_hand = ft.use_state(empty)
    game = game_screen(controller.match.game.id)
    words = ctx.words
    assert game.hand is not None
    assert game.helper is not None
    rows = game.bag_rows(controller.wording, game.hand(controller.match))
    closing = close_button(words("button.close"), controller.close, key="hand:close")
    answer = game.helper(HelperInput(controller.match, controller.wording, controller.seat, hand))
    return step_panel(
        controller.wording.own("helper.title"),
        [
            message(words("table.my_hand_private"), Tone.CALM),
            bag(
                rows,
                hand,
                set_hand,
                remove_word=words("button.remove"),
                none_word=words("form.none_chosen"),
                key="hand",
            ),
            answer,
        ],
        [text_button(words("button.clear"), lambda _e: set_hand(empty), key="hand:clear")],
        close=closing,
        key="hand",
        accent=ft.Colors.SURFACE_CONTAINER_HIGH,
    )


_ROW = 150
"""Height in which the counters of one person best fit."""


def text_by_hand(match: Match, wording: Wording) -> str:
    """Return what is done by hand now, and by whom; empty if nothing is."""
    duties = () if match.outcome else match.game.duties(match.state)
    due, left = by_hand.asked(duties), left_unread(match)
    return capitalised(wording.duty(due)) if due else wording.effect(left[1]) if left else ""


def by_hand_panel(controller: MatchController, game: GameScreen, width: float) -> ft.Control:
    """Build the panel; each touch on a counter is recorded at once, and «Hecho» goes on.

    Where nobody has read what is done, nothing waits for it.
    """
    words, match = controller.ctx.words, controller.match
    text = text_by_hand(match, controller.wording)
    high = _ROW * len(match.options.players)
    counters = [count.counts(controller, game, width, high, COUNTED)] if game.counted else []
    done = primary(
        words("by_hand.done"),
        (lambda _e: controller.live.open(Start(by_hand.KIND)))
        if by_hand.asked(match.game.duties(match.state))
        else lambda _e: controller.close(),
        icon=ft.Icons.CHECK,
        key="by_hand:done",
        disabled=not text,
    )
    closing = close_button(words("button.close"), controller.close, key="by_hand:close")
    return step_panel(
        words("by_hand.title"),
        [ft.Text(text, size=17, weight=ft.FontWeight.W_600), *counters],
        [done],
        close=closing,
        key="by_hand",
    )
