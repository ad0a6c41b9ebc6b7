"""Expanding controls need a parent with room to share: else the client paints a grey box.

Wrapping rows give each thing the room that it needs, so nothing in them can take what is left over.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import fields, replace

import flet as ft
import pytest
from flet.components.public_utils import unwrap_component
from flet.controls.base_control import BaseControl

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.services.client import Client
from companion.services.hub import Hub
from companion.ui.layout import Layout
from companion.ui.screens.acta import screen as acta
from companion.ui.screens.disputes import open_form
from companion.ui.screens.match import screen as table
from companion.ui.screens.preparation import screen as preparation
from companion.ui.screens.recount import screen as recount
from companion.ui.screens.replay import screen as replay
from companion.ui.screens.result import screen as ending
from companion.ui.screens.rules import in_match
from companion.ui.screens.score import screen as score
from companion.ui.screens.shared_table import screen as sharing
from tests.ui.drawn import Drawn, drawn
from tests.ui.tables import actas, context, read

SCREENS = {
    "mesa": table.Screen,
    "marcador": score.Screen,
    "acta": acta.Screen,
    "cuadre": recount.Screen,
    "reglas": in_match.Screen,
    "disputa": open_form.Screen,
    "compartir": sharing.Screen,
    "final": ending.Screen,
    "repaso": replay.Screen,
    "preparacion": preparation.Screen,
}


def _all(control: object) -> Iterator[BaseControl]:
    if not isinstance(control, BaseControl):
        return
    yield control
    for field in fields(control):
        if field.name not in ("_parent", "parent"):
            value = getattr(control, field.name, None)
            for inner in value if isinstance(value, list) else [value]:
                if inner is not control:
                    yield from _all(inner)


def _homeless(page: object) -> Iterator[str]:
    """Yield controls that expand in what wraps, or in a row that gives them no width."""
    for control in _all(page):
        if not isinstance(control, ft.Row | ft.Column):
            continue
        inside = [unwrap_component(inner) for inner in control.controls]
        if control.wrap:
            offenders = [inner for inner in inside if getattr(inner, "expand", None)]
        elif isinstance(control, ft.Row):
            offenders = [inner for inner in inside if _as_wide_as_it_can(inner)]
        else:
            offenders = []
        yield from (f"{type(inner).__name__} {inner.key}" for inner in offenders)


def _as_wide_as_it_can(control: object) -> bool:
    """Return whether a control in a row has no width, but content that wants all of it."""
    if not isinstance(control, ft.Row | ft.Column) or control.expand or control.width is not None:
        return False
    if isinstance(control, ft.Column):
        return control.horizontal_alignment is ft.CrossAxisAlignment.STRETCH
    return not control.wrap and any(
        getattr(unwrap_component(inner), "expand", None) for inner in control.controls
    )


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hub, dict[str, str]]]:
    """Yield a hub with the longest recorded match of each game, and their ids."""
    with own_hub(tmp_path_factory.mktemp("room")) as hub:
        yield hub, {game: _recorded(hub, game) for game in GAMES}


def _recorded(hub: Hub, game: str) -> str:
    path = max(actas(game), key=lambda path: len(read(path).steps))
    answer = hub.files.import_acta(path.read_bytes())
    started: str = answer.match.started.match  # type: ignore[union-attr]
    return started


@pytest.mark.deep
@pytest.mark.parametrize(
    ("scale", "layout"),
    [(100, Layout.PHONE), (200, Layout.PHONE), (100, Layout.WIDE), (200, Layout.WIDE)],
)
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", GAMES)
def test_no_control_expands_where_there_is_no_room_to_share(
    house: tuple[Hub, dict[str, str]], game: str, screen: str, scale: int, layout: Layout
) -> None:
    hub, recorded = house

    async def shown() -> list[str]:
        ctx = context(Client(hub, "here", owner=True), "here", layout)
        large = replace(ctx, settings=replace(ctx.settings, text_scale=scale))
        size = (1440, 900) if layout is Layout.WIDE else (412, 915)
        view: Drawn = await drawn(SCREENS[screen], large, recorded[game], size=size)
        offenders = list(_homeless(view.page))
        view.close()
        return offenders

    assert asyncio.run(shown()) == []
