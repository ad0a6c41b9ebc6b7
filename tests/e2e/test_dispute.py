"""Dispute: a refusal becomes a dispute, its decision a precedent for the next match."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import Screen, screen
from tests.e2e.report_steps import choose, other, record, touch
from tests.e2e.tables import Tables, tables

FIRE = "Templo del Fuego"
REFUSED = "No se puede: construir la sección 5 del Templo del Fuego"
QUESTION = "¿Vale pagar con dos y deber el resto?"


@pytest.fixture
def city(tmp_path: Path) -> Iterator[Tables]:
    """Yield two matches that have just begun."""
    with tables(tmp_path, fresh=2) as made:
        yield made


def _short_payment(phone: Screen, match_id: str) -> None:
    """Pay too little for a section as Ana, up to the ruling card."""
    phone.follow(f"/partida/{match_id}/mesa").sees("Turno de Ana")
    other(phone, "Mover la figura", "se puede elegir")
    touch(phone, FIRE, "Se puede anotar.")
    record(phone)
    choose(phone, re.compile("^Construir · 5"), "¿Con qué cartas?")
    choose(phone, "Otras…", "negra 2")
    choose(phone, "negra 2", "Faltan 3 de valor negro")
    phone.tap(re.compile("^Anotar ·"))
    phone.sees(REFUSED)


def test_dispute_becomes_a_precedent_for_the_next_match(browser: Browser, city: Tables) -> None:
    first, second = city.fresh
    with screen(browser, city.server.url) as phone:
        phone.go("/")
        _short_payment(phone, first)
        assert not phone.has("En esta casa ya se decidió")
        phone.tap("Abrir disputa", exact=True)
        phone.sees("Sobre esta respuesta")
        phone.sees(REFUSED)
        phone.tap("Abrir disputa", exact=True)
        phone.sees("Falta escribir qué se discute.")
        phone.type("¿Qué se discute?", QUESTION)
        phone.tap("Abrir disputa", exact=True)
        phone.sees("¿Qué se decide?")
        phone.sees("se llega a 2 y la sección pide 5")
        phone.sees("Reglas que se aplican")
        phone.tap("Se permite", exact=True)
        phone.tap("Beto", exact=True)
        phone.type("¿Por qué?", "Se paga luego")
        phone.tap("Guardar como precedente de la casa", exact=True)
        phone.sees("Lo decide: Beto")
        phone.tap("Ver la mesa de entonces")
        phone.sees("Tal como estaba con 2 anotaciones")
        phone.sees("figura de Ana")

        _short_payment(phone, second)
        phone.sees("En esta casa ya se decidió")
        phone.sees(QUESTION)
        phone.tap("Consentir como entonces", exact=True)
        phone.sees("Quién lo consiente")
        phone.tap("Anotar como consentida", exact=True)
        phone.sees("sección 5 de Ana")
        step = city.match(second).steps[-1]
        consent = step.item.entry.body.consent  # type: ignore[union-attr]
        assert consent
        assert consent.by == "Beto"
        assert consent.reason.startswith("Precedente de la casa (")
        assert consent.reason.endswith("): Se paga luego")

        phone.follow("/disputas").sees("Precedentes de la casa")
        phone.sees("Se permite")
        phone.tap(re.compile("^¿Vale pagar con dos"))
        phone.sees("Lo que respondió la aplicación")
