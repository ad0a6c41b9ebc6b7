"""Home screen."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import get_args

import pytest

from companion.bootstrap import own_hub
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.match.entries import ActaCode
from companion.rulebook.loader import app_words
from companion.services.boxes.profiles import BoxCode
from companion.services.client import Client
from companion.services.matches.results import MatchSummary, NotImported
from companion.services.storage.store import StoreCode
from companion.ui.files import file_name
from companion.ui.layout import Layout
from companion.ui.screens.home import presenter as home
from companion.ui.screens.home import screen
from companion.ui.views import file_results
from companion.ui.views.entries.entry_lines import ago
from tests.e2e.tables import new_match
from tests.ui.drawn import drawn
from tests.ui.tables import context

WORDS = app_words()
NOW = datetime(2026, 5, 20, 18, 0, tzinfo=UTC)


def _match(name: str, hours: float = 1, **more: object) -> MatchSummary:
    return MatchSummary(
        id=name,
        game="blue_moon_city",
        players=("Ana", "Beto"),
        updated_at=NOW - timedelta(hours=hours),
        awaiting=(1,),
        count=5,
        **more,  # type: ignore[arg-type]
    )


def _home(*summaries: MatchSummary) -> home.HomeView:
    return home.home(summaries, lambda _game: "Blue Moon City", WORDS, NOW)


def test_home_offers_to_resume_the_last_match() -> None:
    view = _home(_match("uno", 1), _match("dos", 2), _match("fin", 3, winners=(0,)))
    assert view.resume is not None
    assert view.resume.id == "uno"
    assert view.resume.status == "Turno de Beto"
    assert [line.id for line in view.playing] == ["dos"]
    assert [line.status for line in view.finished] == ["Gana Ana"]


def test_real_match_is_resumed_before_a_newer_example() -> None:
    view = _home(_match("ejemplo", 1, example=True), _match("uno", 2))
    assert view.resume is not None
    assert view.resume.id == "uno"


def test_damaged_match_is_listed_apart_from_the_readable_ones() -> None:
    view = _home(MatchSummary("rota", damaged="store.damaged"), _match("uno"))
    assert [line.status for line in view.damaged] == [WORDS("store.damaged")]
    assert view.resume is not None


def test_home_without_matches_is_empty() -> None:
    assert _home().empty


@pytest.mark.parametrize("layout", Layout)
def test_games_stand_below_the_matches_only_in_a_single_column(
    tmp_path: Path, layout: Layout
) -> None:
    """The last match has its options in its own card."""

    async def go() -> None:
        with own_hub(tmp_path) as hub:
            matches = [new_match(hub, EXAMPLE_CITY, ("Ana", "Beto")) for _ in range(2)]
            phone = await drawn(screen.Screen, context(Client(hub, "a", owner=True), "a", layout))
            order = phone.in_order()
            (other,) = (match for match in matches if f"open:{match}" in order)
            (last,) = (match for match in matches if match != other)
            above = order.index(f"open:{other}") < order.index("new:blue_moon_city")
            assert above is (layout is Layout.PHONE)
            assert order.index("resume") < order.index("new:blue_moon_city")
            assert f"rename:{last}" not in order
            await phone.touch(f"menu:{last}")
            assert f"rename:{last}" in phone.in_order()
            phone.close()

    asyncio.run(go())


@pytest.mark.parametrize(
    ("back", "said"),
    [
        (timedelta(seconds=20), "ahora mismo"),
        (timedelta(minutes=5), "hace 5\u00a0minutos"),
        (timedelta(hours=3), "hace 3\u00a0horas"),
        (timedelta(hours=20), "ayer"),
        (timedelta(days=3), "hace 3\u00a0días"),
        (timedelta(days=17), "el 3 de mayo"),
        (timedelta(days=400), "el 15 de abril de 2025"),
    ],
)
def test_elapsed_time_is_described_in_words(back: timedelta, said: str) -> None:
    assert ago(NOW - back, NOW, WORDS) == said


@pytest.mark.parametrize(
    "key",
    [
        *(f"acta.{code}" for code in get_args(ActaCode)),
        *(f"store.{code}" for code in get_args(StoreCode)),
        *(f"box.{code}" for code in get_args(BoxCode)),
    ],
)
def test_every_file_error_has_a_text(key: str) -> None:
    params = dict.fromkeys(("line", "limit", "found", "known", "expected"), 3)
    names = dict.fromkeys(("game", "fact", "ruling", "id"), "algo")
    news = file_results.news(NotImported(key, {**params, **names}), WORDS)
    assert key in WORDS
    assert news.bad
    assert "…" not in news.text


def test_file_name_is_safe_on_every_system() -> None:
    assert file_name("Viernes / Ana: «ñ»", "acta") == "viernes-ana-ñ.acta"
    assert file_name("///", "acta") == "partida.acta"
