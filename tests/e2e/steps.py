"""What several browser tests do on their way."""

import re

from tests.e2e.browser import Screen

GAME = "blue_moon_city"


def begin_match(
    phone: Screen, players: tuple[str, ...], title: str = "", *, again: bool = True
) -> str:
    """Sets up a match, from the beginning or as it is, and leaves its checklist open.

    Returns:
        The id of the match.
    """
    if again:
        phone.go(f"/nueva/{GAME}")
    phone.sees("Quiénes juegan")
    for _ in range(len(players) - 2):
        phone.tap("Añadir a alguien")
    for n, name in enumerate(players, 1):
        phone.type(f"Persona {n}", name)
        phone.sees(f"Subir a {name}")
    if title:
        phone.type("Nombre de la partida (opcional)", title)
    phone.tap("Preparar la mesa")
    phone.page.wait_for_url(re.compile("/preparacion"))
    phone.gone("Quiénes juegan")
    phone.sees("Empezar a jugar")
    found = re.search(r"/partida/([^/]+)/", phone.page.url)
    assert found
    return found.group(1)
