"""Match screens on other screens and settings: black, double text, landscape, wide."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import DESKTOP, LANDSCAPE, Screen, screen
from tests.e2e.report_steps import touch
from tests.e2e.tables import Tables, tables

pytestmark = pytest.mark.nightly

BLACK = {"flutter.settings": json.dumps(json.dumps({"theme": "black"}))}
DOUBLE = {"flutter.text_scale": "200"}


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with tables(tmp_path_factory.mktemp("datos"), fresh=3) as made:
        yield made


def _walks(device: Screen, match_id: str) -> None:
    device.go(f"/partida/{match_id}/mesa").sees("Turno de Ana")
    touch(device, "Templo del Fuego", "sección 3 libre, figura de Ana")


def test_match_screen_works_in_black_at_twice_the_text_size(browser: Browser, city: Tables) -> None:
    with screen(browser, city.server.url, dark=True, storage=BLACK | DOUBLE) as phone:
        _walks(phone, city.fresh[0])
        assert phone.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"


@pytest.mark.parametrize(("index", "size"), [(1, LANDSCAPE), (2, DESKTOP)])
def test_match_screen_has_two_columns_on_wide_screens(
    browser: Browser, city: Tables, index: int, size: dict[str, int]
) -> None:
    with screen(browser, city.server.url, size) as device:
        _walks(device, city.fresh[index])
        device.sees("Ana: ofrendas 0/6")


def test_address_of_a_match_opens_its_match_screen(browser: Browser, city: Tables) -> None:
    with screen(browser, city.server.url) as phone:
        phone.go(f"/partida/{city.fresh[0]}").sees("¿Puedo…?")
        phone.go(f"/partida/{city.fresh[0]}/otra").sees("No se encuentra lo que buscas.")
