"""What is printed in one's box."""

from pathlib import Path

from tests.e2e.browser import Screen
from tests.e2e.steps import GAME


def test_a_box_is_made_filled_in_and_carried_off(phone: Screen, tmp_path: Path) -> None:
    phone.go("/cajas")
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
    phone.go("/cajas")
    with phone.page.expect_file_chooser() as chooser:
        phone.tap("Importar una caja")
    chooser.value.set_files(file)
    phone.sees("Caja «La de casa» importada.")
    phone.go(f"/nueva/{GAME}")
    phone.sees("La de casa")


def test_a_row_of_values_that_goes_up_is_refused_in_words(phone: Screen) -> None:
    phone.go(f"/caja/{GAME}/nueva")
    phone.type("Nombre de la caja", "Otra")
    phone.tap("Apuntar los valores")
    phone.tap("Biblioteca")
    phone.sees("De izquierda a derecha: – · – · –")
    for number in ("2", "3", "4"):
        phone.tap(number, exact=True)
    phone.sees("De izquierda a derecha, los valores no pueden subir.")
