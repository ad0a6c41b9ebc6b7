"""Tools of the match screen: dice are offered where the game has them."""

import asyncio
from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.match.files import acta_file
from companion.services.client import Client
from companion.services.matches.results import Imported
from companion.services.sharing.shared_tables import Mending
from companion.ui.screens.acta import screen as acta_screen
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


UNDO = {"undo", "undo:list"}


def test_device_is_offered_no_act_that_is_always_refused_to_it(tmp_path: Path) -> None:
    offered: dict[str, set[str]] = {}
    mends: dict[str, set[str]] = {}

    async def session() -> None:
        with own_hub(tmp_path) as hub:
            entries = acta_file.loads(actas("santiago_de_cuba")[0].read_bytes())
            answer = hub.files.import_acta(acta_file.dumps(entries[:20]).encode())
            assert isinstance(answer, Imported), answer
            match_id, last = answer.match.started.match, answer.match.timeline.items[-1].id
            host = Client(hub, "host", owner=True)
            host.seating.open_table(match_id, frozenset({0}))
            host.seating.set_mending(match_id, Mending.AUTHOR)
            guest, watcher = (Client(hub, name, owner=False, address=name) for name in "gw")
            for client in (guest, watcher):
                client.seating.join(host.seating.table(host.matches.open(match_id)).code)
            assert guest.seating.sit(match_id, 1)
            for name, client in (("host", host), ("guest", guest), ("watcher", watcher)):
                screen = await drawn(table.Screen, context(client, name), match_id, size=(412, 915))
                before = {*screen.touchable()}
                if "tools" in before:
                    await screen.touch("tools")
                offered[name] = UNDO & (before | {*screen.touchable()})
                screen.close()
                acta = await drawn(acta_screen.Screen, context(client, name), match_id, last)
                mends[name] = {key.partition(":")[0] for key in acta.touchable()}
                acta.close()

    asyncio.run(session())
    # All was reported by another device, and this table lets each undo only its own.
    assert offered == {"host": UNDO, "guest": set(), "watcher": set()}
    assert {"amend", "insert", "drop"} <= mends["host"]
    assert {"amend", "insert", "drop"} & mends["guest"] == {"insert"}
    assert {"amend", "insert", "drop"}.isdisjoint(mends["watcher"])
