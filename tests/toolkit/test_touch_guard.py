"""Touch guard: the second of two quick touches never hits what was not there for the first."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import flet as ft
import pytest

from companion.toolkit import touch_guard
from companion.toolkit.touch_guard import FOLLOWS, SETTLING
from companion.ui import widgets
from companion.ui.hooks import current_page
from tests.ui.drawn import Drawn, drawn

NAMES: tuple[str, ...] = ("Ana", "Beto", "Cora")
NOTHING: tuple[str, ...] = ()


class Clock:
    """Clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


async def _shown(component: Callable[..., ft.Control], *args: Any) -> tuple[Drawn, Clock]:
    clock = Clock()
    screen = await drawn(component, *args)
    touch_guard.guard(screen.page, clock)
    return screen, clock


def _run(job: Coroutine[Any, Any, None]) -> None:
    asyncio.run(job)


@ft.component
def Recording(touches: list[str]) -> ft.Control:
    """Render a panel that closes when something is recorded, and what lies beneath it."""
    is_open, set_open = ft.use_state(True)

    def record(_event: object) -> None:
        touches.append("anotar")
        set_open(False)

    record_button = widgets.primary("Anotar", record, key="record")
    under = widgets.primary("Acabar", lambda _e: touches.append("acabar"), key="end")
    return ft.Column(
        [
            ft.Container(under, visible=not is_open, key="under"),
            *([record_button] if is_open else []),
        ]
    )


def test_quick_second_touch_does_not_hit_what_lay_beneath() -> None:
    async def job() -> None:
        touches: list[str] = []
        screen, clock = await _shown(Recording, touches)
        await screen.touch("record")
        clock.now += SETTLING - 0.01
        await screen.touch("end")
        assert touches == ["anotar"]
        clock.now += 0.02
        await screen.touch("end")
        assert touches == ["anotar", "acabar"]
        screen.close()

    _run(job())


@ft.component
def Counting(counts: list[int]) -> ft.Control:
    """Render controls that stay where they are when touched."""
    number, set_number = ft.use_state(0)
    counts.append(number)
    steps = widgets.stepper(number, 0, 9, set_number, less="Menos", more="Más")
    items = tuple(widgets.BagItem(f"b{n}", f"blanca {n}", str(n), 9) for n in (1, 2))
    chosen, set_chosen = ft.use_state(NOTHING)
    bag = widgets.bag(
        [("Blanca", items)], chosen, set_chosen, remove_word="Quitar", none_word="Nada elegido"
    )
    counts.append(len(chosen))
    return ft.Column([steps, bag])


@pytest.mark.parametrize("keys", [["stepper:more"], ["bag:b1"], ["bag:b1", "bag:b2"]])
def test_control_that_stays_in_place_takes_every_quick_touch(keys: list[str]) -> None:
    async def job() -> None:
        counts: list[int] = []
        screen, _clock = await _shown(Counting, counts)
        for _ in range(3):
            for key in keys:
                await screen.touch(key)
        assert max(counts[-2:]) == 3 * len(keys)
        screen.close()

    _run(job())


@ft.component
def Typing(numbers: list[int]) -> ft.Control:
    """Render a number that can be typed as well."""
    number, set_number = ft.use_state(3)
    numbers.append(number)
    return ft.Column(
        [widgets.stepper(number, 0, 200, set_number, less="Menos", more="Más", typed="riqueza")]
    )


def test_typed_number_stays_within_its_bounds() -> None:
    async def job() -> None:
        numbers: list[int] = []
        screen, _clock = await _shown(Typing, numbers)
        for text in ("112", "", "9", "900", "-4"):
            await screen.type_in("stepper:number", text)
        assert list(dict.fromkeys(numbers)) == [3, 112, 9, 200, 0]
        await screen.touch("stepper:more")
        assert numbers[-1] == 1
        screen.close()

    _run(job())


@ft.component
def Listed(gone: list[str]) -> ft.Control:
    """Render a list whose rows move up when one goes."""
    names, set_names = ft.use_state(NAMES)

    def drop(name: str) -> Callable[[object], None]:
        def dropped(_event: object) -> None:
            gone.append(name)
            set_names(tuple(other for other in names if other != name))

        return dropped

    return ft.Column(
        [widgets.text_button(f"Quitar a {n}", drop(n), key=f"drop:{n}") for n in names]
    )


def test_quick_touch_does_not_hit_the_row_that_moved_up() -> None:
    async def job() -> None:
        gone: list[str] = []
        screen, clock = await _shown(Listed, gone)
        await screen.touch("drop:Ana")
        await screen.touch("drop:Beto")
        assert gone == ["Ana"]
        clock.now += SETTLING
        await screen.touch("drop:Beto")
        assert gone == ["Ana", "Beto"]
        screen.close()

    _run(job())


@ft.component
def Sorted(order: list[str]) -> ft.Control:
    """Render rows that change places, each button known by its place."""
    names, set_names = ft.use_state(NAMES)
    order[:] = names

    def up(place: int) -> Callable[[object], None]:
        def moved(_event: object) -> None:
            row = list(names)
            row.insert(place - 1, row.pop(place))
            set_names(tuple(row))

        return moved

    return ft.Column(
        [widgets.text_button(f"Subir a {n}", up(i), key=f"up:{i}") for i, n in enumerate(names)]
    )


def test_quick_touch_does_not_hit_a_button_whose_meaning_changed() -> None:
    async def job() -> None:
        order: list[str] = []
        screen, clock = await _shown(Sorted, order)
        await screen.touch("up:2")
        assert order == ["Ana", "Cora", "Beto"]
        await screen.touch("up:2")
        assert order == ["Ana", "Cora", "Beto"]
        clock.now += SETTLING
        await screen.touch("up:2")
        assert order == ["Ana", "Beto", "Cora"]
        screen.close()

    _run(job())


def test_two_fixed_buttons_take_quick_touches_in_turn() -> None:
    async def job() -> None:
        touches: list[str] = []

        @ft.component
        def Two() -> ft.Control:
            _, redraw = ft.use_state(0)

            def tell(word: str) -> Callable[[object], None]:
                def said(_event: object) -> None:
                    touches.append(word)
                    redraw(len(touches))

                return said

            buttons = [widgets.primary(w, tell(w), key=w) for w in ("uno", "dos")]
            return ft.Column([*buttons, ft.Text(str(len(touches)))])

        screen, _clock = await _shown(Two)
        for word in ("uno", "dos", "uno"):
            await screen.touch(word)
        assert touches == ["uno", "dos", "uno"]
        screen.close()

    _run(job())


@ft.component
def Leading(made: list[str]) -> ft.Control:
    """Render a button that makes something and leads to another screen, and a field that does."""

    def make(_event: object) -> None:
        made.append("partida")
        current_page().navigate("/otra")

    field = ft.TextField(key="name", on_submit=make)
    return ft.Column([widgets.primary("Preparar la mesa", make, key="begin"), field])


def test_screen_that_is_being_left_takes_no_second_touch() -> None:
    """On a slow network it stands until the page has followed; a page that never does is free."""

    async def job() -> None:
        made: list[str] = []
        screen, clock = await _shown(Leading, made)
        await screen.touch("begin")
        clock.now += FOLLOWS - 0.1
        await screen.touch("begin")
        await screen.enter("name")
        assert made == ["partida"]
        clock.now += 0.2
        await screen.touch("begin")
        assert made == ["partida"] * 2
        await screen.came("/otra")
        await screen.enter("name")
        assert made == ["partida"] * 3
        screen.close()

    _run(job())


def test_report_of_a_route_that_was_left_since_is_passed_over() -> None:
    async def job() -> None:
        screen, _clock = await _shown(Leading, [])
        routes: list[str] = []
        screen.page.session.connection.page_url = "http://127.0.0.1"
        screen.page.on_route_change = lambda event: routes.append(event.route)
        for route in ("/una", "/otra"):
            screen.page.navigate(route)
        await asyncio.sleep(0)
        await screen.came("/una")
        assert routes == []
        await screen.came("/otra")
        assert routes == ["/otra"]
        await screen.came("/una")
        assert routes == ["/otra", "/una"], "it came of itself"
        screen.close()

    _run(job())
