"""Note of the table: written from the tools at any moment, and read in the acta."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.bootstrap import own_hub
from companion.match.entries import Noted
from companion.match.files import acta_file
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported
from companion.ui.context import AppContext
from companion.ui.screens.acta import screen as acta
from companion.ui.screens.match import screen as table
from companion.ui.screens.result import screen as result
from tests.ui.drawn import Drawn, drawn, settled, texts
from tests.ui.tables import actas, context


@contextmanager
def _imported(folder: Path, entries: int) -> Iterator[tuple[AppContext, str, Hub]]:
    """Yield a device with a match of so many entries; 0: whole."""
    with own_hub(folder) as hub:
        whole = acta_file.loads(actas("santiago_de_cuba")[0].read_bytes())
        kept = whole[: entries or len(whole)]
        answer = hub.files.import_acta(acta_file.dumps(kept).encode())
        assert isinstance(answer, Imported), answer
        ctx = context(Client(hub, "here", owner=True), "here")
        yield ctx, answer.match.started.match, hub


async def _written(page: Drawn) -> None:
    await page.type_in("note:text", "   ")
    assert "note:save" not in page.touchable()
    await page.type_in("note:text", " Beto llegó  tarde ")
    await page.touch("note:save")


def test_a_note_is_kept_with_its_moment(tmp_path: Path) -> None:
    async def session() -> None:
        with _imported(tmp_path, 12) as (ctx, match_id, hub):
            before = hub.matches.open(match_id)
            board = await drawn(table.Screen, ctx, match_id, size=(412, 915))
            await board.touch("tools")
            await board.touch("note:open")
            await _written(board)
            after = hub.matches.open(match_id)
            assert after.entries[-1].body == Noted(text="Beto llegó tarde")
            assert after.state == before.state
            assert "note:save" not in board.touchable()
            board.close()
            told = await drawn(acta.Screen, ctx, match_id, size=(412, 915))
            assert any("Nota: Beto llegó tarde" in text for text in texts(told.client.page))
            told.close()

    asyncio.run(session())


def test_a_note_is_kept_with_the_end(tmp_path: Path) -> None:
    async def session() -> None:
        with _imported(tmp_path, 0) as (ctx, match_id, hub):
            before = hub.matches.open(match_id)
            page = await drawn(result.Screen, ctx, match_id, size=(412, 915))
            await _written(page)
            after = hub.matches.open(match_id)
            assert after.entries[-1].body == Noted(text="Beto llegó tarde")
            assert after.outcome == before.outcome
            await settled()
            assert "Beto llegó tarde" in [*texts(page.client.page)]
            page.close()

    asyncio.run(session())
