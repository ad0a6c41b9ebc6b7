"""Evening at one table: three phones and a desktop play, a fourth phone looks on.

The network goes and comes back in the middle of it, and so does the server.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import own_hub
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.match.fold import Match
from companion.rulebook import loader
from companion.services.hub import Hub
from companion.services.matches.results import NewMatch
from tests.e2e import tables
from tests.e2e.browser import DESKTOP, Screen, screen
from tests.e2e.report_steps import (
    LEGAL,
    build,
    choose,
    other,
    record,
    touch,
)
from tests.e2e.shared_server import SharedServer, code_on, guest

NAMES = ("Ana", "Beto", "Carla")
STREET = (
    "maria", "martinez", "conchita", "pedro", "pablo", "jose", "zorro", "miguel", "alonso",
)  # fmt: skip
BUILDINGS = (
    "casino", "church", "harbour_office",
    "sawmill", "black_market", "newspaper",
    "distillery", "cigar_factory", "office",
    "bank", "cafe", "customs",
)  # fmt: skip
"""Buildings under yellow, blue, red and white flowers."""
FLOWERS = {"maria": "red", "martinez": "red", "conchita": "yellow", "pablo": "blue"}


@dataclass
class Evening:
    """Server, and a match of each game."""

    server: SharedServer
    street: str
    city: str


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    folder: Path = tmp_path_factory.mktemp("datos")
    with own_hub(folder) as hub:
        street, city = _street(hub), tables.new_match(hub, EXAMPLE_CITY, NAMES)
    server = SharedServer(folder)
    server.start()
    yield Evening(server, street, city)
    server.stop()


def _street(hub: Hub) -> str:
    """Return a match of Santiago de Cuba whose first dice are still to be rolled."""
    facts = loader.load("santiago_de_cuba").default_facts()
    typed = {f"flower.{citizen}": colour for citizen, colour in FLOWERS.items()}
    options = {"players": NAMES, "street": STREET, "buildings": BUILDINGS}
    made = hub.matches.create(NewMatch("santiago_de_cuba", options, facts={**facts, **typed}))
    assert isinstance(made, Match), made
    return made.started.match


@dataclass
class Table:
    """All screens: the desktop that hosts, a phone for each seat, and the spectator."""

    server: SharedServer
    host: Screen
    phones: Sequence[Screen]
    onlooker: Screen

    @property
    def all(self) -> tuple[Screen, ...]:
        """Return all five screens."""
        return (self.host, *self.phones, self.onlooker)

    def see(self, text: str | re.Pattern[str]) -> None:
        """Wait until every screen shows a text, without a touch."""
        for each in self.all:
            each.sees(text)


@pytest.fixture
def gather(browser: Browser, evening: Evening) -> Iterator["Gather"]:
    """Yield the function object that brings everybody to a match."""
    with ExitStack() as stack:
        yield Gather(browser, evening, stack)


@dataclass
class Gather:
    """Opener of a match on the desktop that lets everybody in."""

    browser: Browser
    evening: Evening
    stack: ExitStack

    def at(self, match_id: str) -> Table:
        """Return the table of a match, everybody seated."""
        server = self.evening.server
        host = self.stack.enter_context(screen(self.browser, server.url, DESKTOP))
        host.go(f"/partida/{match_id}/compartir").sees("¿Qué sitios se quedan aquí?")
        host.tap("Ana", exact=True)
        host.tap("Abrir la mesa")
        code = code_on(host)
        phones = [self._guest(code, name) for name in NAMES]
        onlooker = self._guest(code, None)
        host.follow(f"/partida/{match_id}/mesa").sees("Turno de")
        return Table(server, host, phones, onlooker)

    def _guest(self, code: str, name: str | None) -> Screen:
        phone: Screen = self.stack.enter_context(guest(self.browser, self.evening.server))
        phone.go(f"/#{code}").sees("¿Quién eres?")
        if name is None:
            phone.tap("Solo mirar")
            return phone
        phone.tap(re.compile(f"^{name}"))
        phone.sees("Turno de")
        return phone


def _drive(phone: Screen, stop: str, building: str = "") -> None:
    touch(phone, stop, "el peón puede ir" if building else "Carga o pasa")
    if building:
        touch(phone, building, "con el peón de")


def _roll(phone: Screen) -> None:
    phone.tap("Lanzar los dados", exact=True)
    for good, number in {"caña de azúcar": 1, "cítricos": 2, "tabaco": 3, "ron": 2}.items():
        phone.tap(f"{good}: {number}", exact=True)
    phone.tap("Apartar el dado: puros", exact=True)
    record(phone)


def _loses_the_network(phone: Screen, lost: bool) -> None:
    phone.page.context.set_offline(lost)


@pytest.mark.nightly
def test_round_of_santiago_survives_lost_network_and_server(
    gather: Gather, evening: Evening
) -> None:
    table = gather.at(evening.street)
    ana, beto, carla = table.phones
    table.see("Turno de Carla")
    _roll(carla)
    table.see("El barco pide tabaco: 3")

    _drive(ana, "Pedro", "Banco")
    table.see("Turno de Beto")
    table.see("con el peón de Ana")
    # Each player sees only their own money.
    assert not any("2 pesos" in each.text() and each is not ana for each in table.all)

    # Beto loses his network just before recording; his draft is restored.
    other(beto, "Conducir el coche", "se puede elegir")
    touch(beto, "Miguel", LEGAL)
    _loses_the_network(beto, True)
    beto.page.wait_for_selector("#companion-banner", timeout=6_000)
    _loses_the_network(beto, False)
    beto.page.wait_for_selector("#companion-banner", state="detached", timeout=60_000)
    beto.wake().sees(LEGAL)
    record(beto)
    table.see("En la reserva, madera: 6")
    touch(beto, "Aserradero", "con el peón de Beto")
    choose(beto, "Usar el Aserradero", "Turno de Carla")
    table.see("Turno de Carla")

    # The server dies, and every page reconnects to the same place by itself.
    table.server.kill()
    for each in table.all:
        each.page.wait_for_selector("#companion-banner", timeout=20_000)
    table.server.start()
    for each in table.all:
        each.page.wait_for_selector("#companion-banner", state="detached", timeout=60_000)
        each.wake().sees("Turno de Carla")

    _drive(carla, "Puerto")
    table.see("Turno de Carla Carga o pasa")
    for phone, name in ((carla, "Carla"), (ana, "Ana"), (beto, "Beto")):
        table.see(f"Turno de {name} Carga o pasa")
        phone.tap("Pasar en la carga", exact=True)
    table.see("Turno de Ana")
    table.see("cada mercancía vale 3 puntos")
    assert not table.onlooker.has("Toca para ver lo oculto")


@pytest.mark.nightly
def test_turn_of_blue_moon_city_is_followed_by_every_screen(
    gather: Gather, evening: Evening
) -> None:
    table = gather.at(evening.city)
    ana, beto, _ = table.phones
    table.see("Turno de Ana")
    touch(ana, "Templo del Fuego", "figura de Ana")
    table.see(re.compile(r"Templo del Fuego[^.]*figura de Ana"))
    build(ana, 5, "negra 2 + negra 3", "sección 5 de Ana")
    table.see("sección 5 de Ana")
    # A device that has no seat in the match is told so, and the state does not change.
    other(beto, re.compile("^Terminar el turno"), "Turno de Ana")
    choose(ana, "Terminar el turno", "Turno de Beto")
    table.see("Turno de Beto")
