"""Replay screen: the board after each step, what it did, and why."""

from collections.abc import Callable

import flet as ft

from companion.match.fold import Match
from companion.rulebook.sections import Section
from companion.rulebook.wording import Wording
from companion.services.privacy.redaction import redacted_for_all
from companion.ui import routes, widgets
from companion.ui.boards.contract import BoardInput, game_screen
from companion.ui.context import AppContext
from companion.ui.hooks import current_page, use_match
from companion.ui.layout import PAD, Layout, board_alone, seen_alone
from companion.ui.match_loader import use_opened
from companion.ui.panels.shared_table import unreadable
from companion.ui.screens.replay.presenter import ReplayStep, frame
from companion.ui.shell import opening, page, screen

_SHARE = 0.48
"""Share of the screen height that the board may take."""
_WHOLE, _MOST = 415, 0.57
"""Height at which most boards fit, and the share of a lower screen allowed for it."""
_AROUND = 230
"""Height above and below a board with text beside it, at 100 % text."""


@screen
def Screen(ctx: AppContext, match_id: str) -> ft.Control:
    """Render the replay of a match once it is loaded."""
    title, back = ctx.words("replay.title"), routes.match(match_id, "acta")
    if not use_opened(ctx, match_id):
        return page(ctx, title, [opening(ctx)], back=back)
    return Replay(ctx, match_id)


@screen
def Replay(ctx: AppContext, match_id: str) -> ft.Control:
    """Render one step with the navigation to the others."""
    loaded = use_match(ctx, match_id)
    at, set_at = ft.use_state(0)
    match = loaded.match
    if match is None:
        return unreadable(ctx, loaded)
    title, back = ctx.words("replay.title"), routes.match(match_id, "acta")
    if not match.steps:
        nothing = widgets.message(ctx.words("replay.nothing"), key="nothing")
        return page(ctx, title, [nothing], back=back)
    # An undo on another device makes the match shorter.
    number = min(at, len(match.steps) - 1)
    wording, mine = ctx.wording(match), ctx.client.seats(match)
    now = frame(match, wording, mine, number)
    board = _window(ctx, _board(ctx, match, wording, number))
    cards = [_step_card(ctx, wording, now), *_why(ctx, match, now)]
    body = [_progress(ctx, number, len(match.steps)), board]
    ways = _step_buttons(ctx, match, number, set_at)
    return page(ctx, title, body, back=back, aside=cards, foot=ways, edge=PAD)


def _nothing(_place: str) -> None:
    """Ignore touches: the board is only shown."""


def _board(ctx: AppContext, match: Match, wording: Wording, number: int) -> ft.Control:
    """Build the table after a step, as everybody sees it."""
    then = redacted_for_all(match).before_step(number + 1)
    return game_screen(match.game.id).board(
        BoardInput(
            match=then,
            wording=wording,
            layout=ctx.layout,
            width=board_alone(ctx.layout, current_page().width or 412),
            height=_height(ctx),
            visible_height=_sight(ctx),
            text_scale=ctx.settings.text_scale,
            seat=next(iter(then.game.awaiting(then.state)), 0),
            offers=None,
            on_touch=_nothing,
            still=ctx.still,
        )
    )


def _height(ctx: AppContext) -> float:
    high = float(current_page().height or 915)
    if ctx.layout is not Layout.PHONE:
        return max(high * _SHARE, high - _AROUND * ctx.settings.grown)
    return max(high * _SHARE, min(_WHOLE, high * _MOST))


def _sight(ctx: AppContext) -> float:
    height = current_page().height or 915
    return seen_alone(ctx.layout, height, large=ctx.settings.large_text)


def _window(ctx: AppContext, board: ft.Control) -> ft.Control:
    """Build the board in its allotted height.

    On a phone it scrolls within its share, so that the text stays in view. Large text is below it
    anyway, so the board keeps its full height.
    """
    if ctx.layout is not Layout.PHONE or ctx.settings.large_text:
        return ft.Container(board, key="board")
    scrolled = ft.Column([board], scroll=ft.ScrollMode.AUTO, height=_height(ctx))
    return ft.Container(scrolled, key="board")


def _progress(ctx: AppContext, number: int, total: int) -> ft.Control:
    text = ctx.words("replay.at", n=number + 1, total=total)
    bar = ft.ProgressBar(
        value=(number + 1) / total, bar_height=8, border_radius=4, semantics_label=text
    )
    return ft.Column(
        [ft.Text(text, size=15), bar],
        spacing=6,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key="progress",
    )


def _step_card(ctx: AppContext, wording: Wording, now: ReplayStep) -> ft.Control:
    """Build the text of the step: the act, its effects and the turn that follows."""
    said = ft.Text(now.text, size=18, weight=ft.FontWeight.BOLD, expand=True)
    head: list[ft.Control] = [ft.Semantics(live_region=True, content=said, expand=True)]
    if now.seat is not None:
        head.insert(0, widgets.seat_badge(wording.colour(now.seat), wording.player(now.seat), 32))
    lines: list[ft.Control] = [
        ft.Row(head, spacing=10, vertical_alignment=ft.CrossAxisAlignment.START)
    ]
    lines += [ft.Text(text, size=16) for text in now.effects]
    if now.then:
        lines.append(ft.Text(ctx.words("replay.then", then=" · ".join(now.then)), size=15))
    return widgets.card(lines, key="told", spacing=8)


def _why(ctx: AppContext, match: Match, now: ReplayStep) -> list[ft.Control]:
    """Build the rules behind the step, from the app's rulebook."""
    if not now.rules:
        return []
    rules = [_rule(ctx, match, section) for section in now.rules]
    return [widgets.section(ctx.words("replay.why"), rules, key="why")]


def _rule(ctx: AppContext, match: Match, section: Section) -> ft.Control:
    read = widgets.text_button(
        section.title,
        lambda _e: ctx.go(routes.match_rules(match.started.match, section.id)),
        icon=ft.Icons.MENU_BOOK,
        key=f"rule:{section.id}",
    )
    first = section.text.strip().split("\n\n")[0]
    return ft.Column([widgets.in_own_row(read), widgets.paragraphs(first)], spacing=2)


def _step_buttons(
    ctx: AppContext, match: Match, number: int, put: Callable[[int], None]
) -> list[ft.Control]:
    """Build the buttons for the previous and next step.

    After the last one they lead to the table.
    """
    words, last = ctx.words, number + 1 == len(match.steps)
    # On a phone the buttons share the width. With large text there is no room for two side by side.
    phone, large = ctx.layout is Layout.PHONE, ctx.settings.large_text
    share = 1 if phone and not large else None
    before = widgets.secondary(
        words("replay.before"),
        lambda _e: put(number - 1),
        icon=ft.Icons.ARROW_BACK,
        key="before",
        disabled=number == 0,
        expand=share,
    )
    onwards = widgets.primary(
        words("replay.to_table" if last else "replay.next"),
        lambda _e: ctx.go(routes.match(match.started.match)) if last else put(number + 1),
        icon=ft.Icons.TABLE_RESTAURANT if last else ft.Icons.ARROW_FORWARD,
        key="next",
        expand=share,
    )
    if share:
        return [ft.Row([before, onwards], spacing=8)]
    return [onwards, before] if phone else [before, onwards]
