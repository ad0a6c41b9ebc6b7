"""Picture of a result: a PNG to keep, and one that the share sheet gets with the text."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Playwright

from companion.bootstrap import own_hub
from companion.services.matches.results import Imported
from tests.e2e.browser import Screen, Server, screen
from tests.e2e.sites import Site, client, kept_for_later, phone_of
from tests.e2e.steps import play_alone
from tests.ui.tables import actas

pytestmark = pytest.mark.nightly

SHEET = """
  window.handed = null;
  navigator.canShare = () => true;
  navigator.share = async ({ files, text }) => {
    const bytes = new Uint8Array(await files[0].arrayBuffer());
    window.handed = JSON.stringify({
      name: files[0].name, type: files[0].type, text, head: [...bytes.slice(0, 8)],
    });
  };
"""
"""Share sheet of a system, which records what it gets."""
PNG = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """Yield a server, and the route of a result on it."""
    folder = tmp_path_factory.mktemp("datos")
    with own_hub(folder) as hub:
        answer = hub.files.import_acta(actas("blue_moon_city")[0].read_bytes())
        assert isinstance(answer, Imported), answer
    running = Server(folder).start()
    yield running, f"/partida/{answer.match.started.match}/final"
    running.stop()


def _saved(phone: Screen) -> Image.Image:
    with phone.page.expect_download() as download:
        phone.tap("Guardar la imagen")
    assert download.value.suggested_filename.endswith(".png")
    return Image.open(io.BytesIO(Path(download.value.path()).read_bytes()))


def test_picture_is_saved_as_png(browser: Browser, table: tuple[Server, str]) -> None:
    server, final = table
    with screen(browser, server.url) as phone:
        phone.go(final).sees("Guardar la imagen")
        picture = _saved(phone)
        assert (picture.format, picture.size) == ("PNG", (1080, 1350))
        colours = picture.convert("RGB").getcolors(1 << 20)
        assert colours is not None
        assert len(colours) > 20
        assert phone.ask("localStorage.getItem('flutter.picture')") is None


def test_share_sheet_gets_picture_and_text(browser: Browser, table: tuple[Server, str]) -> None:
    server, final = table
    with screen(browser, server.url) as phone:
        phone.page.add_init_script(SHEET)
        phone.go(final)
        phone.tap("Compartir", exact=True)
        phone.page.wait_for_function("() => window.handed", timeout=20_000)
        handed = json.loads(phone.ask("window.handed"))
        assert (handed["type"], handed["head"]) == ("image/png", PNG)
        assert "Blue Moon City" in handed["text"]


def test_phone_alone_paints_it_without_a_network(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = client(context, site)
        match_id = play_alone(phone, "Sola")
        kept_for_later(phone)
        site.stop()
        phone.tap("Herramientas")
        phone.tap("Terminar aquí")
        phone.tap("Terminar la partida")
        phone.go(f"/partida/{match_id}/final").sees("Guardar la imagen")
        assert _saved(phone).size == (1080, 1350)
