"""Pictures of README.md, taken of the program as it is: `python -m tests.pictures`."""

import base64
import json
import re
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from companion.bootstrap import own_hub
from tests.e2e.browser import Screen, Server, launch, screen
from tests.e2e.shared_server import SharedServer, code_on
from tests.e2e.tables import interrupted

DOCS = Path(__file__).parents[1] / "docs"
ACTA, ENTRIES = "blue_moon_city/offerings_made_2.acta", 120
"""Match in its middle: two people, half of the city finished."""
GAMES = (
    ("santiago_de_cuba/most_points_3.acta", 121),
    ("blue_moon/dragons-aqua-terrah_2.acta", 71),
    ("kingdom_of_solomon/most_points_3.acta", 70),
    ("urban_sprawl/most_prestige_3.acta", 100),
)
"""Matches of the other games in their middle."""
_SLOW, _PAINTED = 60_000, 4_000
"""Milliseconds within which a match is opened at the latest and within which it is painted."""
_SHOWS = "Herramientas"
"""Text that no other screen has."""


def main(folder: Path = DOCS) -> None:
    """Take every picture."""
    with TemporaryDirectory() as data, sync_playwright() as driver:
        with own_hub(Path(data)) as hub:
            match_id = interrupted(hub, ACTA, ENTRIES)
            others = [interrupted(hub, acta, entries) for acta, entries in GAMES]
        server = SharedServer(Path(data))
        server.start()
        browser = launch(driver)
        try:
            _mesa(browser, server, match_id, folder / "mesa.png")
            _ruling(browser, server, match_id, folder / "dictamen.png")
            _phones(browser, server, match_id, folder / "tres-telefonos.png")
            _games(browser, server, others, folder / "juegos.png")
        finally:
            browser.close()
            server.stop()


def _mesa(browser: Browser, server: Server, match_id: str, picture: Path) -> None:
    with screen(browser, server.url) as phone:
        _open(phone, match_id).shot(picture)


def _ruling(browser: Browser, server: Server, match_id: str, picture: Path) -> None:
    """Try to build where nothing can be built."""
    with screen(browser, server.url) as phone:
        _open(phone, match_id)
        phone.tap("Otra jugada…")
        phone.page.wait_for_timeout(_PAINTED)
        phone.tap(re.compile("^Construir"))
        phone.gone("Mover la figura")
        # A frame is painted only if something changes: move the pointer, and keep it off the
        # controls.
        phone.page.mouse.move(200, 500)
        phone.page.mouse.move(200, 20)
        phone.page.wait_for_timeout(_PAINTED)
        phone.shot(picture)


def _phones(browser: Browser, server: SharedServer, match_id: str, picture: Path) -> None:
    """Take three devices at one table: the host, one with a seat, and one that looks on."""
    at = server.outside
    with (
        screen(browser, server.url) as ana,
        _themed(browser, at, "dark") as beto,
        _themed(browser, at, "black") as other,
    ):
        _open(ana, match_id).tap("Mesa compartida")
        ana.tap("Abrir la mesa")
        invitation = f"/#{code_on(ana)}"
        for phone, choice in ((beto, re.compile("^Beto")), (other, "Solo mirar")):
            phone.go(invitation).sees("¿Quién eres?", _SLOW)
            phone.tap(choice)
            phone.sees("Turno de Beto")
        ana.sees("Han llegado 2 pantallas")
        other.tap("Marcador", exact=True)
        taken = [_taken(phone, picture) for phone in (ana, beto, other)]
    _side_by_side(browser, taken, picture)


def _games(browser: Browser, server: Server, matches: Sequence[str], picture: Path) -> None:
    taken = []
    for match_id in matches:
        with screen(browser, server.url) as phone:
            taken.append(_taken(_open(phone, match_id), picture))
    _side_by_side(browser, taken, picture)


def _themed(browser: Browser, url: str, theme: str) -> AbstractContextManager[Screen]:
    kept = {"flutter.settings": json.dumps(json.dumps({"theme": theme}))}
    return screen(browser, url, dark=True, storage=kept)


def _taken(phone: Screen, picture: Path) -> bytes:
    phone.page.bring_to_front()
    phone.page.mouse.move(200, 20)
    phone.page.wait_for_timeout(_PAINTED)
    phone.shot(picture)
    return picture.read_bytes()


def _open(phone: Screen, match_id: str) -> Screen:
    phone.go(f"/partida/{match_id}/mesa").sees(_SHOWS, _SLOW)
    # The semantics tree is there before anything is painted.
    phone.page.wait_for_timeout(_PAINTED)
    return phone


def _side_by_side(browser: Browser, pictures: Sequence[bytes], picture: Path) -> None:
    shown = "".join(
        '<img style="border-radius:24px;border:6px solid #222" '
        f'src="data:image/png;base64,{base64.b64encode(each).decode()}">'
        for each in pictures
    )
    width = 24 + len(pictures) * (412 + 12 + 24)
    page = browser.new_page(viewport={"width": width, "height": 975})
    page.set_content(
        f'<body style="margin:0;background:#fff;display:flex;gap:24px;padding:24px">{shown}</body>'
    )
    page.screenshot(path=picture)
    page.close()


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
