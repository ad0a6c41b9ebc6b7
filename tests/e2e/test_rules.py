"""Rules: search, sections and sheets."""

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import DESKTOP, Screen, Server, screen
from tests.e2e.steps import GAME, begin_match


def test_search_without_accents_leads_to_a_section_and_back(phone: Screen) -> None:
    phone.tap("Reglas de Blue Moon City")
    phone.type("Buscar en las reglas", "EMPATE escámas")
    phone.sees("resultados")
    phone.tap("Empate a más escamas")
    phone.sees("En el reglamento:")
    phone.tap("Volver")
    phone.sees("resultados")
    phone.tap("Volver")
    phone.sees("Nueva partida")


@pytest.mark.nightly
def test_building_rewards_are_listed_on_one_sheet(phone: Screen) -> None:
    phone.follow(f"/reglas/{GAME}")
    phone.tap("Qué da cada edificio")
    phone.sees("Para su Maestro de obras: 2 cristales.")
    phone.tap("Volver")
    phone.sees("Buscar en las reglas")


@pytest.mark.nightly
def test_chapter_unfolds_and_can_be_read_whole(phone: Screen) -> None:
    phone.follow(f"/reglas/{GAME}")
    phone.tap("Puntuar las escamas")
    phone.tap("El capítulo entero")
    phone.sees("Al tomar la última escama")
    phone.sees("La aplicación lo cuenta o lo recuerda")


@pytest.mark.nightly
def test_search_without_hits_gives_advice(phone: Screen) -> None:
    phone.follow(f"/reglas/{GAME}")
    phone.type("Buscar en las reglas", "zzzz")
    phone.sees("Nada con esas palabras")


@pytest.mark.nightly
def test_index_and_section_are_side_by_side_on_a_wide_screen(
    browser: Browser, server: Server
) -> None:
    with screen(browser, server.url, DESKTOP) as page:
        page.go(f"/reglas/{GAME}/powers.grey_one")
        page.sees("Buscar en las reglas")
        page.sees("La gris 1 y el Mercado")


@pytest.mark.nightly
def test_rules_within_a_match_show_the_reading_of_its_table(phone: Screen) -> None:
    match_id = begin_match(phone, ("Hugo", "Inés"))
    phone.follow(f"/partida/{match_id}/reglas/powers.grey_one")
    phone.sees("Se aplica: Sí, el Mercado es una baldosa más")
    phone.tap("Mesa")
    phone.sees("Turno de Hugo")
