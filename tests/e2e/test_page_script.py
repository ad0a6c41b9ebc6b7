"""Script of the page: it stores the invitation of its address, and checks the server's health."""

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import FLAGS, Screen, Server, chromium_path, screen

CODE = "K7QM-3F9T-XW2P"
OTHER = "W0W1-W2W3-W4W5"


class DoorwayServer(Server):
    """App of one line in a process of its own; it shows the listener a client came by."""

    def command(self) -> list[str]:
        """Return the command of the app, which prints its address."""
        return [sys.executable, "-m", "tests.server.doorway", "127.0.0.1"]


@pytest.fixture(scope="module")
def doorway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield the server of the small app."""
    running = DoorwayServer(tmp_path_factory.mktemp("puerta")).start()
    yield running
    running.kill()


@pytest.fixture
def page(browser: Browser, doorway: Server) -> Iterator[Screen]:
    """Yield a page that is not at any address yet."""
    with screen(browser, doorway.url) as opened:
        yield opened


def _stored(page: Screen) -> Any:
    return json.loads(page.page.evaluate("JSON.stringify(localStorage)"))


def _until(page: Screen, happens: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + 20
    while not happens():
        assert time.monotonic() < end, what
        page.page.wait_for_timeout(100)


def _nightly(texts: Iterable[str]) -> Iterator[Any]:
    return (pytest.param(text, marks=pytest.mark.nightly) for text in texts)


@pytest.mark.parametrize(
    "written",
    [
        f"{CODE}).",
        *_nightly((CODE, CODE.lower(), CODE.replace("-", ""), f"{CODE}-", f"{CODE}&x=1")),
    ],
)
def test_invitation_is_stored_and_removed_from_the_address(page: Screen, written: str) -> None:
    asked: list[str] = []
    page.page.on("request", lambda request: asked.append(request.url))
    page.go(f"/?tema=light#{written}").sees("<own 127.0.0.1>")
    assert urlsplit(page.page.url)[2:] == ("/", "tema=light", "")
    assert _stored(page)["flutter.invitation"] == json.dumps(CODE)
    assert asked
    assert not [url for url in asked if "#" in url or "K7QM" in url.upper()]


@pytest.mark.parametrize(
    "fragment", [f"#{CODE}A", *_nightly(("", "#", "#mesa", "#K7QM-3F9T", "#K7QM-3F9T-XW2U"))]
)
def test_other_fragment_is_no_invitation(page: Screen, fragment: str) -> None:
    page.go(f"/{fragment}").sees("<own 127.0.0.1>")
    assert "flutter.invitation" not in _stored(page)


@pytest.mark.nightly
def test_invitation_followed_in_an_open_page_starts_a_new_session(page: Screen) -> None:
    page.go("/").sees("<own 127.0.0.1>")
    before = page.page.evaluate("sessionStorage._flet_session_id")
    with page.page.expect_navigation(url=page.url + "/"):
        page.page.evaluate(f"location.hash = '{OTHER}'")
    page.wake().sees("<own 127.0.0.1>")
    assert _stored(page)["flutter.invitation"] == json.dumps(OTHER)
    assert page.page.evaluate("location.hash") == ""
    assert page.page.evaluate("sessionStorage._flet_session_id") != before


@pytest.mark.nightly
def test_secure_context_is_passed_on_to_the_app(
    page: Screen, browser: Browser, doorway: Server
) -> None:
    page.go("/")
    assert _stored(page)["flutter.secure"] == "true"
    # To the browser, a mapped host name looks like another machine.
    flags = [*FLAGS, "--host-resolver-rules=MAP mesa.example 127.0.0.1"]
    other = browser.browser_type.launch(executable_path=chromium_path(), args=flags)
    with screen(other, doorway.url.replace("127.0.0.1", "mesa.example")) as guest:
        guest.go("/").sees("<guest 127.0.0.1>")
        assert _stored(guest)["flutter.secure"] == "false"
    other.close()


def test_what_an_earlier_version_kept_in_the_browser_is_moved_to_the_names_of_today(
    browser: Browser, doorway: Server
) -> None:
    before = {"flutter.escala": "150", "flutter.ajustes": "1", "flutter.settings": "2"}
    with screen(browser, doorway.url, storage=before) as opened:
        opened.go("/")
        stored = _stored(opened)
        assert stored["flutter.text_scale"] == "150"
        assert stored["flutter.settings"] == "2"
        assert not {"flutter.escala", "flutter.ajustes"} & set(stored)
        assert opened.page.evaluate("document.documentElement.style.fontSize") == "150%"


HIDE = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true})"
SEEN = "document.dispatchEvent(new Event('visibilitychange'))"

COUNT_EMPTY = """
window.empty = 0;
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (data) {
  if (data.byteLength === 0) window.empty += 1;
  return send.call(this, data);
};
"""


@pytest.mark.nightly
@pytest.mark.parametrize("event", [SEEN, "dispatchEvent(new Event('online'))"])
def test_waking_phone_checks_the_server_and_its_socket_at_once(page: Screen, event: str) -> None:
    page.page.add_init_script(COUNT_EMPTY)
    page.page.clock.install()
    page.go("/").sees("<own 127.0.0.1>")
    # Stop all timers: from here on only events can trigger a request.
    page.page.clock.pause_at(time.time() + 1)
    before = page.page.evaluate("empty")
    with page.page.expect_request("**/health"):
        page.page.evaluate(event)
    _until(page, lambda: page.page.evaluate("empty") > before, "no frame was sent")
    assert page.has("<own 127.0.0.1>")


@pytest.mark.nightly
def test_hidden_page_sends_no_requests(page: Screen) -> None:
    page.go("/").sees("<own 127.0.0.1>")
    page.page.evaluate(HIDE % "true")
    asked: list[str] = []
    page.page.wait_for_timeout(3000)
    page.page.on("request", lambda request: asked.append(request.url))
    page.page.wait_for_timeout(4500)
    assert asked == []
    page.page.evaluate(HIDE % "false")
    with page.page.expect_request("**/health"):
        page.page.evaluate(SEEN)
