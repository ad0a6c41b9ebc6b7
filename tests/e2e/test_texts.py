"""Painted texts: none is shortened, broken or cut off by the box that it is painted in.

CanvasKit's painting is watched (`texts.js`), so the server of these tests uses that renderer. A
failure names the screen and the text.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import Screen, screen
from tests.e2e.places import GROUPS, Games, Place, close, come, leave

WATCH = (Path(__file__).parent / "texts.js").read_text()
CONTRAST = (Path(__file__).parent / "contrast.js").read_text()
GROUNDS = {"light": (255, 248, 244), "dark": (24, 18, 13), "black": (0, 0, 0)}
"""Background colour of a page, by theme."""
SIZES = ((360, 740), (412, 915))
SCALES = (100, 200)
OPENED = ((), ("Otra jugada…",))


def _unfit(
    browser: Browser, games: Games, places: Sequence[Place], look: tuple[int, int, int]
) -> list[str]:
    """Return the texts that do not fit on some screens, with their places."""
    width, height, scale = look
    storage = {"flutter.text_scale": str(scale)}
    size = {"width": width, "height": height}
    with screen(browser, games.server.url, size, storage=storage) as phone:
        phone.page.add_init_script(WATCH)
        phone.go("/")
        assert phone.ask("window.unfit.seen()") > 0
        return [f"{place}: {said}" for place in places for said in _at(phone, place)]


def _at(phone: Screen, place: Place) -> list[str]:
    return _painted(phone, place, "window.unfit.clear()", "window.unfit.all()")


def _painted(phone: Screen, place: Place, begin: str, asked: str) -> list[str]:
    """Return what a script reports of everything painted since a screen was opened."""
    leave(phone)
    phone.page.evaluate(begin)
    come(phone, place)
    reported: list[str] = phone.page.evaluate(asked)
    close(phone, place)
    return reported


def test_no_text_is_cut_off_on_the_boards_with_large_text(browser: Browser, games: Games) -> None:
    """Boards have twice the text size on a small screen, with the panels most used there."""
    places = [place for place in games.mesa() if place.touched in OPENED]
    # Tools differ little between games, so one game is enough.
    tools = next(place for place in games.mesa() if place.touched not in OPENED)
    assert _unfit(browser, games, [*places, tools], (360, 740, 200)) == []


@pytest.mark.nightly
@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
def test_no_text_is_cut_off_on_any_screen(
    browser: Browser, games: Games, size: tuple[int, int], scale: int, group: str
) -> None:
    assert _unfit(browser, games, tuple(games.every(group)), (*size, scale)) == []


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(915, 412), (820, 1180), (1440, 900)])
def test_no_text_is_cut_off_on_the_boards_of_larger_screens(
    browser: Browser, games: Games, size: tuple[int, int]
) -> None:
    assert _unfit(browser, games, tuple(games.mesa()), (*size, 100)) == []


@pytest.mark.nightly
@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("theme", GROUNDS)
def test_every_text_contrasts_with_its_background(
    browser: Browser, games: Games, theme: str, group: str
) -> None:
    storage = {"flutter.settings": json.dumps(json.dumps({"theme": theme}))}
    begin = f"window.contrast.begin({[*GROUNDS[theme]]})"
    size = {"width": 412, "height": 915}
    with screen(browser, games.server.url, size, storage=storage) as phone:
        phone.page.add_init_script(CONTRAST)
        phone.go("/")
        assert phone.ask("window.contrast.seen()") > 0
        faint = [
            f"{place}: {said}"
            for place in games.every(group)
            for said in _painted(phone, place, begin, "window.contrast.all()")
        ]
    assert not faint, "\n".join(faint)
