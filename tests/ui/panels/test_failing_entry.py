"""Entry since which a match cannot be drawn."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion.match.fold import Match
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.panels import failing_entry
from companion.ui.panels.failing_entry import failing_notice
from companion.ui.panels.past_board import still_board
from tests.ui.tables import OneMatch, actas, context, new_hub, read, unchanged


@pytest.fixture
def match() -> Match:
    """Return a recorded match of some length."""
    return read(actas("blue_moon_city")[0]).before_step(40)


@pytest.fixture
def ctx(tmp_path: Path, match: Match) -> AppContext:
    """Return the context of a device that is shown the acta, as the table failed twice."""
    shown = context(OneMatch(new_hub(tmp_path), match, unchanged, (0,)), "device")
    return replace(shown, stumbled=routes.match(match.started.match))


def _texts(controls: list[ft.Control]) -> Iterator[str]:
    for control in controls:
        if isinstance(control, ft.Text):
            yield str(control.value)
        inside: Any = [getattr(control, "content", None), *getattr(control, "controls", [])]
        yield from _texts([each for each in inside if isinstance(each, ft.Control)])


def _broken_from(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """Let the board of every table with so many steps fail."""

    def board(ctx: AppContext, match: Match, *where: Any) -> ft.Control:
        if len(match.steps) >= step:
            raise KeyError
        return still_board(ctx, match, *where)

    monkeypatch.setattr(failing_entry, "still_board", board)


@pytest.mark.parametrize("step", [1, 2, 23, 40])
def test_first_entry_that_cannot_be_drawn_is_found(
    ctx: AppContext, match: Match, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    _broken_from(monkeypatch, step)
    assert failing_entry.failing_entry(ctx, match) == match.steps[step - 1].item.id


@pytest.mark.parametrize("step", [0, 41])
def test_no_entry_is_blamed_where_none_is_the_cause(
    ctx: AppContext, match: Match, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    _broken_from(monkeypatch, step)
    assert failing_entry.failing_entry(ctx, match) is None
    assert failing_notice(ctx, match) == []


def test_notice_names_the_entry_and_leads_to_it(
    ctx: AppContext, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    _broken_from(monkeypatch, 23)
    gone: list[str] = []
    message, row = failing_notice(replace(ctx, go=gone.append), match)
    assert any("no se puede mostrar desde esta anotación: " in text for text in _texts([message]))
    (button,) = row.controls  # type: ignore[attr-defined]
    button.on_click(None)
    assert gone == [routes.entry(match.started.match, match.steps[22].item.id)]


def test_match_whose_screens_work_is_not_tried(
    ctx: AppContext, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    _broken_from(monkeypatch, 0)
    assert failing_notice(replace(ctx, stumbled=""), match) == []
    assert failing_notice(replace(ctx, stumbled=routes.match("another")), match) == []
