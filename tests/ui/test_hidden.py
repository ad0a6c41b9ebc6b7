"""Hidden items of others never leave the server: screens of twins are equal, byte for byte.

Each match is drawn beside its twin, which differs only in what seats other than those of the device
hide. Then both are touched alike, at random, and everything sent has to stay equal.

A device with several seats lies in sight of all of them: there the twin differs in what they hide
as well, and nobody holds the device to look. A report that one of them cannot make has to be
refused with that reason; there, and only there, may the two screens differ.
"""

import asyncio
import random
import re
from collections.abc import Callable, Iterator
from itertools import cycle, islice, zip_longest
from pathlib import Path
from typing import Any, TypeAlias

import flet as ft
import pytest

from companion.bootstrap import catalog
from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.disputes.dispute_builder import DisputeQuestion, build_dispute
from companion.services.disputes.model import Dispute
from companion.services.hub import Hub
from companion.services.privacy.redaction import redact
from companion.services.privacy.visibility import hides, visible_seats
from companion.ui.boards.contract import game_screen
from companion.ui.layout import Layout
from companion.ui.screens.acta import screen as acta
from companion.ui.screens.match import screen as table
from companion.ui.screens.preparation import screen as preparation
from companion.ui.screens.recount import screen as recount
from companion.ui.screens.replay import screen as replay
from companion.ui.screens.result import screen as ending
from companion.ui.screens.score import screen as score
from companion.ui.views.report.interaction import Mode
from companion.ui.views.table import adjustment
from companion.ui.views.table.adjustment import Adjustment
from companion.ui.views.table.scores import rows, supplies
from companion.ui.views.table.status import told_apart
from tests.seeds import how_much
from tests.ui.drawn import Drawn, drawn, texts
from tests.ui.seated import Sitting
from tests.ui.tables import (
    NOW,
    Change,
    OneMatch,
    changed,
    changes,
    context,
    everywhere,
    hiding,
    new_hub,
    pairs,
    situations,
    unchanged,
)

Screen: TypeAlias = Callable[..., ft.Control]
Sent: TypeAlias = list[tuple[str, Any, bool]]
"""Touched key, what was sent for it, and whether the screen then says that hidden items forbid it.

The screen may have said so before, and says it again.
"""

SCREENS: dict[str, Screen] = {
    "mesa": table.Screen,
    "marcador": score.Screen,
    "acta": acta.Screen,
    "cuadre": recount.Screen,
    "final": ending.Screen,
    "preparacion": preparation.Screen,
    "repaso": replay.Screen,
}
TOUCHES = {
    "mesa": 14,
    "marcador": 5,
    "acta": 7,
    "cuadre": 8,
    "final": 0,
    "preparacion": 0,
    "repaso": 9,
}
BY_CHANCE = {"dice:roll", "cuadre:search"}
"""Keys of what the app itself leaves to chance, or to how fast it runs (`test_recount.py`)."""
EVERYWHERE = ("mesa", "mesa", "cuadre", "acta", "marcador")
SAMPLES = how_much("sample", everyday=1, before_release=None)
"""Number of positions compared every day; every night it is one of each kind."""
LOOKS = re.compile(r"briefly:|cuadre:alone:")
"""Keys touched to look at what a seat hides."""
REFUSED = "Lo impide algo que "
"""Text of a refusal caused by what the seat hides."""
LIKELY = {
    **dict.fromkeys(("kind", "field", "record", "adjust", "amend", "score", "supply"), 6),
    **dict.fromkeys(
        ("doubt", "seat", "bag", "undo", "tile", "stop", "building", "stock", "form", "number"), 3
    ),
    **dict.fromkeys(("home", "share", "redo", "rule", "handout"), 0.2),
}
SIZES = {Layout.PHONE: (412, 900), Layout.WIDE: (1280, 900)}


@pytest.fixture
def hub(tmp_path: Path) -> Hub:
    """Return a hub without matches; the one looked at stands beside it."""
    return new_hub(tmp_path)


class Device:
    """Device that looks at a match."""

    _count = 0

    def __init__(
        self,
        hub: Hub,
        match: Match,
        mine: tuple[Seat, ...],
        screen: str,
        layout: Layout = Layout.PHONE,
        *,
        touches: int | None = None,
        looks: bool = True,
    ) -> None:
        self.hub, self.match, self.mine = hub, match, mine
        self.screen, self.layout = screen, layout
        self.touches = TOUCHES[screen] if touches is None else touches
        self.looks = looks

    async def open(self, change: Change) -> Drawn:
        """Render the screen as for a device with an empty interaction state."""
        Device._count += 1
        client = OneMatch(self.hub, self.match, change, self.mine)
        ctx = context(client, f"device-{Device._count}", self.layout)
        match_id = self.match.started.match
        return await drawn(SCREENS[self.screen], ctx, match_id, size=SIZES[self.layout])

    async def walk(self, change: Change, choose: Iterator[str] | random.Random) -> Sent:
        """Touch one thing after the other: at random, or the same as before."""
        view = await self.open(change)
        sent: Sent = [("", view.news(), _forbids(view))]
        for _ in range(self.touches):
            if isinstance(choose, random.Random):
                key = _any(view, choose, self.looks)
            else:
                key = next(choose, "")
            if key not in view.touchable():
                break
            await view.touch(key)
            sent.append((key, view.news(), _forbids(view)))
        view.close()
        return sent


def _any(view: Drawn, rng: random.Random, looks: bool) -> str:
    """Return a random touchable key; those that lead to numbers and verdicts are likelier."""
    sorts: dict[str, list[str]] = {}
    for key in sorted(set(view.touchable()) - BY_CHANCE):
        if LOOKS.match(key) and not looks:
            continue
        sorts.setdefault(key.partition(":")[0], []).append(key)
    if not sorts:
        return ""
    weights = [LIKELY.get(sort, 1) for sort in sorts]
    return rng.choice(sorts[rng.choices(list(sorts), weights)[0]])


async def _compare(
    device: Device, change: Change, rng: random.Random, base: Change = unchanged
) -> None:
    walked = await device.walk(base, rng)
    twin = await device.walk(change, iter([key for key, *_ in walked[1:]]))
    way: list[str] = []
    for (key, news, forbidden), (_, other, too) in zip(walked, twin, strict=False):
        way.append(key)
        if news != other and not device.looks and forbidden != too:
            return
        if news != other:
            pairs = zip_longest(texts(news), texts(other))
            differing = [pair for pair in pairs if pair[0] != pair[1]]
            pytest.fail(f"{device.screen} of {device.mine}: after {way} {differing[:6]}")
    assert len(walked) == len(twin), way


def _forbids(view: Drawn) -> bool:
    """Return whether the screen says that what a seat hides forbids what was touched."""
    return REFUSED in view.client.text()


def _viewers(match: Match) -> Iterator[tuple[Seat, ...]]:
    """Yield a spectator, each seat, and a device with two seats where there is a third one."""
    seats = range(len(match.options.players))
    yield ()
    yield from ((seat,) for seat in seats)
    if len(seats) > 2:
        acting = match.game.awaiting(match.state)[:1]
        yield tuple(sorted({*acting, (acting[0] + 1) % len(seats)}))


def _others(match: Match, mine: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(s for s in range(len(match.options.players)) if s not in mine)


HIDING = hiding()


def test_some_games_hide_items_of_seats() -> None:
    assert {"blue_moon_city", "santiago_de_cuba"} <= set(HIDING)


@pytest.mark.parametrize("game", sorted(set(GAMES) - set(HIDING)))
def test_games_without_hidden_items_never_hide_any(game: str) -> None:
    assert not any(hides(match) for match in situations(game))


def _positions(game: str, rng: random.Random, sample: int | None) -> list[Match]:
    """Return positions where seats hide something: one of each kind, or a sample of them."""
    positions = list(filter(hides, situations(game)))
    return positions if sample is None else rng.sample(positions, sample)


@SAMPLES
@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("screen", SCREENS)
def test_screen_does_not_depend_on_what_other_seats_hide(
    game: str, screen: str, sample: int | None, hub: Hub
) -> None:
    rng = random.Random(f"{game} {screen}")

    async def all_of_them() -> None:
        for match in _positions(game, rng, sample):
            mine = rng.choice(list(_viewers(match)))
            change = rng.choice(list(changes(match, _others(match, mine))))
            layout = rng.choice((Layout.PHONE, Layout.WIDE))
            await _compare(Device(hub, match, mine, screen, layout), change, rng)

    asyncio.run(all_of_them())


@pytest.mark.campaign
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("screen", ["mesa", "marcador", "acta"])
def test_screens_of_every_viewer_equal_those_of_every_twin(
    game: str, screen: str, hub: Hub
) -> None:
    rng = random.Random(f"{game} {screen} campaign")

    async def all_of_them() -> None:
        for match in filter(hides, situations(game)):
            for mine in _viewers(match):
                for change in changes(match, _others(match, mine)):
                    await _compare(Device(hub, match, mine, screen), change, rng)

    asyncio.run(all_of_them())


def _handed_round(match: Match) -> Iterator[tuple[Seat, ...]]:
    """Yield a device with every seat, and one with two where there is a third."""
    seats = tuple(range(len(match.options.players)))
    yield seats
    yield from (v for v in _viewers(match) if 1 < len(v) < len(seats))


@SAMPLES
@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("screen", SCREENS)
def test_screen_of_a_shared_device_does_not_depend_on_hidden_items(
    game: str, screen: str, sample: int | None, hub: Hub
) -> None:
    rng = random.Random(f"{game} {screen} handed round")

    async def all_of_them() -> None:
        for match in _positions(game, rng, sample):
            mine = rng.choice(list(_handed_round(match)))
            base, change = rng.choice(list(pairs(match)))
            layout = rng.choice((Layout.PHONE, Layout.WIDE))
            device = Device(hub, match, mine, screen, layout, looks=False)
            await _compare(device, change, rng, base)

    asyncio.run(all_of_them())


@pytest.mark.campaign
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("game", HIDING)
def test_screens_at_every_recorded_position_reveal_nothing_hidden(game: str, hub: Hub) -> None:
    """Devices with one seat, with none and with several are compared, on the screens in turn."""
    rng, screens = random.Random(f"{game} everywhere"), cycle(EVERYWHERE)

    async def one(match: Match, screen: str) -> None:
        alone, handed = _viewers(match), _handed_round(match)
        mine = rng.choice(list(alone))
        change = rng.choice(list(changes(match, _others(match, mine))))
        await _compare(Device(hub, match, mine, screen, touches=5), change, rng)
        mine = rng.choice(list(handed))
        base, change = rng.choice(list(pairs(match)))
        device = Device(hub, match, mine, screen, touches=5, looks=False)
        await _compare(device, change, rng, base)

    for match in filter(hides, everywhere(game)):
        if match.outcome is None:
            asyncio.run(one(match, next(screens)))


def _spoken(client: OneMatch, seed: str) -> Iterator[object]:
    """Yield what every form, the adjustments, the score and the seats say to a device."""
    match, rng = client.matches.open(""), random.Random(seed)
    words, mine = (
        Wording(match.game.id, match.options.players, match.rulings, match.facts),
        client.seats(match),
    )
    for account, _ in adjustment.places(match, words):
        yield adjustment.counts(match, words, account, Adjustment(), mine)
    yield rows(match, words, mine)
    yield supplies(match, words)
    for seat in range(len(match.options.players)):
        yield told_apart(match, words, seat, mine)
        yield game_screen(match.game.id).holdings(match, words, seat, visible_seats(match, mine))
        for kind in match.game.action_models:
            mode = rng.choice((Mode.DOUBT, Mode.REPORT))
            yield from Sitting(client, mode, seat).answers(kind, rng)


@SAMPLES
@pytest.mark.parametrize("game", HIDING)
def test_form_answers_do_not_depend_on_what_other_seats_hide(
    game: str, sample: int | None, hub: Hub
) -> None:
    rng = random.Random(f"{game} answers")
    for number, match in enumerate(_positions(game, rng, sample)):
        viewers = list(_viewers(match))
        for mine in (viewers[0], viewers[1 + number % (len(viewers) - 1)]):
            twins = list(changes(match, _others(match, mine)))
            change, seed = twins[number % len(twins)], f"{number}"
            one = _spoken(OneMatch(hub, match, unchanged, mine), seed)
            other = _spoken(OneMatch(hub, match, change, mine), seed)
            for said, said_there in zip_longest(one, other):
                assert said == said_there, (number, mine)


@how_much("every", everyday=4, before_release=1)
@pytest.mark.parametrize("game", HIDING)
def test_dispute_does_not_depend_on_hidden_items(game: str, every: int) -> None:
    """Disputes are read by everybody and stored: they hold no hidden number."""
    opened = 0
    for number, match in enumerate(islice(filter(hides, situations(game)), 0, None, every)):
        seat, twins = match.game.awaiting(match.state)[0], list(pairs(match))
        one, other = (changed(match, change) for change in twins[number % len(twins)])
        for draft in _attempts(changed(match, twins[1][1]), seat):
            assert _disputed(one, draft) == _disputed(other, draft), draft
            assert _disputed(redact(one, (seat,)), draft) == _disputed(one, draft)
            opened += 1
    assert opened > 30


def _attempts(rich: Match, seat: Seat) -> Iterator[Draft]:
    """Yield the drafts of what a seat could do if it had enough."""
    for kind in rich.game.action_models:
        actions = legality.legal_of_kind(rich.game, rich.state, seat, kind)
        yield from (draft_of(action) for action in islice(actions, 3))
        yield Draft(kind, seat, {})


def _disputed(match: Match, draft: Draft) -> Dispute:
    asked = DisputeQuestion(match.game.id, "¿Vale?", match=match.started.match, draft=draft)
    return build_dispute(asked, match.game, catalog(match.game.id), match, "dispute-1", NOW)


def _seat_texts(hub: Hub, match: Match, change: Change, mine: tuple[Seat, ...]) -> set[str]:
    """Return the texts about the first seat, after touching it where that is possible."""

    async def look() -> set[str]:
        view = await Device(hub, match, mine, "mesa").open(change)
        shown = set(texts(view.news()))
        if "seat:0" in view.touchable():
            await view.touch("seat:0")
            shown |= set(texts(view.news()))
        view.close()
        return shown

    return asyncio.run(look())


@pytest.mark.parametrize("game", HIDING)
def test_seat_sees_its_own_hidden_amounts_and_others_do_not(game: str, hub: Hub) -> None:
    match = next(filter(hides, situations(game)))
    _, many, *_ = changes(match, (0,))
    assert "37" in _seat_texts(hub, match, many, (0,))
    for others in ((), (1,)):
        assert _seat_texts(hub, match, many, others) == _seat_texts(hub, match, unchanged, others)


@pytest.mark.parametrize("game", HIDING)
def test_whether_a_hidden_condition_applies_does_not_depend_on_what_is_hidden(game: str) -> None:
    rests = set()
    for match in filter(hides, situations(game)):
        twins = [changed(match, one).state for pair in pairs(match) for one in pair]
        for kind in match.game.action_models:
            for action in _some_reports(match, kind):
                told = {legality.rests_on_hidden(match.game, twin, action) for twin in twins}
                assert len(told) == 1, action
                rests |= told
    assert rests == {True, False}


def _some_reports(match: Match, kind: str) -> Iterator[Action]:
    """Yield reports of a kind that are legal if the acting seat is rich."""
    rich = changed(match, [*pairs(match)][1][0])
    for seat in match.game.awaiting(match.state):
        yield from islice(legality.legal_of_kind(match.game, rich.state, seat, kind), 10)
