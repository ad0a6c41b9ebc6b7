"""Board of the match screen: an open panel changes nothing around it.

The client builds all children of a control again when one of them is shown, hidden, put in or taken
out, and the board is the dearest of all.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from flet.controls.base_control import BaseControl

from companion.bootstrap import own_hub
from companion.match.files import acta_file
from companion.services.client import Client
from companion.services.matches.results import Imported
from companion.toolkit.touch_guard import held_by
from companion.ui.screens.match import screen as table
from tests.ui.drawn import Drawn, drawn
from tests.ui.tables import actas, context


def _around_board(screen: Drawn) -> list[list[tuple[int, bool]]]:
    """Return the children of each control around the board, and whether they are visible."""
    (inside,) = (each for each in screen.controls() if getattr(each, "key", "") == "scroll")
    children = []
    while inside.parent:
        inside = inside.parent
        children.append([(each._i, getattr(each, "visible", True)) for each in _within(inside)])
    return children


def _within(control: BaseControl) -> Iterator[BaseControl]:
    for name in held_by(control):
        held = getattr(control, name, None)
        of = held if isinstance(held, list) else [held]
        yield from (each for each in of if isinstance(each, BaseControl))


@pytest.mark.parametrize("opens", ["tools", "kinds", "seat:0"])
def test_open_panel_changes_nothing_around_the_board(tmp_path: Path, opens: str) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            entries = acta_file.loads(actas("kingdom_of_solomon")[0].read_bytes())
            answer = hub.files.import_acta(acta_file.dumps(entries[:40]).encode())
            assert isinstance(answer, Imported), answer
            ctx = context(Client(hub, "here", owner=True), "here")
            screen = await drawn(table.Screen, ctx, answer.match.started.match, size=(412, 915))
            idle, things = _around_board(screen), screen.touchable()
            await screen.touch(opens)
            (close,) = {key for key in screen.touchable() if key.endswith("close")}
            assert _around_board(screen) == idle
            await screen.touch(close)
            assert screen.touchable() == things
            assert _around_board(screen) == idle
            screen.close()

    asyncio.run(session())
