"""An evening without a referee: a known game counted from its set-up to the result, by touch."""

import pytest

from tests.e2e.browser import Screen

NAMES = ("Ana", "Beto")
STEPS = {
    "urban_sprawl": ("Cuánto dura", "Empezar"),
    "blue_moon": ("Los mazos", "Empezar"),
}


def _set_up(phone: Screen, game: str) -> None:
    phone.follow(f"/nueva/{game}")
    for n, name in enumerate(NAMES, 1):
        phone.type(f"Persona {n}", name)
    for step in STEPS[game]:
        phone.tap(f"Siguiente: {step}")
    phone.tap("Contar sin árbitro")


@pytest.mark.parametrize(
    ("game", "decides", "end"),
    [
        ("urban_sprawl", "Prestigio", "Gana Beto con"),
        pytest.param("blue_moon", "Cristales", "Gana Beto, con", marks=pytest.mark.nightly),
    ],
)
def test_game_is_counted_from_its_set_up_to_the_result(
    phone: Screen, game: str, decides: str, end: str
) -> None:
    _set_up(phone, game)
    phone.sees("Se cuenta, sin árbitro")
    phone.touches = 0
    for _ in range(2):
        phone.tap(f"Uno más: {decides} de Beto")
    phone.tap("Siguiente turno")
    phone.tap(f"Uno menos: {decides} de Beto")
    phone.tap("Deshacer")
    assert phone.touches == 5
    phone.button(f"Uno más: {decides} de Beto").click(delay=900)
    phone.tap("Terminar")
    phone.type("Por qué (si se quiere decir)", "Se ha hecho tarde")
    phone.tap("Terminar la partida")
    phone.tap("Ver el resultado")
    phone.sees(end)
    phone.sees("La mesa da por terminada la partida: Se ha hecho tarde")
