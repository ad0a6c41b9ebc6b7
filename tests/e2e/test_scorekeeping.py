"""Counting without a referee, by touch: a game that the app does not know, and a second phone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import own_hub
from companion.match.fold import Match
from companion.services.matches.results import NewMatch
from tests.e2e.browser import Screen, screen
from tests.e2e.shared_server import SharedServer, code_on, guest

LONG = 900
"""Milliseconds for which a button is held."""


def test_unknown_game_is_counted_from_its_set_up_to_the_result(phone: Screen) -> None:
    phone.follow("/nueva/scorekeeping")
    phone.type("Persona 1", "Ana")
    phone.type("Persona 2", "Beto")
    phone.tap("Siguiente: Qué se cuenta")
    phone.type("¿A qué se juega?", "Oca")
    phone.tap("Monedas")
    phone.tap("Siguiente: Empezar")
    phone.touches = 0
    phone.tap("Preparar la mesa")
    phone.tap("Uno más: Puntos de Ana")
    phone.sees("Puntos de Ana: 1")
    phone.tap("Uno menos: Monedas de Beto")
    phone.sees("Monedas de Beto: −1")
    assert phone.touches == 3
    phone.button("Uno más: Puntos de Ana").click(delay=LONG)
    phone.sees("Puntos de Ana: 6")
    phone.tap("Deshacer")
    phone.sees("Puntos de Ana: 1")
    phone.tap("Puntos de Beto: 0")
    phone.tap("20", exact=True)
    phone.tap("Anotar")
    phone.sees("Puntos de Beto: 20")
    phone.tap("Pasar al siguiente turno")
    phone.sees("Turno de Beto")
    phone.tap("Terminar la partida")
    phone.sees("Gana Beto con más que nadie. Puntos: 20.")
    # What is over is read, not counted.
    phone.gone("Uno más: Puntos de Ana")
    phone.sees("Puntos de Beto: 20")
    phone.tap("Ver el resultado")
    phone.sees("Para compartir")
    phone.follow("/estadisticas").sees("Oca · Solo la cuenta")


@pytest.mark.nightly
def test_second_phone_counts_for_everybody(browser: Browser, tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        options = {"players": ["Ana", "Beto", "Clara"], "name": "Chinchón", "fewest": True}
        made = hub.matches.create(NewMatch("scorekeeping", options))
        assert isinstance(made, Match)
    server = SharedServer(tmp_path)
    server.start()
    try:
        with screen(browser, server.url) as host, guest(browser, server) as other:
            host.go(f"/partida/{made.started.match}/mesa").sees("Turno de Ana")
            host.tap("Mesa compartida")
            host.tap("Abrir la mesa")
            other.go(f"/#{code_on(host)}").sees("¿Quién eres?")
            other.tap(re.compile("^Beto"))
            other.tap("Uno más: Puntos de Ana")
            host.tap("Volver al tablero")
            host.sees("Puntos de Ana: 1")
            host.tap("Uno más: Puntos de Beto")
            other.sees("Puntos de Beto: 1")
            other.tap("Cerrar la ronda")
            other.tap(re.compile("^Anotar"))
            host.sees("Ronda 2")
            other.tap("Acta")
            other.sees("se cuenta, sin árbitro")
            other.tap("Mesa", exact=True)
            host.tap("Terminar la partida")
            other.sees("Gana Clara con menos que nadie")
    finally:
        server.stop()
