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
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import MatchSummary
from companion.services.statistics.figures import Only
from companion.services.storage.store import StoreError
from companion.ui.files import Files
from companion.ui.screens.statistics import screen as statistics_screen
from companion.ui.screens.statistics.presenter import StatsView, statistics
from tests.services.test_statistics import finished, statistics_of
from tests.ui.drawn import Drawn, drawn, texts
from tests.ui.tables import actas, context

WORDS = app_words()
CITY = "blue_moon_city"


def shown(*, only: Only | None = None) -> StatsView:
    """Return the view model of three matches."""
    matches = statistics_of(
        finished("m1", ("Ana", "José"), (6, 4), game=CITY, seconds=3600),
        finished("m2", ("jose", "Ana"), (5, 2), game=CITY, day=1, seconds=5400),
        finished("m3", ("Ana", "Eva", "José"), (1, 1, 0), game="santiago_de_cuba", day=2),
    )
    return statistics(matches, only or Only(), WORDS)


def plain(text: str) -> str:
    """Return a text with ordinary blanks."""
    return text.replace("\u00a0", " ")


def test_statistics_describe_games_and_players() -> None:
    view = shown()
    assert plain(view.count) == "3 partidas terminadas"
    city = next(total for total in view.games if total.key == CITY)
    assert city.title == "Blue Moon City"
    lines = [plain(line) for line in city.lines]
    assert lines == [
        "2 partidas terminadas",
        "1 hora y 15 minutos de media, de 1 hora a 1 hora y 30 minutos",
        "10 turnos y 20 anotaciones de media",
    ]
    figure = city.tables[0].figures[0]
    assert (figure.best, figure.by, figure.mean) == ("6", "Ana", "4,2")
    assert plain(figure.spoken).endswith("6 como mucho (Ana), 4,2 de media")
    ana = next(total for total in view.players if total.key == "ana")
    assert plain(ana.lines[0]) == "3 partidas, 2 victorias (67 %)"
    assert view.wins is not None
    first, *_ = view.wins.bars
    assert (first.label, first.amount, first.share) == ("Ana", "2 de 3", 2 / 3)
    assert plain(first.spoken) == "Ana: 2 victorias en 3 partidas"
    assert city.charts
    for chart in city.charts:
        assert [bar.share for bar in chart.bars] == sorted(
            (bar.share for bar in chart.bars), reverse=True
        )
        assert chart.bars[0].share == 1
    assert all(0 <= bar.share <= 1 for total in view.games for c in total.charts for bar in c.bars)
    assert "Blue Moon City: 2 partidas, 1 victoria" in [plain(table.title) for table in ana.tables]


def test_every_filter_has_an_option_for_all() -> None:
    view = shown(only=Only(player="jose"))
    assert [one.field for one in view.filters] == ["game", "player", "seats"]
    people = view.filters[1]
    assert [pick.label for pick in people.picks] == ["Cualquiera", "Ana", "Eva", "José"]
    assert [pick.chosen for pick in people.picks] == [False, False, False, True]
    assert view.filtered == "José"
    assert shown().filtered == "Todas"


def test_filters_with_a_single_option_are_omitted() -> None:
    view = statistics(statistics_of(finished("m1", ("Ana", "Ana María"))), Only(), WORDS)
    assert [one.field for one in view.filters] == ["player"]


def test_filters_without_results_say_so_and_stay() -> None:
    view = shown(only=Only(game=CITY, seats=3))
    assert view.count == WORDS("stats.none_chosen")
    assert (view.games, view.players, view.played) == ((), (), ())
    assert [one.field for one in view.filters] == ["game", "player", "seats"]


def test_statistics_without_matches_show_only_a_hint() -> None:
    view = statistics(statistics_of(), Only(), WORDS)
    assert view.count == WORDS("stats.none")
    assert view.filters == ()


def test_matches_left_out_are_counted_in_words() -> None:
    matches = statistics_of(MatchSummary("m8", damaged="store.damaged"), MatchSummary("m9", CITY))
    lines = [plain(line) for line in statistics(matches, Only(), WORDS).left_out]
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
def test_mean_is_worded_with_one_decimal_and_agreement(amount: float, said: str) -> None:
    text = plain(WORDS("stats.pace", turns_each=Mean(amount), entries_each=Mean(amount)))
    assert text.startswith(f"{said} y ")
    assert ("anotación" in text) == ("turno " in f"{said} ")


def test_negative_mean_has_a_minus_sign() -> None:
    assert WORDS("stats.own_line", label="Puntos", best=0, mean=Mean(-0.5)).endswith(
        "\u22120,5 de media"
    )


@pytest.fixture
def recorded(tmp_path: Path) -> Any:
    """Yield a hub with every recorded match of both games."""
    with own_hub(tmp_path) as hub:
        for game in (CITY, "santiago_de_cuba"):
            for path in actas(game):
                hub.files.import_acta(path.read_bytes())
        yield hub


async def opened(hub: Hub, *, owner: bool = True) -> Drawn:
    """Render the screen on a device."""
    return await drawn(statistics_screen.Screen, context(Client(hub, "here", owner=owner), "here"))


def test_export_contains_exactly_the_filtered_matches(
    recorded: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
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
        await screen.touch("plays")
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
    plays = list(csv.DictReader(io.StringIO(saved["partidas-bgg.csv"].decode(), newline="")))
    assert [(play["name"], play["win"]) for play in plays] == [
        (seat["name"], str(int(seat["won"]))) for one in part["matches"] for seat in one["seats"]
    ]
    assert all(play["score"] for play in plays)
    by_hub = {s.id: s for s in recorded.matches.list.results() if s.game == game and s.finished}
    for row in rows:
        summary = by_hub[row["Partida"]]
        assert (row["Gana"] == "Sí") == (int(row["Sitio"]) - 1 in (summary.winners or ()))


def test_guest_sees_no_statistics(recorded: Hub) -> None:
    async def session() -> list[str]:
        screen = await opened(recorded, owner=False)
        said = list(texts(screen.news()))
        screen.close()
        return said

    said = asyncio.run(session())
    assert WORDS("stats.none") in said
    assert not any("Ana" in text for text in said)


def test_unreadable_folder_is_reported_on_the_statistics_screen(
    recorded: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> Any:
        raise StoreError("io_error")

    monkeypatch.setattr(recorded.matches.list, "results", refused)

    async def session() -> list[str]:
        screen = await opened(recorded)
        said = list(texts(screen.news()))
        screen.close()
        return said

    assert WORDS("store.io_error") in asyncio.run(session())
