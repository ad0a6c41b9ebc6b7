"""Sentences typed in the rules of a match: heard, opened and asked, never recorded by it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright

from companion.bootstrap import own_hub
from companion.ui import routes
from tests.e2e.browser import Screen, screen
from tests.e2e.report_steps import choose
from tests.e2e.shared_server import SharedServer, code_on, guest
from tests.e2e.sites import Site, client, kept_for_later, phone_of
from tests.e2e.steps import play_alone
from tests.e2e.tables import Tables, interrupted, tables

FIELD = "Pregunta o cuéntalo"
HEARD, MEANT = "¿Es esto?", "¿Quieres decir…?"
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
        choose(phone, re.compile(f"^Ana: {FLIGHT}"), "negra 1 · ")
        choose(phone, "Preguntar", f"Se puede: {FLIGHT}")
    assert table.recorded(match_id) == begun


def _read_out(phone: Screen, role: str) -> list[str]:
    """Return what a screen reader reads of everything with a role."""
    there = phone.page.get_by_role(role).all()  # type: ignore[arg-type]
    return [one.get_attribute("aria-label") or one.inner_text() for one in there]


@pytest.mark.nightly
def test_what_was_asked_is_recorded_by_hand(browser: Browser, table: Tables) -> None:
    """Typed, read out, opened, asked and tried; only the last touch records."""
    match_id = table.fresh[0]
    begun = table.recorded(match_id)
    with screen(browser, table.server.url) as phone:
        phone.go(routes.match_rules(match_id))
        phone.type(FIELD, "mando el dragón de los Vulca al Mercado con una negra 1 y dos monedas")
        phone.sees(MEANT)
        phone.rest()
        assert FIELD in _read_out(phone, "textbox")
        assert MEANT in _read_out(phone, "heading")
        buttons = _read_out(phone, "button")
        open_ = f"Ana: {FLIGHT}. Depende: toca para seguir. No se entiende: dos, monedas"
        assert open_ in buttons
        # What was heard is read before the sections of the rules.
        assert buttons.index(open_) == buttons.index("Disputas") + 1
        phone.tap(open_, exact=True)
        choose(phone, "Preguntar", f"Se puede: {FLIGHT}")
        choose(phone, "¿Y si se hace?", "Nada de esto está anotado")
        assert table.recorded(match_id) == begun
        choose(phone, "Qué cambia", "Anotarlo de verdad")
        phone.tap("Anotarlo de verdad")
        phone.gone("Anotarlo de verdad")
        phone.rest()
    assert table.recorded(match_id) == begun + 1


@pytest.mark.nightly
def test_question_at_the_board_and_in_a_dispute(browser: Browser, table: Tables) -> None:
    match_id = table.fresh[0]
    begun = table.recorded(match_id)
    with screen(browser, table.server.url) as phone:
        phone.go(routes.match(match_id))
        phone.tap(re.compile("^¿Puedo…"))
        choose(phone, "Otra jugada…", FIELD)
        phone.type(FIELD, "muebo la figura al palacio")
        phone.sees("Ana: mover la figura al Palacio")
        # A dispute begins with a question that was taken there.
        phone.follow(routes.match_rules(match_id))
        phone.type(FIELD, "muebo la figura al palacio")
        phone.tap("Disputas")
        phone.follow(routes.open_dispute(match_id))
        phone.sees("Ana: mover la figura al Palacio")
        phone.tap(re.compile("^Ana: mover la figura"))
        choose(phone, "Abrir disputa", "muebo la figura al palacio")
    assert table.recorded(match_id) == begun


@pytest.mark.nightly
def test_question_is_answered_in_the_phone_alone(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = client(context, site)
        match_id = play_alone(phone, "En casa")
        kept_for_later(phone)
        site.stop()
        phone.follow(routes.match_rules(match_id))
        phone.sees("Por ejemplo:")
        # The first click into a field after a change of screen may only wake it.
        phone.page.get_by_label(FIELD).first.click()
        phone.rest()
        phone.type(FIELD, "¿a quién le toca?")
        phone.sees("Turno de Ana")
        phone.type(FIELD, "bamos a acabar el turno")
        phone.sees("Ana: terminar el turno")
        phone.tap(re.compile("^Ana: terminar el turno"))
        choose(phone, "Preguntar", "Se puede: terminar el turno")


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
