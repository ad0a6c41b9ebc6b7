"""Transfer of a match from one phone to another and back, without a network between them."""

import io
import random
import re
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import BrowserContext, Playwright

from companion.match.files import acta_codec, qr_frames
from companion.match.files.acta_file import loads
from tests.e2e.browser import Screen
from tests.e2e.sites import Site, client, phone_of
from tests.e2e.steps import begin_match, end_turn, play_alone

PLAYED = Path("tests/playthroughs/santiago_de_cuba/tie_by_goods_3.acta")


def _link(context: BrowserContext, phone: Screen, match_id: str) -> str:
    """Return the link that «Copiar enlace» puts on the clipboard."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.go(f"/partida/{match_id}/llevar").sees("Copiar enlace")
    phone.tap("Copiar enlace")
    phone.sees("Enlace copiado")
    copied: str = phone.page.evaluate("navigator.clipboard.readText()")
    return copied


def _follow(context: BrowserContext, site: Site, link: str, then: str) -> Screen:
    """Open a link in a new page, as a message or the camera does."""
    phone = Screen(context.new_page(), site.url)
    phone.page.goto(link, wait_until="commit")
    phone.page.wait_for_selector("#loading", state="detached", timeout=60_000)
    phone.wake().sees(then)
    return phone


@pytest.mark.nightly
def test_match_goes_by_link_and_comes_back_with_a_new_entry(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    with phone_of(playwright, one) as context:
        phone = client(context, site)
        match_id = play_alone(phone, "De viaje")
        end_turn(phone, "Turno de Beto")
        there = _link(context, phone, match_id)
    assert there.startswith(site.url + "acta=")
    with phone_of(playwright, two) as context:
        # The link as it appears in a message: text that follows it is ignored.
        phone = _follow(context, site, f"{there}).&utm=x-1", "Ha llegado una partida")
        assert "acta=" not in phone.page.url
        phone.tap("Guardar aquí")
        phone.sees("Partida importada.")
        phone.tap("Abrir la partida")
        phone.sees("Turno de Beto")
        end_turn(phone, "Turno de Ana")
        back = _link(context, phone, match_id)
    with phone_of(playwright, one) as context:
        phone = _follow(context, site, back, "trae 1 anotación más")
        phone.tap("Guardar aquí")
        phone.sees("ahora tiene 1 anotación más")
        phone.tap("Abrir la partida")
        phone.sees("Turno de Ana")
        # Opening it again in the same page has no effect.
        phone.page.evaluate("link => { location.href = link }", there)
        phone.sees("igual o más avanzada")


def _codes(phone: Screen) -> list[str]:
    """Return every code of the row, as a camera reads it from the screen."""
    phone.tap("Pausar el avance")
    phone.sees("Avanzar solo")
    position = re.search(r"(\d+) de (\d+)", phone.text())
    assert position
    total, texts = int(position[2]), {}
    for _ in range(total):
        number = re.search(r"Código QR (\d+) de", phone.text())
        assert number
        texts[number[1]] = _read(phone)
        phone.tap("Código siguiente")
        phone.sees(f"Código QR {int(number[1]) % total + 1} de")
    assert len(texts) == total
    return list(texts.values())


def _read(phone: Screen) -> str:
    """Return the one code on the screen, visible without scrolling."""
    for _ in range(10):
        phone.page.wait_for_timeout(400)
        picture = Image.open(io.BytesIO(phone.page.screenshot()))
        barcodes = zxingcpp.read_barcodes(picture)
        if barcodes:
            return str(barcodes[0].text)
    raise AssertionError("no code could be read")


def _file(phone: Screen, path: Path) -> None:
    phone.go("/recibir").sees("Elegir el archivo")
    with phone.page.expect_file_chooser() as chooser:
        phone.tap("Elegir el archivo")
    chooser.value.set_files(path)
    phone.tap("Guardar aquí")
    phone.sees("Partida importada.")


@pytest.mark.nightly
def test_complete_match_goes_by_a_row_of_codes(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """Read in any order, each code in a page of its own, and with a pause."""
    with phone_of(playwright, tmp_path / "one") as context:
        phone = client(context, site)
        _file(phone, PLAYED)
        phone.tap("Abrir la partida")
        phone.page.wait_for_url(re.compile("/partida/"))
        match_id = phone.page.url.split("/partida/")[1].split("/")[0]
        phone.go(f"/partida/{match_id}/llevar").sees("Códigos QR")
        codes = _codes(phone)
    packed = acta_codec.pack(loads(PLAYED.read_bytes()))
    assert sorted(codes) == sorted(
        f"{site.url}parte={text}" for text in qr_frames.frames(packed, "A")
    )
    random.Random(5).shuffle(codes)
    with phone_of(playwright, tmp_path / "two") as context:
        phone = _follow(context, site, codes[0], f"Leído 1 de {len(codes)}")
        for n, code in enumerate(codes[1:-1], 2):
            other = context.new_page()
            other.goto(code, wait_until="commit")
            other.get_by_text("Recibido.").wait_for()
            other.close()
            phone.sees(f"Leídos {n} de {len(codes)}")
        phone.page.close()
        phone = _follow(context, site, codes[-1], "Ha llegado una partida")
        phone.tap("Guardar aquí")
        phone.tap("Abrir la partida")
        phone.page.wait_for_url(re.compile(f"/partida/{match_id}/"))


BUSY = """(() => {
  const { postMessage } = BroadcastChannel.prototype;
  BroadcastChannel.prototype.postMessage = function (data) {
    setTimeout(() => postMessage.call(this, data), data.stays ? 500 : 0);
  };
})()"""
"""Script that makes a page slow to say that it stays open."""


@pytest.mark.nightly
def test_page_that_hands_a_link_over_waits_for_nothing(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """It starts nothing, even if the page that goes on is busy with the link."""
    (code, *_) = qr_frames.frames(acta_codec.pack(loads(PLAYED.read_bytes())), "A")
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = client(context, site)
        phone.page.evaluate(BUSY)
        other = context.new_page()
        other.clock.install()
        other.goto(f"{site.url}parte={code}", wait_until="commit")
        other.get_by_text("Recibido.").wait_for()
        phone.sees("Leído 1 de")
        other.locator("#loading progress").wait_for(state="detached")
        other.clock.fast_forward(60_000)
        assert other.get_by_text("Recibido.").is_visible()
        assert not other.locator("#again").count()


@pytest.mark.nightly
def test_site_keeps_its_text_size(playwright: Playwright, site: Site, tmp_path: Path) -> None:
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = client(context, site, "/ajustes")
        phone.tap("175")
        phone.page.wait_for_function("() => document.documentElement.style.fontSize === '175%'")
        assert not phone.has("Dirección de tu copia publicada")


@pytest.mark.nightly
def test_served_app_links_to_the_published_copy_and_imports_links(phone: Screen) -> None:
    match_id = begin_match(phone, ("Ana", "Beto"), "Servida")
    phone.go(f"/partida/{match_id}/llevar").sees("companion publish")
    assert not phone.has("Códigos QR")
    phone.go("/ajustes").sees("Dirección de tu copia publicada")
    phone.type("Dirección de tu copia publicada", "una copia")
    phone.tap("Guardar", exact=True)
    phone.sees("Tiene que ser una dirección web")
    phone.type("Dirección de tu copia publicada", "ejemplo.org/mesa")
    phone.tap("Guardar", exact=True)
    phone.sees("Dirección guardada.")
    phone.go(f"/partida/{match_id}/llevar").sees("Copiar enlace")
    assert _read(phone).startswith("https://ejemplo.org/mesa/#parte=A")
    played = qr_frames.link_text(acta_codec.pack(loads(PLAYED.read_bytes())))
    phone.page.goto(f"{phone.url}/#acta={played}", wait_until="commit")
    phone.wake().sees("Ha llegado una partida")
    phone.tap("Guardar aquí")
    phone.sees("Partida importada.")
    phone.page.evaluate(f"location.hash = 'acta={played}'")
    phone.page.wait_for_timeout(1000)
    phone.wake().sees("igual o más avanzada")
