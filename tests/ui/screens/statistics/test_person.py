"""Page of one person, on which two spellings are joined and parted."""

import asyncio
from pathlib import Path

from companion.bootstrap import own_hub
from companion.match.entries import Started
from companion.match.files import acta_file
from companion.services.client import Client
from companion.services.matches.results import Imported
from companion.services.statistics.same_people import person_id
from companion.ui import routes
from companion.ui.screens.statistics import person, screen
from tests.ui.drawn import drawn, texts
from tests.ui.tables import actas, context


def test_two_spellings_are_joined_and_parted_on_the_page_of_a_person(tmp_path: Path) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            acta = acta_file.loads(actas("santiago_de_cuba")[0].read_bytes())
            for n, name in enumerate(("Ana", "Anita")):
                header, *rest = acta
                assert isinstance(header.body, Started)
                players = [name, *header.body.options["players"][1:]]
                options = {**header.body.options, "players": players}
                body = header.body.model_copy(update={"options": options, "match": f"match-{n}"})
                copy = (header.model_copy(update={"body": body}), *rest)
                answer = hub.files.import_acta(acta_file.dumps(copy).encode())
                assert isinstance(answer, Imported), answer
            ctx = context(Client(hub, "here", owner=True), "here")
            page = await drawn(person.Screen, ctx, person_id("Ana"))
            before = [*texts(page.client.page)]
            assert any(text.startswith("1\u00a0partida") for text in before)
            await page.touch("same:head")
            await page.touch("choice:0")
            after = [*texts(page.client.page)]
            assert any(text.startswith("2\u00a0partidas") for text in after)
            everyone = await drawn(screen.Screen, ctx)
            assert "person:anita" not in everyone.touchable()
            assert "person:ana" in everyone.touchable()
            everyone.close()
            await page.touch("part:0")
            assert any(t.startswith("1\u00a0partida") for t in texts(page.client.page))
            page.close()

    asyncio.run(session())


def test_route_of_a_person_leads_from_the_statistics() -> None:
    assert routes.person(person_id("Ana")).startswith(routes.STATISTICS)
