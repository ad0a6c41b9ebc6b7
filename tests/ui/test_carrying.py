"""Transfer to another device and its reception, in words."""

import asyncio
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image, ImageDraw

import companion.page
from companion.bootstrap import catalog, new_id, own_hub
from companion.games import GAMES
from companion.match import frames
from companion.match.frames import QrFrameSet
from companion.match.work import done
from companion.rulebook.loader import app_words
from companion.table import everything
from companion.table.answers import Imported, ImportResult, NotImported, PartsWays
from companion.table.arrivals import FILE, BoxTaken, IncomingData, IncomingItem
from companion.table.boxes import BoxProfile
from companion.table.disputes import pack_disputes
from companion.table.disputing import DisputeQuestion
from companion.table.hub import Hub
from companion.table.sharing import device_id
from companion.table.sqlite_store import SqliteStore
from companion.table.visit import Client
from companion.table.waiting import PendingImports
from companion.ui.device import camera
from companion.ui.device.inbox import Inbox
from companion.ui.screens.carrying import presenter as carrying
from companion.ui.screens.carrying import receiving as screen
from companion.ui.screens.carrying import receiving_presenter
from companion.ui.screens.settings.presenter import site_address
from companion.ui.widgets.qr import qr_svg
from tests.ui.city_match import built
from tests.ui.drawn import drawn, settled, texts
from tests.ui.tables import NOW, PLAYTHROUGHS, context

WORDS = app_words()
SITE = "https://ejemplo.org/mesa/"


def test_a_link_holds_the_whole_and_says_how_large_it_is() -> None:
    view = carrying.carried("acta", bytes(3000), SITE)
    what, text = view.link.removeprefix(f"{SITE}#").split("=")
    assert (what, frames.read_link_text(text)) == ("acta", bytes(3000))
    assert view.size == "4,0"


def test_a_row_of_codes_is_made_of_capitals_and_digits_alone() -> None:
    view = carrying.carried("caja", bytes(1500), SITE)
    assert len(view.codes) == 3
    for code in view.codes:
        text = code.removeprefix(f"{SITE}#parte=")
        assert text == text.upper()
        frame = frames.read_frame(text)
        assert frame
        assert frame.kind == "C"


def test_what_is_too_long_has_no_codes() -> None:
    assert carrying.carried("acta", bytes(100_000), SITE).codes == ()


def test_a_code_is_read_as_it_was_written() -> None:
    """Dense codes too, with the least correction and a mask that was not searched for."""
    view = carrying.carried("acta", bytes(range(256)) * 5, SITE)
    for text in (*view.codes, SITE):
        (found,) = zxingcpp.read_barcodes(_drawn(qr_svg(text)))
        assert found.text == text


def _drawn(svg: str, scale: int = 4) -> Image.Image:
    """Draw the runs that the SVG is made of."""
    side = int(svg.split('viewBox="0 0 ')[1].split()[0])
    picture = Image.new("L", (side * scale, side * scale), 255)
    draw = ImageDraw.Draw(picture)
    for run in svg.rsplit('d="M', 1)[1].split('"')[0].split("M"):
        place, rest = run.split("h")
        x, y = map(int, place.split())
        width = int(rest.split("v")[0])
        draw.rectangle((x * scale, y * scale, (x + width) * scale - 1, (y + 1) * scale - 1), fill=0)
    return picture


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("https://ejemplo.org", "https://ejemplo.org/"),
        (" ejemplo.org/mesa ", "https://ejemplo.org/mesa/"),
        ("https://ejemplo.org/mesa/index.html", "https://ejemplo.org/mesa/index.html"),
        ("https://ejemplo.org/mesa/?a=1#/partida/x/mesa", "https://ejemplo.org/mesa/"),
        ("http://192.168.1.5:8000/mesa/", "http://192.168.1.5:8000/mesa/"),
        ("http://localhost:8000", "http://localhost:8000/"),
        ("una copia", None),
        ("copia", None),
        ("ftp://ejemplo.org/", None),
        ("javascript:alert(1)", None),
        ("https://ejemplo.org:99999/", None),
        ("https://ana:clave@ejemplo.org/", None),
        ("https://", None),
        ("https://[::1", None),
        ("https://ejemplo.org/" + "a" * 300, None),
    ],
)
def test_an_address_is_kept_as_links_need_it(typed: str, kept: str | None) -> None:
    assert site_address(typed) == kept


def _read(count: int, total: int) -> QrFrameSet:
    gathered = QrFrameSet()
    for text in frames.frames(bytes(600 * total), "A")[:count]:
        frame = frames.read_frame(text)
        assert frame
        gathered = gathered.with_frame(frame)
    return gathered


def test_progress_says_which_are_missing() -> None:
    assert receiving_presenter.progress(QrFrameSet(), WORDS) is None
    two, one = (
        receiving_presenter.progress(_read(2, 5), WORDS),
        receiving_presenter.progress(_read(1, 2), WORDS),
    )
    assert two
    assert one
    assert (two.text, two.share) == ("Leídos 2 de 5: faltan 3, 4 y 5", 0.4)
    assert one.text == "Leído 1 de 2: falta 2"


@pytest.mark.parametrize(
    ("result", "text", "bad", "copy"),
    [
        (Imported(built()), "Partida importada. Juegan ", False, False),
        (PartsWays(built(), 3), "desde la anotación 3", True, True),
        (NotImported("acta.truncated", {"line": 1}), "Ha llegado incompleto", True, False),
        (NotImported("acta.newer_format"), "versión más nueva", True, False),
        (NotImported("receive.nothing"), "no es un enlace", True, False),
        (NotImported("store.elsewhere"), "otra pestaña", True, False),
        (NotImported("box.damaged"), "incompleto", True, False),
    ],
)
def test_what_came_is_said(result: ImportResult, text: str, bad: bool, copy: bool) -> None:
    view = receiving_presenter.arrival(IncomingItem(result), WORDS)
    assert text in view.text
    assert (view.bad, view.copy) == (bad, copy)


def test_of_a_file_it_is_said_where_it_is_broken() -> None:
    broken = IncomingItem(NotImported("acta.truncated", {"line": 7}), what=FILE)
    assert "línea 7" in receiving_presenter.arrival(broken, WORDS).text


def test_a_box_that_came_can_be_looked_at() -> None:
    box = BoxProfile(id="box-0001", game="blue_moon_city", name="La de casa", facts={})
    view = receiving_presenter.arrival(IncomingItem(BoxTaken(box)), WORDS)
    assert (view.text, view.box) == ("Caja «La de casa» importada.", box)


def test_an_inbox_tells_its_screen_and_keeps_half_a_row(tmp_path: Path) -> None:
    kept: list[tuple[str, ...]] = []
    told: list[int] = []
    inbox = Inbox(kept.append)
    end = inbox.subscribe(lambda: told.append(1))
    with own_hub(tmp_path) as hub:
        visit = Client(hub, "own", owner=True)
        first, second = (f"parte={t}" for t in frames.frames(bytes(900), "A"))
        done(inbox.taking(visit, [first]))
        assert kept == [(first,)]
        other = Inbox(kept.append)
        other.resume(list(kept[0]))
        assert other.arrivals.gathered.missing == (2,)
        done(inbox.taking(visit, [second]))
        assert kept[-1] == ()
        done(inbox.taking_file(visit, b"?"))
        assert len(inbox.arrivals.found) == 2
        done(inbox.taking(visit, [first]))
        inbox.drop()
        assert (inbox.arrivals.parts, kept[-1]) == ((), ())
    assert len(told) == 5
    end()
    inbox.drop()
    assert len(told) == 5


def test_what_is_kept_of_a_row_may_be_missing() -> None:
    inbox = Inbox(lambda _parts: None)
    inbox.resume(None)
    assert inbox.arrivals == IncomingData()


def test_the_reader_is_told_its_words_and_what_need_not_be_read_again() -> None:
    """Numbers are filled in by the page, for it alone sees each code."""
    row = frames.frames(bytes(range(256)) * 8, "A")
    gathered = QrFrameSet()
    for text in (row[2], row[0]):
        frame = frames.read_frame(text)
        assert frame
        gathered = gathered.with_frame(frame)
    said = json.loads(camera.reader_request(IncomingData(gathered), WORDS))
    assert sorted(said["read"]) == sorted(f"parte={text}" for text in (row[0], row[2]))
    assert said["words"]["counter"] == "{n} de {total}"
    assert set(said["words"]) == set(camera.SAID)


def test_the_reader_asks_for_the_words_it_is_told() -> None:
    """Keep the script of the page and the words in agreement."""
    script = (Path(companion.page.__file__).parent / "assets" / "reader.js").read_text("utf-8")
    used = set(re.findall(r"words\.(\w+)", script)) | {"denied", "no_camera"}
    assert used == set(camera.SAID)


def _house(folder: Path) -> Client:
    hub = Hub(SqliteStore(folder), GAMES, catalog, lambda: NOW, new_id)
    return Client(hub, device_id("own"), owner=True)


def _kept(visit: Client) -> tuple[object, ...]:
    matches = sorted((line.id, line.count) for line in visit.matches())
    return (*matches, *visit.boxes(), *visit.disputes.all())


def _brought(folder: Path) -> list[tuple[str, str | bytes]]:
    """Return each thing that can arrive, with its description."""
    there = _house(folder)
    data = (PLAYTHROUGHS / "blue_moon_city/stalemate_3.acta").read_bytes()
    there.import_acta(data)
    (line,) = there.matches()
    box = there.new_box("blue_moon_city", "La de casa", {})
    there.save_box(box)
    asked = DisputeQuestion("blue_moon_city", "¿Vale doble?", match=line.id)
    dispute = there.disputes.open(asked)
    packed = there.pack(line.id)
    boxed, disputed = there.pack_box(box.id), pack_disputes([dispute])
    match = f"{', '.join(line.players[:-1])} y {line.players[-1]}. Lleva 13 anotaciones. Ha term"
    of_box = "Ha llegado la caja «La de casa», de Blue Moon City."
    of_dispute = "Ha llegado 1 disputa. La primera dice: «¿Vale doble?»."
    return [
        (match, f"acta={frames.link_text(packed)}"),
        (match, f"parte={frames.frames(packed, 'A', 3000)[0]}"),
        (match, data),
        (of_box, f"caja={frames.link_text(boxed)}"),
        (of_box, there.export_box(box.id)),
        (of_dispute, f"disputa={frames.link_text(disputed)}"),
        (of_dispute, there.disputes.export([dispute.id])),
        ("Ha llegado un archivo con todo", everything.saved(there).data),
    ]


@pytest.mark.parametrize("n", range(8))
def test_what_comes_is_told_and_asked_before_it_is_taken_in(tmp_path: Path, n: int) -> None:
    said, what = _brought(tmp_path / "there")[n]
    visit, inbox = _house(tmp_path / "here"), Inbox(lambda _parts: None)
    ctx = replace(context(visit, "own"), inbox=inbox)

    def bring() -> None:
        if isinstance(what, bytes):
            done(inbox.taking_file(visit, what))
        else:
            done(inbox.taking(visit, [what]))

    async def touches() -> None:
        bring()
        view = await drawn(screen.Screen, ctx)
        assert said in " ".join(texts(view.news())).replace("\u00a0", " ")
        assert _kept(visit) == ()
        await view.touch("came-leave")
        assert (_kept(visit), inbox.arrivals.found) == ((), ())
        bring()
        await settled()
        await view.touch("came-take")
        assert _kept(visit) != ()
        assert "came-take" not in view.touchable()
        view.close()

    asyncio.run(touches())
    after = _kept(visit)
    bring()
    assert _kept(visit) == after
    # What is here already needs no question.
    if n < 7:
        assert not receiving_presenter.arrival(inbox.arrivals.found[0], WORDS).waits


def test_what_goes_on_here_is_asked_too(tmp_path: Path) -> None:
    data = (PLAYTHROUGHS / "blue_moon_city/stalemate_3.acta").read_bytes()
    lines = data.splitlines(keepends=True)
    visit, inbox = _house(tmp_path), Inbox(lambda _parts: None)
    visit.import_acta(b"".join(lines[:4]))
    done(inbox.taking_file(visit, data))
    (found,) = inbox.arrivals.found
    text = receiving_presenter.arrival(found, WORDS).text.replace("\u00a0", " ")
    assert "Ya está aquí, y lo que llega trae 10 anotaciones más." in text
    assert [line.count for line in visit.matches()] == [4]
    done(inbox.accepting(visit, found))
    assert [line.count for line in visit.matches()] == [14]


def _inbox(visit: Client) -> Inbox:
    """Return the inbox of a page that was just loaded."""
    found = Inbox(lambda _parts: None)
    done(found.recalling(PendingImports(visit._hub, visit)))
    return found


@pytest.mark.parametrize("n", range(8))
def test_what_waits_survives_a_page_that_loads_anew(tmp_path: Path, n: int) -> None:
    """Survival includes a restart of the program; what was decided on does not come back."""
    said, what = _brought(tmp_path / "there")[n]
    visit = _house(tmp_path / "here")
    inbox = _inbox(visit)
    if isinstance(what, bytes):
        done(inbox.taking_file(visit, what))
    else:
        done(inbox.taking(visit, [what]))
    before = inbox.arrivals
    for again in (visit, _house(tmp_path / "here")):
        inbox = _inbox(again)
        assert [(a.what, a.data, a.waits) for a in inbox.arrivals.found] == [
            (a.what, a.data, True) for a in before.found
        ]
        text = receiving_presenter.arrival(inbox.arrivals.found[0], WORDS).text
        assert said in text.replace("\u00a0", " ")
    done(inbox.accepting(again, inbox.arrivals.found[0]))
    assert _kept(again) != ()
    assert _inbox(again).arrivals.found == ()
    if isinstance(what, bytes) and n < 7:
        done(inbox.taking_file(again, what.replace(b"Vale", b"Cale").replace(b"casa", b"cama")))
        inbox.leave(inbox.arrivals.found[0])
        assert _inbox(again).arrivals.found == ()


def test_what_was_wanted_in_part_and_parts_ways_is_still_asked(tmp_path: Path) -> None:
    data = (PLAYTHROUGHS / "blue_moon_city/stalemate_3.acta").read_bytes()
    lines = data.splitlines(keepends=True)
    odd = b"".join([*lines[:3], lines[3].replace(b'"author":"', b'"author":"x'), b"?\n"])
    visit = _house(tmp_path)
    visit.import_acta(data)
    inbox = _inbox(visit)
    done(inbox.taking_file(visit, odd))
    assert receiving_presenter.arrival(_inbox(visit).arrivals.found[0], WORDS).partial
    inbox.take_part(visit, inbox.arrivals.found[0])
    again = _inbox(_house(tmp_path))
    (found,) = again.arrivals.found
    assert receiving_presenter.arrival(found, WORDS).copy
    again.copy(visit, found)
    assert sorted(line.count for line in visit.matches()) == [4, 14]


def test_what_waits_on_one_device_is_of_no_other(tmp_path: Path) -> None:
    (_, link), *_ = _brought(tmp_path / "there")
    visit = _house(tmp_path / "here")
    assert isinstance(link, str)
    done(_inbox(visit).taking(visit, [link]))
    other = Client(visit._hub, device_id("another"), owner=True)
    assert _inbox(other).arrivals.found == ()
    guest = Client(visit._hub, device_id("own"), owner=False)
    assert _inbox(guest).arrivals.found == ()


@pytest.mark.parametrize("kept", ["?", "[1]", '[{"data": 1}]', '[{"data": "?"}]', "[" * 9999])
def test_what_is_spoilt_of_what_waits_stops_nothing(tmp_path: Path, kept: str) -> None:
    visit = _house(tmp_path)
    visit._hub.set_setting(f"incoming/{visit.device}", kept)
    assert _inbox(visit).arrivals == IncomingData()


def test_no_more_is_kept_than_there_is_room_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (_, link), _, (_, data), *_ = _brought(tmp_path / "there")
    assert isinstance(link, str)
    assert isinstance(data, bytes)
    visit = _house(tmp_path / "here")
    monkeypatch.setattr("companion.table.waiting.LONGEST", 2 * len(data))
    inbox = _inbox(visit)
    done(inbox.taking_file(visit, data))
    assert _inbox(visit).arrivals.found == ()
    done(inbox.taking(visit, [link]))
    assert [a.what for a in _inbox(visit).arrivals.found] == ["acta"]
