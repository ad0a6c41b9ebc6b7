"""Fast path over Flet: controls and patches are the same as those of Flet, to the byte."""

import asyncio
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice, zip_longest
from pathlib import Path
from random import Random
from typing import Any

import flet as ft
import pytest
from flet.controls.base_control import BaseControl

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.match.files import acta_file
from companion.match.resumable import done
from companion.services.client import Client
from companion.services.matches.results import Imported, Submission
from companion.toolkit import fast_flet
from companion.toolkit.edges import outline
from companion.ui.drafts.draft_cache import forget
from companion.ui.screens.acta import screen as acta
from companion.ui.screens.match import screen as table
from companion.ui.screens.score import screen as score
from tests.seeds import how_much
from tests.ui.drawn import drawn, settled
from tests.ui.tables import actas, context

SCREENS = {"mesa": table, "acta": acta, "marcador": score}


def _sent(
    folder: Path, game: str, screen: str, acts: int, monkeypatch: pytest.MonkeyPatch
) -> list[Any]:
    """Return everything that a screen sends while a match goes on and some things are touched."""
    monkeypatch.setattr("companion.match.entries.secrets.choice", Random(1).choice)
    entries = acta_file.loads(actas(game)[0].read_bytes())
    rng, sent = Random(f"{game}{screen}"), list[Any]()

    async def session() -> None:
        with own_hub(folder) as hub:
            made = hub.files.import_acta(acta_file.dumps(entries[:10]).encode())
            assert isinstance(made, Imported), made
            client = Client(hub, "here", owner=True)
            ctx = replace(context(client, "here"), subscribe=client.matches.subscribe)
            view = await drawn(SCREENS[screen].Screen, ctx, made.match.started.match)
            for entry in entries[10 : 10 + acts]:
                done(hub.matches.submit(made.match.started.match, Submission(entry.id, entry.body)))
                await settled()
                sent.append(("", view.news()))
                key = rng.choice(view.touchable())
                await view.touch(key)
                sent.append((key, view.news()))
            view.close()
            forget("here", made.match.started.match)
            await settled()

    asyncio.run(session())
    return sent


def _apart(one: Any, other: Any, way: str = "") -> Iterator[str]:
    """Yield where two messages are not the same."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in {**one, **other}:
            yield from _apart(one.get(name), other.get(name), f"{way}/{name}")
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for n, (a, b) in enumerate(zip_longest(one, other)):
            yield from _apart(a, b, f"{way}[{n}]")
    elif one != other:
        yield f"{way}: {one!r} and {other!r}"


@pytest.mark.deep
@how_much("acts", everyday=4, before_release=25)
@pytest.mark.parametrize("screen", sorted(SCREENS))
@pytest.mark.parametrize("game", sorted(GAMES))
def test_fast_path_sends_the_same_bytes_as_flet(
    game: str, screen: str, acts: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast_flet.remove()
    try:
        as_it_comes = _sent(tmp_path / "stock", game, screen, acts, monkeypatch)
    finally:
        fast_flet.install()
    swiftly = _sent(tmp_path / "swift", game, screen, acts, monkeypatch)
    assert not list(islice(_apart(swiftly, as_it_comes), 5))
    assert any(news for _, news in as_it_comes)


def _classes() -> list[type]:
    _ = [getattr(ft, name) for name in dir(ft)]
    return fast_flet._below(BaseControl)


def _made(cls: type, given: dict[str, Any]) -> dict[str, Any] | str:
    try:
        made = cls(**given)
    except (TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    except Exception as error:
        return type(error).__name__
    assert made.__hash__ is None or hash(made) == hash(made)
    return {name: value for name, value in vars(made).items() if name != "_i"}


def _values(made: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return the values of a control in the order that they are sent, methods as functions."""
    return [(n, getattr(v, "__func__", v)) for n, v in made["_values"].items()]


def test_fast_path_builds_every_control_like_flet() -> None:
    rng = Random(7)
    classes = _classes()
    samples = [(cls, _some(cls, rng)) for cls in classes for _ in range(4)]
    fast_flet.install()
    swiftly = [_made(cls, some) for cls, some in samples]
    fast_flet.remove()
    try:
        as_they_come = [_made(cls, some) for cls, some in samples]
    finally:
        fast_flet.install()
    seen = 0
    for (cls, some), one, other in zip(samples, swiftly, as_they_come, strict=True):
        assert isinstance(one, str) == isinstance(other, str), (cls, some, one, other)
        if isinstance(one, dict) and isinstance(other, dict):
            seen += 1
            assert one.keys() == other.keys(), (cls, some)
            assert _values(one) == _values(other), (cls, some)
    assert seen > 300


def _some(cls: type, rng: Random) -> dict[str, Any]:
    """Return some random arguments for a control."""
    names = [f.name for f in fields(cls) if f.init]
    given = rng.sample(names, min(3, len(names)))
    return {name: rng.choice((None, 1, "a", True)) for name in given}


def test_fast_path_reports_wrong_arguments_like_flet() -> None:
    with pytest.raises(TypeError, match="unexpected keyword"):
        ft.Container(nonsense=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="multiple values"):
        ft.Container(ft.Text("a"), content=ft.Text("b"))  # type: ignore[misc]


def test_fast_path_is_not_installed_over_another_flet_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fast_flet.remove()
    before = ft.Container.__init__
    monkeypatch.setattr(fast_flet, "_KNOWN", "0.0.0")
    fast_flet.install()
    assert ft.Container.__init__ is before
    monkeypatch.undo()
    fast_flet.install()
    assert ft.Container.__init__ is not before


@pytest.mark.parametrize("swiftly", [True, False])
def test_control_changed_in_place_is_sent(swiftly: bool) -> None:
    """The page is never drawn anew: its properties are set, and set back to their default."""

    async def session() -> Any:
        view = await drawn(_Marked)
        for title in ("a", "b", None):
            view.page.title = title
            view.page.update()
        sent = [body["patch"][1:] for _, body in view.news()]
        view.close()
        return [change[-1] for patch in sent for change in patch if change[-2] == "title"]

    if not swiftly:
        fast_flet.remove()
    try:
        sent = asyncio.run(session())
    finally:
        fast_flet.install()
    assert sent == ["a", "b", None]


@ft.component
def _Marked() -> ft.Control:
    marked, mark = ft.use_state(False)
    return ft.Container(
        key="touched",
        on_click=lambda _e: mark(True),
        border=outline(3, "red") if marked else outline(1, "blue"),
    )


@pytest.mark.parametrize("swiftly", [True, False])
def test_changed_border_is_sent_whole(swiftly: bool) -> None:
    async def session() -> Any:
        view = await drawn(_Marked)
        view.news()
        await view.touch("touched")
        sent = view.news()
        view.close()
        return sent

    if not swiftly:
        fast_flet.remove()
    try:
        ((_, body),) = asyncio.run(session())
    finally:
        fast_flet.install()
    ((*_, name, border),) = body["patch"][1:]
    side = {"width": 3, "color": "red"}
    assert (name, border) == ("border", dict.fromkeys(("top", "right", "bottom", "left"), side))
