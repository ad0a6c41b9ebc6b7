"""Set-up of a new match."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from companion.games.blue_moon_city.components import EXAMPLE_CITY
from tests.e2e.browser import Screen, Server, screen
from tests.e2e.steps import GAME, begin_match, to_the_start

NAMES = 21


@pytest.fixture(scope="module")
def used(browser: Browser, server: Server) -> Iterator[Screen]:
    """Yield a phone on which matches have been set up already."""
    with screen(browser, server.url) as page:
        yield page.go("/")


@pytest.mark.nightly
def test_setup_names_what_is_missing_and_keeps_what_is_typed(phone: Screen) -> None:
    phone.follow(f"/nueva/{GAME}")
    phone.type("Persona 1", "Ana")
    phone.sees("Subir a Ana")
    phone.type("Persona 2", "ana")
    phone.sees("Subir a ana")
    phone.tap("Siguiente: La ciudad")
    phone.sees("Hay dos personas que se llaman Ana")
    phone.reload()
    phone.sees("Subir a Ana")


@pytest.mark.nightly
def test_letters_typed_fast_all_arrive(phone: Screen) -> None:
    phone.follow(f"/nueva/{GAME}")
    phone.type("Persona 1", "Maximiliana")
    phone.sees("Subir a Maximiliana")


@pytest.mark.nightly
def test_moving_a_player_up_changes_who_starts(phone: Screen) -> None:
    phone.follow(f"/nueva/{GAME}")
    phone.type("Persona 1", "Ana")
    phone.sees("Subir a Ana")
    phone.type("Persona 2", "Beto")
    phone.sees("Subir a Beto")
    phone.tap("Subir a Beto")
    to_the_start(phone)
    phone.tap("Preparar la mesa")
    phone.sees("Empieza Ana")


@pytest.mark.nightly
def test_city_is_entered_tile_by_tile(phone: Screen) -> None:
    phone.follow(f"/nueva/{GAME}")
    phone.tap("2 de 3: La ciudad")
    phone.tap("Colocarla yo")
    phone.sees("¿Qué baldosa hay en la casilla 1?")
    phone.tap("Biblioteca")
    phone.sees("¿Qué baldosa hay en la casilla 2?")
    phone.tap("Deshacer la última")
    phone.sees("¿Qué baldosa hay en la casilla 1?")
    phone.tap("La del reglamento")
    phone.sees("cópiala en la mesa")
    assert len(EXAMPLE_CITY) == NAMES


@pytest.mark.nightly
def test_table_rulings_can_be_read_and_changed(phone: Screen) -> None:
    phone.follow(f"/nueva/{GAME}")
    phone.tap("3 de 3: Empezar")
    phone.tap(re.compile("^Opciones"))
    phone.tap("Ver y cambiar")
    phone.tap("No, solo puede entrar o volar dentro")
    phone.sees("1 decisión de esta mesa")


def test_same_table_as_last_time_takes_three_touches(
    used: Screen,
) -> None:
    phone = used
    begin_match(phone, ("Eva", "Fito"))
    phone.follow("/").sees("Nueva partida")
    phone.touches = 0
    phone.tap(re.compile("^Blue Moon City. Nueva partida"))
    phone.tap(re.compile("^La misma mesa que la última vez"))
    phone.tap("Empezar a jugar")
    phone.sees("Turno de Eva")
    assert phone.touches == 3


def test_checklist_is_ticked_off_and_the_match_begins(used: Screen) -> None:
    phone = used
    match_id = begin_match(phone, ("Eva", "Fito", "Gala"))
    phone.sees("Faltan")
    phone.tap("Coloca el Mercado")
    phone.sees("Coloca el Mercado en el centro de la mesa. Hecho.")
    phone.go(f"/partida/{match_id}/preparacion")
    phone.sees("Coloca el Mercado en el centro de la mesa. Hecho.")
    phone.tap("Empezar a jugar")
    phone.sees("Turno de Eva")
