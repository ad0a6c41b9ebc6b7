"""Every widget in a real browser: touched, typed into, read out, and without foreign requests."""

import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Request

from tests.e2e.browser import DESKTOP, LANDSCAPE, PHONE, Screen, Server, screen
from tests.seeds import how_much

TALL = {"width": 412, "height": 3200}
"""Size of a page that shows everything, because what is out of view is not in the tree."""


@dataclass(frozen=True)
class Traffic:
    """Requests of a page, and the addresses that answered."""

    asked: list[Request] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)


class GalleryServer(Server):
    """Server of the gallery in a process of its own."""

    def command(self) -> list[str]:
        """Return the command of the gallery, which prints its address."""
        return [sys.executable, "-m", "tests.ui.gallery", str(self.port)]


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield the server of the gallery."""
    running = GalleryServer(tmp_path_factory.mktemp("galeria")).start()
    yield running
    running.kill()


@pytest.fixture
def page(browser: Browser, gallery: Server) -> Iterator[Screen]:
    """Yield the gallery on a screen tall enough for all of it."""
    with screen(browser, gallery.url, TALL) as opened:
        yield opened.go("/")


@pytest.fixture(scope="module")
def traffic() -> Traffic:
    """Return the requests of the page below, from its beginning."""
    return Traffic()


@pytest.fixture(scope="module")
def seen(browser: Browser, gallery: Server, traffic: Traffic) -> Iterator[Screen]:
    """Yield the gallery, opened once for all tests that leave it as it is, or restore it."""
    with screen(browser, gallery.url, TALL) as opened:
        opened.page.on("request", lambda request: traffic.asked.append(request))
        opened.page.on("response", lambda response: traffic.answered.append(response.url))
        yield opened.go("/")


def _tab_to(page: Screen, name: str) -> None:
    """Press Tab until the control with that name has the focus."""
    seen = []
    for _ in range(60):
        page.page.keyboard.press("Tab")
        time.sleep(0.1)
        focused = page.page.evaluate(
            "[document.activeElement.getAttribute('aria-label'), document.activeElement.innerText]"
            ".find(Boolean) ?? ''"
        )
        if focused.startswith(name):
            return
        seen.append(focused)
    raise AssertionError(f"Tab does not reach {name!r}; it went through {seen}")


def _until(page: Screen, expression: str, value: str) -> None:
    """Wait until an expression has a value; the page's policy forbids it to poll by itself."""
    end = time.monotonic() + 5
    while (answer := page.page.evaluate(expression)) != value:
        assert time.monotonic() < end, answer
        time.sleep(0.1)


@pytest.mark.nightly
def test_touching_a_tile_a_choice_and_each_button_is_handled(page: Screen) -> None:
    for name, said in (
        ("Castillo, 3 secciones", "loseta"),
        ("Palacio. 2 de valor azul", "elegido palace"),
        ("Anotar", "anotado"),
        ("Corregir", "corregir"),
        ("Ver la regla", "regla"),
        ("Deshacer", "deshacer"),
        ("Cerrar", "cerrado"),
        ("Aceptar", "aceptado"),
    ):
        page.tap(name, exact=True)
        page.sees(f"Dicho: {said}")


@pytest.mark.nightly
def test_disabled_choice_keeps_its_place_and_says_why(page: Screen) -> None:
    page.tap(re.compile("^Puerto · no disponible"))
    page.sees("Dicho: bloqueado port")
    names = [
        text
        for text in page.labels().splitlines() + page.text().splitlines()
        if text.startswith(("Palacio", "Puerto", "Torre"))
    ]
    assert [name[:5] for name in names[:3]] == ["Palac", "Puert", "Torre"]


EVERYDAY = (("Castillo, 3 secciones", "Enter", "loseta"), ("Palacio", "Space", "elegido palace"))


@how_much(
    "keys",
    everyday=EVERYDAY,
    before_release=(
        *EVERYDAY,
        ("Palacio", "Enter", "elegido palace"),
        ("Puerto", "Enter", "bloqueado port"),
        ("Deshacer", "Enter", "deshacer"),
    ),
)
def test_keyboard_does_what_a_finger_does(
    seen: Screen, keys: tuple[tuple[str, str, str], ...]
) -> None:
    for name, key, said in keys:
        _tab_to(seen, name)
        seen.page.keyboard.press(key)
        seen.sees(f"Dicho: {said}")


@pytest.mark.nightly
def test_counter_stops_at_its_limits(page: Screen) -> None:
    # The pointer rests on the button, and its tooltip shows the name a second time: match by the
    # beginning.
    more, less = re.compile("^Una más"), re.compile("^Una menos")
    for said in (4, 5):
        page.tap(more)
        page.sees(f"Dicho: número {said}")
    assert page.button(more).get_attribute("aria-disabled") == "true"
    page.tap(less)
    page.sees("Dicho: número 4")


@pytest.mark.nightly
def test_typed_text_arrives_whole(page: Screen) -> None:
    page.page.get_by_label("Nombre").click()
    page.page.keyboard.press("End")
    page.page.keyboard.type(" María Ñandú", delay=20)
    page.sees("Dicho: nombre Ana María Ñandú")
    page.type("Puntos", "28")
    page.sees("Dicho: puntos 28")
    page.type("Puntos", "dos")
    page.sees("Dicho: puntos None")
    page.type("Buscar en las reglas", "piedra")
    page.sees("Dicho: busca piedra")


@pytest.mark.nightly
def test_bag_takes_and_gives_back_cards(page: Screen) -> None:
    page.tap("Azul 1", exact=True)
    page.sees("Dicho: van 4")
    # There are only three: the card is still read out, but is no longer a button.
    page.page.get_by_role("button", name="Azul 1", exact=True).wait_for(state="detached")
    page.tap("Quitar Azul 1", exact=True)
    page.sees("Dicho: van 3")


@pytest.mark.nightly
def test_expander_says_whether_it_is_open(page: Screen) -> None:
    assert not page.has("Se paga con cartas.")
    page.tap("Pago de secciones. Dos ideas", exact=True)
    page.sees("Se paga con cartas.")
    expanded = page.page.locator("[aria-expanded]").first
    assert expanded.get_attribute("aria-expanded") == "true"


@pytest.mark.nightly
def test_drawings_have_a_text_alternative(seen: Screen) -> None:
    for name in ("Puntos por turno: Bea 21, Ana 18, Ciro 12", "Código de la mesa"):
        seen.page.get_by_role("img", name=name).first.wait_for(state="attached")


def test_no_request_leaves_the_host(seen: Screen, traffic: Traffic, gallery: Server) -> None:
    seen.sees("Galería")
    seen.page.wait_for_timeout(1000)
    asked = traffic.asked
    hosts = {
        urlsplit(url).netloc for url in traffic.answered if not url.startswith(("data:", "blob:"))
    }
    assert hosts == {urlsplit(gallery.url).netloc}
    # The stock client requests one script from another host. The CSP stops it before it is sent.
    foreign = [r for r in asked if urlsplit(r.url).netloc not in {*hosts, ""}]
    assert all("csp" in (r.failure or "") for r in foreign), [r.url for r in foreign]


def test_page_is_spanish_and_has_the_name_of_the_app(seen: Screen) -> None:
    # Flutter also sets the language, once it knows the locale of the app.
    _until(seen, "document.documentElement.lang", "es")
    assert seen.page.title() == "Compañero de mesa"


@pytest.mark.nightly
def test_page_names_the_app_while_it_loads(browser: Browser, gallery: Server) -> None:
    with screen(browser, gallery.url) as opened:
        opened.page.route("**/main.dart.*", lambda route: route.abort())
        opened.page.goto(gallery.url, wait_until="commit")
        splash = opened.page.locator("#loading")
        splash.get_by_text("Compañero de mesa").wait_for()
        splash.get_by_text("Cargando…").wait_for()


def test_text_at_twice_the_size_overlaps_nothing(
    browser: Browser, gallery: Server, tmp_path: Path
) -> None:
    tall = {"width": 412, "height": 6500}
    with screen(browser, gallery.url, tall, storage={"flutter.text_scale": "200"}) as opened:
        opened.go("/").sees("Paso 1 de doce")
        opened.shot(tmp_path / "doble.png")
        size = opened.page.evaluate("getComputedStyle(document.documentElement).fontSize")
        assert size == "32px"
        boxes = [
            box
            for button in opened.page.get_by_role("button").all()
            if (box := button.bounding_box())
        ]
    assert len(boxes) > 15
    for n, one in enumerate(boxes):
        assert one["x"] >= 0
        assert one["x"] + one["width"] <= 412.5
        for other in boxes[n + 1 :]:
            apart = (
                one["x"] + one["width"] <= other["x"] + 1
                or other["x"] + other["width"] <= one["x"] + 1
                or one["y"] + one["height"] <= other["y"] + 1
                or other["y"] + other["height"] <= one["y"] + 1
            )
            assert apart, (one, other)


@pytest.mark.nightly
def test_text_size_changes_while_the_page_is_open(page: Screen) -> None:
    tile = page.button("Anotar", exact=True)
    before = tile.bounding_box()
    page.page.evaluate("localStorage.setItem('flutter.text_scale', '150')")
    _until(page, "getComputedStyle(document.documentElement).fontSize", "24px")
    time.sleep(0.5)
    after = tile.bounding_box()
    assert before
    assert after
    assert after["height"] > before["height"]


def test_touch_targets_are_large_enough(seen: Screen) -> None:
    small = [
        (button.get_attribute("aria-label") or button.inner_text(), box)
        for button in seen.page.get_by_role("button").all()
        if (box := button.bounding_box()) and (box["width"] < 47.5 or box["height"] < 47.5)
    ]
    assert not small


@pytest.mark.nightly
@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, DESKTOP], ids=["phone", "landscape", "wide"])
@pytest.mark.parametrize("theme", ["light", "dark", "black"])
def test_every_theme_is_drawn(
    browser: Browser, gallery: Server, tmp_path: Path, size: dict[str, int], theme: str
) -> None:
    picture = tmp_path / f"{theme}.png"
    with screen(browser, gallery.url, size, dark=theme != "light") as opened:
        opened.go(f"/?tema={theme}").sees("Galería")
        opened.shot(picture)
    assert picture.stat().st_size > 10_000


def test_lost_server_is_announced_and_the_page_comes_back(browser: Browser, tmp_path: Path) -> None:
    server = GalleryServer(tmp_path).start()
    try:
        with screen(browser, server.url, TALL) as opened:
            opened.go("/").sees("Dicho: Nada todavía")
            opened.tap("Anotar", exact=True)
            opened.sees("Dicho: anotado")
            server.kill()
            banner = opened.page.locator("#companion-banner")
            banner.wait_for(timeout=5_000)
            assert "Sin conexión" in banner.inner_text()
            server.start()
            banner.wait_for(state="detached", timeout=15_000)
            opened.wake().sees("Dicho: Nada todavía")
            opened.tap("Anotar", exact=True)
            opened.sees("Dicho: anotado")
    finally:
        server.kill()


@pytest.mark.nightly
def test_silently_lost_network_is_noticed(browser: Browser, gallery: Server) -> None:
    with screen(browser, gallery.url, TALL) as opened:
        opened.go("/").sees("Galería")
        opened.tap("Anotar", exact=True)
        opened.sees("Dicho: anotado")
        # The socket stays open, as when Wi-Fi fails. Only the health request notices.
        opened.page.route("**/health", lambda route: route.abort())
        opened.page.locator("#companion-banner").wait_for(timeout=5_000)
        opened.page.unroute("**/health")
        opened.page.locator("#companion-banner").wait_for(state="detached", timeout=15_000)
        # It is the same session, with its state.
        opened.wake().sees("Dicho: anotado")
