"""Places of every board: all are visible before anything is scrolled, also with large text."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import reading_hub
from companion.match.fold import Match
from companion.ui.context import wording_of
from companion.ui.layout import Layout, layout_of
from companion.ui.views.entries.entry_lines import telling_of
from companion.ui.views.table.status import last_step
from tests.e2e.browser import LANDSCAPE, Screen, screen
from tests.e2e.places import Games, Place, come, leave
from tests.e2e.report_steps import choose, tool

TABS = 66
"""Height of the bar below every screen on a phone."""
LEAST = {
    "blue_moon_city": 21,
    "santiago_de_cuba": 23,
    "blue_moon": 6,
    "kingdom_of_solomon": 33,
    "urban_sprawl": 53,
}
"""Number of places of the board, by game."""
SCROLLED = {(360, 740, 100): {"urban_sprawl"}, (360, 740, 200): {"urban_sprawl", "blue_moon"}}
"""Games with more places, each as large as a finger or its text, than such a screen holds."""
OFFERED = "Se saben "
"""Beginning of the line that offers inferred values of the box."""
CUT = 30
"""Height below which a place counts as cut off where a board is scrolled."""
BOXES = """[...document.querySelectorAll('flt-semantics-host [role="button"]')].map((each) => {
  const box = each.getBoundingClientRect();
  const name = (each.ariaLabel || each.innerText || '').trim();
  return [name, box.left, box.top, box.right, box.bottom];
})"""


def _last(match: Match) -> str:
    """Return the text of the last action: the line below the board."""
    step = last_step(match)
    assert step
    return telling_of(match, wording_of(match)).text(step.item.entry.id)


def _board(phone: Screen, match: Match) -> list[list[Any]]:
    """Return the names and boxes above the line of the last action: the board, with its header.

    The offer of inferred values, which may have a line of its own, is left out.
    """
    boxes, below = phone.ask(BOXES), (_last(match), OFFERED)
    end = next(n for n, box in enumerate(boxes) if box[0].startswith(below))
    board: list[list[Any]] = boxes[:end]
    return board


@pytest.mark.parametrize(
    "look",
    [
        (412, 915, 200),
        (360, 740, 200),
        pytest.param((820, 1180, 200), marks=pytest.mark.nightly),
        pytest.param((1440, 900, 200), marks=pytest.mark.nightly),
        pytest.param((360, 740, 100), marks=pytest.mark.nightly),
        pytest.param((412, 915, 100), marks=pytest.mark.nightly),
    ],
    ids=str,
)
def test_whole_board_is_visible_without_scrolling(
    browser: Browser, games: Games, look: tuple[int, int, int]
) -> None:
    size, storage = look[:2], {"flutter.text_scale": str(look[2])}
    window = {"width": size[0], "height": size[1]}
    with screen(browser, games.server.url, window, storage=storage) as phone:
        phone.go("/")
        for game in LEAST.keys() - SCROLLED.get(look, set()):
            with reading_hub(games.server.data) as hub:
                match = hub.matches.open(games.middle[game])
            leave(phone)
            come(phone, Place(f"/partida/{games.middle[game]}/mesa"))
            board = _board(phone, match)
            hidden = [box for box in board if not _in_sight(box, size)]
            assert not hidden, f"{game}: {hidden}"
            assert len(board) >= LEAST[game], game


@pytest.mark.parametrize(
    "game",
    ["blue_moon_city", *(pytest.param(g, marks=pytest.mark.nightly) for g in [*LEAST][1:])],
)
def test_every_action_is_reachable_on_a_landscape_phone_with_large_text(
    browser: Browser, games: Games, game: str
) -> None:
    storage = {"flutter.text_scale": "200"}
    with screen(browser, games.server.url, LANDSCAPE, storage=storage) as phone:
        phone.go(f"/partida/{games.middle[game]}/mesa").sees("Turno de ")
        choose(phone, "Otra jugada…", "¿Qué se ha hecho?")
        phone.page.keyboard.press("Escape")
        choose(phone, "Herramientas", "Volver a un punto")


def test_board_has_the_same_width_within_a_what_if_branch(browser: Browser, games: Games) -> None:
    match_id = games.middle["blue_moon_city"]
    with reading_hub(games.server.data) as hub:
        match = hub.matches.open(match_id)
    size = {"width": 360, "height": 915}
    with screen(browser, games.server.url, size) as phone:
        phone.go(f"/partida/{match_id}/mesa").sees("Turno de ")
        before = _across(_board(phone, match))
        tool(phone, "¿Y si…? Probar sin anotar", "Nada de esto está anotado")
        phone.rest()
        after = _across(_board(phone, match))
        phone.tap("Tirarlo todo", exact=True)
    assert len(before) >= LEAST["blue_moon_city"]
    assert {name: after.get(name) for name in before} == before


def _across(board: list[list[Any]]) -> dict[str, tuple[float, float]]:
    """Return where each place of a board begins and ends, from left to right."""
    return {name: (left, right) for name, left, _top, right, _bottom in board if ", " in name}


def _in_sight(box: list[Any], size: tuple[int, int]) -> bool:
    _name, left, top, right, bottom = box
    tabs = TABS if layout_of(*size) is Layout.PHONE else 0
    within = left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1] - tabs
    return bool(within and bottom - top >= CUT)


def test_board_is_visible_while_a_place_is_asked_for(browser: Browser, games: Games) -> None:
    """Large text makes everything scroll: the control touched last stood below the board."""
    match_id, size = games.middle["blue_moon_city"], (412, 915)
    with reading_hub(games.server.data) as hub:
        match = hub.matches.open(match_id)
    window = {"width": size[0], "height": size[1]}
    with screen(browser, games.server.url, window, storage={"flutter.text_scale": "200"}) as phone:
        phone.go(f"/partida/{match_id}/mesa").sees("Turno de ")
        tiles = [_called(box) for box in _board(phone, match)]
        choose(phone, "Otra jugada…", "Mover la figura")
        choose(phone, "Mover la figura", "¿Hasta dónde?")
        shown = [box for box in phone.ask(BOXES) if _called(box) in tiles]
        assert len(shown) >= LEAST["blue_moon_city"]
        assert not [box for box in shown if not _in_sight(box, size)]


def _called(box: list[Any]) -> str:
    """Return the name of a place, without its description."""
    name: str = box[0]
    return re.split("[,:.]", name)[0]
