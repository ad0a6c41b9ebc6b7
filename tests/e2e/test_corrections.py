"""Corrections from the acta, ten turns back; consent of the table; what-if branches."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.bootstrap import own_hub, reading_hub
from companion.match.entries import Amended, Insert, Move
from companion.match.fold import Match
from companion.ui import routes
from tests.e2e.browser import Screen, Server, screen
from tests.e2e.report_steps import LEGAL, choose, tool
from tests.e2e.tables import Tables, interrupted

ACTA = "blue_moon_city/city_finished_3.acta"
ENTRIES = 90
BUILT = re.compile(r"^73\. Beto construye la sección 5 del Gran Salón")
ENDED = re.compile(r"^76\. Ana termina su turno")
LAST = re.compile(r"^89\. Ana termina su turno")
TABS = 66
"""Height of the bar below every screen on a phone."""
HEADS = """[...document.querySelectorAll('flt-semantics-host [role="button"]')].map((each) => {
  const box = each.getBoundingClientRect();
  return [(each.ariaLabel || each.innerText || '').trim(), box.top, box.bottom];
}).filter(([name]) => /^\\d+\\. /.test(name))"""
NODE = "[id^=flt-semantic-node]"
SHEET = f"""[...document.querySelectorAll('{NODE}')].filter(
  each => !each.querySelector('{NODE}') && (each.ariaLabel || each.innerText || '').trim()
).map(each => each.getBoundingClientRect()).filter(box => box.bottom <= innerHeight - {TABS})
  .map(box => [box.top, box.bottom])"""
"""Script that gives the top and bottom of everything read above the bar."""
LINE = 33
"""Distance from one line of a sheet to the next."""
FINGER = """([x, y]) => {
  const view = document.querySelector('flutter-view');
  for (const type of ['pointerdown', 'pointerup']) {
    view.dispatchEvent(new PointerEvent(type, {
      bubbles: true, cancelable: true, composed: true, pointerId: 1, pointerType: 'touch',
      isPrimary: true, clientX: x, clientY: y, button: 0, buttons: type === 'pointerdown' ? 1 : 0,
    }));
  }
}"""
"""Script of a touch that bypasses the accessibility tree: it goes to what is drawn."""
HOLDS = "Todo lo demás se sostiene."


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """Yield a match of three, thirty turns old."""
    folder = tmp_path_factory.mktemp("datos")
    with own_hub(folder) as hub:
        match_id = interrupted(hub, ACTA, ENTRIES)
    running = Server(folder).start()
    yield Tables(folder, running, [match_id], [])
    running.stop()


@pytest.fixture
def phone(browser: Browser, old: Tables) -> Iterator[Screen]:
    """Yield the acta of that match; undo afterwards what a test recorded."""
    match_id = old.fresh[0]
    with screen(browser, old.server.url) as opened:
        opened.go(f"/partida/{match_id}/acta").sees("Acta")
        yield opened
        while len(old.match(match_id).timeline.past) > ENTRIES - 1:
            opened.follow(f"/partida/{match_id}/mesa").tap("Deshacer", exact=True)
            opened.sees("Deshecho: ")
            # The pointer rests on the button, and its tooltip says the name a second time.
            opened.page.mouse.move(1, 1)


def _match(old: Tables) -> Match:
    return old.match(old.fresh[0])


def _open_entry(phone: Screen, named: re.Pattern[str], way: str) -> None:
    """Open an entry, so that its actions are visible."""
    phone.tap(named)
    phone.sees(way)


@pytest.mark.parametrize("by", ["finger", "reader"])
def test_entry_at_the_foot_of_the_screen_opens_fully_visible(phone: Screen, by: str) -> None:
    foot = phone.page.viewport_size["height"] - TABS  # type: ignore[index]
    name, top, _bottom = [each for each in phone.ask(HEADS) if each[2] <= foot][-1]
    head = phone.button(re.compile(f"^{name.split('.')[0]}\\."))
    if by == "finger":
        phone.page.evaluate(FINGER, [106, top + 20])
    else:
        head.click()
    phone.sees("Corregir")
    phone.rest()
    for shown in (head, phone.button("Corregir"), phone.button("Quitar esta jugada")):
        box = shown.bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= foot


def test_fully_visible_entry_opens_without_scrolling(phone: Screen) -> None:
    newest = phone.button(re.compile(r"^\d+\. "))
    # Further up, all that is told of it fits.
    phone.page.mouse.move(200, 600)
    phone.page.mouse.wheel(0, 110)
    phone.rest()
    before = newest.bounding_box()
    assert before
    phone.page.evaluate(FINGER, [before["x"] + 90, before["y"] + 20])
    phone.sees("Corregir")
    phone.rest()
    after = newest.bounding_box()
    assert after
    assert after["y"] == before["y"]


def test_sheet_is_as_high_as_its_content(phone: Screen) -> None:
    _open_entry(phone, LAST, "Quitar esta jugada")
    choose(phone, "Quitar esta jugada", HOLDS)
    title = phone.page.get_by_text("Si se corrige así:").bounding_box()
    end = phone.button("Aceptar la corrección").bounding_box()
    height = phone.page.viewport_size["height"]  # type: ignore[index]
    assert title
    assert end
    assert title["y"] > height / 3
    assert height - TABS - 80 < end["y"] + end["height"] <= height - TABS
    # Neither between its lines nor below the last one is there room for another.
    boxes = sorted(phone.ask(SHEET))
    assert boxes[0][1] > title["y"], "only the sheet is read"
    reached = title["y"] + title["height"]
    for top, bottom in (*boxes, (height - TABS, height)):
        assert top - reached < LINE
        reached = max(reached, bottom)
    phone.tap("Cancelar")


def test_entry_ten_turns_back_is_removed_and_restored(phone: Screen, old: Tables) -> None:
    before = _match(old)
    _open_entry(phone, BUILT, "Quitar esta jugada")
    choose(phone, "Quitar esta jugada", HOLDS)
    phone.sees("Cristales: de 14 a 11")
    assert _match(old).entries == before.entries
    phone.tap("Aceptar la corrección")
    phone.sees("Quitado «Beto construye la sección 5 del Gran Salón")
    after = _match(old)
    assert (after.broken, len(after.timeline.items)) == (None, ENTRIES - 2)
    phone.follow(f"/partida/{old.fresh[0]}/acta")
    phone.sees(re.compile(r"73\. Beto construye .* Anulada A las "))
    phone.follow(f"/partida/{old.fresh[0]}/mesa").tap("Deshacer", exact=True)
    phone.sees("Deshecho: Quitado «Beto construye")
    assert _match(old).state == before.state


@pytest.mark.nightly
def test_entry_that_no_longer_holds_is_consented_in_the_same_correction(
    phone: Screen, old: Tables
) -> None:
    before = _match(old)
    _open_entry(phone, ENDED, "Quitar esta jugada")
    choose(phone, "Quitar esta jugada", "Esta jugada ya no se sostiene:")
    phone.sees("Quedan 12 anotaciones después sin volver a juzgar")
    choose(phone, "Darla por consentida", "Quién lo consiente")
    phone.type("Motivo", "Ana se fue a por agua")
    choose(phone, "Anotar como consentida", HOLDS)
    choose(phone, "Volver", "Esta jugada ya no se sostiene:")
    choose(phone, "Darla por consentida", "Quién lo consiente")
    choose(phone, "Anotar como consentida", HOLDS)
    assert _match(old).entries == before.entries
    phone.tap("Aceptar la corrección")
    phone.sees("Quitado «Ana termina su turno y desecha 1 carta»")
    after = _match(old)
    assert after.broken is None
    assert [s.item.entry.seq for s in after.steps if s.consented] == [77]
    phone.sees("Consentida")


@pytest.mark.nightly
def test_forgotten_action_out_of_turn_is_inserted_by_consent(phone: Screen, old: Tables) -> None:
    _open_entry(phone, LAST, "Añadir una jugada antes")
    choose(phone, "Añadir una jugada antes", "¿Qué se hizo justo antes?")
    choose(phone, "Beto", "¿Quién lo hace?")
    choose(phone, re.compile("^Mover la figura"), "No se puede: mover la figura")
    choose(phone, "Ya se hizo así: decir el resto", "¿Hasta dónde?")
    phone.tap(re.compile("^(Residencia|Templo|Palacio|Biblioteca|Universidad)"))
    phone.sees("No se puede: mover la figura")
    choose(phone, "Ya se jugó así: anotar como consentida", "Quién lo consiente")
    phone.type("Motivo", "Ana estaba a otra cosa")
    choose(phone, "Anotar como consentida", "Si se corrige así:")
    phone.tap("Aceptar la corrección")
    phone.sees("Añadido «Beto mueve su figura")
    after = _match(old)
    body = after.entries[-1].body
    assert isinstance(body, Amended)
    assert isinstance(body.edits[0], Insert)
    assert [step.item.id for step in after.steps if step.consented] == [body.edits[0].id]
    # Nobody said who corrected it, so only the hour is told.
    phone.follow(f"/partida/{old.fresh[0]}/acta").sees(re.compile(r"Añadida después: \d\d:\d\d"))
    phone.sees("Consentida")


@pytest.mark.nightly
def test_entry_is_moved_to_another_place(phone: Screen, old: Tables) -> None:
    _open_entry(phone, BUILT, "Cambiar de sitio")
    choose(phone, "Cambiar de sitio", "¿Dónde va?")
    phone.sees("Ahora está aquí: Beto construye la sección 5 del Gran Salón")
    phone.tap(re.compile("^Antes de: Beto construye"))
    phone.sees("Mueve: Beto construye la sección 5 del Gran Salón")
    phone.sees(HOLDS)
    phone.tap("Aceptar la corrección")
    phone.sees("Cambiado de sitio «Beto construye la sección 5 del Gran Salón")
    body = _match(old).entries[-1].body
    assert isinstance(body, Amended)
    assert isinstance(body.edits[0], Move)


@pytest.mark.nightly
def test_what_if_branch_is_discarded_or_recorded(phone: Screen, old: Tables) -> None:
    before = len(_match(old).entries)
    phone.follow(f"/partida/{old.fresh[0]}/mesa").sees("Turno de ")
    _try_out_a_turn(phone)
    choose(phone, "Qué cambia", "¿Y si…?: adónde lleva")
    phone.tap("Tirarlo todo", exact=True)
    phone.gone("Nada de esto está anotado")
    assert len(_match(old).entries) == before
    _try_out_a_turn(phone)
    choose(phone, "Qué cambia", "Añade: ")
    phone.tap("Anotarlo de verdad")
    phone.gone("Nada de esto está anotado")
    assert len(_match(old).entries) == before + 1


def _try_out_a_turn(phone: Screen) -> None:
    tool(phone, "¿Y si…? Probar sin anotar", "Nada de esto está anotado")
    choose(phone, "Terminar el turno", "termina su turno")


@pytest.mark.nightly
def test_prerequisite_action_is_reported_on_the_way(phone: Screen, old: Tables) -> None:
    match = _match(old)
    before = len(match.entries)
    assert match.game.awaiting(match.state) == (1,)
    phone.follow(f"/partida/{old.fresh[0]}/mesa").sees("Turno de Beto")
    choose(phone, "Terminar el turno, con detalle", LEGAL)
    choose(phone, "¿Quién lo hace?: Beto. Cambiar", "¿Quién lo hace?")
    choose(phone, "Clara", "Es el turno de Beto")
    choose(phone, re.compile("^Anotar · no se puede"), "No se puede: terminar el turno")
    choose(phone, re.compile("^Anotar antes: Para terminar el turno, Beto"), LEGAL)
    phone.tap("Anotar", exact=True)
    phone.sees("¿Quién lo hace?: Clara. Cambiar")
    assert len(_match(old).entries) == before + 1
    phone.tap("Anotar", exact=True)
    phone.sees("Turno de Ana")
    assert len(_match(old).entries) == before + 2


@pytest.mark.nightly
def test_doubt_about_the_past_is_answered_and_tried_out(phone: Screen, old: Tables) -> None:
    before = len(_match(old).entries)
    _open_entry(phone, ENDED, "¿Se podía…?")
    choose(phone, "¿Se podía…?", "¿Qué se podía hacer en ese momento?")
    choose(phone, "Terminar el turno", "¿Puedo…? Terminar el turno")
    choose(phone, "Preguntar", "Se puede: terminar el turno")
    choose(phone, "¿Y si se hace?", "Si se corrige así:")
    phone.sees("Añade: Ana termina su turno")
    choose(phone, "Ver la mesa así", "Nada de esto está anotado")
    choose(phone, "Qué cambia", "¿Y si…?: adónde lleva")
    phone.tap("Tirarlo todo", exact=True)
    phone.gone("Nada de esto está anotado")
    assert len(_match(old).entries) == before


PLAYED = "releases/seventh/kingdom_of_solomon/most_points_3.acta"
"""Finished match in which nobody read the price of the last cube sold."""
SOLD, PRICE = "vende en el segundo espacio de cobre", "price.copper-2.points"


def test_finished_match_keeps_no_price_of_a_cancelled_correction(
    browser: Browser, own_server: Server, tmp_path: Path
) -> None:
    with own_hub(tmp_path) as hub:
        match_id = interrupted(hub, PLAYED, 1000)
        sales = (
            s for s in hub.matches.open(match_id).steps if s.action and s.action.kind == "sell"
        )
        *_, last = sales
        before = tuple(hub.store.rows(match_id))
    own_server.start()
    with screen(browser, own_server.url) as phone:
        phone.go(routes.entry(match_id, last.item.id)).sees(SOLD)
        choose(phone, "Corregir", "¿Qué pone en tu pieza?")
        choose(phone, re.compile("^9$"), "Ver qué cambia")
        phone.tap("Cancelar")
        with reading_hub(tmp_path) as hub:
            assert tuple(hub.store.rows(match_id)) == before
        # What is accepted is recorded as one correction, and undone as one.
        choose(phone, "Corregir", "¿Qué pone en tu pieza?")
        choose(phone, re.compile("^9$"), "Ver qué cambia")
        choose(phone, "Ver qué cambia", HOLDS)
        phone.tap("Aceptar la corrección")
        # The preview told that, too.
        phone.gone("Aceptar la corrección")
        phone.sees("Clara gana 9 puntos")
        with reading_hub(tmp_path) as hub:
            assert hub.matches.open(match_id).facts[PRICE] == 9
        phone.follow(routes.match(match_id)).tap("Deshacer", exact=True)
        phone.sees("Deshecho: ")
        with reading_hub(tmp_path) as hub:
            assert PRICE not in hub.matches.open(match_id).facts
