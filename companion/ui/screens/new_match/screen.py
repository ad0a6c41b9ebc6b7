"""Setting up a match: who plays, who starts, the table and what was agreed."""

from dataclasses import replace
from typing import Any

import flet as ft

from companion.kernel.game import Game
from companion.kernel.refusal import Refusal
from companion.ui import routes, widgets
from companion.ui.boards.setup import game_setup
from companion.ui.context import AppContext
from companion.ui.layout import Layout
from companion.ui.screens.new_match import agreements, presenter
from companion.ui.screens.new_match import players as people
from companion.ui.screens.new_match.presenter import Plan, Trouble
from companion.ui.screens.new_match.setup import LAST_KEY, Setup, draft_key
from companion.ui.shell import dead_end, page, screen
from companion.ui.widgets import Tone

_NOTHING: Trouble | None = None


def _first_plan(ctx: AppContext, game: Game[Any]) -> Plan:
    """The plan left half-way on this device, or one with the people of last time."""
    own = game_setup(game.id)
    kept = presenter.load_plan(ctx.hub.setting(draft_key(ctx, game.id)))
    if kept:
        return replace(kept, options={**own.options, **kept.options})
    last = presenter.load_plan(ctx.hub.setting(LAST_KEY)) or Plan(())
    least, most = min(game.players), max(game.players)
    players = last.players[:most] + ("",) * (least - len(last.players))
    habits = ctx.rulebook(game.id).habits
    wanted = {ruling: ctx.settings.habit(habit) for ruling, habit in habits.items()}
    usual = ctx.rulebook(game.id).default_rulings()
    rulings = {ruling: reading for ruling, reading in wanted.items() if reading != usual[ruling]}
    # An older program kept the box of last time with its people.
    box = last.box if any(box.id == last.box for box in ctx.hub.boxes(game.id)) else None
    return Plan(players, box=box, rulings=rulings, options=own.options, clock=last.clock)


@screen
def Screen(ctx: AppContext, game_id: str) -> ft.Control:
    """The set-up of a game, or that there is no such game."""
    game = ctx.hub.games.get(game_id)
    if game is None:
        return dead_end(ctx, ctx.words("error.title"), ctx.words("error.no_game"))
    return SetupScreen(ctx, game)


@screen
def SetupScreen(ctx: AppContext, game: Game[Any]) -> ft.Control:
    """Everything to agree on, and the button that begins."""
    first_plan = ft.use_memo(lambda: _first_plan(ctx, game), [])
    plan, set_plan = ft.use_state(first_plan)
    said, set_said = ft.use_state(_NOTHING)
    in_plan, set_in_plan = ft.use_state(False)
    open_rulings, set_open = ft.use_state(False)
    setup = Setup(ctx, game, plan, set_plan)
    wrong = setup.trouble()
    seats = [people.players(setup), people.start(setup)]
    table = _table(setup, wrong)
    agreed = [
        agreements.on_top(setup),
        agreements.box(setup),
        agreements.rulings(setup, open_rulings, lambda: set_open(not open_rulings)),
    ]
    one_column = ctx.layout is Layout.PHONE
    agreed += _remarks(setup)
    body = [*seats, *table, *agreed] if one_column else [*seats, *agreed]

    def try_it() -> None:
        set_in_plan(wrong is not None)
        set_said(setup.begin())

    begin = widgets.primary(
        ctx.words("new.prepare"),
        lambda _e: try_it(),
        icon=ft.Icons.CHECKLIST,
        key="begin",
    )
    # What is wrong with the plan changes with it; that it could not be kept is said until it is.
    still = wrong or (None if in_plan else said)
    foot = [_says(setup, still), begin] if said and still else [begin]
    title = ctx.words("new.title", game=setup.data.info.name)
    return page(ctx, title, body, back=routes.HOME, aside=() if one_column else table, foot=foot)


def _table(setup: Setup, wrong: Trouble | None) -> list[ft.Control]:
    """The game's own part, with what its rules say of it at this moment."""
    if setup.own.panel is None:
        return []
    ctx = setup.ctx
    panel = setup.own.panel(
        ctx, setup.plan.options, setup.rulings(), setup.options, key="own-setup"
    )
    said = [_refusal(setup, wrong.refusal)] if wrong and wrong.refusal else []
    return [widgets.section(setup.data.interface(setup.own.title), [panel, *said])]


def _refusal(setup: Setup, refusal: Refusal) -> ft.Control:
    wording = setup.ctx.game_wording(setup.game.id, setup.plan.names)
    card = wording.with_rulings(setup.rulings()).refusal(refusal)
    return widgets.message(wording.card_text(card), Tone.CARE, key="setup-refusal")


def _remarks(setup: Setup) -> list[ft.Control]:
    wording = setup.ctx.game_wording(setup.game.id, setup.plan.names)
    return [
        widgets.message(wording.note(note).text, key=f"remark:{note.code}")
        for note in setup.remarks()
    ]


def _says(setup: Setup, wrong: Trouble) -> ft.Control:
    text = wrong.text or setup.ctx.words("new.not_yet")
    return widgets.message(text, Tone.CARE, key="setup-trouble")
