"""Subtrees shared by several screens of a table: kept once, but touched on each by itself."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import flet as ft
import msgpack
import pytest
from flet.controls.base_control import BaseControl
from flet.messaging.protocol import configure_encode_object_for_msgpack

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.match import acta_file
from companion.match.entries import Entry
from companion.match.resumable import done
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported, Submission
from companion.services.sharing.shared_tables import Member, new_code
from companion.toolkit import session_guard
from companion.toolkit.fast_pack import packb
from companion.toolkit.shared_subtrees import noted, touched
from companion.ui.drafts.draft_cache import forget
from companion.ui.screens.match import screen as table
from companion.ui.widgets import RenderCache, cached_part, shared_part
from companion.ui.widgets.render_cache import _tables
from tests.ui.drawn import Drawn, drawn, settled
from tests.ui.tables import actas, context

FIRST, ACTS = 10, 12
DEVICES = ("one", "other", "beside")


def _line(*words: str) -> ft.Control:
    return ft.Row([cached_part(f"word:{n}", ft.Text, word) for n, word in enumerate(words)])


def _shown(parts: RenderCache, *words: str, of: str = "table") -> ft.Row:
    row = parts.render(shared_part, of, "line", _line, *words)
    assert isinstance(row, ft.Row)
    return row


def test_equal_subtrees_of_two_screens_are_one_object() -> None:
    one, other = RenderCache(), RenderCache()
    assert _shown(one, "a", "b") is _shown(other, "a", "b")
    before, after = _shown(one, "a", "b"), _shown(other, "a", "c")
    assert before is not after
    assert before.controls[0] is after.controls[0]
    assert before.controls[1] is not after.controls[1]


def test_subtrees_are_not_shared_between_tables() -> None:
    here, there = RenderCache(), RenderCache()
    assert _shown(here, "a") is not _shown(there, "a", of="another")


def test_shared_subtrees_of_one_place_have_the_same_control_id() -> None:
    parts = [RenderCache() for _ in range(3)]
    shown = [_shown(part, *words) for part, words in zip(parts, ("ab", "cd", "e"), strict=True)]
    assert len({row._i for row in shown}) == 1
    assert [row.controls[0]._i for row in shown] == [shown[0].controls[0]._i] * 3
    assert shown[0].controls[0]._i != shown[0].controls[1]._i


def test_shared_subtree_is_freed_with_its_last_screen() -> None:
    parts = [RenderCache(), RenderCache()]
    row = weakref.ref(_shown(parts[0], "gone", of="going"))
    assert _shown(parts[1], "gone", of="going") is row()
    parts.pop()
    assert row() is not None
    parts.clear()
    assert row() is None
    assert "going" not in _tables


@ft.component
def _Remembering() -> ft.Control:
    return ft.Text("")


def test_stateful_component_in_a_shared_subtree_is_rejected() -> None:
    async def session() -> None:
        def shown() -> ft.Control:
            return parts.render(shared_part, "table", "part", lambda: ft.Row([_Remembering()]))

        parts = RenderCache()
        view = await drawn(ft.component(shown))
        view.close()

    with pytest.raises(TypeError, match="belongs to one screen"):
        asyncio.run(session())


# Screens of a match


@asynccontextmanager
async def _screens(folder: Path, game: str) -> AsyncIterator[tuple[Hub, str, list[Drawn]]]:
    """Yield screens of one table, each of a device with another seat, or none."""
    entries = acta_file.loads(actas(game)[0].read_bytes())
    with own_hub(folder) as hub:
        made = hub.files.import_acta(acta_file.dumps(entries[:FIRST]).encode())
        assert isinstance(made, Imported), made
        match_id = made.match.started.match
        members = tuple(
            Member(id=device, name=device, seats=(n,)) for n, device in enumerate(DEVICES[:2])
        )
        shared = hub.tables.of(match_id)
        hub.tables.keep(shared.model_copy(update={"code": new_code(), "members": members}))
        views = []
        for device in DEVICES:
            client = Client(hub, device, owner=device == DEVICES[-1])
            ctx = replace(context(client, device), subscribe=hub.matches.subscribe)
            views.append(await drawn(table.Screen, ctx, match_id, watched=True))
        try:
            yield hub, match_id, views
        finally:
            for view in views:
                view.close()
            for device in DEVICES:
                forget(device, match_id)
            await settled()


def _later(game: str) -> tuple[Entry, ...]:
    return tuple(acta_file.loads(actas(game)[0].read_bytes())[FIRST : FIRST + ACTS])


def _parts(view: Drawn) -> dict[str, BaseControl]:
    """Return the outermost shared subtrees, by the class and key of each."""
    return {f"{type(control).__name__}:{control.key}": control for control in _outermost(view.page)}


def _outermost(shown: Any) -> Iterator[BaseControl]:
    if isinstance(shown, BaseControl) and noted(shown) is not None:
        yield shown
    elif isinstance(shown, BaseControl):
        held = [getattr(shown, "_b", None), *vars(shown)["_values"].values()]
        of: Any = type(shown)
        held += [getattr(shown, name, None) for name in of._structural_fields]
        for each in held:
            yield from _outermost(each)
    elif isinstance(shown, list):
        for each in shown:
            yield from _outermost(each)


def _followed(game: str, folder: Path, look: Callable[[list[Drawn]], None]) -> None:
    async def session() -> None:
        async with _screens(folder, game) as (hub, match_id, views):
            look(views)
            for entry in _later(game):
                done(hub.matches.submit(match_id, Submission(entry.id, entry.body, device="there")))
                await settled()
                look(views)

    asyncio.run(session())


@pytest.mark.parametrize("game", sorted(GAMES))
def test_board_is_one_object_for_all_screens_of_a_table(game: str, tmp_path: Path) -> None:
    seen = list[int]()

    def look(views: list[Drawn]) -> None:
        assert not any(session_guard.has_failed(view.page.session) for view in views)
        here, there, beside = map(_parts, views)
        alike = {key for key in here if here[key] is there.get(key) is beside.get(key)}
        board = max(here, key=lambda key: len(touched(here[key])))
        assert len(touched(here[board])) > 4
        # Each side of the table may see the board from its own side.
        assert board in alike or game == "blue_moon"
        seen.append(len(alike))

    _followed(game, tmp_path, look)
    assert max(seen) > 1


@pytest.mark.parametrize("game", sorted(GAMES))
def test_touch_on_a_shared_subtree_reaches_only_its_screen(game: str, tmp_path: Path) -> None:
    async def session() -> None:
        async with _screens(tmp_path, game) as (_hub, _match_id, views):
            keys = [set(view.touchable()) for view in views]
            seat = min(keys[0] & {key for key in keys[1] if key.startswith("seat:")})
            for here in views:
                for view in views:
                    view.news()
                # Look at the last screen first: all shared controls then name the controls around
                # them on that screen.
                views[-1].touchable()
                control = next(c for c in _touchables(here) if _key(c) == seat)
                await here._session.dispatch_event(control._i, "click", None)
                await settled()
                assert [bool(view.news()) for view in views] == [v is here for v in views]

    asyncio.run(session())


def _touchables(view: Drawn) -> list[BaseControl]:
    return [c for part in _outermost(view.page) for c in touched(part)]


def _key(control: BaseControl) -> str:
    return str(getattr(control, "key", ""))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_open_form_changes_one_screen_and_closing_shares_again(game: str, tmp_path: Path) -> None:
    async def session() -> None:
        async with _screens(tmp_path, game) as (_hub, _match_id, views):
            view, other = views[:2]
            before, beside = _parts(view), _parts(other)
            for key in view.touchable():
                if key.startswith("seat:"):
                    await view.touch(key)
                    assert _parts(view) != before
                    assert _parts(other) == beside
                    await view.touch(key)
                    assert all(_parts(view)[name] is before[name] for name in before)

    asyncio.run(session())


def test_memoised_packing_equals_fresh_packing(tmp_path: Path) -> None:
    def look(views: list[Drawn]) -> None:
        encode = configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]
        for view in views:
            for _ in range(2):
                whole = msgpack.packb(view.page.views, default=encode)
                assert packb(view.page.views, default=encode) == whole
        parts = [noted(part) for part in _outermost(views[0].page)]
        assert any(common is not None and common.packed for common in parts)

    _followed("blue_moon_city", tmp_path, look)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_shared_subtree_no_longer_shown_is_freed_at_once(game: str, tmp_path: Path) -> None:
    """Collection by reference counts suffices: nothing that stays refers to it."""
    seen = list[weakref.ref[BaseControl]]()

    def look(views: list[Drawn]) -> None:
        now = {id(c) for view in views for part in _outermost(view.page) for c in _all(part)}
        assert {id(c) for c in (ref() for ref in seen) if c is not None} <= now
        seen.extend(weakref.ref(c) for part in _outermost(views[0].page) for c in _all(part))

    gc.collect()
    gc.disable()
    try:
        _followed(game, tmp_path, look)
    finally:
        gc.enable()


def _all(control: BaseControl) -> Iterator[BaseControl]:
    yield control
    for held in (*control._values.values(), *vars(control).values()):
        for each in held if isinstance(held, list) else [held]:
            if isinstance(each, BaseControl):
                yield from _all(each)


def test_closing_all_screens_frees_their_shared_subtrees(tmp_path: Path) -> None:
    async def session() -> weakref.ref[BaseControl]:
        async with _screens(tmp_path, "blue_moon_city") as (_hub, _match_id, views):
            return weakref.ref(next(_outermost(views[0].page)))

    part = asyncio.run(session())
    gc.collect()
    assert part() is None
