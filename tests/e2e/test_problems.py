"""Problems of a table: the line on the match screen, the list, and the fix with one touch."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import new_id, own_hub
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.match.entries import Adjusted, Entry, Posted
from companion.match.files import acta_file
from companion.match.fold import append
from companion.services.matches.results import Imported
from tests.e2e.browser import screen
from tests.e2e.tables import Tables, new_match, tables

pytestmark = pytest.mark.nightly


@pytest.fixture
def odd(tmp_path: Path) -> Iterator[Tables]:
    """Yield a match recorded by an older program: fifty stones are missing on the obelisk."""
    with tables(tmp_path / "datos") as made:
        made.server.stop()
        with own_hub(made.folder) as hub:
            match = hub.matches.open(new_match(hub, EXAMPLE_CITY, ("Ana", "Beto")))
            body = Adjusted(postings=(Posted(account="obelisk", item="stone:0", amount=-50),))
            entry = Entry(seq=1, id=new_id(), at=match.entries[0].at, body=body)
            data = acta_file.dumps(append(match, entry).entries).encode()
            answer = hub.files.import_acta(data, as_copy=True)
            assert isinstance(answer, Imported)
        made.fresh.append(answer.match.started.match)
        made.server.start()
        yield made


def test_impossible_balance_is_fixed_with_one_touch(browser: Browser, odd: Tables) -> None:
    said = "piedras de Ana en el obelisco: −50. No puede haber menos de 0."
    with screen(browser, odd.server.url) as phone:
        phone.go(f"/partida/{odd.fresh[0]}/mesa").sees(f"La mesa no cuadra: {said}")
        phone.tap(re.compile("^La mesa no cuadra"))
        phone.sees("elige lo que sea verdad")
        phone.tap("Ajustar", exact=True)
        phone.sees("¿Qué no coincide?")
        phone.tap("Cancelar")
        phone.tap(re.compile("^La mesa no cuadra"))
        phone.tap("Piedras de Ana en el obelisco: 0")
        phone.gone("La mesa no cuadra")
        phone.tap("Deshacer", exact=True)
        phone.sees("La mesa no cuadra")
        assert odd.recorded(odd.fresh[0]) == 4
