"""Set-up of the street: drawn by the app for the table to copy, or touched in order."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.games.santiago_de_cuba.acts.buildings import USE_OF
from companion.games.santiago_de_cuba.buildings import ANSWERS, BUILDINGS, CITIZENS
from companion.games.santiago_de_cuba.components import GOODS, PORT, WOOD
from companion.games.santiago_de_cuba.turn import Phase
from companion.games.santiago_de_cuba.verbs import WITH_SHIP
from companion.games.santiago_de_cuba.view import SantiagoTable, SantiagoTurn
from companion.kernel.form import Choices, Draft
from companion.kernel.legality import next_field
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.ui import widgets
from companion.ui.boards.parts import GameSetup
from companion.ui.context import AppContext
from companion.ui.games.santiago_de_cuba import setup_view as presenter
from companion.ui.games.santiago_de_cuba.board import GAME, board
from companion.ui.games.santiago_de_cuba.board_view import SHIP, gain_of
from companion.ui.games.santiago_de_cuba.look import BUILDING_ICONS, item_picture
from companion.ui.games.santiago_de_cuba.setup_view import Entry
from companion.ui.shell import screen
from companion.ui.views.report.interaction import Start
from companion.ui.widgets import Option

RANDOM, OWN = "random", "own"

Change = Callable[..., None]
"""Callback with the changed options, and whether the app has drawn them."""


@screen
def Panel(
    ctx: AppContext, options: Mapping[str, Any], _rulings: Mapping[str, str], change: Change
) -> ft.Control:
    """Render the two ways to lay out the board, and the board itself."""
    entry, set_entry = ft.use_state(_of(options))
    picked, set_picked = ft.use_state("")
    interaction = _BoardSetup(entry, picked, change, set_entry, set_picked)
    begun = bool(entry.street) or bool(entry.history)
    picks = [
        Option(RANDOM, ctx.game_words(GAME)("setup.random"), icon=ft.Icons.SHUFFLE),
        Option(OWN, ctx.game_words(GAME)("setup.enter"), icon=ft.Icons.TOUCH_APP),
    ]
    parts: list[ft.Control] = [
        ft.Text(ctx.game_words(GAME)("setup.hint"), size=15),
        widgets.choices(picks, interaction.choose, key="street"),
    ]
    if entry.part == "done":
        parts.append(ft.Text(ctx.game_words(GAME)("setup.done_hint"), size=15))
    else:
        parts.append(_asking(ctx, interaction))
    if begun:
        parts.append(board(ctx, entry, picked, interaction.touch))
    return ft.Column(
        parts, spacing=14, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, key="street-setup"
    )


def _of(options: Mapping[str, Any]) -> Entry:
    """Return the board of the options, empty if unfinished."""
    return Entry(tuple(options.get("street") or ()), tuple(options.get("buildings") or ()))


@dataclass(frozen=True)
class _BoardSetup:
    """Callbacks on the board of the set-up."""

    entry: Entry
    picked: str
    """Piece that swaps with the next one touched."""
    change: Change
    set_entry: Callable[[Any], None]
    set_picked: Callable[[Any], None]

    def choose(self, way: str) -> None:
        """Draw a random board, again each time, or begin an empty one."""
        by_chance = way == RANDOM
        self.take(presenter.random_board(random.shuffle) if by_chance else Entry(), drawn=by_chance)

    def take(self, entry: Entry, *, drawn: bool = False) -> None:
        """Set the board; a finished one becomes that of the plan."""
        done = entry.part == "done"
        self.set_entry(entry)
        self.set_picked("")
        self.change(
            {
                "street": entry.street if done else None,
                "buildings": entry.buildings if done else None,
            },
            drawn=drawn,
        )

    def place(self, name: str) -> None:
        """Place the next piece."""
        self.take(presenter.place_piece(self.entry, name))

    def back(self) -> None:
        """Undo the last touch."""
        self.take(presenter.undo_step(self.entry))

    def touch(self, name: str) -> None:
        """Pick a piece, or swap it with the picked one of its kind."""
        if self.picked == name:
            self.set_picked("")
        elif not self.picked or (self.picked in CITIZENS) != (name in CITIZENS):
            self.set_picked(name)
        else:
            entry, two = self.entry, (self.picked, name)
            self.take(
                Entry(
                    presenter.swapped(entry.street, *two),
                    presenter.swapped(entry.buildings, *two),
                )
            )


def _asking(ctx: AppContext, interaction: _BoardSetup) -> ft.Control:
    """Return the question for the next piece, with its options."""
    words, wording, entry = ctx.game_words(GAME), ctx.game_wording(GAME), interaction.entry
    if entry.part == "street":
        title = words("setup.ask_stop", n=len(entry.street) + 1)
        hint = words("setup.ask_stop_hint")
    else:
        flower = wording.term(f"flower.{entry.flower}")
        title = words("setup.ask_buildings", flower=flower)
        hint = words("setup.ask_buildings_hint", n=presenter.EACH)
    kind, every = ("stop", CITIZENS) if entry.part == "street" else ("building", BUILDINGS)
    # Placed pieces stay in the list, so that nothing moves under the finger.
    chips = [
        Option(
            name,
            wording.term(f"{kind}.{name}"),
            selected=name not in entry.left,
            icon=_icon(ctx, name) if name in entry.left else ft.Icons.CHECK,
        )
        for name in every
    ]
    back = widgets.secondary(
        words("setup.step_back"),
        lambda _e: interaction.back(),
        icon=ft.Icons.UNDO,
        key="street-back",
        disabled=not entry.history,
    )
    return widgets.card(
        [
            widgets.heading(title, 20),
            ft.Text(hint, size=15),
            widgets.choices(chips, interaction.place, key=kind),
            widgets.in_own_row(back),
        ],
        bgcolor=ft.Colors.SECONDARY_CONTAINER,
        key="street-ask",
    )


def _icon(ctx: AppContext, name: str) -> widgets.Sign | None:
    if name in BUILDINGS:
        return BUILDING_ICONS[name]
    gain = gain_of(name, ctx.rulebook(GAME).default_facts())
    return item_picture(gain.what) if gain else None


def draw(_options: Mapping[str, Any], _rulings: Mapping[str, str]) -> Mapping[str, Any]:
    """Draw a random board."""
    entry = presenter.random_board(random.shuffle)
    return {"street": entry.street, "buildings": entry.buildings}


def picture(ctx: AppContext, match: Match) -> ft.Control:
    """Return the board of a match, for laying it out on the table."""
    options: Any = match.options
    return board(ctx, Entry(options.street, options.buildings))


SETUP = GameSetup(
    options={"street": None, "buildings": None},
    panel=Panel,
    picture=picture,
    board=("street", "buildings"),
    draw=draw,
    on_top=("hidden_holdings",),
)


_LOADING = (Start("load_goods"), Start("load_wood"))


def starts(match: Match, seat: Seat, place: str) -> tuple[Start, ...]:
    """Return the meanings of touching a place, the likeliest first; always at least one.

    None of them declines or passes: where nothing else is possible, a touch says why.
    """
    view: SantiagoTable = match.game.public_view(match.state, None)
    turn = view.turn
    if place == SHIP:
        return _ship(turn)
    if place == view.car and (here := _at_car(turn.phase)):
        return here
    answers = _answers(match, seat, turn, place)
    if answers:
        return answers
    if place in GOODS:
        return _good(match, seat, turn, place)
    if place in BUILDINGS:
        return _building(turn, place)
    return (Start("drive", {"to": place}),)


def _at_car(phase: str) -> tuple[Start, ...]:
    """Return the acts of the car's stop: those its citizen asks for, or loading in the port."""
    if phase == Phase.LOADING:
        return _LOADING
    return tuple(map(Start, _answering_acts(phase)))


def _answering_acts(phase: str) -> tuple[str, ...]:
    """Return the acts that answer the demand of a citizen."""
    return next((kinds for asks, kinds in ANSWERS.items() if asks == phase), ())


def _answers(match: Match, seat: Seat, turn: SantiagoTurn, place: str) -> tuple[Start, ...]:
    """Return the due acts whose first question the place can answer."""
    kinds = _answering_acts(turn.phase) or _using(turn)
    questions = ((kind, *_first(match, seat, kind)) for kind in kinds)
    return tuple(
        Start(kind, {field: place}) for kind, field, values in questions if place in values
    )


def _using(turn: SantiagoTurn) -> tuple[str, ...]:
    """Return the act that uses the due building."""
    return (USE_OF[turn.using],) if turn.phase == Phase.BUILDING else ()


def _first(match: Match, seat: Seat, kind: str) -> tuple[str, tuple[Any, ...]]:
    """Return the first question of an act and its possible answers."""
    draft = Draft(kind, seat, {})
    name = next_field(match.game, draft)
    if name is None:
        return "", ()
    candidates = match.game.candidates(match.state, draft, name)
    return name, candidates.values if isinstance(candidates, Choices) else ()


def _building(turn: SantiagoTurn, building: str) -> tuple[Start, ...]:
    """Return the visit to a building, or its use if one is due."""
    if turn.phase == Phase.BUILDING:
        return (Start(USE_OF[building]),)
    return (Start("visit_building", {"building": building}),)


def _good(match: Match, seat: Seat, turn: SantiagoTurn, good: str) -> tuple[Start, ...]:
    """Return the loading of a good, or the due act that is about goods."""
    for kind in _using(turn):
        if set(GOODS) & set(_first(match, seat, kind)[1]):
            # The pending act asks for a good, and this good does not answer it.
            return (Start(kind),)
    if good == WOOD:
        return (Start("load_wood"),)
    if turn.phase == Phase.ROLL:
        return (Start("roll_ship", {"aside": good}),)
    return (Start("load_goods", {"good": good}), Start("load_wood", {"good": good}))


def _ship(turn: SantiagoTurn) -> tuple[Start, ...]:
    """Return the due acts of the ship, or else the drive to it."""
    if turn.phase == Phase.BUILDING and turn.using in WITH_SHIP:
        return (Start(USE_OF[turn.using]),)
    due = {
        "roll": (Start("roll_ship"),),
        "empty_ship": (Start("settle_empty_ship"),),
        "loading": _LOADING,
    }
    return due.get(turn.phase, (Start("drive", {"to": PORT}),))
