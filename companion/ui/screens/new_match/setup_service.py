"""Actions on the plan of a new match."""

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion.kernel.box.facts import FactValue
from companion.kernel.game import Game
from companion.kernel.refusal import Note, Refusal
from companion.match.entries import Clocked, Refereed, id_before
from companion.match.fold import Match
from companion.match.resumable import done
from companion.rulebook.loader import GameData
from companion.rulebook.templates import lowered
from companion.services.boxes.profiles import BoxProfile
from companion.services.matches.results import NotSaved, Submission, Unplayable, UnreadableInput
from companion.services.storage.store import StoreError
from companion.ui import routes
from companion.ui.boards.parts import GameSetup, game_setup
from companion.ui.context import AppContext
from companion.ui.panels.clock import put_clock, start_clock
from companion.ui.screens.new_match import presenter
from companion.ui.screens.new_match.presenter import MatchPlan, Trouble
from companion.ui.views.player_names import NAMES_KEY, remember
from companion.ui.views.table.problems import unplayable

LAST_KEY = "last_players"


class Setup:
    """Actions on a match being set up."""

    def __init__(
        self,
        ctx: AppContext,
        game: Game[Any],
        plan: MatchPlan,
        set_plan: Callable[[Any], None],
        coloured: int | None = None,
        ask_colour: Callable[[int | None], None] = lambda _seat: None,
        match_id: str = "",
    ) -> None:
        self.ctx = ctx
        self.game = game
        self.data: GameData = ctx.rulebook(game.id)
        self.own: GameSetup = game_setup(game.id)
        self.plan = plan
        self._set = set_plan
        self.coloured = coloured
        """Seat whose colour is being chosen."""
        self.ask_colour = ask_colour
        self.match_id = match_id
        """Id of the match that this plan begins, so that it begins once."""
        self.assumed = False
        """True if the app filled in what nobody has said of the table."""

    def change(self, step: Callable[[MatchPlan], MatchPlan]) -> None:
        """Change the plan, and store it as a draft until the match begins."""

        def kept(plan: MatchPlan) -> MatchPlan:
            after = step(plan)
            keep_draft(self.ctx, self.game.id, after)
            return after

        self._set(kept)

    def options(self, options: Mapping[str, Any], *, drawn: bool = False) -> None:
        """Set options of the game, drawn by the app or set up by the table."""
        self.change(lambda plan: presenter.with_options(plan, options, drawn=drawn))

    def boxes(self) -> tuple[BoxProfile, ...]:
        """Return the box profiles of this game."""
        return self.ctx.client.boxes.all(self.game.id)

    def box(self) -> BoxProfile | None:
        """Return the chosen box, or that of the last match."""
        if self.plan.box is None:
            return self.ctx.client.box_offers.last_used(self.game.id)
        return next((box for box in self.boxes() if box.id == self.plan.box), None)

    def facts(self) -> dict[str, FactValue]:
        """Return the printed values of the chosen box on top of the defaults."""
        box = self.box()
        return {**self.data.default_facts(), **(box.facts if box else {})}

    def rulings(self) -> dict[str, str]:
        """Return the reading of every ruling."""
        return {**self.data.default_rulings(), **self.plan.rulings}

    def trouble(self) -> Trouble | None:
        """Return the first problem, or None."""
        wrong = presenter.trouble(
            self.plan, self.game, self.facts(), self.rulings(), self.ctx.words
        )
        if not (wrong and wrong.unfinished and self._unlaid()):
            return wrong
        title, hint = self.data.interface(self.own.title), self.data.interface("setup.hint")
        return Trouble(self.ctx.words("new.board_unfinished", title=title, hint=lowered(hint)))

    def _unlaid(self) -> bool:
        """Return whether the board of the game is not laid out yet."""
        return any(self.plan.options.get(name) is None for name in self.own.board)

    def remarks(self) -> tuple[Note, ...]:
        """Return the game's remarks on a valid plan."""
        return presenter.remarks(self.plan, self.game, self.facts(), self.rulings())

    def random_start(self) -> None:
        """Choose the first player at random."""
        seat = random.randrange(len(self.plan.players))
        self.change(lambda plan: replace(plan, first=seat))
        name = self.plan.names[seat] or self.ctx.words("new.player_n", n=seat + 1)
        self.ctx.notify(self.ctx.words("new.random_said", name=name))

    def counted(self, *, unseen: bool = False) -> "Setup":
        """Return the set-up of a table that only counts: it need not lay out the board first.

        Args:
            unseen: whether nobody has looked at the board that the app proposes.
        """
        own, plan = self.own, self.plan
        options = {**plan.options, "players": plan.names}
        open_ = self._unlaid()
        if open_:
            if own.to_count:
                plan = presenter.with_options(plan, own.to_count(options))
            elif own.draw:
                plan = presenter.with_options(plan, own.draw(options, self.rulings()))
        setup = Setup(self.ctx, self.game, plan, self._set, match_id=self.match_id)
        setup.assumed = open_ or (unseen and own.panel is not None)
        return setup

    def begin(self, *, counting: bool = False) -> Trouble | None:
        """Begin the match and open its checklist, or return the problem.

        With `counting` the table counts by itself, and the board is opened at once.
        """
        wrong = self.trouble()
        if wrong:
            return wrong
        box = self.box()
        made = self.ctx.client.matches.create(
            presenter.new_match(
                self.plan,
                self.game,
                self.facts(),
                box.name if box else "",
                self.ctx.device,
                self.match_id,
            )
        )
        match made:
            case Refusal():
                return Trouble(refusal=made)
            case UnreadableInput():
                return Trouble(self.ctx.words("new.unfinished"), unfinished=True)
            case Unplayable(match=match):
                return Trouble(unplayable(match, self.ctx.wording(match)))
            case NotSaved(code=code):
                return Trouble(self.ctx.words(f"store.{code}"))
            case Match():
                self._begun(made, counting=counting)
        return None

    def _begun(self, match: Match, *, counting: bool) -> None:
        ctx, client = self.ctx, self.ctx.client
        if self.plan.clock:
            put_clock(client, match)
        with suppress(StoreError):
            client.box_offers.begun(match, self.box())
        if self.plan.like:
            with suppress(StoreError):
                client.seating.go_on(self.plan.like, match)
        names = self.plan.names
        _keep(ctx, NAMES_KEY, remember(names, client.settings.get(NAMES_KEY)))
        _keep(
            ctx,
            LAST_KEY,
            presenter.dump_plan(MatchPlan(names, clock=self.plan.clock, chosen=self.plan.chosen)),
        )
        _keep(
            ctx, last_key(self.game.id), presenter.dump_plan(replace(self.plan, title="", like=""))
        )
        _keep(ctx, draft_key(ctx, self.game.id), "")
        if counting:
            once = id_before(match.started.match)
            body = Refereed(judged=False, assumed=self.assumed)
            count = Submission(once, body, device=ctx.device)
            done(client.matches.submit(match.started.match, count))
        # Replace the route, so that going back leads home and not to another setup.
        if self.data.steps and not counting:
            ctx.replace(routes.match(match.started.match, "preparacion"))
        else:
            start_clock(client, client.matches.open(match.started.match))
            ctx.replace(routes.match(match.started.match))


def last_key(game_id: str) -> str:
    """Return the setting key of the last table of a game."""
    return f"last_match:{game_id}"


def last_table(ctx: AppContext, game: Game[Any]) -> MatchPlan | None:
    """Return the last table of a game: its players, options and readings; None if there was none.

    The board is drawn again if the app had drawn it. A board set up by the table is left open,
    unless it is the fixed one.
    """
    last = presenter.load_plan(ctx.client.settings.get(last_key(game.id)))
    if last is None or presenter.about_players(last, game, ctx.words):
        return None
    data, own = ctx.rulebook(game.id), game_setup(game.id)
    known = {name: ruling.words for name, ruling in data.rulings_by_id.items()}
    read = {name: value for name, value in last.rulings.items() if value in known.get(name, ())}
    usual = data.default_rulings()
    for name, habit in data.habits.items():
        read.pop(name, None)
        if ctx.settings.habit(habit) != usual[name]:
            read[name] = ctx.settings.habit(habit)
    return replace(
        last, box=None, rulings=read, options=_options_again(own, last, {**usual, **read})
    )


def table_of(ctx: AppContext, game: Game[Any], match: Match) -> MatchPlan:
    """Return the table of a match, for another one: people, options, readings, clock and box.

    The board is treated as in `last_table`.
    """
    own, usual = game_setup(game.id), ctx.rulebook(game.id).default_rulings()
    last = presenter.load_plan(ctx.client.settings.get(last_key(game.id)))
    options, box = match.options.model_dump(), ctx.client.box_offers.box_of(match)
    same = last and all(last.options.get(name) == options[name] for name in own.board)
    plan = MatchPlan(
        match.options.players,
        first=options.get("first_seat", 0),
        box=box.id if box else "",
        rulings={name: read for name, read in match.rulings.items() if usual.get(name) != read},
        options=options,
        clock=any(isinstance(entry.body, Clocked) for entry in match.entries),
        drawn=bool(same and last and last.drawn),
        chosen=match.started.colours,
        like=match.started.match,
    )
    return replace(plan, options=_options_again(own, plan, match.rulings))


def _options_again(own: GameSetup, plan: MatchPlan, rulings: Mapping[str, str]) -> dict[str, Any]:
    options = {**own.options, **{k: v for k, v in plan.options.items() if k in own.options}}
    if plan.drawn and own.draw:
        return {**options, **own.draw(options, rulings)}
    if any(options[name] != own.options[name] for name in own.board):
        options |= dict.fromkeys(own.board)
    return options


def draft_key(ctx: AppContext, game_id: str) -> str:
    """Return the setting key of a device's unfinished set-up of a game."""
    return f"new_match:{ctx.device}:{game_id}"


def keep_draft(ctx: AppContext, game_id: str, plan: MatchPlan) -> None:
    """Store an unfinished set-up of a game, for when its screen is opened."""
    _keep(ctx, draft_key(ctx, game_id), presenter.dump_plan(plan))


def _keep(ctx: AppContext, key: str, value: str) -> None:
    try:
        ctx.client.settings.set(key, value)
    except StoreError:
        # Only a convenience. An important storage error is reported when the match itself is saved.
        return
