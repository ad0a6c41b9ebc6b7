"""Doors of the server: who comes in at which, and what a session is worth at the other."""

import asyncio

from tests.wire.client import browser
from tests.wire.conftest import Running


def test_home_screen_opens_at_the_own_door(program: Running) -> None:
    async def client() -> None:
        async with browser(program.url) as host:
            await host.sees("Blue Moon City")
            await host.click("Ver un ejemplo")
            await host.until(lambda: "/repaso" in host.route, "the example")
            await host.go("/reglas/blue_moon_city")
            await host.fill("Buscar en las reglas", "EMPATE escámas")
            await host.sees("Empate a más escamas")
            assert host.preferences["device_key"]

    asyncio.run(client())


def test_device_keeps_the_preferences_stored_on_it(program: Running) -> None:
    device: dict[str, object] = {}

    async def client() -> None:
        async with browser(program.url, preferences=device) as host:
            await host.sees("Blue Moon City")

    asyncio.run(client())
    before = dict(device)
    asyncio.run(client())
    # Compare only keys stored the first time: what the page is told as it leaves may arrive too
    # late.
    assert before
    assert {key: device[key] for key in before} == before


def test_each_connection_is_assigned_to_its_door(doorway: Running, lan: str) -> None:
    async def client() -> None:
        async with (
            browser(doorway.url) as host,
            browser(lan, address="127.0.0.9") as guest,
            browser(doorway.url, host="mesa.example") as rebound,
            browser(lan, host="localhost") as pretender,
        ):
            await host.sees("<own 127.0.0.1>")
            await guest.sees("<guest 127.0.0.9>")
            await rebound.sees("<guest 127.0.0.1>")
            await pretender.sees("<guest 127.0.0.1>")

    asyncio.run(client())


def test_session_can_only_be_resumed_by_its_own_device(doorway: Running, lan: str) -> None:
    async def client() -> None:
        async with browser(doorway.url) as host, browser(lan) as guest:
            async with browser(lan, session=host.session) as thief:
                assert await thief.is_closed() == 1008
                assert thief.received == []
            async with browser(lan, session=guest.session) as twin:
                assert twin.session not in ("", guest.session)
            left = guest.session
        async with browser(lan, session=host.session) as thief:
            assert await thief.is_closed() == 1008
        async with browser(lan, session=left, address="127.0.0.9") as neighbour:
            assert neighbour.session not in ("", left)
        async with browser(lan, session=left) as again:
            assert again.session == left

    asyncio.run(client())


def test_only_the_latest_sessions_of_departed_guests_are_kept(lan: str) -> None:
    async def client() -> None:
        sessions = []
        for _ in range(6):
            async with browser(lan, address="127.0.0.20") as guest:
                sessions.append(guest.session)
        for n, kept in ((0, False), (1, False), (5, True), (4, True)):
            async with browser(lan, address="127.0.0.20", session=sessions[n]) as again:
                assert (again.session == sessions[n]) is kept, n

    asyncio.run(client())
