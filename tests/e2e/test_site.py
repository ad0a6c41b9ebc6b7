"""The whole app within one phone: no server, no network, and nothing lost."""

import json
import re
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Playwright, Request

from tests.e2e.browser import Screen
from tests.e2e.reporting import choose
from tests.e2e.sites import BASE, Site, kept_for_later, phone_of, visit
from tests.e2e.steps import begin_match, end_turn, play_alone


def _killed(phone: Screen) -> None:
    """The system takes the tab's memory: it says goodbye to nobody."""
    session = phone.page.context.new_cdp_session(phone.page)
    with suppress(PlaywrightError):
        session.send("Page.crash", timeout=2_000)


def _loaded_again(phone: Screen) -> Screen:
    phone.page.reload(wait_until="commit")
    phone.page.wait_for_selector("#loading", state="detached", timeout=60_000)
    return phone.wake()


def _note(asked: list[str], request: Request) -> None:
    """Notes a request that got out; the stock client would make one that the page forbids."""
    if request.failure != "csp":
        asked.append(request.url)


def test_a_match_outlives_its_host_and_a_killed_tab(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """And no other host is ever asked for anything."""
    asked: list[str] = []
    with phone_of(playwright, tmp_path / "phone") as context:
        context.on("requestfinished", partial(_note, asked))
        context.on("requestfailed", partial(_note, asked))
        phone = visit(context, site)
        match_id = play_alone(phone, "En casa")
        end_turn(phone, "Turno de Beto")
        kept_for_later(phone)
        site.stop()
        _loaded_again(phone).sees("Turno de Beto")
        end_turn(phone, "Turno de Ana")
        _killed(phone)
        again = visit(context, site)
        again.sees("En casa")
        again.go(f"/partida/{match_id}/mesa").sees("Turno de Ana")
    here = f"http://127.0.0.1:{site.port}/{BASE}/"
    assert [url for url in asked if not url.startswith((here, "blob:", "data:", "chrome"))] == []


def test_a_table_is_counted_and_mended_without_a_host(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """The search goes on in slices, without threads; the screens come from what is kept."""
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = visit(context, site)
        match_id = play_alone(phone, "Contada")
        end_turn(phone, "Turno de Beto")
        kept_for_later(phone)
        site.stop()
        phone.go(f"/partida/{match_id}/cuadre").sees("En el acta: ")
        phone.tap("Aumentar Cartas de Beto", exact=True)
        phone.tap("Aumentar Cartas de Beto", exact=True)
        choose(phone, "Buscar la causa", "Qué pudo pasar")
        choose(
            phone, re.compile("^Falta anotar: Beto termina su turno"), "Todo lo demás se sostiene."
        )
        phone.tap("Aceptar la corrección")
        phone.sees("Todo coincide")
        phone.go("/estadisticas").sees("Estadísticas")
        phone.go("/disputas").sees("Todavía no se ha discutido nada")


def test_a_second_page_looks_and_says_so(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Two pages that write would lose each other's entries."""
    with phone_of(playwright, tmp_path / "phone") as context:
        first = visit(context, site)
        match_id = play_alone(first, "A dos")
        second = visit(context, site)
        second.sees("A dos")
        second.sees("Abierto en otra pestaña")
        second.go(f"/partida/{match_id}/mesa").sees("Turno de Ana")
        choose(second, "Terminar el turno", "Se puede anotar.")
        second.tap("Anotar", exact=True)
        second.sees("solo mira")
        end_turn(first, "Turno de Beto")


def test_a_new_version_comes_between_matches_and_finds_them(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Never half of it, and never under an open match."""
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = visit(context, site)
        match_id = play_alone(phone, "Antes")
        kept_for_later(phone)
        old = phone.page.title()
        site.publish(title="Compañero nuevo")
        phone.page.evaluate("navigator.serviceWorker.getRegistration().then((r) => r.update())")
        phone.page.wait_for_function(
            "() => localStorage.getItem('flutter.version_nueva') === 'true'", timeout=60_000
        )
        end_turn(phone, "Turno de Beto")
        assert phone.page.evaluate("document.title") == old
        _loaded_again(phone)
        phone.page.wait_for_function(
            "() => fetch('index.html').then((a) => a.text())"
            ".then((t) => t.includes('Compañero nuevo'))",
            timeout=60_000,
        )
        phone.go(f"/partida/{match_id}/mesa").sees("Turno de Beto")


def test_half_a_version_is_not_taken(playwright: Playwright, site: Site, tmp_path: Path) -> None:
    """A host that was caught while it is written to goes on with the one before."""
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = visit(context, site)
        phone.sees("Compañero de mesa")
        kept_for_later(phone)
        site.publish(title="Compañero a medias")
        # The page of the new version is not there yet, and something else lies in its place.
        (site.root / BASE / "index.html").write_text("<title>Compañero a medias</title>")
        site_kept = (
            "navigator.serviceWorker.getRegistration().then((r) => r.update()).catch(() => 0)"
        )
        phone.page.evaluate(site_kept)
        time.sleep(5)
        _loaded_again(phone).sees("Compañero de mesa")
        page = phone.page.evaluate("fetch('index.html').then((a) => a.text())")
        assert "a medias" not in page


COMPILED = """async () => {
  const kept = await (await caches.open('companion-compiled')).keys();
  return kept.length === 2;
}"""
SPOILED = """async () => {
  const kept = await caches.open('companion-compiled');
  for (const key of await kept.keys()) await kept.put(key, new Response('no archive'));
}"""


def _compiled(phone: Screen) -> None:
    end = time.monotonic() + 60
    while not phone.page.evaluate(COMPILED):
        assert time.monotonic() < end, "nothing was kept compiled"
        time.sleep(0.2)


def test_what_was_compiled_is_used_and_done_without_if_spoiled(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """The second start compiles nothing, and no start fails for what an earlier one kept."""
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = visit(context, site)
        begin_match(phone, ("Ana", "Beto"), "Compilada")
        _compiled(phone)
        kept_for_later(phone)
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        _loaded_again(phone).sees("Empieza Ana")
        assert not [url for url in asked if url.endswith(("app.zip", "python_stdlib.zip"))]
        phone.page.evaluate(SPOILED)
        _loaded_again(phone).sees("Empieza Ana")
        assert [url for url in asked if url.endswith("app.zip")]
        _compiled(phone)


FULL = """() => {
  const files = FileSystemSyncAccessHandle.prototype;
  self.writes = files.write;
  files.write = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
ROOM = "() => { FileSystemSyncAccessHandle.prototype.write = self.writes; }"


def test_a_full_disk_is_said_at_once(playwright: Playwright, site: Site, tmp_path: Path) -> None:
    """What could not be kept is not shown as done, and with room again it can be."""
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = visit(context, site)
        play_alone(phone, "Lleno")
        (python,) = phone.page.workers
        python.evaluate(FULL)
        choose(phone, "Terminar el turno", "Se puede anotar.")
        phone.tap("Anotar", exact=True)
        phone.sees("No queda espacio")
        python.evaluate(ROOM)
        phone.tap("Anotar", exact=True)
        phone.sees("Turno de Beto")
        assert not phone.has("No queda espacio")


def test_the_page_says_its_name_while_it_loads(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Never a blank page."""
    with phone_of(playwright, tmp_path / "phone") as context:
        page = context.new_page()
        page.goto(site.url, wait_until="commit")
        page.wait_for_selector("#loading progress", timeout=20_000)
        assert "Compañero de mesa" in page.inner_text("#loading")


def test_it_can_be_installed(playwright: Playwright, site: Site, tmp_path: Path) -> None:
    """Name, icons, colours and language are there, and the browser finds no fault with them."""
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = visit(context, site)
        kept_for_later(phone)
        session = context.new_cdp_session(phone.page)
        found = session.send("Page.getAppManifest")
        manifest = json.loads(found["data"])
        assert (manifest["lang"], manifest["display"]) == ("es", "standalone")
        assert manifest["name"] == "Compañero de mesa"
        assert found["errors"] == []
        assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
