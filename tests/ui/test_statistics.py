"""Statistics in words, and the screen that shows and exports them."""

import asyncio
import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import own_hub
from companion.kernel.values import Mean
from companion.rulebook.loader import app_words
from companion.table.answers import MatchSummary
from companion.table.hub import Hub
from companion.table.statistics import Only
from companion.table.store import StoreError
from companion.table.visit import Client
from companion.ui.files import Files
from companion.ui.screens.statistics import screen as statistics_screen
from companion.ui.screens.statistics.presenter import StatsView, statistics
from tests.table.test_statistics import finished, told
from tests.ui.drawn import Drawn, drawn, texts
from tests.ui.tables import actas, context

WORDS = app_words()
CITY = "blue_moon_city"


def shown(*, only: Only | None = None) -> StatsView:
    """Return the view model of three matches."""
    found = told(
        finished("m1", ("Ana", "José"), (6, 4), game=CITY, seconds=3600),
        finished("m2", ("jose", "Ana"), (5, 2), game=CITY, day=1, seconds=5400),
        finished("m3", ("Ana", "Eva", "José"), (1, 1, 0), game="santiago_de_cuba", day=2),
    )
    return statistics(found, only or Only(), WORDS)


def plain(text: str) -> str:
    """Return a text with ordinary blanks."""
    return text.replace("\u00a0", " ")


def test_games_and_players_in_words() -> None:
    view = shown()
    assert plain(view.count) == "3 partidas terminadas"
    city = next(total for total in view.games if total.key == CITY)
    assert city.title == "Blue Moon City"
    lines = [plain(line) for line in city.lines]
    assert lines[:3] == [
        "2 partidas terminadas",
        "1 hora y 15 minutos de media, de 1 hora a 1 hora y 30 minutos",
        "10 turnos y 20 anotaciones de media",
    ]
    assert lines[3].endswith("6 como mucho (Ana), 4,2 de media")
    ana = next(total for total in view.players if total.key == "ana")
    assert plain(ana.lines[0]) == "3 partidas, 2 victorias (67 %)"
    assert view.wins is not None
    first, *_ = view.wins.bars
    assert (first.label, first.amount, first.share) == ("Ana", "2 de 3", 1)
    assert plain(first.spoken) == "Ana: 2 victorias en 3 partidas"
    assert city.charts
    for chart in city.charts:
        assert [bar.share for bar in chart.bars] == sorted(
            (bar.share for bar in chart.bars), reverse=True
        )
        assert chart.bars[0].share == 1
    assert all(0 <= bar.share <= 1 for total in view.games for c in total.charts for bar in c.bars)
    assert "Blue Moon City: 2 partidas, 1 victoria" in map(plain, ana.lines)


def test_each_question_has_an_answer_that_admits_all() -> None:
    view = shown(only=Only(player="jose"))
    assert [one.field for one in view.filters] == ["game", "player", "seats"]
    people = view.filters[1]
    assert [pick.label for pick in people.picks] == ["Cualquiera", "Ana", "Eva", "José"]
    assert [pick.chosen for pick in people.picks] == [False, False, False, True]
    assert view.filtered == "José"
    assert shown().filtered == "Todas"


def test_nobody_is_asked_what_has_one_answer() -> None:
    view = statistics(told(finished("m1", ("Ana", "Ana María"))), Only(), WORDS)
    assert [one.field for one in view.filters] == ["player"]


def test_what_matches_nothing_says_so_and_can_be_undone() -> None:
    view = shown(only=Only(game=CITY, seats=3))
    assert view.count == WORDS("stats.none_chosen")
    assert (view.games, view.players, view.played) == ((), (), ())
    assert [one.field for one in view.filters] == ["game", "player", "seats"]


def test_without_matches_it_says_what_will_be_here() -> None:
    view = statistics(told(), Only(), WORDS)
    assert view.count == WORDS("stats.none")
    assert view.filters == ()


def test_what_is_left_out_is_counted_in_words() -> None:
    found = told(MatchSummary("m8", damaged="store.damaged"), MatchSummary("m9", CITY))
    lines = [plain(line) for line in statistics(found, Only(), WORDS).left_out]
    assert lines == [
        "1 partida que no se puede leer: no cuenta. Inicio dice por qué.",
        "1 partida a medias: no cuenta hasta que acabe.",
    ]


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        (0.0, "0 turnos"),
        (0.5, "0,5 turnos"),
        (0.97, "1 turno"),
        (1.0, "1 turno"),
        (1.04, "1 turno"),
        (1.5, "1,5 turnos"),
        (2.0, "2 turnos"),
        (4.25, "4,2 turnos"),
    ],
)
def test_means(amount: float, said: str) -> None:
    text = plain(WORDS("stats.pace", turns_each=Mean(amount), entries_each=Mean(amount)))
    assert text.startswith(f"{said} y ")
    assert ("anotación" in text) == ("turno " in f"{said} ")


def test_a_mean_below_nothing() -> None:
    assert WORDS("stats.own_line", label="Puntos", best=0, mean=Mean(-0.5)).endswith(
        "\u22120,5 de media"
    )


@pytest.fixture
def recorded(tmp_path: Path) -> Any:
    """Yield a hub with every recorded match of both games."""
    with own_hub(tmp_path) as hub:
        for game in (CITY, "santiago_de_cuba"):
            for path in actas(game):
                hub.import_acta(path.read_bytes())
        yield hub


async def opened(hub: Hub, *, owner: bool = True) -> Drawn:
    """Render the screen on a device."""
    return await drawn(statistics_screen.Screen, context(Client(hub, "here", owner=owner), "here"))


def test_what_is_seen_is_what_leaves(recorded: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    saved: dict[str, bytes] = {}
    monkeypatch.setattr(Files, "save", lambda _self, name, data: saved.update({name: data}))

    async def session() -> None:
        screen = await opened(recorded)
        await screen.touch("csv")
        await screen.touch("json")
        screen.news()
        await screen.touch("filters:head")
        await screen.touch("only:game:1")
        assert any("terminadas" in text for text in texts(screen.news()))
        everything.update(saved)
        await screen.touch("csv")
        await screen.touch("json")
        screen.close()

    everything: dict[str, bytes] = {}
    asyncio.run(session())
    whole, part = (
        json.loads(everything["estadisticas.json"]),
        json.loads(saved["estadisticas.json"]),
    )
    assert {one["game"] for one in whole["matches"]} == {CITY, "santiago_de_cuba"}
    (game,) = {one["game"] for one in part["matches"]}
    assert 0 < len(part["matches"]) < len(whole["matches"])
    text = saved["estadisticas.csv"].decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=";"))
    assert {row["Partida"] for row in rows} == {one["id"] for one in part["matches"]}
    assert len(rows) == sum(len(one["seats"]) for one in part["matches"])
    by_hub = {s.id: s for s in recorded.results() if s.game == game and s.finished}
    for row in rows:
        summary = by_hub[row["Partida"]]
        assert (row["Gana"] == "Sí") == (int(row["Sitio"]) - 1 in (summary.winners or ()))


def test_a_guest_finds_nothing_here(recorded: Hub) -> None:
    async def session() -> list[str]:
        screen = await opened(recorded, owner=False)
        found = list(texts(screen.news()))
        screen.close()
        return found

    found = asyncio.run(session())
    assert WORDS("stats.none") in found
    assert not any("Ana" in text for text in found)


def test_a_folder_that_cannot_be_read_is_said(
    recorded: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> Any:
        raise StoreError("io_error")

    monkeypatch.setattr(Hub, "results", refused)

    async def session() -> list[str]:
        screen = await opened(recorded)
        found = list(texts(screen.news()))
        screen.close()
        return found

    assert WORDS("store.io_error") in asyncio.run(session())
