"""Setting up a match: who plays, who starts, the table and what was agreed."""

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import flet as ft

from companion.kernel.facts import FactValue
from companion.kernel.game import Game
from companion.kernel.refusal import Note, Refusal
from companion.match.fold import Match
from companion.rulebook.loader import GameData
from companion.table.answers import Malformed, NotSaved
from companion.table.boxes import Box
from companion.table.store import StoreError
from companion.ui import routes, widgets
from companion.ui.boards.setup import GameSetup, game_setup
from companion.ui.context import AppContext
from companion.ui.layout import Layout
from companion.ui.panels.clock import put_clock
from companion.ui.screens.new_match import agreements, presenter
from companion.ui.screens.new_match import players as people
from companion.ui.screens.new_match.presenter import Plan, Trouble
from companion.ui.shell import dead_end, page, screen
from companion.ui.views.names import NAMES_KEY, remember
from companion.ui.widgets import Tone

LAST_KEY = "ultimos"
_NOTHING: Trouble | None = None


class Setup:
    """What can be done with a match being set up."""

    def __init__(
        self, ctx: AppContext, game: Game[Any], plan: Plan, set_plan: Callable[[Any], None]
    ) -> None:
        self.ctx = ctx
        self.game = game
        self.data: GameData = ctx.rulebook(game.id)
        self.own: GameSetup = game_setup(game.id)
        self.plan = plan
        self._set = set_plan

    def change(self, step: Callable[[Plan], Plan]) -> None:
        """Goes on with another plan, and keeps it until the match begins."""

        def kept(plan: Plan) -> Plan:
            after = step(plan)
            _keep(self.ctx, _draft_key(self.ctx, self.game.id), presenter.dump_plan(after))
            return after

        self._set(kept)

    def options(self, options: Mapping[str, Any]) -> None:
        """Takes other options of the game."""
        self.change(lambda plan: presenter.with_options(plan, **options))

    def boxes(self) -> tuple[Box, ...]:
        """The box profiles of this game."""
        return self.ctx.hub.boxes(self.game.id)

    def box(self) -> Box | None:
        """The one chosen, or that of the last match."""
        if self.plan.box is None:
            return self.ctx.hub.keeping.last_used(self.game.id)
        return next((box for box in self.boxes() if box.id == self.plan.box), None)

    def facts(self) -> dict[str, FactValue]:
        """What is printed in the box chosen, on top of what the app knows."""
        box = self.box()
        return {**self.data.default_facts(), **(box.facts if box else {})}

    def rulings(self) -> dict[str, str]:
        """The reading of every ruling."""
        return {**self.data.default_rulings(), **self.plan.rulings}

    def trouble(self) -> Trouble | None:
        """The first thing that is wrong, or None."""
        return presenter.trouble(self.plan, self.game, self.facts(), self.rulings(), self.ctx.words)

    def remarks(self) -> tuple[Note, ...]:
        """What the game has to say of it, though it may stand."""
        return presenter.remarks(self.plan, self.game, self.facts(), self.rulings())

    def random_start(self) -> None:
        """Lets chance say who starts."""
        seat = random.randrange(len(self.plan.players))
        self.change(lambda plan: replace(plan, first=seat))
        name = self.plan.names[seat] or self.ctx.words("new.player_n", n=seat + 1)
        self.ctx.notify(self.ctx.words("new.random_said", name=name))

    def begin(self) -> Trouble | None:
        """Begins the match and opens its checklist, or says what is wrong."""
        wrong = self.trouble()
        if wrong:
            return wrong
        box = self.box()
        made = self.ctx.hub.create(
            presenter.new_match(
                self.plan, self.game, self.facts(), box.name if box else "", self.ctx.device
            )
        )
        match made:
            case Refusal():
                return Trouble(refusal=made)
            case Malformed():
                return Trouble(self.ctx.words("new.unfinished"))
            case NotSaved(code=code):
                return Trouble(self.ctx.words(f"store.{code}"))
            case Match():
                self._begun(made)
        return None

    def _begun(self, match: Match) -> None:
        ctx, hub = self.ctx, self.ctx.hub
        if self.plan.clock:
            put_clock(hub, match)
        with suppress(StoreError):
            hub.keeping.begun(match, self.box())
        names = self.plan.names
        _keep(ctx, NAMES_KEY, remember(names, hub.setting(NAMES_KEY)))
        _keep(ctx, LAST_KEY, presenter.dump_plan(Plan(names, clock=self.plan.clock)))
        _keep(ctx, _draft_key(ctx, self.game.id), "")
        # Going back from the checklist leads home, not to setting up one match more.
        ctx.replace(routes.match(match.started.match, "preparacion"))


def _draft_key(ctx: AppContext, game_id: str) -> str:
    return f"borrador:{ctx.device}:{game_id}"


def _keep(ctx: AppContext, key: str, value: str) -> None:
    try:
        ctx.hub.set_setting(key, value)
    except StoreError:
        # A convenience only: what matters is said when the match itself is kept.
        return


def _first_plan(ctx: AppContext, game: Game[Any]) -> Plan:
    """The plan left half-way on this device, or one with the people of last time."""
    own = game_setup(game.id)
    kept = presenter.load_plan(ctx.hub.setting(_draft_key(ctx, game.id)))
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
