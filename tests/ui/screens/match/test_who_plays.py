"""Who plays: names, places and first player corrected, and somebody who leaves or gives up."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.match.entries import Amended, Closed, Left
from companion.match.files import acta_file
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.services.matches.results import Imported
from companion.ui.screens.match import screen as table
from tests.games.refereed import REFEREED
from tests.ui.drawn import Drawn, drawn, texts
from tests.ui.tables import actas, context

Play = Callable[[Drawn, Callable[[], Match]], Awaitable[None]]
THREE = "kingdom_of_solomon"


def _played(folder: Path, game: str, play: Play, entries: int = 12) -> None:
    """Play on with a match of at least three people that stops after so many entries."""

    async def session() -> None:
        with own_hub(folder) as hub:
            read = (acta_file.loads(acta.read_bytes()) for acta in actas(game))
            acta = max(read, key=lambda one: len(one[0].body.options["players"]))  # type: ignore[union-attr]
            answer = hub.files.import_acta(acta_file.dumps(acta[: entries + 1]).encode())
            assert isinstance(answer, Imported), answer
            match_id = answer.match.started.match
            ctx = context(Client(hub, "here", owner=True), "here")
            screen = await drawn(table.Screen, ctx, match_id, size=(412, 915))
            await play(screen, lambda: hub.matches.open(match_id))
            screen.close()

    asyncio.run(session())


async def _opened(screen: Drawn) -> None:
    await screen.touch("tools")
    await screen.touch("people:open")


@pytest.mark.parametrize("game", [*REFEREED, "scorekeeping"])
def test_a_name_is_corrected_at_once(tmp_path: Path, game: str) -> None:
    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        before = now()
        await _opened(screen)
        await screen.type_in("people:name:1", "  Berta ")
        await screen.touch("people:save")
        assert now().options.players[1] == "Berta"
        assert now().options.players[0] == before.options.players[0]
        assert not now().broken
        assert any("Berta" in text for text in texts(screen.client.page))
        await screen.touch("undo")
        assert now().options.players == before.options.players

    _played(tmp_path, game, play)


def test_people_change_places_with_their_colours(tmp_path: Path) -> None:
    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        names, colours = now().options.players, now().colours
        await _opened(screen)
        await screen.touch("people:setup.move_down:0")
        await screen.touch("people:save")
        assert now().options.players[:2] == (names[1], names[0])
        assert now().colours[:2] == (colours[1], colours[0])

    _played(tmp_path, THREE, play)


def test_who_began_is_looked_at_before_it_is_recorded(tmp_path: Path) -> None:
    """What was reported is judged again; the table sees what no longer holds, and decides."""

    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        before = len(now().entries)
        await _opened(screen)
        await screen.touch("people:first:1")
        await screen.touch("people:save")
        assert len(now().entries) == before
        assert "amend:accept" in screen.touchable()
        await screen.touch("amend:accept")
        assert isinstance(now().entries[before].body, Amended)
        assert now().options.first_seat == 1  # type: ignore[attr-defined]
        assert now().broken

    _played(tmp_path, "blue_moon_city", play)


def test_a_name_may_be_emptied_to_type_it_anew(tmp_path: Path) -> None:
    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        await _opened(screen)
        await screen.type_in("people:name:1", "")
        assert "people:save" not in screen.touchable()
        await screen.type_in("people:name:1", "Berta")
        await screen.touch("people:save")
        assert now().options.players[1] == "Berta"

    _played(tmp_path, THREE, play)


def test_names_that_cannot_be_told_apart_are_not_saved(tmp_path: Path) -> None:
    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        before = now()
        await _opened(screen)
        await screen.type_in("people:name:1", before.options.players[0].upper())
        assert "people:save" not in screen.touchable()
        assert any("se llaman" in text for text in texts(screen.client.page))

    _played(tmp_path, THREE, play)


@pytest.mark.parametrize("game", ["blue_moon_city", "kingdom_of_solomon", "urban_sprawl"])
def test_the_others_go_on_without_whoever_left(tmp_path: Path, game: str) -> None:
    """The table counts, and the turn passes by the empty seat."""

    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        await _opened(screen)
        await screen.touch("people:leave")
        await screen.touch("leaving:who:1")
        await screen.type_in("leaving:reason", "Pierde el tren")
        await screen.touch("leaving:on")
        assert now().entries[-1].body == Left(seat=1, reason="Pierde el tren")
        assert now().counting
        for _ in range(4):
            await screen.touch(f"counting:turn:{len(now().entries)}")
            assert now().game.awaiting(now().state) != (1,)

    _played(tmp_path, game, play)


@pytest.mark.parametrize(("game", "winners"), [(THREE, ()), ("blue_moon", (0,))])
def test_what_was_said_of_whoever_leaves_goes_along_to_the_end(
    tmp_path: Path, game: str, winners: tuple[int, ...]
) -> None:
    """The table may still take it back there."""

    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        await _opened(screen)
        await screen.touch("people:leave")
        await screen.touch("leaving:who:1")
        await screen.type_in("leaving:reason", "Pierde el tren")
        await screen.touch("leaving:end")
        assert "Pierde el tren" in [*texts(screen.client.page)]
        if not winners:
            await screen.touch("closing:gave_up:1")
        await screen.touch("closing:end")
        gave_up = (1,) if winners else ()
        ends = [one.body for one in now().entries if isinstance(one.body, Closed)]
        assert ends == [Closed(reason="Pierde el tren", gave_up=gave_up, winners=winners)]

    _played(tmp_path, game, play)


def test_somebody_takes_over_a_seat(tmp_path: Path) -> None:
    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        names = now().options.players
        await _opened(screen)
        await screen.touch("people:leave")
        await screen.touch("leaving:who:1")
        await screen.type_in("leaving:successor", "Inés")
        await screen.touch("leaving:replaced")
        assert now().options.players[1] == f"Inés (por {names[1]})"
        assert not now().counting

    _played(tmp_path, THREE, play)


def test_between_two_the_other_wins_when_one_gives_up(tmp_path: Path) -> None:
    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        await screen.touch("tools")
        await screen.touch("closing:open")
        await screen.touch("closing:gave_up:1")
        await screen.touch("closing:end")
        outcome = now().outcome
        assert outcome is not None
        assert (outcome.winners, outcome.reason) == ((0,), "gave_up")
        names = now().options.players
        assert f"Se rinde {names[1]}" in texts(screen.client.page)
        said = Wording("blue_moon", names).outcome(outcome)
        assert said == f"Se rinde {names[1]}: gana {names[0]}."

    _played(tmp_path, "blue_moon", play)


def test_among_several_the_table_says_who_wins(tmp_path: Path) -> None:
    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        await screen.touch("tools")
        await screen.touch("closing:open")
        await screen.touch("closing:gave_up:0")
        while now().outcome is None:
            # Whoever leads is proposed; only one of the others is to win.
            chosen = "closing:wins:1"
            await screen.touch(chosen)
            await screen.touch("closing:end")
        body = next(e.body for e in reversed(now().entries) if isinstance(e.body, Closed))
        assert body.gave_up == (0,)
        assert 0 not in body.winners

    _played(tmp_path, THREE, play)
