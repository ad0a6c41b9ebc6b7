"""Every field of every form of every game at random positions: nothing fails or repeats.

A form is drawn as it is while it reports, doubts and corrects, on devices that hold the acting
seat, others or none. The refusal of what is filled in is drawn as a card over it.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import flet as ft
import pytest
from flet.controls.base_control import BaseControl

from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.form import Draft, Field, OpenBag
from companion.kernel.game import Game
from companion.kernel.values import Seat
from companion.match.entries import Entry, Reported
from companion.match.fold import Match, append, fold
from companion.services.hub import Hub
from companion.toolkit import session_guard
from companion.toolkit.touch_guard import held_by
from companion.ui import widgets
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import shelve
from companion.ui.layout import Layout
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.report.two_step_choice import by_ten
from companion.ui.screens.match import screen as table_screen
from companion.ui.views.report.interaction import Filling, InteractionState, Mode
from companion.ui.views.report.report_form import Form
from tests.games.random_play import legal_action
from tests.match.builders import random_header
from tests.seeds import how_much
from tests.ui.drawn import Drawn, drawn, settled
from tests.ui.tables import NOW, OneMatch, context, new_hub, unchanged

SIZES = {Layout.PHONE: (412, 900), Layout.WIDE: (1280, 900)}
MODES = (Mode.REPORT, Mode.DOUBT, Mode.AMEND, Mode.INSERT)
POSITIONS = (0, 9, 45)
"""Numbers of reports before: the forms of the beginning, and those that only come up later."""
LATER = range(13, 260, 7)
"""Numbers of reports after which forms that have not come up yet are looked for, in two matches."""


@dataclass(frozen=True)
class Position:
    """Match, and the device that looks at it."""

    match: Match
    mine: tuple[Seat, ...]
    layout: Layout


def _match(game: Game[Any], rng: Random, length: int, begun: Match | None = None) -> Match:
    """Return a random table after so many random legal reports; one that was begun goes on."""
    match = begun or fold(GAMES, [random_header(game, rng, NOW)])
    for n in range(len(match.entries), length + 1):
        action = legal_action(game, match.state, rng)
        if action is None:
            break
        body = Reported(action=action.model_dump(mode="json"))
        match = append(match, Entry(seq=n, id=f"entry-{n}", at=NOW, body=body))
    return match


def _devices(match: Match, rng: Random) -> tuple[Seat, ...]:
    """Return the seats of a device: the seat that has to act, another, several, all or none."""
    seats = range(len(match.options.players))
    acting = match.game.awaiting(match.state)[:1]
    two = tuple(sorted(rng.sample(seats, 2)))
    return rng.choice(((), acting, (rng.choice(seats),), two, tuple(seats)))


class Table:
    """Match screen whose interaction state is replaced at will."""

    def __init__(self, position: Position, hub: Hub, device: str) -> None:
        self.position = position
        self.device = device
        self.callbacks: list[Callable[[int], None]] = []
        client = OneMatch(hub, position.match, unchanged, position.mine)
        plain = context(client, device, position.layout)
        self.ctx: AppContext = replace(plain, subscribe=self._subscribe)
        self.screen: Drawn
        self.version = 0

    def _subscribe(self, _match_id: str, callback: Callable[[int], None]) -> Callable[[], None]:
        self.callbacks.append(callback)
        return lambda: self.callbacks.remove(callback)

    async def lay(self) -> "Table":
        """Render it for the first time."""
        shelve(self.device, "random", InteractionState())
        self.screen = await drawn(
            table_screen.Screen, self.ctx, "random", size=SIZES[self.position.layout], watched=True
        )
        return self

    async def put(self, interaction: InteractionState) -> None:
        """Show another interaction state, compared with the one before as after a touch."""
        shelve(self.device, "random", interaction)
        self.version += 1
        for tell in tuple(self.callbacks):
            tell(self.version)
        await settled()
        what = (interaction.mode, interaction.form, self.position.mine)
        assert not session_guard.has_failed(self.screen.page.session), what
        assert _repeated(self.screen.page) == [], what

    def controller(self, interaction: InteractionState) -> MatchController:
        """Return the match controller that a touch would ask."""
        match = self.position.match
        return MatchController(
            self.ctx,
            match,
            self.ctx.wording(match),
            interaction,
            lambda _d: None,
            lambda: interaction,
        )


def _repeated(page: ft.Page) -> list[object]:
    """Return the keys that two neighbours share, anywhere on a page."""
    keys_repeated: list[object] = []
    seen: set[int] = set()

    def walk(value: object) -> None:
        if isinstance(value, list | tuple):
            keys = [getattr(each, "key", None) for each in value]
            keys_repeated.extend(
                key for key in set(keys) if key is not None and keys.count(key) > 1
            )
            for each in value:
                walk(each)
        elif isinstance(value, BaseControl) and id(value) not in seen:
            seen.add(id(value))
            for name in held_by(value):
                walk(getattr(value, name, None))

    walk(page.views)
    return keys_repeated


def _desk(match: Match, mode: Mode, form: Form, rng: Random) -> InteractionState:
    """Return an interaction state that reports, asks or corrects, now or before an entry."""
    interaction = InteractionState(mode=mode, open=Filling(form, "s"))
    items = [step.item.id for step in match.steps]
    if mode is Mode.REPORT or not items:
        return replace(interaction, mode=mode if mode is not Mode.AMEND else Mode.REPORT)
    item = rng.choice(items)
    if mode is Mode.AMEND:
        return replace(interaction, entry=item)
    return replace(interaction, entry=item if mode is Mode.INSERT or rng.random() < 0.3 else None)


def _forms(game: Game[Any], state: Any, kind: str, seat: Seat, rng: Random) -> Iterator[Form]:
    """Yield a form as it is filled in: each field asked once, after random values before it."""
    names = game.action_models[kind].form_fields()
    draft = Draft(kind, seat, {})
    history: tuple[Draft, ...] = ()
    for name in names:
        yield Form(draft, name, history=history)
        values = _values(game.candidates(state, draft, name), rng)
        if not values:
            return
        history = (*history, draft)
        draft = draft.with_value(name, rng.choice(values))
    yield Form(draft, None, history=history)


def _values(field: Field, rng: Random) -> tuple[Any, ...]:
    """Return what is tried in a field; of a bag without proposals, one thing or none."""
    values = legality.values_to_try(field)
    if values or not isinstance(field, OpenBag):
        return tuple(values)
    return ((rng.choice(field.items)[0],) if field.items else (),)


async def _every_field(
    game: Game[Any], hub: Hub, rng: Random, positions: Sequence[int] = POSITIONS
) -> set[tuple[str, str | None]]:
    visited: set[tuple[str, str | None]] = set()
    later: Match | None = None
    for length in (*positions, *LATER, *LATER):
        kinds = game.action_models
        later = None if length == LATER.start else later
        if length in LATER:
            left = {kind for kind, _ in _unreachable(game, visited)}
            kinds = {kind: kinds[kind] for kind in kinds if kind in left}
        if not kinds:
            break
        match = _match(game, rng, length, later)
        if length in LATER:
            later = match if match.outcome is None else None
        layout = rng.choice(list(SIZES))
        position = Position(match, _devices(match, rng), layout)
        table = await Table(position, hub, f"device-{length}").lay()
        for kind in kinds:
            seat = rng.choice((*match.game.awaiting(match.state), *range(2)))
            mode = rng.choice(MODES)
            for form in _forms(game, match.state, kind, seat, rng):
                interaction = _desk(match, mode, form, rng)
                await table.put(interaction)
                visited.add((kind, form.asking))
                await _cards(table, interaction, rng)
        table.screen.close()
    return visited


async def _cards(table: Table, interaction: InteractionState, rng: Random) -> None:
    """Show the answers to what is filled in."""
    states: list[InteractionState] = []
    controller = replace(table.controller(interaction), put=states.append)
    view = controller.view()
    if view is None:
        return
    blocked = [choice for choice in view.choices if choice.refusal]
    if blocked and interaction.form and interaction.form.asking and rng.random() < 0.3:
        choice = rng.choice(blocked)
        assert choice.refusal
        controller.refused(
            choice.refusal, interaction.form.draft.with_value(interaction.form.asking, choice.value)
        )
    elif view.action and interaction.mode in (Mode.REPORT, Mode.DOUBT):
        controller.finish(view)
    for shown in states[-1:]:
        await table.put(shown)


def _fields(game: Game[Any]) -> set[tuple[str, str | None]]:
    return {
        (kind, name)
        for kind, model in game.action_models.items()
        for name in (*model.form_fields(), None)
    }


def _unreachable(game: Game[Any], visited: set[tuple[str, str | None]]) -> set[Any]:
    """Return the fields that were not asked."""
    return _fields(game) - visited


def test_check_for_repeated_keys_finds_one() -> None:
    async def job() -> list[object]:
        @ft.component
        def Repeating() -> ft.Control:
            inside = ft.Column([ft.Text("a", key="one"), ft.Text("b"), ft.Text("c", key="one")])
            return ft.Container(inside, key="one")

        screen = await drawn(Repeating)
        repeated = _repeated(screen.page)
        screen.close()
        return repeated

    assert asyncio.run(job()) == ["one"]


def test_bag_given_an_item_twice_shows_it_once() -> None:
    async def job() -> None:
        item = widgets.BagItem("b1", "blanca 1", "1", 3)

        @ft.component
        def Repeating() -> ft.Control:
            return widgets.bag(
                [("Blanca", (item, item))],
                (),
                print,
                remove_word="Quitar",
                none_word="Nada elegido",
            )

        screen = await drawn(Repeating)
        assert screen.touchable() == ("bag:b1",)
        assert _repeated(screen.page) == []
        screen.close()

    asyncio.run(job())


@pytest.mark.deep
@how_much("positions", everyday=POSITIONS[-1:], before_release=POSITIONS)
@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_field_of_every_form_is_drawn_without_failure(
    name: str, positions: tuple[int, ...], tmp_path: Path
) -> None:
    game = GAMES[name]
    visited = asyncio.run(_every_field(game, new_hub(tmp_path), Random(name), positions))
    assert _unreachable(game, visited) == set()


@pytest.mark.campaign
@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_field_is_drawn_at_many_random_positions(name: str, tmp_path: Path) -> None:
    hub = new_hub(tmp_path)
    for seed in range(40):
        asyncio.run(_every_field(GAMES[name], hub, Random(seed)))


def test_grouping_by_tens_never_leaves_a_single_number() -> None:
    tens = [range(20, 30), range(30, 40), range(40, 50), range(50, 61)]
    assert by_ten(0, 60, 20) == (range(20), tens)
    assert by_ten(0, 20, 20) == (range(21), [])
    assert by_ten(0, 61, 20)[1][-1] == range(60, 62)
    assert by_ten(1, 10, 10) == (range(1, 11), [])
    assert by_ten(0, 3, 10) == (range(4), [])
