"""Preview of a correction that leaves a later entry without a footing."""

import asyncio
from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.services.client import Client
from companion.ui.screens.acta import screen as acta
from tests.ui.city_match import built
from tests.ui.drawn import drawn, texts
from tests.ui.tables import context


@pytest.mark.parametrize(("entry", "breaks"), [("e-0001", True), ("e-0003", False)])
def test_score_is_told_only_where_all_entries_stand(
    tmp_path: Path, entry: str, breaks: bool
) -> None:
    """Without the walk nothing can be built; without the end of the turn everything stands."""

    async def session() -> None:
        with own_hub(tmp_path) as hub:
            hub.matches.begin(built())
            ctx = context(Client(hub, "here", owner=True), "here")
            screen = await drawn(acta.Screen, ctx, "m-0001", entry, size=(412, 915))
            await screen.touch(f"drop:{entry}")
            said = [*texts(screen.news())]
            screen.close()
        assert any(text.startswith(ctx.words("acta.amend_breaks")) for text in said) == breaks
        assert (ctx.words("acta.no_open_score_change") in said) != breaks

    asyncio.run(session())
