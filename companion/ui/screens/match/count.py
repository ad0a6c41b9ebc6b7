"""Match that a table counts by itself: counters instead of reports, and the end by agreement."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

import flet as ft

from companion.kernel.box import by_hand
from companion.kernel.duties import GAVE_UP, Outcome
from companion.kernel.pieces.ledger import Transfer
from companion.kernel.pieces.standings import sign_at
from companion.kernel.values import Params, Seat, seat_refs
from companion.match.entries import Adjusted, Closed, Left, Refereed, fresh_id
from companion.match.steps import impossible
from companion.match.table_count import assumed, counted, turn_passed
from companion.rulebook.templates import capitalised, lowered
from companion.services.privacy import visibility
from companion.ui import routes
from companion.ui.boards.contract import GameScreen
from companion.ui.boards.counters import (
    GAP,
    TYPED,
    Counter,
    CounterRoom,
    counter_room,
    counters_row,
    touched_counter,
)
from companion.ui.boards.parts import game_setup
from companion.ui.context import AppContext
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.control.peek import hides_from_others, peek_bar
from companion.ui.panels.shared_table import seatless
from companion.ui.panels.step_panel import step_panel
from companion.ui.shell import screen as screen_of
from companion.ui.views.entries.entry_lines import in_short
from companion.ui.views.report.interaction import Panel
from companion.ui.views.report.interaction_events import ToolOpened
from companion.ui.views.table.status import last_step, left_unread
from companion.ui.widgets import (
    Option,
    SeatIdentity,
    choices,
    close_button,
    icon_button,
    primary,
    secondary,
    text_field,
)

BOARD = "board"
"""Part of the screen that is opened in place of the counters, where both do not fit."""


def counts(
    controller: MatchController,
    game: GameScreen,
    width: float,
    height: float,
    on_touch: Callable[[str], None],
) -> ft.Control:
    """Render a row of counters for each person, as far as this device may see them."""
    match = controller.match
    rows = [tuple(_counters(controller, game, seat)) for seat in range(len(match.options.players))]
    titles = [counter.title for counter in rows[0]]
    grown = controller.ctx.settings.grown
    room: CounterRoom = counter_room(titles, len(rows), width, height, grown)
    turn = match.game.awaiting(match.state)
    people = range(len(rows))
    # A phone of one person begins with that one. Elsewhere whoever is on turn comes first: little
    # else changes then.
    first = next(iter(controller.mine if len(controller.mine) == 1 else turn), 0)
    hint = ft.Text(
        controller.ctx.words("counters.hint"), size=12, color=ft.Colors.ON_SURFACE_VARIANT
    )
    drawn = [
        control
        for seat in (*people[first:], *people[:first])
        for control in (
            counters_row(
                SeatIdentity(match.colours[seat], match.options.players[seat]),
                seat in turn,
                rows[seat],
                room,
                controller.ctx.wording(match),
                on_touch if controller.mine else None,
            ),
            *_look(controller, seat),
        )
    ]
    return ft.Column(
        [*([hint] if controller.mine else []), *drawn],
        spacing=GAP,
        width=width,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key="counts",
    )


def _look(controller: MatchController, seat: Seat) -> list[ft.Control]:
    """Build what shows the hidden counts of a seat, on a device that holds several."""
    if not hides_from_others(controller.match, controller.mine, seat):
        return []
    return [peek_bar(controller.ctx, controller.wording, seat, controller.peek)]


def _counters(controller: MatchController, game: GameScreen, seat: Seat) -> Iterator[Counter]:
    match, wording = controller.match, controller.wording
    visible = visibility.visible_seats(match, controller.seen)
    step = last_step(match)
    moved = {
        (effect.item, effect.target if effect.amount > 0 else effect.source)
        for effect in (step.effects if step else ())
        if isinstance(effect, Transfer)
    }
    for n, (place, name) in enumerate(game.counted):
        account, item = place.format(seat=seat), name.format(seat=seat)
        seen = visibility.counted(match, account, item, visible)
        yield Counter(
            seat,
            item,
            # What belongs to a seat is named by what it scores, without the owner.
            wording.score_label(game.charted)
            if "{seat}" in name
            else capitalised(wording.item_label(item)),
            match.options.players[seat],
            match.state.ledger.balance(account, item) if seen else None,
            (item, account) in moved,
            n == 0,
            sign_at(match.state, account, item) if seen else "",
        )


def touched(controller: MatchController, game: GameScreen, place: str) -> None:
    """Record a change of a count, or open the panel in which its real amount is typed."""
    item, seat, change = touched_counter(place)
    accounts = {name.format(seat=seat): at.format(seat=seat) for at, name in game.counted}
    account = accounts[item]
    if not controller.mine:
        controller.ctx.notify(seatless(controller))
    elif change == TYPED:
        controller.send(ToolOpened(Panel.ADJUST, f"{account}/{item}"))
    else:
        _count(controller, account, item, change)


def _count(controller: MatchController, account: str, item: str, change: int) -> None:
    """Record a change, unless this device sees that there would be less than none."""
    match = controller.match
    body = counted(match, account, item, change)
    seen = visibility.counted(
        match, account, item, visibility.visible_seats(match, controller.seen)
    )
    # The hub refuses that only of what everybody sees, lest it tells of what others hide.
    short = impossible(match.game, match.state, body, of_hidden=True) if seen else None
    if short is not None and (short.code, short.account) == ("below_zero", account):
        what = controller.wording.holding_label(account, item)
        said = controller.ctx.words("hub.below_zero", what=what, amount=short.amount)
        controller.ctx.notify(said)
        return
    # What a text leaves to the table is the reason of what moves meanwhile, read or not.
    duty, left = by_hand.asked(match.game.duties(match.state)), left_unread(match)
    unread = in_short(match, left[0], controller.wording) if left and not match.counting else ""
    reason = str(duty.params["text"]) if duty else unread
    told = Adjusted(postings=body.postings, settings=body.settings, reason=reason)
    controller.submit(fresh_id(), told)


def foot(
    controller: MatchController, *, board: bool | None, see: Callable[[str], None]
) -> ft.Control:
    """Build the buttons below the counters.

    Args:
        controller: match controller.
        board: whether the board is seen instead of the counters; None: both fit.
        see: opens a part of the screen.
    """
    words, match = controller.ctx.words, controller.match
    rows: list[list[ft.Control]] = [[], []]
    if turn_passed(match) is not None:
        rows[0].append(
            primary(
                words("counting.pass_turn"),
                lambda _e: _pass_turn(controller.live),
                icon=ft.Icons.SKIP_NEXT,
                key=f"counting:turn:{len(match.entries)}",
                expand=True,
            )
        )
    rows[0].append(
        secondary(
            words("counting.finish"),
            lambda _e: controller.live.show(Panel.CLOSING),
            key="counting:finish",
        )
    )
    if board is not None:
        part, word, icon = (
            ("", "counters", ft.Icons.EXPOSURE_PLUS_1) if board else (BOARD, "board", ft.Icons.MAP)
        )
        rows[1].append(
            secondary(
                words(f"counting.{word}"),
                lambda _e: see(part),
                icon=icon,
                key="counting:see",
                expand=True,
            )
        )
    rows[1] += [
        secondary(
            words("counting.referee"),
            lambda _e: judge_again(controller.live),
            icon=ft.Icons.GAVEL,
            key="counting:off",
            expand=True,
        ),
        icon_button(
            ft.Icons.HANDYMAN_OUTLINED,
            words("tools.title"),
            lambda _e: controller.live.show(Panel.TOOLS),
            key="tools",
        ),
    ]
    return ft.Column([ft.Row(row, spacing=GAP) for row in rows], spacing=GAP, tight=True)


def _pass_turn(controller: MatchController) -> None:
    body = turn_passed(controller.match)
    if body is not None:
        controller.submit(fresh_id(), body)


def count_from_here(controller: MatchController) -> None:
    """Record that the table counts by itself from here on."""
    controller.submit(fresh_id(), Refereed(judged=False))


def judge_again(controller: MatchController) -> None:
    """Record that reports are judged again; say first what nobody has said of the table."""
    if assumed(controller.match):
        controller.show(Panel.REFEREE)
    else:
        _judged_from_here(controller)


def _judged_from_here(controller: MatchController) -> None:
    controller.submit(
        fresh_id(), Refereed(judged=True), controller.ctx.words("counting.referee_said")
    )


def referee_panel(controller: MatchController) -> ft.Control:
    """Build what the referee starts from where the app laid out what nobody had said."""
    ctx, live, match = controller.ctx, controller.live, controller.match
    words, own = ctx.words, ctx.game_words(match.game.id)

    def go(route: str) -> None:
        live.close()
        ctx.go(route)

    what = lowered(own(game_setup(match.game.id).title))
    said = ft.Text(words("referee.hint", what=what), size=15)
    ways = {
        "see": lambda: go(routes.match(controller.match_id, "preparacion")),
        "adjust": lambda: live.show(Panel.ADJUST),
        "again": lambda: go(routes.new_match(match.game.id, controller.match_id)),
    }
    others = [
        secondary(words(f"referee.{name}"), partial(_called, way), key=f"referee:{name}")
        for name, way in ways.items()
    ]
    judge = primary(
        words("referee.so"),
        lambda _e: _judged_from_here(live),
        icon=ft.Icons.GAVEL,
        key="referee:so",
    )
    close = close_button(words("button.cancel"), lambda: live.close(), key="referee:close")
    return step_panel(
        words("counting.referee"), [said, *others], [judge], close=close, key="referee"
    )


def _called(act: Callable[[], None], _e: object) -> None:
    act()


@screen_of
def ClosingPanel(ctx: AppContext, controller: MatchController, left: Left | None) -> ft.Control:
    """Render what an end by agreement means, and who would win.

    Args:
        ctx: the context.
        controller: of the match.
        left: departure for which the table ends the match, to begin with.
    """
    words, match = ctx.words, controller.match
    reason, set_reason = ft.use_state(left.reason if left else "")
    leavers = {*match.left, left.seat} if left else match.left
    gave_up, set_gave_up = ft.use_state(tuple(sorted(leavers)))
    chosen, set_chosen = ft.use_state(_UNASKED)
    closing = close_button(words("button.cancel"), controller.close, key="closing:close")
    if not ctx.client.permissions.may_end(match):
        told = ft.Text(words("share.not_allowed.host_ends"), size=15)
        return step_panel(words("closing.title"), [told], [], close=closing, key="closing")
    close = match.game.close
    outcome = match.game.outcome(close(match.state)) if close else None
    hint = "closing.uncovers" if visibility.hides(match) else "closing.hint"
    rest = tuple(seat for seat in range(len(match.options.players)) if seat not in gave_up)
    leading = outcome.winners if outcome and visibility.all_open(match) else ()
    asked = chosen if chosen is not _UNASKED else tuple(s for s in rest if s in leading)
    winners = rest if len(rest) == 1 else asked
    said: list[ft.Control] = [ft.Text(words("closing.give_up" if gave_up else hint), size=15)]
    if gave_up:
        who: Params = {"who": seat_refs(gave_up)}
        outcome = Outcome(winners, GAVE_UP, "", who) if winners else None
    if outcome and (gave_up or visibility.all_open(match)):
        said.append(
            ft.Text(
                controller.wording.outcome(outcome),
                size=17,
                weight=ft.FontWeight.BOLD,
                key="closing:who",
            )
        )
    if match.options.players[1:]:
        everyone = tuple(range(len(match.options.players)))
        said += _asked(controller, "gave_up", everyone, gave_up, set_gave_up)
    if gave_up and len(rest) > 1:
        said += _asked(controller, "wins", rest, winners, set_chosen)
    why = text_field(
        words("closing.reason"),
        reason,
        set_reason,
        hint=words("closing.reason_hint"),
        maximum=300,
        key="closing:reason",
    )
    end = primary(
        words("closing.end"),
        lambda _e: controller.submit(
            fresh_id(),
            Closed(reason=reason.strip(), gave_up=gave_up, winners=winners if gave_up else ()),
        ),
        icon=ft.Icons.FLAG,
        key="closing:end",
        disabled=bool(gave_up) and not winners,
    )
    body = [*said, why]
    return step_panel(
        words("closing.title"),
        body,
        [end],
        close=closing,
        key="closing",
        part=f"closing:{len(body)}",
    )


_UNASKED: Final[tuple[Seat, ...]] = (-1,)
"""Winners before the table has chosen any."""


def _asked(
    controller: MatchController,
    question: str,
    seats: Sequence[Seat],
    chosen: tuple[Seat, ...],
    put: Callable[[tuple[Seat, ...]], None],
) -> list[ft.Control]:
    """Build a question whose answer is any of some seats, but not all who play."""
    names = controller.match.options.players

    def touched(seat: Seat) -> None:
        now = tuple(sorted({*chosen} ^ {seat}))
        if len(now) < len(names):
            put(now)

    picks = [
        Option(
            seat,
            names[seat],
            selected=seat in chosen,
            icon=ft.Icons.CHECK if seat in chosen else None,
        )
        for seat in seats
    ]
    heading = ft.Text(controller.ctx.words(f"closing.{question}"), size=15)
    return [heading, choices(picks, touched, key=f"closing:{question}")]
