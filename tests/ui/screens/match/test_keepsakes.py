"""Notes and photos of the table: kept from the tools and the result, seen in acta and result."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion.bootstrap import own_hub
from companion.match.files import acta_file
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.keepsakes import NewKeepsake
from companion.services.matches.results import Imported
from companion.services.sharing.shared_tables import device_id
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.screens.acta import keepsake
from companion.ui.screens.acta import screen as acta
from companion.ui.screens.match import screen as table
from companion.ui.screens.result import screen as result
from companion.ui.views.entries.acta import Acta
from companion.ui.views.entries.acta_export import acta_csv, acta_rows, acta_text
from tests.ui.drawn import Drawn, drawn, settled, texts
from tests.ui.tables import actas, context

PHOTO = b"\xff\xd8\xff\xe0" + bytes(40)


@contextmanager
def _imported(
    folder: Path, entries: int, photo: bytes = PHOTO
) -> Iterator[tuple[AppContext, str, Hub, list[str]]]:
    """Yield a device with a match of so many entries; 0: whole; and where it was led or told."""
    with own_hub(folder) as hub:
        whole = acta_file.loads(actas("santiago_de_cuba")[0].read_bytes())
        kept = whole[: entries or len(whole)]
        answer = hub.files.import_acta(acta_file.dumps(kept).encode())
        assert isinstance(answer, Imported), answer
        ctx, led = _device(hub, owner=True, photo=photo)
        yield ctx, answer.match.started.match, hub, led


def _device(hub: Hub, *, owner: bool, photo: bytes = PHOTO) -> tuple[AppContext, list[str]]:
    led: list[str] = []
    ctx = replace(
        context(Client(hub, device_id("here" if owner else "guest"), owner=owner), "here"),
        take_photo=lambda then: then(photo),
        go=led.append,
        notify=led.append,
        back=led.append,
        subscribe=hub.matches.subscribe,
    )
    return ctx, led


def _run(session: Callable[[], Any]) -> None:
    asyncio.run(session())


async def _written(page: Drawn) -> None:
    await page.type_in("note:text", "   ")
    assert "note:save" not in page.touchable()
    await page.type_in("note:text", " Beto llegó  tarde ")
    await page.touch("note:save")


async def _tools(ctx: AppContext, match_id: str) -> Drawn:
    board = await drawn(table.Screen, ctx, match_id, size=(412, 915))
    await board.touch("tools")
    await board.touch("note:open")
    return board


def _photos(page: Drawn) -> list[bytes]:
    images = (one for one in page.controls() if isinstance(one, ft.Image))
    return [image.src for image in images if isinstance(image.src, bytes)]


def test_a_note_is_kept_with_its_moment(tmp_path: Path) -> None:
    async def session() -> None:
        with _imported(tmp_path, 12) as (ctx, match_id, hub, led):
            before = hub.matches.open(match_id)
            board = await _tools(ctx, match_id)
            await _written(board)
            assert hub.matches.open(match_id) is before
            (kept,) = hub.keepsakes.of(match_id)
            assert (kept.text, kept.photo, kept.entry) == (
                "Beto llegó tarde",
                b"",
                before.entries[-1].id,
            )
            assert led == ["Nota guardada."]
            assert "note:save" not in board.touchable()
            board.close()
            told = await drawn(acta.Screen, ctx, match_id, size=(412, 915))
            assert "Beto llegó tarde" in [*texts(told.client.page)]
            await told.touch(f"keepsake:{kept.id}")
            assert led[-1] == routes.keepsake(match_id, kept.id)
            told.close()

    _run(session)


def test_a_photo_takes_the_note_that_is_typed_along(tmp_path: Path) -> None:
    async def session() -> None:
        with _imported(tmp_path, 12) as (ctx, match_id, hub, led):
            board = await _tools(ctx, match_id)
            await board.type_in("note:text", "Así quedó")
            await board.touch("photo:add")
            (kept,) = hub.keepsakes.of(match_id)
            assert (kept.text, kept.photo) == ("Así quedó", PHOTO)
            assert led == ["Foto guardada."]
            board.close()
            for screen in (acta.Screen, result.Screen):
                told = await drawn(screen, ctx, match_id, size=(412, 915))
                # The match has not ended, so there is no result yet.
                assert _photos(told) == ([PHOTO] if screen is acta.Screen else [])
                told.close()

    _run(session)


@pytest.mark.parametrize(("photo", "why"), [(b"", "no es una foto"), (b"<svg/>", "no es una foto")])
def test_what_is_no_photo_is_refused_in_words(tmp_path: Path, photo: bytes, why: str) -> None:
    async def session() -> None:
        with _imported(tmp_path, 12, photo) as (ctx, match_id, hub, led):
            board = await _tools(ctx, match_id)
            await board.touch("photo:add")
            assert hub.keepsakes.of(match_id) == ()
            assert why in led[0]
            assert "photo:add" in board.touchable()
            board.close()

    _run(session)


def test_a_note_and_a_photo_are_kept_with_the_end(tmp_path: Path) -> None:
    async def session() -> None:
        with _imported(tmp_path, 0) as (ctx, match_id, hub, _led):
            before = hub.matches.open(match_id)
            page = await drawn(result.Screen, ctx, match_id, size=(412, 915))
            await _written(page)
            await page.touch("photo:add")
            assert hub.matches.open(match_id).outcome == before.outcome
            await settled()
            assert "Beto llegó tarde" in [*texts(page.client.page)]
            assert _photos(page) == [PHOTO]
            page.close()

    _run(session)


def test_a_keepsake_opens_large_and_is_removed_once_confirmed(tmp_path: Path) -> None:
    async def session() -> None:
        with _imported(tmp_path, 12) as (ctx, match_id, hub, led):
            ctx.client.keepsakes.add(match_id, NewKeepsake("kept-0001", "Así quedó", PHOTO, "Ana"))
            page = await drawn(keepsake.Screen, ctx, match_id, "kept-0001", size=(412, 915))
            assert _photos(page) == [PHOTO]
            assert "Así quedó" in [*texts(page.client.page)]
            entry = hub.matches.open(match_id).entries[-1].id
            await page.touch("keepsake:moment")
            assert led == [routes.entry(match_id, entry)]
            await page.touch("keepsake:remove")
            assert len(hub.keepsakes.of(match_id)) == 1
            await page.touch("keepsake:remove:no")
            await page.touch("keepsake:remove")
            await page.touch("keepsake:remove:yes")
            assert hub.keepsakes.of(match_id) == ()
            assert led[1:] == ["Ya no está.", routes.match(match_id, "acta")]
            page.close()
            gone = await drawn(keepsake.Screen, ctx, match_id, "kept-0001", size=(412, 915))
            assert "Esta nota o foto ya no está." in [*texts(gone.client.page)]
            gone.close()

    _run(session)


def test_a_spectator_sees_but_neither_keeps_nor_removes(tmp_path: Path) -> None:
    async def session() -> None:
        with _imported(tmp_path, 0) as (ctx, match_id, hub, _led):
            ctx.client.keepsakes.add(match_id, NewKeepsake("kept-0001", "Así quedó", PHOTO))
            ctx.client.seating.open_table(match_id, (0,))
            code = ctx.client.seating.table(hub.matches.open(match_id)).code
            guest, _ = _device(hub, owner=False)
            guest.client.seating.join(code)
            page = await drawn(result.Screen, guest, match_id, size=(412, 915))
            assert "keepsake:kept-0001" in page.touchable()
            assert not {"note:save", "photo:add"} & set(page.touchable())
            page.close()
            large = await drawn(keepsake.Screen, guest, match_id, "kept-0001", size=(412, 915))
            assert _photos(large) == [PHOTO]
            assert "keepsake:remove" not in large.touchable()
            large.close()

    _run(session)


def test_a_keepsake_of_another_screen_appears_in_the_open_acta(tmp_path: Path) -> None:
    async def session() -> None:
        with _imported(tmp_path, 12) as (ctx, match_id, _hub, _led):
            told = await drawn(acta.Screen, ctx, match_id, size=(412, 915))
            assert _photos(told) == []
            ctx.client.keepsakes.add(match_id, NewKeepsake("kept-0001", "", PHOTO))
            await settled()
            assert _photos(told) == [PHOTO]
            ctx.client.keepsakes.remove(match_id, "kept-0001")
            await settled()
            assert "keepsake:kept-0001" not in told.touchable()
            told.close()

    _run(session)


def test_keepsakes_stand_in_the_acta_to_read_and_are_found(tmp_path: Path) -> None:
    with _imported(tmp_path, 12) as (ctx, match_id, hub, _led):
        ctx.client.keepsakes.add(match_id, NewKeepsake("kept-0001", "Beto llegó tarde", b"", "Ana"))
        ctx.client.keepsakes.add(match_id, NewKeepsake("kept-0002", "", PHOTO))
        match = hub.matches.open(match_id)
        wording, now = ctx.wording(match), match.entries[-1].at
        read = Acta(match, wording, now, (), ctx.client.keepsakes.of(match_id))
        assert [n for n in read.search("tarde") if n is not None] == [0]
        rows = tuple(acta_rows(match, read, (), ()))
        text = acta_text(rows, wording, "x").decode("utf-8-sig")
        assert text.endswith("    Nota: Beto llegó tarde\n    Foto\n")
        table_ = acta_csv(rows, wording).decode("utf-8-sig").splitlines()
        assert [row.split(";")[2:4] for row in table_[-2:]] == [
            ["Ana", "Nota: Beto llegó tarde"],
            ["", "Foto"],
        ]
