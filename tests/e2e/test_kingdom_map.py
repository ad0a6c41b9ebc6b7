"""Kingdom of Solomon with an unknown map: names, plan, first roads, and values typed late.

By touching alone, with touches counted. Every printed value here is invented.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.match.entries import Adjusted, Posted, Setting
from companion.ui import routes
from tests.e2e.browser import Screen, Server, screen
from tests.e2e.kingdom import table, touch, typed


def _table(folder: Path, *settings: tuple[str, str], cubes: dict[str, int]) -> str:
    """Return a match of Ana and Beto, adjusted by hand; Ana has some cubes."""
    postings = tuple(
        Posted(account=account, item=f"cube:{good}", amount=amount)
        for good, n in cubes.items()
        for account, amount in (("supply", -n), ("seat:0", n))
    )
    said = tuple(Setting(code=code, value=value) for code, value in settings)
    return table(
        folder, *((Adjusted(postings=postings, settings=said),) if postings or said else ())
    )


BUILT = tuple((f"palace.territory.t{n}", "0") for n in (3, 4))


@dataclass(frozen=True)
class Kingdom:
    """Match for each test, and one phone that goes from one to the next."""

    folder: Path
    phone: Screen
    tables: dict[str, str]

    def at(self, name: str, says: str) -> Screen:
        """Return the phone at that match."""
        self.phone.follow("/").sees("Nueva partida")
        self.phone.follow(routes.match(self.tables[name])).sees(says)
        return self.phone

    def typed(self, name: str) -> dict[str, object]:
        """Return the values of the box typed in that match."""
        return typed(self.folder, self.tables[name])


@pytest.fixture(scope="module")
def kingdom(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kingdom]:
    folder = tmp_path_factory.mktemp("datos")
    build, market = ("phase", "build"), ("phase", "market")
    tables = {
        "roads": _table(folder, build, *BUILT, cubes={"timber": 4, "food": 2}),
        "plan": _table(folder, cubes={}),
        "late": _table(folder, market, cubes={"stone": 1}),
    }
    server = Server(folder).start()
    with screen(browser, server.url) as phone:
        yield Kingdom(folder, phone.go("/"), tables)
    server.stop()


def test_first_roads_ask_for_the_frontier_and_reveal_open_land(kingdom: Kingdom) -> None:
    """Roads between buildings need both ends and one «sí»; open land without a site is recorded."""
    phone = kingdom.at("roads", "Construye")
    assert touch(phone, "Territorio 3,", "Territorio 4,", "sí$") == 3
    phone.sees("Ana construye un camino del Territorio 3 al Territorio 4")
    phone.sees("con camino a Territorio 4")
    assert touch(phone, "Territorio 4,", "Territorio 5,", "sí$") == 3
    phone.sees("con caminos a Territorio 3 y Territorio 5")
    # The path proves that there is no building site: it counts at once, and nobody typed it.
    phone.sees("Territorio 5, sin anotar, sin solar")
    assert kingdom.typed("roads") == {"frontier.3x4.joined": "yes", "frontier.4x5.joined": "yes"}


def test_new_card_is_named_and_the_plan_is_arranged(kingdom: Kingdom) -> None:
    phone = kingdom.at("plan", "Descubre")
    one = ("Otra jugada", "Descubrir una carta")
    touch(phone, *one)
    phone.sees("Poner nombre a la Carta 1")
    touch(phone, "Poner nombre a la Carta 1")
    phone.type("Carta 1", "Casa de prueba")
    touch(phone, "Apuntar$")
    phone.sees("Apuntado: Carta 1: cómo se llama, Casa de prueba")
    # Two territories that are touched on the map swap places.
    plan = ("Herramientas", "Ordenar el plano", "Bashan,", "Territorio 6,")
    assert touch(phone, *plan, "Guardar$") == 5
    phone.gone("Ordenar el plano")
    # A met card is offered, and is replaced by the next one met.
    touch(phone, *one)
    phone.sees("Poner nombre a la Carta 2")
    touch(phone, *one)
    phone.sees("Poner nombre a la Carta 3")
    assert not phone.has("Poner nombre a la Carta 2")
    kept = kingdom.typed("plan")
    assert kept.pop("building.c1.name") == "Casa de prueba"
    assert sorted(map(int, map(str, kept.values()))) == list(range(1, 17))
    assert (kept["territory.t1.cell"], kept["territory.t6.cell"]) == (6, 1)


def test_price_typed_late_previews_the_changed_score(kingdom: Kingdom) -> None:
    """Sold without its price, which is typed when it is bought."""
    place = "primer espacio de piedra"
    phone = kingdom.at("late", "Turno de Beto")
    # If the spaces of the market are too small to touch, it opens enlarged first, and stays open.
    touch(phone, "Pasar en el mercado", "Mercado de piedra", place, "Luego$")
    phone.sees("Ana vende")
    phone.sees("Ana: 10 puntos")
    touch(phone, place, "6$")
    phone.sees("Puntos en el marcador: de 10 a 16")
    assert phone.has("Ana: 10 puntos")
    touch(phone, "Aceptar")
    phone.sees("Ana compra")
    phone.sees("Ana: 10 puntos")
    assert kingdom.typed("late") == {"price.stone-1.points": 6}
