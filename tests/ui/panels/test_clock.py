"""Turn clock on the screens: its texts, what a touch does, and what a tick sends."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import own_hub
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.match.entries import Body, Clocked
from companion.match.fold import Match, append
from companion.match.resumable import done
from companion.match.turn_clock import LONG, Clock, clock, standing
from companion.rulebook.loader import app_words
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Recorded, Submission
from companion.ui.panels import clock as clock_panel
from companion.ui.screens.match import screen as table
from companion.ui.screens.new_match.presenter import MatchPlan, dump_plan, load_plan
from companion.ui.views.entries.entry_lines import entry_lines
from companion.ui.views.table import clock as presenter
from tests.e2e.tables import new_match
from tests.ui.city_match import BEGINNING, built, opened, report, then, wording
from tests.ui.drawn import drawn, settled, texts
from tests.ui.tables import context

ON, OFF = Clocked(running=True), Clocked(running=False)
WORDS = app_words()
SECOND = timedelta(seconds=1)


def clock_of(match: Match) -> Clock:
    """Return the clock of a match."""
    turn_clock = clock(match)
    assert turn_clock
    return turn_clock


def plain(text: str) -> str:
    """Return a text with ordinary blanks."""
    return text.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("seconds", "shown", "said"),
    [
        (0, "0:00", "0 segundos"),
        (61, "1:01", "1 minuto y 1 segundo"),
        (3600, "1:00:00", "1 hora"),
        (7325, "2:02:05", "2 horas y 2 minutos"),
    ],
)
def test_duration_is_formatted_in_digits_and_in_words(seconds: int, shown: str, said: str) -> None:
    assert presenter.digits(seconds * SECOND) == shown
    assert plain(presenter.in_words(seconds * SECOND, WORDS)) == said


def test_clock_face_shows_turn_time_and_total_of_the_acting_seat() -> None:
    match = then(opened(), ON, report("move_figure", to="fire_temple"))
    now = BEGINNING + timedelta(minutes=2, seconds=30)
    face = presenter.face(clock_of(match), wording(match), WORDS, now)
    assert (face.running, face.time, face.total, face.idle) == (True, "1:30", "", "")
    assert plain(face.spoken).startswith("Reloj de turnos, Ana: 1 minuto en este turno.")


def test_spoken_clock_text_changes_once_a_minute() -> None:
    match = then(opened(), ON)
    faces = [
        presenter.face(clock_of(match), wording(match), WORDS, BEGINNING + (60 + n) * SECOND)
        for n in range(180)
    ]
    assert len({face.time for face in faces}) == 180
    assert len({face.spoken for face in faces}) == 3


def test_paused_clock_shows_that_it_is_paused() -> None:
    match = then(opened(), ON, OFF)
    face = presenter.face(clock_of(match), wording(match), WORDS, BEGINNING + timedelta(days=1))
    assert (face.running, face.time, face.idle) == (False, "En pausa", "")


def test_long_idle_time_is_shown_on_the_clock() -> None:
    match = then(opened(), ON)
    now = BEGINNING + timedelta(minutes=1) + LONG + timedelta(minutes=12)
    face = presenter.face(clock_of(match), wording(match), WORDS, now)
    assert "42 minutos" in plain(face.idle)


def test_final_times_show_totals_shares_and_turns_per_seat() -> None:
    match = then(built(), ON, report("finish_turn", seat=1, discards=["card"]))
    view = presenter.times(clock_of(match), wording(match), WORDS, BEGINNING + timedelta(minutes=9))
    assert [row.total for row in view.rows] == ["4:00", "1:00"]
    assert [row.share for row in view.rows] == [1, 0.25]
    assert plain(view.rows[1].turns) == "1 turno, 1 minuto de media, el más largo 1 minuto"
    assert view.remarks == ()


def test_long_gap_without_entries_is_remarked_in_final_times() -> None:
    match = then(opened(), ON)
    late = match.entries[-1].at + LONG + timedelta(minutes=5)
    body = report("move_figure", to="fire_temple")
    entry = match.entries[-1].model_copy(
        update={"seq": 2, "id": "late-0001", "at": late, "body": body}
    )
    view = presenter.times(clock_of(append(match, entry)), wording(match), WORDS, late)
    assert "35 minutos sin anotar nada" in plain(view.remarks[0])


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (ON, "El reloj de turnos se pone en marcha"),
        (OFF, "El reloj de turnos se para"),
        (
            Clocked(running=False, since=BEGINNING),
            "El reloj de turnos se para, contado desde la anotación anterior",
        ),
    ],
)
def test_starting_and_stopping_the_clock_is_described_in_the_acta(body: Body, words: str) -> None:
    match = then(opened(), body)
    assert entry_lines(match, wording(match))[-1].text == words


def test_match_plan_stores_the_clock_and_older_plans_have_none() -> None:
    assert load_plan(dump_plan(MatchPlan(("Ana", "Luis"), clock=True))) == MatchPlan(
        ("Ana", "Luis"), clock=True
    )
    old = dump_plan(MatchPlan(("Ana", "Luis"))).replace(', "clock": false', "")
    assert "clock" not in old
    assert load_plan(old) == MatchPlan(("Ana", "Luis"))


@pytest.fixture
def played(tmp_path: Path) -> Any:
    with own_hub(tmp_path) as hub:
        yield hub, new_match(hub, EXAMPLE_CITY, ("Ana", "Beto"))


def record(hub: Hub, match_id: str, submission: str, body: Body) -> None:
    """Record a body, or fail."""
    assert isinstance(done(hub.matches.submit(match_id, Submission(submission, body))), Recorded)


def test_clock_added_in_preparation_starts_with_play_unless_paused(
    played: tuple[Hub, str],
) -> None:
    hub, match_id = played
    client = Client(hub, "here", owner=True)
    clock_panel.start_clock(client, hub.matches.open(match_id))
    assert standing(hub.matches.open(match_id)) is None
    clock_panel.put_clock(client, hub.matches.open(match_id))
    assert standing(hub.matches.open(match_id)) is False
    clock_panel.start_clock(client, hub.matches.open(match_id))
    assert standing(hub.matches.open(match_id)) is True
    record(hub, match_id, "pause", OFF)
    clock_panel.start_clock(client, hub.matches.open(match_id))
    assert standing(hub.matches.open(match_id)) is False, "what the table paused stays paused"


def test_one_touch_pauses_the_clock_and_another_resumes_it(played: tuple[Hub, str]) -> None:
    hub, match_id = played

    async def session() -> None:
        screen = await drawn(
            table.Screen, context(Client(hub, "here", owner=True), "here"), match_id
        )
        assert "clock:touch" not in screen.touchable()
        await screen.touch("tools")
        await screen.touch("clock:put")
        await screen.touch("clock:touch")
        await screen.touch("clock:touch")
        screen.close()

    asyncio.run(session())
    bodies = [entry.body for entry in hub.matches.open(match_id).entries[1:]]
    assert bodies == [ON, OFF, ON]


def test_clock_tick_sends_only_the_time(
    played: tuple[Hub, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, match_id = played
    record(hub, match_id, "start", ON)
    monkeypatch.setattr(clock_panel, "TICK", 0.05)
    later = hub.matches.open(match_id).entries[-1].at

    class Later(datetime):
        """Clock that gains a second with each reading."""

        looks = 0

        @classmethod
        def now(cls, tz: Any = None) -> Any:
            """Return one second more at each call."""
            cls.looks += 1
            return (later + cls.looks * SECOND).astimezone(tz or UTC)

    monkeypatch.setattr(clock_panel, "datetime", Later)

    async def session() -> tuple[list[Any], list[Any]]:
        screen = await drawn(
            table.Screen, context(Client(hub, "here", owner=True), "here"), match_id
        )
        screen.news()
        await asyncio.sleep(0.3)
        ticks = screen.news()
        record(hub, match_id, "pause", OFF)
        await settled()
        await screen.touch("tools")
        screen.news()
        await asyncio.sleep(0.3)
        after = screen.news()
        screen.close()
        return ticks, after

    ticks, after = asyncio.run(session())
    assert 3 <= len(ticks) <= 6
    for tick in ticks:
        clock_texts = [text for text in texts(tick) if ":" in text]
        assert len(clock_texts) <= 1, tick
        assert len(str(tick)) < 200
    assert [text for message in after for text in texts(message) if text.count(":") == 1] == []
