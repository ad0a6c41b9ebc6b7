"""Places of every game: each screen, with a match in its middle and one at its end."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from typing_extensions import override

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.match.files import acta_file
from companion.services.hub import Hub
from companion.services.matches.results import Imported
from companion.services.statistics.same_people import person_id
from companion.ui import routes
from tests.e2e.browser import Screen, Server
from tests.ui.tables import actas, read

ABOUT, SAID_THERE = "/acerca", "Aplicación no oficial"
"""Route of a screen visited in between, and a text that no other screen has."""


class CanvasKitServer(Server):
    """Server whose client paints with CanvasKit."""

    @override
    def command(self) -> list[str]:
        return ["env", "FLET_WEB_RENDERER=canvaskit", *super().command()]


GROUPS = (*GAMES, "")
"""Games, and none: every screen belongs to one of them."""


@dataclass(frozen=True)
class Place:
    """Screen, with the controls to touch that open something on it."""

    route: str
    touched: tuple[str, ...] = ()


@dataclass(frozen=True)
class Games:
    """Match of each game in its middle, one at its end, and the server that shows them."""

    server: Server
    middle: dict[str, str]
    ended: dict[str, str]

    def mesa(self) -> Iterator[Place]:
        """Yield the board of each game, with the panels most used there."""
        for match_id in self.middle.values():
            yield from _board(match_id)

    def every(self, of: str) -> Iterator[Place]:
        """Yield every screen of a game, or without a game every other one."""
        if not of:
            yield from _elsewhere()
            return
        match_id, ended = self.middle[of], self.ended[of]
        yield from _board(match_id)
        for name in ("marcador", "acta", "cuadre", "reglas", "disputa", "compartir", "llevar"):
            yield Place(f"/partida/{match_id}/{name}")
        for name in ("mesa", "marcador", "final", "repaso"):
            yield Place(f"/partida/{ended}/{name}")
        yield Place(f"/nueva/{of}")
        # The button at the foot is disabled until every player has a name.
        yield Place(f"/nueva/{of}", ("2 de 3",))
        yield Place(f"/nueva/{of}", ("3 de 3",))
        yield Place(f"/caja/{of}/nueva")


def _board(match_id: str) -> Iterator[Place]:
    route = f"/partida/{match_id}/mesa"
    yield Place(route)
    for name in ("Otra jugada…", "Herramientas"):
        yield Place(route, (name,))


def _elsewhere() -> Iterator[Place]:
    for name in ("", "cajas", "ajustes", "acerca", "estadisticas", "recibir", "disputas"):
        yield Place(f"/{name}")
    yield Place("/ya-jugada")
    yield Place("/ya-jugada", ("Santiago de Cuba",))
    yield Place(routes.person(person_id("Ana")))


def served(folder: Path) -> Games:
    """Serve matches of as many people as there can be; the caller stops the server."""
    middle, ended = {}, {}
    with own_hub(folder) as hub:
        for game in GAMES:
            most = sorted(actas(game), key=lambda path: -len(read(path).options.players))
            long = [path for path in most if len(read(path).steps) > 100]
            whole = long if len(long) > 1 else most
            middle[game] = _recorded(hub, whole[0], 0.6)
            ended[game] = _recorded(hub, whole[1], 1)
    return Games(CanvasKitServer(folder).start(), middle, ended)


def _recorded(hub: Hub, path: Path, share: float) -> str:
    entries = acta_file.loads(path.read_bytes())
    kept = entries[: max(2, round(len(entries) * share))]
    answer = hub.files.import_acta(acta_file.dumps(kept).encode())
    assert isinstance(answer, Imported), answer
    return answer.match.started.match


def leave(phone: Screen) -> None:
    """Go to another screen, so that the one opened next is drawn from its beginning."""
    phone.follow(ABOUT).sees(SAID_THERE)


def come(phone: Screen, place: Place) -> None:
    """Open a screen from there, and touch its controls."""
    phone.follow(place.route)
    if place.route != ABOUT:
        phone.gone(SAID_THERE)
    for name in place.touched:
        phone.tap(name)
    # Move the pointer away, so that it does not hover over what was touched.
    phone.page.mouse.move(1, 1)
    phone.rest()


def close(phone: Screen, place: Place) -> None:
    """Close the panel opened there, which would stay open for the next visit."""
    if place.touched:
        phone.page.keyboard.press("Escape")
        phone.rest()
