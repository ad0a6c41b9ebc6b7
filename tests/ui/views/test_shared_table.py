"""Shared table in words, and the LAN listener that follows it."""

import asyncio
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.match.entries import Finished, Undone
from companion.match.fold import Match
from companion.rulebook import loader
from companion.rulebook.loader import app_words
from companion.rulebook.wording import Wording
from companion.server.lan_listener import LanListenerPolicy, Way
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import NewMatch
from companion.services.sharing.seat_assignment import TableMember, TableNow
from companion.services.sharing.shared_tables import Mending, Role
from companion.ui.panels.join_form import first_route
from companion.ui.views import shared_table as presenter
from companion.ui.views.shared_table import Holder, SharedTableView
from companion.ui.views.table.status import changed_text
from tests.ui.city_match import built, report, then

WORDS = app_words()
NAMES = ("Ana", "Beto", "Carla")
PHONE = TableMember("d-1", "Móvil de Beto", Role.PLAYER, (1,), present=True, me=False)
WATCHER = TableMember("d-2", "", Role.SPECTATOR, (), present=False, me=False)
NOW = TableNow(
    is_open=True,
    code="K7QM-3F9T-XW2P",
    role=Role.HOST,
    seats=frozenset({0, 2}),
    kept=frozenset({0}),
    free=frozenset({2}),
    people=(PHONE, WATCHER),
    host_present=True,
    mending=Mending.EVERYONE,
)


def _view(now: TableNow = NOW, *, owner: bool = True) -> SharedTableView:
    return presenter.view(now, NAMES, range(len(NAMES)), owner, WORDS)


def _as_guest(person: TableMember) -> SharedTableView:
    people = tuple(replace(p, me=p.id == person.id) for p in NOW.people)
    now = replace(NOW, code="", role=person.role, seats=frozenset(person.seats), people=people)
    return _view(now, owner=False)


def test_host_sees_who_holds_each_seat() -> None:
    view = _view()
    assert [seat.holder for seat in view.seats] == [Holder.HOST, Holder.OTHER, Holder.FREE]
    assert view.seats[1].text == "Lo lleva Móvil de Beto"
    assert view.hosting
    assert not view.member


def test_phone_named_as_its_player_is_another_phone() -> None:
    people = tuple(replace(p, name="Beto") if p.id == PHONE.id else p for p in NOW.people)
    assert _view(replace(NOW, people=people)).seats[1].text == "Lo lleva otro teléfono"


def test_guest_sees_its_own_seat_and_no_table_code() -> None:
    view = _as_guest(PHONE)
    assert [seat.holder for seat in view.seats] == [Holder.HOST, Holder.MINE, Holder.FREE]
    assert (view.hosting, view.member, view.code) == (False, True, "")
    assert view.mine == (1,)


def test_table_members_are_named_and_the_host_holds_free_seats() -> None:
    organiser, phone, watcher = _view().people
    assert "lleva a Ana y Carla" in organiser.detail
    assert organiser.me
    assert phone.label == "Móvil de Beto"
    assert watcher.label == "Pantalla 2"
    assert (phone.presence, watcher.presence) == ("en la mesa", "fuera")


def test_only_absent_players_are_named_as_away() -> None:
    assert presenter.away(_view(), WORDS) == ""
    gone = replace(PHONE, present=False)
    line = presenter.away(_view(replace(NOW, people=(gone, WATCHER))), WORDS)
    assert line == "No mira ahora la mesa: Móvil de Beto"
    assert presenter.away(_view(replace(NOW, people=(gone,), is_open=False)), WORDS) == ""


def test_phone_that_came_before_and_is_away_has_come_already() -> None:
    def said(*people: TableMember) -> str:
        return presenter.arrived(_view(replace(NOW, people=people)), WORDS).replace("\u00a0", " ")

    gone = replace(PHONE, present=False)
    assert said() == "Todavía no ha llegado nadie"
    assert said(PHONE, WATCHER) == "Ha llegado 1 pantalla"
    assert said(gone) == "Ha entrado antes 1 pantalla, que ahora no mira la mesa"


def test_device_is_not_told_that_it_is_away_itself() -> None:
    """Screens are drawn before their device has arrived."""
    gone = replace(PHONE, present=False)
    assert presenter.away(_as_guest(gone), WORDS) == ""
    host = _view(replace(NOW, host_present=False))
    assert presenter.away(host, WORDS) == ""


def test_guests_see_that_the_host_is_away() -> None:
    line = presenter.away(_view(replace(NOW, host_present=False), owner=False), WORDS)
    assert line == "No mira ahora la mesa: Quien organiza"


def test_closed_table_with_members_is_still_known() -> None:
    assert _view(replace(NOW, is_open=False)).known
    assert not _view(replace(NOW, is_open=False, people=())).known


def test_entry_of_another_device_is_news_until_the_next_entry() -> None:
    match = built()
    count = len(match.entries)
    assert presenter.news(match, "d-1", count - 1, WORDS) == "Ana acaba de anotar"
    assert presenter.news(match, "d-1", count, WORDS) == ""
    # A name at the start of the sentence is not repeated before it.
    assert presenter.news(match, "d-1", count - 1, WORDS, "Ana mueve") == "Recién anotado"
    assert presenter.news(match, "d-1", count - 1, WORDS, "Anabel mueve") == "Ana acaba de anotar"
    assert presenter.news(match, match.entries[-1].device, 0, WORDS) == ""
    undone = then(match, Undone(to=match.entries[-1].id))
    assert presenter.news(undone, "d-1", count, WORDS) == "Ana acaba de deshacer"
    assert presenter.news(then(undone, report("finish_turn")), "d-1", count, WORDS)
    # The end is written down with the report that brought it, and that is what is told.
    ended = then(match, Finished(winners=(0,), reason="city_finished"))
    assert presenter.news(ended, "d-1", count, WORDS) == "Ana acaba de anotar"
    assert changed_text(ended, Wording("blue_moon_city", NAMES)) == ""


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("k7qm3f9txw2p", "k7qm3f9txw2p"),
        (" K7QM-3F9T-XW2P ", "K7QM-3F9T-XW2P"),
        ("http://192.168.1.5:8550/#K7QM-3F9T-XW2P", "K7QM-3F9T-XW2P"),
    ],
)
def test_table_code_is_extracted_from_a_pasted_link(typed: str, code: str) -> None:
    assert presenter.typed_code(typed) == code


@dataclass
class _Lan:
    """LAN listener that only notes what was done to it."""

    ways: tuple[Way, ...] = ()
    problem: str | None = None
    done: list[str] = field(default_factory=list)

    def announce(self, link: str) -> None:
        self.done.append(link)

    async def open(self) -> str | None:
        self.ways = () if self.problem else (Way("http://192.168.1.5:8550/"),)
        self.done.append("open")
        return self.ways[0].url if self.ways else None

    async def close(self) -> None:
        self.ways = ()
        self.done.append("close")


def _match(hub: Hub) -> str:
    facts = loader.load("blue_moon_city").default_facts()
    options = {"players": ["Ana", "Beto"], "layout": list(EXAMPLE_CITY)}
    made = hub.matches.create(NewMatch("blue_moon_city", options, facts=facts))
    assert isinstance(made, Match), made
    return made.started.match


def test_lan_listener_stays_open_while_any_table_is_open(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        lan, host = _Lan(), Client(hub, "host", owner=True)
        door = LanListenerPolicy(hub.tables, lan)
        one, two = _match(hub), _match(hub)
        host.seating.open_table(one)
        host.seating.open_table(two)
        asyncio.run(door.settle())
        assert door.link("CODE") == "http://192.168.1.5:8550/#CODE"
        host.seating.close_table(one)
        asyncio.run(door.settle(0))
        assert "close" not in lan.done
        host.seating.close_table(two)
        asyncio.run(door.settle(0))
        assert lan.done[-1] == "close"
        assert door.link("CODE") is None


def test_open_tables_are_announced_again_at_startup(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        match_id = _match(hub)
        Client(hub, "host", owner=True).seating.open_table(match_id)
        code = hub.tables.of(match_id).code
    with own_hub(tmp_path) as hub:
        lan = _Lan()
        asyncio.run(LanListenerPolicy(hub.tables, lan).resume())
        assert lan.done == ["open", f"http://192.168.1.5:8550/#{code}"]


@pytest.mark.parametrize("problem", ["private", "no_network", "public", "port_busy"])
def test_lan_listener_that_cannot_open_reports_the_problem(tmp_path: Path, problem: str) -> None:
    with own_hub(tmp_path) as hub:
        door = LanListenerPolicy(hub.tables, _Lan(problem=problem))
        assert asyncio.run(door.open()) is None
        assert door.problem == problem
        assert f"share.problem.{door.problem}" in WORDS
        assert f"share.problem.{LanListenerPolicy(hub.tables, None).problem}" in WORDS


def test_guest_with_a_seat_enters_the_match_directly(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        match_id = _match(hub)
        Client(hub, "host", owner=True).seating.open_table(match_id)
        guest = Client(hub, "guest", owner=False)
        assert guest.seating.join(hub.tables.of(match_id).code) == match_id
        assert first_route(guest, match_id).endswith("/sitio")
        assert guest.seating.sit(match_id, 1)
        assert first_route(guest, match_id).endswith("/mesa")


@pytest.mark.parametrize(
    "key",
    [
        *(f"share.mending.{way}" for way in Mending),
        *(f"share.mending_line.{way}" for way in Mending),
        *(f"join.{role}" for role in Role),
        *(f"share.news.{kind}" for kind in ("reported", "undone", "redone", "amended", "other")),
        *(
            f"share.not_allowed.{code}"
            for code in ("spectator", "not_your_seat", "author_mends", "host_mends")
        ),
        *(f"{word}{end}" for word in ("share.close", "share.renew") for end in ("_sure", "_yes")),
        *(f"share.{word}{end}" for word in ("leave", "expel") for end in ("_sure", "_yes")),
    ],
)
def test_every_text_key_built_from_a_code_exists(key: str) -> None:
    assert key in WORDS


def test_shared_seat_has_the_colour_that_the_table_chose() -> None:
    colours = tuple(reversed(range(len(NAMES))))
    view = presenter.view(NOW, NAMES, colours, True, WORDS)
    assert tuple(seat.colour for seat in view.seats) == colours
