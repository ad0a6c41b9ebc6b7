"""Animation of pieces: the same control gets another place, unless motion is off."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import new_id, own_hub
from companion.match.entries import Body, Reported, Undone
from companion.match.files import acta_file
from companion.match.resumable import done
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported, Recorded, Submission
from companion.ui.context import AppContext
from companion.ui.screens.match import screen as table
from companion.ui.session import read_settings
from tests.ui.drawn import Drawn, drawn, settled
from tests.ui.tables import actas, context

MOVES = (
    pytest.param("blue_moon_city", "move_figure", "figure:", id="figure"),
    pytest.param("blue_moon_city", "move_dragon", "dragon:", id="dragon"),
    pytest.param("santiago_de_cuba", "drive", "car", id="car"),
    pytest.param("blue_moon", "retreat", "dragon:", id="dragon of Blue Moon"),
)

FLIGHTS = (
    pytest.param("kingdom_of_solomon", "place_pawn", "flight:", id="pawn of Kingdom of Solomon"),
    pytest.param("urban_sprawl", "build", "flight:", id="building of Urban Sprawl"),
)
"""Pieces seen only on their way."""


def _of(screen: Drawn, piece: str) -> dict[str, Any]:
    """Return the pieces on the board by their keys."""
    pieces = (c for c in screen.controls() if str(getattr(c, "key", None) or "").startswith(piece))
    return {str(c.key): c for c in pieces if getattr(c, "animate_position", 0) != 0}


def _begun(hub: Hub, game: str, kind: str) -> tuple[str, list[Reported]]:
    """Return a match just before a report of that kind, and the reports from there."""
    for path in actas(game):
        entries = acta_file.loads(path.read_bytes())
        reports = [entry.body for entry in entries if isinstance(entry.body, Reported)]
        for n, body in enumerate(reports):
            if n > 1 and body.action["kind"] == kind and not body.action.get("decline"):
                before = next(k for k, entry in enumerate(entries) if entry.body is body)
                answer = hub.files.import_acta(acta_file.dumps(entries[:before]).encode())
                assert isinstance(answer, Imported), answer
                return answer.match.started.match, reports[n:]
    pytest.fail(f"no {kind} was recorded")


def _report(hub: Hub, match_id: str, body: Body) -> str:
    answer = done(hub.matches.submit(match_id, Submission(new_id(), body, device="there")))
    assert isinstance(answer, Recorded), answer
    return hub.matches.open(match_id).entries[-1].id


async def _moved(folder: Path, game: str, kind: str, piece: str, how: AppContext) -> list[Any]:
    """Return the pieces that are elsewhere after the report; their controls stay the same."""
    with own_hub(folder) as hub:
        match_id, (body, *_) = _begun(hub, game, kind)
        ctx = replace(how, client=Client(hub, "here", owner=True), subscribe=hub.matches.subscribe)
        screen = await drawn(table.Screen, ctx, match_id, size=(412, 915), watched=True)
        before = {key: (c._i, c.left, c.top) for key, c in _of(screen, piece).items()}
        _report(hub, match_id, body)
        await settled()
        after = _of(screen, piece)
        screen.close()
    assert before.keys() == after.keys()
    assert {key: c._i for key, c in after.items()} == {key: i for key, (i, *_) in before.items()}
    return [c for key, c in after.items() if (c.left, c.top) != before[key][1:]]


def _context(folder: Path) -> AppContext:
    with own_hub(folder) as hub:
        return context(Client(hub, "here", owner=True), "here")


@pytest.mark.parametrize(("game", "kind", "piece"), [*MOVES, *FLIGHTS])
def test_moved_piece_is_animated_in_the_same_control(
    tmp_path: Path, game: str, kind: str, piece: str
) -> None:
    ctx = _context(tmp_path / "none")
    moved = asyncio.run(_moved(tmp_path, game, kind, piece, ctx))
    assert moved
    for control in moved:
        assert control.animate_position
        assert control.ignore_interactions


@pytest.mark.parametrize(("game", "kind", "piece"), MOVES)
@pytest.mark.parametrize("by", ["setting", "system"])
def test_piece_moves_without_animation_when_motion_is_off(
    tmp_path: Path, game: str, kind: str, piece: str, by: str
) -> None:
    plain = replace(_context(tmp_path / "none"), calm=False)
    settings = replace(plain.settings, motion=by != "setting")
    ctx = replace(plain, settings=settings, calm=by == "system")
    moved = asyncio.run(_moved(tmp_path, game, kind, piece, ctx))
    assert moved
    assert not any(control.animate_position for control in moved)


@pytest.mark.parametrize(("game", "kind", "piece"), FLIGHTS)
def test_flying_piece_is_absent_when_motion_is_off(
    tmp_path: Path, game: str, kind: str, piece: str
) -> None:
    ctx = replace(_context(tmp_path / "none"), calm=True)
    assert not asyncio.run(_moved(tmp_path, game, kind, piece, ctx))


async def _undone(folder: Path, game: str, kind: str, piece: str) -> None:
    with own_hub(folder) as hub:
        match_id, (first, second, *_) = _begun(hub, game, kind)
        ctx = context(Client(hub, "here", owner=True), "here")
        ctx = replace(ctx, subscribe=hub.matches.subscribe)
        screen = await drawn(table.Screen, ctx, match_id, size=(412, 915), watched=True)
        _report(hub, match_id, first)
        await settled()
        away = [c for c in _of(screen, piece).values() if c.animate_position.duration]
        assert [(c.opacity, c.scale) for c in away] == [(0, 1)]
        last = _report(hub, match_id, second)
        await settled()
        _report(hub, match_id, Undone(to=last))
        await settled()
        for control in _of(screen, piece).values():
            assert not control.animate_position.duration
            assert (control.opacity, control.scale) == (1, 0)
        screen.close()


@pytest.mark.parametrize(("game", "kind", "piece"), FLIGHTS)
def test_undo_does_not_repeat_an_earlier_flight(
    tmp_path: Path, game: str, kind: str, piece: str
) -> None:
    asyncio.run(_undone(tmp_path, game, kind, piece))


def test_motion_setting_is_read_and_on_by_default() -> None:
    assert read_settings(None, 100).motion
    assert not read_settings('{"motion": false}', 100).motion
