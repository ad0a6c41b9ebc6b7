"""A report that contradicts what an earlier one showed: the card names both and offers either."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import own_hub
from companion.games.kingdom_of_solomon import GAME
from companion.kernel.box.facts import TypedLine
from companion.match.entries import Amended, FactsEntered, Insert, Replace
from companion.match.fold import Match
from companion.match.timeline import entry_of_body
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.sharing.shared_tables import device_id
from companion.ui.drafts.draft_cache import forget, shelve
from companion.ui.panels.control.edit_entry import card_of_broken
from companion.ui.panels.rulings.ruling_card import card_now
from companion.ui.screens.match import screen as table
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import Filling, InteractionState, Mode, Previewing
from tests.games.kingdom_of_solomon.test_learned_values import (
    FOOD,
    GOLD,
    YIELDS,
    gold_shown,
    harvest,
    on_five,
)
from tests.games.kingdom_of_solomon.test_typed_later import BETO, begun, placed, reported, typed
from tests.ui.city_match import then
from tests.ui.drawn import Drawn, drawn, texts
from tests.ui.panels.test_apply_remedy import Device
from tests.ui.tables import context

NAMES_BOTH = (
    "«Ana recoge 1\u00a0de oro en el Territorio 5»",
    "el Territorio 5 da 1\u00a0de oro",
    "el Territorio 5 da 1\u00a0de comida",
)


class Sitting:
    """Device at a match, with a filled form that collects food from territory 5."""

    def __init__(self, hub: Hub, match: Match) -> None:
        hub.matches.begin(match)
        self.hub, self.id = hub, match.started.match
        self.client = Client(hub, device_id("host"), owner=True)

    def fill(self, *take: str, mode: Mode = Mode.REPORT, value: tuple[TypedLine, ...] = ()) -> None:
        """Fill in the form, with what is typed for it of the territory."""
        action = GAME.read_action(harvest(BETO, *take))
        said = (Insert(id="said", before=None, body=FactsEntered(facts={YIELDS: value})),)
        filling = Filling(forms.start_from(action), "report-1", typed=said if value else ())
        shelve(self.client.device, self.id, InteractionState(mode=mode, open=filling))

    def touch(self, *touches: str) -> tuple[str, tuple[str, ...]]:
        """Touch these, and return what is said and what can be touched then."""

        async def touched() -> tuple[str, tuple[str, ...]]:
            given = replace(context(self.client, self.client.device))
            view: Drawn = await drawn(table.Screen, given, self.id)
            for key in touches:
                view.news()
                assert key in view.touchable(), (key, view.touchable())
                await view.touch(key)
            said = " | ".join(str(text) for text in texts(view.news()))
            keys = view.touchable()
            view.close()
            return said, keys

        return asyncio.run(touched())

    @property
    def match(self) -> Match:
        """Return the match as recorded."""
        return self.hub.matches.open(self.id)


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    """Return a device at a match in which a harvest showed gold, and nobody has confirmed it."""
    with own_hub(tmp_path) as hub:
        made = Sitting(hub, gold_shown())
        yield made
        forget(made.client.device, made.id)


def test_card_names_both_reports_and_calls_none_illegal(sitting: Sitting) -> None:
    sitting.fill("food")
    said, _ = sitting.touch()
    assert "no cuadra con lo anotado antes" in said
    assert "no se puede: toca para ver por qué" not in said
    said, keys = sitting.touch("record")
    assert "No cuadra con lo que se anotó antes" in said
    assert "No se puede" not in said
    assert all(words in said for words in NAMES_BOTH)
    assert {"card:go_on", "conflict:settle:0", "conflict:earlier:0"} <= {*keys}
    assert "card:consent" not in keys
    # What does not contradict it is recorded without a word.
    sitting.fill("gold")
    _, keys = sitting.touch("record")
    assert "card" not in keys
    assert sitting.match.steps[-1].judgement.verdict == "legal"


def test_value_that_cannot_be_printed_there_is_not_offered(sitting: Sitting) -> None:
    sitting.fill("food", "food", "gold", "stone", "stone")
    _, keys = sitting.touch("record")
    assert "conflict:earlier:0" in keys
    assert "conflict:settle:0" not in keys


def test_other_refusal_stays_as_it_is(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        made = Sitting(hub, placed(gold_shown(), "pawn.territory.t5", "nobody"))
        made.fill("food")
        said, keys = made.touch("record")
        assert "No se puede" in said
        assert not [key for key in keys if key.startswith("conflict:")]
        forget(made.client.device, made.id)


def test_value_is_what_the_later_report_shows(sitting: Sitting) -> None:
    sitting.fill("food")
    entries = len(sitting.match.entries)
    said, _ = sitting.touch("record", "conflict:settle:0")
    assert "Ana recoge" in said, "the earlier report is told again in the preview"
    assert len(sitting.match.entries) == entries, "nothing is recorded yet"
    sitting.touch("amend:accept")
    match = sitting.match
    assert match.broken is None
    assert match.facts[YIELDS] == FOOD
    assert match.steps[-1].action == GAME.read_action(harvest(BETO, "food"))


def test_earlier_report_is_opened_for_correction(sitting: Sitting) -> None:
    sitting.fill("food")
    said, keys = sitting.touch("record", "conflict:earlier:0")
    assert "form:close" in keys
    assert "Recoger de un territorio" in said
    assert sitting.match.known[YIELDS] == GOLD


def test_doubt_is_answered_with_the_conflict(sitting: Sitting) -> None:
    sitting.fill("food", mode=Mode.DOUBT)
    said, keys = sitting.touch("record")
    assert all(words in said for words in NAMES_BOTH)
    assert "No se puede" not in said
    assert "conflict:settle:0" not in keys, "a doubt records nothing"


def test_typed_value_says_that_this_table_typed_it(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        made = Sitting(hub, on_five(typed(begun(learns=True), YIELDS, GOLD), BETO))
        made.fill("food")
        said, keys = made.touch("record")
        assert "No se puede" in said
        assert "Lo apuntó esta mesa" in said
        assert "conflict:earlier:0" not in keys
        made.touch("conflict:settle:0", "amend:accept")
        match: Any = made.match
        assert match.facts[YIELDS] == FOOD
        assert match.steps[-1].action == GAME.read_action(harvest(BETO, "food"))
        forget(made.client.device, made.id)


def test_value_typed_for_the_same_report_was_noted_by_nobody_before(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        made = Sitting(hub, on_five(begun(learns=True), BETO))
        made.fill("food", value=GOLD)
        said, keys = made.touch("record")
        assert "Acaba de apuntarse: el Territorio 5 da 1\u00a0de oro" in said
        assert "Lo apuntó" not in said
        assert "conflict:settle:0" in keys
        forget(made.client.device, made.id)


def test_unconfirmed_value_is_marked_on_its_tile_until_it_is_confirmed(sitting: Sitting) -> None:
    place = "Territorio 5, da 1\u00a0de oro, peón de Beto. por confirmar"
    said, _ = sitting.touch()
    assert place in said
    assert said.count("por confirmar") == said.count(place), "no other tile is marked"
    said, keys = sitting.touch("tools", "copy:open")
    assert "Lo mostró: Ana recoge 1\u00a0de oro en el Territorio 5" in said
    report = sitting.match.learned[YIELDS].item.id
    assert {"learn", f"by:{report}"} <= {*keys}
    sitting.touch("learn")
    assert sitting.match.facts[YIELDS] == GOLD
    said, _ = sitting.touch()
    assert "por confirmar" not in said


def test_what_is_unconfirmed_leads_to_the_report_that_showed_it(sitting: Sitting) -> None:
    report = sitting.match.learned[YIELDS].item.id
    said, keys = sitting.touch("tools", "copy:open", f"by:{report}")
    assert "form:close" in keys
    assert "Recoger de un territorio" in said


def test_card_in_a_preview_says_what_the_correction_says(tmp_path: Path) -> None:
    """It calls things by the corrected names, and tells nobody's old report of the new value."""
    with own_hub(tmp_path) as hub:
        name = "territory.t5.name"
        match = then(begun(learns=True), FactsEntered(facts={YIELDS: GOLD, name: "Hebrón"}))
        target = match.entries[-1].id
        match = reported(on_five(match, BETO), harvest(BETO, "gold"))
        hub.matches.begin(match)
        body = FactsEntered(facts={YIELDS: FOOD, name: "Sinaí"})
        edits = (Replace(target=target, body=body),)

        def card_of(device: Device) -> str:
            shown = card_of_broken(device.controller)
            assert shown is not None
            return card_now(device.controller, shown).card.facts

        device = Device(hub, match, BETO)
        device.interaction = InteractionState(preview=Previewing(edits))
        facts = card_of(device)
        assert "Acaba de apuntarse: Sinaí da 1\u00a0de comida." in facts
        assert "Esta jugada muestra esto: Sinaí da 1\u00a0de oro." in facts
        assert "Hebrón" not in facts
        # Once recorded, it is told of whoever corrected it.
        amended = then(match, Amended(edits=edits))
        source = next(item for item in amended.timeline.items if item.id == target)
        assert entry_of_body(amended.entries, source) == amended.entries[-1]
        assert entry_of_body(match.entries, match.timeline.items[0]) != amended.entries[-1]
