"""Exceptions planted in every screen: the session ends, says so at once, and the next one works.

A browser shows what the page does with it (`tests/e2e/test_failed_screens.py`).
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import flet as ft
import pytest
from flet.messaging.session import Session
from flet_web.fastapi import app_manager

from companion.redacted_log import RedactingFormatter
from companion.services.sharing.shared_tables import device_id
from companion.toolkit import session_guard
from companion.ui import match_frame, router
from companion.ui.context import AppContext
from companion.ui.device import phone
from companion.ui.drafts.draft_cache import shelve, stored_state
from companion.ui.hooks import current_page, in_page
from companion.ui.shell import screen
from companion.ui.views.report.interaction import InteractionState, Panel, Tool
from tests.wire.client import CALL, CRASHED, WireClient, browser
from tests.wire.full_app import House, house, patterns

ROUTES = tuple(dict.fromkeys(patterns()))
SOON = 3.0
"""Seconds within which a failure has to be reported."""
FAILED = 1011
SECRET = "esto no es de nadie más"


class Planted(Exception):
    """Exception planted in a screen."""


class Plants:
    """Screens that routes lead to, any of which can be made to fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shown: list[str] = []
        self.broken = ""
        self.instead: Callable[..., ft.Control] = Broken
        real = router._Screen.shown

        def shown(
            of: router._Screen, ctx: AppContext, key: str, given: dict[str, str]
        ) -> ft.Control:
            self.shown.append(of.name)
            if of.name == self.broken:
                return self.instead(ctx, key=key)
            return real(of, ctx, key, given)

        monkeypatch.setattr(router._Screen, "shown", shown)


def _raise(*_args: object) -> Any:
    raise Planted(SECRET)


@screen
def Broken(_ctx: AppContext) -> ft.Control:
    """Fail while rendering."""
    control: ft.Control = _raise()
    return control


@ft.component
def Unguarded(_ctx: AppContext) -> ft.Control:
    """Fail while rendering, with nothing of ours around it."""
    control: ft.Control = _raise()
    return control


@screen
def BadEffect(_ctx: AppContext) -> ft.Control:
    """Render a screen with an effect that fails."""
    ft.use_effect(_raise, [])
    return ft.Text("Se ve, y no vive")


@screen
def BadCoroutine(_ctx: AppContext) -> ft.Control:
    """Render a screen with an effect that fails in a task of its own."""

    async def fails() -> None:
        await asyncio.sleep(0.01)
        _raise()

    ft.use_effect(fails, [])
    return ft.Text("Se ve, y no vive")


@screen
def BadJob(_ctx: AppContext) -> ft.Control:
    """Render a screen with a job in the background that fails."""
    page = current_page()

    async def fails() -> None:
        _raise()

    ft.use_effect(lambda: in_page(page, fails), [])
    return ft.Text("Se ve, y no vive")


@screen
def BadComparison(_ctx: AppContext) -> ft.Control:
    """Render a screen that the toolkit cannot compare with what it was, as it repeats a key."""
    repeats, set_repeats = ft.use_state(False)
    ft.use_effect(lambda: set_repeats(True), [])
    return ft.Column([ft.Text(key, key=key) for key in ("fdff" if repeats else "c")])


@pytest.fixture
def plants(monkeypatch: pytest.MonkeyPatch) -> Plants:
    """Return the screens, none of which fails yet."""
    return Plants(monkeypatch)


def _session_of(client: WireClient) -> Session:
    sessions: dict[str, Session] = vars(app_manager)["_FletAppManager__sessions"]
    return next(session for session in sessions.values() if session.id == client.session)


async def _drawn(client: WireClient) -> None:
    await client.until(lambda: len(client.text()) > 60, "a screen")
    await asyncio.sleep(0.1)


@asynccontextmanager
async def _at(home: House, route: str, device: dict[str, Any]) -> AsyncIterator[WireClient]:
    async with browser(home.url, route, preferences=device) as client:
        await _drawn(client)
        yield client


async def _ends(client: WireClient, act: Coroutine[Any, Any, None]) -> None:
    """Check that an act ends the session, and that its client hears of it in time."""
    session, began = _session_of(client), time.monotonic()
    await act
    async with asyncio.timeout(SOON):
        assert await client.is_closed() == FAILED
    assert time.monotonic() - began < SOON
    assert client.received[-1][:3] == b"\x00\x92" + bytes([CRASHED])
    assert session_guard.has_failed(session)
    assert session not in vars(app_manager)["_FletAppManager__sessions"].values()


async def _comes_back(home: House, route: str, device: dict[str, Any], before: WireClient) -> None:
    """Check that the page asks for the same session, and gets another, with the same screen."""
    kept = json.dumps({"at": 0, "routes": [route.removesuffix("/mesa")]})
    prefs = {**device, "recent_failures": kept}
    async with browser(home.url, route, preferences=prefs, session=before.session) as after:
        await _drawn(after)
        assert after.session != before.session
        await after.sees("se ha abierto de nuevo")
        assert not session_guard.has_failed(_session_of(after))


def _logged(caplog: pytest.LogCaptureFixture) -> None:
    """Check that the log says where it failed, without any of the words."""
    written = "\n".join(map(RedactingFormatter().format, caplog.records))
    assert "a session has failed" in written
    assert "test_failed_screens.py" in written
    assert SECRET not in written


def _run(folder: Path, act: Callable[[House], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        async with house(folder) as home:
            await act(home)

    asyncio.run(whole())


@pytest.mark.parametrize("pattern", ROUTES)
def test_screen_that_fails_to_render_opens_again_in_a_new_session(
    pattern: str, tmp_path: Path, plants: Plants, caplog: pytest.LogCaptureFixture
) -> None:
    device = {"device_key": pattern}

    async def act(home: House) -> None:
        route = home.route(pattern)
        async with _at(home, route, device) as client:
            name = plants.shown[-1]
            await client.go("/acerca" if name != "settings.about" else "/ajustes")
            await _drawn(client)
            plants.broken = name
            await _ends(client, client.go(route))
        plants.broken = ""
        await _comes_back(home, route, device, client)

    with caplog.at_level(logging.ERROR):
        _run(tmp_path, act)
    _logged(caplog)


@pytest.mark.parametrize("pattern", ROUTES)
def test_failing_touch_opens_the_screen_again_in_a_new_session(
    pattern: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    device = {"device_key": pattern}

    async def act(home: House) -> None:
        route = home.route(pattern)
        async with _at(home, route, device) as client:
            node = next(node for node, _ in client.handled("on_click"))
            control = _session_of(client).index[node["_i"]]
            control._values["on_click"] = _raise
            await _ends(client, client.event(node, "click", None))
        await _comes_back(home, route, device, client)

    with caplog.at_level(logging.ERROR):
        _run(tmp_path, act)
    _logged(caplog)


@pytest.mark.parametrize(
    "instead", [Unguarded, BadEffect, BadCoroutine, BadJob, BadComparison], ids=lambda c: c.__name__
)
def test_failing_effect_job_or_diff_ends_the_session(
    instead: Callable[..., ft.Control], tmp_path: Path, plants: Plants
) -> None:
    async def act(home: House) -> None:
        plants.instead = instead
        async with _at(home, "/acerca", {}) as client:
            plants.broken = "settings"
            await _ends(client, client.go("/ajustes"))
        plants.broken = ""
        await _comes_back(home, "/ajustes", {}, client)

    _run(tmp_path, act)


@pytest.mark.parametrize("part", ["read_match", "_bar", "_tab_of"])
def test_failure_around_the_screens_of_a_match_ends_the_session(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(home: House) -> None:
        route = home.route("/partida/:match_id/acta")
        async with _at(home, "/acerca", {}) as client:
            with monkeypatch.context() as planted:
                planted.setattr(match_frame, part, _raise)
                await _ends(client, client.go(route))
        await _comes_back(home, route, {}, client)

    _run(tmp_path, act)


def test_session_that_fails_at_its_start_closes_with_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(home: House) -> None:
        with monkeypatch.context() as planted:
            planted.setattr("companion.ui.app.use_layout", _raise)
            async with browser(home.url) as client:
                assert await client.is_closed() == FAILED
        await _comes_back(home, "/", {}, client)

    _run(tmp_path, act)


def test_session_that_fails_without_its_client_is_not_resumed(tmp_path: Path) -> None:
    async def act(home: House) -> None:
        async with _at(home, "/acerca", {}) as client:
            session = _session_of(client)
        async with asyncio.timeout(SOON):
            while session.connection is not None:
                await asyncio.sleep(0.01)
        session_guard.fail(session, Planted())
        async with browser(home.url, "/acerca", session=client.session) as after:
            await _drawn(after)
            assert after.session != client.session

    _run(tmp_path, act)


def test_healthy_session_is_resumed(tmp_path: Path) -> None:
    async def act(home: House) -> None:
        async with _at(home, "/acerca", {}) as client:
            session = _session_of(client)
        async with asyncio.timeout(SOON):
            while session.connection is not None:
                await asyncio.sleep(0.01)
        async with browser(home.url, "/acerca", session=client.session) as after:
            await _drawn(after)
            assert after.session == client.session

    _run(tmp_path, act)


def test_late_answer_of_the_client_is_ignored(tmp_path: Path) -> None:
    async def act(home: House) -> None:
        async with _at(home, "/acerca", {}) as client:
            late = {"control_id": 123456, "call_id": "x", "result": None, "error": None}
            await client.send(CALL, late)
            await client.go("/ajustes")
            await client.sees("Tema")

    _run(tmp_path, act)


def test_touch_on_a_removed_control_is_ignored(tmp_path: Path) -> None:
    async def act(home: House) -> None:
        async with _at(home, "/ajustes", {}) as client:
            node = next(node for node, _ in client.handled("on_click"))
            await client.go("/acerca")
            await client.sees("Árbitro y memoria")
            await client.event(node, "click", None)
            await client.go("/ajustes")
            await client.sees("Tema")

    _run(tmp_path, act)


FORM = InteractionState(open=Tool(Panel.KINDS))
BEFORE = InteractionState(open=Tool(Panel.UNDO))


def test_draft_is_rescued_without_the_change_that_failed(tmp_path: Path, plants: Plants) -> None:
    async def act(home: House) -> None:
        route, match_id = home.route("/partida/:match_id"), home.given["match_id"]
        device = {"device_key": "clave"}
        async with _at(home, route, device) as client:
            name = device_id("clave")
            shelve(name, match_id, BEFORE)
            shelve(name, match_id, FORM)
            plants.broken = "match"
            await client.go("/acerca")
            await _ends(client, client.go(route))
        plants.broken = ""
        await _comes_back(home, route, device, client)
        assert stored_state(name, match_id) == BEFORE

    _run(tmp_path, act)


def test_screen_that_fails_twice_gives_way_to_a_failure_notice(tmp_path: Path) -> None:
    async def act(home: House) -> None:
        route, match_id = home.route("/partida/:match_id"), home.given["match_id"]
        shelve(device_id("clave"), match_id, FORM)
        kept = json.dumps({"at": 0, "routes": [route, route]})
        device = {"device_key": "clave", "recent_failures": kept}
        async with browser(home.url, f"{route}/acta", preferences=device) as client:
            await client.sees("ha fallado dos veces seguidas")
            assert stored_state(device_id("clave"), match_id) == InteractionState()
            await client.click("Entendido")
            await client.until(lambda: "dos veces" not in client.text(), "the end of it")
        async with browser(home.url, f"{route}/acta", preferences=device) as client:
            await client.click("Abrirla otra vez")
            await client.until(lambda: client.route == route, "the way back")
            await client.until(lambda: "dos veces" not in client.text(), "the end of it")

    _run(tmp_path, act)


def test_failure_is_forgotten_after_a_calm_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone, "CALM", 0.2)

    async def act(home: House) -> None:
        kept = json.dumps({"at": 0, "routes": ["/acerca"]})
        device = {"recent_failures": kept}
        async with browser(home.url, "/acerca", preferences=device) as client:
            await client.sees("se ha abierto de nuevo")
            async with asyncio.timeout(SOON):
                while "recent_failures" in device:
                    await asyncio.sleep(0.02)

    _run(tmp_path, act)


@pytest.mark.parametrize("kept", [None, 3, "", "{", "[]", '{"routes": 3}', '{"routes": [3]}', "{}"])
def test_unreadable_stored_failures_load_as_empty(kept: object) -> None:
    assert phone.read(kept) == ()
