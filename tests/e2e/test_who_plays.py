"""Who plays, by touch: a corrected name, somebody who gives up, a person's page, an old match."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import own_hub
from companion.services.matches.results import Imported
from tests.e2e.browser import Server, screen
from tests.e2e.tables import interrupted
from tests.ui.tables import actas

pytestmark = pytest.mark.nightly

WHY = "Por qué (si se quiere decir)"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """Yield a server with finished matches, and a match of two people in its middle."""
    folder: Path = tmp_path_factory.mktemp("datos")
    with own_hub(folder) as hub:
        going = interrupted(hub, "blue_moon/dragons_2.acta", 12)
        assert isinstance(
            hub.files.import_acta(actas("santiago_de_cuba")[0].read_bytes()), Imported
        )
    running = Server(folder).start()
    yield running, going
    running.stop()


def test_a_name_is_corrected_and_whoever_gives_up_loses(
    browser: Browser, house: tuple[Server, str]
) -> None:
    server, going = house
    with screen(browser, server.url) as phone:
        phone.go(f"/partida/{going}/mesa")
        phone.tap("Herramientas")
        phone.tap("Quién juega")
        phone.type("Persona 2", "Berta")
        phone.tap("Guardar", exact=True)
        phone.sees("Berta")
        phone.tap("Herramientas")
        phone.tap("Terminar aquí")
        phone.tap("Berta", exact=True)
        phone.type(WHY, "Se ha hecho tarde")
        phone.tap("Terminar la partida")
        phone.go(f"/partida/{going}/final")
        phone.sees(re.compile("Se rinde Berta: gana"))
        phone.sees("Se ha hecho tarde")


def test_why_somebody_leaves_is_asked_in_sight_and_goes_along_to_the_end(
    browser: Browser, own_server: Server
) -> None:
    """The panel grows with its questions."""
    with own_hub(own_server.data) as hub:
        going = interrupted(hub, "kingdom_of_solomon/most_points_2.acta", 12)
    own_server.start()
    with screen(browser, own_server.url) as phone:
        phone.go(f"/partida/{going}/mesa")
        phone.tap("Herramientas")
        phone.tap("Quién juega")
        phone.tap("Alguien se va")
        phone.tap("Beto", exact=True)
        phone.rest()
        why = phone.page.get_by_label(WHY).bounding_box()
        end = phone.button("Terminar aquí").bounding_box()
        assert why
        assert end
        assert why["height"] > 40
        assert why["y"] + why["height"] <= end["y"]
        phone.type(WHY, "Pierde el tren")
        phone.tap("Terminar aquí")
        phone.tap("Terminar la partida")
        phone.go(f"/partida/{going}/final")
        phone.sees(re.compile("Se rinde Beto: gana Ana"))
        phone.sees("Pierde el tren")


def test_an_old_match_counts_for_its_people(browser: Browser, house: tuple[Server, str]) -> None:
    server, _ = house
    with screen(browser, server.url) as phone:
        phone.go("/estadisticas")
        phone.tap("Apuntar una partida ya jugada")
        phone.tap("Santiago de Cuba")
        phone.type("Persona 1", "Anita")
        phone.type("Persona 2", "Zoe")
        phone.tap("Zoe no gana")
        phone.tap("Apuntarla")
        phone.sees(re.compile("Jugada sin la aplicación, el .*: gana Zoe"))
        phone.go("/estadisticas")
        phone.tap("Ver a Zoe")
        phone.sees("1 partida, 1 victoria")
        phone.sees(re.compile("Gana a Anita"))
        phone.tap(re.compile("^Es la misma persona que"))
        phone.tap("Beto", exact=True)
        phone.sees("También es")
