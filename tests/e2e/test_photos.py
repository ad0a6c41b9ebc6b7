"""Photos of the table: chosen in the browser, made small there, and kept."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Playwright

from companion.bootstrap import own_hub
from companion.match.files import acta_file
from companion.services.matches.keepsakes import MAX_PHOTO, Keepsake
from companion.services.matches.results import Imported
from tests.e2e.browser import Screen, screen
from tests.e2e.shared_server import SharedServer, code_on, guest
from tests.e2e.sites import Site, client, kept_for_later, phone_of
from tests.e2e.steps import play_alone
from tests.ui.tables import actas

pytestmark = pytest.mark.nightly

PLACE = 0x8825
"""Tag under which a camera writes where a photo was taken."""


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a photo of several megabytes as a camera writes it: turned, and with its place."""
    grain, down = Image.effect_noise((3000, 2000), 120), Image.linear_gradient("L")
    whole = Image.merge("RGB", (grain, down.resize(grain.size), down.resize(grain.size)))
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[PLACE] = {1: "N", 2: (40.0, 25.0, 0.0)}
    path = tmp_path_factory.mktemp("fotos") / "mesa.jpg"
    whole.save(path, quality=95, exif=exif)
    assert path.stat().st_size > 4 * MAX_PHOTO
    return path


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[SharedServer, str]]:
    """Yield a server with a match in its middle."""
    with own_hub(tmp_path) as hub:
        whole = acta_file.loads(actas("santiago_de_cuba")[0].read_bytes())
        answer = hub.files.import_acta(acta_file.dumps(whole[:40]).encode())
        assert isinstance(answer, Imported), answer
    running = SharedServer(tmp_path)
    running.start()
    yield running, answer.match.started.match
    running.stop()


def _choose(phone: Screen, file: Path) -> None:
    phone.tap("Herramientas")
    phone.tap("Nota o foto")
    with phone.page.expect_file_chooser() as chooser:
        phone.tap("Añadir una foto")
    chooser.value.set_files(file)


def _kept(server: SharedServer, match_id: str) -> tuple[Keepsake, ...]:
    server.stop()
    with own_hub(server.data) as hub:
        return hub.keepsakes.of(match_id)


def _is_small(kept: Keepsake) -> None:
    assert len(kept.photo) <= MAX_PHOTO
    small = Image.open(io.BytesIO(kept.photo))
    # Upright, and without what the camera wrote into it.
    assert (small.format, small.width < small.height <= 1600) == ("JPEG", True)
    assert not small.getexif()


def test_photo_is_made_small_kept_and_removed(
    browser: Browser, table: tuple[SharedServer, str], photo: Path
) -> None:
    server, match_id = table
    with screen(browser, server.url) as phone:
        phone.go(f"/partida/{match_id}/mesa")
        _choose(phone, photo)
        phone.sees("Foto guardada.")
        _choose(phone, photo)
        phone.sees("Foto guardada.")
        phone.follow(f"/partida/{match_id}/acta")
        phone.tap("Ver la foto")
        phone.tap("Quitarla")
        phone.tap("Quitarla del todo")
        phone.sees("Ya no está.")
    (kept,) = _kept(server, match_id)
    _is_small(kept)


def test_photo_of_a_guest_is_seen_by_the_host(
    browser: Browser, table: tuple[SharedServer, str], photo: Path
) -> None:
    """It goes in pieces: a guest may send no frame of that size."""
    server, match_id = table
    with screen(browser, server.url) as host, guest(browser, server) as phone:
        host.go(f"/partida/{match_id}/compartir")
        host.tap("Abrir la mesa")
        phone.go(f"/#{code_on(host)}")
        phone.sees("¿Quién eres?")
        phone.tap(re.compile("^Beto"))
        phone.sees("Llevas a Beto.")
        host.follow(f"/partida/{match_id}/acta")
        phone.follow(f"/partida/{match_id}/mesa")
        _choose(phone, photo)
        phone.sees("Foto guardada.")
        host.sees("Ver la foto")
    (kept,) = _kept(server, match_id)
    _is_small(kept)
    assert kept.author == "Beto"


def test_file_that_is_no_photo_is_refused_in_words(
    browser: Browser, table: tuple[SharedServer, str], tmp_path: Path
) -> None:
    server, match_id = table
    letter = tmp_path / "carta.jpg"
    letter.write_text("Querida mesa:")
    with screen(browser, server.url) as phone:
        phone.go(f"/partida/{match_id}/mesa")
        _choose(phone, letter)
        phone.sees("Ese archivo no es una foto que se pueda enseñar")
    assert _kept(server, match_id) == ()


def test_phone_alone_keeps_a_photo_over_a_restart(
    playwright: Playwright, site: Site, tmp_path: Path, photo: Path
) -> None:
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = client(context, site)
        match_id = play_alone(phone, "Sola")
        kept_for_later(phone)
        _choose(phone, photo)
        phone.sees("Foto guardada.")
        phone.go(f"/partida/{match_id}/acta")
        phone.tap("Ver la foto")
        phone.sees("Foto de la mesa")
