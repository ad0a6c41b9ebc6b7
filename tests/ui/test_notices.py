"""Notices: they cover nothing at the foot, and go with a touch or by themselves."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise

import flet as ft
import pytest

from companion.ui import notices, widgets
from companion.ui.notices import Notices
from tests.ui.drawn import Drawn, drawn, settled

SAID = "Deshecho: Ana termina su turno."


@ft.component
def Foot() -> ft.Control:
    """Render a screen with something to touch."""
    return ft.Column([widgets.primary("Anotar", lambda _e: None, key="record")])


def _with_notices(act: Callable[[Drawn, Notices], Awaitable[None]]) -> None:
    async def run() -> None:
        screen = await drawn(Foot)
        said = Notices(screen.page)
        screen.page.update()
        await act(screen, said)

    asyncio.run(run())


def _shown(screen: Drawn) -> list[str]:
    (place,) = screen.page.overlay
    assert isinstance(place, ft.SafeArea)
    lines: list[str] = []
    inside: object = place.content if place.visible else None
    while inside is not None:
        if isinstance(inside, ft.Text):
            lines.append(inside.value)
        held = getattr(inside, "content", None) or next(iter(getattr(inside, "controls", ())), None)
        inside = held
    return lines


def test_notice_is_shown_at_the_top_below_the_header() -> None:
    async def act(screen: Drawn, said: Notices) -> None:
        said.say(SAID)
        (place,) = screen.page.overlay
        assert isinstance(place, ft.SafeArea)
        assert (place.top, place.bottom) == (notices.BELOW, None)
        assert _shown(screen) == [SAID]

    _with_notices(act)


def test_next_touch_dismisses_the_notice() -> None:
    async def act(screen: Drawn, said: Notices) -> None:
        said.say(SAID)
        assert _shown(screen) == [SAID]
        await screen.touch("record")
        assert _shown(screen) == []

    _with_notices(act)


def test_later_notice_replaces_the_earlier_and_keeps_its_own_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(notices, "seconds", lambda text: 0.02 * len(text))

    async def act(screen: Drawn, said: Notices) -> None:
        said.say("a")
        await asyncio.sleep(0.01)
        said.say("un poco más larga")
        await asyncio.sleep(0.1)
        await settled()
        assert _shown(screen) == ["un poco más larga"]
        await asyncio.sleep(0.5)
        await settled()
        assert _shown(screen) == []

    _with_notices(act)


def test_longer_notice_is_shown_for_longer() -> None:
    long = [notices.seconds("x" * n) for n in (10, 60, 120)]
    assert all(one < other for one, other in pairwise(long))
    assert 3 <= long[0] < long[-1] <= 10
