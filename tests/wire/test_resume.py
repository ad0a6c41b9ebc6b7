"""Phones that lose their connection while something is drawn: each goes on where it was."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from companion.match.entries import Noted, fresh_id
from companion.match.resumable import done
from companion.server.doors import Door
from companion.server.limits import ConnectionLimiter
from companion.services.client import Client
from companion.services.matches.results import Recorded, Submission
from companion.services.sharing.shared_tables import device_id
from tests.wire.client import WireClient, browser
from tests.wire.full_app import House, house

PHONES = 6


def _noted(home: House, text: str) -> None:
    body = Noted(text=text)
    answer = done(home.hub.matches.submit(home.given["match_id"], Submission(fresh_id(), body)))
    assert isinstance(answer, Recorded)


def _lets_in(home: House, key: str) -> dict[str, Any]:
    """Admit a phone to the table, and return what it stores."""
    match_id = home.given["match_id"]
    host = Client(home.hub, "host", owner=True)
    code = host.seating.table(home.hub.matches.open(match_id)).code
    guest = Client(home.hub, device_id(key), owner=False, address=key)
    assert guest.seating.join(code) == match_id
    guest.seating.call_me(match_id, key)
    return {"device_key": key}


@asynccontextmanager
async def _phones(
    home: House, kept: list[dict[str, Any]], sessions: list[str | None]
) -> AsyncIterator[list[WireClient]]:
    route = f"/partida/{home.given['match_id']}/acta"
    async with AsyncExitStack() as stack:
        coming = (
            stack.enter_async_context(
                browser(home.url, route, preferences=k, session=s, address=f"127.0.0.{n}")
            )
            for n, (k, s) in enumerate(zip(kept, sessions, strict=True), 2)
        )
        yield list(await asyncio.gather(*coming))


async def _notes(home: House) -> None:
    """Cause something to draw all the time, at moments that nobody has chosen."""
    number = 0
    while True:
        number += 1
        _noted(home, f"nota {number}")
        for _ in range(number % 7):
            await asyncio.sleep(0)


async def _falls(client: WireClient, after: int) -> None:
    """Drop the connection at some moment."""
    for _ in range(after):
        await asyncio.sleep(0)
    client.connection.transport.abort()
    with suppress(AssertionError):
        await client.is_closed()


async def _rounds(home: House, rounds: int) -> int:
    kept = [_lets_in(home, f"clave{n}") for n in range(PHONES)]
    sessions: list[str | None] = [None] * PHONES
    resumed = 0
    for turn in range(rounds):
        async with _phones(home, kept, sessions) as clients:
            for client, before in zip(clients, sessions, strict=True):
                assert before in (None, client.session), f"not resumed in round {turn}"
                resumed += before is not None
            word = f"vuelta {turn}."
            _noted(home, word)
            for client in clients:
                await client.sees(word)
            sessions = [client.session for client in clients]
            drawing = asyncio.create_task(_notes(home))
            falling = (_falls(c, (turn * 5 + n * 3) % 17) for n, c in enumerate(clients))
            await asyncio.gather(*falling)
            drawing.cancel()
            await asyncio.gather(drawing, return_exceptions=True)
        await asyncio.sleep(0.2)
    return resumed


@pytest.mark.parametrize("rounds", [pytest.param(4), pytest.param(15, marks=pytest.mark.campaign)])
def test_phone_that_reconnects_resumes_its_session(
    rounds: int,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Returning means the same session, and it follows what happens at the table."""

    async def whole() -> int:
        async with house(tmp_path, Door.GUEST) as home:
            return await _rounds(home, rounds)

    # Lift the limit: these clients reconnect more often than phones do.
    monkeypatch.setattr(ConnectionLimiter, "_has_room", lambda *_: True)
    with caplog.at_level(logging.ERROR):
        assert asyncio.run(whole()) == PHONES * (rounds - 1)
    assert "a session has failed" not in caplog.text
