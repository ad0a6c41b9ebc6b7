"""Every place of a board is on the screen before anything is scrolled, also with large text."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import reading_hub
from companion.match.fold import Match
from companion.ui.context import wording_of
from companion.ui.views.entries import telling_of
from companion.ui.views.glance import last_step
from tests.e2e.browser import Screen, screen
from tests.e2e.places import Games, Place, come, leave

TABS = 66
"""The height of what stands below every screen on a phone."""
LEAST = {
    "blue_moon_city": 21,
    "santiago_de_cuba": 23,
    "blue_moon": 6,
    "kingdom_of_solomon": 33,
    "urban_sprawl": 54,
}
"""By game, how many places its board has."""
SCROLLED = {(360, 740, 100): "urban_sprawl"}
"""What has more places, each as large as a finger, than such a screen."""
OFFERED = "Se saben "
"""How it begins that playing showed something of the copy."""
CUT = 30
"""What is less high than this is cut where a board is scrolled."""
BOXES = """[...document.querySelectorAll('flt-semantics-host [role="button"]')].map((each) => {
  const box = each.getBoundingClientRect();
  const name = (each.ariaLabel || each.innerText || '').trim();
  return [name, box.left, box.top, box.right, box.bottom];
})"""


def _last(match: Match) -> str:
    """What was done last: the line below the board."""
    step = last_step(match)
    assert step
    return telling_of(match, wording_of(match)).text(step.item.entry.id)


def _board(phone: Screen, match: Match) -> list[list[Any]]:
    """The name and the box of all that stands above that line, and above what is offered of the
    copy where that has a line of its own: the board, with its head."""
    boxes, below = phone.ask(BOXES), (_last(match), OFFERED)
    end = next(n for n, box in enumerate(boxes) if box[0].startswith(below))
    found: list[list[Any]] = boxes[:end]
    return found


@pytest.mark.parametrize(
    "look",
    [
        (412, 915, 200),
        pytest.param((360, 740, 100), marks=pytest.mark.nightly),
        pytest.param((412, 915, 100), marks=pytest.mark.nightly),
    ],
    ids=str,
)
def test_the_whole_board_is_in_sight(
    browser: Browser, games: Games, look: tuple[int, int, int]
) -> None:
    size, storage = look[:2], {"flutter.escala": str(look[2])}
    window = {"width": size[0], "height": size[1]}
    with screen(browser, games.server.url, window, storage=storage) as phone:
        phone.go("/")
        for game in LEAST.keys() - {SCROLLED.get(look)}:
            with reading_hub(games.server.data) as hub:
                match = hub.open(games.middle[game])
            leave(phone)
            come(phone, Place(f"/partida/{games.middle[game]}/mesa"))
            board = _board(phone, match)
            hidden = [box for box in board if not _in_sight(box, size)]
            assert not hidden, f"{game}: {hidden}"
            assert len(board) >= LEAST[game], game


def _in_sight(box: list[Any], size: tuple[int, int]) -> bool:
    _name, left, top, right, bottom = box
    within = left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1] - TABS
    return bool(within and bottom - top >= CUT)
