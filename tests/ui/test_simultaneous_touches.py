"""Simultaneous touches of two phones, also on things that have gone: no session fails.

Touches come in pairs, the second before anything is rendered again for the first, as they do on a
slow network. Between them another phone reports, undoes, corrects or deletes the match.
"""

import asyncio
import math
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import bootstrap
from companion.games import GAMES
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.match.entries import Amended, Body, Redone, Remove, Reported, Undone
from companion.match.fold import Match
from companion.match.resumable import done
from companion.rulebook import loader
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import NewMatch, Recorded, Submission
from companion.toolkit import session_guard
from companion.ui import scheduler
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import forget, shelve, stored_state
from companion.ui.screens.acta import screen as acta
from companion.ui.screens.match import screen as table
from companion.ui.screens.preparation import screen as preparation
from companion.ui.screens.recount import screen as recount
from companion.ui.screens.score import screen as score
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import Filling, Mode
from companion.ui.views.report.interaction_events import PastOpened
from companion.ui.views.report.transitions import update
from tests.games.random_play import any_action, legal_action, sample_of
from tests.seeds import how_much
from tests.ui.drawn import Drawn, drawn, settled, texts
from tests.ui.tables import context

CITY = "blue_moon_city"
SCREENS = {"mesa": table, "acta": acta, "cuadre": recount, "marcador": score}
LEADING_AWAY = ("home", "acta:text", "acta:csv", "acta:export", "cuadre:search")
"""Keys that only lead elsewhere, or are left to another test."""


class Phone:
    """Screen of a match, and the notices shown on it."""

    def __init__(self, hub: Hub, match_id: str, module: Any) -> None:
        self.visit = Client(hub, "here", owner=True)
        self.match_id = match_id
        self.module = module
        self.said: list[str] = []
        self.drawn: Drawn

    async def show(self) -> "Phone":
        """Render it."""
        plain = context(self.visit, "here")
        ctx: AppContext = replace(plain, notify=self.said.append, subscribe=self._subscribe)
        self.drawn = await drawn(self.module.Screen, ctx, self.match_id, watched=True)
        return self

    def _subscribe(self, match_id: str, callback: Callable[[int], None]) -> Callable[[], None]:
        self._callback = callback
        return self.visit.matches.subscribe(match_id, callback)

    async def look_again(self) -> None:
        """Render it again."""
        self._callback(0)
        await settled()

    async def touch_at_once(self, keys: list[str]) -> None:
        """Touch several controls before anything is rendered again."""
        await self.drawn.touch_at_once(keys)

    async def before_it_is_drawn(self, act: Callable[[], None], keys: list[str]) -> None:
        """Touch what is on the screen after a change that it does not show yet."""
        await self.drawn.touch_at_once(keys, after=act)

    def alive(self) -> bool:
        """Return whether its session is alive."""
        return not session_guard.has_failed(self.drawn.page.session)


def _begun(hub: Hub, name: str, rng: Random) -> Match:
    options, facts, rulings = sample_of(GAMES[name]).table(rng)
    made = hub.matches.create(
        NewMatch(name, options.model_dump(mode="json"), dict(rulings), dict(facts))
    )
    assert isinstance(made, Match), made
    return made


def _elsewhere(match: Match, rng: Random) -> Body | None:
    """Return a random entry of another phone."""
    game, past, future = match.game, match.timeline.past, match.timeline.future
    what = rng.random()
    if what < 0.5 and not match.broken:
        action = legal_action(game, match.state, rng)
        return Reported(action=action.model_dump(mode="json")) if action else None
    if what < 0.7 and past:
        return Undone(to=rng.choice(past[-3:]).entry.id)
    if what < 0.8 and future:
        return Redone(to=future[-1].entry.id)
    if what < 0.9 and match.timeline.items:
        return Amended(edits=(Remove(target=rng.choice(match.timeline.items[-4:]).id),))
    action = any_action(game, match.state, rng)
    return Reported(action=action.model_dump(mode="json"))


def _any_of(keys: list[str], rng: Random) -> str:
    """Return one of the keys, choosing the kind first.

    Of some kinds there are a hundred keys, of others one.
    """
    kind = rng.choice(sorted({key.partition(":")[0] for key in keys}))
    return rng.choice([key for key in keys if key.partition(":")[0] == kind])


async def _an_evening(hub: Hub, name: str, screen: str, rng: Random, steps: int) -> Counter[str]:
    match_id = _begun(hub, name, rng).started.match
    phone = await Phone(hub, match_id, SCREENS[screen]).show()
    touched: Counter[str] = Counter()
    for _ in range(steps):
        here = [k for k in phone.drawn.touchable() if not k.startswith(LEADING_AWAY)]
        keys = [_any_of(here, rng) for _ in range(2)] if here else []
        body = _elsewhere(hub.matches.open(match_id), rng) if rng.random() < 0.4 else None
        if body:
            done(hub.matches.submit(match_id, Submission(bootstrap.new_id(), body, device="there")))
        # Touches are handled either at once, or in parallel with the following ones.
        scheduler.SLICE = rng.choice((math.inf, -1))
        await phone.touch_at_once(keys)
        assert phone.alive(), (screen, keys, body)
        touched.update(key.partition(":")[0] for key in keys)
    hub.matches.delete(match_id)
    here = [key for key in phone.drawn.touchable() if not key.startswith(LEADING_AWAY)]
    await phone.touch_at_once(here[:2])
    await settled()
    assert phone.alive(), (screen, "a match that is gone")
    phone.drawn.close()
    return touched


@pytest.mark.deep
@how_much("pairs", everyday=8, before_release=40)
@pytest.mark.parametrize("screen", sorted(SCREENS))
@pytest.mark.parametrize("name", sorted(GAMES))
def test_touches_amid_changes_from_another_phone_end_no_session(
    name: str, screen: str, pairs: int, tmp_path: Path
) -> None:
    steps = pairs // 2 if screen == "mesa" else pairs
    with bootstrap.own_hub(tmp_path) as hub:
        touched = asyncio.run(_an_evening(hub, name, screen, Random(f"{name}{screen}"), steps))
    assert len(touched) > (2 if GAMES[name].judged else 1)


@pytest.mark.campaign
@pytest.mark.parametrize("screen", sorted(SCREENS))
@pytest.mark.parametrize("name", sorted(GAMES))
def test_touches_amid_changes_end_no_session_over_many_evenings(
    name: str, screen: str, tmp_path: Path
) -> None:
    with bootstrap.own_hub(tmp_path) as hub:
        for seed in range(25):
            asyncio.run(_an_evening(hub, name, screen, Random(seed), 80))


# Messages -----------------------------------------------------------------------------------------


def _said(phone: Phone) -> str:
    """Return everything sent or notified since the last time."""
    said = "\n".join((*phone.said, *texts(phone.drawn.news())))
    phone.said.clear()
    return said


def _sitting(
    folder: Path, act: Callable[[Hub, Phone, str], Coroutine[Any, Any, None]], screen: Any = table
) -> None:
    """Run `act` on a phone at a match of Ana and Beto, after some reports."""

    async def whole(hub: Hub) -> None:
        match_id = _two(hub)
        phone = await Phone(hub, match_id, screen).show()
        _said(phone)
        await act(hub, phone, match_id)
        assert phone.alive()
        phone.drawn.close()

    with bootstrap.own_hub(folder) as hub:
        asyncio.run(whole(hub))


def _two(hub: Hub) -> str:
    options = {"players": ["Ana", "Beto"], "layout": list(EXAMPLE_CITY)}
    made = hub.matches.create(NewMatch(CITY, options, facts=loader.load(CITY).default_facts()))
    assert isinstance(made, Match)
    match_id = made.started.match
    forget("here", match_id)
    for action in ({"kind": "move_figure", "seat": 0, "to": "fire_temple"}, END):
        _elsewhere_done(hub, match_id, Reported(action=action))
    return match_id


END = {"kind": "finish_turn", "seat": 0}


def _elsewhere_done(hub: Hub, match_id: str, body: Body) -> None:
    answer = done(
        hub.matches.submit(match_id, Submission(bootstrap.new_id(), body, device="there"))
    )
    assert isinstance(answer, Recorded), answer


def test_two_simultaneous_undo_touches_undo_once(tmp_path: Path) -> None:
    async def act(hub: Hub, phone: Phone, match_id: str) -> None:
        await phone.touch_at_once(["undo", "undo"])
        assert len(hub.matches.open(match_id).timeline.past) == 1
        assert "Deshecho" in _said(phone)

    _sitting(tmp_path, act)


def test_undoing_what_another_phone_has_undone_shows_a_notice(tmp_path: Path) -> None:
    async def act(hub: Hub, phone: Phone, match_id: str) -> None:
        last = hub.matches.open(match_id).timeline.past[-1].entry.id
        await phone.before_it_is_drawn(
            lambda: _elsewhere_done(hub, match_id, Undone(to=last)), ["undo"]
        )
        assert len(hub.matches.open(match_id).timeline.past) == 1
        assert phone.said == ["Ya estaba anotado."]

    _sitting(tmp_path, act)


def test_undo_with_an_open_form_keeps_the_form_and_judges_it_again(tmp_path: Path) -> None:
    async def act(hub: Hub, phone: Phone, match_id: str) -> None:
        await phone.drawn.touch("more:finish_turn:1")
        await phone.drawn.touch("undo")
        assert stored_state("here", match_id).form is not None
        await phone.drawn.touch("record")
        # The draft ended Beto's turn, but now it is Ana's again.
        assert stored_state("here", match_id).card is not None
        assert len(hub.matches.open(match_id).timeline.past) == 1

    _sitting(tmp_path, act)


def test_report_overtaken_by_another_phone_shows_a_ruling_card(tmp_path: Path) -> None:
    async def act(hub: Hub, phone: Phone, match_id: str) -> None:
        await phone.drawn.touch("more:finish_turn:1")
        await phone.before_it_is_drawn(
            lambda: _elsewhere_done(hub, match_id, Reported(action={**END, "seat": 1})), ["record"]
        )
        interaction = stored_state("here", match_id)
        assert interaction.card is not None or interaction.question is not None
        assert len(hub.matches.open(match_id).timeline.past) == 3

    _sitting(tmp_path, act)


def test_correcting_an_entry_undone_meanwhile_shows_a_notice(tmp_path: Path) -> None:
    async def act(hub: Hub, phone: Phone, match_id: str) -> None:
        entry = hub.matches.open(match_id).timeline.past[0].entry.id
        action = hub.matches.open(match_id).steps[0].action
        assert action
        correcting = PastOpened(Mode.AMEND, entry, Filling(forms.start_from(action), "sub-1"))
        interaction, _ = update(stored_state("here", match_id), correcting)
        shelve("here", match_id, interaction)
        await phone.look_again()
        await phone.before_it_is_drawn(
            lambda: _elsewhere_done(hub, match_id, Undone(to=entry)),
            ["record"],
        )
        assert "El acta deshace o corrige una anotación que no existe." in _said(phone)
        assert "preview:close" in phone.drawn.touchable()

    _sitting(tmp_path, act)


@pytest.mark.parametrize("screen", [table, acta, recount, score, preparation])
def test_match_deleted_elsewhere_shows_a_notice_and_leads_home(screen: Any, tmp_path: Path) -> None:
    async def act(hub: Hub, phone: Phone, match_id: str) -> None:
        stale = list(phone.drawn.touchable())
        await phone.before_it_is_drawn(lambda: hub.matches.delete(match_id), stale[:3])
        assert "Esa partida no está en este dispositivo." in _said(phone)
        assert {"home", "back"} & set(phone.drawn.touchable())

    _sitting(tmp_path, act, screen)
