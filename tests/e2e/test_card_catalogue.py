"""Card catalogue: a card typed line by line, with touches alone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import PHONE, Server, screen
from tests.e2e.steps import GAME


class WithCards(Server):
    """Server with an open catalogue in one of its boxes."""

    def command(self) -> list[str]:
        """Return the usual command, with these cards."""
        words = super().command()
        return ["tests.e2e.serve_cards" if word == "companion" else word for word in words]


@pytest.mark.nightly
def test_lines_of_a_card_are_composed_and_described(browser: Browser, tmp_path: Path) -> None:
    server = WithCards(tmp_path).start()
    try:
        with screen(browser, server.url, PHONE) as phone:
            phone.go(f"/caja/{GAME}/nueva")
            phone.tap("Apuntar los valores")
            phone.tap(re.compile("^Añadir: Favor 1"))
            phone.tap("Ganar", exact=True)
            phone.tap("3", exact=True)
            phone.tap("cartas", exact=True)
            phone.sees(re.compile("Da 3.cartas"))
            phone.tap("A mano", exact=True)
            phone.sees(re.compile("Quitar"))
            phone.type("Lo que hace la mesa", "baraja los favores")
            phone.sees("La mesa lo hace a mano: baraja los favores.")
            phone.tap("Guardar", exact=True)
    finally:
        server.stop()
