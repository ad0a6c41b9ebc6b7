"""Settings of a device."""

import json

import pytest

from tests.e2e.browser import Screen


def _kept(phone: Screen, key: str) -> object:
    raw = phone.page.evaluate(f"localStorage.getItem('flutter.{key}')")
    return json.loads(raw) if raw else None


@pytest.mark.nightly
def test_text_size_survives_a_reload(phone: Screen) -> None:
    phone.follow("/ajustes")
    phone.tap("175")
    phone.page.wait_for_function("() => document.documentElement.style.fontSize === '175%'")
    phone.reload()
    phone.sees("Tamaño del texto")
    assert phone.page.evaluate("document.documentElement.style.fontSize") == "175%"


def test_theme_and_switches_are_stored_on_the_device(phone: Screen) -> None:
    phone.follow("/ajustes")
    phone.tap("Negro")
    phone.tap("Sonido al cambiar el turno y en los grandes momentos: desactivado")
    phone.sees("Sonido al cambiar el turno y en los grandes momentos: activado")
    phone.reload()
    phone.sees("Sonido al cambiar el turno y en los grandes momentos: activado")
    kept = _kept(phone, "settings")
    assert isinstance(kept, str)
    assert json.loads(kept)["theme"] == "black"
    assert _kept(phone, "device_key")


@pytest.mark.nightly
def test_about_screen_has_its_notices(phone: Screen) -> None:
    phone.follow("/ajustes")
    phone.sees("Se guardan en")
    phone.tap("Acerca de")
    for text in ("no oficial", "De ahí solo salen", "Reglamento en castellano", "Flet"):
        phone.sees(text)
