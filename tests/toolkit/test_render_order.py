"""Render order: what is rendered again after a touch, and when."""

import asyncio
from collections.abc import Callable

import flet as ft
import pytest

from companion.toolkit.render_order import OutermostFirst
from tests.ui.drawn import InnermostFirst, drawn


async def _seen(order: Callable[[], OutermostFirst]) -> list[tuple[int, int]]:
    """Return what a part saw of its own count and of its parent's, render after render."""
    seen = []

    @ft.component
    def Part(around: int, set_around: Callable[[int], None]) -> ft.Control:
        own, set_own = ft.use_state(0)
        seen.append((own, around))

        def touched(_event: object) -> None:
            set_own(own + 1)
            set_around(around + 1)

        return ft.Button("+", on_click=touched, key="more")

    @ft.component
    def Around() -> ft.Control:
        count, set_count = ft.use_state(0)
        return ft.Column([Part(count, set_count)])

    screen = await drawn(Around, order=order)
    for _ in range(3):
        await screen.touch("more")
    screen.close()
    return seen


def test_outermost_first_order_never_shows_a_stale_parent() -> None:
    seen = asyncio.run(_seen(OutermostFirst))
    assert seen[-1] == (3, 3)
    assert all(own == around for own, around in seen)


def test_innermost_first_order_shows_a_stale_parent() -> None:
    seen = asyncio.run(_seen(InnermostFirst))
    assert seen[-1] == (3, 3)
    assert (1, 0) in seen


@pytest.mark.parametrize("order", [OutermostFirst, InnermostFirst])
def test_component_queued_twice_is_rendered_once(order: Callable[[], OutermostFirst]) -> None:
    waiting, control = order(), ft.Text("a")
    waiting.add(control)
    waiting.add(control)
    assert list(waiting) == [control]
