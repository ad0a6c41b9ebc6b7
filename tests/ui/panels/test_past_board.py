"""Corrections and questions show the board of their moment, and say which moment it is."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import flet as ft
import pytest

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.ui.boards.contract import BoardInput
from companion.ui.panels import past_board
from companion.ui.panels.control.edit_entry import correct, doubt_before, insert_before
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.past_board import over_the_past
from companion.ui.views.entries.entry_lines import in_short
from tests.ui.drawn import drawn, texts
from tests.ui.panels.test_apply_remedy import Device, _at
from tests.ui.tables import actas

WAYS = {"Se corrige: ": correct, "Se añade antes de: ": insert_before, "Antes de: ": doubt_before}
STEPS, BACK = 12, 5


def _said(
    controller: MatchController, monkeypatch: pytest.MonkeyPatch
) -> tuple[set[str], list[BoardInput]]:
    """Return what stands above the panel, and the boards drawn there."""
    boards: list[BoardInput] = []

    def board(given: BoardInput) -> ft.Control:
        boards.append(given)
        return ft.Text("board")

    monkeypatch.setattr(past_board, "game_screen", lambda _game: SimpleNamespace(board=board))

    @ft.component
    def shown() -> ft.Control:
        return over_the_past(controller, ft.Text("panel"))

    async def session() -> set[str]:
        screen = await drawn(shown)
        return set(texts(screen.client.page))

    return asyncio.run(session()), boards


@pytest.mark.parametrize("seats", ["none", "one", "all"])
@pytest.mark.parametrize(("words", "way"), WAYS.items())
@pytest.mark.parametrize("game", [game for game in sorted(GAMES) if GAMES[game].judged])
def test_board_of_the_moment_is_shown_and_named(
    game: str,
    words: str,
    way: Callable[[MatchController, str], None],
    seats: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with own_hub(tmp_path) as hub:
        match = _at(hub, actas(game)[0], STEPS)
        everyone = range(len(match.options.players))
        device = Device(hub, match, 0, {"none": (), "one": (0,), "all": everyone}[seats])
        step = device.match.steps[-BACK]
        way(device.controller, step.item.id)
        said, boards = _said(device.controller, monkeypatch)
        what = in_short(device.match, step, device.controller.wording)
        assert f"{words}{what}" in said
        (board,) = boards
        assert len(board.match.steps) == len(device.match.steps) - BACK
        # Only what is changed is marked; what is put before it changes nothing yet.
        marked = board.changing.steps[-1].item.id == step.item.id
        assert marked == (way is correct)
        before = device.match.before(step.item.id)
        view = GAMES[game].public_view(before.state, None)
        assert board.match.game.public_view(board.match.state, None) == view


def test_report_of_now_shows_no_other_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with own_hub(tmp_path) as hub:
        device = Device(hub, _at(hub, actas("blue_moon_city")[0], STEPS))
        said, boards = _said(device.controller, monkeypatch)
        assert "panel" in said
        assert not boards


def test_board_leaves_room_for_the_pieces_that_are_picked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with own_hub(tmp_path) as hub:
        device = Device(hub, _at(hub, actas("kingdom_of_solomon")[0], 110))
        built = next(
            step
            for step in reversed(device.match.steps)
            if step.action and step.action.kind == "build_card"
        )
        correct(device.controller, built.item.id)
        device.controller.reopen("site")
        _, (whole, *_) = _said(device.controller, monkeypatch)
        device.controller.reopen("pay")
        _, (short, *_) = _said(device.controller, monkeypatch)
        assert short.height < whole.height
