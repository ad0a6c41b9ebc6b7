"""Home screen: new match, continue, files, bin, example."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.ui.files import example_acta
from tests.e2e.browser import LANDSCAPE, Screen, Server, screen
from tests.e2e.steps import begin_match


@pytest.mark.nightly
def test_match_just_begun_is_offered_to_continue(phone: Screen) -> None:
    begin_match(phone, ("Luz", "Mar"))
    phone.tap("Volver")
    phone.sees("Seguir preparando")
    phone.sees("Turno de Luz")


@pytest.mark.nightly
def test_binned_match_is_restored_with_one_touch(phone: Screen) -> None:
    begin_match(phone, ("Nora", "Olga"), title="Para borrar")
    phone.tap("Volver")
    phone.tap("Opciones de «Para borrar»")
    phone.tap("A la papelera")
    phone.sees("«Para borrar» está en la papelera.")
    phone.gone("Opciones de «Para borrar»")
    phone.tap("Deshacer")
    phone.sees("Opciones de «Para borrar»")


@pytest.mark.nightly
def test_bin_lists_and_restores_a_match(phone: Screen) -> None:
    begin_match(phone, ("Paz", "Quim"), title="Guardada")
    phone.tap("Volver")
    phone.tap("Opciones de «Guardada»")
    phone.tap("A la papelera")
    phone.reload()
    phone.tap("en la papelera")
    phone.tap("Recuperar «Guardada")
    phone.sees("Opciones de «Guardada»")


@pytest.mark.nightly
def test_match_is_renamed(phone: Screen) -> None:
    begin_match(phone, ("Rosa", "Saúl"), title="Antes")
    phone.tap("Volver")
    phone.tap("Opciones de «Antes»")
    phone.tap("Cambiar el nombre")
    phone.type("Nombre de la partida", "Después")
    phone.tap("Guardar", exact=True)
    phone.sees("Opciones de «Después»")


def test_exported_match_is_already_here_when_imported(phone: Screen, tmp_path: Path) -> None:
    begin_match(phone, ("Teo", "Uma"), title="Viajera")
    phone.tap("Volver")
    phone.tap("Opciones de «Viajera»")
    with phone.page.expect_download() as download:
        phone.tap("Exportar", exact=True)
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "viajera-teo-uma.acta"
    _import(phone, file)
    phone.sees("Esa partida ya estaba aquí")


@pytest.mark.nightly
def test_foreign_file_is_refused_without_changes(phone: Screen, tmp_path: Path) -> None:
    file = tmp_path / "carta.txt"
    file.write_text("hola")
    _import(phone, file)
    phone.sees("El archivo no es un acta de esta aplicación. No se ha cambiado nada.")


def _import(phone: Screen, file: Path) -> None:
    with phone.page.expect_file_chooser() as chooser:
        phone.tap("Importar un archivo")
    chooser.value.set_files(file)


@pytest.mark.nightly
def test_example_opens_with_one_touch(browser: Browser, server: Server) -> None:
    assert example_acta("blue_moon_city"), "the game should come with an example"
    with screen(browser, server.url, LANDSCAPE) as page:
        page.go("/")
        page.tap("Ver un ejemplo de Blue Moon City, paso a paso")
        page.sees("Paso 1 de ")
        page.tap("Siguiente")
        page.sees("Paso 2 de ")
        page.go("/")
        page.sees("Ejemplo. ")


@pytest.mark.nightly
def test_missing_match_says_so_and_links_home(phone: Screen) -> None:
    phone.follow("/partida/noesta/mesa")
    phone.sees("Esa partida no está en este dispositivo.")
    phone.tap("Inicio")
    phone.sees("Nueva partida")


@pytest.mark.nightly
def test_unknown_route_links_home(phone: Screen) -> None:
    phone.follow("/nada/de/nada")
    phone.sees("No se encuentra lo que buscas.")
    phone.tap("Inicio")
    phone.sees("Nueva partida")
