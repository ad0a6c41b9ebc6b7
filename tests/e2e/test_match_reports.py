"""Reports on the match screen: few touches, reasons for refusals, no entries by mistake."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import Screen, screen
from tests.e2e.report_steps import (
    LEGAL,
    build,
    choose,
    other,
    record,
    tool,
    touch,
)
from tests.e2e.tables import Tables, tables

MOST_TOUCHES = 4
FIRE = "Templo del Fuego"
THERE = "Templo del Fuego, negro, sección 5 libre, sección 4 libre, sección 3 libre, figura de Ana"


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with tables(tmp_path_factory.mktemp("datos"), fresh=6) as made:
        yield made


@pytest.fixture(scope="module")
def used(browser: Browser, city: Tables) -> Iterator[Screen]:
    """Yield a phone that has been at other matches."""
    with screen(browser, city.server.url) as phone:
        yield phone.go("/")


@pytest.fixture
def table(used: Screen, city: Tables) -> tuple[Screen, str]:
    """Return a phone at a match that no test has used."""
    match_id = city.fresh.pop()
    used.follow("/").sees("Nueva partida")
    used.follow(f"/partida/{match_id}/mesa").sees("Turno de Ana")
    return used, match_id


def _to_the_fire_temple(phone: Screen) -> None:
    touch(phone, FIRE, THERE)


def _short_payment(phone: Screen) -> None:
    touch(phone, FIRE, "¿Qué sección?")
    choose(phone, re.compile(r"^5\b"), "¿Con qué cartas?")
    choose(phone, "Otras…", "negra 2")
    choose(phone, "negra 2", "Faltan 3 de valor negro")


def test_typical_turn_takes_four_touches(table: tuple[Screen, str], city: Tables) -> None:
    phone, match_id = table
    phone.touches = 0
    _to_the_fire_temple(phone)
    build(phone, 5, "negra 2 + negra 3", "sección 5 de Ana")
    choose(phone, "Terminar el turno", "Turno de Beto")
    assert phone.touches <= MOST_TOUCHES
    assert city.recorded(match_id) == 4


@pytest.mark.nightly
def test_refused_report_says_why_and_records_nothing(
    table: tuple[Screen, str], city: Tables
) -> None:
    phone, match_id = table
    phone.tap("Otra jugada…")
    phone.tap(re.compile("^Construir ·"))
    phone.sees("No se puede: construir")
    phone.tap("Cerrar")
    phone.gone("No se puede: construir")
    _to_the_fire_temple(phone)
    _short_payment(phone)
    phone.tap(re.compile("^Anotar ·"))
    phone.sees("No se puede: construir la sección 5 del Templo del Fuego")
    phone.sees("se llega a 2 y la sección pide 5")
    phone.sees("Será legal si:")
    assert city.recorded(match_id) == 2
    phone.tap("Corregir")
    phone.sees("Faltan 3 de valor negro")


@pytest.mark.nightly
def test_refused_report_is_recorded_by_consent_with_a_name(
    table: tuple[Screen, str], city: Tables
) -> None:
    phone, match_id = table
    _to_the_fire_temple(phone)
    _short_payment(phone)
    phone.tap(re.compile("^Anotar ·"))
    phone.tap(re.compile("^Ya se jugó así"))
    phone.tap("Toda la mesa")
    phone.type("Motivo", "Nos dimos cuenta tarde")
    phone.tap("Anotar como consentida")
    phone.sees("sección 5 de Ana")
    step = city.match(match_id).steps[-1]
    assert step.consented
    phone.tap("Acta")
    phone.sees("Consentida")
    phone.tap(re.compile("Ana construye la sección 5"))
    phone.sees("Lo consiente Toda la mesa: Nos dimos cuenta tarde")


@pytest.mark.nightly
def test_doubt_mode_answers_and_records_nothing(table: tuple[Screen, str], city: Tables) -> None:
    phone, match_id = table
    phone.tap(re.compile("^¿Puedo…"))
    phone.sees("Dejar de preguntar")
    touch(phone, FIRE, "Se puede: mover")
    phone.sees("Qué se ha comprobado")
    assert city.recorded(match_id) == 1
    phone.tap("Cerrar")
    phone.gone("Qué se ha comprobado")
    phone.gone("Cancelar")
    phone.tap("Dejar de preguntar")
    phone.gone("Dejar de preguntar")
    phone.sees("Turno de Ana")
    assert city.recorded(match_id) == 1


@pytest.mark.nightly
def test_unknown_value_is_asked_for_within_the_report(
    table: tuple[Screen, str], city: Tables
) -> None:
    phone, match_id = table
    other(phone, "Mover la figura", "se puede elegir")
    touch(phone, "Gran Salón", LEGAL)
    record(phone)
    phone.sees(re.compile("Gran Salón, [^.]*libre, figura de Ana"))
    touch(phone, "Gran Salón", "¿Qué pone en tu pieza?")
    phone.tap("5 · 4", exact=True)
    phone.tap("Apuntar")
    phone.sees("Gran Salón, marrón, sección 5 libre, sección 4 libre")
    phone.sees("¿Qué sección?")
    # It belongs to the form until that is recorded.
    assert "tile.great_hall.values" not in city.match(match_id).facts
    phone.tap("Cancelar")
    phone.sees(re.compile("Gran Salón, marrón, sección de valor desconocido libre"))


@pytest.mark.nightly
def test_adjustment_sets_the_real_balance(table: tuple[Screen, str], city: Tables) -> None:
    phone, match_id = table
    tool(phone, "Ajuste: la mesa dice otra cosa", "¿Qué no coincide?")
    choose(phone, "Beto", "¿Cuánto hay de verdad?")
    for _ in range(3):
        phone.tap("Aumentar cristales")
        phone.page.wait_for_timeout(400)
    phone.tap("Anotar el ajuste")
    phone.gone("¿Qué no coincide?")
    phone.sees("Se ha hecho un ajuste.")
    assert city.match(match_id).state.crystals(1) == 3
