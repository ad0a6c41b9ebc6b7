"""Buka deck in Chromium, by touching only: ships, and cards face down."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import Screen, Server, screen
from tests.e2e.moon import announce, play, set_up, turn


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Yield a server on a folder of its own, without names remembered from other matches."""
    running = Server(tmp_path).start()
    yield running
    running.stop()


@contextmanager
def _touches(phone: Screen, most: int) -> Iterator[None]:
    """Check that no more touches are needed."""
    phone.touches = 0
    yield
    assert phone.touches <= most


def _bluff(phone: Screen, then: str) -> None:
    phone.tap("Jugar una carta boca abajo", exact=True)
    phone.sees(then)


def _on_ship(phone: Screen, what: str) -> None:
    """Touch the ship, and an action with it."""
    phone.tap(re.compile("^Rising Sun, barco"))
    phone.tap(what, exact=True)


def _trusted(phone: Screen, other: Screen) -> None:
    """Play a bluff that nobody calls: it is shown as the fight ends, and brings nothing."""
    with _touches(phone, 5):
        play(phone, "Rising Sun", "Ana juega Rising Sun")
        play(phone, "Captain Su Cha", "Poder de Ana: 4 en fuego, 3 en tierra")
        announce(phone, "4 en fuego", "Turno de Beto")
    turn(phone, "Zedemikras the Brain", "4 en fuego", "Turno de Ana")
    with _touches(phone, 4):
        play(phone, "Cannoneer Edilia Paal", "Poder de Ana: 1 en fuego, faltan 3")
        phone.tap("Deshacer", exact=True)
        phone.sees("Juega un personaje")
    with _touches(phone, 4):
        play(phone, "Sailingmaster Boo Marn", "Poder de Ana: 4 en fuego")
        _bluff(phone, "Poder de Ana: 6 = 4 + 2 en fuego")
        announce(phone, "6 en fuego", "Dice si descubre el farol")
    other.sees("Farol 1, apoyo")
    with _touches(phone, 1):
        phone.tap("Dejar el farol", exact=True)
        phone.sees("Juega un personaje, o se retira")
    phone.tap("Retirarse de la pelea", exact=True)
    phone.sees("Turno de Ana Enseña 1 carta que estaba boca abajo")
    with _touches(phone, 2):
        phone.tap("Enseñar las cartas boca abajo", exact=True)
        phone.tap(re.compile("^Cannoneer Tara Ko, número"))
        phone.sees("Ana: 1 dragón")


def _landing(phone: Screen) -> None:
    """Load a ship in place of a support, and play one in the turn in which it lands."""
    turn_of_beto = "Turno de Beto"
    play(phone, "Penemikanas the Paranoid", "Poder de Beto: 2 en fuego")
    announce(phone, "2 en fuego", "Turno de Ana")
    with _touches(phone, 6):
        play(phone, "Boatswain Mena Marn", "Poder de Ana: 2 en fuego")
        _on_ship(phone, "Cargar una carta en un barco")
        phone.tap(re.compile("^B.P. Unity, número"))
        phone.sees("1 carta a bordo de 4: B.P. Unity")
        announce(phone, "2 en fuego", turn_of_beto)
    turn(phone, "Nirwadas the Traveler", "3 en fuego", "Turno de Ana")
    with _touches(phone, 5):
        _on_ship(phone, "Desembarcar un barco")
        phone.sees("desembarca")
        turn(phone, "B.P. Unity", "3 en fuego", turn_of_beto)


def _called(phone: Screen) -> None:
    """Call a bluff that is false in fire: the caller gets a dragon, and the other retreats."""
    turn(phone, "Vetraskedas the Sceptic", "3 en fuego", "Turno de Ana")
    play(phone, "Sailingmaster Yo Cha", "Poder de Ana: 3 en fuego")
    _bluff(phone, "Poder de Ana: 5 = 3 + 2 en fuego")
    announce(phone, "5 en fuego", "Dice si descubre el farol")
    with _touches(phone, 3):
        phone.tap("Descubrir el farol", exact=True)
        phone.sees("Turno de Ana")
        phone.tap("Enseñar las cartas boca abajo", exact=True)
        # Only one card lay face down, so the first answer is the only one.
        phone.tap(re.compile("^Coxswain Mora Marn, número"))
        phone.sees("Beto: 1 dragón")
    phone.sees("Turno de Ana")


@pytest.mark.nightly
def test_ships_and_bluffs_are_played_by_touching_only(browser: Browser, server: Server) -> None:
    with screen(browser, server.url) as phone, screen(browser, server.url) as other:
        set_up(phone, "Buka")
        other.go(phone.page.url.removeprefix(server.url.rstrip("/"))).sees("Turno de Ana")
        _trusted(phone, other)
        _landing(phone)
        _called(phone)
        other.sees("Beto: 1 dragón")
