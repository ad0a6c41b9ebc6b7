"""Rulings applied earlier in the match: named with their consequences, to viewers who may know."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import catalog, new_id
from companion.games import GAMES
from companion.games.santiago_de_cuba.acts.drive import Drive
from companion.games.santiago_de_cuba.acts.visit import VisitBuilding
from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.match.counterfactual import counterfactual_answers, counterfactuals
from companion.match.entries import Adjusted, Body, Entry, Reported, Setting
from companion.match.fold import Match, append, fold
from companion.match.resumable import done
from companion.rulebook.wording import Wording
from companion.services.hub import Hub
from companion.services.storage.sqlite_store import SqliteStore
from companion.ui.drafts.draft_cache import shelve
from companion.ui.screens.match import screen as table_screen
from companion.ui.views.report.interaction import InteractionState, Mode, ShownRuling
from companion.ui.views.rulings.ruling_choices import counterfactual_text, is_relevant
from tests.e2e import sprawl
from tests.ui.drawn import drawn, texts
from tests.ui.seated import Sitting
from tests.ui.tables import NOW, OneMatch, actas, context, new_hub, read, unchanged

SANTIAGO = "santiago_de_cuba"
READ_SO = (
    "El reglamento deja una duda: «Un ciudadano tapado con el coche delante». Se aplica: «No, hasta"
    " que el coche vuelve a pasar o a pararse». Si se hubiera leído «Sí, en cuanto el coche se"
    " marcha» desde el principio, la mesa sería otra desde «Ana lleva el coche hasta Alonso"
    " (gratis)», y "
)


def _with(match: Match, body: Body) -> Match:
    n = len(match.entries)
    longer = append(match, Entry(seq=n, id=f"entry-{n}", at=NOW, body=body))
    assert longer.broken is None
    return longer


def _reported(match: Match, action: Action) -> Match:
    return _with(match, Reported(action=action.model_dump(mode="json")))


def _set(match: Match, **values: str) -> Match:
    settings = tuple(Setting(code=c.replace("_", "."), value=v) for c, v in values.items())
    return _with(match, Adjusted(settings=settings))


def _first(match: Match, kind: str, **fields: Any) -> Action:
    (seat, *_) = match.game.awaiting(match.state)
    actions = legality.legal_of_kind(match.game, match.state, seat, kind)
    return next(a for a in actions if all(getattr(a, k) == v for k, v in fields.items()))


@pytest.fixture
def match() -> Match:
    """Return a match where the car is back before Martínez, who was turned down before."""
    match = fold(GAMES, read(actas(SANTIAGO)[0]).entries[:1])
    match = _set(match, car="martinez", citizen_martinez="down")
    match = _reported(match, _first(match, "roll_ship"))
    match = _reported(match, _first(match, "drive", to="alonso"))
    match = _reported(match, _first(match, "claim_building"))
    match = _reported(match, VisitBuilding(seat=0, building="sawmill", decline=True))
    return _set(match, car="port")


def _texts_of_other_readings(
    tmp_path: Path, match: Match, mine: tuple[int, ...], action: Action
) -> list[str]:
    """Return what the match screen says of other readings while the answer to a doubt is open."""
    device = f"earlier-{mine}-{action.seat}"

    async def session() -> list[str]:
        client = OneMatch(new_hub(tmp_path), match, unchanged, mine)
        sitting = Sitting(client, Mode.DOUBT, action.seat)
        shelve(
            device,
            match.started.match,
            InteractionState(ruling=ShownRuling(sitting.controller.answer_to(action))),
        )
        view = await drawn(table_screen.Screen, context(client, device), match.started.match)
        said = [str(text) for text in texts(view.news())]
        view.close()
        return said

    return [said for said in asyncio.run(session()) if "desde el principio" in said]


def test_answer_to_a_doubt_names_a_ruling_applied_earlier(tmp_path: Path, match: Match) -> None:
    """Legality would depend on what Luis hides too, so it is left open for every viewer."""
    declined = Drive(seat=1, to="martinez", decline=True)
    refusal = legality.check(match.game, match.state, declined)
    assert refusal
    assert refusal.code == "nothing_to_decline"
    assert _texts_of_other_readings(tmp_path, match, (0, 1), declined) == [
        f"{READ_SO}quedaría por comprobar si esto se puede."
    ]


def test_private_viewer_sees_that_another_reading_makes_it_legal(match: Match) -> None:
    wording = Wording(SANTIAGO, match.options.players, match.rulings, match.facts)
    tables = done(counterfactuals(match, wording.readings))
    draft = draft_of(Drive(seat=1, to="martinez", decline=True))
    said = [
        counterfactual_text(match, e, wording)
        for e in counterfactual_answers(match, tables, draft, private=True)
    ]
    assert said == [f"{READ_SO}esto sí se podría."]


def test_answer_independent_of_a_ruling_does_not_name_it(tmp_path: Path, match: Match) -> None:
    assert not _texts_of_other_readings(tmp_path, match, (0, 1), Drive(seat=1, to="martinez"))


def test_unknown_effect_of_a_reading_shows_only_for_its_own_rules(tmp_path: Path) -> None:
    """Cards turned up in preparation that pay by an unread line stop the other reading at once.

    What that would have led to is no news for a seat that builds years later.
    """
    hub = Hub(SqliteStore(tmp_path), GAMES, catalog, lambda: NOW, new_id)
    there = hub.matches.open(sprawl.first_turn(hub))
    wording = Wording(there.game.id, there.options.players, there.rulings, there.facts)
    tables = done(counterfactuals(there, wording.readings))
    assert [t.ruling for t in tables if t.state is None] == ["setup_cards"]
    built = Draft("build", 0, {"place": "rail.c1", "block": "block.1.4"})
    (other,) = counterfactual_answers(there, tables, built, private=True)
    assert not is_relevant(there, other, "build", wording)
    assert is_relevant(there, replace(other, verdict="legal"), "build", wording)
    assert is_relevant(there, replace(other, ruling="demolish_own_or_park"), "build", wording)


def test_viewer_without_the_acting_seat_sees_no_other_reading(tmp_path: Path, match: Match) -> None:
    """Legality under another reading would reveal what others hide."""
    declined = Drive(seat=1, to="martinez", decline=True)
    assert not _texts_of_other_readings(tmp_path, match, (1,), declined)
    assert not _texts_of_other_readings(tmp_path, match, (), declined)
