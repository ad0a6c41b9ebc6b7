"""Worked turn of the rulebook on the real screens, with every number checked."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import Screen, screen
from tests.e2e.report_steps import LEGAL, choose, record, touch
from tests.e2e.tables import Tables, tables


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with tables(tmp_path_factory.mktemp("datos"), worked=1) as made:
        yield made


def test_worked_turn_of_the_rulebook_shows_its_numbers(browser: Browser, city: Tables) -> None:
    match_id = city.worked[0]
    with screen(browser, city.server.url) as phone:
        phone.go(f"/partida/{match_id}/mesa")
        _calls_the_blue_dragon(phone)
        _walks_to_the_university(phone)
        _builds_the_five(phone)
        _sees_what_it_gave(phone)
        _ends_the_turn(phone)
        _reads_the_score(phone)
    state = city.match(match_id).state
    assert [state.crystals(seat) for seat in (0, 1)] == [4, 4]
    assert [state.scales(seat) for seat in (0, 1)] == [3, 0]


def _calls_the_blue_dragon(phone: Screen) -> None:
    phone.sees("Turno de Púrpura")
    phone.sees("Universidad, blanco, sección 5 libre, sección 2 de Gris, dragón de los Terrah")
    choose(phone, "Dragón: Mover un dragón", "dragón de los Aqua")
    # Only a card of value 1 moves it outside the city, so the form does not ask for the card.
    choose(phone, re.compile("^dragón de los Aqua"), "se puede elegir")
    phone.sees("azul 1")
    touch(phone, "Universidad", "dragón de los Terrah, dragón de los Aqua")
    phone.sees("Púrpura: ofrendas 0/6, escamas 0, cartas 7")
    phone.sees("sección 2 de Gris, dragón de los Terrah, dragón de los Aqua")


def _walks_to_the_university(phone: Screen) -> None:
    there = "Universidad, blanco, sección 5 libre, sección 2 de Gris, figura de Púrpura"
    touch(phone, "Universidad", there)


def _builds_the_five(phone: Screen) -> None:
    # Only one section is free, so the form does not ask which.
    touch(phone, "Universidad", "¿Con qué cartas?")
    choose(phone, "Otras…", "blanca 2")
    choose(phone, "blanca 2", "Faltan 3 de valor blanco")
    phone.tap("blanca 3", exact=True)
    record(phone)
    phone.sees("Universidad, blanco, terminado")


def _sees_what_it_gave(phone: Screen) -> None:
    phone.sees("Púrpura: ofrendas 0/6, escamas 3, cartas 5+2")
    phone.sees("Gris: ofrendas 0/6, escamas 0, cartas 10")
    phone.sees("Escamas: 6")
    phone.sees("Mazo: 60")
    phone.sees("Descarte: 3")
    phone.tap(re.compile("^Púrpura: "))
    with phone.holding("Mantén pulsado para ver lo de Púrpura"):
        phone.sees("Púrpura: ofrendas 0/6, escamas 3, cristales 4, cartas 5+2")
    phone.gone("cristales 4")
    phone.tap(re.compile("^Gris: "))
    with phone.holding("Mantén pulsado para ver lo de Gris"):
        phone.sees("Gris: ofrendas 0/6, escamas 0, cristales 4, cartas 10")
    assert "cristales 4, cartas 5+2" not in phone.text()
    phone.tap("Cerrar")


def _ends_the_turn(phone: Screen) -> None:
    choose(phone, "Terminar el turno, con detalle", LEGAL)
    choose(phone, re.compile("^2 × carta · Propuesta"), "Quitar carta")
    record(phone)
    phone.sees("Turno de Gris")
    phone.sees("Púrpura: ofrendas 0/6, escamas 3, cartas 9")
    phone.sees("Mazo: 56")
    phone.sees("Descarte: 5")


def _reads_the_score(phone: Screen) -> None:
    phone.tap("Marcador")
    phone.sees("Púrpura, Escamas: 3")
    phone.sees("Púrpura, Cristales: oculto")
    phone.tap(re.compile("^Púrpura, Cristales"))
    with phone.holding("Mantén pulsado para ver lo de Púrpura"):
        phone.sees("Púrpura, Cristales: 4")
        phone.sees("Cristales de Púrpura")
        phone.sees("+3")
        phone.sees("+1")
    phone.gone("Púrpura, Cristales: 4")
