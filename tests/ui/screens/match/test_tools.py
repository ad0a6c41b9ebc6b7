"""Tools of the match screen: dice are offered where the game has them."""

import asyncio
from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.match.files import acta_file
from companion.services.client import Client
from companion.services.matches.results import Imported
from companion.ui.screens.match import screen as table
from tests.ui.drawn import drawn
from tests.ui.tables import actas, context


@pytest.mark.parametrize(("game", "has_dice"), [("santiago_de_cuba", True), ("blue_moon", False)])
def test_tools_offer_dice_only_in_games_with_dice(
    tmp_path: Path, game: str, has_dice: bool
) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            entries = acta_file.loads(actas(game)[0].read_bytes())
            answer = hub.files.import_acta(acta_file.dumps(entries[:1]).encode())
            assert isinstance(answer, Imported), answer
            ctx = context(Client(hub, "here", owner=True), "here")
            screen = await drawn(table.Screen, ctx, answer.match.started.match, size=(412, 915))
            await screen.touch("tools")
            assert ("dice" in screen.touchable()) == has_dice
            if has_dice:
                await screen.touch("dice")
                assert "dice:roll" in screen.touchable()
            screen.close()

    asyncio.run(session())
