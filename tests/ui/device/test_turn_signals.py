"""Turn signals: a change of turn is felt as vibration and read out."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

from flet.messaging.protocol import MessageAction

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.match.files import acta_file
from companion.match.resumable import done
from companion.services.client import Client
from companion.services.matches.results import Imported, Submission
from companion.ui.match_frame import Signals
from tests.ui.drawn import Drawn, drawn, settled
from tests.ui.tables import actas, context

GAME, FIRST, ACTS = "blue_moon_city", 10, 20


def _calls(view: Drawn) -> list[tuple[str, Any]]:
    """Return what the client was asked to do since the last time."""
    called = MessageAction.INVOKE_METHOD.value
    return [(body["name"], body.get("args")) for action, body in view.news() if action == called]


def test_change_of_turn_vibrates_and_is_announced(tmp_path: Path) -> None:
    entries = acta_file.loads(actas(GAME)[0].read_bytes())

    async def session() -> None:
        with own_hub(tmp_path) as hub:
            made = hub.files.import_acta(acta_file.dumps(entries[:FIRST]).encode())
            assert isinstance(made, Imported), made
            match_id = made.match.started.match
            ctx = replace(
                context(Client(hub, "here", owner=True), "here"), subscribe=hub.matches.subscribe
            )
            view = await drawn(Signals, ctx, match_id, GAMES[GAME], lambda _gone: None)
            await settled()
            turns, before = 0, hub.matches.open(match_id)
            _calls(view)
            for entry in entries[FIRST : FIRST + ACTS]:
                done(hub.matches.submit(match_id, Submission(entry.id, entry.body, device="there")))
                await settled()
                after = hub.matches.open(match_id)
                acting = after.game.awaiting(after.state)
                calls = dict(_calls(view))
                if acting == before.game.awaiting(before.state):
                    assert "announce_message" not in calls
                else:
                    turns += 1
                    assert {"medium_impact", "heavy_impact"} & calls.keys()
                    assert all(
                        after.options.players[seat] in calls["announce_message"]["message"]
                        for seat in acting
                    )
                before = after
            assert turns > 2
            view.close()

    asyncio.run(session())


def test_turn_signals_send_no_patch(tmp_path: Path) -> None:
    entries = acta_file.loads(actas(GAME)[0].read_bytes())

    async def session() -> None:
        gone: list[bool] = []
        with own_hub(tmp_path) as hub:
            made = hub.files.import_acta(acta_file.dumps(entries[:FIRST]).encode())
            assert isinstance(made, Imported), made
            match_id = made.match.started.match
            ctx = replace(
                context(Client(hub, "here", owner=True), "here"), subscribe=hub.matches.subscribe
            )
            view = await drawn(Signals, ctx, match_id, GAMES[GAME], gone.append)
            await settled()
            view.news()
            for entry in entries[FIRST : FIRST + ACTS]:
                done(hub.matches.submit(match_id, Submission(entry.id, entry.body, device="there")))
                await settled()
            assert {action for action, _ in view.news()} == {MessageAction.INVOKE_METHOD.value}
            assert gone == [False]
            hub.matches.delete(match_id)
            await settled()
            assert gone == [False, True]
            view.close()

    asyncio.run(session())
