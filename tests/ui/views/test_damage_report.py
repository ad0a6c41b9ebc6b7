"""Damaged files in the app: the damage is described, and import waits for consent."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from companion.bootstrap import catalog, new_id, open_acta
from companion.games import GAMES
from companion.kernel.values import Params
from companion.match.files import acta_codec
from companion.match.files.faults import Fault, FaultCode
from companion.match.resumable import done
from companion.rulebook.loader import app_words
from companion.services.boxes.profiles import dump_box
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported, InPart
from companion.services.storage.sqlite_store import SqliteStore
from companion.services.transfer.incoming_data import IncomingData, IncomingItem
from companion.ui import routes
from companion.ui.device.inbox import Inbox
from companion.ui.files import Files
from companion.ui.hooks import read_match
from companion.ui.screens.home import presenter as home_presenter
from companion.ui.screens.home.state import Home, HomeScreenState
from companion.ui.screens.transfer import presenter as receiving
from companion.ui.screens.transfer import receive as screen
from companion.ui.views import file_results
from tests.ui.drawn import drawn, texts
from tests.ui.tables import NOW, PLAYTHROUGHS, context

WORDS = app_words()
WHOLE = (PLAYTHROUGHS / "blue_moon_city/stalemate_3.acta").read_bytes()
LINES = WHOLE.splitlines(keepends=True)
SPOILT = b"".join([*LINES[:4], b"?\n", *LINES[5:]])
CUT = WHOLE[:-20]


@pytest.fixture
def hub(tmp_path: Path) -> Hub:
    """Return a hub without matches."""
    return Hub(SqliteStore(tmp_path), GAMES, catalog, lambda: NOW, new_id)


@pytest.mark.parametrize("code", get_args(FaultCode))
def test_every_fault_of_a_line_has_a_text(code: FaultCode) -> None:
    numbers = {"expected": 3, "found": 5, "missing": 2}
    details: Params = {"fact": "ships", "ruling": "last", "id": "entry-1", **numbers}
    text = file_results.fault(Fault(7, code, "body.type", details), WORDS)
    assert text.startswith("Línea 7: ")
    assert text.endswith(".")
    assert "…" not in text
    if code not in ("not_text", "not_json", "cut"):
        assert "«body.type»" in text


def _said(data: bytes) -> str:
    return " ".join(file_results.said(open_acta(data), WORDS))


def test_damage_report_names_bad_lines_and_what_is_left_out() -> None:
    said = _said(SPOILT)
    assert "Línea 5: no se entiende." in said
    assert "antes de la línea 5: 4\xa0anotaciones" in said
    assert "Quedan fuera 9\xa0anotaciones" in said
    cut = _said(CUT)
    assert "Línea 14: está cortada" in cut
    assert "sin esa línea" in cut
    assert "fuera" not in cut
    many = _said(b"".join([LINES[0], b"?\n" * 9, *LINES[1:]]))
    assert "Línea 6" in many
    assert "Línea 7" not in many
    assert "Y 4 más." in many
    assert "sin esas líneas" in many


def test_damaged_file_is_imported_only_on_consent(hub: Hub) -> None:
    inbox = Inbox(lambda _parts: None)
    ctx = replace(context(Client(hub, "own", owner=True), "own"), inbox=inbox)
    done(inbox.taking_file(ctx.client, SPOILT))

    async def touches() -> str:
        view = await drawn(screen.Screen, ctx)
        before = " ".join(texts(view.news()))
        assert "Línea 5: no se entiende." in before
        assert "Todavía no se ha guardado nada." in before
        assert hub.matches.list.all() == ()
        await view.touch("came-part")
        after = " ".join(texts(view.news()))
        assert "came-part" not in view.touchable()
        view.close()
        return after

    assert "Partida importada." in asyncio.run(touches())
    (match,) = hub.matches.list.all()
    assert match.count == 4


def test_readable_part_of_a_diverging_file_can_be_kept_as_a_copy(hub: Hub) -> None:
    hub.files.import_acta(WHOLE)
    without_last = b"".join([*LINES[:3], LINES[3].replace(b'"author":"', b'"author":"x'), b"?\n"])
    inbox = Inbox(lambda _parts: None)
    client = Client(hub, "own", owner=True)
    done(inbox.taking_file(client, without_last))
    inbox.take_part(client, inbox.arrivals.items[0])
    assert receiving.arrival(inbox.arrivals.items[0], WORDS).copy
    inbox.copy(client, inbox.arrivals.items[0])
    assert receiving.arrival(inbox.arrivals.items[0], WORDS).text.startswith("Partida importada.")
    assert sorted(match.count for match in hub.matches.list.all()) == [4, 14]


def test_link_with_an_unreadable_entry_is_imported_in_part(hub: Hub) -> None:
    """Packed data is whole by its checksum; its content may still be of another version."""
    entries = open_acta(WHOLE).read.entries
    body = entries[5].body.model_copy(update={"rules_version": 9})
    odd = (*entries[:5], entries[5].model_copy(update={"body": body}), *entries[6:])
    client = Client(hub, "own", owner=True)
    packed = acta_codec.pack(odd)
    result = client.files.import_packed(packed)
    assert isinstance(result, InPart)
    view = receiving.arrival(IncomingItem(result, packed), WORDS)
    assert view.partial
    assert "Línea 6: por el campo «body.rules_version»" in view.text
    assert IncomingData().items == ()


class _Home(Home):
    """Home screen whose state is kept here."""

    def __init__(self, hub: Hub) -> None:
        self.gone: list[str] = []
        ctx = context(Client(hub, "own", owner=True), "own")
        ctx = replace(ctx, inbox=Inbox(lambda _parts: None), go=self.gone.append)
        super().__init__(ctx, Files(None, None), HomeScreenState(), self._put)  # type: ignore[arg-type]

    def _put(self, step: Callable[[HomeScreenState], HomeScreenState]) -> None:
        self.now = step(self.now)


def test_damaged_stored_match_is_rescued_as_a_new_match(hub: Hub, tmp_path: Path) -> None:
    made = hub.files.import_acta(WHOLE)
    assert isinstance(made, Imported)
    match_id = made.match.started.match
    with contextlib.closing(sqlite3.connect(next(tmp_path.glob("matches/*.sqlite")))) as db:
        db.execute("UPDATE entry SET line = '?' WHERE seq = 4")
        db.commit()
    home = _Home(Hub(SqliteStore(tmp_path), GAMES, catalog, lambda: NOW, new_id))
    # The list reads only the beginning and the end of a match. The damage in between shows when it
    # is opened.
    assert read_match(home.ctx, match_id).problem == "store.damaged"
    (line,) = home_presenter.home(home.ctx.client.matches.all(), str, WORDS, NOW).damaged
    assert line.id == match_id
    home.rescue(line)
    assert home.now.news
    assert home.now.news.partial
    assert "Línea 5: no se entiende." in home.now.news.text
    assert home.now.again
    home.take(home.now.again, partial=True)
    assert sorted(bool(m.damaged) for m in home.ctx.client.matches.all()) == [False, True]


def test_files_picked_on_the_home_screen_wait_for_consent(hub: Hub) -> None:
    """Whole files and damaged ones alike: nothing is imported before somebody says so."""
    home = _Home(hub)
    box = hub.boxes.new("blue_moon_city", "La de casa", {})
    for data in (WHOLE, SPOILT, dump_box(box), b"hola"):
        home._picked(data)
    assert (hub.matches.list.all(), hub.boxes.all()) == ((), ())
    assert home.gone == [routes.RECEIVE] * 4
    none, a_box, spoilt, whole = home.ctx.inbox.arrivals.items
    assert (whole.waits, a_box.waits, none.waits) == (True, True, False)
    assert isinstance(spoilt.result, InPart)
    done(home.ctx.inbox.accepting(home.ctx.client, whole))
    done(home.ctx.inbox.accepting(home.ctx.client, a_box))
    assert [match.count for match in hub.matches.list.all()] == [14]
    assert hub.boxes.all() == (box,)
    home._picked(b"")
    assert home.now.news
    assert home.now.news.bad
