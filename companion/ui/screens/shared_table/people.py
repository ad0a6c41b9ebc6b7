"""Devices at a shared table, and the holder of each seat."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import flet as ft

from companion.kernel.values import Seat
from companion.ui import routes, widgets
from companion.ui.screens.shared_table.state import SharedTableActions
from companion.ui.theme import RADIUS
from companion.ui.views.shared_table import (
    ORGANISER,
    Holder,
    PersonView,
    SharedSeatView,
    arrived,
)
from companion.ui.widgets import Tone

_PRESENT = "#24803F"
_PAD = ft.Padding.symmetric(horizontal=14, vertical=10)


def people(sharing: SharedTableActions) -> ft.Control:
    """Build the list of devices at the table. Hosts can touch one to manage it."""
    words = sharing.ctx.words
    shown = [_person(sharing, person) for person in sharing.table.people]
    return widgets.section(words("share.people"), [_rows(shown)], key="people")


def _rows(controls: list[ft.Control]) -> ft.Control:
    return ft.Column(
        controls, spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, tight=True
    )


def _person(sharing: SharedTableActions, person: PersonView) -> ft.Control:
    touched = sharing.table.hosting and person.id != ORGANISER and not person.me
    opened = touched and sharing.now.person == person.id
    other = "" if opened else person.id
    mark = ft.Icons.CIRCLE if person.present else ft.Icons.CIRCLE_OUTLINED
    row = _PersonRow(
        mark=ft.Icon(mark, size=16, color=_PRESENT if person.present else ft.Colors.OUTLINE),
        name=person.label,
        details=(person.detail, person.presence),
        key=f"person:{person.id}",
    )
    turn = (lambda _e: sharing.show(person=other, asking="")) if touched else None
    return row.drawn(turn, _about(sharing, person) if opened else None)


@dataclass(frozen=True)
class _PersonRow:
    """Row of a device: its mark, name and details."""

    mark: ft.Control
    name: str
    details: tuple[str, ...]
    key: str

    def drawn(self, turn: Callable[[object], None] | None, below: ft.Control | None) -> ft.Control:
        """Build the row.

        Args:
            turn: opens or closes it; None: nothing can be done about it.
            below: its actions, while it is open.
        """
        arrow = ft.Icon(ft.Icons.EXPAND_LESS if below else ft.Icons.EXPAND_MORE)
        texts: list[ft.Control] = [
            ft.Text(self.name, size=18, weight=ft.FontWeight.W_600),
            ft.Text(" · ".join(self.details), size=14),
        ]
        visual = ft.Row(
            [self.mark, ft.Column(texts, spacing=0, expand=True), *([arrow] if turn else [])],
            spacing=12,
        )
        spoken = ", ".join((self.name, *self.details))
        row = widgets.tappable(visual, spoken, turn, key=self.key, padding=_PAD)
        column = ft.Column(
            [row, *([below] if below else [])],
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
        return ft.Container(
            column,
            key=f"box:{self.key}",
            bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
            border_radius=RADIUS,
        )


def _actions(buttons: list[ft.Control]) -> ft.Control:
    return ft.Container(
        ft.Row(buttons, wrap=True, spacing=8, run_spacing=8),
        padding=ft.Padding.only(left=14, right=14, bottom=14, top=2),
    )


def _about(sharing: SharedTableActions, person: PersonView) -> ft.Control:
    """Build the actions of a host on a device."""
    ctx, words, match_id = sharing.ctx, sharing.ctx.words, sharing.match_id
    if sharing.now.asking == "expel":
        text = words("share.expel_sure", name=person.label)
        return ft.Container(
            _question(
                sharing,
                text,
                words("share.expel_yes"),
                lambda: sharing.do(lambda: ctx.client.seating.expel(match_id, person.id)),
                "expel",
            ),
            padding=8,
        )
    set_host = partial(ctx.client.seating.set_host, match_id, person.id, not person.host)
    return _actions(
        [
            widgets.secondary(
                words("share.unmake_host" if person.host else "share.make_host"),
                partial(_moved, sharing, set_host),
                icon=ft.Icons.STAR_OUTLINE,
                key=f"host:{person.id}",
            ),
            widgets.secondary(
                words("share.expel"),
                lambda _e: sharing.show(asking="expel"),
                icon=ft.Icons.PERSON_REMOVE_OUTLINED,
                key=f"expel:{person.id}",
            ),
        ]
    )


def seats(sharing: SharedTableActions) -> ft.Control:
    """Build the seats. A host assigns them; others take and leave their own."""
    words, table = sharing.ctx.words, sharing.table
    come = ft.Semantics(
        live_region=True,
        content=ft.Text(arrived(table, words), size=15, color=ft.Colors.ON_SURFACE_VARIANT),
    )
    more: list[ft.Control] = []
    if table.member:
        more.append(
            widgets.in_own_row(
                widgets.secondary(
                    words("share.take_seat"),
                    lambda _e: sharing.ctx.go(routes.match(sharing.match_id, "sitio")),
                    icon=ft.Icons.EVENT_SEAT_OUTLINED,
                    key="take-seat",
                )
            )
        )
    title = words("share.seats")
    return widgets.section(title, [come, _rows(_seat_rows(sharing)), *more], key="seats")


def _seat_rows(sharing: SharedTableActions) -> list[ft.Control]:
    """Build the seats in pairs, with the actions on the open one below its pair."""
    shared_seats, across = sharing.table.seats, 1 if sharing.ctx.settings.large_text else 2
    rows: list[ft.Control] = []
    for first in range(0, len(shared_seats), across):
        pair = shared_seats[first : first + across]
        cells: list[ft.Control] = [_seat(sharing, seat) for seat in pair]
        cells += [ft.Container(expand=1) for _ in range(across - len(pair))]
        rows.append(ft.Row(cells, spacing=8, key=f"pair:{first}"))
        rows += [_about_seat(sharing, seat) for seat in pair if _is_open(sharing, seat)]
    return rows


def _touched(sharing: SharedTableActions, seat: SharedSeatView) -> bool:
    return sharing.table.hosting or seat.holder is Holder.MINE


def _is_open(sharing: SharedTableActions, seat: SharedSeatView) -> bool:
    return _touched(sharing, seat) and sharing.now.seat == seat.seat


def _about_seat(sharing: SharedTableActions, seat: SharedSeatView) -> ft.Control:
    return ft.Container(
        ft.Column(
            [
                ft.Container(
                    ft.Text(f"{seat.name}: {seat.text}", size=15),
                    padding=ft.Padding.only(left=14, right=14, top=10),
                ),
                _actions(_moves(sharing, seat)),
            ],
            spacing=8,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        key=f"about-seat:{seat.seat}",
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=RADIUS,
    )


_MARKS = {
    Holder.MINE: ft.Icons.CHECK_CIRCLE,
    Holder.FREE: ft.Icons.RADIO_BUTTON_UNCHECKED,
    Holder.HOST: ft.Icons.SMARTPHONE,
    Holder.OTHER: ft.Icons.CHECK_CIRCLE,
}


def _seat(sharing: SharedTableActions, seat: SharedSeatView) -> ft.Control:
    """Build a seat with its player and holder."""
    opened = _is_open(sharing, seat)
    mark = _MARKS[seat.holder] if seat.arrived or not seat.device else ft.Icons.PHONELINK_ERASE
    lines: list[ft.Control] = [
        ft.Text(seat.name, size=17, weight=ft.FontWeight.W_600),
        ft.Text(seat.short, size=14),
    ]
    visual = ft.Row(
        [
            widgets.seat_badge(seat.colour, seat.name, 32),
            ft.Column(lines, spacing=0, tight=True, expand=True),
            ft.Icon(mark, size=22, color=_PRESENT if seat.arrived else ft.Colors.OUTLINE),
        ],
        spacing=8,
    )
    turn = partial(_turned, sharing, None if opened else seat.seat)
    return widgets.tappable(
        visual,
        f"{seat.name}, {seat.text}",
        turn if _touched(sharing, seat) else None,
        key=f"seat:{seat.seat}",
        selected=opened,
        expand=1,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH if opened else ft.Colors.SURFACE_CONTAINER_LOW,
        **widgets.frame_style(
            2 if opened else 1,
            ft.Colors.PRIMARY if opened else ft.Colors.OUTLINE_VARIANT,
            across=10,
            down=7,
        ),
    )


def _turned(sharing: SharedTableActions, seat: Seat | None, _event: object) -> None:
    sharing.show(seat=seat, asking="")


def _moves(sharing: SharedTableActions, seat: SharedSeatView) -> list[ft.Control]:
    """Build the moves possible for a seat."""
    ctx, words, match_id = sharing.ctx, sharing.ctx.words, sharing.match_id
    moves: list[tuple[str, str, Callable[[], object]]] = []
    if seat.holder is Holder.MINE:
        stand = partial(ctx.client.seating.stand_up, match_id, seat.seat)
        moves.append(("stand", words("share.stand_up"), stand))
    if sharing.table.hosting:
        moves += _given(sharing, seat)
    return [
        widgets.secondary(text, partial(_moved, sharing, act), key=f"move:{seat.seat}:{key}")
        for key, text, act in moves
    ]


def _done(act: Callable[[], object], _event: object) -> None:
    act()


def _moved(sharing: SharedTableActions, act: Callable[[], object], _event: object) -> None:
    sharing.do(act)


def _given(
    sharing: SharedTableActions, seat: SharedSeatView
) -> list[tuple[str, str, Callable[[], object]]]:
    ctx, words, match_id = sharing.ctx, sharing.ctx.words, sharing.match_id
    give = partial(ctx.client.seating.give_seat, match_id, seat.seat)
    moves: list[tuple[str, str, Callable[[], object]]] = [
        (person.id, words("share.give_to", name=person.label), partial(give, person.id))
        for person in sharing.table.people
        if person.id not in (ORGANISER, seat.device)
    ]
    if seat.holder is not Holder.HOST:
        key = "share.keep_here" if ctx.client.owner else "share.keep"
        moves.append(("keep", words(key), partial(give, None)))
    if seat.holder is not Holder.FREE:
        moves.append(("free", words("share.free"), partial(_free, sharing, seat)))
    return moves


def _free(sharing: SharedTableActions, seat: SharedSeatView) -> None:
    hub, match_id = sharing.ctx.client, sharing.match_id
    if seat.device is not None:
        hub.seating.give_seat(match_id, seat.seat, None)
    hub.seating.free_seat(match_id, seat.seat)


def remembered(sharing: SharedTableActions) -> list[ft.Control]:
    """Build the note on who was admitted last time and needs no new invitation."""
    names = tuple(person.label for person in sharing.table.people if person.id != ORGANISER)
    if not names:
        return []
    return [widgets.message(sharing.ctx.words("share.remembered", names=names), key="remembered")]


def leaving(sharing: SharedTableActions) -> list[ft.Control]:
    """Build the button that leaves the table, for invited devices."""
    if not sharing.table.member:
        return []
    return confirm_button(sharing, "leave", "share.leave", ft.Icons.LOGOUT, sharing.leave)


def confirm_button(
    sharing: SharedTableActions, what: str, word: str, icon: ft.IconData, act: Callable[[], object]
) -> list[ft.Control]:
    """Build a button with confirmation. Its words are `word`, `word_sure` and `word_yes`."""
    words = sharing.ctx.words
    if sharing.now.asking != what:
        button = widgets.secondary(
            words(word), lambda _e: sharing.show(asking=what), icon=icon, key=what
        )
        return [widgets.in_own_row(button, key=f"ask:{what}")]
    return [_question(sharing, words(f"{word}_sure"), words(f"{word}_yes"), act, what)]


def _question(
    sharing: SharedTableActions, text: str, yes: str, act: Callable[[], object], key: str
) -> ft.Control:
    """Build the confirmation of an action."""
    actions = (
        widgets.secondary(yes, partial(_done, act), key=f"{key}:yes"),
        widgets.text_button(
            sharing.ctx.words("button.cancel"), lambda _e: sharing.show(asking=""), key=f"{key}:no"
        ),
    )
    return widgets.message(text, Tone.BAD, actions=actions, key=f"sure:{key}")
