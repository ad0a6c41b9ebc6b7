"""Gestures that the page reports (back, Escape, Ctrl+Z): the form closes, the screen stays."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from companion.services.sharing.shared_tables import device_id
from companion.ui.drafts.draft_cache import shelve, stored_state
from companion.ui.views.report.interaction import InteractionState, Mode, Panel, Tool
from companion.ui.views.report.transitions import with_top_closed
from tests.wire.client import EVENT, PAGE, WireClient, browser
from tests.wire.full_app import House, house

KEY = "clave"
DEVICE = device_id(KEY)


def _run(folder: Path, act: Callable[[House, WireClient], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        async with (
            house(folder) as home,
            browser(
                home.url, home.route("/partida/:match_id"), preferences={"device_key": KEY}
            ) as client,
        ):
            match_id = home.given["match_id"]
            shelve(DEVICE, match_id, InteractionState())
            await client.sees("Turno de Beto")
            await act(home, client)

    asyncio.run(whole())


async def _gesture(client: WireClient, what: str) -> None:
    await client.send(EVENT, {"target": PAGE, "name": "gesture", "data": what})


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():
            await asyncio.sleep(0.02)


def test_back_closes_the_form_and_the_page_learns_of_it(tmp_path: Path) -> None:
    async def act(home: House, client: WireClient) -> None:
        route = client.route
        assert client.preferences.get("open_panels") is not True
        await client.click("Otra jugada…")
        await client.click("Mover la figura")
        await client.sees("¿Hasta dónde?")
        await _until(lambda: client.preferences.get("open_panels") is True)
        await _gesture(client, "back")
        await client.until(lambda: "¿Hasta dónde?" not in client.text(), "the end of the form")
        await _until(lambda: client.preferences.get("open_panels") is False)
        assert client.route == route
        assert stored_state(DEVICE, home.given["match_id"]).form is None

    _run(tmp_path, act)


def test_back_closes_a_ruling_card_before_the_form_under_it(tmp_path: Path) -> None:
    async def act(home: House, client: WireClient) -> None:
        match_id = home.given["match_id"]
        await client.click("Otra jugada…")
        await client.click("Mover la figura")
        await client.sees("¿Hasta dónde?")
        await client.click("Termas")
        await _until(lambda: stored_state(DEVICE, match_id).card is not None)
        await _gesture(client, "back")
        await _until(lambda: stored_state(DEVICE, match_id).card is None)
        assert stored_state(DEVICE, match_id).form is not None
        await _until(lambda: client.preferences.get("open_panels") is True)
        await _gesture(client, "back")
        await _until(lambda: stored_state(DEVICE, match_id).form is None)

    _run(tmp_path, act)


def test_back_with_nothing_open_leaves_the_screen(tmp_path: Path) -> None:
    async def act(_home: House, client: WireClient) -> None:
        await _gesture(client, "back")
        await client.sees("Nueva partida")
        await _until(lambda: client.route == "/")

    _run(tmp_path, act)


def test_gestures_leave_alone_what_another_tab_covers(tmp_path: Path) -> None:
    async def act(home: House, client: WireClient) -> None:
        match_id = home.given["match_id"]
        before = home.hub.matches.open(match_id).entries
        await client.click("Otra jugada…")
        await client.click("Mover la figura")
        await client.sees("¿Hasta dónde?")
        await _until(lambda: client.preferences.get("open_panels") is True)
        await client.go(home.route("/partida/:match_id/marcador"))
        await client.until(lambda: "¿Hasta dónde?" not in client.text(), "the other tab")
        await _until(lambda: client.preferences.get("open_panels") is False)
        await _gesture(client, "undo")
        await _gesture(client, "back")
        await client.sees("¿Hasta dónde?")
        await _until(lambda: client.route == home.route("/partida/:match_id"))
        assert stored_state(DEVICE, match_id).form is not None
        assert home.hub.matches.open(match_id).entries == before
        await _until(lambda: client.preferences.get("open_panels") is True)

    _run(tmp_path, act)


def test_covered_match_screen_stays_and_comes_back_up_to_date(tmp_path: Path) -> None:
    async def act(home: House, client: WireClient) -> None:
        board, score = (home.route(f"/partida/:match_id{tab}") for tab in ("", "/marcador"))
        await client.sees("Otra jugada…")
        before, whole = client.text(), _size(client)
        await client.go(score)
        await client.until(lambda: "Otra jugada…" not in client.text(), "the other tab")
        async with browser(home.url, board, preferences={"device_key": KEY}) as other:
            await other.sees("Otra jugada…")
            await _gesture(other, "undo")
            await other.sees("Deshecho")
        until_then = _size(client)
        await client.go(board)
        await client.sees("Otra jugada…")
        assert client.text() != before
        assert _size(client) - until_then < whole / 4

    _run(tmp_path, act)


def _size(client: WireClient) -> int:
    return sum(len(frame) for frame in client.received)


def test_undo_gesture_undoes_the_last_report_with_a_notice(tmp_path: Path) -> None:
    async def act(home: House, client: WireClient) -> None:
        match_id = home.given["match_id"]
        before = len(home.hub.matches.open(match_id).timeline.past)
        await _gesture(client, "undo")
        await _until(lambda: len(home.hub.matches.open(match_id).timeline.past) == before - 1)
        await client.sees("Deshecho")

    _run(tmp_path, act)


def test_undo_gesture_with_a_form_open_removes_its_last_answer(tmp_path: Path) -> None:
    async def act(home: House, client: WireClient) -> None:
        match_id = home.given["match_id"]
        match = home.hub.matches.open(match_id)
        await client.click("Otra jugada…")
        await client.click("Mover la figura")
        await _gesture(client, "undo")
        await client.sees("¿Hasta dónde?")
        await client.click("Molino")
        await _until(lambda: bool(_draft(match_id)))
        await _gesture(client, "undo")
        await _until(lambda: not _draft(match_id))
        assert home.hub.matches.open(match_id).entries == match.entries

    _run(tmp_path, act)


def _draft(match_id: str) -> dict[str, Any]:
    form = stored_state(DEVICE, match_id).form
    return dict(form.draft.values) if form else {}


def test_unknown_gesture_is_ignored(tmp_path: Path) -> None:
    async def act(home: House, client: WireClient) -> None:
        entries = home.hub.matches.open(home.given["match_id"]).entries
        for what in ("", "redo", "BACK"):
            await _gesture(client, what)
        await client.send(EVENT, {"target": PAGE, "name": "gesture", "data": {"back": 1}})
        await client.click("Otra jugada…")
        await client.click("Mover la figura")
        await client.sees("¿Hasta dónde?")
        assert home.hub.matches.open(home.given["match_id"]).entries == entries

    _run(tmp_path, act)


def test_closing_steps_out_of_the_topmost_panel_first() -> None:
    assert with_top_closed(InteractionState()) is None
    assert with_top_closed(InteractionState(mode=Mode.DOUBT)) is None
    shown = InteractionState(open=Tool(Panel.KINDS))
    assert with_top_closed(shown) == InteractionState()
