"""Going back and Escape close what is open on a screen, one thing at a time, before leaving it.

The interaction state is covered by `tests/wire/test_gestures.py`; these are the small forms of the
other screens.
"""

import asyncio
import re
from dataclasses import fields, is_dataclass, replace
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest

from companion import bootstrap
from companion.rulebook import loader
from companion.services.client import Client
from companion.services.statistics.figures import Only
from companion.ui import screens
from companion.ui.device.gestures import BACK, Gestures
from companion.ui.screens.boxes import box as one_box
from companion.ui.screens.boxes import state as boxes
from companion.ui.screens.disputes import reading_choice as disputes
from companion.ui.screens.home import state as home
from companion.ui.screens.shared_table import state as sharing
from tests.ui.drawn import Drawn, drawn, settled
from tests.ui.tables import context

CITY = "blue_moon_city"
FORMS: dict[Any, dict[str, object]] = {
    home.HomeScreenState: {"menu": "a-match", "renaming": "Casa", "emptying": True},
    boxes.BoxScreenState: {
        "fact": "a-fact",
        "renaming": "Casa",
        "deleting": True,
        "merging": "a-box",
    },
    disputes.DisputeScreenState: {"changing": True, "deleting": True},
    sharing.SharedTableScreenState: {"asking": "close", "person": "somebody", "seat": 0},
}
"""Forms that each screen can have open, by the field that holds them."""
BESIDE: dict[Any, frozenset[str]] = {
    home.HomeScreenState: frozenset({"news", "again", "deleted", "bin_open", "changes"}),
    boxes.BoxScreenState: frozenset(
        {"group", "typed", "text", "composed", "making", "problem", "everything", "saved", "chosen"}
    ),
    disputes.DisputeScreenState: frozenset(),
    sharing.SharedTableScreenState: frozenset({"kept", "busy", "way", "ways"}),
    Only: frozenset({"game", "player", "seats"}),
}
"""Fields that are no form over something: notices, unfolded parts, typed texts, filters."""


def _states() -> set[Any]:
    """Return every kind of state that a screen keeps for as long as it is shown."""
    kinds = set()
    for each in walk_packages(screens.__path__, f"{screens.__name__}."):
        module = import_module(each.name)
        source = Path(str(module.__file__)).read_text("utf-8")
        for name in re.findall(r"use_state\((\w+)\(", source):
            kind = getattr(module, name, None)
            if is_dataclass(kind):
                kinds.add(kind)
    return kinds


def test_every_field_of_a_screen_state_is_classified_as_form_or_not() -> None:
    known = {kind: {*FORMS.get(kind, {}), *BESIDE.get(kind, ())} for kind in (*FORMS, *BESIDE)}
    assert {kind: {field.name for field in fields(kind)} for kind in _states()} == known


@pytest.mark.parametrize("kind", list(FORMS), ids=lambda kind: str(kind.__module__))
def test_open_forms_of_a_screen_close_one_at_a_time(kind: Any) -> None:
    shut = kind()
    assert shut.with_top_closed() is None
    for name, value in FORMS[kind].items():
        assert replace(shut, **{name: value}).with_top_closed() == shut
    now, steps = replace(shut, **FORMS[kind]), 0
    while (out := now.with_top_closed()) is not None:
        now, steps = out, steps + 1
    assert now == shut
    assert steps == len(FORMS[kind])


@pytest.mark.parametrize("kind", list(FORMS), ids=lambda kind: str(kind.__module__))
def test_every_screen_with_forms_handles_close_gestures(kind: Any) -> None:
    room = Path(str(import_module(kind.__module__).__file__)).parent
    sources = (path.read_text("utf-8") for path in room.glob("*.py"))
    (source,) = (text for text in sources if f"use_state({kind.__name__}(" in text)
    assert "use_closing(ctx.gestures" in source


async def _opened_and_closed(
    phone: Drawn, gestures: Gestures, reports: list[bool], way: str
) -> None:
    """Check that what a touch opens is reported to the page, and closed by going back."""
    before = phone.touchable()
    await phone.touch(way)
    assert phone.touchable() != before
    assert reports[-1] is True
    assert gestures.came(BACK)
    await settled()
    assert phone.touchable() == before
    assert reports[-1] is False
    assert not gestures.came(BACK)


@pytest.mark.parametrize("way", ["box-delete", "box-rename"])
def test_going_back_closes_an_open_form_of_a_box(way: str, tmp_path: Path) -> None:
    async def whole() -> None:
        with bootstrap.own_hub(tmp_path) as hub:
            box = hub.boxes.new(CITY, "La de casa", {})
            hub.boxes.save(box)
            reports: list[bool] = []
            gestures = Gestures(reports.append)
            ctx = replace(context(Client(hub, "here", owner=True), "here"), gestures=gestures)
            phone = await drawn(one_box.OneBox, ctx, loader.load(CITY), box.id)
            await _opened_and_closed(phone, gestures, reports, way)
            phone.close()

    asyncio.run(whole())
