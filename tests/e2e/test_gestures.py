"""Back and Escape close an open form; Ctrl+Z undoes, except within a text."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.e2e.browser import Screen
from tests.e2e.places import ABOUT, SAID_THERE
from tests.e2e.report_steps import other, tool
from tests.e2e.sites import Site, client, phone_of
from tests.e2e.steps import end_turn, play_alone

FORM = "¿Hasta dónde?"
AT_THE_TABLE = re.compile("/mesa$")


def _back(phone: Screen) -> None:
    phone.page.evaluate("history.back()")


def _open(phone: Screen) -> None:
    other(phone, "Mover la figura", FORM)
    # The page is notified a moment later; only then is there a history entry in front of the
    # screen.
    phone.page.wait_for_function("() => history.state?.companion === true")


def _goes_back(phone: Screen) -> None:
    """Begin a report and go back, as a person who changes their mind."""
    # The list of matches also shows whose turn it is, so wait for the URL.
    phone.page.wait_for_url(AT_THE_TABLE)
    here = phone.page.url
    _open(phone)
    _back(phone)
    phone.gone(FORM)
    assert phone.page.url == here
    phone.sees("Turno de Ana")
    _open(phone)
    phone.page.keyboard.press("Escape")
    phone.gone(FORM)
    assert phone.page.url == here
    _open(phone)
    phone.tap("Cancelar")
    phone.gone(FORM)
    phone.page.wait_for_function("() => localStorage['flutter.open_panels'] === 'false'")


def _leaves(phone: Screen, then: str) -> None:
    """Go back once with nothing open, which leaves the match, whatever was open before."""
    _back(phone)
    phone.sees(then)
    assert "/mesa" not in phone.page.url


def _comes_back(phone: Screen) -> None:
    """Open another address and return to the match, where a panel is still open."""
    tool(phone, "¿Y si…? Probar sin anotar", "Nada de esto está anotado")
    phone.follow(ABOUT).sees(SAID_THERE)
    phone.tap("Volver")
    phone.sees("Nada de esto está anotado")
    phone.page.wait_for_url(AT_THE_TABLE)
    phone.tap("Tirarlo todo")


def _undoes(phone: Screen) -> None:
    end_turn(phone, "Turno de Beto")
    phone.page.keyboard.press("Control+z")
    phone.sees("Turno de Ana")


def test_back_escape_and_undo_work_on_the_served_app(phone: Screen) -> None:
    play_alone(phone, "Atrás")
    _undoes(phone)
    _goes_back(phone)
    phone.tap("Marcador")
    phone.sees("En las reservas")
    _back(phone)
    phone.sees("Turno de Ana")
    _comes_back(phone)
    # The last match stands first, with its title, its options and a button that opens it.
    phone.go("/").sees("Opciones de «Atrás»")
    phone.tap("Seguir jugando")
    phone.sees("Turno de Ana")
    _goes_back(phone)
    _leaves(phone, "Nueva partida")


@pytest.mark.nightly
def test_ctrl_z_within_a_text_does_not_undo_the_match(phone: Screen) -> None:
    play_alone(phone, "Texto")
    end_turn(phone, "Turno de Beto")
    tool(phone, "Ajuste: la mesa dice otra cosa", "¿Qué no coincide?")
    phone.type("Motivo", "se cayó una carta")
    phone.page.keyboard.press("Control+z")
    phone.page.wait_for_timeout(800)
    phone.sees("Turno de Beto")


@pytest.mark.nightly
def test_back_escape_and_undo_work_on_the_published_site(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    with phone_of(playwright, tmp_path / "phone") as context:
        phone = client(context, site)
        play_alone(phone, "Atrás")
        _goes_back(phone)
        _undoes(phone)
        _goes_back(phone)
