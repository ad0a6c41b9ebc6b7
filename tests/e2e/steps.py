"""Steps that several browser tests share."""

import re

from tests.e2e.browser import Screen
from tests.e2e.report_steps import choose

GAME = "blue_moon_city"


def begin_match(
    phone: Screen, players: tuple[str, ...], title: str = "", *, again: bool = True
) -> str:
    """Set up a match, from the beginning or as it is, and leave its checklist open.

    Returns:
        The id of the match.
    """
    if again:
        phone.follow(f"/nueva/{GAME}")
    # The set-up may already be open at another step.
    phone.tap(re.compile("^1 de 3"))
    phone.sees("Quiénes juegan")
    _as_many_as(phone, len(players))
    for n, name in enumerate(players, 1):
        phone.type(f"Persona {n}", name)
        phone.sees(f"Subir a {name}")
    to_the_start(phone)
    if title:
        phone.tap(re.compile("^Opciones"))
        phone.type("Nombre de la partida (opcional)", title)
    phone.tap("Preparar la mesa")
    phone.page.wait_for_url(re.compile("/preparacion"))
    phone.gone("Quién empieza")
    phone.sees("Empezar a jugar")
    match = re.search(r"/partida/([^/]+)/", phone.page.url)
    assert match
    return match.group(1)


def _as_many_as(phone: Screen, wanted: int) -> None:
    """Set the number of people; those of the last match are there already."""
    there = 2
    while phone.has(f"Persona {there + 1}"):
        there += 1
    for _ in range(there, wanted):
        phone.tap("Añadir a alguien")
    for _ in range(wanted, there):
        phone.tap(re.compile("^Quitar a "))


def to_the_start(phone: Screen) -> None:
    """Go from the first step of the set-up to the last one."""
    phone.tap("Siguiente: La ciudad")
    phone.tap("Siguiente: Empezar")
    phone.sees("Quién empieza")


def play_alone(phone: Screen, title: str) -> str:
    """Set up a match of Ana and Beto at Ana's first turn.

    Returns:
        The id of the match.
    """
    match_id = begin_match(phone, ("Ana", "Beto"), title)
    phone.tap("Empezar a jugar")
    phone.sees("Turno de Ana")
    return match_id


def end_turn(phone: Screen, then: str) -> None:
    """Report the end of the turn, and check whose turn is next."""
    choose(phone, "Terminar el turno", then)
