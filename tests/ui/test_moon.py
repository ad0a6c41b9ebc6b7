"""Blue Moon between two people: what is turned stays so, and a hand stays on its device."""

import asyncio
from dataclasses import replace
from pathlib import Path

from companion.bootstrap import own_hub
from companion.table.visit import Visit
from companion.ui.drafts.shelf import hand_of, keep_hand
from companion.ui.screens.table import screen as table
from tests.ui.drawn import Drawn, drawn, texts
from tests.ui.tables import actas, context

UNTURN = "Enderezar la mitad de arriba"


def _turned(screen: Drawn) -> bool:
    return UNTURN in set(texts(screen.client.page["views"]))


def test_the_far_side_stays_turned_for_whoever_comes_back(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        answer = hub.import_acta(actas("blue_moon")[0].read_bytes())
        match_id = answer.match.started.match  # type: ignore[union-attr]

        async def opened(device: str) -> Drawn:
            plain = context(Visit(hub, device, owner=True), device)
            ctx = replace(plain, subscribe=hub.subscribe)
            return await drawn(table.Screen, ctx, match_id, size=(412, 915), watched=True)

        async def session() -> list[bool]:
            first, seen = await opened("here"), list[bool]()
            seen.append(_turned(first))
            await first.touch("turn")
            seen.append(_turned(first))
            first.close()
            for device in ("here", "there"):
                again = await opened(device)
                seen.append(_turned(again))
                again.close()
            return seen

        assert asyncio.run(session()) == [False, True, True, False]


def test_a_hand_that_is_noted_is_nowhere_but_on_its_device() -> None:
    keep_hand("here", "match:0", frozenset({"vulca_1"}))
    assert hand_of("here", "match:0") == {"vulca_1"}
    assert hand_of("there", "match:0") == frozenset()
    assert hand_of("here", "match:1") == frozenset()
