"""Choice of the players, their colours and who starts."""

from dataclasses import replace
from functools import partial

import flet as ft

from companion.ui import widgets
from companion.ui.screens.new_match import presenter
from companion.ui.screens.new_match.setup_service import Setup
from companion.ui.theme import SEATS, TOUCH, seat_look
from companion.ui.views.player_names import NAMES_KEY, known_names
from companion.ui.widgets import Option

_CHANCE = -1


def players(setup: Setup) -> ft.Control:
    """Build one row per seat, in clockwise order, with the remembered names below."""
    ctx, words = setup.ctx, setup.ctx.words
    most = max(setup.game.players)
    rows: list[ft.Control] = [ft.Text(words("new.players_hint"), size=15)]
    rows += [_seat(setup, seat, name) for seat, name in enumerate(setup.plan.players)]
    if len(setup.plan.players) < most:
        rows.append(
            widgets.in_own_row(
                widgets.secondary(
                    words("setup.add_player"),
                    lambda _e: setup.change(lambda plan: presenter.added(plan, most)),
                    icon=ft.Icons.PERSON_ADD_ALT,
                    key="add-player",
                )
            )
        )
    known = [
        name
        for name in known_names(ctx.client.settings.get(NAMES_KEY))
        if name not in setup.plan.names
    ]
    if known and ("" in setup.plan.names or len(setup.plan.players) < most):
        options = [Option(name, name, icon=ft.Icons.PERSON_OUTLINE) for name in known]
        rows.append(ft.Text(words("new.known"), size=15))
        rows.append(widgets.choices(options, partial(_known, setup, most), key="known"))
    return widgets.section(words("setup.players"), rows, key="players")


def _known(setup: Setup, most: int, name: str) -> None:
    setup.change(lambda plan: presenter.known_name(plan, name, most))


def _seat(setup: Setup, seat: int, name: str) -> ft.Control:
    words, count = setup.ctx.words, len(setup.plan.players)
    label = words("new.player_n", n=seat + 1)
    shown = name.strip() or label

    def typed(text: str) -> None:
        setup.change(lambda plan: presenter.named(plan, seat, text))

    def move(by: int) -> None:
        setup.change(lambda plan: presenter.moved(plan, seat, by))

    tools = [
        widgets.icon_button(
            ft.Icons.ARROW_UPWARD,
            words("setup.move_up", name=shown),
            lambda _e: move(-1),
            key=f"up:{seat}",
            disabled=seat == 0,
        ),
        widgets.icon_button(
            ft.Icons.ARROW_DOWNWARD,
            words("setup.move_down", name=shown),
            lambda _e: move(1),
            key=f"down:{seat}",
            disabled=seat == count - 1,
        ),
    ]
    if count > min(setup.game.players):
        tools.append(
            widgets.close_button(
                words("setup.remove_player", name=shown),
                lambda: setup.change(lambda plan: presenter.removed(plan, seat)),
                key=f"remove:{seat}",
            )
        )
    field = widgets.text_field(
        label, name, typed, key=f"player:{seat}", maximum=presenter.NAME_LENGTH
    )
    line = ft.Row(
        [
            _badge(setup, seat, name.strip() or str(seat + 1), shown),
            ft.Container(field, expand=True, padding=ft.Padding.only(left=8)),
            *tools,
        ],
        key=f"seat:{seat}",
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    if setup.coloured != seat:
        return line
    return ft.Column([line, _colours(setup, seat)], spacing=6, key=f"seat:{seat}:open")


def _badge(setup: Setup, seat: int, name: str, shown: str) -> ft.Control:
    """Build the seat badge, which opens the choice of its colour."""
    colour = setup.plan.colours[seat]
    word = setup.ctx.words(f"colour.{seat_look(colour).name}")
    return widgets.tappable(
        widgets.seat_badge(colour, name, 40),
        setup.ctx.words("new.colour_of", name=shown, colour=word),
        lambda _e: setup.ask_colour(None if setup.coloured == seat else seat),
        key=f"colour:{seat}",
        selected=setup.coloured == seat,
        width=TOUCH,
        height=TOUCH,
        alignment=ft.Alignment.CENTER,
    )


def _colours(setup: Setup, seat: int) -> ft.Control:
    """Build the choice of a colour. A colour in use is swapped."""
    options = [
        Option(
            colour,
            setup.ctx.words(f"colour.{look.name}"),
            selected=setup.plan.colours[seat] == colour,
            icon=look.icon,
            colour=look.colour,
        )
        for colour, look in enumerate(SEATS)
    ]

    def choose(colour: int) -> None:
        setup.change(lambda plan: plan.with_colour(seat, colour))
        setup.ask_colour(None)

    return widgets.choices(options, choose, key=f"colours:{seat}")


def start(setup: Setup) -> ft.Control:
    """Build the choice of who has the first turn."""
    words, plan = setup.ctx.words, setup.plan
    options = [
        Option(
            seat,
            name or words("new.player_n", n=seat + 1),
            selected=seat == plan.first,
            icon=ft.Icons.FLAG if seat == plan.first else None,
        )
        for seat, name in enumerate(plan.names)
    ]
    chance = Option(_CHANCE, words("new.random_start"), icon=ft.Icons.CASINO_OUTLINED)
    hint = setup.own.first_hint

    def choose(seat: int) -> None:
        if seat == _CHANCE:
            setup.random_start()
        else:
            setup.change(lambda now: replace(now, first=seat))

    return widgets.section(
        words("new.start_player"),
        [
            *([ft.Text(setup.data.interface(hint), size=15)] if hint else []),
            widgets.choices([*options, chance], choose, key="start"),
        ],
        key="start",
    )
