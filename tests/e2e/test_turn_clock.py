"""Turn clock: switched on at the set-up, paused with one touch, reported at the end."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import own_hub, reading_hub
from companion.match.entries import Clocked, Entry
from companion.match.files import acta_file
from companion.match.turn_clock import standing
from companion.services.matches.results import Imported
from tests.e2e.browser import Screen, Server, screen
from tests.e2e.steps import GAME, begin_match
from tests.ui.tables import actas

RUNNING = re.compile("Reloj de turnos, Ana: menos de un minuto en este turno")
STANDING = re.compile("En pausa. Toca para poner en marcha el reloj de turnos")


def clocked_acta(path: Path) -> bytes:
    """Return a recorded match whose clock ran from the first turn on."""
    head, *rest = acta_file.loads(path.read_bytes())
    start = Entry(seq=1, id="the-clock", at=head.at, body=Clocked(running=True))
    moved = [entry.model_copy(update={"seq": entry.seq + 1}) for entry in rest]
    return acta_file.dumps((head, start, *moved)).encode()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path, str]]:
    """Yield a server with one finished match that had a clock."""
    folder = tmp_path_factory.mktemp("datos")
    path = next(path for path in actas(GAME) if path.stem.startswith("offerings"))
    with own_hub(folder) as hub:
        imported = hub.files.import_acta(clocked_acta(path))
        assert isinstance(imported, Imported)
    server = Server(folder).start()
    yield server, folder, imported.match.started.match
    server.stop()


@pytest.fixture
def phone(browser: Browser, served: tuple[Server, Path, str]) -> Iterator[Screen]:
    """Yield a phone at its first screen."""
    with screen(browser, served[0].url) as page:
        yield page.go("/")


@pytest.mark.nightly
def test_clock_from_the_setup_is_paused_with_one_touch(
    phone: Screen, served: tuple[Server, Path, str]
) -> None:
    phone.follow(f"/nueva/{GAME}")
    phone.tap("3 de 3: Empezar")
    phone.tap(re.compile("^Opciones"))
    phone.tap("Con reloj")
    match_id = begin_match(phone, ("Ana", "Beto"), again=False)
    phone.tap("Empezar a jugar")
    phone.sees("Turno de Ana")
    phone.sees(RUNNING)
    phone.touches = 0
    phone.tap(RUNNING)
    phone.sees(STANDING)
    assert phone.touches == 1
    phone.tap(STANDING)
    phone.sees(RUNNING)
    with reading_hub(served[1]) as hub:
        match = hub.matches.open(match_id)
    assert standing(match) is True
    assert [entry.body for entry in match.entries[1:]] == [
        Clocked(running=False),
        Clocked(running=True),
        Clocked(running=False),
        Clocked(running=True),
    ]


@pytest.mark.nightly
def test_result_screen_shows_the_times_of_each_player(
    phone: Screen, served: tuple[Server, Path, str]
) -> None:
    phone.follow(f"/partida/{served[2]}/final").sees("Así quedó todo")
    phone.sees("Tiempos")
    phone.sees(re.compile(r"en total\. \d+ turnos, .* de media, el más largo "))
