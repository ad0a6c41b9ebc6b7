"""No text is shortened, broken or cut off: each one is compared with the box that it is painted in.

What is painted is watched where CanvasKit paints it (`texts.js`), so the server of these tests has
that renderer. A screen says by its name which one does not fit.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from typing_extensions import override

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.match import acta_file
from companion.table.answers import Imported
from companion.table.hub import Hub
from tests.e2e.browser import Screen, Server, screen
from tests.ui.tables import actas, read

WATCH = (Path(__file__).parent / "texts.js").read_text()
CONTRAST = (Path(__file__).parent / "contrast.js").read_text()
GO = "to => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')); }"
"""Another route without loading the page again, as a link within it leads there."""

ABOUT, SAID_THERE = "/acerca", "Aplicación no oficial"
"""Where one goes in between, and what is read nowhere else."""
GROUNDS = {"light": (255, 248, 244), "dark": (24, 18, 13), "black": (0, 0, 0)}
"""What a page is painted on, by theme."""
SIZES = ((360, 740), (412, 915))
SCALES = (100, 200)


class CanvasKitServer(Server):
    """The companion, painted by CanvasKit."""

    @override
    def command(self) -> list[str]:
        return ["env", "FLET_WEB_RENDERER=canvaskit", *super().command()]


@dataclass(frozen=True)
class Place:
    """One screen, and what is touched there to open what lies on it."""

    route: str
    touched: tuple[str, ...] = ()


@dataclass(frozen=True)
class Games:
    """A match of each game in its middle, one at its end, and the server that shows them."""

    server: Server
    middle: dict[str, str]
    ended: dict[str, str]

    def mesa(self) -> Iterator[Place]:
        """The board of each game, with what is opened there most."""
        for match_id in self.middle.values():
            route = f"/partida/{match_id}/mesa"
            yield Place(route)
            for name in ("Otra jugada…", "Herramientas"):
                yield Place(route, (name,))

    def every(self) -> Iterator[Place]:
        """Every screen."""
        yield from self.mesa()
        for match_id in self.middle.values():
            for name in ("marcador", "acta", "cuadre", "reglas", "disputa", "compartir", "llevar"):
                yield Place(f"/partida/{match_id}/{name}")
        for match_id in self.ended.values():
            for name in ("mesa", "marcador", "final", "repaso"):
                yield Place(f"/partida/{match_id}/{name}")
        for game in self.middle:
            yield Place(f"/nueva/{game}")
            yield Place(f"/nueva/{game}", ("Siguiente",))
            yield Place(f"/nueva/{game}", ("Siguiente", "Siguiente"))
            yield Place(f"/caja/{game}/nueva")
        for name in ("", "cajas", "ajustes", "acerca", "estadisticas", "recibir", "disputas"):
            yield Place(f"/{name}")


def _recorded(hub: Hub, path: Path, share: float) -> str:
    entries = acta_file.loads(path.read_bytes())
    kept = entries[: max(2, round(len(entries) * share))]
    answer = hub.import_acta(acta_file.dumps(kept).encode())
    assert isinstance(answer, Imported), answer
    return answer.match.started.match


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Games]:
    """Matches of as many people as there can be."""
    folder = tmp_path_factory.mktemp("textos")
    middle, ended = {}, {}
    with own_hub(folder) as hub:
        for game in GAMES:
            most = sorted(actas(game), key=lambda path: -len(read(path).options.players))
            whole = [path for path in most if len(read(path).steps) > 100]
            middle[game] = _recorded(hub, whole[0], 0.6)
            ended[game] = _recorded(hub, whole[1], 1)
    server = CanvasKitServer(folder).start()
    yield Games(server, middle, ended)
    server.stop()


def _unfit(
    browser: Browser, games: Games, places: Sequence[Place], look: tuple[int, int, int]
) -> list[str]:
    """What does not fit on some screens, with where it stands."""
    width, height, scale = look
    storage = {"flutter.escala": str(scale)}
    size = {"width": width, "height": height}
    with screen(browser, games.server.url, size, storage=storage) as phone:
        phone.page.add_init_script(WATCH)
        phone.go("/")
        assert phone.ask("window.unfit.seen()") > 0
        return [f"{place}: {said}" for place in places for said in _at(phone, place)]


def _at(phone: Screen, place: Place) -> list[str]:
    return _painted(phone, place, "window.unfit.clear()", "window.unfit.all()")


def _painted(phone: Screen, place: Place, begin: str, asked: str) -> list[str]:
    """What is said of all that is painted from when a screen is opened on."""
    phone.page.evaluate(GO, ABOUT)
    phone.sees(SAID_THERE)
    phone.page.evaluate(begin)
    phone.page.evaluate(GO, place.route)
    if place.route != ABOUT:
        phone.gone(SAID_THERE)
    for name in place.touched:
        phone.tap(name)
    # No finger stays where it touched.
    phone.page.mouse.move(1, 1)
    phone.rest()
    found: list[str] = phone.page.evaluate(asked)
    if place.touched:
        # What is open stays open for whoever comes back.
        phone.page.keyboard.press("Escape")
        phone.rest()
    return found


@pytest.mark.parametrize("look", [(360, 740, 100), (412, 915, 200)])
def test_no_text_is_cut_off_on_the_boards(
    browser: Browser, games: Games, look: tuple[int, int, int]
) -> None:
    found = _unfit(browser, games, tuple(games.mesa()), look)
    assert not found, "\n".join(found)


@pytest.mark.nightly
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
def test_no_text_is_cut_off_on_any_screen(
    browser: Browser, games: Games, size: tuple[int, int], scale: int
) -> None:
    assert _unfit(browser, games, tuple(games.every()), (*size, scale)) == []


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(915, 412), (820, 1180), (1440, 900)])
def test_no_text_is_cut_off_on_the_boards_of_larger_screens(
    browser: Browser, games: Games, size: tuple[int, int]
) -> None:
    assert _unfit(browser, games, tuple(games.mesa()), (*size, 100)) == []


@pytest.mark.nightly
@pytest.mark.parametrize("theme", GROUNDS)
def test_every_text_stands_out_from_what_it_is_on(
    browser: Browser, games: Games, theme: str
) -> None:
    storage = {"flutter.ajustes": json.dumps(json.dumps({"theme": theme}))}
    begin = f"window.contrast.begin({[*GROUNDS[theme]]})"
    size = {"width": 412, "height": 915}
    with screen(browser, games.server.url, size, storage=storage) as phone:
        phone.page.add_init_script(CONTRAST)
        phone.go("/")
        assert phone.ask("window.contrast.seen()") > 0
        found = [
            f"{place}: {said}"
            for place in games.every()
            for said in _painted(phone, place, begin, "window.contrast.all()")
        ]
    assert not found, "\n".join(found)
