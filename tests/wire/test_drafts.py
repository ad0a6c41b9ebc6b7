"""Drafts outlive their session, which goes soon after its page."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flet.messaging.session import Session
from flet_web.fastapi import app_manager

from companion import bootstrap
from companion.kernel.form import Draft
from companion.match.files import qr_frames
from companion.match.fold import Match
from companion.match.resumable import done
from companion.rulebook import loader
from companion.server import asgi
from companion.services.client import Client
from companion.services.matches.results import NewMatch
from companion.ui.drafts import draft_cache, draft_store
from companion.ui.drafts.draft_cache import DraftCache
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import Filling, InteractionState
from tests.cli.conftest import command
from tests.wire.client import WireClient, browser
from tests.wire.conftest import _running
from tests.wire.full_app import house

KEY = "device_key"
GONE = 14.0
"""Seconds within which a session with a lifetime of one second is gone after its page."""
LETTER = "escrito a medias"
ROUTE = "/disputas/blue_moon_city/nueva"


def _sessions() -> dict[str, Any]:
    sessions: dict[str, Any] = vars(app_manager)["_FletAppManager__sessions"]
    return sessions


@pytest.fixture
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "SESSION_SECONDS", 1)
    monkeypatch.setattr(draft_store, "PAUSE", 0.05)
    # Flet's eviction task ended with the event loop of an earlier test.
    monkeypatch.setattr(app_manager, "_FletAppManager__evict_sessions_task", None)


def test_session_lives_for_less_than_a_minute() -> None:
    """Flet looks for expired sessions every ten seconds."""
    assert asgi.SESSION_SECONDS + 10 < 60


@pytest.mark.usefixtures("_brief")
def test_session_of_a_closed_page_is_freed_with_its_listeners(tmp_path: Path) -> None:
    async def whole() -> None:
        async with house(tmp_path) as home:
            route = home.route("/partida/:match_id")
            # Flet's own check of sessions keeps a reference to the last one it saw, so open another
            # one.
            async with browser(home.url, "/acerca") as last:
                held, goes = await _looks(home.url, route)
                await last.sees("Árbitro y memoria")
                await _goes(goes)
                await asyncio.sleep(0.2)
                gc.collect()
                assert held() is None
            assert not home.hub.matches.listeners

    asyncio.run(whole())


async def _looks(url: str, route: str) -> tuple[weakref.ref[Session], str]:
    """Open a screen and go; return its session and the id of it."""
    async with browser(url, route) as client:
        await client.until(lambda: len(client.text()) > 60, "the table")
        session = next(s for s in _sessions().values() if s.id == client.session)
        # Put it before the session that stays, so that Flet's check does not see it last.
        key = next(k for k, s in _sessions().items() if s is session)
        sessions = _sessions()
        rest = {k: s for k, s in sessions.items() if k != key}
        sessions.clear()
        sessions.update({key: session, **rest})
        return weakref.ref(session), client.session


async def _goes(session: str) -> None:
    """Wait until a session is no more."""
    async with asyncio.timeout(GONE):
        while any(s.id == session for s in _sessions().values()):
            await asyncio.sleep(0.2)


async def _writes(url: str, device: dict[str, Any], seconds: float) -> WireClient:
    """Begin a dispute, and leave it unfinished."""
    async with browser(url, ROUTE, preferences=device) as client:
        await client.fill("¿Qué se discute?", LETTER)
        await asyncio.sleep(seconds)
    return client


async def _finds(url: str, device: dict[str, Any]) -> None:
    """Come back to what was begun."""
    async with browser(url, ROUTE, preferences=device) as again:
        await again.until(lambda: LETTER in again.strings, LETTER)


@pytest.mark.usefixtures("_brief")
def test_draft_outlives_its_session_on_its_device(tmp_path: Path) -> None:
    """Drafts come back on the same device only."""

    async def whole() -> None:
        async with house(tmp_path) as home:
            device = {KEY: "outlives"}
            client = await _writes(home.url, device, 0.4)
            await _goes(client.session)
            async with browser(home.url, ROUTE, preferences={KEY: "other"}) as other:
                await other.sees("¿Qué se discute?")
                assert LETTER not in other.strings
            await _finds(home.url, device)

    asyncio.run(whole())


def test_draft_survives_a_killed_server(tmp_path: Path) -> None:
    """Returning devices find their draft after a restart."""
    device: dict[str, Any] = {}
    words = command("--no-open", "--port", "0", "--data", str(tmp_path / "datos"))

    with contextmanager(_running)(words, tmp_path) as first:
        asyncio.run(_writes(first.url, device, draft_store.PAUSE + 1))
        first.process.kill()
        first.process.wait(10)
    with contextmanager(_running)(words, tmp_path) as second:
        asyncio.run(_finds(second.url, device))


def test_finished_draft_is_removed_from_the_store_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drafts being written can wait for the disk; a finished one would come back."""
    monkeypatch.setattr(draft_store, "PAUSE", 3600.0)

    async def whole() -> None:
        with bootstrap.own_hub(tmp_path) as hub:
            client = Client(hub, "done", owner=True)
            facts = loader.load("blue_moon_city").default_facts()
            made = hub.matches.create(
                NewMatch("blue_moon_city", {"players": ("Ana", "Beto")}, facts=facts)
            )
            assert isinstance(made, Match)
            kept = draft_store.Drafts(hub, client)
            try:
                form = forms.form_of_draft(made.game, Draft("finish_turn", 0, {}))
                draft_cache.shelve(
                    "done", made.started.match, InteractionState(open=Filling(form, "s1"))
                )
                kept._write()
                assert "finish_turn" in str(hub.store.setting("draft/done"))
                draft_cache.shelve("done", made.started.match, InteractionState())
                assert "finish_turn" not in str(hub.store.setting("draft/done"))
            finally:
                kept.close()

    asyncio.run(whole())


def test_match_brought_by_a_link_waits_for_the_next_page_load(tmp_path: Path) -> None:
    """Pending imports stay on the same device only, and until somebody decides."""

    async def whole() -> None:
        async with house(tmp_path) as home:
            packed = done(home.hub.files.pack(home.given["match_id"]))
            home.hub.matches.delete(home.given["match_id"])
            link = f"acta={qr_frames.link_text(packed)}"
            device = {KEY: "brought"}
            async with browser(home.url, preferences={**device, "incoming": [link]}) as first:
                await first.sees("Ha llegado una partida")
            async with browser(home.url, "/recibir", preferences={KEY: "other"}) as other:
                await other.sees("Recibir de otro dispositivo")
                assert "Ha llegado una partida" not in other.text()
            async with browser(home.url, "/recibir", preferences=device) as again:
                await again.sees("Ha llegado una partida")
                assert home.hub.matches.list.all() == ()
                await again.click(loader.app_words()("receive.keep"))
                await again.sees("Partida importada.")
            async with browser(home.url, "/recibir", preferences=device) as last:
                await last.sees("Recibir de otro dispositivo")
                assert "Ha llegado una partida" not in last.text()
            assert len(home.hub.matches.list.all()) == 1

    asyncio.run(whole())


@pytest.fixture
def kept() -> Iterator[DraftCache[str]]:
    """Yield a draft cache of its own."""
    cache: DraftCache[str] = DraftCache(str)
    yield cache
    draft_cache._SHELVES.remove(cache)


def test_drafts_of_one_device_never_evict_those_of_another(kept: DraftCache[str]) -> None:
    kept.keep("one", "m", "mine")
    for n in range(3000):
        kept.keep("two", f"m{n}", "theirs")
        kept.keep(f"empty {n}", "m", "")
    assert kept.of("one", "m") == "mine"
    assert len(kept.of_device("two")) == draft_cache._EACH
    assert kept.of("two", "m2999") == "theirs"
    assert len(kept._kept) <= draft_cache._DEVICES


def test_empty_drafts_do_not_count_towards_the_limit(kept: DraftCache[str]) -> None:
    kept.keep("one", "m", "mine")
    for n in range(100):
        kept.keep("one", f"m{n}", "")
    assert kept.of("one", "m") == "mine"
    assert len(kept.of_device("one")) == draft_cache._EACH + 1
