"""Blue Moon between two people: what is turned stays so, and a hand stays on its device."""

import asyncio
from dataclasses import replace
from pathlib import Path

from companion.bootstrap import own_hub
from companion.table.visit import Visit
from companion.ui.drafts.shelf import hand_of, keep_hand
from companion.ui.games.blue_moon.board_view import place_of
from companion.ui.games.blue_moon.told import ready
from companion.ui.screens.table import screen as table
from tests.games.blue_moon.sample import lay
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


def _ready(**given: object) -> frozenset[str]:
    return ready(
        lay({"decks": ["khind", "hoax"], "combat": {0: ["khind_07", "khind_15"]}, **given})
    )


def test_a_card_that_may_speak_once_a_turn_is_ready_until_it_has() -> None:
    support = {1: ["hoax_20", "hoax_21"]}
    assert _ready(support=support) == {place_of(0, "khind_07")}
    use = {"kind": "use_text", "seat": 0, "card": "khind_07"}
    # While it waits, what it can be for is ready; then nothing is.
    assert _ready(support=support, played=[use]) == {
        place_of(1, "hoax_20"),
        place_of(1, "hoax_21"),
    }
    move = {"kind": "move_cards", "seat": 0, "cards": ["hoax_20"]}
    assert _ready(support=support, played=[use, move]) == frozenset()
    assert _ready(support=support, turn=1) == frozenset()
