"""What a table adjusted, or how it decided to read a rule, is corrected in its own form."""

import asyncio
from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.match.entries import Adjusted, Body, Posted, RulingChanged, Setting
from companion.services.client import Client
from companion.ui.screens.acta import screen as acta
from tests.ui.city_match import built, then
from tests.ui.drawn import drawn
from tests.ui.tables import context

RULING = "grey_one_to_market"
CRYSTALS = Adjusted(
    postings=(Posted(account="seat:0", item="crystal", amount=2),), reason="Se cayó la caja"
)
PLACES = next(
    each.values(built().state)
    for each in built().game.settables_of(built().state)
    if each.code == "figure.0"
)


def _read(name: str) -> RulingChanged:
    return RulingChanged(ruling=RULING, reading=name)


@pytest.mark.parametrize(
    ("body", "touches", "expected"),
    [
        (
            CRYSTALS,
            ("adjust:seat:0:crystal:more", "adjust:record"),
            CRYSTALS.model_copy(
                update={"postings": (Posted(account="seat:0", item="crystal", amount=3),)}
            ),
        ),
        (
            Adjusted(settings=(Setting(code="figure.0", value="library"),), reason="Mal movida"),
            (f"adjust:value:{PLACES.index('hospice')}", "adjust:record"),
            Adjusted(settings=(Setting(code="figure.0", value="hospice"),), reason="Mal movida"),
        ),
        (_read("no"), ("amend:reading:0",), _read("yes")),
    ],
)
def test_correction_opens_the_form_with_what_was_recorded(
    tmp_path: Path, body: Body, touches: tuple[str, ...], expected: Body
) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            match = then(built(), body)
            hub.matches.begin(match)
            entry = match.entries[-1].id
            ctx = context(Client(hub, "here", owner=True), "here")
            screen = await drawn(acta.Screen, ctx, "m-0001", entry, size=(412, 915))
            for key in (f"amend:{entry}", *touches, "amend:accept"):
                await screen.touch(key)
            after = hub.matches.open("m-0001")
            screen.close()
        assert after.timeline.items[-1].body == expected

    asyncio.run(session())
