"""Shared table of several devices: the host on its own, the others by an invitation."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import own_hub
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from tests.e2e.browser import PHONE, Screen, screen
from tests.e2e.report_steps import choose, touch
from tests.e2e.shared_server import CODE, SharedServer, code_on, guest
from tests.e2e.tables import new_match

SMALL = {"width": 360, "height": 740}
_FOOT = 150
"""Pixels at the foot of a phone that are always covered."""
OUT = "Esta mesa no está abierta para este dispositivo"
FIRE = "Templo del Fuego"


@dataclass
class Shared:
    """Server, and matches that no test has used yet."""

    server: SharedServer
    matches: list[str]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    folder: Path = tmp_path_factory.mktemp("datos")
    with own_hub(folder) as hub:
        match_ids = [new_match(hub, EXAMPLE_CITY, ("Ana", "Beto", "Carla")) for _ in range(7)]
    server = SharedServer(folder)
    server.start()
    yield Shared(server, match_ids)
    server.stop()


@dataclass
class Opened:
    """Table just opened, and the host's screen at its panel."""

    host: Screen
    match_id: str
    code: str


@pytest.fixture
def opened(browser: Browser, shared: Shared) -> Iterator[Opened]:
    match_id = shared.matches.pop()
    with screen(browser, shared.server.url) as host:
        host.go(f"/partida/{match_id}/mesa").sees("Turno de Ana")
        choose(host, "Mesa compartida", "¿Qué sitios se quedan aquí?")
        host.tap("Abrir la mesa")
        yield Opened(host, match_id, code_on(host))
        # Close the table, so that the next test starts with a closed one.
        host.follow(f"/partida/{match_id}/compartir").sees("Quién ha llegado")
        _close(host)


def _close(host: Screen) -> None:
    host.tap("Cerrar la mesa")
    host.tap("Sí, cerrarla")
    host.sees("¿Qué sitios se quedan aquí?")


def _clear_of_the_actions(phone: Screen, said: str) -> None:
    """Check that a notice lies above the board, and below the header with the undo button."""
    notice = phone.page.get_by_text(said).last.bounding_box()
    undo = phone.button("Deshacer", exact=True).bounding_box()
    board = phone.button(re.compile(f"^{FIRE},")).bounding_box()
    assert notice
    assert undo
    assert board
    assert undo["y"] + undo["height"] <= notice["y"]
    assert notice["y"] + notice["height"] <= board["y"]


def _guest(browser: Browser, shared: Shared) -> AbstractContextManager[Screen]:
    return guest(browser, shared.server)


@pytest.mark.parametrize(
    ("start", "size"),
    [
        pytest.param("mesa", PHONE, marks=pytest.mark.nightly, id="412x915"),
        pytest.param("preparacion", SMALL, id="360x740"),
    ],
)
def test_host_opens_the_table_with_two_touches_and_a_guest_sits(
    browser: Browser, shared: Shared, start: str, size: dict[str, int]
) -> None:
    """Hosts keep their own seat; a guest touches a free one and plays."""
    match_id = shared.matches.pop()
    with screen(browser, shared.server.url, size) as host, _guest(browser, shared) as guest:
        host.go(f"/partida/{match_id}/{start}").sees("Mesa compartida")
        host.touches = 0
        host.tap("Mesa compartida")
        host.tap("Abrir la mesa")
        code = code_on(host)
        assert host.touches == 2
        # The code and the list of arrivals fit on one screen.
        host.sees("Todavía no ha llegado nadie")
        _in_one_view(host, "Código QR de la invitación", re.compile("^Carla, Libre"))
        guest.go(f"/#{code}").sees("¿Quién eres?")
        assert code not in guest.page.url
        guest.sees("Ana. Se queda con quien organiza")
        guest.touches = 0
        guest.tap(re.compile("^Beto"))
        guest.sees("Turno de Ana")
        assert guest.touches == 1
        _clear_of_the_actions(guest, "Llevas a Beto.")
        host.sees("Ha llegado 1 pantalla")
        host.sees("Beto, Lo lleva otro teléfono")
        host.touches = 0
        back = {
            "mesa": ["Volver al tablero"],
            "preparacion": ["Volver a la preparación", "Empezar a jugar"],
        }[start]
        for name in back:
            host.tap(name)
        host.sees("Turno de Ana")
        assert host.touches == len(back)
        # A report of one device shows up on the other, in both directions.
        touch(host, FIRE, re.compile(f"{FIRE}[^.]*figura de Ana"))
        guest.sees(re.compile(f"{FIRE}[^.]*figura de Ana. acaba de cambiar"))
        choose(host, "Terminar el turno", "Turno de Beto")
        guest.sees("Turno de Beto")
        touch(guest, FIRE, "figura de Beto")
        host.sees("Recién anotado. Beto ")
        host.follow(f"/partida/{match_id}/compartir").sees("Quién ha llegado")
        _close(host)


def _in_one_view(host: Screen, image: str, seat: re.Pattern[str]) -> None:
    height = host.page.viewport_size
    for control in (host.page.get_by_role("img", name=image), host.button(seat)):
        box = control.bounding_box()
        assert box
        assert height
        assert box["y"] >= 0
        # The way back to the board and the bar are below them.
        assert box["y"] + box["height"] <= height["height"] - _FOOT


def test_phone_that_lost_its_key_asks_for_its_seat(
    browser: Browser, shared: Shared, opened: Opened
) -> None:
    """The host is told at the board and gives it with one touch; the phone plays at once."""
    host = opened.host
    with _guest(browser, shared) as lost:
        lost.go(f"/#{opened.code}").sees("¿Quién eres?")
        lost.tap(re.compile("^Beto"))
        lost.sees("Turno de Ana")
    host.sees("Beto, Lo lleva otro teléfono, que está fuera")
    host.tap("Volver al tablero")
    host.sees("Turno de Ana")
    with _guest(browser, shared) as again:
        again.go(f"/#{opened.code}").sees("¿Quién eres?")
        again.tap("Beto. Lo lleva otro teléfono, que está fuera")
        again.tap("Pedir el sitio")
        again.sees("Has pedido llevar a Beto")
        host.sees("Pantalla 2 pide llevar a Beto")
        host.touches = 0
        host.tap("Dárselo")
        assert host.touches == 1
        again.sees("Turno de Ana")
        again.sees("Llevas a Beto")
        choose(host, "Terminar el turno", "Turno de Beto")
        touch(again, FIRE, "figura de Beto")
        host.sees("Recién anotado. Beto ")


@pytest.mark.nightly
def test_guest_sits_in_a_freed_seat_and_reports(
    browser: Browser, shared: Shared, opened: Opened
) -> None:
    host = opened.host
    host.tap(re.compile("^Ana"))
    host.tap("Dejarlo libre")
    host.sees("Ana, Libre: lo toma quien venga")
    with _guest(browser, shared) as guest:
        guest.go(f"/#{opened.code}").sees("¿Quién eres?")
        guest.tap(re.compile("^Ana"))
        guest.sees("Turno de Ana")
        host.sees("lleva a Ana")
        host.tap("Mesa", exact=True)
        host.sees("Turno de Ana")
        touch(guest, FIRE, "figura de Ana")
        host.sees("Recién anotado. Ana ")
        host.sees(re.compile(f"{FIRE}[^.]*figura de Ana. acaba de cambiar"))
        assert not guest.has("Recién anotado")


@pytest.mark.nightly
def test_guest_cannot_open_screens_of_the_host(
    browser: Browser, shared: Shared, opened: Opened
) -> None:
    with _guest(browser, shared) as guest:
        guest.go("/").sees("¿A qué mesa te unes?")
        assert not guest.has("Nueva partida")
        for route in ("/nueva/blue_moon_city", "/cajas", "/caja/blue_moon_city/nueva", "/nada"):
            guest.go(route).sees("No se encuentra lo que buscas")
        for match_id in (opened.match_id, "0123"):
            guest.go(f"/partida/{match_id}/mesa").sees(OUT)
            assert not guest.has("Ana")


@pytest.mark.nightly
def test_wrong_code_is_refused_and_the_right_one_can_be_typed(
    browser: Browser, shared: Shared, opened: Opened
) -> None:
    with _guest(browser, shared) as guest:
        guest.go("/#ZZZZ-ZZZZ-ZZZZ").sees("Esta invitación no abre ninguna mesa")
        guest.type("Código de la invitación", opened.code.lower().replace("-", ""))
        guest.tap("Unirse", exact=True)
        guest.sees("¿Quién eres?")
        guest.tap("Solo mirar")
        guest.sees("Estás mirando")
        guest.tap(re.compile(f"^{FIRE},"))
        guest.sees("para anotar, toma un sitio")
        opened.host.tap(re.compile("^Beto"))
        opened.host.tap("Dárselo a Pantalla 1")
        guest.sees("Otra jugada…")


@pytest.mark.nightly
def test_expelled_guest_and_closed_table_are_announced_at_once(
    browser: Browser, shared: Shared, opened: Opened
) -> None:
    host = opened.host
    with _guest(browser, shared) as guest:
        guest.go(f"/#{opened.code}").sees("¿Quién eres?")
        guest.tap("Solo mirar")
        guest.sees("Estás mirando")
        host.tap("Pantalla 1")
        host.tap("Expulsar")
        host.tap("Sí, expulsar")
        guest.sees(OUT)
        guest.type("Código de la invitación", opened.code)
        guest.tap("Unirse", exact=True)
        guest.sees("Esta invitación no abre ninguna mesa")
        fresh = code_on(host)
        assert fresh != opened.code
        guest.type("Código de la invitación", fresh)
        guest.tap("Unirse", exact=True)
        guest.sees("¿Quién eres?")
        guest.tap("Solo mirar")
        guest.sees("Estás mirando")
        _close(host)
        guest.sees(OUT)
        banner = guest.page.locator("#companion-banner")
        banner.filter(has_text="La mesa se ha cerrado").wait_for()
        # When it opens again, known devices are admitted, and the page reconnects by itself.
        host.tap("Abrir la mesa")
        host.sees(CODE)
        banner.wait_for(state="detached")
        guest.wake().sees("Estás mirando")


def test_decision_of_a_dispute_is_told_on_the_other_phones(
    browser: Browser, shared: Shared, opened: Opened, tmp_path: Path
) -> None:
    host, board = opened.host, f"/partida/{opened.match_id}/mesa"
    with _guest(browser, shared) as seated, _guest(browser, shared) as looking:
        seated.go(f"/#{opened.code}").sees("¿Quién eres?")
        seated.tap(re.compile("^Beto"))
        seated.sees("Turno de Ana")
        looking.go(f"/#{opened.code}").sees("¿Quién eres?")
        looking.tap("Solo mirar")
        looking.sees("Estás mirando")
        host.follow(board).sees("Turno de Ana")
        host.tap("Herramientas")
        host.tap("Abrir disputa", exact=True)
        host.type("¿Qué se discute?", "¿Vale deber?")
        host.tap("Abrir disputa", exact=True)
        host.sees("¿Qué se decide?")
        host.tap("No se permite", exact=True)
        host.tap("Guardar la decisión")
        for phone in (seated, looking):
            phone.sees("Disputa decidida: «¿Vale deber?». No se permite.")
        seated.shot(tmp_path / "seated.png")
        looking.shot(tmp_path / "looking.png")
        host.follow(board).sees("Turno de Ana")
        assert not host.has("Disputa decidida")
        seated.tap("Ver la disputa")
        seated.sees("Lo que dicen las reglas")
        seated.follow(board).sees("Turno de Ana")
        assert not seated.has("Disputa decidida")
