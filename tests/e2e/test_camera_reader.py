"""Camera reader: codes are read within the app where the browser can, then the camera stops."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Playwright

from companion.match.files import acta_codec, qr_frames
from companion.match.files.acta_file import loads
from tests.e2e.browser import CALM, Screen, Server
from tests.e2e.sites import Site, client, phone_of

pytestmark = pytest.mark.nightly

PLAYED = Path("tests/playthroughs/santiago_de_cuba/tie_by_goods_3.acta")
CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
DETECTOR = """
  window.codes = [];
  window.BarcodeDetector = class {
    static async getSupportedFormats() { return ["qr_code"]; }
    async detect() {
      const next = window.codes.shift();
      return next ? [{ rawValue: next }] : [];
    }
  };
  const ask = navigator.mediaDevices?.getUserMedia;
  if (ask) navigator.mediaDevices.getUserMedia = async function (...args) {
    window.filmed = await ask.apply(this, args);
    return window.filmed;
  };
"""
"""Script with a fake detector: Chromium has none here, so the test supplies the codes."""
NO_CAMERA = """
  navigator.mediaDevices.getUserMedia = async () => {
    throw new DOMException("no", "NotAllowedError");
  };
"""
OFF = "() => window.filmed.getTracks().every((track) => track.readyState === 'ended')"


def _packed() -> bytes:
    return acta_codec.pack(loads(PLAYED.read_bytes()))


def _reader(phone: Screen) -> Page:
    phone.tap("Leer con la cámara")
    phone.page.get_by_role("dialog", name="Leer códigos QR").wait_for()
    return phone.page


def _shown(page: Page, code: str, then: str) -> None:
    page.evaluate("code => window.codes.push(code)", code)
    page.locator("#companion-reader").get_by_text(then, exact=True).wait_for()


def test_row_of_codes_is_read_without_leaving_the_app(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Reading may pause: codes read before are not asked for again."""
    codes = [f"{site.url}parte={text}" for text in qr_frames.frames(_packed(), "A")]
    total = len(codes)
    with phone_of(playwright, tmp_path / "phone", *CAMERA) as context:
        context.add_init_script(DETECTOR)
        phone = client(context, site, "/recibir")
        page = _reader(phone)
        _shown(page, codes[0], f"1 de {total}")
        _shown(page, "https://ejemplo.org/", "Ese código no es de esta aplicación.")
        _shown(page, codes[0], "Ese ya está leído: pasa al siguiente.")
        _shown(page, codes[1], f"2 de {total}")
        page.keyboard.press("Escape")
        page.wait_for_function(OFF)
        phone.sees(f"Leídos 2 de {total}")
        page = _reader(phone)
        page.locator("#companion-reader").get_by_text(f"2 de {total}", exact=True).wait_for()
        for n, code in enumerate(codes[2:-1], 3):
            _shown(page, code, f"{n} de {total}")
        page.evaluate("code => window.codes.push(code)", codes[-1])
        phone.sees("Ha llegado una partida")
        assert page.locator("#companion-reader").count() == 0
        page.wait_for_function(OFF)


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Server]:
    """Yield a server without any match."""
    running = Server(tmp_path / "datos").start()
    yield running
    running.stop()


def test_picture_is_read_where_there_is_no_camera(
    browser: Browser, empty: Server, tmp_path: Path
) -> None:
    """Served pages read pictures, too; other files are refused."""
    context = browser.new_context(viewport={"width": 412, "height": 915}, locale="es-ES")
    try:
        for script in (CALM, DETECTOR, NO_CAMERA):
            context.add_init_script(script)
        phone = Screen(context.new_page(), empty.url)
        page = _reader(phone.go("/recibir"))
        dialog = page.locator("#companion-reader")
        dialog.get_by_text("El navegador no deja usar la cámara.").wait_for()
        (tmp_path / "a.png").write_bytes(b"no picture")
        dialog.locator("input").set_input_files(tmp_path / "a.png")
        dialog.get_by_text("Ese archivo no es una imagen").wait_for()
        Image.new("RGB", (8, 8)).save(tmp_path / "a.png")
        dialog.locator("input").set_input_files(tmp_path / "a.png")
        dialog.get_by_text("En esa imagen no se ve ningún código.").wait_for()
        link = f"https://ejemplo.org/#acta={qr_frames.link_text(_packed())}"
        page.evaluate("link => window.codes.push(link)", link)
        dialog.locator("input").set_input_files(tmp_path / "a.png")
        page.wait_for_load_state()
        phone.wake().sees("Ha llegado una partida")
    finally:
        context.close()


def test_reader_is_not_offered_where_the_browser_lacks_a_detector(phone: Screen) -> None:
    phone.go("/recibir").sees("Elegir el archivo")
    assert not phone.has("Leer con la cámara")
