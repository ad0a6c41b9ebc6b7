"""Screen of the set-up checklist and the picture of the initial table."""

from functools import partial
from itertools import groupby

import flet as ft

from companion.match.fold import Match
from companion.rulebook.loader import load
from companion.services.storage.store import StoreError
from companion.ui import routes, widgets
from companion.ui.boards.parts import game_setup
from companion.ui.context import AppContext
from companion.ui.hooks import use_match
from companion.ui.panels.clock import start_clock
from companion.ui.panels.shared_table import share_button, unreadable
from companion.ui.screens.preparation import presenter
from companion.ui.screens.preparation.presenter import ChecklistLine, Preparation
from companion.ui.shell import page, screen
from companion.ui.views.rulings.ruling_choices import agreed


@screen
def Screen(ctx: AppContext, match_id: str) -> ft.Control:
    """Render the checklist of a match."""
    loaded = use_match(ctx, match_id)
    _, set_touches = ft.use_state(0)
    if loaded.match is None:
        return unreadable(ctx, loaded)
    key = presenter.setting_key(match_id)

    def touched(step_id: str, _event: object) -> None:
        try:
            ctx.client.settings.set(key, presenter.toggled(ctx.client.settings.get(key), step_id))
        except StoreError as error:
            ctx.notify(ctx.words(f"store.{error.code}"))
        set_touches(lambda count: count + 1)

    def play() -> None:
        start_clock(ctx.client, match)
        ctx.go(routes.match(match_id))

    match = loaded.match
    view = presenter.preparation(match, ctx.wording(match), ctx.client.settings.get(key))
    body: list[ft.Control] = [_progress(ctx, match, view)]
    for who, steps in groupby(view.steps, lambda step: step.who):
        body.append(widgets.heading(ctx.words(f"prep.who.{who}"), 18))
        for step in steps:
            body.append(_line(ctx, step, partial(touched, step.id)))
            body += _sheet(ctx, match) if step.typed else []
    start = widgets.primary(
        ctx.words("prep.start"),
        lambda _e: play(),
        icon=ft.Icons.PLAY_ARROW,
        key="start",
    )
    return page(
        ctx,
        ctx.words("setup.title"),
        [ft.Column(body, spacing=10, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)],
        back=routes.HOME,
        actions=[share_button(ctx.words, lambda: ctx.go(routes.match(match_id, "compartir")))],
        aside=_picture(ctx, match),
        foot=[start],
    )


def _sheet(ctx: AppContext, match: Match) -> list[ft.Control]:
    """Build the way to the sheet of the box in which a value is typed; only for the host."""
    if not ctx.client.owner:
        return []
    box = match.started.box
    route = routes.box(match.game.id, box) if box else routes.BOXES
    button = widgets.secondary(
        ctx.words("prep.to_box"), lambda _e: ctx.go(route), icon=ft.Icons.EDIT_NOTE, key="to_box"
    )
    return [widgets.in_own_row(button)]


def _progress(ctx: AppContext, match: Match, view: Preparation) -> ft.Control:
    words, total = ctx.words, len(view.steps)
    done = total - view.left
    text = (
        words("setup.checklist_left", n=view.left) if view.left else words("setup.checklist_done")
    )
    rulings, first = load(match.game.id).rulings, game_setup(match.game.id).on_top
    said = " · ".join(agreed(rulings, match.rulings, words, first))
    people = len(match.options.players)
    return ft.Column(
        [
            ft.Text(words("setup.checklist_hint", n=people, agreed=said), size=15),
            ft.Text(text, size=22, weight=ft.FontWeight.BOLD),
            ft.ProgressBar(
                value=done / total if total else 1,
                bar_height=10,
                border_radius=5,
                semantics_label=text,
            ),
        ],
        spacing=8,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _line(ctx: AppContext, step: ChecklistLine, on_tap: partial[None]) -> ft.Control:
    faint = ft.Colors.with_opacity(0.6, ft.Colors.ON_SURFACE) if step.done else None
    visual = ft.Row(
        [
            ft.Icon(
                ft.Icons.CHECK_BOX if step.done else ft.Icons.CHECK_BOX_OUTLINE_BLANK,
                size=30,
                color=ft.Colors.PRIMARY,
            ),
            ft.Text(step.text, size=18, expand=True, color=faint),
        ],
        spacing=14,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    said = ctx.words("prep.done" if step.done else "prep.to_do", text=step.text)
    return widgets.tappable(
        visual,
        said,
        on_tap,
        key=f"step:{step.id}",
        selected=step.done,
        padding=ft.Padding.symmetric(horizontal=14, vertical=14),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST if step.done else ft.Colors.SURFACE_CONTAINER,
    )


def _picture(ctx: AppContext, match: Match) -> list[ft.Control]:
    """Build the picture of the initial table, with the first player."""
    own, options = game_setup(match.game.id), match.options
    first = presenter.first_turn(match)
    name = options.players[first]
    shown: list[ft.Control] = [
        ft.Row(
            [
                widgets.seat_badge(match.colours[first], name, 36),
                ft.Text(ctx.words("new.starts", name=name), size=20, weight=ft.FontWeight.BOLD),
            ],
            spacing=10,
        )
    ]
    if own.picture:
        picture = widgets.section(ctx.words("setup.photo"), [own.picture(ctx, match)])
        shown.insert(0, picture)
    return shown
