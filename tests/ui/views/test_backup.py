"""State of the phone around the app, and the backup of everything in it."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import flet as ft
import pytest

from companion.bootstrap import catalog
from companion.games import GAMES
from companion.rulebook.loader import app_words
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.storage.sqlite_store import SqliteStore
from companion.services.transfer.backup_archive import BackupArchive, RestoreResult
from companion.ui.context import AppContext
from companion.ui.device.phone import Asked, Phone, PhoneState
from companion.ui.files import Files
from companion.ui.panels import backup
from companion.ui.screens.transfer import screen as carrying
from companion.ui.views import file_results as presenter
from tests.ui.drawn import drawn, settled, texts
from tests.ui.tables import NOW, actas, context

WORDS = app_words()


class Page:
    """Page around the app."""

    def __init__(self) -> None:
        self.asked: list[tuple[Asked, str, str, int]] = []
        self.phone = Phone("abc123", self._ask)

    def _ask(self, what: Asked, text: str, name: str, data: bytes) -> None:
        self.asked.append((what, text[:30], name, len(data)))


@pytest.fixture
def page() -> Page:
    """Return a page that has reported nothing yet."""
    return Page()


@pytest.fixture
def ctx(tmp_path: Path, page: Page) -> AppContext:
    """Build the context of a host with a match, within a phone."""
    ids = count(1)
    hub = Hub(SqliteStore(tmp_path), GAMES, catalog, lambda: NOW, lambda: f"id-{next(ids)}")
    given = context(Client(hub, "here", owner=True), "here")
    given.client.files.import_acta(actas("santiago_de_cuba")[0].read_bytes())
    site = replace(given.place, phone=page.phone, storage="browser", site="https://x.org/m/")
    return replace(given, place=site)


def _said(part: Callable[..., ft.Control], *args: object) -> tuple[str, list[str]]:
    async def run() -> tuple[str, list[str]]:
        view = await drawn(part, *args)
        return " ".join(texts(view.news())), list(view.touchable())

    return asyncio.run(run())


def test_backup_section_follows_the_reported_phone_state(ctx: AppContext, page: Page) -> None:
    async def run() -> None:
        view = await drawn(backup.Standing, ctx)
        text = " ".join(texts(view.news()))
        assert WORDS("phone.not_offline") in text
        assert "abc123" in text
        assert list(view.touchable()) == []
        page.phone.update({"offline": True, "kept": False, "installable": True, "unknown": 3})
        await settled()
        text = " ".join(texts(view.news()))
        assert WORDS("phone.offline") in text
        assert WORDS("phone.not_kept") in text
        await view.touch("install")
        page.phone.update({"newer": True, "kept": True})
        await settled()
        assert WORDS("phone.kept") in " ".join(texts(view.news()))
        await view.touch("reload")
        assert [what for what, *_ in page.asked] == ["install", "reload"]

    asyncio.run(run())


def test_new_version_notice_is_shown_only_when_there_is_one(ctx: AppContext, page: Page) -> None:
    assert WORDS("phone.newer") not in _said(backup.Newer, ctx)[0]
    page.phone.update({"newer": True})
    text, touchable = _said(backup.Newer, ctx)
    assert WORDS("phone.newer") in text
    assert touchable == ["reload"]


def test_backup_reminder_stays_until_everything_is_saved(
    ctx: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[tuple[str, bytes]] = []
    monkeypatch.setattr(Files, "save", lambda _self, name, data: kept.append((name, data)))
    notices: list[str] = []
    ctx = replace(ctx, notify=notices.append)

    async def run() -> None:
        view = await drawn(backup.Reminder, ctx)
        assert WORDS("phone.remind") in " ".join(texts(view.news()))
        await view.touch("save-all")
        assert list(view.touchable()) == []

    asyncio.run(run())
    ((name, data),) = kept
    assert name.endswith(".zip")
    assert data.startswith(b"PK")
    assert notices == [presenter.saved(BackupArchive(b"", 1, 0, 0, 0, 0), WORDS)]
    assert WORDS("phone.remind") not in _said(backup.Reminder, ctx)[0]
    ctx.client.files.import_acta(actas("blue_moon_city")[0].read_bytes())
    assert WORDS("phone.remind") in _said(backup.Reminder, ctx)[0]


def test_matches_stored_in_a_folder_show_no_backup_reminder(ctx: AppContext) -> None:
    served = replace(ctx, place=replace(ctx.place, phone=None, storage="folder"))
    assert WORDS("phone.remind") not in _said(backup.Reminder, served)[0]
    assert _said(backup.Standing, served)[1] == []


def test_sharing_a_match_too_long_for_a_message_sends_a_file(ctx: AppContext, page: Page) -> None:
    page.phone.update({"shares": True})
    match_id = ctx.client.matches.all()[0].id

    async def run() -> None:
        view = await drawn(carrying.Screen, ctx, match_id)
        await view.touch("carry-share")

    asyncio.run(run())
    ((what, text, name, size),) = page.asked
    assert (what, text.startswith("https://x.org/m/#acta=")) == ("share", True)
    assert name.endswith(".acta.txt")
    assert size == len(ctx.client.files.export(match_id))


def test_page_without_share_sheet_offers_no_share_button(ctx: AppContext) -> None:
    assert "carry-share" not in _said(carrying.Screen, ctx, ctx.client.matches.all()[0].id)[1]


def test_result_of_restoring_a_backup_is_described() -> None:
    joined = presenter.all_taken(RestoreResult(people=2), WORDS)
    assert joined == "Se han unido 2 nombres al de la misma persona."
    assert presenter.all_taken(RestoreResult(), WORDS) == WORDS("everything.nothing")
    text = presenter.all_taken(RestoreResult(continued=1, already=2, boxes=1, refused=["x"]), WORDS)
    assert text.replace("\xa0", " ") == (
        "1 partida tiene ahora más anotaciones. 2 partidas ya estaban aquí. "
        "Ha llegado 1 caja. No se ha podido leer 1 archivo de los que venían dentro."
    )


def test_unknown_phone_state_is_ignored_and_repeats_do_not_notify() -> None:
    phone = Phone("x", lambda *_: None)
    states: list[PhoneState] = []
    end = phone.subscribe(lambda: states.append(phone.state))
    phone.update({"other": 1})
    phone.update({"offline": True})
    phone.update({"offline": True})
    end()
    phone.update({"offline": False})
    assert states == [PhoneState(offline=True)]
