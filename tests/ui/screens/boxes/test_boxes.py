"""Values printed in a box, as its screen shows and edits them."""

import asyncio
from dataclasses import replace
from pathlib import Path

import flet as ft
import pytest

from companion import bootstrap
from companion.games import GAMES
from companion.kernel.box.facts import FactValue, IntsSpec, TypedLine
from companion.kernel.values import Term
from companion.match.files import qr_frames
from companion.match.resumable import done
from companion.rulebook import loader
from companion.rulebook.wording import Wording
from companion.services.boxes.profiles import BoxProfile, pack_box
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.storage.sqlite_store import SqliteStore
from companion.ui import routes
from companion.ui.device.inbox import Inbox
from companion.ui.screens.boxes import box as one_box
from companion.ui.screens.boxes import presenter as boxes
from companion.ui.screens.boxes.presenter import Certainty
from companion.ui.screens.transfer import receive
from tests.cards import GAME, with_cards
from tests.ui.drawn import drawn, texts
from tests.ui.tables import NOW, context

DATA = loader.load("blue_moon_city")
WORDING = Wording("blue_moon_city")


def _box(own: dict[str, FactValue] | None = None) -> boxes.BoxView:
    return boxes.box(DATA, WORDING, own or {})


def test_every_value_of_a_box_is_listed_once_under_its_piece() -> None:
    view = _box()
    assert view.total == len(DATA.facts)
    assert len({group.id for group in view.groups}) == len(view.groups)
    assert all(group.title != group.id for group in view.groups)


def test_uncertain_values_are_not_filled_in() -> None:
    by_id = {fact.id: fact for group in _box().groups for fact in group.facts}
    for spec in DATA.facts:
        shown = by_id[spec.id]
        if spec.confidence in ("low", "unknown"):
            assert (shown.standing, shown.text) == (Certainty.MISSING, "")
        elif spec.confidence == "medium":
            assert shown.standing is Certainty.CHECK
        else:
            assert shown.standing is Certainty.SURE


def test_entered_value_is_marked_own_until_it_is_removed() -> None:
    before = _box()
    spec = next(spec for spec in DATA.facts if isinstance(spec, IntsSpec) and spec.value is None)
    own = boxes.with_value(
        {}, spec.id, spec.candidates[0] if spec.candidates else (5,) * spec.count
    )
    after = _box(own)
    assert after.missing == before.missing - 1
    shown = next(f for group in after.groups for f in group.facts if f.id == spec.id)
    assert shown.standing is Certainty.OWN
    assert boxes.without_value(own, spec.id) == {}


def test_values_only_some_tables_need_do_not_count_as_missing() -> None:
    """Such are the plan of a table, and points that count under one reading."""
    data = loader.load("kingdom_of_solomon")
    wording = Wording("kingdom_of_solomon")
    cell, plot = "territory.t5.cell", "territory.t5.plot"
    empty = boxes.box(data, wording, {})
    placed = boxes.box(data, wording, {cell: 3})
    read = boxes.box(data, wording, {cell: 3, plot: "yes"})
    assert (placed.missing, placed.total) == (empty.missing, empty.total + 1)
    assert (read.missing, read.total) == (placed.missing - 1, placed.total)


def test_all_values_of_a_piece_can_be_confirmed_at_once() -> None:
    group = next(group for group in _box().groups if group.to_check and not group.missing)
    after = next(g for g in _box(boxes.confirmed({}, group)).groups if g.id == group.id)
    assert after.to_check == 0


def test_groups_with_missing_values_come_first() -> None:
    view = _box()
    unfinished = view.unfinished()
    assert unfinished[0].missing
    assert sum(group.missing for group in unfinished) == view.missing


def test_impossible_value_is_refused_with_a_text() -> None:
    assert boxes.problem(DATA, WORDING, "tile.library.values", (9, 9, 9), {})
    assert boxes.problem(DATA, WORDING, "tile.library.values", (2, 3, 4), {})
    assert boxes.problem(DATA, WORDING, "tile.library.values", (4, 3, 2), {}) == ""


@pytest.mark.parametrize("scale", [100, 200])
def test_box_name_field_in_large_text_wraps_and_enter_still_saves(
    tmp_path: Path, scale: int
) -> None:
    async def opened() -> ft.TextField:
        catalog = bootstrap.catalog.__wrapped__
        hub = Hub(SqliteStore(tmp_path), GAMES, catalog, lambda: NOW, bootstrap.new_id)
        ctx = context(Client(hub, "host", owner=True), "host")
        large = replace(ctx, settings=replace(ctx.settings, text_scale=scale))
        view = await drawn(one_box.Screen, large, DATA.id, routes.NEW_BOX)
        (field,) = (each for each in view.controls() if isinstance(each, ft.TextField))
        view.close()
        return field

    field = asyncio.run(opened())
    assert field.multiline == field.shift_enter == (scale > 100)


# A catalogue filled in by the table


def _filled_in(folder: Path, *steps: tuple[str, ...]) -> tuple[BoxProfile, str, tuple[str, ...]]:
    """Return a box after touches and typing, the texts of its screen, and what can be touched."""

    async def fill_in() -> tuple[BoxProfile, str, tuple[str, ...]]:
        catalog = bootstrap.catalog.__wrapped__
        hub = Hub(SqliteStore(folder), GAMES, catalog, lambda: NOW, bootstrap.new_id)
        host = Client(hub, "host", owner=True)
        host.boxes.save(BoxProfile(id="box-1", game=GAME, name="La de casa", facts={}))
        view = await drawn(one_box.Screen, context(host, "host"), GAME, "box-1")
        for key, *text in steps:
            view.news()
            if text:
                await view.type_in(key, text[0])
            else:
                assert key in view.touchable(), (key, view.touchable())
                await view.touch(key)
        (box,) = host.boxes.all(GAME)
        outcome = box, "\n".join(texts(view.news())), view.touchable()
        view.close()
        return outcome

    return asyncio.run(fill_in())


def test_territory_named_in_every_copy_has_its_name_in_a_box(tmp_path: Path) -> None:
    async def opened() -> tuple[str, ...]:
        hub = Hub(
            SqliteStore(tmp_path),
            GAMES,
            bootstrap.catalog.__wrapped__,
            lambda: NOW,
            bootstrap.new_id,
        )
        host = Client(hub, "host", owner=True)
        host.boxes.save(
            BoxProfile(id="box-1", game="kingdom_of_solomon", name="La de casa", facts={})
        )
        ctx = context(host, "host")
        view = await drawn(one_box.Screen, ctx, "kingdom_of_solomon", "box-1")
        shown = tuple(texts(view.news()))
        view.close()
        return shown

    said = asyncio.run(opened())
    assert "Bashan" in said
    assert "Territorio 1" not in said


def test_open_catalogue_misses_nothing_and_offers_its_next_entry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    more = with_cards(monkeypatch)
    view, before = boxes.box(more, Wording(GAME), {}), _box()
    assert view.total == before.total
    assert [group.id for group in view.free] == ["favour.1"]
    own: dict[str, FactValue] = {"favour.1.name": "Faro"}
    view = boxes.box(more, Wording(GAME, facts=own), own)
    assert [group.id for group in view.free] == ["favour.2"]
    (begun,) = (group for group in view.groups if group.id == "favour.1")
    assert (begun.title, begun.missing) == ("Faro", 4)


def test_a_card_is_filled_in_by_touching_and_typing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_cards(monkeypatch)
    box, said, keys = _filled_in(
        tmp_path,
        ("add:favour.1",),
        ("type:favour.1.name", "  Faro \n viejo"),
        ("save:favour.1.name",),
        ("pick:favour.1.zone:1",),
        ("favour.1.lines:verb:0",),
        ("favour.1.lines:each:2",),
        ("favour.1.lines:what:1",),
        ("favour.1.lines:more:2",),
        ("favour.1.lines:text", "baraja los favores"),
        ("save:favour.1.lines",),
        ("value:favour.1.beside:0",),
        ("value:favour.1.beside:3",),
        ("value:favour.1.beside:0",),
        ("save:favour.1.beside",),
    )
    assert box.facts == {
        "favour.1.name": "Faro viejo",
        "favour.1.zone": "favour.south",
        "favour.1.lines": (
            TypedLine("gain", 3, "card"),
            TypedLine("manual", text="baraja los favores"),
        ),
        "favour.1.beside": ("5",),
    }
    assert "Favor 5" in said
    assert "add:favour.2" in keys


def test_effect_line_is_described_before_adding_and_can_be_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_cards(monkeypatch)
    steps = (("add:favour.1",), ("favour.1.lines:verb:0",), ("favour.1.lines:what:0",))
    _, said, _keys = _filled_in(tmp_path / "one", *steps)
    assert "Da 1\u00a0cristal." in said
    added = (*steps, ("favour.1.lines:more:1",), ("favour.1.lines:drop:0",))
    box, said, _ = _filled_in(tmp_path / "two", *added, ("save:favour.1.lines",))
    assert box.facts == {"favour.1.lines": (TypedLine("again"),)}


def test_card_without_effect_is_stored_only_if_marked_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_cards(monkeypatch)
    save = ("save:favour.1.lines",)
    box, *_ = _filled_in(tmp_path / "left", ("add:favour.1",), save)
    assert box.facts == {}
    # An incomplete line is no line. It does not count as «nothing» either.
    begun = ("favour.1.lines:verb:0",)
    box, *_ = _filled_in(tmp_path / "begun", ("add:favour.1",), begun, save)
    assert box.facts == {}
    nothing = ("favour.1.lines:nothing:0",)
    box, said, _ = _filled_in(tmp_path / "said", ("add:favour.1",), nothing, save)
    assert box.facts == {"favour.1.lines": ()}
    assert "no hace nada" in said


def test_composed_effect_line_is_saved_without_adding_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_cards(monkeypatch)
    gain = (("favour.1.lines:verb:0",), ("favour.1.lines:what:0",))
    text = ("favour.1.lines:text", "baraja")
    steps = (("add:favour.1",), *gain, ("favour.1.lines:more:2",), text)
    box, *_ = _filled_in(tmp_path / "two", *steps, ("save:favour.1.lines",))
    said = (TypedLine("gain", 1, "crystal"), TypedLine("manual", text="baraja"))
    assert box.facts == {"favour.1.lines": said}


def test_chosen_verb_can_be_removed_or_followed_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_cards(monkeypatch)
    # «Repetir» is a complete line by itself.
    again = (("add:favour.1",), ("favour.1.lines:verb:1",))
    card = (("favour.1.lines:what:1",), ("save:favour.1.lines",))
    other = (("favour.1.lines:chosen:0",), ("favour.1.lines:verb:0",))
    box, *_ = _filled_in(tmp_path / "other", *again, *other, *card)
    assert box.facts == {"favour.1.lines": (TypedLine("gain", 1, "card"),)}
    box, *_ = _filled_in(tmp_path / "both", *again, ("favour.1.lines:more:0",), *card)
    assert box.facts == {"favour.1.lines": (TypedLine("again"), TypedLine("gain", 1, "card"))}


def test_effect_line_without_its_object_cannot_be_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_cards(monkeypatch)
    _, _, keys = _filled_in(tmp_path, ("add:favour.1",), ("favour.1.lines:verb:0",))
    assert not any(key.startswith("favour.1.lines:more") for key in keys)


def test_card_is_called_by_the_name_that_the_table_gave_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_cards(monkeypatch)
    facts: dict[str, FactValue] = {"favour.1.name": "Iglesia", "favour.2.beside": ("1", "3")}
    wording = Wording(GAME, facts=facts)
    text = wording.text("{a:Cap} y {b:el}", {"a": Term("favour.1"), "b": Term("favour.2")})
    assert text == "Iglesia y Favor 2"
    assert wording.item_label("favour:1") == "Iglesia"
    assert wording.describe_fact("favour.1.cost", 3) == "Iglesia: precio, 3"
    assert wording.fact_shown("favour.2.beside", ("1", "3")) == "Iglesia y Favor 3"
    assert wording.with_rulings({}).term("favour.1") == "Iglesia"
    lines = (TypedLine("gain", 2, "crystal"), TypedLine("again"))
    assert wording.fact_shown("favour.1.lines", lines) == (
        "Da 2\u00a0cristales. Se puede volver a usar."
    )


ROW = next(spec for spec in DATA.facts if isinstance(spec, IntsSpec) and spec.value is None)
NEW = next(s for s in DATA.facts if isinstance(s, IntsSpec) and s.value is None and s != ROW)


def _merged(
    folder: Path, theirs: dict[str, FactValue], *touches: str
) -> tuple[BoxProfile, list[str]]:
    """Return the host's box after touches, and the texts of its screen.

    Before them it says 3 all along `ROW`.
    """

    async def merge() -> tuple[BoxProfile, list[str]]:
        catalog = bootstrap.catalog.__wrapped__
        hub = Hub(SqliteStore(folder), GAMES, catalog, lambda: NOW, bootstrap.new_id)
        host = Client(hub, "host", owner=True)
        own: dict[str, FactValue] = {ROW.id: (3,) * ROW.count}
        host.boxes.save(BoxProfile(id="box-1", game=DATA.id, name="La de casa", facts=own))
        host.boxes.save(BoxProfile(id="box-2", game=DATA.id, name="La de Nora", facts=theirs))
        view = await drawn(one_box.Screen, context(host, "host"), DATA.id, "box-1")
        for key in ("box-merge", "merge:box-2", *touches):
            view.news()
            assert key in view.touchable(), (key, view.touchable())
            await view.touch(key)
        said = [str(text).replace("\xa0", " ") for text in texts(view.news())]
        merged = next(box for box in host.boxes.all(DATA.id) if box.id == "box-1")
        assert next(box for box in host.boxes.all(DATA.id) if box.id == "box-2").facts == theirs
        view.close()
        return merged, said

    return asyncio.run(merge())


def test_two_boxes_are_merged_value_by_value(tmp_path: Path) -> None:
    theirs: dict[str, FactValue] = {ROW.id: (4,) * ROW.count, NEW.id: (2,) * NEW.count}
    asked, said = _merged(tmp_path / "asked", theirs)
    assert asked.facts == {ROW.id: (3,) * ROW.count}
    assert "Se añade 1 dato que aquí falta." in said
    threes, fours = (" · ".join(n * ROW.count) for n in "34")
    assert {f"Aquí: {threes}", f"En la otra: {fours}"} <= set(said)
    kept, _ = _merged(tmp_path / "kept", theirs, f"merge:{ROW.id}:0", "merge-do")
    assert kept.facts == {ROW.id: (3,) * ROW.count, NEW.id: (2,) * NEW.count}
    taken, _ = _merged(tmp_path / "taken", theirs, f"merge:{ROW.id}:1", "merge-do")
    assert taken.facts == theirs


def test_merge_is_offered_only_after_every_conflict_is_chosen(tmp_path: Path) -> None:
    theirs: dict[str, FactValue] = {ROW.id: (4,) * ROW.count}
    _, said = _merged(tmp_path / "asked", theirs)
    assert "Falta 1 dato por elegir" in said
    assert "Unir" not in said
    _, said = _merged(tmp_path / "chosen", theirs, f"merge:{ROW.id}:1")
    assert "Unir" in said


def test_merging_a_box_without_new_values_says_so(tmp_path: Path) -> None:
    _, said = _merged(tmp_path, {ROW.id: (3,) * ROW.count})
    assert "La caja «La de Nora» no dice nada que esta no diga ya." in said


def test_incoming_box_can_be_merged_into_an_existing_one(tmp_path: Path) -> None:
    theirs = BoxProfile(
        id="box-2", game=DATA.id, name="La de Nora", facts={NEW.id: (2,) * NEW.count}
    )

    went: list[str] = []

    async def arrives() -> BoxProfile:
        catalog = bootstrap.catalog.__wrapped__
        hub = Hub(SqliteStore(tmp_path), GAMES, catalog, lambda: NOW, bootstrap.new_id)
        host = Client(hub, "host", owner=True)
        inbox = Inbox(lambda _codes: None)
        ctx = replace(context(host, "host"), inbox=inbox, go=went.append)
        done(inbox.taking(host, [f"caja={qr_frames.link_text(pack_box(theirs))}"]))
        for item in inbox.arrivals.items:
            done(inbox.accepting(host, item))
        alone = await drawn(receive.Screen, ctx)
        assert not any(key.startswith("came-merge") for key in alone.touchable())
        alone.close()
        host.boxes.save(BoxProfile(id="box-1", game=DATA.id, name="La de casa", facts={}))
        view = await drawn(receive.Screen, ctx)
        await view.touch("came-merge:box-1")
        view.close()
        _, _, game, mine, _, other = went[-1].split("/")
        view = await drawn(one_box.Screen, ctx, game, mine, other)
        await view.touch("merge-do")
        view.close()
        return next(box for box in host.boxes.all(DATA.id) if box.id == "box-1")

    assert asyncio.run(arrives()).facts == theirs.facts


def test_second_touch_makes_no_second_box(tmp_path: Path) -> None:
    went: list[str] = []

    async def begins() -> tuple[BoxProfile, ...]:
        hub = Hub(SqliteStore(tmp_path), GAMES, bootstrap.catalog, lambda: NOW, bootstrap.new_id)
        host = Client(hub, "host", owner=True)
        ctx = replace(context(host, "host"), replace=went.append)
        view = await drawn(one_box.Screen, ctx, DATA.id, routes.NEW_BOX)
        await view.touch("begin-box")
        await view.touch("begin-box")
        view.close()
        return host.boxes.all()

    (box,) = asyncio.run(begins())
    assert went == [routes.box(DATA.id, box.id)] * 2
