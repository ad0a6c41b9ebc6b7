"""Set-up of a match in three steps: players, board and agreements."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import flet as ft

from companion.kernel.game import Game
from companion.kernel.refusal import Refusal
from companion.match.entries import fresh_id
from companion.rulebook.templates import lowered
from companion.ui import routes, widgets
from companion.ui.boards.contract import game_screen
from companion.ui.boards.parts import game_setup
from companion.ui.context import AppContext
from companion.ui.device.gestures import use_closing
from companion.ui.hooks import read_match
from companion.ui.layout import Layout
from companion.ui.screens.new_match import agreements, presenter
from companion.ui.screens.new_match import players as people
from companion.ui.screens.new_match.presenter import MatchPlan, Trouble
from companion.ui.screens.new_match.setup_service import (
    LAST_KEY,
    Setup,
    draft_key,
    last_table,
    table_of,
)
from companion.ui.shell import dead_end, page, screen
from companion.ui.widgets import Tone

PEOPLE, BOARD, START = "people", "board", "start"
_NOTHING: Trouble | None = None
_NO_SEAT: int | None = None


def _first_plan(ctx: AppContext, game: Game[Any], like: MatchPlan | None) -> MatchPlan:
    """Return the initial plan.

    It is the draft on this device, else the table of the match it shall be like, else the last
    table of this game, else one with the last players.
    """
    own = game_setup(game.id)
    kept = presenter.load_plan(ctx.client.settings.get(draft_key(ctx, game.id)))
    if like and (kept is None or kept.like != like.like):
        return like
    if kept:
        return replace(kept, options={**own.options, **kept.options})
    same = last_table(ctx, game)
    if same:
        return same
    last = presenter.load_plan(ctx.client.settings.get(LAST_KEY)) or MatchPlan(())
    least, most = min(game.players), max(game.players)
    players = last.players[:most] + ("",) * (least - len(last.players))
    habits = ctx.rulebook(game.id).habits
    wanted = {ruling: ctx.settings.habit(habit) for ruling, habit in habits.items()}
    usual = ctx.rulebook(game.id).default_rulings()
    rulings = {ruling: reading for ruling, reading in wanted.items() if reading != usual[ruling]}
    # Older versions stored the box of the last match together with its players.
    box = last.box if any(box.id == last.box for box in ctx.client.boxes.all(game.id)) else None
    return MatchPlan(
        players,
        box=box,
        rulings=rulings,
        options=own.options,
        clock=last.clock,
        chosen=last.chosen[: len(players)],
    )


def _table_like(ctx: AppContext, game: Game[Any], match_id: str) -> MatchPlan | None:
    """Return the table of a match, or None if there is no such match of this game."""
    match = read_match(ctx, match_id).match if match_id else None
    return table_of(ctx, game, match) if match and match.game.id == game.id else None


@screen
def Screen(ctx: AppContext, game_id: str, like: str = "") -> ft.Control:
    """Render the set-up of a game, or say that there is no such game."""
    game = ctx.client.games.get(game_id)
    if game is None:
        return dead_end(ctx, ctx.words("error.title"), ctx.words("error.no_game"))
    return SetupScreen(ctx, game, like)


@screen
def SetupScreen(ctx: AppContext, game: Game[Any], like: str) -> ft.Control:
    """Render the players, the board and the agreements.

    On a phone they are three steps; elsewhere they are shown together.
    """
    asked_for = ft.use_memo(lambda: _table_like(ctx, game, like), [])
    first_plan = ft.use_memo(lambda: _first_plan(ctx, game, asked_for), [])
    again = ft.use_memo(lambda: None if asked_for else last_table(ctx, game), [])
    plan, set_plan = ft.use_state(first_plan)
    said, set_said = ft.use_state(_NOTHING)
    in_plan, set_in_plan = ft.use_state(False)
    opened, set_opened = ft.use_state(False)
    coloured, set_coloured = ft.use_state(_NO_SEAT)
    open_rulings, set_open = ft.use_state(False)
    at, set_at = ft.use_state(PEOPLE)
    all_ = (open_rulings, lambda: set_open(not open_rulings))
    stepped = ctx.layout is Layout.PHONE
    shown = at if stepped else ""

    def back() -> None:
        set_said(_NOTHING)
        set_at(steps[steps.index(at) - 1])

    # A plan begins one match, however often it is asked for; a changed plan begins another.
    new_id = ft.use_memo(fresh_id, [plan])
    same_id = ft.use_memo(fresh_id, [again])
    setup = Setup(ctx, game, plan, set_plan, coloured, set_coloured, new_id)
    steps = [PEOPLE, *([BOARD] if setup.own.panel else []), START]
    use_closing(ctx.gestures, back if stepped and at != PEOPLE else None)
    wrong = setup.trouble()

    def go(step: str) -> None:
        set_said(_NOTHING)
        set_at(step)

    def try_it(*, counting: bool = False) -> None:
        begun = setup.counted(unseen=shown == PEOPLE) if counting else setup
        set_in_plan(begun.trouble() is not None)
        set_said(begun.begin(counting=counting))

    def same() -> None:
        assert again is not None
        begun = Setup(ctx, game, again, set_plan, match_id=same_id)
        begun.change(lambda _plan: again)
        missing = begun.trouble()
        if missing is None:
            set_in_plan(False)
            set_said(begun.begin())
        else:
            go(BOARD if setup.own.panel else START)

    def next_step() -> None:
        stopped = _problem_of_step(setup, at, wrong)
        set_in_plan(True)
        if stopped:
            set_said(stopped)
        else:
            go(steps[steps.index(at) + 1])

    # A problem of the plan is updated when the plan changes. A storage error stays until it is
    # solved.
    now_wrong = _problem_of_step(setup, shown, wrong) if shown not in ("", START) else wrong
    still = now_wrong or (None if in_plan else said)
    notice = [_problem_message(setup, still, seen=shown in ("", BOARD))] if said and still else []
    last = not stepped or at == START
    button = _begin(setup, try_it) if last else _next(setup, steps[steps.index(at) + 1], next_step)
    count = _count(setup, lambda: try_it(counting=True))
    foot = [*notice, button, *count] if stepped else [*notice, *count, button]
    offer = [_same(setup, again, same)] if again else []
    seats = [*offer, people.players(setup)]
    table = _table(setup, wrong)
    # Rulings that the house has settled are shown even while the options are folded.
    house = [] if opened else agreements.settled(setup)
    folded = _agreed(setup, opened, set_opened, all_)
    first = [people.start(setup)] if presenter.asks_who_starts(game) else []
    agreed = [*first, *house, folded, *_remarks(setup)]
    title = ctx.words("new.title", game=setup.data.info.name)
    if not stepped:
        body, aside = [*seats, *agreed], table
        return page(ctx, title, body, back=routes.HOME, aside=aside, foot=foot)
    bodies = {PEOPLE: seats, BOARD: table, START: agreed}
    body = [_progress(setup, steps, at, go), *bodies[at]]
    return page(ctx, title, body, back=routes.HOME, foot=foot)


def _problem_of_step(setup: Setup, at: str, wrong: Trouble | None) -> Trouble | None:
    """Return the part of the plan's problem that concerns this step."""
    people_ = presenter.about_players(setup.plan, setup.game, setup.ctx.words)
    if at == PEOPLE:
        return Trouble(people_) if people_ else None
    of_people = wrong is not None and people_ and wrong.text == people_
    return None if of_people else wrong


def _begin(setup: Setup, begin: Callable[..., None]) -> ft.Control:
    words = setup.ctx.words
    return widgets.primary(
        words("new.prepare"), lambda _e: begin(), icon=ft.Icons.CHECKLIST, key="begin"
    )


def _count(setup: Setup, begin: Callable[[], None]) -> list[ft.Control]:
    """Build the button that begins at once, without a referee, if the game can be counted."""
    if not game_screen(setup.game.id).counted:
        return []
    words, icon = setup.ctx.words, ft.Icons.EXPOSURE_PLUS_1
    return [widgets.text_button(words("new.count"), lambda _e: begin(), icon=icon, key="count")]


def _next(setup: Setup, step: str, go: Callable[[], None]) -> ft.Control:
    return widgets.primary(
        setup.ctx.words("new.next", step=_title(setup, step)),
        lambda _e: go(),
        icon=ft.Icons.ARROW_FORWARD,
        key="next",
    )


def _title(setup: Setup, step: str) -> str:
    if step == BOARD:
        return setup.data.interface(setup.own.title)
    return setup.ctx.words(f"new.step_{step}")


def _progress(setup: Setup, steps: list[str], at: str, go: Callable[[str], None]) -> ft.Control:
    """Build the list of steps, with the current one marked. Each opens with a touch."""
    marks = [_mark(setup, steps, step, at, go) for step in steps]
    row = ft.Row(
        list(marks),
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        key="steps",
        intrinsic_height=True,
    )
    if not setup.ctx.settings.large_text:
        return row
    return ft.Column([row, ft.Text(_title(setup, at), size=16)], spacing=6)


def _mark(
    setup: Setup, steps: list[str], step: str, at: str, go: Callable[[str], None]
) -> ft.Control:
    here, number, title = step == at, steps.index(step) + 1, _title(setup, step)
    ink = ft.Colors.ON_PRIMARY_CONTAINER if here else ft.Colors.ON_SURFACE_VARIANT
    # With large text, whole words do not fit under the numbers of the steps.
    under = [] if setup.ctx.settings.large_text else [title]
    visual = ft.Column(
        [
            ft.Text(str(number), size=18, weight=ft.FontWeight.BOLD, color=ink),
            *(ft.Text(word, size=14, color=ink, text_align=ft.TextAlign.CENTER) for word in under),
        ],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return widgets.tappable(
        visual,
        setup.ctx.words("new.step_said", n=number, total=len(steps), step=title),
        lambda _e: go(step),
        key=f"step:{step}",
        selected=here,
        expand=1,
        padding=ft.Padding.symmetric(horizontal=4, vertical=6),
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if here else ft.Colors.SURFACE_CONTAINER,
    )


def _same(setup: Setup, again: MatchPlan, begin: Callable[[], None]) -> ft.Control:
    """Build the button that repeats the last table."""
    words = setup.ctx.words
    same = Setup(setup.ctx, setup.game, again, lambda _step: None)
    details = [*_board_again(setup, again), agreements.in_short(same)]
    people = zip(again.colours, again.names, strict=True)
    badges = [widgets.seat_badge(colour, name, 32) for colour, name in people]
    title, detail = words("new.same_table"), " · ".join((", ".join(again.names), *details))
    texts: list[ft.Control] = [
        ft.Text(title, size=18, weight=ft.FontWeight.BOLD, color=ft.Colors.ON_PRIMARY_CONTAINER),
        ft.Row(list(badges), spacing=4, wrap=True),
        ft.Text(detail, size=14, color=ft.Colors.ON_PRIMARY_CONTAINER),
    ]
    arrow = ft.Icon(ft.Icons.REPLAY, size=28, color=ft.Colors.ON_PRIMARY_CONTAINER)
    return widgets.tappable(
        ft.Row([ft.Column(texts, spacing=6, tight=True, expand=True), arrow], spacing=12),
        f"{title}. {detail}",
        lambda _e: begin(),
        key="same-table",
        padding=16,
        bgcolor=ft.Colors.PRIMARY_CONTAINER,
    )


def _board_again(setup: Setup, again: MatchPlan) -> list[str]:
    """Describe what happens to the board, unless it is the fixed one."""
    if any(again.options.get(name) is None for name in setup.own.board):
        title = setup.ctx.game_words(setup.game.id)("setup.title")
        return [setup.ctx.words("new.board_missing", what=lowered(title))]
    return [setup.ctx.words("new.board_drawn")] if again.drawn else []


def _agreed(
    setup: Setup,
    opened: bool,
    set_opened: Callable[[bool], None],
    shown: tuple[bool, Callable[[], None]],
) -> ft.Control:
    """Build the folded options, with a summary in one line."""
    return widgets.expander(
        setup.ctx.words("setup.options"),
        [
            agreements.on_top(setup),
            *([agreements.box(setup)] if setup.data.facts else []),
            *([agreements.rulings(setup, *shown)] if setup.data.rulings else []),
        ],
        is_open=opened,
        on_toggle=set_opened,
        detail=agreements.in_short(setup),
        icon=ft.Icons.TUNE,
        key="options",
    )


def _table(setup: Setup, wrong: Trouble | None) -> list[ft.Control]:
    """Build the game's own part, with the current refusal of its rules."""
    if setup.own.panel is None:
        return []
    ctx = setup.ctx
    panel = setup.own.panel(
        ctx,
        {**setup.plan.options, "players": setup.plan.names},
        setup.rulings(),
        setup.options,
        key="own-setup",
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


def _problem_message(setup: Setup, wrong: Trouble, *, seen: bool) -> ft.Control:
    """Build the message of the problem, without a refusal that is already shown."""
    if wrong.refusal and not seen:
        return _refusal(setup, wrong.refusal)
    text = wrong.text or setup.ctx.words("new.not_yet")
    return widgets.message(text, Tone.CARE, key="setup-trouble")
