"""Firefox: the site starts, records a turn and starts without a host; the served app works, too."""

import os
from pathlib import Path

import pytest

from companion.bootstrap import catalog, new_id, now
from companion.games import GAMES
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.match.files import qr_frames
from companion.match.fold import Match
from companion.match.resumable import done
from companion.rulebook import loader
from companion.services.hub import Hub
from companion.services.matches.results import NewMatch
from companion.services.storage.journal_store import JournalStore
from tests.e2e.browser import Server
from tests.e2e.firefox import Fox, firefox_path
from tests.e2e.sites import Site
from tests.services.fake_tapes import Reel

pytestmark = pytest.mark.nightly


@pytest.fixture(autouse=True)
def _is_installed() -> None:
    if firefox_path() is None and not os.environ.get("CI"):
        pytest.skip("there is no Firefox on this machine")
    assert firefox_path(), "Firefox is missing, and in CI no browser test may be skipped"


def _link() -> tuple[str, str]:
    """Return the id of a match of Ana and Beto at its first turn, and a link to it."""
    hub = Hub(JournalStore(Reel()), GAMES, catalog, now, new_id)
    options = {"players": ("Ana", "Beto"), "layout": EXAMPLE_CITY}
    facts = loader.load("blue_moon_city").default_facts()
    match = hub.matches.create(NewMatch("blue_moon_city", options, facts=facts, title="Traída"))
    assert isinstance(match, Match)
    return match.started.match, qr_frames.link_text(done(hub.files.pack(match.started.match)))


def test_site_in_firefox_records_a_turn_and_starts_offline(site: Site, tmp_path: Path) -> None:
    match_id, link = _link()
    fox = Fox(tmp_path / "fox")
    try:
        fox.go(f"{site.url}acta={link}")
        fox.up()
        fox.tap("Guardar aquí")
        fox.sees("Partida importada")
        fox.value(f"location.hash = '/partida/{match_id}/mesa'")
        fox.sees("Turno de Ana")
        fox.tap("Terminar el turno")
        fox.sees("Turno de Beto")
        fox.wait_until("typeof companionPhone === 'object' && companionPhone.state.offline")
        fox.close()
        site.stop()
        fox = Fox(tmp_path / "fox")
        fox.go(f"{site.url}/partida/{match_id}/mesa")
        fox.up()
        fox.sees("Turno de Beto")
    finally:
        fox.close()


def test_served_match_in_two_firefox_windows_stays_in_step(server: Server, tmp_path: Path) -> None:
    """Turn reported on one page show on the other one, and after a reload."""
    match_id, link = _link()
    fox, other = Fox(tmp_path / "fox"), Fox(tmp_path / "other")
    try:
        fox.go(f"{server.url}recibir#acta={link}")
        fox.up()
        fox.tap("Guardar aquí")
        fox.sees("Partida importada")
        for page in (fox, other):
            page.go(f"{server.url}partida/{match_id}/mesa")
            page.up()
            page.sees("Turno de Ana")
        fox.tap("Terminar el turno")
        other.sees("Turno de Beto")
        fox.go(f"{server.url}partida/{match_id}/mesa")
        fox.up()
        fox.sees("Turno de Beto")
    finally:
        fox.close()
        other.close()
