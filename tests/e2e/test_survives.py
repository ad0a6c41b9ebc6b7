"""What a device has on comes back by itself, however the page lost the table.

While the server is gone the last board stays, dimmed, and nothing speaks English.
"""

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import own_hub
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from tests.e2e.browser import CALM, PATIENCE, PHONE, Screen, Server
from tests.e2e.tables import new_match
from tests.e2e.test_camera_reader import DETECTOR, NO_CAMERA

LOST = "Sin conexión con la mesa"
WATCHED = """
window.held = new Set();
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  const lock = new EventTarget();
  lock.released = false;
  lock.release = async () => { lock.released = true; held.delete(lock); };
  held.add(lock);
  return lock;
} } });
window.notes = 0;
const { start } = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (...at) {
  window.notes += 1;
  return start.apply(this, at);
};
"""
HIDE = "Object.defineProperty(document, 'visibilityState', {value: '%s', configurable: true});"
HIDE += "Object.defineProperty(document, 'hidden', {value: %s, configurable: true});"
HIDE += "document.dispatchEvent(new Event('visibilitychange'))"
"""Script that hides the page or shows it again; the system then lets go of its lock."""
FOCUS = "document.activeElement?.ariaLabel || document.activeElement?.innerText || ''"


class Table:
    """Server with one match, and the phone that looks at it."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        with own_hub(folder) as hub:
            self.match_id = new_match(hub, EXAMPLE_CITY, ("Ana", "Beto"))
        self.server = Server(folder).start()
        self.context = browser.new_context(viewport=dict(PHONE), locale="es-ES")  # type: ignore[arg-type]
        settings = json.dumps(json.dumps({"sound": True, "keep_awake": True}))
        stored = f"localStorage['flutter.settings'] ??= {settings!r}"
        for script in (CALM, DETECTOR, NO_CAMERA, WATCHED, stored):
            self.context.add_init_script(script)
        self.phone = Screen(self.context.new_page(), self.server.url)

    def until(self, what: str) -> None:
        """Wait until an expression is true in the page."""
        end = time.monotonic() + PATIENCE / 1000
        while not self.phone.ask(what):
            assert time.monotonic() < end, what
            time.sleep(0.1)

    def network_lost(self) -> None:
        """Take the network away until the page notices, and longer than a hiccup."""
        self.context.set_offline(True)
        self.phone.page.locator("#companion-banner").wait_for()
        time.sleep(7)
        self.context.set_offline(False)
        self.returned()

    def server_killed(self) -> None:
        """End the server as a power cut would, and start it again."""
        self.server.kill()
        self.phone.page.locator("#companion-banner").wait_for()
        self.server.start()
        self.returned()

    def page_reloaded(self) -> None:
        """Reload the page as a person does."""
        self.phone.page.reload()

    def page_hidden(self) -> None:
        """Put another app in front for a while."""
        self.phone.page.evaluate(HIDE % ("hidden", "true"))
        self.phone.page.evaluate("held.forEach((lock) => { lock.released = true; }); held.clear()")
        time.sleep(1)
        self.phone.page.evaluate(HIDE % ("visible", "false"))

    def returned(self) -> None:
        """Wait until the banner has gone with its page."""
        self.phone.page.locator("#companion-banner").wait_for(state="detached")


@pytest.fixture
def table(browser: Browser, tmp_path: Path) -> Iterator[Table]:
    made = Table(browser, tmp_path / "datos")
    yield made
    made.context.close()
    made.server.stop()


WAYS = [
    pytest.param(Table.network_lost, id="network lost"),
    pytest.param(Table.server_killed, id="server killed"),
    pytest.param(Table.page_reloaded, id="page reloaded", marks=pytest.mark.nightly),
    pytest.param(Table.page_hidden, id="another app in front"),
]


@pytest.mark.parametrize("lose", WAYS)
def test_what_is_on_at_a_board_is_on_again(table: Table, lose: Callable[[Table], None]) -> None:
    """Read aloud, screen awake, sound, focus: nobody touches anything in between."""
    phone = table.phone
    phone.go(f"/partida/{table.match_id}/mesa").sees("Turno de Ana")
    for _ in range(4):
        phone.page.keyboard.press("Tab")
    phone.rest()
    focus = phone.ask(FOCUS)
    assert focus
    table.until("held.size > 0")
    lose(table)
    phone.sees("Turno de Ana")
    table.until("held.size > 0")
    table.until(f"({FOCUS}) === {json.dumps(focus)}")
    # A browser keeps a fresh page silent until somebody touches it.
    phone.page.keyboard.press("Tab")
    table.until("(localStorage.setItem('flutter.chime', '1'), notes > 0)")


@pytest.mark.parametrize("lose", WAYS)
def test_camera_goes_on_reading(table: Table, lose: Callable[[Table], None]) -> None:
    phone = table.phone.go("/recibir")
    phone.tap("Leer con la cámara")
    reader = phone.page.get_by_role("dialog", name="Leer códigos QR")
    reader.wait_for()
    lose(table)
    reader.wait_for()
    phone.page.keyboard.press("Escape")
    reader.wait_for(state="detached")
    phone.page.reload()
    phone.sees("Recibir de otro dispositivo")
    assert reader.count() == 0


@pytest.mark.parametrize("lose", WAYS)
def test_scroll_of_a_screen_comes_back(table: Table, lose: Callable[[Table], None]) -> None:
    """A tab that is opened anew begins at the top."""
    phone = table.phone.go("/ajustes")
    phone.sees("Ajustes")
    phone.rest()
    phone.page.mouse.move(200, 500)
    phone.page.mouse.wheel(0, 300)
    table.until("(localStorage['flutter.scrolled'] ?? '').includes(',')")
    time.sleep(1)
    before = _place_of_heading(phone)
    lose(table)
    phone.sees("Ajustes")
    end = time.monotonic() + PATIENCE / 1000
    while abs(_place_of_heading(phone) - before) > 2:
        assert time.monotonic() < end, (_place_of_heading(phone), before)
        time.sleep(0.2)
    other = Screen(table.context.new_page(), table.server.url).go("/ajustes")
    other.sees("Ajustes")
    time.sleep(3)
    assert abs(_place_of_heading(other) - before) > 100


def _place_of_heading(phone: Screen) -> float:
    """Return where a heading in the middle of the screen stands."""
    box = phone.page.get_by_text("Durante la partida").first.bounding_box()
    return box["y"] if box else 0.0


def test_last_board_stays_dimmed_while_the_server_is_gone(table: Table) -> None:
    """Nothing covers it but the shield, and no touch reaches it."""
    phone = table.phone
    phone.go(f"/partida/{table.match_id}/mesa").sees("Turno de Ana")
    phone.rest()
    before = phone.text()
    table.server.kill()
    banner = phone.page.locator("#companion-banner")
    banner.filter(has_text=LOST).wait_for()
    # The stock client would give up, try again, and cover the board meanwhile.
    time.sleep(5)
    assert phone.text() == before
    shield = phone.page.locator("#companion-shield").bounding_box()
    assert shield is not None
    assert (shield["width"], shield["height"]) == (PHONE["width"], PHONE["height"])
    table.server.start()
    table.returned()
    phone.sees("Turno de Ana")


def test_stock_client_says_nothing_in_english(table: Table) -> None:
    for name in ("main.dart.js", "main.dart.wasm"):
        answer = table.context.request.get(f"{table.server.url}{name}")
        assert answer.ok
        body = answer.body()
        assert b"Un momento" in body
        assert not re.search(rb"Working\.\.\.", body)
        tag = answer.headers["etag"]
        again = table.context.request.get(answer.url, headers={"if-none-match": tag})
        assert again.status == 304
