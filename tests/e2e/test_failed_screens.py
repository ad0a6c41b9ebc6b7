"""Failed screens as a person sees them: a sentence at once, and then the same screen again."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Playwright
from playwright.sync_api import Error as PlaywrightError

from companion.site import builder
from tests.e2e.browser import Screen, Server, screen
from tests.e2e.sites import Site, client, phone_of
from tests.e2e.steps import play_alone

SAID = "Esta pantalla ha fallado. Se abre de nuevo"
REOPENED = "se ha abierto de nuevo"
TWICE = "ha fallado dos veces seguidas"
STUCK = "Las pantallas fallan una y otra vez"
SOON = 20.0  # within three seconds on the wire: `wire/test_failed_screens.py`
AFTER = 900  # milliseconds, `device.js`


class PlantedServer(Server):
    """Server of the app with a route that makes it fail."""

    def command(self) -> list[str]:
        """Return the command, which prints its address."""
        return [sys.executable, "-m", "tests.e2e.failing_app", str(self.data)]

    def plant(self, **what: object) -> dict[str, Any]:
        """Make it fail; return the content of its data folder."""
        asked = "&".join(f"{key}={value}" for key, value in what.items())
        with urlopen(f"{self.url}plantar?{asked}", timeout=20) as answer:
            content: dict[str, Any] = json.load(answer)
        return content


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlantedServer]:
    """Yield a server that can be made to fail."""
    running = PlantedServer(tmp_path_factory.mktemp("rota"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def page(browser: Browser, planted: PlantedServer) -> Iterator[Screen]:
    """Yield a page of a match at that server, where nothing fails yet."""
    match = planted.plant()["match_id"]
    with screen(browser, planted.url) as opened:
        opened.page.add_init_script(NOTING)
        opened.go(f"/partida/{match}").sees("Construir")
        yield opened


NOTING = """(() => {
  const note = () => {
    const found = document.getElementById("companion-stumble");
    if (found) sessionStorage.said = `${found.getAttribute("role")}: ${found.textContent}`;
  };
  addEventListener("DOMContentLoaded", () => {
    new MutationObserver(note).observe(document.body, { childList: true });
  });
})()"""
"""Script that records the page's own message, as it disappears soon."""


def _says(page: Screen, text: str) -> None:
    """Check that the page shows its message over everything in time; then it reloads."""
    said, end = "", time.monotonic() + SOON
    while not said:
        assert time.monotonic() < end, "the page said nothing"
        said = _asked(page, "sessionStorage.said ?? ''") or ""
        time.sleep(0.05)
    assert said.startswith("alert: ")
    assert text in said


def _asked(page: Screen, what: str) -> Any:
    """Return the page's answer; None while it is being loaded."""
    with suppress(PlaywrightError):
        return page.page.evaluate(what)
    return None


def _begins_anew(page: Screen) -> Screen:
    """Wait until the page with the message is gone."""
    end = time.monotonic() + 60
    while _asked(page, "document.getElementById('companion-stumble') === null") is not True:
        assert time.monotonic() < end, "the page stayed"
        time.sleep(0.1)
    page.page.evaluate("sessionStorage.removeItem('said')")
    return page.wake()


def _session(page: Screen) -> str:
    session_id: str = page.page.evaluate("sessionStorage._flet_session_id ?? ''")
    return session_id


@pytest.mark.nightly
def test_failed_screen_opens_again(page: Screen, planted: PlantedServer) -> None:
    before = _session(page)
    planted.plant(pantalla="score", veces=1)
    page.tap("Marcador")
    _says(page, SAID)
    _begins_anew(page).sees(REOPENED)
    page.sees("En las reservas")
    assert page.page.url.endswith("/marcador")
    assert _session(page) not in ("", before)
    page.tap("Acta")
    page.sees("Antes de empezar")


def test_screen_of_a_failed_touch_opens_again(page: Screen, planted: PlantedServer) -> None:
    route = page.page.url
    planted.plant(toque=1)
    page.tap("Mover un dragón")
    _says(page, SAID)
    _begins_anew(page).sees(REOPENED)
    assert page.page.url == route
    page.tap("Mover un dragón")
    page.sees("¿Qué dragón?")


@pytest.mark.nightly
def test_screen_that_fails_twice_gives_way_to_one_that_works(
    page: Screen, planted: PlantedServer
) -> None:
    planted.plant(pantalla="score", veces=2)
    page.tap("Marcador")
    _says(page, SAID)
    page.page.wait_for_url("**/acta", timeout=60_000)
    _begins_anew(page).sees(TWICE)
    page.tap("Abrirla otra vez")
    page.sees("En las reservas")
    page.gone(TWICE)
    assert page.page.url.endswith("/marcador")


@pytest.mark.nightly
def test_screens_that_all_fail_stop_until_a_person_continues(
    page: Screen, planted: PlantedServer
) -> None:
    planted.plant(pantalla="*", veces=1000)
    page.tap("Marcador")
    page.page.wait_for_selector("#companion-stumble button", timeout=60_000)
    assert STUCK in (page.page.text_content("#companion-stumble") or "")
    asked: list[str] = []
    page.page.on("request", lambda request: asked.append(request.url))
    time.sleep(3)
    assert not [url for url in asked if not url.endswith("/health")]
    planted.plant()
    page.page.get_by_role("button", name="Ir al inicio").click()
    _begins_anew(page).sees("Blue Moon City")


@pytest.mark.nightly
def test_reload_of_a_dead_session_begins_another(page: Screen, planted: PlantedServer) -> None:
    """Even if the page did not notice."""
    before = _session(page)
    page.page.evaluate(STAYING)
    planted.plant(pantalla="score", veces=1)
    page.tap("Marcador")
    _says(page, SAID)
    page.page.evaluate("id => { sessionStorage._flet_session_id = id }", before)
    page.reload().sees("En las reservas")
    assert _session(page) not in ("", before)


STAYING = f"""(() => {{
  const later = window.setTimeout;
  window.setTimeout = (act, after, ...given) => after === {AFTER} ? 0 : later(act, after, ...given);
}})()"""
"""Script that keeps the page from opening anything by itself."""

LOADING = "document.getElementById('loading') !== null"
BROKEN = '''
@screen
def Screen(ctx: AppContext) -> ft.Control:
    """Cannot be drawn."""
    raise RuntimeError
'''


def _is_home(phone: Screen) -> bool:
    """Return whether the first screen is shown, whose fragment the client leaves out."""
    return _asked(phone, "location.hash") in ("", "#/") and _asked(phone, LOADING) is False


@pytest.mark.nightly
def test_failed_screen_of_the_published_site_opens_again(
    playwright: Playwright,
    packages: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Settings fail there every time they are drawn."""
    contents = builder._contents
    broken = tmp_path / "ajustes.py"

    def planted(folder: Path) -> Iterator[tuple[str, Path]]:
        for name, path in contents(folder):
            if name == "companion/ui/screens/settings/screen.py":
                broken.write_text(path.read_text("utf-8") + BROKEN, "utf-8")
                yield name, broken
            else:
                yield name, path

    monkeypatch.setattr(builder, "_contents", planted)
    made = Site(tmp_path / "web", packages)
    made.publish()
    made.start()
    try:
        with phone_of(playwright, tmp_path / "phone") as context:
            context.add_init_script(NOTING)
            phone = client(context, made)
            play_alone(phone, "En casa")
            phone.go("/").tap("Ajustes")
            _says(phone, SAID)
            end = time.monotonic() + 90
            while not _is_home(phone):
                there = "document.body.innerText + JSON.stringify(localStorage)"
                assert time.monotonic() < end, (phone.page.url, _asked(phone, there))
                time.sleep(0.2)
            phone.wake().sees(TWICE)
            phone.sees("En casa")
    finally:
        made.stop()
