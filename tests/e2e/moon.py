"""Blue Moon as two people play it: the set-up, and the touches of each report."""

import re

from tests.e2e.browser import Screen

GAME = "blue_moon"


def set_up(phone: Screen, deck: str = "") -> None:
    """Begin a match of Ana, with another deck than the first one if it is named, and Beto."""
    phone.go(f"/nueva/{GAME}").sees("Quiénes juegan")
    for n, name in enumerate(("Ana", "Beto"), 1):
        phone.type(f"Persona {n}", name)
    phone.tap(re.compile("^Siguiente"))
    phone.sees("Mazo de Ana")
    if deck:
        phone.tap(deck, exact=True)
    phone.tap(re.compile("^Siguiente"))
    phone.tap("Preparar la mesa")
    phone.tap("Empezar a jugar")
    phone.sees("Turno de Ana")


def play(phone: Screen, card: str, then: str) -> None:
    """Play a card from the grid, and wait for its result."""
    phone.tap("Jugar cartas", exact=True)
    phone.tap(re.compile(f"^{card}, número"))
    phone.sees(then)


def announce(phone: Screen, power: str, then: str) -> None:
    """Announce the power: «4 en fuego»."""
    phone.tap(f"Anunciar el poder · {power}", exact=True)
    phone.sees(then)


def turn(phone: Screen, card: str, power: str, then: str) -> None:
    """Play the commonest turn: a card, and the power that it makes."""
    play(phone, card, f": {power}")
    announce(phone, power, then)
