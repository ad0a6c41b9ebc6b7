"""Steps of a report, done as a person does at a table: looking before the next touch."""

import re

from tests.e2e.browser import Screen

LEGAL = "Se puede anotar."


def touch(phone: Screen, tile: str, then: str | re.Pattern[str]) -> None:
    """Touch a tile of the board and waits for what it opens."""
    phone.tap(re.compile(f"^{tile},"))
    phone.sees(then)


def choose(phone: Screen, name: str | re.Pattern[str], then: str) -> None:
    """Touch a choice, named in full or by a pattern, and waits for what it leads to."""
    phone.tap(name, exact=isinstance(name, str))
    phone.sees(then)


def other(phone: Screen, name: str | re.Pattern[str], then: str) -> None:
    """Report what is not among the likely acts, and waits for what it asks first."""
    choose(phone, "Otra jugada…", "¿Qué se ha hecho?")
    choose(phone, name, then)


def tool(phone: Screen, name: str, then: str) -> None:
    """Take a tool of the table, and waits for what it opens."""
    phone.tap("Herramientas", exact=True)
    choose(phone, name, then)


def build(phone: Screen, section: int, with_: str, then: str) -> None:
    """Build a section where the figure stands, with what is proposed for it."""
    choose(phone, re.compile(f"^Construir · {section}"), "¿Con qué cartas?")
    choose(phone, f"{with_} · Propuesta", then)


def record(phone: Screen) -> None:
    """Record what is filled in, once it is legal, and waits until the form is gone."""
    phone.sees(LEGAL)
    phone.tap("Anotar", exact=True)
    phone.gone(LEGAL)
