"""Corrections of names, places and first player after the start, and departures."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import flet as ft

from companion.kernel.values import Seat
from companion.match.entries import Insert, Left, Reseated, fresh_id
from companion.match.fold import Match
from companion.rulebook.loader import AppWords
from companion.ui.boards.parts import game_setup
from companion.ui.context import AppContext
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.step_panel import step_panel
from companion.ui.shell import screen
from companion.ui.views.player_names import names_trouble, tidied
from companion.ui.views.report.interaction import Panel, Tool
from companion.ui.views.report.interaction_events import LayerChanged
from companion.ui.widgets import (
    Option,
    choices,
    close_button,
    icon_button,
    primary,
    seat_badge,
    secondary,
    text_field,
)

NAME_LENGTH = 40
_BEGINS = "first_seat"
"""Option of a game in which the table chooses who starts."""


@dataclass(frozen=True)
class SeatingPlan:
    """Seating and first player, while they are being changed."""

    names: tuple[str, ...]
    colours: tuple[int, ...]
    options: Mapping[str, Any]
    """Options that say who begins."""

    def named(self, seat: Seat, name: str) -> "SeatingPlan":
        """Return the plan with another name at a seat."""
        return replace(self, names=(*self.names[:seat], name, *self.names[seat + 1 :]))

    def moved(self, seat: Seat, by: int) -> "SeatingPlan":
        """Return the plan with two neighbours in each other's place."""
        order = [*range(len(self.names))]
        order[seat], order[seat + by] = order[seat + by], order[seat]
        names, colours = self.names, self.colours
        return replace(
            self,
            names=tuple(names[n] for n in order),
            colours=tuple(colours[n] for n in order),
        )

    def wrong(self, words: AppWords) -> str:
        """Return what is wrong with the names, or an empty text."""
        return names_trouble(tidied(self.names), words)


def plan_of(match: Match) -> SeatingPlan:
    """Return who sits where in a match, and who begins."""
    said = match.options.model_dump(mode="json")
    names = (_BEGINS,) if _BEGINS in said else _drawn_order(match)
    options = {name: said[name] for name in names}
    return SeatingPlan(match.options.players, match.colours, options)


def _drawn_order(match: Match) -> tuple[str, ...]:
    """Return the options of a game that say who begins, where they are its whole arrangement."""
    setup = game_setup(match.game.id)
    return setup.board if setup.panel and len(setup.board) == len(setup.options) == 1 else ()


def correction(match: Match, plan: SeatingPlan) -> Reseated | None:
    """Return what a plan corrects, or None if it changes nothing."""
    before, names = plan_of(match), tidied(plan.names)
    options = {name: value for name, value in plan.options.items() if value != before.options[name]}
    colours = plan.colours if plan.colours != before.colours else ()
    if names == before.names and not colours and not options:
        return None
    return Reseated(players=names, colours=colours, options=options)


@screen
def PeoplePanel(ctx: AppContext, controller: MatchController) -> ft.Control:
    """Render who sits where and who begins, to correct it."""
    match, words = controller.match, ctx.words
    plan, set_plan = ft.use_state(plan_of(match))
    trouble = plan.wrong(words)
    # A name that is being typed is empty for a moment, which no record may hold.
    said = None if trouble else correction(match, plan)

    def save(_event: object) -> None:
        assert said is not None
        edit = Insert(id=fresh_id(), before=None, body=said)
        if said.options and match.steps:
            # What was reported is judged again, so it is looked at first.
            controller.live.close()
            controller.live.add(edit)
        else:
            controller.live.amend((edit,))

    rows = [_row(ctx, plan, seat, set_plan) for seat in range(len(plan.names))]
    body = [ft.Text(words("people.hint"), size=15), *rows, *_begins(ctx, match, plan, set_plan)]
    if trouble:
        body.append(ft.Text(trouble, size=15, color=ft.Colors.ERROR, key="people:trouble"))
    record = primary(
        words("button.save"),
        save,
        icon=ft.Icons.CHECK,
        key="people:save",
        disabled=said is None,
    )
    actions = [record]
    if match.outcome is None and match.game.close is not None:
        leave = secondary(
            words("people.leave"),
            lambda _e: controller.live.show(Panel.LEAVING),
            icon=ft.Icons.DIRECTIONS_WALK,
            key="people:leave",
        )
        actions.append(leave)
    return step_panel(
        words("people.title"), body, actions, close=_closing(controller, "people"), key="people"
    )


def _row(ctx: AppContext, plan: SeatingPlan, seat: Seat, set_plan: Any) -> ft.Control:
    words, name = ctx.words, plan.names[seat]
    shown = name.strip() or words("new.player_n", n=seat + 1)
    field = text_field(
        words("new.player_n", n=seat + 1),
        name,
        lambda text: set_plan(lambda now: now.named(seat, text)),
        key=f"people:name:{seat}",
        maximum=NAME_LENGTH,
    )

    def tool(icon: ft.IconData, word: str, by: int) -> ft.Control:
        there = seat + by
        return icon_button(
            icon,
            words(word, name=shown),
            lambda _e: set_plan(lambda now: now.moved(seat, by)),
            key=f"people:{word}:{seat}",
            disabled=not 0 <= there < len(plan.names),
        )

    return ft.Row(
        [
            seat_badge(plan.colours[seat], shown, 40),
            ft.Container(field, expand=True, padding=ft.Padding.only(left=8)),
            tool(ft.Icons.ARROW_UPWARD, "setup.move_up", -1),
            tool(ft.Icons.ARROW_DOWNWARD, "setup.move_down", 1),
        ],
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
        key=f"people:seat:{seat}",
    )


def _begins(ctx: AppContext, match: Match, plan: SeatingPlan, set_plan: Any) -> list[ft.Control]:
    """Build the choice of who begins, as the set-up of the game asks for it."""
    if _BEGINS in plan.options:
        picks = [
            Option(seat, name.strip() or str(seat + 1), selected=seat == plan.options[_BEGINS])
            for seat, name in enumerate(plan.names)
        ]

        def choose(seat: Seat) -> None:
            set_plan(lambda now: replace(now, options={_BEGINS: seat}))

        heading = ft.Text(ctx.words("people.first"), size=16, weight=ft.FontWeight.W_600)
        return [heading, choices(picks, choose, key="people:first")]
    setup = game_setup(match.game.id)
    if not plan.options or setup.panel is None:
        return []

    def change(options: Mapping[str, Any], **_drawn: bool) -> None:
        chosen = {name: list(value) for name, value in options.items() if value is not None}
        set_plan(lambda now: replace(now, options={**now.options, **chosen}))

    said = {**plan.options, "players": plan.names}
    heading = ft.Text(ctx.game_words(match.game.id)(setup.title), size=16)
    return [heading, setup.panel(ctx, said, match.rulings, change, key="people:order")]


def _closing(controller: MatchController, key: str) -> ft.Control:
    """Build the button that closes a panel of people."""
    return close_button(
        controller.ctx.words("button.cancel"), lambda: controller.live.close(), key=f"{key}:close"
    )


@screen
def LeavingPanel(ctx: AppContext, controller: MatchController) -> ft.Control:
    """Render what a table may decide when somebody leaves; no rulebook says what follows."""
    match, words = controller.match, ctx.words
    seats = [seat for seat in range(len(match.options.players)) if seat not in match.left]
    seat, set_seat = ft.use_state(-1)
    reason, set_reason = ft.use_state("")
    name, set_name = ft.use_state("")
    picks = [Option(one, match.options.players[one], selected=one == seat) for one in seats]
    body: list[ft.Control] = [
        ft.Text(words("leaving.hint"), size=15),
        choices(picks, set_seat, key="leaving:who"),
    ]
    actions: list[ft.Control] = []
    if seat in seats:
        body.append(
            text_field(
                words("closing.reason"), reason, set_reason, maximum=300, key="leaving:reason"
            )
        )
        body.append(
            text_field(
                words("leaving.successor"),
                name,
                set_name,
                hint=words("leaving.successor_hint"),
                maximum=NAME_LENGTH,
                key="leaving:successor",
            )
        )
        actions = _ways(controller, seat, reason.strip(), " ".join(name.split()))
    return step_panel(
        words("people.leave"),
        body,
        actions,
        close=_closing(controller, "leaving"),
        key="leaving",
        part=f"leaving:{len(body)}",
    )


def _ways(controller: MatchController, seat: Seat, reason: str, successor: str) -> list[ft.Control]:
    """Build the decisions of a table about somebody who leaves."""
    match, words = controller.match, controller.ctx.words
    if successor:
        names = match.options.players
        both = words("leaving.both", who=names[seat], name=successor)[:NAME_LENGTH]
        said = Reseated(players=(*names[:seat], both, *names[seat + 1 :]), reason=reason)
        edit = Insert(id=fresh_id(), before=None, body=said)
        go_on = primary(
            words("leaving.replaced", name=successor),
            lambda _e: controller.live.amend((edit,)),
            icon=ft.Icons.CHECK,
            key="leaving:replaced",
        )
        return [go_on]
    left = Left(seat=seat, reason=reason)
    rest = len(match.options.players) - len({*match.left, seat})
    end = secondary(
        words("leaving.end"),
        lambda _e: controller.live.send(LayerChanged(Tool(Panel.CLOSING, left=left))),
        icon=ft.Icons.FLAG,
        key="leaving:end",
    )
    if rest < 2:
        return [end]
    on = primary(
        words("leaving.on"),
        partial(_record_departure, controller, left),
        icon=ft.Icons.EXPOSURE_PLUS_1,
        key="leaving:on",
    )
    return [on, end]


def _record_departure(controller: MatchController, left: Left, _event: object) -> None:
    controller.live.submit(fresh_id(), left)
