"""Phones that answer late, not at all for a while, or cannot: they keep what they have."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from companion.server.doors import Door
from companion.services.client import Client
from companion.services.sharing.shared_tables import device_id
from companion.ui.device import page_storage
from companion.ui.device.page_storage import PageStorage, SessionEnded, Unreadable
from tests.wire.client import CALL, Node, WireClient, browser
from tests.wire.full_app import House, house

PATIENCE = 0.15
KEY, SETTINGS = "device_key", "settings"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_storage, "PATIENCE", PATIENCE)


class Slow(WireClient):
    """Client that answers each question about its storage later than anybody waits."""

    async def _answer(self, call: Node) -> None:
        if self._type(call["control_id"]) == "SharedPreferences":
            late = asyncio.get_running_loop().call_later
            late(PATIENCE * 3, lambda: asyncio.ensure_future(super(Slow, self)._answer(call)))
        else:
            await super()._answer(call)


class Forgetful(WireClient):
    """Client that the first two questions about each key do not reach."""

    async def _answer(self, call: Node) -> None:
        key = (call.get("args") or {}).get("key", "")
        self.asked = {**getattr(self, "asked", {}), key: getattr(self, "asked", {}).get(key, 0) + 1}
        if call["name"] != "get" or self.asked[key] > 2:
            await super()._answer(call)


class Barred(WireClient):
    """Client whose storage is switched off."""

    async def _answer(self, call: Node) -> None:
        if self._type(call["control_id"]) == "SharedPreferences":
            call_ids = {"control_id": call["control_id"], "call_id": call["call_id"]}
            await self.send(CALL, {**call_ids, "result": None, "error": "SecurityError"})
        else:
            await super()._answer(call)


def _run(folder: Path, act: Callable[[House], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        async with house(folder, Door.GUEST) as home:
            await act(home)

    asyncio.run(whole())


def _seated(home: House, key: str) -> str:
    """Seat a guest at the table, and return the route of it."""
    match_id = home.given["match_id"]
    host = Client(home.hub, "host", owner=True)
    guest = Client(home.hub, device_id(key), owner=False, address=key)
    guest.seating.join(host.seating.table(home.hub.matches.open(match_id)).code)
    assert guest.seating.sit(match_id, 1)
    return f"/partida/{match_id}"


@pytest.mark.parametrize("made", [Slow, Forgetful])
def test_slow_phone_keeps_its_seat_and_its_settings(made: type[WireClient], tmp_path: Path) -> None:
    async def act(home: House) -> None:
        route = _seated(home, "clave")
        device = {KEY: "clave", SETTINGS: '{"theme": "dark", "sound": false}', "text_scale": 130}
        before = dict(device)
        async with browser(home.url, route, preferences=device, made=made) as client:
            await client.until(lambda: len(client.text()) > 60, "the table")
            assert "toma un sitio" not in client.text()
            await client.go("/ajustes")
            await client.sees("Tema")
            await client.click("Claro")
            async with asyncio.timeout(5):
                while '"light"' not in str(device[SETTINGS]):
                    await asyncio.sleep(0.02)
        assert device[KEY] == before[KEY]
        assert device["text_scale"] == 130
        assert '"sound": false' in str(device[SETTINGS])

    _run(tmp_path, act)


def test_new_slow_phone_gets_a_single_key(tmp_path: Path) -> None:
    """Slow answers make no difference."""

    async def act(home: House) -> None:
        device: dict[str, Any] = {}
        for made in (Slow, WireClient):
            before = dict(device)
            async with browser(home.url, "/acerca", preferences=device, made=made) as client:
                await client.sees("Unirse a una mesa")
            assert device[KEY]
            assert before.get(KEY, device[KEY]) == device[KEY]

    _run(tmp_path, act)


def test_phone_without_storage_comes_in_and_loses_nothing(tmp_path: Path) -> None:
    async def act(home: House) -> None:
        device: dict[str, Any] = {KEY: "clave"}
        async with browser(home.url, "/acerca", preferences=device, made=Barred) as client:
            await client.sees("Unirse a una mesa")
        assert device == {KEY: "clave"}

    _run(tmp_path, act)


class Page:
    """Storage that is answered by hand."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
        self.asked = 0

    async def get(self, _key: str) -> Any:
        """Return the next answer; an exception is raised, and `...` never comes."""
        self.asked += 1
        answer = self.answers.pop(0) if self.answers else ...
        if answer is ...:
            await asyncio.Event().wait()
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def set(self, key: str, _value: object) -> Any:
        """Answer as `get` does."""
        return await self.get(key)

    remove = get


def test_storage_is_asked_again_until_it_answers() -> None:
    page = Page(..., ..., "clave")
    assert asyncio.run(PageStorage(page).get("x")) == "clave"
    assert page.asked == 3


def test_late_answer_to_the_first_request_is_used() -> None:
    class Late(Page):
        async def get(self, key: str) -> Any:
            first = self.asked == 0
            if first:
                self.asked += 1
                await asyncio.sleep(PATIENCE * 2.5)
                return "clave"
            return await super().get(key)

    assert asyncio.run(PageStorage(Late()).get("x")) == "clave"


def test_only_an_answer_of_none_means_that_nothing_is_stored() -> None:
    assert asyncio.run(PageStorage(Page(None)).get("x")) is None
    broken = RuntimeError("no")
    with pytest.raises(Unreadable):
        asyncio.run(PageStorage(Page(broken, broken, broken)).get("x"))
    assert asyncio.run(PageStorage(Page(broken, broken, "clave")).get("x")) == "clave"


def test_pending_storage_request_ends_with_its_page() -> None:
    async def whole() -> float:
        asked = PageStorage(Page())
        asyncio.get_running_loop().call_later(PATIENCE / 2, asked.close)
        began = time.monotonic()
        with pytest.raises(SessionEnded):
            await asked.get("x")
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == 1
        return time.monotonic() - began

    assert asyncio.run(whole()) < PATIENCE * 3
