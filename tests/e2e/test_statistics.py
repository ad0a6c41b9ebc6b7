"""Statistics: from the home screen through a filter to exported files."""

import csv
import io
import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import own_hub
from tests.e2e.browser import Screen, Server, screen
from tests.ui.tables import actas

pytestmark = pytest.mark.nightly

CITY, STREET = "blue_moon_city", "santiago_de_cuba"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server with the recorded matches of both games."""
    folder = tmp_path_factory.mktemp("datos")
    with own_hub(folder) as hub:
        for path in (*actas(CITY), *actas(STREET)):
            hub.files.import_acta(path.read_bytes())
    running = Server(folder).start()
    yield running
    running.stop()


def _saved(phone: Screen, button: str) -> bytes:
    with phone.page.expect_download() as download:
        phone.tap(button)
    data: bytes = download.value.path().read_bytes()
    return data


def test_filtered_statistics_are_exported(browser: Browser, server: Server) -> None:
    with screen(browser, server.url) as phone:
        phone.go("/")
        phone.tap("Estadísticas")
        phone.sees("Por juego")
        phone.sees("Santiago de Cuba")
        everything = json.loads(_saved(phone, "Datos (JSON)"))
        assert {one["game"] for one in everything["matches"]} == {CITY, STREET}
        phone.tap(re.compile("^Qué partidas"))
        phone.tap("Blue Moon City", exact=True)
        phone.sees("Qué partidas. Blue Moon City")
        phone.tap(re.compile("^Qué partidas"))
        text = _saved(phone, "Hoja de cálculo (CSV)")
        assert text.startswith(b"\xef\xbb\xbf")
        rows = list(
            csv.DictReader(io.StringIO(text.decode("utf-8-sig"), newline=""), delimiter=";")
        )
        seats = sum(len(one["seats"]) for one in everything["matches"] if one["game"] == CITY)
        assert len(rows) == seats
        assert {row["Juego"] for row in rows} == {"Blue Moon City"}
