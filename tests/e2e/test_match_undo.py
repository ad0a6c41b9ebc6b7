"""Undo, redo, jumps, and corrections of earlier entries on the match screen."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import Screen, screen
from tests.e2e.report_steps import (
    LEGAL,
    build,
    choose,
    tool,
    touch,
)
from tests.e2e.tables import Tables, tables

pytestmark = pytest.mark.nightly

FIRE = "Templo del Fuego"
THERE = "Templo del Fuego, negro, sección 5 libre, sección 4 libre, sección 3 libre, figura de Ana"


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with tables(tmp_path_factory.mktemp("datos"), fresh=2) as made:
        yield made


@pytest.fixture
def table(browser: Browser, city: Tables) -> Iterator[tuple[Screen, str]]:
    """Yield a match in which Ana went to the Fire Temple and built its 5."""
    match_id = city.fresh.pop()
    with screen(browser, city.server.url) as phone:
        phone.go(f"/partida/{match_id}/mesa").sees("Turno de Ana")
        touch(phone, FIRE, THERE)
        build(phone, 5, "negra 2 + negra 3", "sección 5 de Ana")
        yield phone, match_id


def test_undo_redo_and_jump_restore_the_positions(table: tuple[Screen, str], city: Tables) -> None:
    phone, match_id = table
    phone.tap("Deshacer", exact=True)
    phone.sees("Deshecho: Ana construye la sección 5 del Templo del Fuego")
    phone.sees(re.compile("Templo del Fuego, negro, sección 5 libre"))
    phone.tap("Rehacer", exact=True)
    phone.sees("sección 5 de Ana")
    tool(phone, "Volver a un punto", "Deshacer hasta")
    phone.tap(re.compile("^Deshacer hasta aquí: Ana mueve"))
    phone.sees("Mercado, figura de Ana")
    assert city.match(match_id).steps == ()
    tool(phone, "Volver a un punto", "Deshacer hasta")
    phone.tap(re.compile("^Rehacer hasta aquí: Ana construye"))
    phone.sees("sección 5 de Ana")
    assert len(city.match(match_id).steps) == 2


def test_corrected_report_makes_the_later_ones_judged_again(
    table: tuple[Screen, str], city: Tables
) -> None:
    phone, match_id = table
    before = city.recorded(match_id)
    phone.tap("Acta")
    phone.tap(re.compile("Ana mueve su figura al Templo del Fuego"))
    choose(phone, "Corregir", "Corregir: Mover la figura")
    choose(phone, re.compile("^Templo del Fuego · "), "¿Hasta dónde?")
    choose(phone, "Templo del Agua", LEGAL)
    phone.tap("Ver qué cambia")
    phone.sees("Esta jugada ya no se sostiene:")
    phone.sees("No se puede: construir la sección 5 del Templo del Agua")
    assert city.recorded(match_id) == before
    phone.tap("Aceptar la corrección")
    phone.sees("Esta anotación ya no se sostiene")
    assert city.match(match_id).broken is not None
    choose(phone, "Quitarla", "Si se corrige así:")
    phone.sees("Todo lo demás se sostiene.")
    phone.tap("Aceptar la corrección")
    phone.gone("Esta anotación ya no se sostiene")
    match = city.match(match_id)
    assert match.broken is None
    assert match.state.figures[0] == "water_temple"
