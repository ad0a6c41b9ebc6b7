"""Sentences typed in the rules of a match: heard, opened and asked, never recorded by it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import own_hub
from companion.ui import routes
from tests.e2e.browser import screen
from tests.e2e.report_steps import choose
from tests.e2e.shared_server import SharedServer, code_on, guest
from tests.e2e.tables import Tables, interrupted, tables

FIELD = "Pregunta o cuéntalo"
HEARD = "¿Es esto?"
FLIGHT = "llevar al dragón de los Vulca al Mercado con una negra 1"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Tables]:
    with tables(tmp_path, fresh=1) as ready:
        yield ready


def test_sentence_is_heard_opened_and_asked_but_not_recorded(
    browser: Browser, table: Tables
) -> None:
    match_id = table.fresh[0]
    begun = table.recorded(match_id)
    with screen(browser, table.server.url) as phone:
        phone.go(routes.match_rules(match_id))
        phone.type(FIELD, "¿puedo llevar el dragón de los Vulca al Mercado con una roja 1?")
        phone.sees(HEARD)
        phone.sees("No se puede")
        phone.type(FIELD, "mando el dragón de los Vulca al Mercado con una negra 1")
        phone.sees(f"Ana: {FLIGHT}. Se puede")
        choose(phone, re.compile(f"^Ana: {FLIGHT}"), "negra 1. Cambiar")
        choose(phone, "Preguntar", f"Se puede: {FLIGHT}")
    assert table.recorded(match_id) == begun


@pytest.mark.nightly
def test_plain_question_is_answered_by_the_table(browser: Browser, table: Tables) -> None:
    with screen(browser, table.server.url) as phone:
        phone.go(routes.match_rules(table.fresh[0]))
        phone.type(FIELD, "¿a quién le toca?")
        phone.sees("Turno de Ana")
        assert not phone.has(HEARD)


@pytest.mark.nightly
def test_guest_is_told_nothing_that_another_seat_hides(browser: Browser, tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        match_id = interrupted(hub, "santiago_de_cuba/all_level_2.acta", 40)
    server = SharedServer(tmp_path)
    server.start()
    try:
        with screen(browser, server.url) as host, guest(browser, server) as beto:
            host.go(f"/partida/{match_id}/compartir").sees("¿Qué sitios se quedan aquí?")
            host.tap("Abrir la mesa")
            beto.go(f"/#{code_on(host)}").sees("¿Quién eres?")
            beto.tap(re.compile("^Beto"))
            beto.gone("¿Quién eres?")
            beto.follow(routes.match_rules(match_id))
            beto.type(FIELD, "¿cuántos pesos tiene Ana?")
            beto.sees("Ana, pesos: oculto")
            beto.type(FIELD, "¿cuántos pesos tengo?")
            beto.sees(re.compile(r"Beto, pesos: \d"))
            beto.type(FIELD, "Ana da un peso a El Zorro")
            beto.rest()
            assert "Se puede\n" not in beto.text()
    finally:
        server.stop()
