"""Moment card: what each seat got, and what is still to be handed out."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.bootstrap import new_id, own_hub
from companion.games import GAMES
from companion.kernel.pieces.ledger import Happening, Transfer
from companion.match.entries import Undone
from companion.match.files import acta_file
from companion.match.fold import Match
from companion.match.resumable import done
from companion.match.steps import Step
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported, Recorded, Submission
from companion.services.privacy.redaction import redact
from companion.services.privacy.visibility import seat_of, visible_seats
from companion.ui.boards.contract import game_screen
from companion.ui.context import wording_of
from companion.ui.screens.match import screen as table
from companion.ui.views.entries.entry_lines import told_effects
from companion.ui.views.table.consequences import Consequences, handouts, is_moment, moment
from tests.ui.drawn import Drawn, drawn, settled
from tests.ui.tables import actas, context, read

EVERY = [
    pytest.param(path, id=f"{path.parent.name}/{path.stem}") for g in GAMES for path in actas(g)
]


def _moments_of(match: Match, seats: frozenset[int]) -> Iterator[tuple[Step, Consequences]]:
    game, wording = game_screen(match.game.id), wording_of(match)
    for step in match.steps:
        card = moment(match, step, wording, game.moments, seats, game.nouns)
        if card:
            yield step, card


@pytest.mark.parametrize("path", EVERY)
def test_moment_card_lists_the_handouts_of_each_seat(path: Path) -> None:
    match = read(path)
    everybody = frozenset(range(len(match.options.players)))
    game, wording = game_screen(match.game.id), wording_of(match)
    for step, card in _moments_of(match, everybody):
        given = handouts(match, step, wording, everybody, game.nouns)
        keys = [key for share in card.shares for key in share.keys]
        keys += [handout.key for handout in card.loose]
        assert sorted(keys) == sorted(handout.key for handout in given)
        came = {seat_of(e.target) for e in step.effects if isinstance(e, Transfer) if e.automatic}
        assert came - {None} <= {share.seat for share in card.shares}
        for share in card.shares:
            assert share.name == match.options.players[share.seat]
            assert all(share.what), (card.title, share)


@pytest.mark.parametrize("path", EVERY)
def test_moment_card_tells_what_happened_to_all_or_to_none(path: Path) -> None:
    match = read(path)
    game, wording = game_screen(match.game.id), wording_of(match)
    for step, card in _moments_of(match, frozenset(range(len(match.options.players)))):
        told: dict[str, set[bool]] = {}
        for effect in step.effects:
            if isinstance(effect, Happening) and effect.code in game.moments:
                shown = wording.effect(effect) in (card.title, *card.more)
                told.setdefault(effect.code, set()).add(shown)
        assert all(len(shown) == 1 for shown in told.values()), (card.title, told)
        assert len(card.more) <= 2 * len(match.options.players)


TASKS = {
    "santiago_de_cuba": ("Contador de valor: al 3", "Barco: a la casilla 2", "Dado de ron: a 0"),
    "urban_sprawl": ("Peón naranja: a la casilla del Tesorero",),
    "blue_moon_city": ("Universidad: girar la baldosa",),
    "kingdom_of_solomon": ("Orden de turno de la ronda siguiente: Beto y Ana",),
}


@pytest.mark.parametrize("mine", ["none", "one", "all"])
@pytest.mark.parametrize("game", TASKS)
def test_what_the_screen_reckons_is_ticked_off_like_what_is_handed_out(
    game: str, mine: str
) -> None:
    told = set[str]()
    for path in actas(game):
        whole = read(path)
        seats = tuple(range(len(whole.options.players)))
        match = redact(whole, {"none": (), "one": (1,), "all": seats}[mine])
        wording, nouns = wording_of(match), game_screen(game).nouns
        for step in match.steps:
            given = handouts(match, step, wording, visible_seats(match, match.mine), nouns)
            texts = [handout.text for handout in given]
            assert len({handout.key for handout in given}) == len(given)
            things = [text.partition(":")[0] for text in wording.tasks(step.effects)]
            assert len(set(things)) == len(things)
            last = match.outcome is not None and step is match.steps[-1]
            assert last == (not set(wording.tasks(step.effects)) <= set(texts)) or not things
            told |= set(texts)
    assert set(TASKS[game]) <= told


@pytest.mark.parametrize("path", EVERY)
def test_moment_card_shows_no_more_than_the_viewer_may_see(path: Path) -> None:
    match = read(path)
    wording = wording_of(match)
    nobody: frozenset[int] = frozenset()
    for step, card in _moments_of(match, nobody):
        sentences = told_effects(match, step, nobody, wording)
        assert set(card.more) <= set(sentences)
        given = handouts(match, step, wording, nobody, game_screen(match.game.id).nouns)
        keys = {key for share in card.shares for key in share.keys}
        assert keys <= {handout.key for handout in given}


@pytest.mark.parametrize("game", GAMES)
def test_every_declared_moment_code_exists_and_some_occur(game: str) -> None:
    declared = game_screen(game).moments
    assert len(set(declared)) == len(declared)
    assert not declared or any(
        is_moment(step, declared) for path in actas(game) for step in read(path).steps
    )
    words = wording_of(read(actas(game)[0])).data.words
    for code in declared:
        known = code in words.effects if ">" not in code else True
        assert known, code


CITY = Path("blue_moon_city/city_finished_by_crystals_4.acta")
FINISHES = 131
"""Number of entries before Beto finishes the monastery tower: he and Clara get something."""


def _begun(hub: Hub, seq: int) -> tuple[str, list[object]]:
    path = actas("blue_moon_city")[0].parents[1] / CITY
    entries = acta_file.loads(path.read_bytes())
    answer = hub.files.import_acta(acta_file.dumps(entries[:seq]).encode())
    assert isinstance(answer, Imported), answer
    return answer.match.started.match, [entry.body for entry in entries[seq:]]


async def _screen(hub: Hub, match_id: str) -> Drawn:
    plain = context(Client(hub, "here", owner=True), "here")
    ctx = replace(plain, subscribe=hub.matches.subscribe)
    return await drawn(table.Screen, ctx, match_id, size=(412, 915), watched=True)


def _report(hub: Hub, match_id: str, body: object) -> None:
    answer = done(hub.matches.submit(match_id, Submission(new_id(), body, device="there")))  # type: ignore[arg-type]
    assert isinstance(answer, Recorded), answer


def _chips(screen: Drawn) -> list[str]:
    return [key for key in screen.touchable() if key.startswith("chip:")]


def test_moment_card_closes_on_touch_and_leaves_a_chip(
    tmp_path: Path,
) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            match_id, rest = _begun(hub, FINISHES)
            screen = await _screen(hub, match_id)
            assert "moment:on" not in screen.touchable()
            _report(hub, match_id, rest[0])
            await settled()
            assert {"moment:on", "moment:seat:1", "moment:seat:2"} <= set(screen.touchable())
            # The line does not repeat what the card shows, so only one earlier item is left.
            assert _chips(screen) == ["chip:only"]
            await screen.touch("moment:seat:2")
            await screen.touch("moment:on")
            left = screen.touchable()
            assert not [key for key in left if key.startswith("moment:")]
            assert _chips(screen) == ["chip:all"]
            screen.close()

    asyncio.run(session())


def test_undo_does_not_show_an_earlier_moment_card(tmp_path: Path) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            match_id, rest = _begun(hub, FINISHES)
            _report(hub, match_id, rest[0])
            screen = await _screen(hub, match_id)
            assert "moment:on" not in screen.touchable()
            entry = hub.matches.open(match_id).timeline.past[-1].entry.id
            _report(hub, match_id, Undone(to=entry))
            await settled()
            assert "moment:on" not in screen.touchable()
            screen.close()

    asyncio.run(session())


def test_only_some_steps_are_moments() -> None:
    match = read(actas("blue_moon_city")[0])
    codes = game_screen("blue_moon_city").moments
    assert any(is_moment(step, codes) for step in match.steps)
    assert not all(is_moment(step, codes) for step in match.steps)
    assert not is_moment(None, codes)
