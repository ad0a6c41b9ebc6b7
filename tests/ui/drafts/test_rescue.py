"""Drafts rescued after a failure, without the input that broke the screen."""

import asyncio
import json
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import flet as ft
import pytest
from pydantic import TypeAdapter

from companion import bootstrap
from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.box.facts import TypedLine
from companion.kernel.form import Draft
from companion.match.entries import FactsEntered, Insert, Remove, Reported
from companion.match.fold import Match
from companion.match.resumable import done
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import NewMatch, Recorded, Submission
from companion.ui import widgets
from companion.ui.drafts import draft_cache, snapshot
from companion.ui.drafts.draft_cache import DraftCache, use_draft
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import Filling, InteractionState, Mode, Previewing
from companion.ui.views.table.adjustment import Adjustment
from tests.games.random_play import legal_action, sample_of
from tests.ui.drawn import Drawn, drawn, texts


@dataclass(frozen=True)
class Letter:
    """Draft to fill in."""

    to: str = ""
    pages: int = 0
    marks: tuple[str, ...] = ()


@ft.component
def Writing(device: str, last: list[Letter]) -> ft.Control:
    """Render a screen that is written on."""
    letter, put = use_draft(device, "letter", Letter())
    last[:] = [letter]

    def more(_event: object) -> None:
        put(replace(letter, to=letter.to + "a", pages=letter.pages + 1, marks=("x", "y")))

    return ft.Column([ft.Text(str(letter)), widgets.primary("Más", more, key="more")])


class Clock:
    """Clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the clock of the draft cache."""
    clock = Clock()
    monkeypatch.setattr(draft_cache._DRAFTS, "_clock", clock)
    monkeypatch.setattr(draft_cache._INTERACTIONS, "_clock", clock)
    return clock


async def _writes(device: str, touches: int) -> tuple[Drawn, list[Letter]]:
    last: list[Letter] = []
    screen = await drawn(Writing, device, last)
    for _ in range(touches):
        await screen.touch("more")
    return screen, last


def test_rescued_draft_lacks_the_touch_before_the_failure(clock: Clock) -> None:
    async def job() -> None:
        await _writes("one", 2)
        clock.now = 10
        screen, _ = await _writes("one", 0)
        assert str(Letter()) in texts(screen.news())
        await screen.touch("more")
        await screen.touch("more")
        draft_cache.take_back("one", "")
        _, last = await _writes("one", 0)
        assert last == [Letter("a", 1, ("x", "y"))]

    asyncio.run(job())


def test_draft_older_than_a_moment_is_rescued_whole_and_once(clock: Clock) -> None:
    async def job() -> None:
        await _writes("two", 2)
        clock.now = 10
        draft_cache.take_back("two", "")
        _, last = await _writes("two", 0)
        assert last == [Letter("aa", 2, ("x", "y"))]
        # It is restored only once: opening it again starts empty.
        _, last = await _writes("two", 0)
        assert last == [Letter()]

    asyncio.run(job())


def test_draft_is_not_rescued_elsewhere_or_after_a_second_failure(clock: Clock) -> None:
    async def job() -> None:
        await _writes("three", 1)
        clock.now = 10
        draft_cache.take_back("three", "")
        _, last = await _writes("four", 0)
        assert last == [Letter()]
        draft_cache.forget("three", "")
        _, last = await _writes("three", 0)
        assert last == [Letter()]

    asyncio.run(job())


def test_drafts_survive_a_reload_in_a_snapshot(clock: Clock, tmp_path: Path) -> None:
    async def job(client: Client) -> None:
        await _writes(client.device, 2)
        clock.now = 10
        text = snapshot.packed(client.device)
        _everything_lost(client.device)
        snapshot.unpack(text, client)
        _, last = await _writes(client.device, 0)
        assert last == [Letter("aa", 2, ("x", "y"))]

    with bootstrap.own_hub(tmp_path) as hub:
        asyncio.run(job(Client(hub, "five", owner=True)))


def _everything_lost(device: str) -> None:
    for name in list(draft_cache.drafts_of(device)):
        draft_cache._DRAFTS.forget(device, name)
    for match_id in list(draft_cache.interactions_of(device)):
        draft_cache.forget(device, match_id)


def _match(hub: Hub, name: str, rng: Random) -> Match:
    options, facts, rulings = sample_of(GAMES[name]).table(rng)
    made = hub.matches.create(
        NewMatch(name, options.model_dump(mode="json"), dict(rulings), dict(facts))
    )
    assert isinstance(made, Match), made
    for _ in range(6):
        action = legal_action(made.game, made.state, rng)
        if action is None:
            break
        body = Reported(action=action.model_dump(mode="json"))
        answer = done(hub.matches.submit(made.started.match, Submission(bootstrap.new_id(), body)))
        assert isinstance(answer, Recorded), answer
        made = answer.match
    return made


@pytest.mark.parametrize("name", sorted(GAMES))
def test_partly_filled_form_survives_in_a_snapshot(name: str, tmp_path: Path) -> None:
    rng = Random(name)
    with bootstrap.own_hub(tmp_path) as hub:
        client = Client(hub, "six", owner=True)
        match = _match(hub, name, rng)
        match_id, game = match.started.match, match.game
        for kind, model in game.action_models.items():
            draft = Draft(kind, 0, {})
            for field in model.form_fields():
                values = legality.values_to_try(game.candidates(match.state, draft, field))
                if not values:
                    break
                draft = draft.with_value(field, rng.choice(values))
                form = forms.form_of_draft(game, draft)
                interaction = InteractionState(mode=Mode.DOUBT, open=Filling(form, "sub-1"), seat=1)
                draft_cache.shelve("six", match_id, interaction)
                text = snapshot.packed("six")
                _everything_lost("six")
                snapshot.unpack(text, client)
                back = draft_cache.stored_state("six", match_id)
                assert back == interaction, (kind, field)


def test_pending_correction_survives_in_a_snapshot(tmp_path: Path) -> None:
    with bootstrap.own_hub(tmp_path) as hub:
        client = Client(hub, "seven", owner=True)
        match = _match(hub, "blue_moon_city", Random(1))
        step = match.steps[0]
        assert step.action
        body = Reported(action=step.action.model_dump(mode="json"))
        edits = (Remove(target=step.item.id), Insert(id="new-1", before=None, body=body))
        interaction = InteractionState(preview=Previewing(edits))
        draft_cache.shelve("seven", match.started.match, interaction)
        text = snapshot.packed("seven")
        _everything_lost("seven")
        snapshot.unpack(text, client)
        assert draft_cache.stored_state("seven", match.started.match) == interaction


def test_values_typed_for_a_form_survive_in_a_snapshot(tmp_path: Path) -> None:
    """Every kind of value returns as it was, so the form is judged as before."""
    typed = FactsEntered(
        facts={
            "price.timber-1.points": 6,
            "territory.t5.name": "Hebrón",
            "territory.t5.yields": (TypedLine("gain", 1, "cube:gold"),),
        }
    )
    with bootstrap.own_hub(tmp_path) as hub:
        client = Client(hub, "nine", owner=True)
        match = _match(hub, "kingdom_of_solomon", Random(1))
        match_id, edit = match.started.match, Insert(id="typed-1", before=None, body=typed)
        form = forms.form_of_draft(match.game, Draft("sell", 0, {}))
        for mode in (Mode.REPORT, Mode.DOUBT, Mode.WHAT_IF):
            filling = Filling(form, "sub-1", typed=(edit,))
            interaction = InteractionState(mode=mode, open=filling)
            draft_cache.shelve("nine", match_id, interaction)
            text = snapshot.packed("nine")
            _everything_lost("nine")
            snapshot.unpack(text, client)
            back = draft_cache.stored_state("nine", match_id)
            assert back == interaction
            assert back.values == typed


def test_recorded_draft_is_not_restored_from_a_snapshot(tmp_path: Path) -> None:
    """Such a program ended between the record and the moment when the form was put down."""
    with bootstrap.own_hub(tmp_path) as hub:
        client = Client(hub, "eight", owner=True)
        match = _match(hub, "blue_moon_city", Random(1))
        step = match.steps[-1]
        assert step.action
        match_id, recorded = match.started.match, step.item.id
        form = forms.form_of_draft(match.game, draft_of(step.action))
        body = Reported(action=step.action.model_dump(mode="json"))
        again = Insert(id=recorded, before=None, body=body)
        for interaction in (
            InteractionState(open=Filling(form, recorded)),
            InteractionState(preview=Previewing((again,))),
        ):
            draft_cache.shelve("eight", match_id, interaction)
            text = snapshot.packed("eight")
            _everything_lost("eight")
            snapshot.unpack(text, client)
            assert draft_cache.stored_state("eight", match_id) == InteractionState()


FORM = {"kind": "place_stone", "seat": 0, "values": {"pairs": []}, "asking": "section"}
ADJUSTED = {"edit": "insert", "id": "new-1", "before": None, "body": {"type": "adjusted"}}
WHOLE: dict[str, Any] = {
    "mode": "report",
    "seat": None,
    "submission": "s",
    "target": None,
    "moment": None,
    "edits": [],
    "form": FORM,
}


@pytest.mark.parametrize(
    "broken",
    [
        None,
        7,
        "",
        "{",
        "[]",
        '{"desks": 3}',
        '{"desks": {"no such": {}}, "drafts": {"pairs": 3}}',
        {"form": {**FORM, "kind": "no_such_kind"}},
        {"form": {**FORM, "asking": "no_such_field"}},
        {"form": {**FORM, "values": {"pairs": [["section", "?"]]}}},
        {"form": {**FORM, "values": {"pairs": [["section", -1]]}}},
        {"form": {**FORM, "values": {"pairs": [["no_such_field", 1]]}}},
        {"form": {**FORM, "values": 7}},
        {"form": {**FORM, "asking": "cards"}},
        {"form": {**FORM, "seat": "x"}},
        {"mode": "no_such_mode"},
        {"edits": [{"edit": "no such edit"}]},
        {"typed": [{"edit": "no such edit"}]},
        {
            "typed": [
                {"edit": "insert", "id": "new-1", "before": None, "body": {"type": "adjusted"}}
            ]
        },
    ],
)
def test_invalid_snapshot_parts_are_dropped(broken: Any, tmp_path: Path) -> None:
    with bootstrap.own_hub(tmp_path) as hub:
        client = Client(hub, "eight", owner=True)
        match_id = _match(hub, "blue_moon_city", Random(2)).started.match
        if isinstance(broken, dict):
            broken = json.dumps({"desks": {match_id: {**WHOLE, **broken}}, "drafts": {}})
        snapshot.unpack(broken, client)
        assert draft_cache.stored_state("eight", match_id) == InteractionState()


def test_draft_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    with bootstrap.own_hub(tmp_path) as hub:
        client = Client(hub, "nine", owner=True)
        match = _match(hub, "blue_moon_city", Random(2))
        match_id, entry = match.started.match, match.timeline.items[0].id
        stored = {**WHOLE, "mode": "amend", "target": entry}
        snapshot.unpack(json.dumps({"desks": {match_id: stored}}), client)
        form = forms.start(match.game, 0, "place_stone")
        correcting = InteractionState(mode=Mode.AMEND, entry=entry, open=Filling(form, "s"))
        assert draft_cache.stored_state("nine", match_id) == correcting


@ft.component
def Correcting(device: str, last: list[InteractionState]) -> ft.Control:
    """Render a screen with an interaction state of its own, such as the acta."""
    interaction, _, _ = draft_cache.use_interaction(device, "acta:m")
    last[:] = [interaction]
    return ft.Text("")


@pytest.mark.parametrize(
    "stored", [{"mode": "amend", "target": "e-0001", "form": None}, {"open": {"panel": "kinds"}}, 7]
)
def test_interaction_state_stored_as_text_is_dropped(stored: Any, tmp_path: Path) -> None:
    last: list[InteractionState] = []
    with bootstrap.own_hub(tmp_path) as hub:
        drafts = snapshot.plain({"acta:m": stored})
        snapshot.unpack(json.dumps({"drafts": drafts}), Client(hub, "ten", owner=True))
        asyncio.run(_shown(Correcting, "ten", last))
    assert last == [InteractionState()]


async def _shown(component: Any, *args: Any) -> None:
    (await drawn(component, *args)).close()


@pytest.mark.parametrize(
    "value",
    [
        Adjustment(counts={("seat:0", "crystal"): 3}, settings={"turn": "1"}, reason="¿?"),
        Letter("a", 2, ("b",)),
        "texto",
        frozenset({"a"}),
    ],
)
def test_draft_value_survives_serialisation(value: Any) -> None:
    parsed = json.loads(json.dumps(snapshot.plain(value)))
    assert TypeAdapter(type(value)).validate_python(snapshot.restored(parsed)) == value


def test_draft_cache_can_take_back_a_change_for_a_moment() -> None:
    clock = Clock()
    kept: DraftCache[str] = DraftCache(str, clock)
    try:
        kept.keep("d", "m", "uno")
        kept.keep("d", "m", "dos")
        kept.take_back("d", "m")
        assert kept.of("d", "m") == "uno"
        clock.now = 5
        kept.take_back("d", "m")
        assert kept.of("d", "m") == "uno"
        kept.forget("d", "m")
        assert kept.of("d", "m") == ""
    finally:
        draft_cache._SHELVES.remove(kept)
