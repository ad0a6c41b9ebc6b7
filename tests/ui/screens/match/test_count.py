"""A match without a referee, and with one again."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from companion.bootstrap import own_hub
from companion.kernel import invariants
from companion.match.entries import Adjusted, Closed, Refereed
from companion.match.files import acta_file
from companion.match.fixes import counted
from companion.match.fold import Match, fold
from companion.match.steps import adjust, impossible
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported
from companion.ui.boards.contract import game_screen
from companion.ui.screens.match import screen as table
from companion.ui.screens.match.count import TURN
from tests.games.refereed import REFEREED
from tests.seeds import seeds
from tests.ui.drawn import Drawn, drawn, texts
from tests.ui.tables import actas, context, everywhere

Play = Callable[[Drawn, Callable[[], Match]], Awaitable[None]]


def _opened(hub: Hub, game: str, entries: int) -> str:
    """Return the id of a recorded match that stops after so many entries."""
    acta = acta_file.loads(actas(game)[0].read_bytes())[: entries + 1]
    answer = hub.files.import_acta(acta_file.dumps(acta).encode())
    assert isinstance(answer, Imported), answer
    return answer.match.started.match


def _played(folder: Path, game: str, play: Play, entries: int = 12) -> None:
    async def session() -> None:
        with own_hub(folder) as hub:
            match_id = _opened(hub, game, entries)
            ctx = context(Client(hub, "here", owner=True), "here")
            screen = await drawn(table.Screen, ctx, match_id, size=(412, 915))
            await play(screen, lambda: hub.matches.open(match_id))
            screen.close()

    asyncio.run(session())


@pytest.mark.parametrize("game", REFEREED)
def test_table_counts_from_any_moment_and_goes_on_with_a_referee(tmp_path: Path, game: str) -> None:
    account, item = (part.format(seat=0) for part in game_screen(game).counted[0])

    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        before = now()
        await screen.touch("tools")
        await screen.touch("counting:on")
        assert now().counting
        assert not {"doubt", "kinds"} & set(screen.touchable())
        await screen.touch(f"more:0:{item}")
        held = before.state.ledger.balance(account, item)
        assert now().state.ledger.balance(account, item) == held + 1
        turn = now().game.awaiting(now().state)
        await screen.touch(f"counting:turn:{len(now().entries)}")
        assert now().game.awaiting(now().state) != turn
        await screen.touch("counting:off")
        assert not now().counting
        assert "doubt" in screen.touchable()
        # Each was an entry of its own, and is taken back like any other.
        assert [type(entry.body) for entry in now().entries[len(before.entries) :]] == [
            Refereed,
            Adjusted,
            Adjusted,
            Refereed,
        ]

    _played(tmp_path, game, play)


@pytest.mark.parametrize("game", REFEREED)
def test_table_ends_its_match_and_takes_that_back(tmp_path: Path, game: str) -> None:
    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        await screen.touch("tools")
        await screen.touch("closing:open")
        await screen.touch("closing:end")
        outcome = now().outcome
        assert outcome is not None
        assert now().finished is not None
        said = Wording(game, now().options.players).outcome(outcome)
        assert said in texts(screen.client.page)
        await screen.touch("undo")
        assert now().outcome is None
        assert now().finished is None

    _played(tmp_path, game, play)


@pytest.mark.parametrize("game", REFEREED)
def test_match_is_not_closed_twice(game: str) -> None:
    match = next(iter(everywhere(game)))
    closed = _with(match, Closed())
    assert closed.outcome is not None
    assert closed.broken is None
    again = _with(closed, Closed())
    assert again.broken is not None
    assert again.broken.fault == "not_closable"


def _with(match: Match, body: Closed) -> Match:
    last = match.entries[-1]
    entry = last.model_copy(
        update={"seq": len(match.entries), "id": f"more-{len(match.entries)}", "body": body}
    )
    return fold({match.game.id: match.game}, (*match.entries, entry))


@pytest.mark.parametrize("seed", seeds(2, 8))
@pytest.mark.parametrize("game", REFEREED)
def test_one_more_of_anything_counted_fits_every_table(game: str, seed: int) -> None:
    """If the supply has it, the table is as sound as before."""
    rng, wording = Random(seed), Wording(game)
    positions = [*everywhere(game)]
    for match in islice(rng.sample(positions, len(positions)), 12):
        codes = {settable.code for settable in match.game.settables_of(match.state)}
        assert TURN in codes
        for place, name in game_screen(game).counted:
            account, item = place.format(seat=1), name.format(seat=1)
            assert wording.item_label(item)
            body = counted(match, account, item, 1)
            if impossible(match.game, match.state, body):
                continue
            done = adjust(match.game, match.state, body)
            assert not isinstance(done, str)
            after, _ = done
            had = match.state.ledger.balance(account, item)
            assert after.ledger.balance(account, item) == had + 1
            if len(body.postings) > 1:
                problems = {p.key for p in invariants.problems(match.game, after)}
                assert problems <= {p.key for p in match.problems}
