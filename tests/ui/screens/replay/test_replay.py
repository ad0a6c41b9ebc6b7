"""Replay of a match, step by step."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion import bootstrap
from companion.games import GAMES
from companion.match.entries import Undone
from companion.match.fold import Match
from companion.match.resumable import done
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported, Submission
from companion.services.privacy.redaction import redact
from companion.services.storage.sqlite_store import SqliteStore
from companion.ui.files import example_acta
from companion.ui.screens.replay import screen as replay
from companion.ui.screens.replay.presenter import frame
from companion.ui.views.entries.acta import texts as told_by_acta
from companion.ui.views.table.status import status_view
from tests.ui.drawn import drawn, texts
from tests.ui.tables import NOW, actas, context, read


def _wording(match: Match) -> Wording:
    return Wording(match.game.id, match.options.players, match.rulings, match.facts)


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_replay_step_has_the_text_of_the_acta_and_its_rules(game: str) -> None:
    for path in actas(game):
        match = read(path)
        wording, everybody = _wording(match), range(len(match.options.players))
        said = told_by_acta(match, wording, everybody)
        for number, step in enumerate(match.steps):
            shown = frame(match, wording, everybody, number)
            assert shown.text == said(step.item.id)
            assert shown.seat == (step.action.seat if step.action else None)
            rules = {effect.rule for effect in step.effects}
            assert {section.id for section in shown.rules} <= rules
            # Effects of an adjustment cite no rule of the game; effects of an act cite some.
            if step.action and step.effects:
                assert shown.rules, (path.name, number, rules)
            over = number + 1 == len(match.steps) and match.outcome is not None
            assert over or shown.then


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mine", [(), (0,), "all"])
def test_replay_tells_what_followed_a_step_and_not_the_end(game: str, mine: Any) -> None:
    match = read(actas(game)[0])
    wording = _wording(match)
    seats = range(len(match.options.players)) if mine == "all" else mine
    seen = redact(match, seats)
    for number in range(0, len(match.steps), 5):
        part = redact(match.before_step(number + 1), seats)
        expected = status_view(part, wording, seats)
        then = frame(seen, wording, seats, number).then
        assert then == tuple(filter(None, (expected.headline, expected.now)))


def _house(folder: Path, game: str) -> tuple[Client, str]:
    catalog = bootstrap.catalog.__wrapped__
    hub = Hub(SqliteStore(folder), GAMES, catalog, lambda: NOW, bootstrap.new_id)
    data = example_acta(game) or actas(game)[0].read_bytes()
    answer = hub.files.import_acta(data)
    assert isinstance(answer, Imported)
    return Client(hub, "host", owner=True), answer.match.started.match


@pytest.mark.parametrize("game", GAMES)
def test_replay_of_an_example_ends_at_the_match_and_steps_back(game: str, tmp_path: Path) -> None:
    client, match_id = _house(tmp_path, game)
    went: list[str] = []
    total = len(client.matches.open(match_id).steps)

    async def walk() -> None:
        ctx = replace(context(client, "host"), go=went.append)
        view = await drawn(replay.Screen, ctx, match_id)
        for number in range(1, total + 1):
            assert f"Paso {number} de {total}" in [_plain(text) for text in texts(view.news())]
            await view.touch("next")
        assert went == [f"/partida/{match_id}/mesa"]
        await view.touch("before")
        assert f"Paso {total - 1} de {total}" in [_plain(text) for text in texts(view.news())]
        view.close()

    asyncio.run(walk())


def _plain(text: object) -> str:
    return str(text).replace("\xa0", " ")


def test_replay_of_a_shortened_match_shows_its_last_step(tmp_path: Path) -> None:
    client, match_id = _house(tmp_path, "blue_moon_city")
    total = len(client.matches.open(match_id).steps)

    async def walk() -> None:
        view = await drawn(replay.Screen, context(client, "host"), match_id)
        for _ in range(total - 1):
            await view.touch("next")
        past = client.matches.open(match_id).timeline.past
        done(client.matches.submit(match_id, Submission("undo-0001", Undone(to=past[-2].entry.id))))
        await view.touch("before")
        assert f"Paso {total - 2} de {total - 2}" in [_plain(text) for text in texts(view.news())]
        view.close()

    asyncio.run(walk())
