"""Recount (cuadre): a missing report is found and added with one touch, and all agrees."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import new_id, own_hub
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.match.entries import Adjusted, Body, Reported
from companion.match.resumable import done
from companion.services.matches.results import Recorded, Submission
from tests.e2e.browser import DESKTOP, Screen, Server, screen
from tests.e2e.tables import Tables, new_match


def _report(kind: str, seat: int, **fields: object) -> Reported:
    return Reported(action={"kind": kind, "seat": seat, **fields})


PLAYED: tuple[Body, ...] = (
    _report("move_figure", 0, to="fire_temple"),
    _report("place_stone", 0, section=0, cards=["black:2", "black:3"]),
    _report("finish_turn", 0, discards=["card"]),
    _report("finish_turn", 1, discards=[]),
)
"""Reports: Ana built for 5, and her turn and Beto's are over."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Tables]:
    with own_hub(tmp_path) as hub:
        match_id = new_match(hub, EXAMPLE_CITY, ("Ana", "Beto"))
        for body in PLAYED:
            answer = done(hub.matches.submit(match_id, Submission(new_id(), body)))
            assert isinstance(answer, Recorded), answer
    server = Server(tmp_path).start()
    try:
        yield Tables(tmp_path, server, [match_id], [])
    finally:
        server.stop()


def _open(phone: Screen, label: str) -> None:
    """Touch the number that does not agree."""
    phone.tap(re.compile(f"^{label}\\."))


def _count(phone: Screen, label: str, more: int) -> None:
    """Touch plus or minus so often."""
    for _ in range(abs(more)):
        phone.tap(f"{'Aumentar' if more > 0 else 'Disminuir'} {label}", exact=True)


@pytest.mark.nightly
def test_recount_finds_a_missing_report_and_adds_it_with_one_touch(
    browser: Browser, table: Tables
) -> None:
    """Ana moved her figure with a grey 1, without a report."""
    match_id = table.fresh[0]
    with screen(browser, table.server.url) as phone:
        phone.go(f"/partida/{match_id}/acta").sees("Beto termina su turno")
        phone.tap("Contar la mesa")
        phone.sees("¿Qué no cuadra?")
        _open(phone, "Cartas de Ana")
        phone.sees("En el acta: 8")
        held = table.match(match_id).state.ledger.total("seat:0", "card")
        phone.type("Cartas de Ana", str(held - 1))
        phone.sees(f"1 menos que en el acta, que dice {held}")
        _open(phone, "Cartas en el montón de descarte")
        _count(phone, "Cartas en el montón de descarte", 1)
        phone.sees("2 diferencias entre la mesa y el acta")
        phone.tap("Ana cuenta lo suyo")
        phone.sees("Que solo mire Ana")
        phone.tap("Coincide: Cristales de Ana")
        phone.sees("Coincide con el acta")
        phone.tap("Tapar y seguir")
        phone.sees("Coincide: 1 recuento de lo que guarda en secreto")
        phone.tap("Buscar la causa")
        phone.sees("Lo más probable")
        phone.sees("Falta anotar: Ana mueve")
        phone.tap(re.compile("^Falta anotar: Ana mueve"))
        phone.sees("Todo lo demás se sostiene.")
        phone.tap("Aceptar la corrección")
        phone.sees("Todo coincide: 3 recuentos")
    match = table.match(match_id)
    assert match.broken is None
    assert match.state.ledger.total("seat:0", "card") == held - 1
    assert any(step.action and step.action.kind.startswith("move_") for step in match.steps[3:])


@pytest.mark.nightly
def test_unexplained_difference_is_recorded_as_an_adjustment(
    browser: Browser, table: Tables
) -> None:
    match_id = table.fresh[0]
    with screen(browser, table.server.url, DESKTOP) as interaction:
        interaction.go(f"/partida/{match_id}/marcador").sees("Ana")
        interaction.tap("Contar la mesa")
        _open(interaction, "Escamas de Beto")
        interaction.type("Escamas de Beto", "-4")
        interaction.sees("Escribe cuánto hay con un número, de 0 a 999")
        interaction.type("Escamas de Beto", "31")
        interaction.sees("31 más que en el acta, que dice 0")
        interaction.tap("Buscar la causa")
        interaction.sees("Nada de lo anotado lo explica por sí solo")
        interaction.type("Motivo", "había escamas de otra caja")
        interaction.tap("Anotar el ajuste")
        interaction.sees("Todo coincide: 1 recuento")
        interaction.tap("Acta")
        interaction.sees("(había escamas de otra caja)")
    match = table.match(match_id)
    assert match.state.ledger.total("seat:1", "scale") == 31
    last = match.entries[-1].body
    assert isinstance(last, Adjusted)
    assert last.reason == "había escamas de otra caja"
