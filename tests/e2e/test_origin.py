"""Origin of a number on the match screen, and on to its entry in the acta."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import own_hub
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.match.entries import Adjusted, Body, Consent, Posted, Reported
from companion.match.resumable import done
from companion.services.matches.results import Recorded, Submission
from tests.e2e.browser import Screen, Server, screen
from tests.e2e.tables import new_match

MOVED = Reported(action={"kind": "move_figure", "seat": 0, "to": "fire_temple"})
SHORT = Reported(
    action={"kind": "place_stone", "seat": 0, "section": 0, "cards": ["black:2"]},
    consent=Consent(by="Beto", reason="Nos dimos cuenta tarde"),
)
FOUND = Adjusted(
    postings=(Posted(account="seat:0", item="crystal", amount=4),), reason="Bajo la caja"
)


BODIES: tuple[Body, ...] = (MOVED, SHORT, FOUND)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """Yield a match with a consented entry and an adjustment."""
    folder: Path = tmp_path_factory.mktemp("datos")
    with own_hub(folder) as hub:
        match_id = new_match(hub, EXAMPLE_CITY, ("Ana", "Beto"))
        for n, body in enumerate(BODIES):
            assert isinstance(
                done(hub.matches.submit(match_id, Submission(f"entry-{n:04}", body))), Recorded
            )
    running = Server(folder).start()
    yield running, match_id
    running.stop()


@pytest.fixture
def phone(browser: Browser, table: tuple[Server, str]) -> Iterator[Screen]:
    """Yield a phone at that match."""
    with screen(browser, table[0].url) as page:
        page.go(f"/partida/{table[1]}/mesa").sees("Turno de Ana")
        yield page


@pytest.mark.nightly
def test_number_shows_its_origin_and_links_to_the_acta(phone: Screen) -> None:
    phone.tap(re.compile("^Ana: .*oculto: toca para poder verlo"))
    phone.tap("Ana, cartas 7. Ver de dónde sale")
    phone.sees("Consentida")
    phone.sees("Lo consiente Beto: Nos dimos cuenta tarde")
    phone.tap("Ver en el acta")
    phone.sees("Ver el acta entera")
    phone.sees(re.compile("Ana construye la sección 5 del Templo del Fuego"))
    phone.sees("Lo consiente Beto: Nos dimos cuenta tarde")


@pytest.mark.nightly
def test_hidden_number_must_be_revealed_before_its_origin(phone: Screen) -> None:
    assert not phone.has("cristales 4")
    phone.tap(re.compile("^Ana: .*oculto: toca para poder verlo"))
    with phone.holding("Mantén pulsado para ver lo de Ana"):
        phone.sees("Ana, cristales 4. Ver de dónde sale")
        phone.sees("A la vista: lo de Ana")
    phone.gone("cristales 4")
    phone.tap("Ver 8 segundos lo de Ana")
    phone.tap("Ana, cristales 4. Ver de dónde sale")
    phone.sees("Motivo: Bajo la caja")
    phone.gone("Motivo: Bajo la caja")
    with phone.holding("Mantén pulsado para ver lo de Ana"):
        phone.sees("Motivo: Bajo la caja")
    phone.gone("Motivo: Bajo la caja")


@pytest.mark.nightly
def test_supplies_show_their_origin(phone: Screen) -> None:
    phone.tap("Marcador")
    phone.tap(re.compile("^Cartas en .*escarte: .*Ver de dónde sale"))
    phone.sees("De dónde sale")
    phone.sees("Consentida")
