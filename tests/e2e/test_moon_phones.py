"""Blue Moon on two phones and a spectator's: a noted hand is sent to no other phone."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocket

from companion.bootstrap import own_hub
from companion.match.fold import Match
from companion.rulebook import loader
from companion.services.matches.results import NewMatch
from tests.e2e.browser import Screen, screen
from tests.e2e.moon import GAME, play, turn
from tests.e2e.report_steps import choose
from tests.e2e.shared_server import SharedServer, code_on, guest

HELD = ("Flamebreath the Dazzling", "Ember", "Fireblast", "Wall of Fire", "Cast Cataclysm", "Spark")
"""Cards in Ana's hand, of which she plays only the last one."""


@dataclass
class Phone:
    """Phone, and every byte that it was sent."""

    screen: Screen
    frames: list[bytes] = field(default_factory=list)

    def listen(self) -> "Phone":
        """Record frames from now on; call it before a page is opened."""
        self.screen.page.on("websocket", self._opened)
        return self

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(_bytes(data)))

    def was_sent(self, text: str) -> bool:
        """Return whether a text was sent to it at any time."""
        return any(text.encode() in frame for frame in self.frames)


def _bytes(data: str | bytes) -> bytes:
    return data.encode() if isinstance(data, str) else data


@dataclass
class Evening:
    """Server, and a match between Vulca and Hoax at its start."""

    server: SharedServer
    match_id: str


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with own_hub(tmp_path) as hub:
        options = {"players": ["Ana", "Beto"], "decks": ["vulca", "hoax"]}
        match = hub.matches.create(NewMatch(GAME, options, facts=loader.load(GAME).default_facts()))
        assert isinstance(match, Match), match
    server = SharedServer(tmp_path)
    server.start()
    yield Evening(server, match.started.match)
    server.stop()


@contextmanager
def _phone(opened: AbstractContextManager[Screen]) -> Iterator[Phone]:
    with opened as page:
        yield Phone(page).listen()


def _note(ana: Screen) -> None:
    """Note Ana's hand with a touch for each card, then choose among six cards instead of thirty."""
    ana.tap("Jugar cartas", exact=True)
    ana.tap("Apuntar mano", exact=True)
    for n, name in enumerate(HELD, 1):
        ana.tap(re.compile(f"^{name}, número"))
        ana.sees(f"Llevas {n} de 6.")
    ana.tap("Hecho", exact=True)
    ana.gone("Ignite")
    ana.tap("Cancelar", exact=True)
    ana.sees("Empieza la pelea")


@pytest.mark.nightly
def test_noted_hand_is_sent_to_no_other_phone(browser: Browser, evening: Evening) -> None:
    server, match_id = evening.server, evening.match_id
    with (
        _phone(screen(browser, server.url)) as ana,
        _phone(guest(browser, server)) as beto,
        _phone(guest(browser, server)) as other,
    ):
        ana.screen.go(f"/partida/{match_id}/mesa").sees("Turno de Ana")
        choose(ana.screen, "Mesa compartida", "¿Qué sitios se quedan aquí?")
        ana.screen.tap("Abrir la mesa")
        code = code_on(ana.screen)
        beto.screen.go(f"/#{code}").sees("¿Quién eres?")
        beto.screen.tap(re.compile("^Beto"))
        beto.screen.sees("Turno de Ana")
        other.screen.go(f"/#{code}").sees("¿Quién eres?")
        other.screen.tap("Solo mirar")
        other.screen.sees("Estás mirando")
        ana.screen.tap("Volver al tablero")
        ana.screen.sees("Turno de Ana")
        # The message about his seat disappears by itself.
        beto.screen.gone("Llevas a Beto")
        sent = len(beto.frames), len(other.frames)
        _note(ana.screen)
        # Nothing is sent to the other phones: neither the cards nor the fact that she noted some.
        assert (len(beto.frames), len(other.frames)) == sent
        _two_fights(ana.screen, beto.screen, other.screen)
        for phone in (beto, other):
            assert phone.was_sent("Spark")
            for name in HELD[:-1]:
                assert not phone.was_sent(name)
        assert all(ana.was_sent(name) for name in HELD)


def _two_fights(ana: Screen, beto: Screen, other: Screen) -> None:
    """Play several turns, each reported on the phone of its seat, and seen on all three."""

    def everywhere(text: str) -> None:
        for phone in (ana, beto, other):
            phone.sees(text)

    turn(ana, "Spark", "4 en fuego", "Turno de Beto")
    everywhere("Poder de Ana: 4 en fuego")
    play(beto, "Athradysas the Seeker", "Poder de Beto: 5 en fuego")
    beto.tap("Deshacer", exact=True)
    everywhere("Juega un personaje, o se retira")
    turn(beto, "Wogarathoras the Gloomy", "5 en fuego", "Turno de Ana")
    everywhere("Poder de Beto: 5 en fuego")
    ana.touches = 0
    ana.tap("Retirarse de la pelea", exact=True)
    everywhere("Beto: 1 dragón")
    assert ana.touches == 1
    ana.sees("Empieza la pelea")
    ana.tap("Jugar cartas", exact=True)
    # Five of the noted cards are still in her hand. Spark is no longer offered.
    ana.sees("Ember")
    ana.gone("Spark, número")
    ana.tap("Cancelar", exact=True)
    ana.tap("Negarse a empezar la pelea", exact=True)
    ana.sees("Ember")
    ana.tap("Cancelar", exact=True)
    other.sees("Turno de Ana")
    other.gone("Jugar cartas")
