"""Boxes and their printed values."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import new_id, own_hub, reading_hub
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.match.entries import Adjusted, Setting
from companion.match.resumable import done
from companion.services.matches.results import Recorded, Submission
from tests.e2e.browser import Screen, screen
from tests.e2e.steps import GAME, play_alone
from tests.e2e.tables import Tables, new_match, tables


@pytest.mark.nightly
def test_box_is_created_filled_in_exported_and_imported(phone: Screen, tmp_path: Path) -> None:
    phone.follow("/cajas")
    phone.tap("Nueva caja de Blue Moon City")
    phone.type("Nombre de la caja", "La de casa")
    phone.tap("Apuntar los valores")
    phone.sees("La de casa")
    phone.sees("Faltan 17 datos")
    phone.tap("Residencia urbana")
    phone.sees("Seguramente uno de estos")
    phone.tap("1", exact=True)
    phone.sees("Faltan 16 datos")
    phone.tap("Todo coincide con mi pieza")
    phone.gone("Residencia urbana")
    with phone.page.expect_download() as download:
        phone.tap("Exportar esta caja")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    phone.follow("/cajas")
    with phone.page.expect_file_chooser() as chooser:
        phone.tap("Importar una caja")
    chooser.value.set_files(file)
    phone.sees("Caja «La de casa» importada.")
    phone.follow(f"/nueva/{GAME}")
    phone.tap("3 de 3: Empezar")
    phone.tap(re.compile("^Opciones"))
    phone.sees("La de casa")


@pytest.mark.nightly
def test_ascending_row_of_values_is_refused_with_a_sentence(phone: Screen) -> None:
    phone.follow(f"/caja/{GAME}/nueva")
    phone.type("Nombre de la caja", "Otra")
    phone.tap("Apuntar los valores")
    phone.tap("Biblioteca")
    phone.sees("De izquierda a derecha: – · – · –")
    for number in ("2", "3", "4"):
        phone.tap(number, exact=True)
    phone.sees("De izquierda a derecha, los valores no pueden subir.")


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Tables]:
    """Yield a match in which Ana stands where her table has to read the piece."""
    with tables(tmp_path / "datos") as made:
        made.server.stop()
        there = Adjusted(settings=(Setting(code="figure.0", value="hospice"),))
        with own_hub(made.folder) as hub:
            match_id = new_match(hub, EXAMPLE_CITY, ("Ana", "Beto"))
            assert isinstance(
                done(hub.matches.submit(match_id, Submission(new_id(), there))), Recorded
            )
        made.fresh.append(match_id)
        made.server.start()
        yield made


@pytest.mark.nightly
def test_typed_values_saved_to_a_box_start_the_next_match(browser: Browser, asking: Tables) -> None:
    with screen(browser, asking.server.url) as phone:
        phone.go(f"/partida/{asking.fresh[0]}/mesa").sees("Turno de Ana")
        phone.tap(re.compile("^Posada,"))
        phone.sees("¿Qué pone en tu pieza?")
        phone.sees("con un toque queda en una caja para las siguientes partidas.")
        phone.tap("3", exact=True)
        phone.tap("Apuntar", exact=True)
        # The report goes on, and is recorded with the value. It can be saved to a box from then on.
        phone.sees("¿Con qué cartas?")
        phone.tap(re.compile(" · Propuesta$"))
        phone.tap("1 dato de tus piezas sin guardar")
        phone.sees("Se ha apuntado 1 dato de tus piezas.")
        phone.tap("Guardar en una caja nueva")
        phone.gone("Guardar en una caja nueva")
        phone.follow(f"/nueva/{GAME}")
        phone.tap("3 de 3: Empezar")
        phone.tap(re.compile("^Opciones"))
        phone.sees("Caja de Blue Moon City")
        play_alone(phone, "")
        with reading_hub(asking.folder) as hub:
            last = hub.matches.list.all()[0].id
        match = asking.match(last)
        assert match.started.box == "Caja de Blue Moon City"
        assert match.facts["tile.hospice.values"] == (3,)
