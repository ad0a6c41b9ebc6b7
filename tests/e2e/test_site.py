"""Published site within one phone: no server, no network, and no lost match."""

import json
import os
import re
import shutil
import time
import zlib
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Playwright, Request, Response

from tests.e2e.browser import Screen
from tests.e2e.report_steps import choose
from tests.e2e.sites import (
    BASE,
    Nginx,
    Site,
    client,
    kept_for_later,
    nginx_path,
    phone_of,
)
from tests.e2e.steps import begin_match, end_turn, play_alone


def _killed(phone: Screen) -> None:
    """Kill the tab as the system does that needs its memory."""
    session = phone.page.context.new_cdp_session(phone.page)
    with suppress(PlaywrightError):
        session.send("Page.crash", timeout=2_000)


def _loaded_again(phone: Screen) -> Screen:
    phone.page.reload(wait_until="commit")
    phone.page.wait_for_selector("#loading", state="detached", timeout=60_000)
    return phone.wake()


def _newer_is_here(phone: Screen) -> None:
    """Look for another version, and wait until it is fetched completely."""
    phone.page.evaluate(LOOKS)
    phone.page.wait_for_function("() => companionPhone.state.newer", timeout=60_000)


LOOKS = "navigator.serviceWorker.controller.postMessage({ look: true })"


def _is_new(phone: Screen) -> bool:
    page = phone.page.evaluate("fetch('index.html').then((a) => a.text())")
    return "Compañero nuevo" in page


def _note(asked: list[str], request: Request) -> None:
    """Record a request that was sent; the stock client tries one that the page forbids."""
    if request.failure != "csp":
        asked.append(request.url)


def test_match_survives_without_its_host_and_after_a_killed_tab(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Requests go to no other host."""
    asked: list[str] = []
    with phone_of(playwright, tmp_path / "phone") as context:
        context.on("requestfinished", partial(_note, asked))
        context.on("requestfailed", partial(_note, asked))
        phone = client(context, site)
        match_id = play_alone(phone, "En casa")
        end_turn(phone, "Turno de Beto")
        kept_for_later(phone)
        site.stop()
        _loaded_again(phone).sees("Turno de Beto")
        end_turn(phone, "Turno de Ana")
        _killed(phone)
        again = client(context, site)
        again.sees("En casa")
        again.go(f"/partida/{match_id}/mesa").sees("Turno de Ana")
    here = f"http://127.0.0.1:{site.port}/{BASE}/"
    assert [url for url in asked if not url.startswith((here, "blob:", "data:", "chrome"))] == []


@pytest.mark.nightly
def test_recount_and_correction_work_without_a_host(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Search run in steps without threads, and screens come from the cache."""
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = client(context, site)
        match_id = play_alone(phone, "Contada")
        end_turn(phone, "Turno de Beto")
        kept_for_later(phone)
        site.stop()
        phone.go(f"/partida/{match_id}/cuadre").sees("¿Qué no cuadra?")
        phone.tap(re.compile("^Cartas de Beto"))
        phone.tap("Aumentar Cartas de Beto", exact=True)
        phone.tap("Aumentar Cartas de Beto", exact=True)
        choose(phone, "Buscar la causa", "Lo más probable")
        choose(
            phone, re.compile("^Falta anotar: Beto termina su turno"), "Todo lo demás se sostiene."
        )
        phone.tap("Aceptar la corrección")
        phone.sees("Todo coincide")
        phone.go("/estadisticas").sees("Estadísticas")
        phone.go("/disputas").sees("Todavía no se ha discutido nada")


@pytest.mark.nightly
def test_fight_with_a_built_deck_goes_on_without_a_host(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Cards are judged and explained as on a server, and the deck is stored in the phone."""
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = client(context, site)
        phone.go("/nueva/blue_moon").sees("Quiénes juegan")
        for n, name in enumerate(("Ana", "Beto"), 1):
            phone.type(f"Persona {n}", name)
        phone.tap(re.compile("^Siguiente"))
        phone.tap("Construir", exact=True)
        phone.tap("Guardar para otra vez")
        phone.tap(re.compile("^Siguiente"))
        phone.tap("Preparar la mesa")
        phone.tap("Empezar a jugar")
        phone.tap("Jugar cartas", exact=True)
        phone.tap(re.compile("^Furnace"))
        phone.tap("Anunciar el poder · 4 en tierra", exact=True)
        phone.sees("Turno de Beto")
        kept_for_later(phone)
        site.stop()
        _loaded_again(phone).sees("Poder de Ana: 4 en tierra")
        phone.tap("Jugar cartas", exact=True)
        phone.tap(re.compile("^Nirwadas"))
        phone.sees("Poder de Beto: 2 en tierra")
        phone.go("/nueva/blue_moon").sees("La misma mesa")
        phone.tap(re.compile("^Siguiente"))
        phone.sees("Vulca de Ana")


@pytest.mark.nightly
def test_second_page_may_only_look(playwright: Playwright, site: Site, tmp_path: Path) -> None:
    """Pages that both write would lose each other's entries."""
    with phone_of(playwright, tmp_path / "phone") as context:
        first = client(context, site)
        match_id = play_alone(first, "A dos")
        second = client(context, site)
        second.sees("A dos")
        second.sees("Abierto en otra pestaña")
        second.go(f"/partida/{match_id}/mesa").sees("Turno de Ana")
        choose(second, "Terminar el turno", "solo mira")
        end_turn(first, "Turno de Beto")


@pytest.mark.nightly
def test_new_version_starts_at_a_reload_and_keeps_the_matches(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """New files are never mixed with old ones, nor used under an open match."""
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = client(context, site)
        match_id = play_alone(phone, "Antes")
        kept_for_later(phone)
        old = phone.page.title()
        site.publish(title="Compañero nuevo")
        _newer_is_here(phone)
        end_turn(phone, "Turno de Beto")
        assert phone.page.evaluate("document.title") == old
        assert not _is_new(phone)
        assert _is_new(_loaded_again(phone))
        phone.go(f"/partida/{match_id}/mesa").sees("Turno de Beto")


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_thirty_updates_in_a_row_start(playwright: Playwright, site: Site, tmp_path: Path) -> None:
    """Reloads never hang, and each brings the new version; `SITE_UPDATES` changes the number."""
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = client(context, site)
        match_id = play_alone(phone, "Sin fin")
        kept_for_later(phone)
        for n in range(int(os.environ.get("SITE_UPDATES", "30"))):
            site.publish(title=f"Compañero {n}")
            _newer_is_here(phone)
            began = time.monotonic()
            _loaded_again(phone)
            print(n, round(time.monotonic() - began, 1), flush=True)
            page = phone.page.evaluate("fetch('index.html').then((a) => a.text())")
            assert f"Compañero {n}" in page
        phone.go(f"/partida/{match_id}/mesa").sees("Turno de")


STORM = "setInterval(() => fetch('start.js').catch(() => 0), 20)"
"""Script that always has a request under way, as in a page just loaded."""


@pytest.mark.nightly
def test_busy_page_is_answered_after_an_update(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Browsers may hold requests back while the service worker is being replaced."""
    with phone_of(playwright, tmp_path / "phone") as context:
        context.add_init_script(STORM)
        phone = client(context, site)
        kept_for_later(phone)
        other = client(context, site)
        site.publish(title="Compañero nuevo")
        _newer_is_here(phone)
        assert not _is_new(_loaded_again(phone))
        assert phone.page.evaluate("companionPhone.state.newer")
        other.page.close()
        assert _is_new(_loaded_again(phone))
        assert _is_new(_loaded_again(phone))


@pytest.mark.nightly
def test_incomplete_version_is_not_installed(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Sites caught while they are being written go on with the version before."""
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = client(context, site)
        phone.sees("Compañero de mesa")
        kept_for_later(phone)
        site.publish(title="Compañero a medias")
        # The page of the new version is not there yet: another file is in its place.
        (site.root / BASE / "index.html").write_text("<title>Compañero a medias</title>")
        phone.page.evaluate(LOOKS)
        time.sleep(5)
        _loaded_again(phone).sees("Compañero de mesa")
        page = phone.page.evaluate("fetch('index.html').then((a) => a.text())")
        assert "a medias" not in page


COMPILED = """async () => {
  const kept = await caches.open(`companion-compiled ${location.pathname}`);
  const keys = await kept.keys(), memory = keys.find((key) => key.url.includes('memory'));
  return keys.length === 3 && (await (await kept.match(memory)).blob()).size > 1e7;
}"""
SPOILED = """async () => {
  const kept = await caches.open(`companion-compiled ${location.pathname}`);
  for (const key of await kept.keys()) await kept.put(key, new Response('no archive'));
}"""

SPOILED_MEMORY = """async () => {
  const kept = await caches.open(`companion-compiled ${location.pathname}`);
  const keys = await kept.keys(), memory = keys.find((key) => key.url.includes('memory'));
  const answer = await kept.match(memory), { headers } = answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  bytes.fill(7, 1e6);
  await kept.put(memory, new Response(bytes, { headers }));
}"""


def _compiled(phone: Screen) -> None:
    # A minute of a processor, and others have it too.
    end = time.monotonic() + 180
    while not phone.page.evaluate(COMPILED):
        assert time.monotonic() < end, "nothing was kept compiled"
        time.sleep(0.2)


def _remembers(phone: Screen) -> bool:
    """Return whether Python began with the memory of an earlier start."""
    return bool(phone.page.evaluate("performance.getEntriesByName('remembered').length"))


@pytest.mark.nightly
def test_compiled_code_is_reused_and_ignored_if_spoiled(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Second starts compile nothing, and no start fails for what an earlier one stored.

    The site was published where nothing could compile it.
    """
    site.compiler = None
    site.publish()
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = client(context, site)
        begin_match(phone, ("Ana", "Beto"), "Compilada")
        _compiled(phone)
        kept_for_later(phone)
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        _loaded_again(phone).sees("Empieza Ana")
        assert not [url for url in asked if url.endswith(".pack")]
        assert _remembers(phone)
        phone.page.evaluate(SPOILED)
        _loaded_again(phone).sees("Empieza Ana")
        assert [url for url in asked if url.endswith("app.pack")]
        assert not _remembers(phone)
        _compiled(phone)
        phone.page.evaluate(SPOILED_MEMORY)
        _loaded_again(phone).sees("Empieza Ana")
        assert not _remembers(phone)


@pytest.mark.nightly
def test_memory_for_later_starts_gives_way_to_whoever_touches_the_screen(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """It is made in a pause, which a touch every second leaves none of."""
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = client(context, site)
        until = time.monotonic() + 25
        while time.monotonic() < until:
            phone.tap("Ajustes")
            phone.sees("Tema")
            phone.tap("Volver")
            phone.sees("¿A qué se juega hoy?")
            assert not phone.page.evaluate(COMPILED)
        _compiled(phone)


FULL = """() => {
  const files = FileSystemSyncAccessHandle.prototype;
  self.writes = files.write;
  files.write = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
ROOM = "() => { FileSystemSyncAccessHandle.prototype.write = self.writes; }"


@pytest.mark.nightly
def test_full_disk_is_reported_and_the_action_can_be_repeated(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Actions that could not be stored are not shown as done."""
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = client(context, site)
        play_alone(phone, "Lleno")
        (python,) = phone.page.workers
        python.evaluate(FULL)
        choose(phone, "Terminar el turno", "No queda espacio")
        python.evaluate(ROOM)
        phone.tap("Anotar", exact=True)
        phone.sees("Turno de Beto")
        assert not phone.has("No queda espacio")


def _needs_nginx() -> None:
    if nginx_path() is None and not os.environ.get("CI"):
        pytest.skip("there is no nginx on this machine")
    assert nginx_path(), "nginx is missing, and in CI no browser test may be skipped"


@pytest.mark.nightly
def test_site_starts_from_a_stock_nginx_and_can_be_installed(
    request: pytest.FixtureRequest,
    playwright: Playwright,
    packages: Path,
    published: Path,
    tmp_path: Path,
) -> None:
    """Root of a host that knows few file types; no request fails there."""
    _needs_nginx()
    site = Site(tmp_path / "web", packages, published, base="")
    site.start(Nginx)
    request.addfinalizer(site.stop)
    failed: list[str] = []
    with phone_of(playwright, tmp_path / "phone") as context:
        context.on("response", lambda answer: _refused(failed, answer))
        context.on("requestfailed", lambda asked: failed.append(asked.url))
        page = context.new_page()
        page.goto(site.url, wait_until="commit")
        page.wait_for_selector("#loading progress", timeout=20_000)
        assert "Compañero de mesa" in page.inner_text("#loading")
        page.wait_for_selector("#loading", state="detached", timeout=60_000)
        phone = Screen(page, site.url).wake()
        play_alone(phone, "Escrita")
        kept_for_later(phone)
        assert failed == []
        _bound(page, site)
        page.reload(wait_until="commit")
        phone.wake().sees("Turno de Ana")
        assert page.evaluate("!!navigator.serviceWorker.controller")
        _bound(page, site)
        _installable(phone)
        phone.go("/ajustes").sees("funciona sin red")
        phone.sees("Versión del sitio: ")
        phone.button("Instalar", exact=True).wait_for()


def _bound(page: Page, site: Site) -> None:
    """Check that the page's policy holds in the thread of Python."""
    (python,) = page.workers
    assert python.evaluate(_ASKS_ELSEWHERE, f"http://localhost:{site.port}/sw.js") == "refused"
    assert python.evaluate(_ASKS_ELSEWHERE, f"{site.home}sw.js") == "answered"


_ASKS_ELSEWHERE = (
    """(url) => fetch(url, {mode: "no-cors"}).then(() => "answered", () => "refused")"""
)


def _refused(failed: list[str], answer: Response) -> None:
    if answer.status >= 400:
        failed.append(answer.url)


def _installable(phone: Screen) -> None:
    """Check that the manifest is complete and that the browser can install the site."""
    session = phone.page.context.new_cdp_session(phone.page)
    answer = session.send("Page.getAppManifest")
    manifest = json.loads(answer["data"])
    assert (manifest["lang"], manifest["display"]) == ("es", "standalone")
    assert manifest["name"] == "Compañero de mesa"
    assert manifest["file_handlers"][0]["accept"]
    assert answer["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []


_KEEPS = """async ([folder, data]) => {
  let home = await navigator.storage.getDirectory();
  if (folder) home = await home.getDirectoryHandle(folder, { create: true });
  for (const name of ["companion.0", "companion.own"]) {
    const file = await (await home.getFileHandle(name, { create: true })).createWritable();
    if (name === "companion.0") await file.write(new Uint8Array(data));
    await file.close();
    if (!folder) break;
  }
}"""
"""Script that puts a journal in the folder of one copy of the site, or of all."""


def _journal(*lines: str) -> list[int]:
    data = b"".join(f"{zlib.crc32(line.encode()):08x} {line}\n".encode() for line in lines)
    return list(b"journal 0000001\n" + data)


@pytest.mark.nightly
def test_two_sites_on_one_host_do_not_share_data(
    request: pytest.FixtureRequest,
    playwright: Playwright,
    packages: Path,
    published: Path,
    tmp_path: Path,
) -> None:
    """Matches, lock and caches are separate; data from before are in both."""
    one = Site(tmp_path / "web", packages, published, base="a")
    shutil.copytree(published, tmp_path / "web" / "b")
    one.start()
    request.addfinalizer(one.stop)
    two = replace(one, base="b")
    with phone_of(playwright, tmp_path / "phone") as context:
        page = context.new_page()
        page.goto(f"{one.home}manifest.json")
        page.evaluate(_KEEPS, ["", _journal('["journal",1]', '["set","sitio","https://a.b/"]')])
        first = client(context, one)
        play_alone(first, "Solo en la primera")
        kept_for_later(first)
        second = client(context, two)
        second.sees("Nueva partida")
        assert not second.has("Solo en la primera")
        assert not second.has("Abierto en otra pestaña")
        kept_for_later(second)
        names = second.page.evaluate("caches.keys()")
        assert {name.split()[1] for name in names if name.startswith("companion ")} == {
            "/a/", "/b/",
        }  # fmt: skip
        one.stop()
        _loaded_again(first).sees("Turno de Ana")
        assert not first.has("Abierto en otra pestaña")


@pytest.mark.nightly
def test_journal_of_a_newer_version_is_announced(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Such a journal is left alone, and is not blamed on the browser."""
    with phone_of(playwright, tmp_path / "phone") as context:
        page = context.new_page()
        page.goto(f"{site.home}manifest.json")
        folder = "companion_20_2fjuegos_2fmesa_2f"
        page.evaluate(_KEEPS, [folder, _journal('["journal",99]')])
        phone = client(context, site)
        phone.sees("versión más nueva")
        assert not phone.has("no deja guardar")


@pytest.mark.nightly
def test_browser_without_storage_is_announced(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Play is possible all the same."""
    settings = tmp_path / "phone" / "Default" / "Preferences"
    settings.parent.mkdir(parents=True)
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    settings.write_text(json.dumps(blocked), "utf-8")
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = client(context, site)
        phone.sees("Este navegador no deja guardar nada")
        play_alone(phone, "De paso")


@pytest.mark.nightly
def test_unencrypted_address_is_announced(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Browsers store nothing there."""
    flag = "--host-resolver-rules=MAP mesa.example 127.0.0.1"
    with phone_of(playwright, tmp_path / "phone", flag) as context:
        phone = Screen(context.new_page(), site.url.replace("127.0.0.1", "mesa.example"))
        phone.go()
        phone.page.wait_for_selector("#loading", state="detached", timeout=60_000)
        phone.wake().sees("no va cifrada")


@pytest.mark.nightly
def test_start_that_hangs_or_fails_offers_a_reload(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Either a file never comes, or the renderer is broken."""
    with phone_of(playwright, tmp_path / "phone") as context:
        page = context.new_page()
        page.clock.install()
        context.route("**/app.pack", lambda _route: None)
        page.goto(site.url, wait_until="commit")
        page.wait_for_selector("#loading progress", timeout=20_000)
        assert page.query_selector("#again") is None
        # The other files still load, each after a longer wait than the last.
        end = time.monotonic() + 40
        while page.query_selector("#again:text('Volver a cargar')") is None:
            assert time.monotonic() < end, page.inner_text("#loading")
            page.clock.run_for(21_000)
            time.sleep(0.5)
    with phone_of(playwright, tmp_path / "other") as context:
        context.route("**/main.dart.js", lambda route: route.fulfill(body="throw new Error('x')"))
        page = context.new_page()
        page.goto(site.url, wait_until="commit")
        page.wait_for_selector("#again:text('Volver a cargar')", timeout=60_000)
        assert "No se ha podido arrancar" in page.inner_text("#loading")
