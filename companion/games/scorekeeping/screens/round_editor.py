"""Editor of a whole round: what everybody gets, all at once."""

from functools import partial

import flet as ft

from companion.games.scorekeeping import MOST, State, line, places
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.ui.boards.contract import EditorInput
from companion.ui.widgets import seat_chip, stepper


def table_of(match: Match) -> State:
    """Return the table, of which everybody sees everything."""
    state: State = match.game.public_view(match.state, None)
    return state


def editor(given: EditorInput) -> ft.Control:
    """Return a stepper for each person and thing; it also takes a typed number."""
    state = table_of(given.match)
    changes = _changes(given, state)

    def put(place: int, amount: int) -> None:
        given.put({"amounts": (*changes[:place], amount, *changes[place + 1 :])})

    alone, rows = len(state.things) == 1, list[ft.Control]()
    for place, (seat, thing) in enumerate(places(state)):
        person = seat_chip(given.match.colours[seat], given.match.options.players[seat], size=17)
        title = given.wording.term(line(thing))
        if thing == state.things[0] and not alone:
            rows.append(person)
        head = person if alone else ft.Text(title, size=16)
        rows.append(_row(given, seat, title, head, changes[place], partial(put, place)))
    hint = ft.Text(given.wording.own("editor.hint"), size=15)
    return ft.Column([hint, *rows], spacing=4)


def _changes(given: EditorInput, state: State) -> tuple[int, ...]:
    """Return what is filled in so far, nothing at first."""
    kept = tuple(given.draft.values.get("amounts") or ())
    return kept or (0,) * len(places(state))


def _row(
    given: EditorInput,
    seat: Seat,
    title: str,
    head: ft.Control,
    amount: int,
    put: "partial[None]",
) -> ft.Control:
    label = given.wording.own("editor.of", name=given.match.options.players[seat], thing=title)
    steps = stepper(
        amount,
        -MOST,
        MOST,
        put,
        less=given.wording.app("a11y.decrease", label=label),
        more=given.wording.app("a11y.increase", label=label),
        typed=label,
        key=f"round:{label}",
    )
    return ft.Row([ft.Container(head, expand=True), steps], key=label)
