"""Santiago de Cuba on real screens: the set-up, the dice, a turn and a loading round."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.match.fold import Match
from companion.rulebook import loader
from companion.services.matches.results import NewMatch
from companion.ui import routes
from tests.e2e.browser import Screen, Server, screen

GAME = "santiago_de_cuba"
STREET = ("María", "Martínez", "Conchita", "Pedro", "Pablo", "José", "El Zorro", "Miguel")
BUILDINGS = (
    *("Casino", "Iglesia", "Oficina portuaria"),
    *("Aserradero", "Mercado negro", "Periódico"),
    *("Destilería", "Fábrica de tabacos", "Oficina"),
)
FLOWERS = ("amarilla", "azul", "roja")

LAID = ("maria", "martinez", "conchita", "pedro", "pablo", "jose", "zorro", "miguel", "alonso")
STANDING = (
    *("casino", "church", "harbour_office"),
    *("sawmill", "black_market", "newspaper"),
    *("distillery", "cigar_factory", "office"),
    *("bank", "cafe", "customs"),
)
"""Buildings by id, with the last of each colour."""

pytestmark = pytest.mark.skipif(GAME not in GAMES, reason="the game is not registered yet")


@pytest.fixture
def laid(browser: Browser, tmp_path: Path) -> Iterator[Screen]:
    """Yield a phone at a match with that street, created through the hub."""
    with own_hub(tmp_path) as hub:
        options = {"players": ["Ana", "Beto"], "street": LAID, "buildings": STANDING}
        facts = loader.load(GAME).default_facts()
        match = hub.matches.create(NewMatch(GAME, options, facts=facts))
        assert isinstance(match, Match), match
    server = Server(tmp_path).start()
    try:
        with screen(browser, server.url) as phone:
            phone.go(routes.match(match.started.match)).sees("Turno de Beto")
            yield phone
    finally:
        server.stop()


@pytest.fixture
def table(browser: Browser, tmp_path: Path) -> Iterator[Screen]:
    """Yield a phone at a match set up on screen, with Beto's dice still to be rolled.

    It uses a data folder of its own: names remembered from other matches would fill the seats.
    """
    server = Server(tmp_path).start()
    try:
        yield from _set_up(browser, server)
    finally:
        server.stop()


def _set_up(browser: Browser, server: Server) -> Iterator[Screen]:
    with screen(browser, server.url) as phone:
        phone.go(f"/nueva/{GAME}").sees("Quiénes juegan")
        for n, name in enumerate(("Ana", "Beto"), 1):
            phone.type(f"Persona {n}", name)
            phone.sees(f"Subir a {name}")
        phone.tap("Siguiente: La calle")
        phone.tap("Apuntar lo que hay", exact=True)
        for n, name in enumerate(STREET, 1):
            phone.tap(name, exact=True)
            phone.sees(f"Parada {n}: {name}")
        for n, name in enumerate(BUILDINGS):
            phone.sees(f"¿Qué hay bajo la flor {FLOWERS[n // 3]}?")
            phone.tap(name, exact=True)
            phone.sees(f"{name}, {FLOWERS[n // 3]}")
        phone.sees("Tiene que estar así en tu mesa.")
        phone.tap("Siguiente: Empezar")
        phone.tap("Preparar la mesa")
        phone.tap("Empezar a jugar")
        phone.sees("Turno de Beto")
        yield phone


def _record(phone: Screen) -> None:
    phone.sees("Se puede anotar.")
    phone.tap("Anotar", exact=True)
    phone.gone("Se puede anotar.")


def _touch(phone: Screen, name: str) -> None:
    """Touch a stop or a building, which is recorded at once."""
    phone.tap(re.compile(f"^{name},"))


def _stands(phone: Screen) -> object:
    """Return the place of an unselected control at rest; a selected one has a thicker border."""
    phone.rest()
    return phone.button("tabaco: 0", exact=True).bounding_box()


def _roll(phone: Screen) -> None:
    phone.tap("Lanzar los dados", exact=True)
    shown = {"caña de azúcar": 1, "cítricos": 2, "tabaco": 3, "ron": 2}
    stand = _stands(phone)
    for good, number in shown.items():
        phone.tap(f"{good}: {number}", exact=True)
    phone.tap("Apartar el dado: puros", exact=True)
    phone.sees("Se puede anotar.")
    assert _stands(phone) == stand, "the verdict moves what is touched"
    _record(phone)


def test_turn_and_loading_round_are_reported_by_touch(laid: Screen) -> None:
    phone = laid
    _roll(phone)
    phone.sees("Turno de Ana")
    phone.sees("El barco pide tabaco: 3")
    phone.sees("Barco 1 de 7, cada mercancía vale 2 puntos, dado apartado: puros")
    phone.sees("En la reserva, tabaco: 6")

    phone.sees("Pedro, flor blanca, da 2 tabacos, ir cuesta 3 pesos")
    _touch(phone, "Pedro")
    phone.sees("En la reserva, tabaco: 4")
    _touch(phone, "Banco")
    phone.sees("Turno de Beto")
    phone.sees("Banco, flor blanca, con el peón de Ana")

    _touch(phone, "Miguel")
    phone.sees("En la reserva, madera: 6")
    _touch(phone, "Aserradero")
    phone.tap("Usar el Aserradero", exact=True)
    phone.sees("En la reserva, madera: 7")

    phone.sees("Turno de Ana")
    _touch(phone, "Puerto")
    phone.sees("Turno de Ana Carga o pasa")
    phone.tap("El barco pide tabaco: 3")
    # Both seats use this phone, so the option is offered whether or not Ana has any wood: hiding it
    # would reveal that.
    phone.tap("Cargar mercancías", exact=True)
    phone.tap("3", exact=True)
    phone.sees("El barco pide tabaco: 0")
    phone.sees("Le toca a Beto Carga o pasa")
    phone.tap("Cargar madera", exact=True)
    phone.tap(re.compile("^El barco pide ron"))
    phone.tap("1", exact=True)
    phone.sees("El barco pide ron: 1")
    for name in ("Ana", "Beto"):
        phone.sees(re.compile(f"(Turno de|Le toca a) {name} Carga o pasa"))
        phone.tap("Pasar en la carga", exact=True)

    phone.sees("Turno de Beto")
    phone.sees("cada mercancía vale 3 puntos")
    phone.tap(re.compile(r"^Ana:.*oculto: toca para poder verlo"))
    assert not phone.has("8 puntos")
    with phone.holding("Mantén pulsado para ver lo de Ana"):
        phone.sees("Ana: 1 peso, 8 puntos, 1 caña de azúcar, 1 cítrico, 3 fichas de propiedad")
    phone.gone("8 puntos")


@pytest.mark.nightly
def test_app_rolls_the_dice_and_the_table_sets_one_aside(table: Screen) -> None:
    phone = table
    phone.tap("Lanzar los dados", exact=True)
    phone.rest()
    aside = phone.button("Apartar el dado: ron", exact=True)
    stand = aside.bounding_box()
    phone.tap("Tirar por la app")
    phone.sees("Falta apartar un dado.")
    phone.sees("Se han puesto los cinco")
    phone.rest()
    assert aside.bounding_box() == stand, "what can be touched now moves the dice"
    phone.tap("Apartar el dado: ron", exact=True)
    phone.sees("Cuatro dados en el barco y uno apartado.")
    _record(phone)
    phone.sees("dado apartado: ron")
