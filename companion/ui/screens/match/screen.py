"""Match screen: turn, board, last action and reporting."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import flet as ft

from companion.kernel.values import Seat
from companion.match.turn_clock import standing
from companion.ui import routes
from companion.ui.boards.contract import GameScreen, game_screen
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import (
    open_part,
    opened_part,
    shelve,
    stored_state,
    tick,
    ticks,
    turn_over,
)
from companion.ui.hooks import current_page, use_match
from companion.ui.layout import Layout
from companion.ui.panels.adjustment import adjust_panel
from companion.ui.panels.clock import clock_beside
from companion.ui.panels.control.edit_entry import on_branch
from companion.ui.panels.control.match_controller import MatchController, use_way_back
from companion.ui.panels.control.peek import use_peek
from companion.ui.panels.corrections import broken_banner, preview_panel, use_moments
from companion.ui.panels.due_list import due_list_panel
from companion.ui.panels.keep_in_box import waiting
from companion.ui.panels.own_copy import (
    NamesPanel,
    arranging_line,
    name_line,
    to_be_named,
)
from companion.ui.panels.past_board import past_bar
from companion.ui.panels.report.action_kinds import kinds_panel
from companion.ui.panels.report.keepsake_form import keepsake_panel
from companion.ui.panels.report.report_form import form_panel, question_panel, starts_panel
from companion.ui.panels.rulings.dispute_news import close_settled, news_lines
from companion.ui.panels.rulings.proposal_list import proposal_lines
from companion.ui.panels.rulings.ruling_card import ruling_panel
from companion.ui.panels.shared_table import (
    presence,
    seat_requests,
    successor_line,
    unreadable,
)
from companion.ui.screens.match import count
from companion.ui.screens.match.actions_bar import foot
from companion.ui.screens.match.arrangement import (
    CONTROLLER,
    COUNTED,
    OPEN,
    PEEK,
    TICK,
    TOUCHED,
    TURN,
    BoardRoom,
    ScreenParts,
    arrange,
    keyed,
    room_of,
    width_beside,
)
from companion.ui.screens.match.board import board_of, touched_place
from companion.ui.screens.match.copy_offers import (
    CopyChip,
    copy_chip,
    copy_line,
    copy_panel,
    name_chip,
)
from companion.ui.screens.match.header import head, shows_the_table
from companion.ui.screens.match.help_sheets import HandHelper, by_hand_panel, place_panel
from companion.ui.screens.match.last_action import (
    TurnHandouts,
    in_full,
    last,
    last_panel,
    turn_handouts,
)
from companion.ui.screens.match.moment_card import moment_card
from companion.ui.screens.match.problem_list import unsound_line, unsound_panel
from companion.ui.screens.match.seats import Number, seat_panel, seats_row
from companion.ui.screens.match.tools import (
    UndoPanel,
    branch_bar,
    consequences_panel,
    framed,
    tools_panel,
)
from companion.ui.screens.match.who_plays import LeavingPanel, PeoplePanel
from companion.ui.shell import screen
from companion.ui.views.report.interaction import (
    Arranging,
    Choosing,
    DueList,
    Filling,
    InteractionState,
    Mode,
    Panel,
    Previewing,
    Question,
    ShownRuling,
    Tool,
)
from companion.ui.views.shared_table import news
from companion.ui.views.table.consequences import Consequences, moment
from companion.ui.views.table.status import MatchStatus, last_step, status_view, told_apart

_NOTHING: Number | None = None
_PANEL_EDGES = 30
"""Width of the margins of a panel."""


@screen
def Screen(ctx: AppContext, match_id: str, visit: int = 0) -> ft.Control:
    """Render the match screen.

    Args:
        ctx: context of the screen.
        match_id: id of the match.
        visit: number that is another each time this screen is opened.
    """
    loaded = use_match(ctx, match_id)
    _, redraw = ft.use_state(0)
    since = use_opened_at(visit, loaded.version)
    peek = use_peek(loaded.match, visit)
    peeking, set_peeking = ft.use_state(-1)
    asked, set_asked = ft.use_state(_NOTHING)
    gone, set_gone = ft.use_state("")
    last_clerk: ft.MutableRef[MatchController] = ft.use_ref(None)
    latest = ft.use_callback(lambda: last_clerk.current, [])
    page = current_page()
    use_way_back(
        ctx,
        stored_state(ctx.device, match_id),
        last_clerk,
        lambda: routes.is_board(page.route),
    )
    held = loaded.match.held_by(peek.seat) if loaded.match else None
    # Compute the moments now, because the next touch may need the description of an entry.
    use_moments(held, (match_id, peek.seat))
    if loaded.match is None or held is None:
        return unreadable(ctx, loaded)

    def put(interaction: InteractionState) -> None:
        shelve(ctx.device, match_id, interaction)
        redraw(lambda count: count + 1)

    def ticked(keys: frozenset[str]) -> None:
        tick(ctx.device, match_id, keys)
        redraw(lambda count: count + 1)

    def turn() -> None:
        turn_over(ctx.device, match_id)
        redraw(lambda count: count + 1)

    def open_(part: str) -> None:
        open_part(ctx.device, match_id, part)
        redraw(lambda count: count + 1)

    def touched(place: str) -> None:
        if happening:
            set_gone(happening.entry)
        touched_place(controller, game, place)

    def counted(place: str) -> None:
        count.touched(controller, game, place)

    def peek_at(seat: Seat) -> None:
        set_peeking(lambda open_: -1 if seat == open_ else seat)

    CONTROLLER.use(latest)
    TOUCHED.use(touched)
    TURN.use(turn)
    OPEN.use(open_)
    PEEK.use(peek_at)
    TICK.use(ticked)
    COUNTED.use(counted)
    game = game_screen(loaded.match.game.id)
    close_settled(ctx, match_id)
    now = partial(stored_state, ctx.device, match_id)
    wording = ctx.wording(loaded.match)
    controller = _branch(
        MatchController(ctx, held, wording, now(), put, now, latest=latest, peek=peek)
    ).worded()
    last_clerk.current = controller
    view = _view(controller, game)
    if controller.interaction.mode is Mode.DOUBT and controller.interaction.entry is None:
        view = replace(view, now=ctx.words("mesa.doubt_hint"))
    handed = turn_handouts(controller, game, ticks(ctx.device, match_id), TICK)
    happening = _moment(controller, game, since)
    arrived = news(loaded.match, ctx.device, since, ctx.words, view.typed or view.last)
    panel = _panel(
        controller, game, lambda: last_panel(controller, view, handed, arrived)
    ) or seat_panel(
        controller,
        game,
        peeking,
        asked,
        lambda seat, source: set_asked((seat, source)),
        lambda: set_asked(None),
        lambda: set_peeking(-1),
    )
    notices = _notices(controller, view)
    bars = [branch_bar(controller)] if on_branch(controller) else []
    then = past_bar(controller)
    bars += [then] if then else []
    past = replace(controller, match=controller.there) if then else controller
    seated = _view(past, game) if then else view
    room = room_of(ctx, len(notices) + len(bars))
    shown = happening if happening and happening.entry != gone else None
    # The card shows these handouts to be ticked off. When the card is gone they become a chip of
    # the line.
    beside = handed.besides(shown.keys) if shown else handed
    parts = ScreenParts(
        head=[*bars, head(controller, seated)],
        race=seats_row(past, game, seated, peeking, PEEK),
        board=_counts(controller, game, room.width, room.sight or room.height)
        if _counts_alone(controller, room)
        else board_of(controller, game, room, match_id),
        moment=moment_card(controller, shown, handed, lambda: set_gone(shown.entry))
        if shown
        else None,
        notices=notices,
        last=last(controller, view, beside, arrived, _chip_of_the_copy(controller)),
        in_full=_beside(controller, game, view, handed, room),
        foot=_foot(controller, game, view, room),
        panel=panel,
    )
    drawn = arrange(ctx, room, parts)
    return framed(drawn) if on_branch(controller) else keyed("framed", drawn)


def _view(controller: MatchController, game: GameScreen) -> MatchStatus:
    return status_view(
        controller.match, controller.wording, controller.mine, game.nouns, controller.seen
    )


def use_opened_at(visit: int, version: int) -> int:
    """Return the version of the match when this screen was opened. Later entries are news."""
    opened: int = ft.use_memo(lambda: version, [visit])
    return opened


def _branch(controller: MatchController) -> MatchController:
    """Return the match controller of the branch on screen, if there is one."""
    if not on_branch(controller):
        return controller
    match = controller.shown
    return replace(
        controller, match=match, wording=controller.ctx.wording(match), base=controller.match
    )


def _moment(controller: MatchController, game: GameScreen, since: int) -> Consequences | None:
    """Return the consequences of the last act, if notable and newer than this screen."""
    step = last_step(controller.match)
    if step is None or step.item.entry.seq < since:
        return None
    return moment(
        controller.match, step, controller.wording, game.moments, controller.seen, game.nouns
    )


def _notices(controller: MatchController, view: MatchStatus) -> list[ft.Control]:
    """Build the rare notices: broken invariants, proposals, offers, presence and the clock."""
    notices = [keyed("broken_at", broken_banner(controller))] if controller.match.broken else []
    if not controller.match.counting:
        notices += [keyed("unsound_at", line) for line in unsound_line(controller)]
    notices += [
        keyed(f"proposed:{n}", line)
        for n, line in enumerate(
            proposal_lines(controller.ctx, controller.recorded, controller.wording)
        )
    ]
    notices += [keyed(f"dispute_at:{n}", line) for n, line in enumerate(news_lines(controller))]
    notices += [
        keyed(f"asks:{n}", line)
        for n, line in enumerate(seat_requests(controller.ctx, controller.recorded))
    ]
    notices += [
        keyed("goes_on_at", line) for line in successor_line(controller.ctx, controller.recorded)
    ]
    notices += [keyed("offer", line) for line in _of_the_copy(controller)]
    # If there is room above the board, presence is shown there, so that arrivals and departures
    # move nothing.
    said = [] if _narrow(controller) and shows_the_table(controller.ctx) else presence(controller)
    if standing(controller.match) is not None and not view.over and not on_branch(controller):
        there = ft.Column([*said], spacing=0, tight=True)
        return [*notices, clock_beside(controller, there)]
    return [*notices, *said]


def _of_the_copy(controller: MatchController) -> list[ft.Control]:
    """Build the offer of the table's own box, one at a time. A thing to name comes first."""
    if _narrow(controller) or _asks_nothing(controller):
        return []
    named = _nameless(controller)
    return [name_line(controller, named)] if named else copy_line(controller)


def _chip_of_the_copy(controller: MatchController) -> CopyChip | None:
    """Return the same offer as a chip if the board needs the room of the line."""
    if not _narrow(controller) or _asks_nothing(controller):
        return None
    named = _nameless(controller)
    return name_chip(controller, named) if named else copy_chip(controller)


def _asks_nothing(controller: MatchController) -> bool:
    """Return whether nothing printed is asked: in a doubt, a branch, or a match only counted."""
    doubts = on_branch(controller) or controller.interaction.mode is Mode.DOUBT
    return doubts or controller.match.counting


def _nameless(controller: MatchController) -> str | None:
    """Return what was just met and can be named, if no values are inferred."""
    if waiting(controller.ctx, controller.recorded):
        return None
    return to_be_named(controller, game_screen(controller.match.game.id))


def _narrow(controller: MatchController) -> bool:
    """Return whether the board and the lines share the height of the screen."""
    return controller.ctx.layout is Layout.PHONE and not controller.ctx.settings.large_text


def _counts_alone(controller: MatchController, room: BoardRoom) -> bool:
    """Return whether the counters stand in the place of the board."""
    part = opened_part(controller.ctx.device, controller.match_id)
    return controller.match.counting and not room.side and part != count.BOARD


def _counts(
    controller: MatchController, game: GameScreen, width: float, height: float
) -> ft.Control:
    return count.counts(controller, game, width, height, COUNTED)


def _beside(
    controller: MatchController,
    game: GameScreen,
    view: MatchStatus,
    handed: TurnHandouts,
    room: BoardRoom,
) -> list[ft.Control]:
    """Build what stands beside the board: the counters, or all consequences of the last act."""
    if controller.match.counting and room.side:
        return [_counts(controller, game, width_beside(controller.ctx) - 32, room.height)]
    return in_full(controller, view, handed) if controller.ctx.layout.columns > 1 else []


def _foot(
    controller: MatchController, game: GameScreen, view: MatchStatus, room: BoardRoom
) -> ft.Control:
    counts = controller.match.counting and controller.mine
    if not counts or on_branch(controller):
        return foot(controller, game, view)
    board = None if room.side else not _counts_alone(controller, room)
    return count.foot(controller, board=board, see=OPEN)


def _panel(
    controller: MatchController, game: GameScreen, in_last: Callable[[], ft.Control]
) -> ft.Control | None:
    """Build the panel of the topmost layer.

    Args:
        controller: match controller.
        game: screen of the game.
        in_last: builds the panel of the last action.
    """
    ctx, key = controller.ctx, controller.match_id
    match controller.interaction.top:
        case Question() as question:
            return question_panel(controller, question)
        case ShownRuling() as ruling:
            return ruling_panel(controller, ruling)
        case Filling():
            return form_panel(controller, game, board=True)
        case Choosing(starts=starts):
            return starts_panel(controller, starts)
        case DueList() as given:
            return due_list_panel(controller, game, given)
        case Arranging() as arranging:
            return arranging_line(controller, arranging)
        case Tool(panel=Panel.CONSEQUENCES | Panel.UNDO) if on_branch(controller):
            return consequences_panel(controller)
        case Previewing(edits=edits) if not on_branch(controller):
            return preview_panel(controller, edits)
        case Tool(panel=Panel.UNSOUND):
            return unsound_panel(controller)
        case Tool(panel=Panel.COPY):
            return copy_panel(controller)
        case Tool(panel=Panel.ADJUST):
            return adjust_panel(controller)
        case Tool(panel=Panel.UNDO):
            return UndoPanel(ctx, controller, key="undo")
        case Tool(panel=Panel.TOOLS):
            return tools_panel(controller, game)
        case Tool(panel=Panel.KINDS):
            kinds = told_apart(
                controller.match, controller.wording, controller.seat, controller.mine
            )
            return kinds_panel(controller, kinds)
        case Tool(panel=Panel.PLACE):
            return place_panel(controller, game)
        case Tool(panel=Panel.NAMES):
            return NamesPanel(ctx, controller, key=f"names:{key}")
        case Tool(panel=Panel.HELPER) if game.hand and game.helper:
            return HandHelper(ctx, controller, key=f"hand:{key}")
        case Tool(panel=Panel.BY_HAND):
            return by_hand_panel(controller, game, width_beside(ctx) - _PANEL_EDGES)
        case Tool(panel=Panel.CLOSING, left=left):
            return count.ClosingPanel(ctx, controller, left, key=f"closing:{key}")
        case Tool(panel=Panel.PEOPLE):
            return PeoplePanel(ctx, controller, key=f"people:{key}")
        case Tool(panel=Panel.NOTE):
            return keepsake_panel(controller)
        case Tool(panel=Panel.LEAVING):
            return LeavingPanel(ctx, controller, key=f"leaving:{key}")
        case Tool(panel=Panel.REFEREE):
            return count.referee_panel(controller)
        case Tool(panel=Panel.LAST):
            return in_last()
        case _:
            return None
