"""Screen reader texts: boards and charts in sentences, not in rows of numbers.

Every screen of a match of every game is drawn, in its middle and at its end, and everything read
aloud of it is checked: names of what can be used, descriptions of pictures, texts.
"""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import flet as ft
import pytest
from flet.controls.base_control import BaseControl

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.match.files import acta_file
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported
from companion.ui.screens.acta import screen as acta
from companion.ui.screens.match import screen as table
from companion.ui.screens.recount import screen as recount
from companion.ui.screens.replay import screen as replay
from companion.ui.screens.result import screen as ending
from companion.ui.screens.score import screen as score
from tests.ui.drawn import Drawn, drawn
from tests.ui.tables import actas, context, read

SCREENS = {
    "mesa": table.Screen,
    "marcador": score.Screen,
    "acta": acta.Screen,
    "cuadre": recount.Screen,
    "final": ending.Screen,
    "repaso": replay.Screen,
}
MOST_NUMBERS = 14
"""Most numbers in one text: a place of a board may have one for each of several things."""
LONGEST = 420
"""Most letters of a text read in one go; listeners break off whatever is longer."""
MOST = 9_000
"""Most letters of a whole screen: ten minutes of listening are too many."""


def _said(control: object, *, silent: bool = False) -> Iterator[str]:
    """Yield all that is read aloud of a control, from the top down."""
    if not isinstance(control, BaseControl) or not getattr(control, "visible", True):
        return
    if isinstance(control, ft.Semantics):
        if not silent and control.label:
            yield control.label
        silent = silent or control.exclude_semantics
    for name in ("value", "label", "tooltip", "text"):
        said = getattr(control, name, None)
        if not silent and isinstance(said, str) and not isinstance(control, ft.Semantics):
            yield said
    for inner in _inside(control):
        if inner is not control:
            yield from _said(inner, silent=silent)


def _inside(control: BaseControl) -> Iterator[object]:
    for field in fields(control):
        if field.name not in ("_parent", "parent"):
            value = getattr(control, field.name, None)
            yield from value if isinstance(value, list) else [value]


def _match(hub: Hub, game: str, share: float) -> str:
    path = max(actas(game), key=lambda path: len(read(path).steps))
    entries = acta_file.loads(path.read_bytes())
    kept = entries[: max(2, round(len(entries) * share))]
    answer = hub.files.import_acta(acta_file.dumps(kept).encode())
    assert isinstance(answer, Imported), answer
    return answer.match.started.match


def _spoken(view: Drawn) -> list[str]:
    return [said for said in _said(view.page) if re.search(r"\w", said)]


@pytest.mark.deep
@pytest.mark.parametrize("share", [0.6, 1])
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", GAMES)
def test_screen_is_read_aloud_in_short_sentences(
    tmp_path: Path, game: str, screen: str, share: float
) -> None:
    async def spoken_there(hub: Hub) -> list[str]:
        match_id = _match(hub, game, share)
        ctx = context(Client(hub, "here", owner=True), "here")
        view = await drawn(SCREENS[screen], ctx, match_id)
        said = _spoken(view)
        view.close()
        return said

    with own_hub(tmp_path) as hub:
        spoken = asyncio.run(spoken_there(hub))
    assert spoken
    numbers = {said: len(re.findall(r"\d+", said)) for said in spoken}
    assert {said: n for said, n in numbers.items() if n > MOST_NUMBERS} == {}
    assert [said for said in spoken if len(said) > LONGEST] == []
    assert sum(map(len, spoken)) <= MOST
