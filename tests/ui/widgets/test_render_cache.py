"""Render cache and memo: parts of a screen stay as long as what they show."""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion.bootstrap import own_hub
from companion.kernel.memo import memoised
from companion.match.files import acta_file
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported
from companion.services.privacy.redaction import redact, redacted_for_all
from companion.ui.screens.match import screen as table
from companion.ui.views.table import status
from companion.ui.widgets import RenderCache, as_cached_part, cached_part
from tests.ui.drawn import Drawn, drawn, settled
from tests.ui.tables import actas, context


def _word(text: str) -> ft.Control:
    return ft.Text(text)


def _line(*texts: str) -> ft.Control:
    return ft.Row([cached_part(f"word:{n}", _word, text) for n, text in enumerate(texts)])


def _drawn(parts: RenderCache, *texts: str) -> ft.Row:
    row = parts.render(cached_part, "line", _line, *texts)
    assert isinstance(row, ft.Row)
    return row


def test_unchanged_part_is_reused() -> None:
    parts = RenderCache()
    assert _drawn(parts, "a", "b") is _drawn(parts, "a", "b")


def test_unchanged_children_of_a_changed_part_are_reused() -> None:
    parts = RenderCache()
    before, after = _drawn(parts, "a", "b"), _drawn(parts, "a", "c")
    assert before is not after
    assert before.controls[0] is after.controls[0]
    assert before.controls[1] is not after.controls[1]


@as_cached_part(lambda text, *_: f"sign:{text[0]}")
def _sign(text: str, size: float) -> ft.Control:
    return ft.Text(text, size=size)


def test_part_is_cached_by_the_key_its_function_declares() -> None:
    parts, controls = RenderCache(), list[ft.Control]()
    for text, size in (("ab", 10.0), ("ab", 10.0), ("ac", 10.0), ("ac", 12.0)):
        controls.append(parts.render(_sign, text, size))
    assert controls[0] is controls[1]
    assert [controls[n] is controls[n + 1] for n in (1, 2)] == [False, False]
    assert {control.key for control in controls} == {"sign:a"}
    with pytest.raises(TypeError):
        _sign("ab", size=10.0)


def test_part_not_rendered_is_dropped_from_the_cache() -> None:
    parts = RenderCache()
    before = _drawn(parts, "a")
    parts.render(ft.Row)
    assert _drawn(parts, "a") is not before


def test_two_parts_with_one_key_are_rejected() -> None:
    parts = RenderCache()
    with pytest.raises(AssertionError, match="one"):
        parts.render(lambda: ft.Row([cached_part("one", _word, text) for text in ("a", "b")]))


def test_part_outside_a_screen_is_not_cached() -> None:
    assert cached_part("one", _word, "a") is not cached_part("one", _word, "a")


# Memoised values


@dataclass(frozen=True)
class _State:
    number: int


def _asked(state: _State, more: int) -> list[int]:
    return [state.number, more]


def test_memo_is_keyed_by_identity_and_not_by_equality() -> None:
    one, other = _State(1), _State(1)
    assert memoised(one, _asked, 2) is memoised(one, _asked, 2)
    assert memoised(one, _asked, 2) is not memoised(other, _asked, 2)
    assert memoised(one, _asked, 3) == [1, 3]
    assert memoised(replace(one, number=4), _asked, 2) == [4, 2]


def test_only_viewers_with_the_same_seats_share_a_redacted_match(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        match = hub.matches.open(_begun(hub, "santiago_de_cuba"))
        assert redact(match, (0,)) is redact(match, (0,))
        assert redact(match, (0,)) is not redact(match, (1,))
        everybody = redacted_for_all(redact(match, (0,)))
        assert everybody is redacted_for_all(redact(match, (1,))) is redact(match, ())


# Number of renders per screen


def _begun(hub: Hub, game: str) -> str:
    entries = acta_file.loads(actas(game)[0].read_bytes())
    made = hub.files.import_acta(acta_file.dumps(entries[:20]).encode())
    assert isinstance(made, Imported), made
    return made.match.started.match


async def _screen(hub: Hub, match_id: str, device: str) -> Drawn:
    ctx = replace(context(Client(hub, device, owner=True), device), subscribe=hub.matches.subscribe)
    return await drawn(table.Screen, ctx, match_id, watched=True)


def test_change_outside_the_acta_rerenders_the_screen(tmp_path: Path) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            match_id = _begun(hub, "blue_moon_city")
            view = await _screen(hub, match_id, "here")
            view.news()
            hub.tables.keep(hub.tables.of(match_id).model_copy(update={"code": "x" * 12}))
            await settled()
            assert view.news()
            view.close()

    asyncio.run(session())


def test_touch_renders_each_screen_of_the_match_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[frozenset[str]] = []
    mesa = status.status_view

    def noted(match: Any, *args: Any) -> Any:
        order.append(match.ids)
        return mesa(match, *args)

    async def session() -> None:
        with own_hub(tmp_path) as hub:
            match_id = _begun(hub, "blue_moon_city")
            views = [await _screen(hub, match_id, f"device-{n}") for n in range(3)]
            for view in views:
                view.news()
            monkeypatch.setattr(table, "status_view", noted)
            await views[2].touch("undo")
            assert len(order) == len(views)
            assert all(view.news() for view in views)
            for view in views:
                view.close()

    asyncio.run(session())
