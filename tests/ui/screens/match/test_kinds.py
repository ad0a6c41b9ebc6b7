"""Panel of all kinds of action: what is possible now comes before what is not."""

import asyncio
from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.match.files import acta_file
from companion.services.client import Client
from companion.services.matches.results import Imported
from companion.ui.screens.match import screen as table
from companion.ui.views.table.status import acting_seat, kind_buttons
from tests.ui.city_match import wording
from tests.ui.drawn import drawn
from tests.ui.tables import actas, context


@pytest.mark.parametrize("game", [game.id for game in GAMES.values() if game.judged])
def test_possible_kinds_come_first_in_every_game(tmp_path: Path, game: str) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            entries = acta_file.loads(actas(game)[0].read_bytes())
            kept = entries[: len(entries) // 2]
            answer = hub.files.import_acta(acta_file.dumps(kept).encode())
            assert isinstance(answer, Imported), answer
            match = answer.match
            seat = acting_seat(match)
            kinds = kind_buttons(match, wording(match), seat, range(len(match.options.players)))
            possible = [f"kind:{kind.kind}" for kind in kinds if kind.refusal is None]
            refused = [f"kind:{kind.kind}" for kind in kinds if kind.refusal is not None]
            ctx = context(Client(hub, "here", owner=True), "here")
            screen = await drawn(table.Screen, ctx, match.started.match, size=(412, 915))
            await screen.touch("kinds")
            shown = [key for key in screen.in_order() if key in {*possible, *refused}]
            assert shown == [*possible, *refused]
            assert possible, "otherwise nothing would be told apart"
            assert refused, "otherwise nothing would be told apart"
            screen.close()

    asyncio.run(session())
