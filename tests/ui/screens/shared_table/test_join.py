"""Opening a shared table and taking a seat at it: touches and their results."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import own_hub
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.match.fold import Match
from companion.server.lan_listener import LanListenerPolicy, Way
from companion.services.client import Client
from companion.services.hub import Hub
from companion.ui import routes
from companion.ui.routes import NavigationHistory
from companion.ui.screens.match import screen as table
from companion.ui.screens.shared_table import screen as panel
from companion.ui.screens.shared_table import seats as sitting
from companion.ui.screens.shared_table.state import OWN_KEY
from companion.ui.views.player_names import remember
from tests.e2e.tables import new_match
from tests.ui.drawn import Drawn, drawn, settled, texts
from tests.ui.tables import context

NETWORKS = (
    Way("http://192.168.1.5:8550/", "wlan0", "wifi"),
    Way("http://10.8.0.2:8550/", "tun0", "tunnel"),
)
NAMES = ("Ana", "Beto", "Carla")
WATCHING = "Estás mirando"
LOST = "Quien organiza te ha quitado el sitio de Beto."


class _Lan:
    """LAN listener that opens at once."""

    ways: tuple[Way, ...] = ()
    problem: str | None = None

    def announce(self, link: str) -> None:
        """Tell nobody."""

    async def open(self) -> str | None:
        """Open at once."""
        self.ways = NETWORKS
        return self.ways[0].url

    async def close(self) -> None:
        """Close at once."""
        self.ways = ()


@dataclass
class _Phone:
    """Device with one screen open, the routes it went to and its notices."""

    drawn: Drawn
    gone: list[str]
    said: list[str]

    def shows(self) -> str:
        return " | ".join(texts(self.drawn.news()))


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    with own_hub(tmp_path) as opened_hub:
        yield opened_hub


async def _at(module: Any, hub: Hub, match_id: str, device: str, *, owner: bool) -> _Phone:
    client = Client(hub, device, owner=owner)
    if not owner and client.role(match_id) is None:
        assert client.seating.join(hub.tables.of(match_id).code) == match_id
    gone: list[str] = []
    said: list[str] = []
    ctx: Any = replace(
        context(client, device),
        lan_listener=LanListenerPolicy(hub.tables, _Lan()),
        go=gone.append,
        replace=gone.append,
        notify=said.append,
        subscribe=client.matches.subscribe,
    )
    return _Phone(await drawn(module.Screen, ctx, match_id, watched=True), gone, said)


def _kept(hub: Hub, match_id: str) -> tuple[str, ...]:
    match: Match = hub.matches.open(match_id)
    return tuple(match.options.players[seat] for seat in hub.tables.of(match_id).kept)


def test_first_button_opens_the_shared_table(hub: Hub) -> None:
    async def go() -> None:
        match_id = new_match(hub, EXAMPLE_CITY, NAMES)
        host = await _at(panel, hub, match_id, "host", owner=True)
        body = [key for key in host.drawn.in_order() if key != "back"]
        assert body[0] == "open"
        await host.drawn.touch("open")
        await settled()
        assert hub.tables.of(match_id).is_open
        shown = host.shows()
        assert "Todavía no ha llegado nadie" in shown
        await host.drawn.touch("to-board")
        assert host.gone == [routes.match(match_id)]
        host.drawn.close()

    asyncio.run(go())


def test_invitation_by_another_network_is_one_touch_away(hub: Hub) -> None:
    """Code and typed address change together; a screen opened later finds the networks of then."""

    async def go() -> None:
        match_id = new_match(hub, EXAMPLE_CITY, NAMES)
        host = await _at(panel, hub, match_id, "host", owner=True)
        await host.drawn.touch("open")
        shown = host.shows()
        assert "http://192.168.1.5:8550" in shown
        assert "VPN" in shown
        await host.drawn.touch("network:1")
        shown = host.shows()
        assert "http://10.8.0.2:8550" in shown
        assert "192.168.1.5:8550" not in shown
        host.drawn.close()
        later = await _at(panel, hub, match_id, "host", owner=True)
        await settled()
        assert "http://192.168.1.5:8550" in later.shows()
        later.drawn.close()

    asyncio.run(go())


@pytest.mark.parametrize(
    ("before", "here"), [((), "Ana"), (("Beto",), "Beto"), (("Zoe", "Carla"), "Carla")]
)
def test_host_keeps_the_seat_remembered_by_name(
    hub: Hub, before: tuple[str, ...], here: str
) -> None:
    """Seats that stayed with the host last time are known by name; at first it is the first."""

    async def go() -> None:
        match_id = new_match(hub, EXAMPLE_CITY, NAMES)
        if before:
            hub.store.set_setting(OWN_KEY, remember(before, None))
        host = await _at(panel, hub, match_id, "host", owner=True)
        await host.drawn.touch("open")
        await settled()
        assert _kept(hub, match_id) == (here,)
        host.drawn.close()
        again = new_match(hub, EXAMPLE_CITY, ("Dani", here, "Eva"))
        other = await _at(panel, hub, again, "host", owner=True)
        await other.drawn.touch("open")
        await settled()
        assert _kept(hub, again) == (here,)
        other.drawn.close()

    asyncio.run(go())


def test_reopened_table_keeps_the_seats_of_the_host(hub: Hub) -> None:
    async def go() -> None:
        match_id = new_match(hub, EXAMPLE_CITY, NAMES)
        client = Client(hub, "host", owner=True)
        client.seating.open_table(match_id, (1, 2))
        client.seating.close_table(match_id)
        host = await _at(panel, hub, match_id, "host", owner=True)
        await host.drawn.touch("open")
        await settled()
        assert _kept(hub, match_id) == ("Beto", "Carla")
        host.drawn.close()

    asyncio.run(go())


def test_touching_a_free_seat_takes_it_and_opens_the_match(hub: Hub) -> None:
    async def go() -> None:
        match_id = new_match(hub, EXAMPLE_CITY, NAMES)
        Client(hub, "host", owner=True).seating.open_table(match_id, (0,))
        guest = await _at(sitting, hub, match_id, "guest", owner=False)
        await guest.drawn.touch("seat:1")
        assert guest.gone == [routes.match(match_id)]
        assert hub.tables.of(match_id).taken == {1}
        guest.drawn.close()

    asyncio.run(go())


def test_touching_a_held_seat_offers_to_ask_for_it(hub: Hub) -> None:
    """Nothing is asked by the first touch; asked for, it can be taken back."""

    async def go() -> None:
        match_id = new_match(hub, EXAMPLE_CITY, NAMES)
        Client(hub, "host", owner=True).seating.open_table(match_id, (0,))
        guest = await _at(sitting, hub, match_id, "guest", owner=False)
        await guest.drawn.touch("seat:0")
        assert guest.gone == []
        assert "Ana: Se queda con quien organiza." in guest.shows()
        assert not hub.tables.of(match_id).taken
        assert not hub.tables.of(match_id).requests
        await guest.drawn.touch("ask-seat")
        assert "Pedido a quien organiza" in guest.shows()
        assert [request.seat for request in hub.tables.of(match_id).requests] == [0]
        await guest.drawn.touch("ask-seat")
        assert not hub.tables.of(match_id).requests
        guest.drawn.close()

    asyncio.run(go())


def test_nobody_is_told_to_take_a_seat_where_none_is_free(hub: Hub) -> None:
    async def go() -> None:
        match_id = new_match(hub, EXAMPLE_CITY, NAMES)
        Client(hub, "host", owner=True).seating.open_table(match_id, (0, 1))
        guest = await _at(sitting, hub, match_id, "guest", owner=False)
        assert "Toca tu sitio y empieza a jugar." in guest.shows()
        assert "several" not in guest.drawn.touchable()
        other = await _at(sitting, hub, match_id, "other", owner=False)
        await other.drawn.touch("seat:2")
        late = await _at(sitting, hub, match_id, "late", owner=False)
        assert "Todos los sitios están dados." in late.shows()
        for phone in (guest, other, late):
            phone.drawn.close()

    asyncio.run(go())


def test_guest_takes_two_seats_before_entering_the_match(hub: Hub) -> None:
    async def go() -> None:
        match_id = new_match(hub, EXAMPLE_CITY, NAMES)
        Client(hub, "host", owner=True).seating.open_table(match_id, (0,))
        guest = await _at(sitting, hub, match_id, "guest", owner=False)
        await guest.drawn.touch("several")
        await guest.drawn.touch("seat:1")
        await guest.drawn.touch("seat:2")
        assert guest.gone == []
        await guest.drawn.touch("enter")
        assert guest.gone == [routes.match(match_id)]
        assert hub.tables.of(match_id).taken == {1, 2}
        guest.drawn.close()

    asyncio.run(go())


def test_touching_the_own_seat_releases_it(hub: Hub) -> None:
    async def go() -> None:
        match_id = new_match(hub, EXAMPLE_CITY, NAMES)
        Client(hub, "host", owner=True).seating.open_table(match_id, (0,))
        guest = await _at(sitting, hub, match_id, "guest", owner=False)
        await guest.drawn.touch("seat:1")
        guest.drawn.close()
        again = await _at(sitting, hub, match_id, "guest", owner=False)
        await again.drawn.touch("seat:1")
        assert not hub.tables.of(match_id).taken
        assert again.gone == []
        again.drawn.close()

    asyncio.run(go())


def test_who_loses_a_seat_is_told_and_asks_for_it_again(hub: Hub) -> None:
    """Neither who watches from the start nor who stands up has lost one."""

    async def go() -> None:
        match_id = new_match(hub, EXAMPLE_CITY, NAMES)
        host = Client(hub, "host", owner=True)
        host.seating.open_table(match_id, (0,))
        watching = await _at(table, hub, match_id, "watching", owner=False)
        assert WATCHING in watching.shows()
        guest = await _at(table, hub, match_id, "guest", owner=False)
        client = Client(hub, "guest", owner=False)
        assert client.seating.sit(match_id, 1)
        await settled()
        guest.shows()
        host.seating.give_seat(match_id, 1, None)
        await settled()
        assert f"{LOST} Se queda con quien organiza." in guest.shows()
        await guest.drawn.touch("ask-seat")
        await settled()
        assert [request.seat for request in hub.tables.of(match_id).requests] == [1]
        assert "Has pedido llevar a Beto." in guest.shows()
        host.seating.give_seat(match_id, 1, "guest")
        client.seating.stand_up(match_id, 1)
        await settled()
        assert WATCHING in guest.shows()
        for phone in (watching, guest):
            phone.drawn.close()

    asyncio.run(go())


def test_button_leads_back_to_the_checklist_it_was_opened_from(hub: Hub) -> None:
    """Its twin: a screen opened from the board, or by its address, leads to the board."""
    match_id = new_match(hub, EXAMPLE_CITY, NAMES)
    Client(hub, "host", owner=True).seating.open_table(match_id, (0,))

    async def buttons(*way: str) -> set[str]:
        trail = NavigationHistory(routes.HOME)
        for screen in way:
            trail.go(routes.match(match_id, screen))
            if screen != way[-1]:
                trail.came(routes.match(match_id, screen))
        ctx = replace(
            context(Client(hub, "host", owner=True), "host"),
            lan_listener=LanListenerPolicy(hub.tables, _Lan()),
            behind=lambda: trail.behind,
        )
        view = await drawn(panel.Screen, ctx, match_id)
        keys = {*view.touchable()} & {"to-board", "to-checklist"}
        view.close()
        return keys

    assert asyncio.run(buttons("preparacion", "compartir")) == {"to-checklist"}
    assert asyncio.run(buttons("preparacion", "mesa", "compartir")) == {"to-board"}
    assert asyncio.run(buttons("compartir")) == {"to-board"}
