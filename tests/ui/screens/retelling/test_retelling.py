"""Match played without the app and told afterwards: form, result, statistics and exports."""

import asyncio
import csv
import io
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.match.entries import Reported, fresh_id
from companion.match.files import acta_file
from companion.match.resumable import done
from companion.rulebook.loader import app_words
from companion.services.client import Client
from companion.services.matches.results import Imported, MatchEnd, Recorded, Submission
from companion.services.statistics.figures import gathered
from companion.services.statistics.play_log import plays_csv
from companion.ui.screens.result import screen as result
from companion.ui.screens.retelling import screen
from companion.ui.screens.retelling.draft import RetoldDraft, day_of, trouble
from tests.ui.drawn import drawn, texts
from tests.ui.tables import context

NOW = datetime(2026, 11, 27, 18, 0).astimezone()
WORDS = app_words()
SIZES = sorted({(game, n) for game in GAMES for n in (2, max(GAMES[game].players))})


@pytest.mark.parametrize(("game", "people"), SIZES)
def test_any_game_is_told_afterwards(tmp_path: Path, game: str, people: int) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            ctx = context(Client(hub, "here", owner=True), "here")
            form = await drawn(screen.Screen, ctx)
            await form.touch(f"retelling:game:{game}")
            for _ in range(people - 2):
                await form.touch("retelling:add")
            for seat in range(people):
                await form.type_in(f"retelling:name:{seat}", f"Persona {'ABCDEFGHIJ'[seat]}")
            for seat in range(people):
                await form.type_in(f"retelling:points:{seat}", str(10 + seat))
            await form.type_in("retelling:day", "3/5/2026")
            assert "retelling:save" in form.touchable(), [*texts(form.client.page)]
            await form.touch("retelling:save")
            # The page may follow late: a second touch tells no second match.
            await form.touch("retelling:save")
            form.close()
            (line,) = hub.matches.list.results()
            assert hub.store.match_ids() == (line.id,)
            match = hub.matches.open(line.id)
            assert not match.broken
            assert line.winners == (people - 1,)
            (one,) = gathered((line,)).played
            assert one.end is MatchEnd.RETOLD
            assert (one.ended.year, one.ended.month, one.ended.day) == (2026, 5, 3)
            assert [dict(seat.scores).popitem()[1] for seat in one.seats] == [
                10 + seat for seat in range(people)
            ]
            final = await drawn(result.Screen, ctx, line.id)
            said = [*texts(final.client.page)]
            assert any("Jugada sin la aplicación, el 3 de mayo de 2026" in text for text in said)
            assert WORDS("final.numbers") not in said
            final.close()

    asyncio.run(session())


def test_a_told_match_travels_and_nothing_more_is_reported(tmp_path: Path) -> None:
    async def session() -> None:
        with own_hub(tmp_path / "one") as hub, own_hub(tmp_path / "other") as other:
            ctx = context(Client(hub, "here", owner=True), "here")
            form = await drawn(screen.Screen, ctx)
            await form.touch("retelling:game:santiago_de_cuba")
            await form.type_in("retelling:name:0", "Ana")
            await form.type_in("retelling:name:1", "Beto")
            await form.touch("retelling:won:1")
            await form.type_in("retelling:minutes", "75")
            await form.touch("retelling:save")
            form.close()
            (line,) = hub.matches.list.results()
            match = hub.matches.open(line.id)
            move = Reported(action={"kind": "drive", "seat": 0, "laps": 1, "to": "port"})
            answer = done(hub.matches.submit(line.id, Submission(fresh_id(), move)))
            assert not isinstance(answer, Recorded)
            copy = other.files.import_acta(acta_file.dumps(match.entries).encode())
            assert isinstance(copy, Imported)
            assert copy.match.outcome == match.outcome
            (one,) = gathered(other.matches.list.results()).played
            final = await drawn(result.Screen, ctx, line.id)
            said = [*texts(final.client.page)]
            assert not [text for text in said if text.strip().isdecimal()]
            final.close()
            row, _ = csv.DictReader(io.StringIO(plays_csv((one,), {}).decode()))
            assert (row["length"], row["name"], row["score"], row["win"]) == ("75", "Ana", "", "0")

    asyncio.run(session())


def test_what_is_missing_is_said() -> None:
    full = replace(
        RetoldDraft(day="3/5/2026").of_game("blue_moon"), names=("Ana", "Eva"), points=(3, 2)
    )
    assert trouble(full, NOW, WORDS) == ""
    for draft, said in [
        (replace(full, game=""), "Elige el juego."),
        (full.named(1, " "), "Falta el nombre"),
        (full.named(1, "ANA"), "se llaman"),
        (replace(full, day="31/2/2026"), "no es una fecha"),
        (full.scored(1, None), "Falta la puntuación de Eva"),
        (replace(full, points=(None, None)), "quién gana"),
        (full.toggled(0), "quién gana"),
    ]:
        assert said in trouble(draft, NOW, WORDS)


@pytest.mark.parametrize("text", ["3/5/2026", "3-5-2026", "03.05.2026", "3/5"])
def test_day_is_read_however_it_is_written(text: str) -> None:
    day = day_of(text, NOW)
    assert day is not None
    assert (day.year, day.month, day.day) == (2026, 5, 3)


@pytest.mark.parametrize("text", ["", "ayer", "28/11/2026", "31/2/2026", "1/1/1", "3", "1/2/3/4"])
def test_day_that_cannot_be_is_refused(text: str) -> None:
    assert day_of(text, NOW) is None


def test_today_is_no_later_than_now() -> None:
    early = NOW.replace(hour=9)
    assert day_of("27/11/2026", early) == early
