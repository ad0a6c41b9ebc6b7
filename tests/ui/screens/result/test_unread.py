"""End of a match that rests on values which nobody has read."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path

from companion.bootstrap import catalog, new_id
from companion.games import GAMES
from companion.match.files.acta_file import dumps
from companion.match.fold import Match
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.statistics.figures import gathered
from companion.services.storage.sqlite_store import SqliteStore
from companion.ui.context import wording_of
from companion.ui.screens.result import presenter
from companion.ui.screens.result import screen as ending_screen
from tests.ui.drawn import drawn, texts
from tests.ui.tables import NOW, actas, context, read

UNDECIDED = "Aún no se sabe quién gana"


def _match() -> Match:
    (path,) = (p for p in actas("kingdom_of_solomon") if p.stem == "undecided_3")
    return read(path)


def _hub(folder: Path) -> Hub:
    return Hub(SqliteStore(folder), GAMES, catalog, lambda: NOW, new_id)


def test_nobody_is_ahead_while_numbers_rest_on_values_that_nobody_has_read() -> None:
    match = _match()
    wording, codes = wording_of(match), presenter.open_codes(match)
    lines, number = presenter.series(match, *codes), presenter.turns(match)
    steady = presenter.steady(match, codes)
    said = presenter.curve(lines, "Puntos", wording, number=number, steady=steady)
    assert " ?" in said
    assert "por delante" not in said
    # The twin: with everything read, somebody is.
    read_all = [replace(one, unread="") for one in lines]
    assert "por delante" in presenter.curve(
        read_all, "Puntos", wording, number=number, steady=steady
    )
    for moment in presenter.key_moments(match, wording, codes, NOW):
        step = next(step for step in match.steps if step.item.entry.id == moment.entry)
        unread = any(line.unread for line in match.game.score(step.state))
        assert not (unread and "por delante" in moment.title)


def test_nobody_wins_while_the_winner_rests_on_values_that_nobody_has_read(tmp_path: Path) -> None:
    match, hub = _match(), _hub(tmp_path)
    hub.files.import_acta(dumps(match.entries).encode())
    assert match.outcome is not None
    assert match.finished is None
    assert match.outcome.winners == ()
    (summary,) = hub.matches.list.all()
    assert summary.winners == ()
    assert gathered((summary,)).left_out.undecided == 1

    async def type_first() -> str:
        """Type the first value that is offered, and return what the screen said before."""
        ctx = context(Client(hub, "here", owner=True), "here")
        shown = await drawn(ending_screen.Screen, ctx, match.started.match, watched=True)
        said = " ".join(texts(shown.news()))
        await shown.touch(next(key for key in shown.in_order() if key.startswith("value:")))
        shown.close()
        return said

    for number in range(len(match.outcome.lacks)):
        said = asyncio.run(type_first())
        assert re.search(r" [+−±] \?", said)
        assert UNDECIDED in said or number
    ended = hub.matches.open(match.started.match)
    assert ended.outcome is not None
    assert ended.outcome.lacks == ()
    assert ended.finished is not None
    assert ended.finished.winners == ended.outcome.winners
