"""Blue Moon on real screens: the set-up, a deck, a turn of three touches, a second phone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import Server, screen
from tests.e2e.moon import GAME


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Yield a server on a folder of its own, without names remembered from other matches."""
    running = Server(tmp_path).start()
    yield running
    running.stop()


def test_built_deck_is_saved_and_played_while_another_screen_follows(
    browser: Browser, server: Server
) -> None:
    with screen(browser, server.url) as phone, screen(browser, server.url) as other:
        phone.go(f"/nueva/{GAME}").sees("Quiénes juegan")
        for n, name in enumerate(("Ana", "Beto"), 1):
            phone.type(f"Persona {n}", name)
        phone.tap(re.compile("^Siguiente"))
        phone.tap("Construir", exact=True)
        phone.sees("El mazo de Ana: Vulca")
        phone.tap(re.compile("^Glimmer"))
        phone.tap(re.compile("^Siguiente"))
        phone.sees("Todavía no se puede empezar")
        phone.tap(re.compile("^Hoax: "))
        phone.tap(re.compile("^Zedemikras"))
        phone.tap("Guardar para otra vez")
        phone.tap("Listo", exact=True)
        phone.tap(re.compile("^Siguiente"))
        phone.tap("Preparar la mesa")
        phone.sees("Ana: líder Vulca")
        phone.tap("Empezar a jugar")
        phone.sees("Turno de Ana")
        other.go(phone.page.url.removeprefix(server.url.rstrip("/"))).sees("Turno de Ana")
        # A turn takes three touches.
        phone.touches = 0
        phone.tap("Jugar cartas", exact=True)
        phone.tap(re.compile("^Zedemikras"))
        phone.sees("Poder de Ana: 4 en fuego, 0 en tierra")
        phone.tap("Anunciar el poder · 4 en fuego", exact=True)
        assert phone.touches == 3
        for each in (phone, other):
            each.sees("Turno de Beto")
            each.sees("Poder de Ana: 4 en fuego")
        phone.tap("Deshacer", exact=True)
        other.sees("Turno de Ana")
        phone.follow(f"/nueva/{GAME}").sees("La misma mesa")
        phone.tap(re.compile("^Siguiente"))
        phone.sees("Vulca de Ana")
